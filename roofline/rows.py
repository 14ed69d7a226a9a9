"""Reading rows of data: known keys only, none missing, the right types, and units of the right size.

Every number's key carries its unit (`bandwidth_tb_per_s`), so a row can be checked against a range
in that unit before it is turned into SI.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any


class SpecError(ValueError):
    """A chip, model, workload or measurement that cannot be used. The text is one line for the user."""


def nearest(word: str, known: Iterable[str]) -> str:
    """' (did you mean …?)' for the closest known word, or nothing."""
    match = get_close_matches(word.lower(), list(known), n=1, cutoff=0.6)
    return f" (did you mean {match[0]!r}?)" if match else ""


@dataclass(frozen=True)
class Text:
    """A key that holds words."""

    required: bool = True
    wants = "text in quotes"

    def read(self, value: Any) -> str:
        """The words; a SpecError that completes 'key …' otherwise."""
        if not isinstance(value, str) or not value.strip():
            raise SpecError(f"= {value!r} must be {self.wants}")
        return value


@dataclass(frozen=True)
class Day:
    """A key that holds a date."""

    required: bool = True
    wants = "a date without quotes, such as 2026-11-29"

    def read(self, value: Any) -> date:
        """The date; a SpecError that completes 'key …' otherwise."""
        if type(value) is not date:
            raise SpecError(f"= {value!r} must be {self.wants}")
        return value


@dataclass(frozen=True)
class Moment:
    """A key that holds a date and a time, with its offset from UTC."""

    required: bool = True
    wants = "a date and time without quotes, such as 2026-11-29T12:00:00Z"

    def read(self, value: Any) -> datetime:
        """The moment; a SpecError that completes 'key …' otherwise."""
        if not isinstance(value, datetime) or value.tzinfo is None:
            raise SpecError(f"= {value!r} must be {self.wants}")
        return value


@dataclass(frozen=True)
class Flag:
    """A key that holds true or false."""

    required: bool = True
    wants = "true or false"

    def read(self, value: Any) -> bool:
        """The flag; a SpecError that completes 'key …' otherwise."""
        if not isinstance(value, bool):
            raise SpecError(f"= {value!r} must be {self.wants}")
        return value


@dataclass(frozen=True)
class Whole:
    """A key that holds a whole number of at least `least`."""

    required: bool = True
    least: int = 1

    @property
    def wants(self) -> str:
        """What the key should hold."""
        return f"a whole number of at least {self.least}"

    def read(self, value: Any) -> int:
        """The number; a SpecError that completes 'key …' otherwise."""
        if isinstance(value, bool) or not isinstance(value, int) or value < self.least:
            in_full = ", written in full, such as 8_030_261_248" if isinstance(value, float) else ""
            raise SpecError(f"= {value!r} must be {self.wants}{in_full}")
        return value


@dataclass(frozen=True)
class Quantity:
    """A key that holds a number in `unit`; believable between `low` and `high`; times `scale` it is SI.

    `others` are the units that it may have been written in by mistake, each with its size in `unit`.
    """

    unit: str
    low: float
    high: float
    scale: float = 1.0
    required: bool = True
    others: Mapping[str, float] = field(default_factory=dict)

    @property
    def wants(self) -> str:
        """What the key should hold."""
        return f"a positive number of {self.unit}"

    def read(self, value: Any) -> float:
        """The number in SI; a SpecError that completes 'key …' otherwise."""
        if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
            raise SpecError(f"= {value!r} must be {self.wants}")
        if not self.low <= value <= self.high:
            raise SpecError(
                f"= {value!r} is not believable in {self.unit} ({self.low:g} to {self.high:g}){self._instead(value)}"
            )
        si = value * self.scale
        # 989.4 · 10¹² in binary may miss the integer by a few units in the last place.
        return float(round(si)) if self.scale > 1 else si

    def _instead(self, value: float) -> str:
        """What would be right if the number is in another unit."""
        for unit, size in self.others.items():
            if self.low <= value * size <= self.high:
                return f"; {value:g} {unit} are {value * size:g} {self.unit.partition(' ')[0]}"
        return ""


@dataclass(frozen=True)
class Many:
    """A key that holds a list whose items are all like `each`."""

    each: Text | Whole | Quantity
    required: bool = True
    wants = "a list"

    def read(self, value: Any) -> tuple[Any, ...]:
        """The items; a SpecError that completes 'key …' otherwise."""
        if not isinstance(value, list):
            raise SpecError(f"= {value!r} must be {self.wants}")
        items = []
        for place, item in enumerate(value):
            try:
                items.append(self.each.read(item))
            except SpecError as error:
                raise SpecError(f"at place {place + 1} {error}") from None
        return tuple(items)


Field = Text | Day | Moment | Flag | Whole | Quantity | Many


def read_row(row: Mapping[str, Any], fields: Mapping[str, Field], where: str) -> dict[str, Any]:
    """The values of one row by key, in SI; a SpecError that starts with `where` if anything is wrong."""
    for key in row:
        if key not in fields:
            raise SpecError(f"{where}: unknown key {key!r}{nearest(key, fields)}; known: {', '.join(fields)}")
    missing = [f"{key} ({wanted.wants})" for key, wanted in fields.items() if wanted.required and key not in row]
    if missing:
        raise SpecError(f"{where}: missing {', '.join(missing)}")
    values = {}
    for key, value in row.items():
        try:
            values[key] = fields[key].read(value)
        except SpecError as error:
            raise SpecError(f"{where}: {key} {error}") from None
    return values


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; a SpecError with the file, line and column if it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise SpecError(f"{path}: {error}") from None
    except UnicodeDecodeError:
        raise SpecError(f"{path}: not UTF-8 text") from None
    except OSError as error:
        raise SpecError(f"{path}: {error.strerror}") from None
