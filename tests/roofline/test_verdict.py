"""Which chips a measurement rules out, and which share of its ceiling the others were used to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import roofline
from roofline.spread import Length, Spread
from roofline.verdict import Verdict, predicted_slowdown, verdict

MODEL = roofline.models()["llama-3.1-8b"]
GPUS = roofline.gpus()


def length(tokens: int, first: float, rate: float | None) -> Length:
    return Length(tokens, tokens, 5, Spread.of([first]), None if rate is None else Spread.of([rate]))


FILM = (length(34, 0.3, 156), length(16_361, 0.74, 136))


def on(
    gpu: str, measured: tuple[Length, ...] = FILM, bytes_each: int = 2, kept: bool = False, **changes: Any
) -> Verdict:
    return verdict(replace(GPUS[gpu], **changes), MODEL, bytes_each, measured, kept)


def test_the_film_s_measurement_leaves_the_h100_and_rules_out_the_a100() -> None:
    h100 = on("h100")
    assert not h100.ruled_out
    assert h100.shares == pytest.approx((0.748, 0.739), abs=1e-3)
    assert h100.first_tokens[1] == pytest.approx(0.3365, rel=1e-3)
    assert on("a100").reasons == ("rate", "first_token")


def test_the_ceiling_at_a_prompt_counts_its_cache() -> None:
    step = (2 * MODEL.parameters + 16_361 * 131_072) / 3.35e12
    assert on("h100").ceilings[1] == pytest.approx(1 / step)


def test_memory_that_does_not_hold_the_weights_rules_out() -> None:
    assert on("h100", memory=16.06e9).reasons == ("memory",)
    assert not on("h100", memory=16.07e9).ruled_out


def test_between_both_ways_of_counting_the_embedding_a_chip_is_on_the_edge() -> None:
    for rate, edge, out in ((208, False, False), (209, True, False), (223, True, False), (224, False, True)):
        found = on("h100", (length(34, 0.3, rate),))
        assert (found.on_the_edge, found.ruled_out) == (edge, out)


def test_a_first_token_rules_out_only_where_the_prompt_was_read_in_bf16() -> None:
    quick = (length(16_361, 0.3, 100),)
    assert on("h100", quick).reasons == ("first_token",)
    assert not on("h100", quick, kept=True).ruled_out
    assert not on("h100", quick, bytes_each=1).ruled_out


def test_without_a_rate_there_is_no_share() -> None:
    found = on("l4", (length(34, 0.3, None),))
    assert found.shares == (None,)
    assert not found.ruled_out


def test_the_cache_predicts_the_same_on_every_chip() -> None:
    for gpu in GPUS.values():
        assert predicted_slowdown(gpu, MODEL, 2, *FILM) == pytest.approx(0.1176, abs=1e-4)
