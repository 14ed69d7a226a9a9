"""The film's figures hold, to the last digit that was printed when they were worked out by hand."""

from __future__ import annotations

import doctest
from decimal import Decimal

import pytest

import roofline
import roofline.figures
from roofline import Figures

H100 = roofline.compute()

TABLE = {
    "weights.bytes": ("16.0605", 1e9),
    "prefill.operations": ("33.1696", 1e12),
    "prefill.bytes": ("16.3227", 1e9),
    "prefill.time": ("33.525", 1e-3),
    "prefill.intensity": ("2032", 1),
    "prefill.channel_share": ("14.5", 1e-2),
    "prefill.steps": ("6.99", 1),
    "prefill.written": ("7", 1),
    "decode.cached_step_time": ("4.872", 1e-3),
    "prefill.cached_steps": ("6.88", 1),
    "decode.operations": ("16.0605", 1e9),
    "decode.bytes": ("16.0605", 1e9),
    "decode.intensity": ("1.000000", 1),
    "decode.step_time": ("4.794", 1e-3),
    "decode.memory_time": ("4.794", 1e-3),
    "decode.math_time": ("16.23", 1e-6),
    "decode.rate": ("208.59", 1),
    "gpu.ridge": ("295.34", 1),
    "gpu.peak": ("989.4", 1e12),
    "gpu.bandwidth": ("3.350", 1e12),
    "gpu.memory": ("80.0", 1e9),
    "model.parameters": ("8030261248", 1),
    "attention.share_short": ("3.16", 1e-2),
    "attention.share_long": ("34.85", 1e-2),
    "kv.bytes_per_token": ("131072", 1),
    "kv.prompt_bytes": ("262.1", 1e6),
    "batch.step_time": ("5.435", 1e-3),
    "batch.rate": ("11775", 1),
    "batch.intensity": ("56.45", 1),
    "batch.ridge_users": ("295", 1),
    "batch.ridge_intensity": ("182.5", 1),
    "batch.crossover_context": ("415", 1),
    "batch.crossover_context_with_attention": ("421", 1),
    "ceiling.ttft_short": ("4.80", 1e-3),
    "ceiling.ttft_middle": ("34.9", 1e-3),
    "ceiling.ttft_long": ("336.5", 1e-3),
    "prompt.tokens": ("2000", 1),
    "prompt.short": ("34", 1),
    "prompt.middle": ("2081", 1),
    "prompt.long": ("16361", 1),
    "attention.long_tokens": ("32768", 1),
    "kv.long_bytes": ("2.1445", 1e9),
    "kv.long_share": ("13.35", 1e-2),
    "kv.long_slowdown": ("11.8", 1e-2),
    "int8.rate": ("417.2", 1),
    "lookup.parameters": ("7.505", 1e9),
    "lookup.bytes": ("15.01", 1e9),
    "lookup.step_time": ("4.48", 1e-3),
    "lookup.rate": ("223", 1),
    "lookup.long_slowdown": ("12.5", 1e-2),
    "measured.ttft_short": ("0.30", 1),
    "measured.ttft_middle": ("0.30", 1),
    "measured.ttft_long": ("0.74", 1),
    "measured.decode_short": ("156", 1),
    "measured.decode_long": ("136", 1),
    "measured.decode_fp8": ("48", 1),
    "measured.slowdown": ("12.8", 1e-2),
    "measured.step_short": ("6.41", 1e-3),
    "measured.step_long": ("7.35", 1e-3),
    "efficiency.compute_low": ("40.0", 1e-2),
    "efficiency.compute_high": ("70.0", 1e-2),
    "efficiency.bandwidth_low": ("70.0", 1e-2),
    "efficiency.bandwidth_high": ("90.0", 1e-2),
    "batch.users": ("64", 1),
    "batch.context": ("256", 1),
    "weights.bytes_each": ("2", 1),
    "wall.brick_weights": ("10000000", 1),
    "wall.bricks": ("803", 1),
    "clock.slow_motion": ("200", 1),
    "chip.lights": ("295", 1),
    "lights.decode": ("1", 1),
    "lights.batch": ("56", 1),
    "lights.prefill": ("295", 1),
}


