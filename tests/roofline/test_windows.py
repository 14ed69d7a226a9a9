"""Layers that look back a number of tokens only, against a count of every pair and every token kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import roofline
from roofline.bounds import context_of
from roofline.passes import attended_square, cached_tokens

GEMMA = roofline.models()["gemma-2-9b"]


@given(tokens=st.integers(1, 300), layers=st.integers(1, 6), window=st.integers(1, 200), data=st.data())
def test_against_counting(tokens: int, layers: int, window: int, data: st.DataObject) -> None:
    sliding = data.draw(st.integers(0, layers))
    share = sliding / layers
    kept = (layers - sliding) * tokens + sliding * min(tokens, window)
    assert layers * cached_tokens(tokens, share, window) == pytest.approx(kept)
    # Row by row: the token at place n attends to n - 1/2 tokens in the plain triangle of N²/2, to the window past it.
    full = sum(place - 0.5 for place in range(1, tokens + 1))
    narrow = sum(place - 0.5 if place <= window else window for place in range(1, tokens + 1))
    assert layers * attended_square(tokens, share, window) == pytest.approx(
        2 * ((layers - sliding) * full + sliding * narrow)
    )


@given(tokens=st.integers(1, 100_000), window=st.integers(1, 100_000), share=st.floats(0, 0.99))
def test_contexts_are_found_back(tokens: int, window: int, share: float) -> None:
    assert context_of(cached_tokens(tokens, share, window), share, window) == pytest.approx(tokens)


def test_where_all_layers_have_a_window_the_cache_stops_growing() -> None:
    assert cached_tokens(10_000, 1, 4096) == cached_tokens(5000, 1, 4096) == 4096
    assert context_of(5000, 1, 4096) == float("inf")


def test_within_the_window_nothing_changes() -> None:
    plain = roofline.Model(**{**vars(GEMMA), "sliding_layers": 0, "sliding_window": 0})
    windowed, whole = roofline.compute(model=GEMMA), roofline.compute(model=plain)
    for name in ("prefill.time", "kv.prompt_bytes", "batch.step_time", "batch.crossover_context"):
        assert windowed.value(name) == whole.value(name)
    assert windowed.value("attention.share_long") < whole.value("attention.share_long")


def test_past_it_half_of_the_layers_keep_no_more() -> None:
    figures = roofline.compute(model=GEMMA, prompt=8192)
    assert figures.value("kv.prompt_bytes") == (21 * 8192 + 21 * 4096) * 2 * 8 * 256 * 2
    attention = figures.value("prefill.operations") - 2 * GEMMA.parameters * 8192
    assert attention == 2 * 4096 * (21 * 8192**2 + 21 * (2 * 4096 * 8192 - 4096**2))


def test_a_crossover_past_the_window_is_one() -> None:
    """On the slope side of the context that is named, no batch reaches the ridge; a token before it, one does."""
    chip = roofline.Gpu("low", "Low", 1e13, 1e12, 8e10)
    context = roofline.compute(chip, GEMMA).value("batch.crossover_context")
    assert context > GEMMA.sliding_window
    assert "batch.crossover_users" in roofline.compute(chip, GEMMA, context=int(context))
    assert "batch.crossover_users" not in roofline.compute(chip, GEMMA, context=int(context) + 1)
