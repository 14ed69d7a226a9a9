"""What lies in a cache, how much it is, and what goes when it is too much.

What was not used for longest goes first. What was touched since the oldest running render began is in use, and stays
whatever the limit is. What does not have a name that a cache gives is somebody else's: it does not count, and stays.
"""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from film.cache import NEWBORN, guard, modified, remove, running
from film.errors import FilmError
from film.report import table

LIMIT = "20 GB"
"""The most that a cache holds after a render, unless the environment's ROOFLINE_CACHE_LIMIT says otherwise."""

LIMIT_NAME = "ROOFLINE_CACHE_LIMIT"

UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}

CLOCK = 1.0
"""Seconds by which a file's time stamp may be too early."""

BASIS = re.compile(r"[0-9a-f]{16}")
PART = re.compile(r"basis|[0-9a-f]{16}\.(json|mp4|prints)")
LISTED = re.compile(r"[0-9a-f]{32}\.json")
SHELVED = re.compile(r"[0-9a-f]{32}")
BEGUN = re.compile(r"[0-9a-f]{32}\w+\.part")
"""Names of what a cache keeps: a folder of parts, what is in it, takes and lists of beats, plates and sounds, and what
is being written of takes, plates and sounds."""

KINDS = {
    "part": ("part", "parts"),
    "take": ("take", "takes"),
    "plates": ("file of plates", "files of plates"),
    "sound": ("sound of a scene", "sounds of scenes"),
    "beats": ("list of beats", "lists of beats"),
}


@dataclass(frozen=True)
class Kept:
    """A thing in a cache: its kind, its name, its files by number of inode with their bytes, and when it was used."""

    kind: str
    name: str
    path: Path
    files: Mapping[int, int]
    used: float

    @property
    def bytes(self) -> int:
        """The size of its files."""
        return sum(self.files.values())


@dataclass(frozen=True)
class Pruned:
    """What was removed, the bytes that this freed, the bytes that are left, and how many things are in use."""

    removed: int
    freed: int
    left: int
    in_use: int

    def __str__(self) -> str:
        things = "1 thing" if self.removed == 1 else f"{self.removed:,} things"
        text = f"removed {things}, {shown(self.freed)}; {shown(self.left)} left"
        return f"{text}, {self.in_use:,} of them in use by a running render" if self.in_use else text


def stock(root: Path) -> list[Kept]:
    """All that is kept, what was used last first."""
    parts = [path for folder in _folders(root) for path in _named(folder, PART) if path.suffix == ".json"]
    found = [
        *(_kept("part", path.parent.parent.name, path, (".mp4", ".prints")) for path in parts),
        *(_kept("take", path.stem[:12], path, (".wav",)) for path in _named(root / "voice", LISTED)),
        *(_kept("plates", path.name[:12], path) for path in _named(root / "plates", SHELVED)),
        *(_kept("sound", path.name[:12], path) for path in _named(root / "sounds", SHELVED)),
        *(_kept("beats", path.stem[:12], path) for path in _named(root / "beats", LISTED)),
    ]
    return sorted(found, key=lambda thing: thing.used, reverse=True)


def _named(folder: Path, name: re.Pattern[str]) -> list[Path]:
    return [path for path in folder.glob("*") if name.fullmatch(path.name)]


def _folders(root: Path) -> list[Path]:
    """The folders of parts."""
    return [path for path in root.glob("parts/*/*") if BASIS.fullmatch(path.name)]


def _kept(kind: str, name: str, path: Path, beside: Iterable[str] = ()) -> Kept:
    files = {}
    for file in (path, *(path.with_suffix(suffix) for suffix in beside)):
        with suppress(OSError):
            status = os.lstat(file)
            files[status.st_ino] = status.st_size
    return Kept(kind, name, path, files, modified(path))


def size(things: Iterable[Kept]) -> int:
    """The bytes of several things; a file that two of them share counts once."""
    return sum({inode: count for thing in things for inode, count in thing.files.items()}.values())


def prune(root: Path, limit: int) -> Pruned:
    """Remove what was not used for longest until no more than `limit` bytes are left, or nothing but what is in use."""
    if not root.is_dir():
        return Pruned(0, 0, 0, 0)
    with guard(root):
        since = min(running(root), default=float("inf")) - CLOCK
        things = stock(root)
        users = Counter(inode for thing in things for inode in thing.files)
        before = left = size(things)
        in_use, removed = [thing for thing in things if thing.used >= since], 0
        for thing in reversed(things):
            if left <= limit or thing.used >= since:
                break
            remove(thing.path)
            removed += 1
            for inode, count in thing.files.items():
                users[inode] -= 1
                left -= 0 if users[inode] else count
        _sweep(root)
    return Pruned(removed, before - left, left, len(in_use))


def _sweep(root: Path) -> None:
    """Remove folders in which no part is left, and what renders that were killed had begun to write."""
    for path in (path for name in ("voice", "plates", "sounds") for path in _named(root / name, BEGUN)):
        if time.time() - modified(path) > NEWBORN:
            remove(path)
    for folder in _folders(root):
        ours = _named(folder, PART)
        if all(path.suffix != ".json" for path in ours) and time.time() - modified(folder) > NEWBORN:
            with suppress(OSError):
                for path in ours:
                    path.unlink()
                folder.rmdir()
                folder.parent.rmdir()


def limit(text: str | None = None) -> int:
    """A size such as '20 GB' in bytes; without one, the limit of the environment or the default."""
    text = text or os.environ.get(LIMIT_NAME) or LIMIT
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)b?\s*", text, re.IGNORECASE)
    if not match:
        raise FilmError(f"{text!r} is no size of a cache; write one such as {LIMIT!r} or '500MB'")
    return round(float(match[1]) * UNITS[match[2].lower()])


def shown(count: int) -> str:
    """Bytes for people."""
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"


def size_text(root: Path) -> str:
    """How much is kept of what, and the limit."""
    things = stock(root)
    lines = [f"{shown(size(things))} in {root}; after a render at most {shown(limit())} ({LIMIT_NAME})"]
    for kind, (one, many) in KINDS.items():
        some = [thing for thing in things if thing.kind == kind]
        if some:
            lines.append(f"  {len(some):,} {many if len(some) > 1 else one}: {shown(size(some))}")
    return "\n".join(lines)


def list_text(root: Path, now: float | None = None) -> str:
    """What is kept, the parts by beat; used last first."""
    now = time.time() if now is None else now
    rows = [("what", "of", "number", "size", "used"), *_rows(stock(root), now)]
    return "\n".join(table(rows, left=2)) if len(rows) > 1 else f"nothing is kept in {root}"


def _rows(things: Sequence[Kept], now: float) -> Iterator[tuple[str, ...]]:
    def named(thing: Kept) -> tuple[str, str]:
        return thing.kind, thing.name if thing.kind == "part" else ""

    for (kind, name), group in groupby(sorted(things, key=named), key=named):
        some = list(group)
        yield kind, name, f"{len(some):,}", shown(size(some)), _ago(now - max(thing.used for thing in some))


def _ago(seconds: float) -> str:
    for unit, length in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        number = int(seconds / length)
        if number:
            return f"{number} {unit}{'s' if number > 1 else ''} ago"
    return "just now"