def same(value: float, printed: str) -> bool:
    """Whether `value` rounds to the printed number."""
    half = Decimal(1).scaleb(int(Decimal(printed).as_tuple().exponent)) / 2
    return abs(Decimal(value) - Decimal(printed)) <= half


@pytest.mark.parametrize("name", TABLE)
def test_figure_holds_to_its_last_printed_digit(name: str) -> None:
    printed, unit = TABLE[name]
    assert same(H100.value(name) / unit, printed)


@pytest.mark.parametrize(
    ("gpu", "ridge", "rate", "slow_motion"), [("h100", "295", "209", 200), ("a100", "153", "127", 50),
                                              ("rtx-4090", "164", "63", 20)],
)  # fmt: skip
def test_each_chip_of_the_film(gpu: str, ridge: str, rate: str, slow_motion: float) -> None:
    figures = roofline.compute(gpu=gpu)
    assert same(figures.value("gpu.ridge"), ridge)
    assert same(figures.value("decode.rate"), rate)
    assert figures.value("clock.slow_motion") == slow_motion


@pytest.mark.parametrize(
    ("asked", "alone", "with_cache"),
    [({"gpu": "l4"}, 5, 5), ({"prompt": 100_000}, 891, 490), ({"prompt": 30}, 1, 1), ({"gpu": "a100"}, 13, 13)],
)
def test_written_tokens_are_whole(asked: dict[str, object], alone: int, with_cache: int) -> None:
    figures = roofline.compute(**asked)  # type: ignore[arg-type]
    assert (figures.value("prefill.written"), figures.value("prefill.cached_written")) == (alone, with_cache)


def test_measured_step_grows_more_than_the_rate_falls() -> None:
    grown = H100.value("measured.step_long") / H100.value("measured.step_short") - 1
    assert same(100 * grown, "14.7")
    assert same(100 * H100.value("measured.share_of_ceiling"), "74.8")


def test_an_unknown_figure_names_the_nearest() -> None:
    with pytest.raises(KeyError, match=r"no figure 'decode\.rte' \(did you mean 'decode\.rate'\?\)"):
        H100["decode.rte"]
    assert "decode.rte" not in H100
    assert H100.get("decode.rte") is None


def test_figures_of_another_model_leave_the_measurement_out() -> None:
    other = roofline.Model("other", "Other", 10**9, 16, 2048, 32, 8, 64, 32_000, True, 8192)
    figures = roofline.compute(model=other)
    assert not [name for name in figures if name.startswith("measured.")]
    assert figures.value("prompt.long") == 6000
    assert figures.value("attention.long_tokens") == 8192


def test_an_infinite_crossover_is_no_figure() -> None:
    assert "batch.crossover_users" in roofline.compute(context=414)
    assert "batch.crossover_users" not in roofline.compute(context=415)


def test_representation_states_the_setting() -> None:
    text = repr(roofline.compute(gpu="a100", users=8, context=1024, weights="int8"))
    assert "Llama 3.1 8B (int8) on A100, prompt 2,000, 8 users x 1,024 tokens" in text
    assert str(H100["decode.rate"]) == "decode.rate = 208.586 token/s (1 / decode.step_time)"
    lines = str(H100).splitlines()
    assert len(lines) == len(H100) + 1


@pytest.mark.parametrize("figures", [H100, roofline.compute(gpu="rtx-4090", weights="int8")])
def test_units_are_si(figures: Figures) -> None:
    assert {figure.unit for figure in figures.values()} <= {
        "1", "B", "B/s", "op", "op/s", "op/B", "s", "token", "token/s", "user", "parameter", "brick", "light",
    }  # fmt: skip


def test_examples_in_docstrings_are_true() -> None:
    for module in (roofline, roofline.figures):
        found = doctest.testmod(module)
        assert found.attempted > 0
        assert found.failed == 0


@pytest.mark.parametrize("gpu", ["h100", "a100", "rtx-4090"])
def test_as_many_lights_are_drawn_as_the_ridge_that_is_said(gpu: str) -> None:
    figures = roofline.compute(gpu=gpu)
    assert figures.value("chip.lights") == round(figures.value("gpu.ridge"))
