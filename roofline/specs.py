"""Chips, models and workloads, validated.

All values are SI: operations a second, bytes a second, bytes, tokens. An operation is one multiply
or one add; peaks are dense BF16 with FP32 accumulation; 1 GB is 10⁹ bytes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from roofline.rows import SpecError, nearest

__all__ = ["BYTES_EACH", "Gpu", "Model", "SpecError", "Workload", "nearest"]

BYTES_EACH: Mapping[str, int] = {"bf16": 2, "int8": 1}
"""Bytes per weight by precision. INT8 is for weights only: arithmetic and cache stay BF16."""

MOST = 10**9
"""The most tokens or users that make sense."""


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


WHOLE = ("parameters", "layers", "hidden", "query_heads", "kv_heads", "head_size", "vocabulary", "context_window")
"""The numbers that every model has."""


@dataclass(frozen=True)
class Model:
    """A dense transformer. `tied` says that input and output embedding are one table.

    `head_size` is not always `hidden / query_heads`, so attention's width follows from the heads. Where
    `sliding_layers` of the layers look back `sliding_window` tokens only, they keep no more in the cache.
    A SpecError if a number is not a positive whole one, the heads do not divide, or the windows make no sense.
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
    sliding_layers: int = 0
    sliding_window: int = 0
    full_name: str = ""
    said: str = ""
    source: str = ""
    read: date | None = None

    def __post_init__(self) -> None:
        for name in WHOLE:
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise SpecError(f"model {self.key!r}: {name} = {value!r} must be a positive whole number")
        if self.query_heads % self.kv_heads:
            raise SpecError(
                f"model {self.key!r}: {self.query_heads} query heads cannot share {self.kv_heads} KV heads evenly"
            )
        sliding = self.sliding_layers, self.sliding_window
        if sliding != (0, 0) and not (0 < sliding[0] <= self.layers and 0 < sliding[1] <= self.context_window):
            raise SpecError(
                f"model {self.key!r}: sliding_layers = {sliding[0]} and sliding_window = {sliding[1]} must both be "
                f"given, at most the {self.layers} layers and the context window of {self.context_window:,}"
            )

    @property
    def sliding_share(self) -> float:
        """Part of the layers, 0 to 1, that look back `sliding_window` tokens only."""
        return self.sliding_layers / self.layers


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
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
                raise SpecError(f"{name} = {value!r} must be a whole number of at least 1 and at most {MOST:,}")
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
