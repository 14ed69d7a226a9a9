"""Chips and models in files of one's own: the templates load, and what is wrong is said with what would be right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import roofline
from roofline import SpecError
from roofline.own import template

CHIP, MODEL = template("chip"), template("model")


def saved(folder: Path, text: str, name: str = "my-chip.toml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def chip_with(folder: Path, **changes: object) -> str:
    """The template's chip with other numbers."""
    text = CHIP
    for key, value in changes.items():
        text, count = re.subn(rf"(?m)^#? ?{key} = .*$", f"{key} = {value}", text)
        assert count == 1, key
    return saved(folder, text)


def model_with(folder: Path, **changes: object) -> str:
    """The template's model with other numbers."""
    text = MODEL
    for key, value in changes.items():
        text, count = re.subn(rf"(?m)^#? ?{key} = .*$", f"{key} = {value}", text)
        assert count == 1, key
    return saved(folder, text, "my-model.toml")


def refused(says: str, gpu: str = "h100", model: str = "llama-3.1-8b") -> None:
    with pytest.raises(SpecError, match=says) as caught:
        roofline.compute(gpu, model)
    assert "\n" not in str(caught.value)


def test_templates_load_as_they_are(tmp_path: Path) -> None:
    gpu, model = saved(tmp_path, CHIP), saved(tmp_path, MODEL, "my-model.toml")
    figures = roofline.compute(gpu=gpu, model=model)
    default = roofline.compute()
    for name in ("gpu.ridge", "decode.step_time", "prefill.time", "lookup.rate"):
        assert figures.value(name) == default.value(name)
    assert (figures.gpu.key, figures.gpu.name) == ("my-chip.toml", "My chip")
    assert (figures.model.key, figures.model.name) == ("my-model.toml", "My model")


def test_templates_tell_every_key() -> None:
    from roofline.own import CHIP_FIELDS, MODEL_FIELDS

    for text, fields in ((CHIP, CHIP_FIELDS), (MODEL, MODEL_FIELDS)):
        assert set(re.findall(r"(?m)^(?:# )?([a-z_]+) = ", text)) == set(fields)


def test_a_model_of_one_s_own_is_not_the_measured_one(tmp_path: Path) -> None:
    figures = roofline.compute(model=saved(tmp_path, MODEL, "llama-3.1-8b.toml"))
    assert not [name for name in figures if name.startswith("measured.")]


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        (
            "bandwidth_tb_per_s",
            3350,
            r"bandwidth_tb_per_s = 3350 is not believable in TB/s \(0\.02 to 100\); 3350 GB/s are 3\.35 TB/s$",
        ),
        ("bandwidth_tb_per_s", 3.35e12, r"; 3\.35e\+12 B/s are 3\.35 TB/s$"),
        ("memory_gb", 80_000, r"memory_gb = 80000 is not believable in GB \(1 to 10000\); 80000 MB are 80 GB$"),
        ("memory_gb", 0.08, r"; 0\.08 TB are 80 GB$"),
        ("peak_tflops", 989_400, r"peak_tflops = 989400 is not .* 100000\); 989400 GFLOP/s are 989\.4 TFLOP/s$"),
        ("peak_tflops", 0.9894, r"; 0\.9894 PFLOP/s are 989\.4 TFLOP/s$"),
        ("peak_tflops", 0, r"peak_tflops = 0 must be a positive number of TFLOP/s \(dense BF16\)$"),
        ("memory_gb", -80, r"memory_gb = -80 must be a positive number of GB$"),
        ("memory_gb", '"80 GB"', r"memory_gb = '80 GB' must be a positive number of GB$"),
        ("peak_tflops", "inf", r"peak_tflops = inf is not believable"),
    ],
)
def test_units_of_the_wrong_size(tmp_path: Path, key: str, value: object, says: str) -> None:
    refused(rf"my-chip\.toml: .*{says}", gpu=chip_with(tmp_path, **{key: value}))


@pytest.mark.parametrize(
    ("peak", "bandwidth", "says"),
    [
        (1979, 3.35, r"= 1979 is twice the 989\.4 of the H100, so it looks like a peak with sparsity: write the dense"),
        (624, 2.0, r"twice the 312 of the A100"),
        (330.3, 1.008, r"twice the 165\.2 of the RTX 4090"),
        (733, 0.864, r"twice the 362\.05 of the L40S"),
        (419, 1.792, r"twice the 209\.5 of the RTX 5090"),
        (2614.9, 5.3, r"twice the 1307\.4 of the MI300X"),
        (
            1979,
            3.0,
            r"= 660 operations a byte, above any chip's \(600\), so .* looks like a peak with sparsity or of 8",
        ),
    ],
)
def test_a_peak_that_looks_sparse(tmp_path: Path, peak: float, bandwidth: float, says: str) -> None:
    wrong = {"peak_tflops": peak, "bandwidth_tb_per_s": bandwidth}
    path = chip_with(tmp_path, **wrong)
    refused(rf"my-chip\.toml: .*{says}", gpu=path)
    refused(rf"or if {peak:g} is dense, dense = true$", gpu=path)
    dense = roofline.compute(gpu=chip_with(tmp_path, **wrong, dense="true"))
    assert dense.value("gpu.peak") == round(peak * 1e12)


