"""The last slide names what the numbers are from, and no more than is known."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import roofline
from film.deck.sources import sources
from roofline.measurements import Measurements
from roofline.raw import Endpoint, Raw

SHIPPED = roofline.load_measurements()
STARTED = datetime(2026, 3, 4, 5, 6)
ENDPOINT = Endpoint("http://localhost", "chat", "m", (34,), 5, 256, False, "roofline-film 0.1.0", STARTED)


def texts(gpu: str | roofline.Gpu = "h100", model: str = "llama-3.1-8b", measured: Measurements = SHIPPED) -> list[str]:
    found = sources(roofline.compute(gpu=gpu, model=model, measurements=measured))
    return [f"{heading}: {text}" for heading, text in found]


def test_chips_and_model_are_named_with_numbers_source_and_day() -> None:
    chip, second, third, model, *_ = texts("rtx-4090")
    assert chip.startswith("Chip: NVIDIA GeForce RTX 4090: 165.2 TFLOP/s, 1.008 TB/s, 24 GB. Source: karpathy/nanochat")
    assert chip.endswith("(read 2026-11-29).")
    assert [row.partition(":")[0] for row in (second, third)] == ["Beside it"] * 2
    assert "H100" in second
    assert model.startswith("Model: Meta Llama 3.1 8B: 8,030,261,248 parameters, 32 layers. Source: config.json")


def test_a_chip_of_ones_own_needs_no_source() -> None:
    own = roofline.Gpu("own", "Own 1", peak=1e14, bandwidth=1e12, memory=8e10)
    assert texts(own)[0] == "Chip: Own 1: 100 TFLOP/s, 1 TB/s, 80 GB."


def test_a_measurement_has_its_day_if_it_was_recorded() -> None:
    assert next(row for row in texts() if row.startswith("Measured")).endswith("The day was not recorded.")
    recorded = replace(SHIPPED, raw=Raw(ENDPOINT, ()))
    row = next(row for row in texts(measured=recorded) if row.startswith("Measured"))
    assert row.endswith("Measured on 2026-03-04 by roofline-film 0.1.0.")


def test_what_was_measured_of_another_model_is_left_out() -> None:
    assert not [row for row in texts(model="qwen3-8b") if row.startswith("Measured")]
    assert "MIT licence" in texts(model="qwen3-8b")[-1]
