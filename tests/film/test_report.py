"""Tables fit a terminal and can be checked line by line; JSON is what was promised."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import roofline
from film.language import words_for
from film.report import WIDTH, chips_text, figures_data, figures_text, models_text
from roofline import Figures, Gpu
from roofline.catalog import left_out_gpus, left_out_models

H100 = roofline.compute()
WIDEST = roofline.compute(
    Gpu("w", "W", 2.5e15, 8.123e12, 2.88e11, full_name="A chip with quite a long name, in its largest edition"),
    prompt=131_072, users=100_000, context=131_072,
)  # fmt: skip


def lines_of(figures: Figures) -> list[str]:
    return figures_text(figures, words_for(figures)).splitlines()


@pytest.mark.parametrize("figures", [H100, WIDEST])
def test_columns_fit(figures: Figures) -> None:
    assert max(map(len, lines_of(figures))) <= WIDTH == 100


def test_every_figure_has_a_line_with_what_is_shown_and_its_value() -> None:
    words = words_for(H100)
    text = lines_of(H100)
    for name in H100:
        (line,) = [line for line in text if line.startswith(f"{name} ")]
        assert words[name].shown in line


def test_a_derivation_is_the_formula_and_then_its_numbers() -> None:
    lines = lines_of(H100)
    at = next(place for place, line in enumerate(lines) if line.startswith("prefill.bytes "))
    assert lines[at].split()[1:] == ["16", "GB", "16,322,666,496", "B"]
    assert lines[at + 1] == "    = weights.bytes + prompt.tokens·kv.bytes_per_token"
    assert lines[at + 2] == "    = 16060522496 + 2000·131072"


def test_conventions_and_setting_are_printed() -> None:
    text = " ".join(lines_of(H100))
    assert "1 GB is 10⁹ bytes" in text
    assert "An operation is one multiply or one add" in text
    assert "64 users, each with 256 tokens of context" in text
    assert "Llama 3.1 8B (BF16 weights) on one NVIDIA H100 SXM" in text
    assert "OpenRouter" in text


def test_data_name_their_source_once_for_a_row() -> None:
    text = " ".join(" ".join(lines_of(H100)).split())
    for row in (H100.gpu, H100.model):
        assert text.count(row.source) == 1


def test_measurement_is_left_out_with_its_figures() -> None:
    other = replace(H100.model, key="other")
    figures = roofline.compute(model=other)
    assert "Measured:" not in figures_text(figures, words_for(figures))


def test_json_has_the_promised_keys_and_si_values() -> None:
    data = json.loads(json.dumps(figures_data(H100, words_for(H100))))
    assert list(data) == ["gpu", "model", "figures"]
    assert (data["gpu"], data["model"]) == ("h100", "llama-3.1-8b")
    assert list(data["figures"]) == list(H100)
    step = data["figures"]["decode.step_time"]
    assert step == {
        "value": H100.value("decode.step_time"),
        "unit": "s",
        "shown": "4.8 ms",
        "said": "four point eight milliseconds",
        "formula": "max(decode.math_time, decode.memory_time)",
    }
    assert data["figures"]["model.parameters"]["value"] == 8_030_261_248


def test_lists_state_numbers_units_and_sources() -> None:
    chips = chips_text(roofline.gpus().values(), left_out_gpus().values())
    header, h100, *_ = chips.splitlines()
    assert header.split() == ["chip", "TFLOP/s", "TB/s", "GB", "ridge"]
    assert h100.split() == ["h100", "NVIDIA", "H100", "SXM", "989.4", "3.35", "80", "295"]
    models = models_text(roofline.models().values(), left_out_models().values())
    assert "8,030,261,248" in models.splitlines()[1]
    assert "t4: no film of the NVIDIA T4: it has no BF16 arithmetic" in chips
    assert "mixtral-8x7b: no film of Mixtral 8x7B: it is a mixture of 8 experts" in models
    for text, rows in ((chips, roofline.gpus()), (models, roofline.models())):
        assert max(map(len, text.splitlines())) <= WIDTH
        for key in rows:
            assert f"\n{key}: " in text
        assert "(read 2026-11-29)" in " ".join(text.split())
