"""How parts of the stage are put into a frame that is not the film's: each with a scale and a shift of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from manim import Mobject

from scenes.stage.box import Box


@dataclass(frozen=True)
class View:
    """The way from the stage to a frame: scale · place + (x, y). `clip`, in the frame, bounds what is seen of it."""

    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0
    clip: Box | None = None

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the stage lies in the frame."""
        return self.scale * x + self.x, self.scale * y + self.y

    def box(self, box: Box) -> Box:
        """Where a box of the stage lies in the frame."""
        return (*self.point(box[0], box[1]), *self.point(box[2], box[3]))


@dataclass(frozen=True)
class Shot:
    """Mobjects as they are seen through a view."""

    view: View
    mobjects: Sequence[Mobject]


@dataclass(frozen=True)
class Seen:
    """A text that shows, the box of its ink, its font's size, and whether it is a part of the picture."""

    text: str
    box: Box
    size: float
    drawn: bool = False


@dataclass(frozen=True)
class Arrangement:
    """All that a frame shows: what is drawn, in order, and where each text lies.

    `bands` say of the night behind it which view it is seen through from what height upward, the lowest first.
    """

    shots: Sequence[Shot]
    seen: Sequence[Seen]
    bands: Sequence[tuple[View, float]] = field(default=((View(), -99.0),))
