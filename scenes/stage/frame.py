"""What a picture's frame has room for: its safe area, and where things stand that depend on its shape.

All in stage units, whose size is the same for every shape, so that type is. The film's own frame is
`FILM`; others reach higher, or are narrower.
"""

from __future__ import annotations

from dataclasses import dataclass

from film.aspects import ASPECTS, WIDE
from scenes.stage.theme import BOTTOM, LEAST, LEFT, RIGHT, TITLE_LINE, TOP

MARGIN = 0.45
"""Between what must be read and the edge, in frames other than the film's."""


@dataclass(frozen=True)
class Frame:
    """A frame of `width` × `height` whose lower edge is at `low`; x = 0 is its middle.

    `left`, `right`, `bottom`, `top` bound the safe area. On the terrain, `axis` is where the upward axis stands and
    `highest` how high its highest peak; `aside` is where begins what is explained in the sky over the slope, `lift` and
    `lists` how much higher gauges and lists stand there than in the film. `last` is just inside the right edge, `sky`
    just above the upper one. `beyond` is how many times farther than in the film the lower axis goes, to make room
    right of the ridge, and `wall` how high the wall of weights is, in heights of the film's.
    """

    name: str
    width: float
    height: float
    low: float
    left: float
    right: float
    bottom: float
    top: float
    axis: float
    highest: float
    aside: float
    lift: float
    lists: float
    last: float
    sky: float
    beyond: float
    wall: float

    @property
    def wide(self) -> bool:
        """Whether it is the film's own."""
        return self is FILM

    @property
    def tall(self) -> bool:
        """Whether it is higher than wide."""
        return self.height > self.width

    @property
    def across(self) -> float:
        """How much room there is from left to right, as a share of the film's."""
        return (self.right - self.left) / (FILM.right - FILM.left)

    @property
    def up(self) -> float:
        """How much room there is from the lower edge to the upper one, as a share of the film's."""
        return self.height / FILM.height

    @property
    def least(self) -> float:
        """The smallest type: as large on a phone as in the film."""
        return LEAST * min(self.width, self.height) / FILM.height

    @property
    def over_names(self) -> bool:
        """Whether what is explained in the sky stands over the names at the ridge, not left of them."""
        return self.lift > self.highest - FILM.highest + 1.0

    @property
    def middle(self) -> float:
        """Height of its middle."""
        return self.low + self.height / 2

    @property
    def title_line(self) -> float:
        """Baseline of the title."""
        return self.top - (TOP - TITLE_LINE)


FILM = Frame(
    WIDE.name, WIDE.width, WIDE.height, -4.0, LEFT, RIGHT, BOTTOM, TOP, -5.55, 2.24, -4.3, 0.0, 0.0, 7.05, 4.1, 1.0, 1.0
)  # fmt: skip


def _other(name: str, highest: float, aside: float, lift: float, lists: float, beyond: float, wall: float) -> Frame:
    """A frame in which `aside` is how far right of the upward axis."""
    aspect = ASPECTS[name]
    width, height, low = aspect.width, aspect.height, FILM.low
    right, top = width / 2 - MARGIN, low + height - MARGIN
    axis = -right + (FILM.axis - FILM.left)
    safe, edge = (-right, right, low + MARGIN, top), (width / 2 - 0.06, low + height + 0.1)
    return Frame(name, width, height, low, *safe, axis, highest, axis + aside, lift, lists, *edge, beyond, wall)


FRAMES = {
    frame.name: frame
    for frame in (
        FILM,
        _other("4:3", highest=3.69, aside=1.25, lift=1.3, lists=1.45, beyond=1.0, wall=1.22),
        _other("1:1", highest=2.9, aside=0.35, lift=0.66, lists=2.06, beyond=3.0, wall=1.36),
        _other("9:16", highest=7.1, aside=0.35, lift=7.75, lists=7.4, beyond=8.0, wall=1.0),
    )
}


def frame_of(width: float, height: float) -> Frame:
    """The frame of so many stage units; the film's, if there is none."""
    near = (one for one in FRAMES.values() if abs(one.width - width) < 0.1 and abs(one.height - height) < 0.1)
    return next(near, FILM)
