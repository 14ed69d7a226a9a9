"""The shapes of picture for which the stage is laid out, and what `--aspect` may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from film.errors import FilmError, nearest


@dataclass(frozen=True)
class Aspect:
    """A shape: its name, its size in pixels by default, and how many stage units its frame is wide and high.

    Type keeps its size in stage units, so the units say how large it is: the smallest is 2.2 % of the shorter side.
    """

    name: str
    size: tuple[int, int]
    width: float
    height: float

    @property
    def shape(self) -> Fraction:
        """Width over height."""
        across, _, up = self.name.partition(":")
        return Fraction(int(across), int(up))

    def lines(self, height: int) -> tuple[int, int]:
        """Its size where the film would have so many lines: the shorter side has as many."""
        width, lines = (round(side * height / WIDE.size[1] / 2) * 2 for side in self.size)
        return width, lines

    def fits(self, size: tuple[int, int]) -> bool:
        """Whether pixels have this shape, to two of them."""
        width, height = size
        return abs(height - width / self.shape) < 2


WIDE = Aspect("16:9", (1920, 1080), 128 / 9, 8.0)

ASPECTS: Mapping[str, Aspect] = {
    aspect.name: aspect
    for aspect in (
        WIDE,
        Aspect("4:3", (1440, 1080), 12.6, 9.45),
        Aspect("1:1", (1080, 1080), 9.5, 9.5),
        Aspect("9:16", (1080, 1920), 9.5, 9.5 * 16 / 9),
    )
}


def aspect_named(name: str) -> Aspect:
    """The aspect of this name; a FilmError that lists them if there is none."""
    if name not in ASPECTS:
        raise FilmError(f"no aspect {name!r}{nearest(name, ASPECTS)}; there are: {', '.join(ASPECTS)}")
    return ASPECTS[name]


def aspect_of(size: tuple[int, int]) -> Aspect:
    """The aspect that pixels have; that of the film, if they have the shape of none."""
    return next((aspect for aspect in ASPECTS.values() if aspect.fits(size)), WIDE)
