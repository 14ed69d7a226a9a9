"""How a still is drawn, as plain data that any process can be given."""

from __future__ import annotations

from dataclasses import dataclass

from film.errors import FilmError, nearest

FORMATS = ("png", "svg", "pdf")
"""What a still can be written as."""


GROUNDS = ("night", "light")
"""What a picture may be drawn on: the film's own night, or paper, for projectors and print."""


def ground_named(name: str) -> str:
    """The name of a ground; a FilmError if there is none of this name."""
    if name not in GROUNDS:
        raise FilmError(f"no ground {name!r}{nearest(name, GROUNDS)}; there are: {', '.join(GROUNDS)}")
    return name


@dataclass(frozen=True)
class Look:
    """`size` is (width, height) in pixels. Without `ground` nothing is behind the stage; `plain` leaves titles and
    heroes out; without `glows` light and particles are left out, to compare shapes. `palette` is one of `GROUNDS`.
    """

    size: tuple[int, int]
    ground: bool = True
    plain: bool = False
    glows: bool = True
    palette: str = GROUNDS[0]
