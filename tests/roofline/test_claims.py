"""Claims hold where they are true and only there: each of them a step on either side of its edge."""

from __future__ import annotations

from dataclasses import replace

import pytest

import roofline
from roofline import Figures, Gpu
from roofline.claims import CLAIMS, evaluate

compute = roofline.compute
H100 = compute()
MEASURED = roofline.load_measurements()
WEIGHTS = H100.value("weights.bytes")
PER_TOKEN = 131_072
MANY, SMALL = 874, 3224
"""The first prompt that takes as long as three steps, and the last of which attention is a small part."""
CROSSED = 256 * PER_TOKEN * 1098
"""Bytes of the caches of as many users as bring the chip of `memory` to its ridge."""


def memory(size: float) -> Figures:
    return compute(Gpu("x", "X", 1e15, 3e12, size))


def chip(peak: float, bandwidth: float) -> Figures:
    return compute(Gpu("x", "X", peak, bandwidth, 80e9))


def measured(**changes: float | str) -> Figures:
    return compute(measurements=replace(MEASURED, **changes))  # type: ignore[arg-type]


EDGES = {
    "weights.fit": (memory(WEIGHTS), memory(WEIGHTS - 1)),
    "weights.of_16_bits": (H100, compute(weights="int8")),
    "prompt.fits": (memory(WEIGHTS + 2000 * PER_TOKEN), memory(WEIGHTS + 2000 * PER_TOKEN - 1)),
    "long.fits": (memory(WEIGHTS + 16_361 * PER_TOKEN), memory(WEIGHTS + 16_361 * PER_TOKEN - 1)),
    "prefill.limited_by_arithmetic": (compute(prompt=295), compute(prompt=294)),
    "prefill.by_arithmetic_batch_by_memory": (compute(users=771), compute(users=772)),
    "prefill.slower_than_step": (compute(prompt=586), compute(prompt=585)),
    "prefill.unnoticed": (compute(prompt=5641), compute(prompt=5642)),
    "prefill.unnoticed_beside_long": (compute(prompt=5641), compute(prompt=5642)),
    "prefill.many_steps": (compute(prompt=MANY), compute(prompt=MANY - 1)),
    "prefill.every_light": (compute(prompt=294), compute(prompt=293)),
    "prefill.every_light_attention_small": (compute(prompt=SMALL), compute(prompt=SMALL + 1)),
    "long.takes_longer": (compute(prompt=9033), compute(prompt=9034)),
    "attention.long_is_longer": (compute(prompt=16_384), compute(prompt=16_385)),
    "attention.small_here": (compute(prompt=SMALL), compute(prompt=SMALL + 1)),
    "attention.looks_at_all": (H100, compute(model="gemma-2-9b")),
    "attention.told_twice": (compute(prompt=16_384), compute(prompt=16_385)),
    "decode.limited_by_memory": (chip(2.001e12, 2e12), chip(2e12, 2e12)),
    "decode.math_is_a_sliver": (chip(40e12, 2e12), chip(39e12, 2e12)),
    "decode.one_light": (H100, compute(weights="int8")),
    "cache.small_here": (compute(prompt=2450), compute(prompt=2451)),
    "cache.a_little_here": (compute(prompt=123), compute(prompt=122)),
    "cache.almost_nothing": (compute(prompt=122), compute(prompt=123)),
    "cache.counts_here": (compute(prompt=2451), compute(prompt=2450)),
    "batch.several": (compute(users=2), compute(users=1)),
    "batch.fits": (compute("rtx-4090", users=236), compute("rtx-4090", users=237)),
    "batch.step_barely_longer": (compute(users=120), compute(users=121)),
    "batch.shares_the_step": (compute(users=120), compute(users=121)),
    "batch.limited_by_memory": (compute(users=771), compute(users=772)),
    "batch.ridge_fits": (compute(context=1653), compute(context=1654)),
    "batch.ridge_memory_bound": (compute(weights="int8", context=208), compute(weights="int8", context=207)),
    "batch.below_ridge": (compute(users=294), compute(users=295)),
    "batch.ridge_ahead": (compute(users=294), compute(users=295)),
    "batch.many_below_ridge": (compute(users=295), compute(users=294)),
    "batch.past_ridge": (compute(users=772), compute(users=771)),
    "batch.crossover_fits": (memory(WEIGHTS + CROSSED), memory(WEIGHTS + CROSSED - 1)),
    "batch.never_at_ridge": (compute(context=421), compute(context=420)),
    "int8.about_double": (chip(1.901e12, 1e12), chip(1.9e12, 1e12)),
    "embedding.looked_up": (H100, compute(model="llama-3.2-1b")),
    "embedding.worth_telling": (compute("mi355x", "llama-3.1-70b", weights="int8"), compute("mi300x", "llama-3.1-70b")),
    "measured.below_ceiling": (chip(9e14, 2.506e12), chip(9e14, 2.505e12)),
    "measured.first_words_above_ceiling": (chip(450e12, 3e12), chip(449e12, 3e12)),
    "measured.long_word_above_ceiling": (chip(450e12, 3e12), chip(449e12, 3e12)),
    "measured.first_words_through_router": (H100, measured(router="")),
    "measured.network_dominates": (chip(231e12, 3e12), chip(230e12, 3e12)),
    "measured.slows": (measured(decode_long=155.9), measured(decode_long=156)),
    "measured.near_prediction": (measured(decode_long=134.6), measured(decode_long=134.4)),
    "measured.fp8_slower": (measured(decode_other=155), measured(other_precision="BF16")),
    "measured.another_provider": (H100, measured(decode_other=0.0, other_precision="")),
    "measured.through_router": (H100, measured(router="")),
    "measured.of_this_model": (H100, compute(model="qwen3-8b")),
    "measured.under_this_roof": (chip(9e14, 2.506e12), chip(9e14, 2.505e12)),
    "measured.of_these_weights": (measured(precision="FP16"), measured(precision="INT8")),
}


