"""Why a part went stale: what the last part of the beat was made from, against what there is now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from film.cache import Cache, modified
from film.keys import Basis, Read, unsealed, value_now
from film.part import Part, read_part
from film.plan import ScenePlan
from roofline import Figures

SHOWN = 8
"""Reasons that are named for a beat; of more, the number."""

FORM = ("size", "fps", "x264")
PREFIXES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))
SCALED = ("B", "B/s", "op", "op/s", "s")
"""Units that take a prefix."""


@dataclass(frozen=True)
class Stale:
    """A beat that has to be drawn, and why."""

    beat: str
    reasons: tuple[str, ...]


def why(cache: Cache, basis: Basis, plan: ScenePlan, figures: Figures) -> Stale:
    """The reasons why no kept part of a beat fits; `figures` gives the units and what follows from what."""
    last = _last(cache, basis)
    if last is None:
        return Stale(basis.beat, ("not drawn yet",))
    facts, part = last
    if any(facts[key] != basis.facts[key] for key in FORM):
        (width, height), fps = basis.facts["size"], basis.facts["fps"]
        return Stale(basis.beat, (f"not drawn yet as {width} × {height} at {fps} frames a second with these settings",))
    found = [*_code(facts, basis.facts), *_surroundings(facts["surroundings"], basis.facts["surroundings"])]
    found += _reads(part, plan, figures)
    if not found:  # the render before was stopped, or the cache was full
        found = ["its kept part was damaged" if facts.get("first") == basis.facts["first"] else "only kept in part"]
    return Stale(basis.beat, tuple(dict.fromkeys(found)))


def lines(stale: Sequence[Stale]) -> Iterator[str]:
    """A line for each run of neighbouring beats of a scene that are stale for the same reasons."""

    def alike(one: Stale) -> tuple[str, tuple[str, ...]]:
        return one.beat.partition(".")[0], one.reasons

    for (scene, reasons), group in groupby(stale, key=alike):
        beats = ", ".join(one.beat.partition(".")[2] for one in group)
        more = len(reasons) - SHOWN
        rest = [f"and {more} more"] if more > 0 else []
        yield f"{scene} ({beats}): {'; '.join([*reasons[:SHOWN], *rest])}"


def _last(cache: Cache, basis: Basis) -> tuple[Mapping[str, Any], Part] | None:
    """What was known of the part of a beat that was used last, and the part: one of this format before any other, and
    then one that begins where this does."""
    homes = dict.fromkeys([cache.store, cache.root])
    folders = [folder for home in homes for folder in (home / "parts" / basis.beat).glob("*")]
    known = [(facts, folder) for folder in folders if (facts := _facts(folder / "basis"))]
    found = []
    for facts, folder in known:
        same = [all(facts.get(key) == basis.facts[key] for key in keys) for keys in (FORM, ["first"])]
        found += [(same, modified(sidecar), facts, sidecar) for sidecar in folder.glob("*.json")]
    for _, _, facts, sidecar in sorted(found, key=lambda row: row[:2], reverse=True):
        if part := read_part(sidecar):
            return facts, part
    return None


def _facts(path: Path) -> dict[str, Any] | None:
    try:
        facts: dict[str, Any] = unsealed(path)
        return facts if {"code", "surroundings", *FORM} <= set(facts) else None
    except (OSError, ValueError, TypeError):
        return None


def _code(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Files of the scene's code that changed, came or went."""
    old, new = before["code"], now["code"]
    yield from (f"{name} changed" for name in new if name in old and old[name] != new[name])
    yield from (f"{name} is used now" for name in new if name not in old)
    yield from (f"{name} is no longer used" for name in old if name not in new)


def _surroundings(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for name in now:
        if name == "fonts":
            yield from (f"font {font} changed" for font in now[name] if before[name].get(font) != now[name][font])
        elif before.get(name) != now[name]:
            yield f"{name} {before.get(name) or 'unknown'} → {now[name]}"


def _reads(part: Part, plan: ScenePlan, figures: Figures) -> Iterator[str]:
    """What the part read that has another value now: first figures from which the others follow, times last."""
    changed = [(kind, name, old, value_now(plan, kind, name)) for kind, name, old in part.reads]
    changed = [row for row in changed if row[2] != row[3]]
    moved = {name for kind, name, *_ in changed if kind == "figure"}
    first = [name for name in moved if not _follows(name, moved, figures)]
    rows = [row for row in changed if row[0] == "figure"]
    for _, name, old, new in sorted(rows, key=lambda row: row[1] not in first):
        yield f"figure {name} {_pair(old, new, figures[name].unit if name in figures else '1')}"
    for kind, name, old, new in changed:
        if kind == "word" and name not in moved:
            yield f"{name} {_quoted(old)} → {_quoted(new)}"
        elif kind == "claim":
            yield f"{name} {'holds now' if new else 'no longer holds'}"
        elif kind == "screen":
            yield f"the text {name} on screen changed"
    yield from _times([(kind, name, old) for kind, name, old, _ in changed if kind == "time"], part, plan)


def _follows(name: str, moved: set[str], figures: Figures) -> bool:
    """Whether a figure is computed from another that moved."""
    inputs = figures[name].inputs if name in figures else {}
    return any(one in moved or _follows(one, moved, figures) for one in inputs)


def _times(reads: Sequence[Read], part: Part, plan: ScenePlan) -> Iterator[str]:
    """Changed lines, each once; where no line changed, what else moved."""
    now = {timing.name: timing for timing in plan.beats}
    beats = dict.fromkeys(name.partition(".")[0] for _, name, _ in reads)
    lines = [beat for beat in beats if beat in now and part.lines.get(beat) != now[beat].line]
    if lines:
        yield from (f"the line of {beat} changed" for beat in lines)
        return
    for _, name, old in reads:
        beat, _, what = name.partition(".")
        if what == "frames" and beat in now:
            yield f"{beat} lasts {now[beat].frames} frames, not {old}"
        elif what.startswith(("mark.", "said.")):
            yield f"the words of {beat} come at other times"


def _quoted(value: Any) -> str:
    """A word as it is drawn."""
    return f"“{value['shown']}”" if isinstance(value, Mapping) else "nothing"


def _pair(old: Any, new: Any, unit: str) -> str:
    """Two values of a figure with one prefix: '3.35 → 2.039 TB/s'."""
    if not isinstance(old, (int, float)) or not isinstance(new, (int, float)):
        return f"{old} → {new}"
    size = max(abs(old), abs(new))
    factor, prefix = next((one for one in PREFIXES if size >= one[0]), (1.0, "")) if unit in SCALED else (1.0, "")
    written = "" if unit == "1" else f" {prefix}{unit}"
    return f"{_number(old / factor)} → {_number(new / factor)}{written}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.4g}"
