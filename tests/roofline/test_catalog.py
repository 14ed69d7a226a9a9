"""The rows of the tables: what they hold, where it comes from, and that it agrees with itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import roofline
from roofline import Gpu, Model, SpecError
from roofline.catalog import left_out_gpus, left_out_models

CHIPS = {
    "h100": (989.4, 3.35, 80, 295),
    "a100": (312, 2.039, 80, 153),
    "rtx-4090": (165.2, 1.008, 24, 164),
    "h100-pcie": (756.5, 2.0, 80, 378),
    "h100-nvl": (835.5, 3.9, 94, 214),
    "h200": (989.4, 4.8, 141, 206),
    "b200": (2250, 8.0, 180, 281),
    "gb200": (2500, 8.0, 186, 312),
    "a100-40gb": (312, 1.555, 40, 201),
    "a100-pcie": (312, 1.935, 80, 161),
    "l4": (121, 0.3, 24, 403),
    "l40s": (362.05, 0.864, 48, 419),
    "rtx-3090": (71, 0.936, 24, 76),
    "rtx-5090": (209.5, 1.792, 32, 117),
    "mi300x": (1307.4, 5.3, 192, 247),
    "mi325x": (1307.4, 6.0, 256, 218),
    "mi355x": (2500, 8.0, 288, 312),
    "gaudi-3": (1677, 3.67, 128, 457),
    "tpu-v5e": (197, 0.819, 16, 241),
    "tpu-v5p": (459, 2.765, 95 * 1.073741824, 166),
    "tpu-v6e": (918, 1.638, 32, 560),
    "tpu7x": (2307, 7.38, 192 * 1.073741824, 313),
}
"""Peak in TFLOP/s, bandwidth in TB/s, memory in GB, ridge."""

FEED_FORWARD = {
    "llama-3.1-8b": 14_336,
    "llama-3.2-1b": 8192,
    "llama-3.2-3b": 8192,
    "llama-3.1-70b": 28_672,
    "llama-3.1-405b": 53_248,
    "mistral-7b-v0.3": 14_336,
    "qwen2.5-7b": 18_944,
    "qwen3-8b": 12_288,
    "phi-4": 17_920,
    "gemma-2-9b": 14_336,
}


def rows() -> list[Gpu | Model]:
    return [*roofline.gpus().values(), *roofline.models().values()]


def test_chips_are_those_of_the_list() -> None:
    assert list(roofline.gpus()) == list(CHIPS)


@pytest.mark.parametrize("key", CHIPS)
def test_chip(key: str) -> None:
    chip = roofline.gpus()[key]
    peak, bandwidth, memory, ridge = CHIPS[key]
    assert (chip.peak, chip.bandwidth) == (round(peak * 1e12), round(bandwidth * 1e12))
    assert chip.memory == pytest.approx(memory * 1e9, rel=1e-12)
    assert abs(chip.peak / chip.bandwidth - ridge) <= 0.5


@pytest.mark.parametrize("key", FEED_FORWARD)
def test_parameters_follow_from_the_shape(key: str) -> None:
    """Embeddings, attention with its biases and norms, three feed-forward matrices, norms: every one counted."""
    model, hidden = roofline.models()[key], roofline.models()[key].hidden
    queries, keys = model.query_heads * model.head_size, model.kv_heads * model.head_size
    attention = 2 * hidden * queries + 2 * hidden * keys
    biases = queries + 2 * keys if key == "qwen2.5-7b" else 0
    norms = (4 if key == "gemma-2-9b" else 2) * hidden + (2 * model.head_size if key == "qwen3-8b" else 0)
    layer = attention + biases + 3 * hidden * FEED_FORWARD[key] + norms
    tables = model.vocabulary * hidden * (1 if model.tied else 2)
    assert tables + model.layers * layer + hidden == model.parameters


def test_no_dense_model_is_without_its_arithmetic() -> None:
    assert list(roofline.models()) == list(FEED_FORWARD)


@pytest.mark.parametrize(
    ("key", "window"),
    [
        ("llama-3.1-8b", 131_072),
        ("llama-3.1-405b", 131_072),
        ("mistral-7b-v0.3", 32_768),
        ("qwen3-8b", 32_768),
        ("phi-4", 16_384),
        ("gemma-2-9b", 8192),
    ],
)
def test_context_windows(key: str, window: int) -> None:
    assert roofline.models()[key].context_window == window


def test_every_row_says_where_it_comes_from_and_when_it_was_read() -> None:
    for row in [*rows(), *left_out_gpus().values(), *left_out_models().values()]:
        assert row.source
        assert row.read
        assert row.full_name


def test_names_are_short_and_their_own() -> None:
    assert all(len(row.name) <= 14 for row in rows())
    for attribute in ("key", "name", "full_name", "said"):
        values = [getattr(row, attribute) for row in rows()]
        assert len(set(values)) == len(values)
    assert all(re.fullmatch(r"[a-z0-9.-]+", row.key) for row in rows())


def test_digits_are_left_to_the_voice_only_where_it_reads_them_right() -> None:
    """'A one hundred' is misread, 'A100' is not."""
    for row in rows():
        digits = {word for word in row.said.split() if any(map(str.isdigit, word))}
        assert digits <= {"A100", "H100", "H200"}, row.said
        assert digits <= set(row.name.split())


def test_what_is_left_out_is_refused_with_its_reason() -> None:
    with pytest.raises(SpecError, match=r"^no film of the NVIDIA T4: it has no BF16 arithmetic, only FP16 \(65 TFLOP"):
        roofline.compute(gpu="T4")
    with pytest.raises(SpecError, match=r"^no film of the NVIDIA V100: it has no BF16 arithmetic"):
        roofline.compute(gpu="v100")
    for key in ("m2-ultra", "m3-ultra"):
        with pytest.raises(
            SpecError, match=r"^no film of the Apple .*no TFLOP/s, and without a peak there is no roof$"
        ):
            roofline.compute(gpu=key)
    for key, experts in (("mixtral-8x7b", 8), ("deepseek-v3", 256), ("gpt-oss-120b", 128)):
        with pytest.raises(SpecError, match=rf"^no film of .*: it is a mixture of {experts} experts, of which a token"):
            roofline.compute(model=key)


def test_what_is_left_out_is_a_guess_all_the_same() -> None:
    with pytest.raises(SpecError, match=r"^unknown model 'mixtrl-8x7b' \(did you mean 'mixtral-8x7b'\?\)"):
        roofline.compute(model="mixtrl-8x7b")


def test_no_peak_is_a_sparse_one() -> None:
    """Twice each peak is what data sheets print for sparsity; none of those is in a row of the same bandwidth."""
    chips = roofline.gpus().values()
    for chip in chips:
        twins = [other for other in chips if abs(other.bandwidth / chip.bandwidth - 1) < 0.05]
        assert not [other.key for other in twins if abs(other.peak / (2 * chip.peak) - 1) < 0.02]


def test_a_left_out_row_is_checked_like_any(tmp_path: Path) -> None:
    path = tmp_path / "chips.toml"
    path.write_text('[x]\nleft_out = "no peak"\n', encoding="utf-8")
    assert roofline.load_gpus(path) == {}