def test_a_peak_that_is_said_not_to_be_dense(tmp_path: Path) -> None:
    refused(r"dense = false: peak_tflops must be the dense peak", gpu=chip_with(tmp_path, dense="false"))


@pytest.mark.parametrize("key", roofline.gpus())
def test_no_known_chip_looks_sparse(tmp_path: Path, key: str) -> None:
    chip = roofline.gpus()[key]
    numbers = {"peak_tflops": chip.peak / 1e12, "bandwidth_tb_per_s": chip.bandwidth / 1e12}
    found = roofline.compute(gpu=chip_with(tmp_path, **numbers, memory_gb=chip.memory / 1e9)).gpu
    assert (found.peak, found.bandwidth, found.memory) == (chip.peak, chip.bandwidth, chip.memory)


def test_a_ridge_that_no_chip_has(tmp_path: Path) -> None:
    refused(
        r"my-chip\.toml: peak_tflops / bandwidth_tb_per_s = 0\.281 operations a byte, below any chip's \(5\): one of",
        gpu=chip_with(tmp_path, peak_tflops=2.25, bandwidth_tb_per_s=8),
    )


def test_keys_that_are_missing_or_unknown(tmp_path: Path) -> None:
    without = "\n".join(line for line in CHIP.splitlines() if not line.startswith(("memory_gb", "name")))
    refused(
        r"my-chip\.toml: missing name \(text in quotes\), memory_gb \(a positive number of GB\)$",
        gpu=saved(tmp_path, without),
    )
    refused(
        r"my-chip\.toml: unknown key 'memory' \(did you mean 'memory_gb'\?\); known: name, full_name, said, peak",
        gpu=saved(tmp_path, CHIP.replace("memory_gb", "memory")),
    )
    refused(r"my-chip\.toml: \[mine\] is a table; the keys of a chip stand by", gpu=saved(tmp_path, f"[mine]\n{CHIP}"))
    refused(r"my-chip\.toml: .*line 1, column 8", gpu=saved(tmp_path, "name = My chip"))
    refused(r"none\.toml: no such file; `render\.py template chip` prints one", gpu=str(tmp_path / "none.toml"))
    refused(r"none\.toml: no such file; `render\.py template model` prints", model=str(tmp_path / "none.toml"))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"parameters": 8.03}, r"parameters = 8\.03 must be a whole number of at least 1, written in full, such as"),
        ({"parameters": 8}, r"parameters = 8 is not believable: .* have 2,392,850,432 by themselves"),
        ({"layers": 0}, r"layers = 0 must be a whole number of at least 1$"),
        ({"kv_heads": 7}, r"32 query heads cannot share 7 KV heads evenly$"),
        ({"tied": '"no"'}, r"tied = 'no' must be true or false$"),
        ({"experts": 8}, r"= 8: it is a mixture of 8 experts, of which a token passes only some"),
        ({"parameters": 46_702_792_704}, r"too many for a dense .* 28 times as wide .* experts = 1$"),
        ({"sliding_layers": 16}, r"sliding_layers = 16 and sliding_window = 0 must both be given"),
        ({"sliding_layers": 33, "sliding_window": 4096}, r"sliding_layers = 33 .* at most the 32 layers"),
    ],
)  # fmt: skip
def test_models_that_are_wrong(tmp_path: Path, changes: dict[str, object], says: str) -> None:
    refused(rf"/my-model\.toml: [^:]*{says}", model=model_with(tmp_path, **changes))


def test_a_wide_dense_model_can_say_so(tmp_path: Path) -> None:
    wide = model_with(tmp_path, parameters=46_702_792_704, experts=1)
    assert roofline.compute(model=wide).value("model.parameters") == 46_702_792_704


@pytest.mark.parametrize("key", roofline.models())
def test_no_known_model_looks_like_a_mixture(tmp_path: Path, key: str) -> None:
    model = roofline.models()[key]
    shape = ("parameters", "layers", "hidden", "query_heads", "kv_heads", "head_size", "vocabulary", "context_window")
    changes = {name: getattr(model, name) for name in shape}
    path = model_with(tmp_path, **changes, tied=str(model.tied).lower())
    assert roofline.compute(model=path).value("model.parameters") == model.parameters


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('name = "A name that is longer than room"', r"name = 'A name .*' has over 20 characters; full_name has room"),
        (
            f'name = "A"\nfull_name = "A chip {"x" * 41} y"',
            r"full_name = .* 50 characters, over 48; such as 'A chip' would",
        ),
        (f'name = "A"\nfull_name = "{" " * 60}y"', r"full_name = .* has 61 characters, over 48; such as 'y' would fit"),
        ('name = "{gpu.name}"', r"name = '\{gpu\.name\}' has '\{' in it, which stands for something else$"),
        ('name = "[a](weight)"', r"name = .* has '\[' in it"),
        ('name = "two\\nlines"', r"name = .* has '\\n' in it"),
    ],
)
def test_names_that_do_not_fit_into_a_line(tmp_path: Path, line: str, says: str) -> None:
    refused(rf"my-chip\.toml: {says}", gpu=saved(tmp_path, CHIP.replace('name = "My chip"', line)))


def test_unknown_templates() -> None:
    with pytest.raises(SpecError, match=r"^no template for 'chips' \(did you mean 'chip'\?\); there are: chip, model$"):
        template("chips")
