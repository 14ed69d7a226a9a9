"""What a real endpoint did: data with their provenance, which the user can replace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roofline.rows import Field, Quantity, SpecError, Text, Whole, read_row, read_toml

DEFAULT = Path(__file__).parent.parent / "assets" / "measurements.toml"


BYTES_EACH: Mapping[str, int] = {"BF16": 2, "FP16": 2, "FP8": 1, "INT8": 1}
"""Bytes per weight of the precisions that an endpoint may state."""


@dataclass(frozen=True)
class Prompt:
    """A prompt that was measured: its length in tokens, seconds until the first token came."""

    tokens: int
    first_token: float


@dataclass(frozen=True)
class Measurements:
    """One endpoint, three prompts. Rates are in tokens a second, `how` is the provenance in words.

    `decode_short` was measured after a short prompt, `decode_long` after the long one and
    `decode_other` on another provider's endpoint at `other_precision`.
    """

    model: str
    precision: str
    how: str
    router: str
    router_said: str
    provider: str
    provider_said: str
    short: Prompt
    middle: Prompt
    long: Prompt
    decode_short: float
    decode_long: float
    other_precision: str
    decode_other: float

    @property
    def bytes_each(self) -> int:
        """Bytes per weight at the endpoint."""
        return BYTES_EACH[self.precision]

    @property
    def other_bytes_each(self) -> int:
        """Bytes per weight at the other provider's endpoint."""
        return BYTES_EACH[self.other_precision]


SECONDS = Quantity("seconds", 0.001, 600)
RATE = Quantity("tokens a second", 0.01, 100_000)

FIELDS: Mapping[str, Field] = {
    "model": Text(),
    "precision": Text(),
    "how": Text(),
    "router.name": Text(),
    "router.said": Text(required=False),
    "provider.name": Text(),
    "provider.said": Text(required=False),
    **{f"prompts.{which}.tokens": Whole() for which in ("short", "middle", "long")},
    **{f"prompts.{which}.first_token_s": SECONDS for which in ("short", "middle", "long")},
    "decode.short_tokens_per_s": RATE,
    "decode.long_tokens_per_s": RATE,
    "other.precision": Text(),
    "other.tokens_per_s": RATE,
}


def load_measurements(path: Path = DEFAULT) -> Measurements:
    """Read a measurements file; a SpecError that says where it is wrong."""
    row = read_row(_flat(read_toml(path)), FIELDS, path.name)
    prompts = {
        which: Prompt(row[f"prompts.{which}.tokens"], row[f"prompts.{which}.first_token_s"])
        for which in ("short", "middle", "long")
    }
    for key in ("precision", "other.precision"):
        if row[key] not in BYTES_EACH:
            raise SpecError(f"{path.name}: {key} = {row[key]!r} is not one of {', '.join(BYTES_EACH)}")
    if not prompts["short"].tokens < prompts["middle"].tokens < prompts["long"].tokens:
        raise SpecError(f"{path.name}: the prompts must grow from short to middle to long")
    return Measurements(
        model=row["model"],
        precision=row["precision"],
        how=row["how"],
        router=row["router.name"],
        router_said=row.get("router.said", ""),
        provider=row["provider.name"],
        provider_said=row.get("provider.said", ""),
        **prompts,
        decode_short=row["decode.short_tokens_per_s"],
        decode_long=row["decode.long_tokens_per_s"],
        other_precision=row["other.precision"],
        decode_other=row["other.tokens_per_s"],
    )


def _flat(tables: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat = {}
    for key, value in tables.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{prefix}{key}."))
        else:
            flat[f"{prefix}{key}"] = value
    return flat
