"""What the page tells beside the film: where points stand, what users get, what memory lacks."""

from __future__ import annotations

import pytest

import roofline
from roofline import bounds

H100 = roofline.compute()


def test_the_roofline_is_the_lower_of_slope_and_roof() -> None:
    assert bounds.attainable(1, 989.4e12, 3.35e12) == 3.35e12
    assert bounds.attainable(2000, 989.4e12, 3.35e12) == 989.4e12


@pytest.mark.parametrize("gpu", roofline.gpus())
@pytest.mark.parametrize("name", ["prefill", "decode", "batch"])
def test_a_speed_is_the_operations_over_their_time(gpu: str, name: str) -> None:
    figures = roofline.compute(gpu, prompt=300, users=700)
    time = figures.value(f"{name}.time" if name == "prefill" else f"{name}.step_time")
    assert figures.value(f"{name}.speed") == pytest.approx(figures.value(f"{name}.operations") / time, rel=1e-12)


def test_users_share_a_step_and_lose_the_caches_part() -> None:
    """64 users of 2,000 tokens take 9.80 ms and make 6,529 tokens a second; their caches are half of the reading."""
    figures = roofline.compute(context=2000)
    assert figures.value("batch.user_rate") == pytest.approx(6529 / 64, rel=1e-3)
    alone = roofline.compute(users=1)
    assert figures.value("batch.cache_share") == pytest.approx(1 - 4.794 / 9.80, rel=2e-3)
    assert alone.value("batch.cache_share") < 0.003


def test_memory_that_is_missing_is_counted_from_the_edge() -> None:
    """64 × 2,000 tokens need 32.8 GB, a 24 GB card lacks 8.8; 295 × 2,000 need 93.4 of 80."""
    card = roofline.compute("rtx-4090", context=2000)
    assert card.value("batch.missing") == pytest.approx(8.84e9, rel=1e-3)
    assert (card.value("batch.left"), card.value("weights.missing"), card.value("prompt.missing")) == (0, 0, 0)
    assert roofline.compute(users=295, context=2000).value("batch.missing") == pytest.approx(13.4e9, rel=3e-3)
    assert H100.value("batch.left") == 80e9 - H100.value("batch.bytes")
    large = roofline.compute(model="llama-3.1-405b")
    assert large.value("weights.missing") == pytest.approx(811.7e9 - 80e9, rel=1e-3)


def test_the_measured_endpoint_stands_below_the_slope() -> None:
    assert H100.value("ceiling.decode_long") == pytest.approx(208.59 * (1 - 0.118), rel=1e-3)
    assert H100.value("measured.speed") / H100.value("decode.speed") == pytest.approx(156 / 208.59, rel=1e-4)
    assert "measured.speed" not in roofline.compute(model="qwen3-8b")
