"""Claims hold where they are true and only there."""

from __future__ import annotations

import pytest

import roofline
from roofline import Figures, Gpu
from roofline.claims import CLAIMS, evaluate

H100 = roofline.compute()
OTHER = roofline.Model("other", "Other", 10**9, 16, 2048, 32, 8, 64, 32_000, True, 8192)

BROKEN = {
    "weights.fit": roofline.compute(gpu=Gpu("s", "Small", 1e14, 1e12, 12e9)),
    "prompt.fits": roofline.compute(gpu=Gpu("s", "Small", 1e14, 1e12, 16.1e9)),
    "long.fits": roofline.compute(gpu=Gpu("s", "Small", 1e14, 1e12, 18e9)),
    "prefill.limited_by_arithmetic": roofline.compute(prompt=200),
    "prefill.slower_than_step": roofline.compute(prompt=200),
    "decode.limited_by_memory": roofline.compute(gpu=Gpu("w", "Wide", 1e12, 2e12, 80e9)),
    "decode.one_light": roofline.compute(weights="int8"),
    "cache.small_here": roofline.compute(prompt=2500),
    "batch.several": roofline.compute(users=1),
    "batch.fits": roofline.compute(gpu="rtx-4090", users=237),
    "batch.limited_by_memory": roofline.compute(users=772),
    "batch.ridge_fits": roofline.compute(context=2000),
    "batch.ridge_memory_bound": roofline.compute(weights="int8", context=16),
    "batch.below_ridge": roofline.compute(users=295),
    "int8.about_double": roofline.compute(gpu=Gpu("w", "Wide", 1.8e12, 1e12, 80e9)),
    "measured.below_ceiling": roofline.compute(gpu="a100"),
    "measured.first_words_above_ceiling": roofline.compute(gpu="rtx-4090"),
    "measured.network_dominates": roofline.compute(gpu="rtx-4090"),
    "measured.near_prediction": roofline.compute(weights="int8"),
    "measured.of_these_weights": roofline.compute(weights="int8"),
    "measured.of_this_model": roofline.compute(model=OTHER),
    "measured.slows": roofline.compute(model=OTHER),
    "measured.fp8_slower": roofline.compute(model=OTHER),
}


def test_the_film_s_own_story_holds() -> None:
    assert all(evaluate(H100).values())


@pytest.mark.parametrize("name", CLAIMS)
def test_each_claim_can_fail(name: str) -> None:
    assert not evaluate(BROKEN[name])[name]


def test_edges() -> None:
    fits = roofline.compute(gpu="rtx-4090", users=236)
    assert evaluate(fits)["batch.fits"]
    assert fits.value("batch.most_users") == 236
    assert evaluate(roofline.compute(users=771))["batch.limited_by_memory"]
    assert roofline.compute().value("batch.crossover_users") == 772


def test_without_a_measurement_no_claim_about_it_holds() -> None:
    found = evaluate(BROKEN["measured.of_this_model"])
    assert set(found) == set(CLAIMS)
    assert not any(holds for name, holds in found.items() if name.startswith("measured."))


@pytest.mark.parametrize("figures", BROKEN.values(), ids=BROKEN)
def test_claims_agree_with_each_other(figures: Figures) -> None:
    holds = evaluate(figures)
    assert holds["weights.fit"] or not holds["batch.fits"]
    assert holds["prompt.fits"] or not holds["long.fits"] or figures.value("prompt.tokens") > 16_361
    assert holds["decode.limited_by_memory"] == (figures.value("decode.intensity") < figures.value("gpu.ridge"))
    assert all(claim.statement.endswith(".") for claim in CLAIMS.values())
