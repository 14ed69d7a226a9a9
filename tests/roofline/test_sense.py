"""Where no film can be made, one line says why, and what would do."""

from __future__ import annotations

from dataclasses import replace

import pytest

import roofline
from roofline import Gpu, SpecError
from roofline.prompts import tokens_that_fit
from roofline.sense import objection

MEASURED = roofline.load_measurements()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            {"model": "llama-3.1-70b"},
            "the weights of Llama 3.1 70B (BF16) are 141.11 GB, and one H100 has 80 GB: 61.11 GB too much; "
            "--weights int8 makes them 70.55 GB",
        ),
        (
            {"model": "llama-3.1-70b", "gpu": "l40s"},
            "the weights of Llama 3.1 70B (BF16) are 141.11 GB, and one L40S has 48 GB: 93.11 GB too much; "
            "room for them have b200, gb200, mi300x, tpu7x",
        ),
        (
            {"model": "llama-3.1-70b", "gpu": "l40s", "weights": "int8"},
            "the weights of Llama 3.1 70B (INT8) are 70.55 GB, and one L40S has 48 GB: 22.55 GB too much; "
            "room for them have a100, a100-pcie, h100, h100-pcie",
        ),
        (
            {"model": "llama-3.1-405b", "weights": "int8"},
            "the weights of Llama 3.1 405B (INT8) are 405.85 GB, and one H100 has 80 GB: 325.85 GB too much; "
            "no chip that is known has room for them",
        ),
        (
            {"gpu": "tpu-v5e"},
            "the weights of Llama 3.1 8B (BF16) are 16.06 GB, and one TPU v5e has 16 GB, 17.18 GB if they are GiB: "
            "too tight; --weights int8 makes them 8.03 GB",
        ),
        (
            {"gpu": "rtx-4090", "prompt": 131_072},
            "the weights of Llama 3.1 8B and the cache of 131,072 tokens are 33.24 GB, and one RTX 4090 has 24 GB; "
            "--prompt 60573 is the longest that fits",
        ),
    ],
)
def test_what_does_not_fit(options: dict[str, str], says: str) -> None:
    assert objection(roofline.compute(**options)) == says  # type: ignore[arg-type]


def test_to_the_byte() -> None:
    weights = roofline.compute().value("weights.bytes")
    full = Gpu("x", "X", 1e14, 1e12, weights + 2000 * 131_072)
    assert objection(roofline.compute(full)) is None
    assert "--prompt 1999 is" in (objection(roofline.compute(replace(full, memory=full.memory - 1))) or "")
    assert "--weights int8" in (objection(roofline.compute(replace(full, memory=weights))) or "")
    assert "too tight" in (objection(roofline.compute(replace(full, memory=weights - 1))) or "")


def test_the_film_s_chips_have_no_objection() -> None:
    for key in ("h100", "a100", "rtx-4090", "l4", "mi300x"):
        assert objection(roofline.compute(key)) is None


def test_the_longest_that_fits_fits() -> None:
    chip, model = roofline.gpus()["rtx-4090"], roofline.models()["llama-3.1-8b"]
    most = tokens_that_fit(chip, model, roofline.Workload())
    assert objection(roofline.compute(chip, model, prompt=most)) is None
    assert objection(roofline.compute(chip, model, prompt=most + 1))


@pytest.mark.parametrize(
    ("gpu", "model", "long", "square"),
    [
        ("h100", "llama-3.1-8b", 16_361, 32_768),
        ("h100", "llama-3.2-1b", 16_361, 32_768),
        ("h100", "mistral-7b-v0.3", 16_361, 32_768),
        ("h100", "phi-4", 12_000, 16_384),
        ("h100", "gemma-2-9b", 6000, 8192),
        ("rtx-5090", "phi-4", 12_000, 16_384),
        ("tpu-v5e", "qwen2.5-7b", 13_000, 32_768),
    ],
)
def test_long_prompts_stay_within_window_and_memory(gpu: str, model: str, long: int, square: int) -> None:
    figures = roofline.compute(gpu, model)
    assert figures.value("prompt.long") == long
    assert figures.value("attention.long_tokens") == square
    assert figures.value("weights.bytes") + figures.value("kv.long_bytes") <= figures.value("gpu.memory")


def test_where_hardly_any_memory_is_left_the_long_prompt_is_what_fits() -> None:
    model = roofline.models()["mistral-7b-v0.3"]
    tight = Gpu("x", "X", 1e14, 1e12, 2 * model.parameters + 700 * 131_072)
    assert roofline.compute(tight, model, prompt=10).value("prompt.long") == 700


def test_a_measured_prompt_is_never_another() -> None:
    chip = Gpu("x", "X", 1e14, 1e12, 17e9)  # holds the weights and 7,000 tokens
    assert roofline.compute(chip).value("prompt.long") == 16_361
    beyond = replace(MEASURED, model="gemma-2-9b")
    with pytest.raises(SpecError, match=r"^the measurement's long prompt, 16,361 tokens, is longer than the context"):
        roofline.compute(model="gemma-2-9b", measurements=beyond)
