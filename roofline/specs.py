"""Chips, models and workloads: what is known, loaded and validated.

All values are SI: operations a second, bytes a second, bytes, tokens. An operation is one multiply
or one add; peaks are dense BF16 with FP32 accumulation; 1 GB is 10⁹ bytes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date
from functools import cache
from pathlib import Path
from typing import TypeVar

from roofline.rows import Day, Field, Flag, Quantity, SpecError, Text, Whole, nearest, read_row, read_toml

__all__ = [
    "BYTES_EACH",
    "Gpu",
    "Model",
    "SpecError",
    "Workload",
    "find_gpu",
    "find_model",
    "gpus",
    "load_gpus",
    "load_models",
    "models",
    "nearest",
]

HERE = Path(__file__).parent

BYTES_EACH: Mapping[str, int] = {"bf16": 2, "int8": 1}
"""Bytes per weight by precision. INT8 is for weights only: arithmetic and cache stay BF16."""


@dataclass(frozen=True)
class Gpu:
    """A chip. `peak` is in operations a second, `bandwidth` in bytes a second, `memory` in bytes.

    `key` is what the command line takes, `name` what the film shows, `full_name` what the credits
    show, `said` what the voice is given. A SpecError if a number is not positive.
    """

    key: str
    name: str
    peak: float
    bandwidth: float
    memory: float
    full_name: str = ""
    said: str = ""
    source: str = ""
    read: date | None = None

    def __post_init__(self) -> None:
        for name in ("peak", "bandwidth", "memory"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value > 0):
                raise SpecError(f"chip {self.key!r}: {name} = {value!r} must be a positive number")


@dataclass(frozen=True)
class Model:
    """A dense transformer. `tied` says that input and output embedding are one table.

    `head_size` is not always `hidden / query_heads`, so attention's width has its own property.
    A SpecError if a number is not a positive whole one or the heads do not divide.
    """

    key: str
    name: str
    parameters: int
    layers: int
    hidden: int
    query_heads: int
    kv_heads: int
    head_size: int
    vocabulary: int
    tied: bool
    context_window: int
    full_name: str = ""
    said: str = ""
    source: str = ""
    read: date | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type == "int" and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
                raise SpecError(f"model {self.key!r}: {field.name} = {value!r} must be a positive whole number")
        if self.query_heads % self.kv_heads:
            raise SpecError(
                f"model {self.key!r}: {self.query_heads} query heads cannot share {self.kv_heads} KV heads evenly"
            )


@dataclass(frozen=True)
class Workload:
    """What is asked of the chip: a prompt of `prompt` tokens; a batch of `users`, each with `context`
    tokens in its cache; `weights` is a key of BYTES_EACH. A SpecError for anything else."""

    prompt: int = 2000
    users: int = 64
    context: int = 256
    weights: str = "bf16"

    def __post_init__(self) -> None:
        for name in ("prompt", "users", "context"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise SpecError(f"{name} = {value!r} must be a whole number of at least 1")
        if self.weights not in BYTES_EACH:
            raise SpecError(
                f"unknown weights {self.weights!r}{nearest(str(self.weights), BYTES_EACH)}; "
                f"known: {', '.join(BYTES_EACH)}"
            )

    def check(self, model: Model) -> None:
        """A SpecError if the prompt or a user's context is longer than the model can take."""
        for name in ("prompt", "context"):
            tokens = getattr(self, name)
            if tokens > model.context_window:
                raise SpecError(
                    f"{name} = {tokens:,} tokens is longer than the context window of {model.name}, "
                    f"{model.context_window:,}"
                )


NAMES: Mapping[str, Field] = {
    "name": Text(),
    "full_name": Text(required=False),
    "said": Text(required=False),
    "source": Text(),
    "read": Day(),
}

GPU_FIELDS: Mapping[str, Field] = {
    **NAMES,
    "peak_tflops": Quantity("TFLOP/s (dense BF16)", 1, 100_000, 1e12),
    "bandwidth_tb_per_s": Quantity("TB/s", 0.02, 100, 1e12),
    "memory_gb": Quantity("GB", 1, 10_000, 1e9),
}

MODEL_FIELDS: Mapping[str, Field] = {
    **NAMES,
    **{
        key: Whole() for key in ("parameters", "layers", "hidden", "query_heads", "kv_heads", "head_size", "vocabulary")
    },
    "tied": Flag(),
    "context_window": Whole(),
}


def load_gpus(path: Path) -> dict[str, Gpu]:
    """The chips of a TOML file by key, one table each; a SpecError that says where it is wrong."""
    chips = {}
    for key, row in _tables(path).items():
        values = read_row(row, GPU_FIELDS, f"{path.name} [{key}]")
        chips[key] = Gpu(
            key=key,
            peak=values.pop("peak_tflops"),
            bandwidth=values.pop("bandwidth_tb_per_s"),
            memory=values.pop("memory_gb"),
            **values,
        )
    return chips


def load_models(path: Path) -> dict[str, Model]:
    """The models of a TOML file by key, one table each; a SpecError that says where it is wrong."""
    return {
        key: Model(key=key, **read_row(row, MODEL_FIELDS, f"{path.name} [{key}]")) for key, row in _tables(path).items()
    }


def _tables(path: Path) -> dict[str, dict[str, object]]:
    tables = read_toml(path)
    for key, row in tables.items():
        if not isinstance(row, dict):
            raise SpecError(f"{path.name}: {key!r} stands outside a [table]")
    return tables


@cache
def gpus() -> Mapping[str, Gpu]:
    """The chips that ship with the module, by key."""
    return load_gpus(HERE / "gpus.toml")


@cache
def models() -> Mapping[str, Model]:
    """The models that ship with the module, by key."""
    return load_models(HERE / "models.toml")


Row = TypeVar("Row", Gpu, Model)


def find_gpu(gpu: str | Gpu) -> Gpu:
    """The chip itself, or the one of that key; a SpecError that lists the known ones otherwise."""
    return gpu if isinstance(gpu, Gpu) else _find(gpu, gpus(), "chip")


def find_model(model: str | Model) -> Model:
    """The model itself, or the one of that key; a SpecError that lists the known ones otherwise."""
    return model if isinstance(model, Model) else _find(model, models(), "model")


def _find(key: str, known: Mapping[str, Row], what: str) -> Row:
    row = known.get(key.lower())
    if row is None:
        raise SpecError(f"unknown {what} {key!r}{nearest(key, known)}; known: {', '.join(known)}")
    return row
