"""Chips and models in files of one's own, checked harder than the tables: who writes them reads data sheets."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from roofline.catalog import GPU_NUMBERS, HERE, MODEL_NUMBERS, NAMES, gpus, make_gpu, mixture
from roofline.rows import Day, Field, Flag, SpecError, Text, Whole, nearest, read_row, read_toml
from roofline.specs import Gpu, Model

OPTIONAL: Mapping[str, Field] = {"source": Text(required=False), "read": Day(required=False)}

CHIP_FIELDS = {**NAMES, **GPU_NUMBERS, "dense": Flag(required=False), **OPTIONAL}
MODEL_FIELDS = {**NAMES, **MODEL_NUMBERS, "experts": Whole(required=False), **OPTIONAL}

TEMPLATES = {what: HERE / f"my-{what}.toml" for what in ("chip", "model")}

LONGEST_NAME = 20
"""Characters of a name at most, for it stands in lines and beside other chips."""

LONGEST_FULL_NAME = 48
"""Characters of a full name at most: with more, the credits could not be read."""

LOWEST_RIDGE, HIGHEST_RIDGE = 5.0, 600.0
"""Operations a byte between which the ridge of a chip is believed; the tables' go from 76 to 560."""

SPARSE_SLACK = 0.02
"""How near a peak must be to twice that of a chip in the tables to be taken for its sparse one."""

SAME_BANDWIDTH = 0.05
"""How near the bandwidths must be for that."""

WIDEST_FEED_FORWARD = 12
"""Widest believable feed-forward layer of a dense model, in hidden sizes; mixtures of experts have 20 and more."""


def is_file(name: str) -> bool:
    """Whether a chip or model is named by its file."""
    return name.lower().endswith(".toml")


def template(what: str) -> str:
    """A commented file to start from, for a "chip" or a "model"; a SpecError for anything else."""
    if what not in TEMPLATES:
        raise SpecError(f"no template for {what!r}{nearest(what, TEMPLATES)}; there are: {', '.join(TEMPLATES)}")
    return TEMPLATES[what].read_text(encoding="utf-8")


def load_gpu(path: Path) -> Gpu:
    """The chip of a file; its key is the file's name. A SpecError that says what is wrong and what would be right."""
    values = _values(path, CHIP_FIELDS, "chip")
    dense = values.pop("dense", None)
    chip = make_gpu(path.name, values)
    if dense is False:
        raise SpecError(f"{path}: dense = false: peak_tflops must be the dense peak, in most data sheets half of it")
    _check_ridge(chip, path)
    if not dense:
        _check_sparse(chip, path)
    return chip


def load_model(path: Path) -> Model:
    """The model of a file; its key is the file's name. A SpecError that says what is wrong and what would be right."""
    values = _values(path, MODEL_FIELDS, "model")
    experts = values.pop("experts", None)
    if experts and experts > 1:
        raise SpecError(f"{path}: experts = {experts}: {mixture(experts)}")
    try:
        model = Model(key=path.name, **values)
    except SpecError as error:
        reason = str(error).removeprefix(f"model {path.name!r}: ")
        raise SpecError(f"{path}: {reason}") from None
    _check_parameters(model, path, known_dense=experts == 1)
    return model


def _values(path: Path, fields: Mapping[str, Field], what: str) -> dict[str, Any]:
    if not path.is_file():
        raise SpecError(f"{path}: no such file; `render.py template {what}` prints one to start from")
    row = read_toml(path)
    tables = [key for key, value in row.items() if isinstance(value, dict)]
    if tables:
        raise SpecError(f"{path}: [{tables[0]}] is a table; the keys of a {what} stand by themselves, without one")
    values = read_row(row, fields, str(path))
    name = values["name"]
    if len(name) > LONGEST_NAME:
        raise SpecError(f"{path}: name = {name!r} has over {LONGEST_NAME} characters; full_name has room for more")
    full = values.get("full_name", "")
    if len(full) > LONGEST_FULL_NAME:
        raise SpecError(
            f"{path}: full_name = {full!r} has {len(full)} characters, over {LONGEST_FULL_NAME}; such as "
            f"{full.strip()[:LONGEST_FULL_NAME].rsplit(maxsplit=1)[0]!r} would fit"
        )
    for key, brackets in (("name", "{}<>[]"), ("full_name", "{}<>[]"), ("said", "{}<>")):
        if wrong := [sign for sign in values.get(key, "") if sign in brackets or not sign.isprintable()]:
            raise SpecError(f"{path}: {key} = {values[key]!r} has {wrong[0]!r} in it, which stands for something else")
    return values


def _check_ridge(chip: Gpu, path: Path) -> None:
    ridge = chip.peak / chip.bandwidth
    if ridge < LOWEST_RIDGE:
        raise SpecError(
            f"{path}: peak_tflops / bandwidth_tb_per_s = {ridge:.3g} operations a byte, below any chip's "
            f"({LOWEST_RIDGE:g}): one of the two is in another unit"
        )


def _check_sparse(chip: Gpu, path: Path) -> None:
    peak, ridge = chip.peak / 1e12, chip.peak / chip.bandwidth
    right = f"write the dense BF16 peak, often half of it ({peak / 2:g}), or if {peak:g} is dense, dense = true"
    for known in gpus().values():
        same = abs(chip.bandwidth / known.bandwidth - 1) <= SAME_BANDWIDTH
        if same and abs(chip.peak / (2 * known.peak) - 1) <= SPARSE_SLACK:
            dense = f"{known.peak / 1e12:g}"
            raise SpecError(
                f"{path}: peak_tflops = {peak:g} is twice the {dense} of the {known.name}, so it looks like a peak "
                f"with sparsity: {right}"
            )
    if ridge > HIGHEST_RIDGE:
        raise SpecError(
            f"{path}: peak_tflops / bandwidth_tb_per_s = {ridge:.0f} operations a byte, above any chip's "
            f"({HIGHEST_RIDGE:g}), so peak_tflops = {peak:g} looks like a peak with sparsity or of 8 bits: {right}"
        )


def _check_parameters(model: Model, path: Path, known_dense: bool) -> None:
    tables = model.vocabulary * model.hidden * (1 if model.tied else 2)
    heads = 2 * model.query_heads + 2 * model.kv_heads
    least = tables + model.layers * heads * model.head_size * model.hidden
    if model.parameters <= least:
        raise SpecError(
            f"{path}: parameters = {model.parameters} is not believable: embedding and attention of this shape "
            f"have {least:,} by themselves; the count is written in full, such as 8_030_261_248"
        )
    widths = (model.parameters - least) / (3 * model.layers * model.hidden**2)
    if widths > WIDEST_FEED_FORWARD and not known_dense:
        raise SpecError(
            f"{path}: parameters = {model.parameters} is too many for a dense model of this shape (its feed-forward "
            f"layers would be {widths:.0f} times as wide as the model): if it is a mixture of experts, it is left out; "
            "if it is dense, experts = 1"
        )
