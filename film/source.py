"""A TOML file's text, and where its entries stand: `tomllib` reads the values but keeps no lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_DOTTED = rf"{_PART}(?:\s*\.\s*{_PART})*"
_TABLE = re.compile(rf"\s*\[\s*({_DOTTED})\s*\]")
_ENTRY = re.compile(rf"\s*({_DOTTED})\s*=\s*(.*)")
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)")


@dataclass(frozen=True)
class Source:
    """The text of a TOML file."""

    path: Path
    text: str

    def where(self, key: tuple[str, ...], fragment: str = "") -> str:
        """'file:line' of an entry, or of a fragment of its text."""
        first, last = self._entries.get(split_key(key), (1, 1))
        lines = self.text.splitlines()
        found = (number for number in range(first, last + 1) if fragment in lines[number - 1])
        return f"{self.path}:{next(found, first)}"

    def explain(self, message: str) -> str:
        """`tomllib`'s message as one line that begins with file, line and column."""
        lines = self.text.splitlines()
        end = (len(lines), len(lines[-1]) + 1 if lines else 1)
        place = _PLACE.search(message)
        line, column = (int(place[1]), int(place[2])) if place and place[1] else end
        return f"{self.path}:{line}:{column}: not valid TOML: {_PLACE.sub('', message)}"

    @cached_property
    def _entries(self) -> dict[tuple[str, ...], tuple[int, int]]:
        """The first and the last line of each entry, by its full key."""
        entries: dict[tuple[str, ...], tuple[int, int]] = {}
        table: tuple[str, ...] = ()
        key, fence = None, ""
        for number, line in enumerate(self.text.splitlines(), start=1):
            if fence and key:
                entries[key] = (entries[key][0], number)
                fence = "" if fence in line else fence
            elif header := _TABLE.match(line):
                table = _parts(header[1])
            elif entry := _ENTRY.match(line):
                key = table + _parts(entry[1])
                entries[key] = (number, number)
                opened = entry[2][:3]
                fence = opened if opened in ('"' * 3, "'" * 3) and entry[2].find(opened, 3) < 0 else ""
        return entries


def _parts(dotted: str) -> tuple[str, ...]:
    return split_key(tuple(part.strip("\"'") for part in re.findall(_PART, dotted)))


def split_key(key: tuple[str, ...]) -> tuple[str, ...]:
    """A key with its dots taken apart, so that "idle.otherwise" and idle.otherwise are the same place."""
    return tuple(part for name in key for part in name.split("."))
