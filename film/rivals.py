"""Whether a part shows after all what a kept one shows, though something that its beat read has changed.

A figure that is shown in a later part of a beat is read by all of them; a beat that runs on from one that has changed
may soon be as it was. Where that is likely, frames are drawn and compared before anything is encoded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from film.encode import PRINT
from film.keys import Read, value_now
from film.part import Part
from film.plan import ScenePlan


class Differs(Exception):
    """No kept part will do, and the frames seen so far are gone."""


class Rivals:
    """Parts whose frames, so far, are those that were seen."""

    def __init__(self, parts: Sequence[tuple[Part, bytes]]):
        self.left = list(parts)
        self.seen = 0

    def __bool__(self) -> bool:
        return bool(self.left)

    def likely(self, plan: ScenePlan, beat: str, end: float) -> bool:
        """Whether one of them will probably do for what ends at so many seconds of the beat: what has changed are other
        beats or figures, and of the beat's times only later ones."""
        return any(all(_stands(plan, beat, read, end) for read in part.reads) for part, _ in self.left)

    def see(self, prints: bytes) -> None:
        """Take the prints of the next frames; parts that have others there are left out."""
        start = PRINT * self.seen
        self.left = [rival for rival in self.left if rival[1][start : start + len(prints)] == prints]
        self.seen += len(prints) // PRINT

    def same(self) -> tuple[Part, bytes] | None:
        """The part with all the frames that were seen, and no more, whose file is whole; None if there is none."""
        return next(
            ((part, prints) for part, prints in self.left if self.seen and part.frames == self.seen and part.whole),
            None,
        )


def _stands(plan: ScenePlan, beat: str, read: Read, end: float) -> bool:
    """Whether what was read is no time of the beat, or is as it was until then."""
    kind, name, value = read
    if kind != "time" or not name.startswith(f"{beat}.") or name == f"{beat}.frames":
        return True
    return _until(value, end) == _until(value_now(plan, kind, name), end)


def _until(value: Any, end: float) -> list[Any]:
    """What is no moment, or lies before the end, of one value or several."""
    values = value if isinstance(value, list) else [value]
    return [one for one in values if not isinstance(one, float) or one < end]