def test_every_claim_has_an_edge() -> None:
    assert list(EDGES) == list(CLAIMS)


@pytest.mark.parametrize("name", EDGES)
def test_each_claim_on_both_sides(name: str) -> None:
    true, false = EDGES[name]
    assert evaluate(true)[name]
    assert not evaluate(false)[name]


def test_the_film_s_own_story_holds() -> None:
    others = {
        "batch.many_below_ridge",
        "batch.past_ridge",
        "batch.never_at_ridge",
        "cache.almost_nothing",
        "cache.counts_here",
    }
    assert {name for name, holds in evaluate(H100).items() if not holds} == others


def test_a_card_that_fills_before_the_ridge_is_told_so() -> None:
    card = compute("rtx-4090")
    assert card.value("batch.ridge_users") < card.value("batch.most_users") < card.value("batch.crossover_users")
    holds = evaluate(card)
    climb = ("ridge_ahead", "many_below_ridge", "past_ridge", "crossover_fits", "never_at_ridge")
    assert [name for name in climb if holds[f"batch.{name}"]] == []


def test_figures_agree_with_their_claims() -> None:
    assert compute("rtx-4090").value("batch.most_users") == 236
    assert H100.value("batch.crossover_users") == 772
    assert not evaluate(measured(decode_other=156))["measured.fp8_slower"]
    assert not evaluate(measured(decode_long=140.8))["measured.near_prediction"]


def test_without_a_measurement_no_claim_about_it_holds() -> None:
    found = evaluate(compute(model="gemma-2-9b"))
    assert set(found) == set(CLAIMS)
    assert not any(holds for name, holds in found.items() if name.startswith("measured."))


@pytest.mark.parametrize(("_", "figures"), EDGES.values(), ids=EDGES)
def test_claims_agree_with_each_other(_: Figures, figures: Figures) -> None:
    holds = evaluate(figures)
    assert holds["weights.fit"] or not holds["prompt.fits"]
    assert holds["prompt.fits"] or not holds["long.fits"]
    assert holds["weights.fit"] or not holds["batch.fits"]
    assert holds["decode.limited_by_memory"] == (figures.value("decode.intensity") < figures.value("gpu.ridge"))
    assert holds["decode.limited_by_memory"] or not holds["decode.math_is_a_sliver"]


def test_statements_are_sentences() -> None:
    statements = [claim.statement for claim in CLAIMS.values()]
    assert all(statement[0].isupper() and statement.endswith(".") for statement in statements)
    assert len(set(statements)) == len(statements)
