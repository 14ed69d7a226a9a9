"""Many small pieces on their way from one place to another, each with its own light and its own start.

The wall's bricks that shear into a slope, the chip's lights that slide into a roof: the same pieces,
their corners moved. One path for each shade.
"""

from __future__ import annotations

from typing import Any

import cairo
import numpy as np
import numpy.typing as npt

from scenes.stage.backdrop import ABOVE, FRAME
from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.paint import Painted
from scenes.stage.theme import Floats, ramp
from scenes.stage.tracks import Move, Track, linear

EDGE = 7.12
"""What is farther right than this is out of the frame."""


def boxes(x0: Floats, y0: Floats, x1: Floats, y1: Floats) -> Floats:
    """Rectangles as corners, (n, 4, 2), from the lower left round to the upper left."""
    return np.stack([np.stack(corner, -1) for corner in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))], 1)


def rounded(x: Floats, y: Floats, half: float, radius: float) -> Floats:
    """Squares of side 2 · `half` whose corners are cut as if they were round, (n, 8, 2)."""
    cut = half - 0.6 * radius
    shape = [
        (-cut, -half),
        (cut, -half),
        (half, -cut),
        (half, cut),
        (cut, half),
        (-cut, half),
        (-half, cut),
        (-half, -cut),
    ]
    return np.stack([np.stack([x + across, y + up], -1) for across, up in shape], 1)


class Pieces(Painted):
    """Polygons (n, corners, 2) that go from `start` to `end`.

    `delay` (n, 1) or (n, corners) is how many seconds after the first each sets out, or each of its corners:
    with the latter, neighbours stay neighbours on the way. `light` and `final` (n,) are their levels before
    and after; a level under 0.012 is not drawn. What sinks below `floor` is hidden. `clock` runs from 0 to `seconds`.
    """

    def __init__(
        self,
        start: Floats,
        end: Floats,
        delay: Floats,
        seconds: float,
        light: Floats,
        final: Floats,
        colors: tuple[str, ...],
        shades: int = 32,
    ):
        super().__init__(FRAME)
        self.start_corners, self.end_corners, self.delay = start, end, delay
        self.light, self.final = light, final
        self.colors, self.shades = colors, shades
        self.each, self.seconds = seconds, seconds + float(delay.max(initial=0.0))
        self.clock, self.floor = Track(0.0), Track(-9.0)
        self.now = -1.0
        Pieces.pose(self, 0.0)

    def __deepcopy__(self, memo: Any) -> Pieces:
        return self

    def go(self) -> Move:
        """Go all the way."""
        return Move(lambda start, span: self.clock.to(self.seconds, start, span, linear), self.seconds)

    def pose(self, t: float) -> None:
        """Where every piece is at t, and how bright."""
        now = self.clock.at(t)
        if now != self.now:
            self.now, self.moved = now, eased(np.clip((now - self.delay) / self.each, 0, 1))
            self.level = self.light + (self.final - self.light) * self.moved.mean(1)
        self.ground = self.floor.at(t)

    @property
    def arrived(self) -> bool:
        """Whether every piece stands at its end."""
        return bool((self.moved >= 1).all())

    @property
    def corners(self) -> Floats:
        """Where the corners are now."""
        return self.start_corners + (self.end_corners - self.start_corners) * self.moved[..., None]

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """One path for each shade."""
        x0, _, x1, _ = FRAME
        ctx.rectangle(x0, self.ground, x1 - x0, ABOVE - self.ground)
        ctx.clip()
        corners = self.corners
        seen = (corners[..., 1].max(1) > self.ground) & (corners[..., 0].min(1) < EDGE) & (self.level > 0.012)
        shade = np.minimum((np.clip(self.level, 0, 1) * self.shades).astype(int), self.shades - 1)
        # Half the price; the pieces are small and their edges dark.
        ctx.set_antialias(cairo.ANTIALIAS_FAST)
        for number in np.unique(shade[seen]).tolist():
            _trace(ctx, corners[seen & (shade == number)])
            camera.ink(ctx, ramp(self.colors, (number + 0.5) / self.shades), self.opacity)
            ctx.fill()


def eased(u: Floats) -> Floats:
    """The in-out cubic of tracks, for many at once."""
    curve: npt.NDArray[np.float64] = np.where(u < 0.5, 4 * u**3, 1 - 4 * (1 - u) ** 3)
    return curve


def _trace(ctx: Canvas, polygons: Floats) -> None:
    for first, *rest in polygons.tolist():
        ctx.move_to(*first)
        for corner in rest:
            ctx.line_to(*corner)
        ctx.close_path()
