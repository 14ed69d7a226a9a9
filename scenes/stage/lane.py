"""A chip's answer as a line of time, and under it, when it is stretched, the work that fills it.

The width of a block is time, its height what the chip has of the resource that takes that time: so its area is
the work, in operations or in bytes, and that is the same for every chip.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil, sqrt

from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.clock import THICKNESS
from scenes.stage.paint import Light
from scenes.stage.theme import AMBER, CORAL, GREEN, LEFT
from scenes.stage.timeline import EDGE, SWELL, Timeline
from scenes.stage.tracks import Move, Track, soft

HANG = 0.07
"""Between the line and what hangs under it."""
THIN = 0.03
"""Height under which a block would not be seen."""
GAP = 0.03
BRICK = 0.70
"""Share of a step that its brick takes."""
SHINE = 0.28


class Lane(Timeline):
    """A line of time that waits for `first` seconds, and then has `rate` tokens a second.

    `low` is where it lies while time is real. `heights` are those of its two kinds of work, reading and writing, as
    shares of what hangs under it; `by_arithmetic` says what limits the reading.
    """

    def __init__(
        self,
        first: float,
        rate: float,
        scale: float,
        low: float,
        heights: tuple[float, float],
        by_arithmetic: bool,
        left: float = LEFT,
    ):
        self.lit = Track(1.0), Track(1.0)
        super().__init__(first, rate, first, scale, left)
        self.line = Track(low)
        self.heights, self.by_arithmetic = heights, by_arithmetic
        self.hue = CORAL if by_arithmetic else AMBER
        self.heads[GREEN] = Light(0.0, 0.0, 0.55, 0.55, self.hue)
        self.pose(0.0)

    def darken(self, reading: bool, level: float, length: float = 0.4) -> Move:
        """Leave a share of the light on the work of reading, or of writing."""
        track = self.lit[0] if reading else self.lit[1]
        return Move(lambda start, span: track.to(level, start, span, soft), length)

    def pose(self, t: float) -> None:
        """How far time has run, how the line lies, and how bright its work is."""
        super().pose(t)
        self.running *= float(self.x(self.passed) < EDGE)
        self.bright = self.lit[0].at(t), self.lit[1].at(t)

    def _wait(self, ctx: Canvas, camera: StageCamera) -> None:
        camera.ink(ctx, self.hue, self.opacity)
        more = SWELL * self.swollen[0]
        width = self.x(min(self.passed, self.first)) - self.left
        ctx.rectangle(self.left, self.y - more, width, THICKNESS + 2 * more)
        ctx.fill()

    def hung(self, share: float) -> tuple[float, float]:
        """Lower edge and height of a block with a share of the depth."""
        height = max(self.deep * share, THIN)
        return self.y - HANG - height, height

    def _reading(self, ctx: Canvas, camera: StageCamera, shown: float) -> None:
        if shown <= 0:
            return
        y, height = self.hung(self.heights[0])
        width = max(self.first * self.per_second - GAP, GAP)
        self._shine(ctx, camera, self.hue, self.left + width / 2, 0, shown)
        with darkened(ctx, (self.left, y, width, height), self.bright[0]):
            if self.by_arithmetic:
                self._lights(ctx, camera, (self.left, y, width, height), shown)
            else:
                ctx.set_source(self._floodlit(camera, y, height))
                ctx.rectangle(self.left, y, width * shown, height)
                ctx.fill()

    def _writing(self, ctx: Canvas, camera: StageCamera, shown: float) -> None:
        if shown <= 0:
            return
        pitch, start = self.per_second / self.rate, self.x(self.first)
        y, height = self.hung(self.heights[1])
        reach = start + max(EDGE - start, 0.0) * shown
        self._shine(ctx, camera, AMBER, min((start + reach) / 2, start + 2.6), 1, shown)
        with darkened(ctx, (start, y, reach - start, height), self.bright[1]):
            ctx.set_source(self._floodlit(camera, y, height))
            for number in range(min(self.came, ceil((reach - start) / pitch))):
                ctx.rectangle(start + number * pitch, y, BRICK * pitch, height)
            ctx.fill()

    def _shine(self, ctx: Canvas, camera: StageCamera, color: str, x: float, work: int, shown: float) -> None:
        """The light that reading (0) or writing (1) gives to the night."""
        low, height = self.hung(self.heights[work])
        light = self.glow[color]
        power = SHINE * shown * sqrt(self.heights[work]) * self.bright[work]
        light.place(x, low + height / 2).opacity = power * self.opacity
        camera.display_vectorized(light, ctx)


@contextmanager
def darkened(ctx: Canvas, box: Box, bright: float) -> Iterator[None]:
    """What is drawn in the block (x, y, width, height) has a share of its light."""
    ctx.save()
    ctx.rectangle(*box)
    ctx.clip()
    if bright < 1:
        ctx.push_group()
    yield
    if bright < 1:
        ctx.pop_group_to_source()
        ctx.paint_with_alpha(bright)
    ctx.restore()
