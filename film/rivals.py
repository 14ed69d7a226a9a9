"""Whether a part shows after all what a kept one shows, though something that its beat read has changed.

A figure that is shown in a later part of a beat is read by all of them; a line that grew changes its beat's end alone.
Drawing costs a third of what encoding and proving cost in addition, so the frames are drawn and compared first.
"""

from __future__ import annotations

from collections.abc import Sequence

from film.encode import PRINT, Pixels, digests, print_of
from film.part import Part


class Differs(Exception):
    """The frame just drawn is in no kept part."""


class Rivals:
    """Parts whose frames, so far, are those that were seen."""

    def __init__(self, parts: Sequence[tuple[Part, bytes]]):
        self.left = list(parts)
        self.seen = 0

    def __bool__(self) -> bool:
        return bool(self.left)

    def see(self, pixels: Pixels, repeat: int) -> None:
        """Take the next frame; `Differs` if no part has it there."""
        prints = print_of(digests(pixels)) * repeat
        start = PRINT * self.seen
        self.left = [rival for rival in self.left if rival[1][start : start + len(prints)] == prints]
        self.seen += repeat
        if not self.left:
            raise Differs

    def same(self) -> tuple[Part, bytes]:
        """The part with all the frames that were seen; `Differs` if it has others, or its file is not whole."""
        for part, prints in self.left if self.seen else ():
            if part.frames == self.seen and part.whole:
                return part, prints
        raise Differs
