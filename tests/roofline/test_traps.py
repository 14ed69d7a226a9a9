"""What is easy to get wrong about these figures."""

from __future__ import annotations

import pytest

import roofline
from roofline.bounds import slowdown, summed_step_time
from roofline.claims import evaluate

H100 = roofline.compute()


def test_more_bytes_slow_by_less_than_their_share() -> None:
    more = H100.value("kv.long_share")
    assert slowdown(more) < more
    bytes_before = H100.value("weights.bytes")
    bytes_after = bytes_before + H100.value("kv.long_bytes")
    assert H100.value("kv.long_slowdown") == pytest.approx(1 - bytes_before / bytes_after)


def test_a_batch_depends_on_its_context() -> None:
    long = roofline.compute(users=64, context=2000)
    assert long.value("batch.step_time") * 1e3 == pytest.approx(9.80, abs=0.005)
    assert long.value("batch.rate") == pytest.approx(6529, abs=0.5)
    assert H100.value("batch.step_time") * 1e3 == pytest.approx(5.4, abs=0.05)


def test_both_conventions_of_the_embedding_are_offered_by_name() -> None:
    assert H100.value("lookup.rate") > H100.value("decode.rate")
    difference = H100.value("model.parameters") - H100.value("lookup.parameters")
    assert difference == H100.value("model.vocabulary") * H100.value("model.hidden")
    tied = roofline.Model("tied", "Tied", 10**9, 16, 2048, 32, 8, 64, 32_000, True, 8192)
    assert roofline.compute(model=tied).value("lookup.rate") == roofline.compute(model=tied).value("decode.rate")


def test_ridge_batch_of_long_contexts_does_not_fit() -> None:
    long = roofline.compute(users=295, context=2000)
    assert long.value("batch.bytes") / 1e9 == pytest.approx(93.4, abs=0.05)
    assert not evaluate(long)["batch.fits"]
    assert not evaluate(long)["batch.ridge_fits"]
    assert evaluate(H100)["batch.ridge_fits"]


def test_a_small_card_holds_the_short_batch_only() -> None:
    short, long = roofline.compute(gpu="rtx-4090"), roofline.compute(gpu="rtx-4090", context=2000)
    assert evaluate(short)["batch.fits"]
    assert not evaluate(long)["batch.fits"]
    assert long.value("batch.bytes") / 1e9 == pytest.approx(32.8, abs=0.05)


@pytest.mark.parametrize(
    ("chip", "gigabytes"),
    [
        ("l4", 29.6),
        ("tpu-v6e", 34.9),
    ],
)
def test_ridge_batch_overflows_small_memories(chip: str, gigabytes: float) -> None:
    figures = roofline.compute(gpu=chip)
    assert figures.value("batch.ridge_bytes") / 1e9 == pytest.approx(gigabytes, abs=0.06)
    assert not evaluate(figures)["batch.ridge_fits"]


@pytest.mark.parametrize(("chip", "ceiling"), [("a100", 127), ("rtx-4090", 63), ("rtx-5090", 112), ("l40s", 54)])
def test_the_measured_rate_is_above_the_ceiling_of_slower_chips(chip: str, ceiling: int) -> None:
    figures = roofline.compute(gpu=chip)
    assert round(figures.value("decode.rate")) == ceiling
    assert not evaluate(figures)["measured.below_ceiling"]
    assert evaluate(H100)["measured.below_ceiling"]


@pytest.mark.parametrize("tokens", [34, 256])
def test_prefill_of_a_short_prompt_is_limited_by_memory(tokens: int) -> None:
    figures = roofline.compute(prompt=tokens)
    assert figures.value("prefill.time") * 1e3 == pytest.approx(4.80, abs=0.005)
    assert figures.value("prefill.time") == figures.value("prefill.memory_time")
    assert not evaluate(figures)["prefill.limited_by_arithmetic"]


def test_past_the_ridge_the_drawn_ceiling_is_the_looser_one() -> None:
    figures = roofline.compute(users=512, context=512)
    assert figures.value("batch.step_time") * 1e3 == pytest.approx(15.1, abs=0.06)
    assert figures.value("batch.summed_step_time") * 1e3 == pytest.approx(18.6, abs=0.05)
    # Below the ridge both sides of the sum are memory, and the two conventions agree.
    assert H100.value("batch.summed_step_time") == pytest.approx(H100.value("batch.step_time"))


def test_linear_part_can_be_arithmetic_while_attention_is_memory() -> None:
    assert summed_step_time(10, 2, 1, 30, peak=1, bandwidth=1) == 10 + 30


def test_published_traps_are_not_in_the_rows() -> None:
    chips = roofline.gpus()
    assert chips["h100"].peak == 989.4e12
    assert chips["rtx-4090"].peak == 165.2e12
    assert chips["a100"].bandwidth == 2.039e12


def test_weights_of_eight_bits_change_bytes_and_not_arithmetic() -> None:
    small = roofline.compute(weights="int8")
    assert small.value("weights.bytes") == H100.value("weights.bytes") / 2
    assert small.value("decode.operations") == H100.value("decode.operations")
    assert small.value("gpu.ridge") == H100.value("gpu.ridge")
    assert small.value("kv.bytes_per_token") == H100.value("kv.bytes_per_token")
    assert small.value("decode.rate") == small.value("int8.rate") == H100.value("int8.rate")
    assert small.value("lights.decode") == 2


def test_attention_is_as_wide_as_its_heads_not_as_the_model() -> None:
    figures = roofline.compute(model="gemma-2-9b")
    assert figures.value("model.hidden") == 3584
    assert figures.value("model.attention_width") == 4096
    attention = figures.value("prefill.operations") - 2 * figures.value("model.parameters") * 2000
    assert attention == 2 * 42 * 4096 * 2000**2
