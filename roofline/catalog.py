"""The chips and models that ship with the module, by key; and those that are known but left out, with the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from roofline.rows import Day, Field, Flag, Quantity, SpecError, Text, Whole, read_row, read_toml
from roofline.specs import Gpu, Model

HERE = Path(__file__).parent

PROVENANCE: Mapping[str, Field] = {"source": Text(), "read": Day()}

NAMES: Mapping[str, Field] = {"name": Text(), "full_name": Text(required=False), "said": Text(required=False)}

GPU_NUMBERS: Mapping[str, Field] = {
    "peak_tflops": Quantity(
        "TFLOP/s (dense BF16)", 1, 100_000, 1e12, others={"PFLOP/s": 1e3, "GFLOP/s": 1e-3, "FLOP/s": 1e-12}
    ),
    "bandwidth_tb_per_s": Quantity("TB/s", 0.02, 100, 1e12, others={"GB/s": 1e-3, "MB/s": 1e-6, "B/s": 1e-12}),
    "memory_gb": Quantity("GB", 1, 10_000, 1e9, others={"TB": 1e3, "MB": 1e-3, "bytes": 1e-9}),
}

MODEL_NUMBERS: Mapping[str, Field] = {
    **{
        key: Whole() for key in ("parameters", "layers", "hidden", "query_heads", "kv_heads", "head_size", "vocabulary")
    },
    "tied": Flag(),
    "context_window": Whole(),
    "sliding_layers": Whole(required=False),
    "sliding_window": Whole(required=False),
}

GPU_FIELDS = {**NAMES, **GPU_NUMBERS, **PROVENANCE}
MODEL_FIELDS = {**NAMES, **MODEL_NUMBERS, **PROVENANCE}
LEFT_OUT_GPU: Mapping[str, Field] = {"full_name": Text(), "left_out": Text(), **PROVENANCE}
LEFT_OUT_MODEL: Mapping[str, Field] = {"full_name": Text(), "experts": Whole(), **PROVENANCE}


@dataclass(frozen=True)
class LeftOut:
    """A chip or model that is known but not computed with. `reason` is a clause without a full stop."""

    key: str
    full_name: str
    reason: str
    source: str
    read: date

    def __str__(self) -> str:
        return f"no film of {self.full_name}: {self.reason}"


def mixture(experts: int) -> str:
    """Why a mixture of experts is left out."""
    return (
        f"it is a mixture of {experts} experts, of which a token passes only some, "
        "and this arithmetic rests on every weight being read once for all tokens"
    )


def make_gpu(key: str, values: dict[str, Any]) -> Gpu:
    """A chip from the values of a row (SI)."""
    numbers = {name: values.pop(name) for name in GPU_NUMBERS}
    peak, bandwidth, memory = numbers.values()
    return Gpu(key=key, peak=peak, bandwidth=bandwidth, memory=memory, **values)


def load_gpus(path: Path) -> dict[str, Gpu]:
    """The chips of a TOML file by key, one table each; a SpecError that says where it is wrong."""
    return {
        key: make_gpu(key, read_row(row, GPU_FIELDS, f"{path.name} [{key}]"))
        for key, row in _tables(path)
        if "left_out" not in row
    }


def load_models(path: Path) -> dict[str, Model]:
    """The models of a TOML file by key, one table each; a SpecError that says where it is wrong."""
    return {
        key: Model(key=key, **read_row(row, MODEL_FIELDS, f"{path.name} [{key}]"))
        for key, row in _tables(path)
        if "experts" not in row
    }


def _tables(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for key, row in read_toml(path).items():
        if not isinstance(row, dict):
            raise SpecError(f"{path.name}: {key!r} stands outside a [table]")
        yield key, row


@cache
def gpus() -> Mapping[str, Gpu]:
    """The chips that ship with the module, by key."""
    return load_gpus(HERE / "gpus.toml")


@cache
def models() -> Mapping[str, Model]:
    """The models that ship with the module, by key."""
    return load_models(HERE / "models.toml")


@cache
def left_out_gpus() -> Mapping[str, LeftOut]:
    """Chips without a published dense BF16 peak, by key."""
    rows = ((key, row) for key, row in _tables(HERE / "gpus.toml") if "left_out" in row)
    read = {key: read_row(row, LEFT_OUT_GPU, f"gpus.toml [{key}]") for key, row in rows}
    return {key: LeftOut(key, reason=values.pop("left_out"), **values) for key, values in read.items()}


@cache
def left_out_models() -> Mapping[str, LeftOut]:
    """Mixtures of experts, by key."""
    rows = ((key, row) for key, row in _tables(HERE / "models.toml") if "experts" in row)
    read = {key: read_row(row, LEFT_OUT_MODEL, f"models.toml [{key}]") for key, row in rows}
    return {key: LeftOut(key, reason=mixture(values.pop("experts")), **values) for key, values in read.items()}
