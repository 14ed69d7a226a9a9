"""What a real endpoint did: data with their provenance, which the user can replace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isclose
from pathlib import Path
from typing import Any

from roofline.raw import Raw, read_raw
from roofline.rows import Field, Quantity, SpecError, Text, Whole, read_row, read_toml
from roofline.spread import WHICH, chosen, summary

DEFAULT = Path(__file__).parent.parent / "assets" / "measurements.toml"


BYTES_EACH: Mapping[str, int] = {"BF16": 2, "FP16": 2, "FP8": 1, "INT8": 1}
"""Bytes per weight of the precisions that an endpoint may state."""

ENDS = ("low", "high")
"""The two ends of a spread, in keys."""


@dataclass(frozen=True)
class Prompt:
    """A prompt that was measured: its length in tokens, and seconds until the first token came, the median of several
    runs. The spreads are the lowest and the highest of these, and of the rates in tokens a second; None is not known.
    """

    tokens: int
    first_token: float
    first_token_spread: tuple[float, float] | None = None
    rate_spread: tuple[float, float] | None = None


@dataclass(frozen=True)
class Measurements:
    """One endpoint, three prompts. Rates are in tokens a second, `how` is the provenance in words.

    `decode_short` was measured after the short prompt, `decode_long` after the long one, `decode_middle` is None if it
    was not; `decode_other` on another provider's endpoint at `other_precision`: 0 and '' if there was none. `router` is
    '' for an endpoint that was asked directly. `raw` holds the records of every request, if the file has them, and
    `runs` the number of runs of each prompt, otherwise 0.
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
    decode_middle: float | None = None
    other_precision: str = ""
    decode_other: float = 0.0
    runs: int = 0
    raw: Raw | None = None

    @property
    def bytes_each(self) -> int:
        """Bytes per weight at the endpoint."""
        return BYTES_EACH[self.precision]

    @property
    def other_bytes_each(self) -> int:
        """Bytes per weight at the other provider's endpoint, 0 if there was none."""
        return BYTES_EACH.get(self.other_precision, 0)


SECONDS = Quantity("seconds", 0.001, 600)
RATE = Quantity("tokens a second", 0.01, 100_000)

FIELDS: Mapping[str, Field] = {
    "model": Text(),
    "precision": Text(),
    "how": Text(),
    "router.name": Text(required=False),
    "router.said": Text(required=False),
    "provider.name": Text(),
    "provider.said": Text(required=False),
    **{f"prompts.{which}.tokens": Whole() for which in WHICH},
    **{f"prompts.{which}.first_token_s": SECONDS for which in WHICH},
    **{f"prompts.{which}.first_token_{end}_s": replace(SECONDS, required=False) for which in WHICH for end in ENDS},
    "decode.short_tokens_per_s": RATE,
    "decode.middle_tokens_per_s": replace(RATE, required=False),
    "decode.long_tokens_per_s": RATE,
    **{f"decode.{which}_{end}_tokens_per_s": replace(RATE, required=False) for which in WHICH for end in ENDS},
    "other.precision": Text(required=False),
    "other.tokens_per_s": replace(RATE, required=False),
}

RAW = ("endpoint", "record")
"""Tables with the raw records, which `roofline.raw` reads."""


def load_measurements(path: Path = DEFAULT) -> Measurements:
    """Read a measurements file; a SpecError that says where it is wrong."""
    tables, where = read_toml(path), path.name
    raw = read_raw(tables, where) if any(key in tables for key in RAW) else None
    if raw:
        _check_use(raw, where)
    row = read_row(_flat({key: value for key, value in tables.items() if key not in RAW}), FIELDS, where)
    _check(row, where)
    if raw:
        _check_summary(row, raw, where)
    return Measurements(
        model=row["model"],
        precision=row["precision"],
        how=row["how"],
        router=row.get("router.name", ""),
        router_said=row.get("router.said", ""),
        provider=row["provider.name"],
        provider_said=row.get("provider.said", ""),
        **{which: _prompt(row, which) for which in WHICH},
        decode_short=row["decode.short_tokens_per_s"],
        decode_long=row["decode.long_tokens_per_s"],
        decode_middle=row.get("decode.middle_tokens_per_s"),
        other_precision=row.get("other.precision", ""),
        decode_other=row.get("other.tokens_per_s", 0.0),
        runs=min(length.runs for length in raw.lengths) if raw else 0,
        raw=raw,
    )


def _prompt(row: Mapping[str, Any], which: str) -> Prompt:
    def spread(first: str, last: str) -> tuple[float, float] | None:
        low, high = (row.get(f"{first}_{end}_{last}") for end in ENDS)
        return None if low is None or high is None else (low, high)

    return Prompt(
        tokens=row[f"prompts.{which}.tokens"],
        first_token=row[f"prompts.{which}.first_token_s"],
        first_token_spread=spread(f"prompts.{which}.first_token", "s"),
        rate_spread=spread(f"decode.{which}", "tokens_per_s"),
    )


def _check_use(raw: Raw, where: str) -> None:
    """A SpecError if the measurement is whole but not enough for the film, or not whole."""
    if raw.missing or not raw.endpoint.finished:
        raise SpecError(
            f"{where}: this measurement is not finished, {raw.missing} runs are missing; "
            "the `measure` command that began it goes on from there"
        )
    if not chosen(raw.lengths):
        count = len(raw.lengths)
        raise SpecError(f"{where}: {count} prompt length{'s' * (count != 1)} measured, and the film compares three")
    for which, length in chosen(raw.lengths).items():
        if which != "middle" and not length.rate:
            raise SpecError(
                f"{where}: no rate for the {which} prompt, because the server did not count its tokens or sent them "
                "all at once; the film cannot show this measurement"
            )


def _check(row: Mapping[str, Any], where: str) -> None:
    for key in ("precision", "other.precision"):
        if key in row and row[key] not in BYTES_EACH:
            raise SpecError(f"{where}: {key} = {row[key]!r} is not one of {', '.join(BYTES_EACH)}")
    if ("other.precision" in row) != ("other.tokens_per_s" in row):
        raise SpecError(f"{where}: [other] needs both precision and tokens_per_s, or is left out")
    tokens = [row[f"prompts.{which}.tokens"] for which in WHICH]
    if not tokens[0] < tokens[1] < tokens[2]:
        raise SpecError(f"{where}: the prompts must grow from short to middle to long")


def _check_summary(row: Mapping[str, Any], raw: Raw, where: str) -> None:
    """A SpecError if the numbers that the film shows are not those of the records."""
    for key, value in summary(raw.lengths).items():
        if key not in row or not isclose(row[key], value, rel_tol=1e-6):
            raise SpecError(f"{where}: {key} = {row.get(key)!r} is not what its records give, {value!r}")


def _flat(tables: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat = {}
    for key, value in tables.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{prefix}{key}."))
        else:
            flat[f"{prefix}{key}"] = value
    return flat
