"""Chips, models, workloads and measurements: what is refused, and in which words."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

import roofline
from roofline import Gpu, Model, SpecError
from roofline.measurements import DEFAULT

CHIP = """
[mine]
name = "Mine"
peak_tflops = 100
bandwidth_tb_per_s = 1.5
memory_gb = 48
source = "my data sheet"
read = 2026-01-02
"""

MODEL = """
[tiny]
name = "Tiny"
parameters = 1_000_000
layers = 2
hidden = 64
query_heads = 4
kv_heads = 2
head_size = 16
vocabulary = 100
tied = true
context_window = 4096
source = "my config"
read = 2026-01-02
"""


def chip_file(folder: Path, text: str) -> Path:
    path = folder / "chips.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_row_becomes_a_chip_in_si(tmp_path: Path) -> None:
    chip = roofline.load_gpus(chip_file(tmp_path, CHIP))["mine"]
    assert (chip.peak, chip.bandwidth, chip.memory) == (100e12, 1.5e12, 48e9)
    assert (chip.key, chip.name, chip.read) == ("mine", "Mine", date(2026, 1, 2))
    assert roofline.compute(gpu=chip).value("gpu.ridge") == pytest.approx(66.67, abs=0.01)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "bandwidth_tb_per_s = 1.5",
            "bandwidth_tb_per_s = 3350",
            r"bandwidth_tb_per_s = 3350 is not believable in TB/s",
        ),
        (
            "bandwidth_tb_per_s = 1.5",
            "bandwith_tb_per_s = 1.5",
            r"unknown key 'bandwith_tb_per_s' \(did you mean 'band",
        ),
        ("memory_gb = 48", "", r"missing memory_gb"),
        ("memory_gb = 48", "memory_gb = 48e9", r"memory_gb = 48000000000\.0 is not believable in GB"),
        ("peak_tflops = 100", "peak_tflops = -1", r"peak_tflops = -1 must be a positive number"),
        ("peak_tflops = 100", "peak_tflops = nan", r"peak_tflops = nan must be a positive number"),
        ("peak_tflops = 100", "peak_tflops = true", r"peak_tflops = True must be a positive number"),
        ("peak_tflops = 100", 'peak_tflops = "100"', r"peak_tflops = '100' must be a positive number"),
        ("read = 2026-01-02", 'read = "2026-01-02"', r"read = '2026-01-02' must be a date without quotes"),
        ('name = "Mine"', 'name = ""', r"name = '' must be text"),
    ],
)
def test_a_wrong_row_is_refused_with_file_row_and_key(tmp_path: Path, old: str, new: str, says: str) -> None:
    with pytest.raises(SpecError, match=rf"^chips\.toml \[mine\]: {says}"):
        roofline.load_gpus(chip_file(tmp_path, CHIP.replace(old, new)))


def test_malformed_toml_is_placed(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"chips\.toml: .*line 2, column 8"):
        roofline.load_gpus(chip_file(tmp_path, "[mine]\nname = \nx"))
    with pytest.raises(SpecError, match=r"chips\.toml: 'peak' stands outside a \[table\]"):
        roofline.load_gpus(chip_file(tmp_path, "peak = 1"))
    with pytest.raises(SpecError, match=r"none\.toml: No such file"):
        roofline.load_gpus(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("layers = 2", "layers = 2.5", r"layers = 2\.5 must be a whole number"),
        ("tied = true", "tied = 1", r"tied = 1 must be true or false"),
        ("hidden = 64", "hidden = 0", r"hidden = 0 must be a whole number of at least 1"),
    ],
)
def test_a_wrong_model_is_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    path = tmp_path / "models.toml"
    path.write_text(MODEL.replace(old, new), encoding="utf-8")
    with pytest.raises(SpecError, match=rf"^models\.toml \[tiny\]: {says}"):
        roofline.load_models(path)


def test_a_model_of_ones_own_is_computed(tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    path.write_text(MODEL, encoding="utf-8")
    figures = roofline.compute(model=roofline.load_models(path)["tiny"], prompt=10)
    assert figures.value("kv.bytes_per_token") == 2 * 2 * 2 * 16 * 2


def test_objects_are_validated_too() -> None:
    with pytest.raises(SpecError, match=r"chip 'x': bandwidth = 0 must be a positive number"):
        Gpu("x", "X", 1e12, 0, 1e9)
    with pytest.raises(SpecError, match=r"chip 'x': peak = inf must be"):
        Gpu("x", "X", float("inf"), 1, 1e9)
    with pytest.raises(SpecError, match=r"model 'm': layers = 0 must be a positive whole number"):
        Model("m", "M", 10**9, 0, 2048, 32, 8, 64, 32_000, True, 8192)
    with pytest.raises(SpecError, match=r"model 'm': 32 query heads cannot share 7 KV heads evenly"):
        Model("m", "M", 10**9, 16, 2048, 32, 7, 64, 32_000, True, 8192)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"gpu": "h10"}, r"unknown chip 'h10' \(did you mean 'h100'\?\); known: h100, a100, rtx-4090"),
        ({"gpu": "zzz"}, r"unknown chip 'zzz'; known: h100, a100, rtx-4090"),
        ({"model": "llama-3.1-9b"}, r"unknown model 'llama-3\.1-9b' \(did you mean 'llama-3\.1-8b'\?\)"),
        ({"weights": "int4"}, r"unknown weights 'int4' \(did you mean 'int8'\?\); known: bf16, int8"),
        ({"prompt": 0}, r"prompt = 0 must be a whole number of at least 1"),
        ({"prompt": 10.5}, r"prompt = 10\.5 must be"),
        ({"users": -1}, r"users = -1 must be"),
        ({"users": 10**23}, r"users = 1.* must be a whole number of at least 1 and at most 1,000,000,000"),
        ({"users": True}, r"users = True must be"),
        ({"prompt": 131_073}, r"prompt = 131,073 tokens is longer than the context window of Llama 3\.1 8B, 131,072"),
        ({"context": 200_000}, r"context = 200,000 tokens is longer than"),
    ],
)
def test_what_cannot_be_computed_is_refused_in_one_line(options: dict[str, Any], says: str) -> None:
    with pytest.raises(SpecError, match=f"^{says}") as caught:
        roofline.compute(**options)
    assert "\n" not in str(caught.value)


def test_names_may_be_typed_in_capitals() -> None:
    assert roofline.compute(gpu="H100", model="Llama-3.1-8B").gpu.key == "h100"


def test_measurements_name_router_provider_and_precision() -> None:
    measured = roofline.load_measurements()
    assert (measured.router, measured.provider, measured.precision) == ("OpenRouter", "CoreWeave", "BF16")
    assert "not recorded" in measured.how
    assert measured.model in roofline.models()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("tokens = 34\n", "tokens = 40000\n", r"the prompts must grow"),
        ('precision = "FP8"', 'precision = "fast"', r"other\.precision = 'fast' is not one of BF16, FP16, FP8, INT8"),
        ("first_token_s = 0.74", "first_token_s = 740000", r"prompts\.long\.first_token_s = 740000 is not believable"),
        ('model = "llama-3.1-8b"', "", r"missing model"),
        ("[router]", "[rooter]", r"unknown key 'rooter\.name' \(did you mean 'router\.name'\?\)"),
    ],
)
def test_wrong_measurements_are_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    text = DEFAULT.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(SpecError, match=rf"^mine\.toml: {says}"):
        roofline.load_measurements(path)


def test_measurements_of_ones_own_replace_the_film_s(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(DEFAULT.read_text(encoding="utf-8").replace("= 156", "= 104.293"), encoding="utf-8")
    figures = roofline.compute(measurements=roofline.load_measurements(path))
    assert figures.value("measured.share_of_ceiling") == pytest.approx(0.5, abs=1e-4)
