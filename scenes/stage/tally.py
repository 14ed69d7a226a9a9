"""What was done so far, counted on the clock: a dot for each token read, a drop for each token written."""

from __future__ import annotations

from typing import Any

import numpy as np

from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.paint import Baked, Fading, Painted
from scenes.stage.shapes import rects
from scenes.stage.teardrop import mark
from scenes.stage.theme import CORAL, CYAN, Floats
from scenes.stage.tracks import Move, Track, linear, soft

ROUNDNESS = 0.5
BANDS = ((0.30, 0.35), (0.20, 0.5), (0.11, 0.9))
"""Of a wave: half its width in stage units and how strong it is there."""

DOT = 0.62
"""A dot's width as a share of the pitch."""


def field(count: int, box: Box) -> tuple[Floats, Floats, float]:
    """Places for `count` dots in columns from left to right, x and y (count,), and the pitch."""
    x0, y0, x1, y1 = box
    rows = max(1, round((count * (y1 - y0) / (x1 - x0)) ** 0.5))
    columns = -(-count // rows)
    number = np.arange(count)
    across, up = (x1 - x0) / columns, (y1 - y0) / rows
    return x0 + (number // rows + 0.5) * across, y1 - (number % rows + 0.5) * up, min(across, up)


class Dots(Painted, Fading):
    """A field of `count` dots, one a token, that is laid from the left: `reached` 0 … 1."""

    def __init__(self, count: int, box: Box):
        Painted.__init__(self, box, 0.0)
        Fading.__init__(self)
        self.count = count
        self.x, self.y, pitch = field(count, box)
        self.dots, self.hot = (self._bake(pitch * DOT / 2, color) for color in (CYAN, CORAL))
        self.reached, self.waved = Track(0.0), Track(-1.0)
        self.share, self.wave = 0.0, -1.0

    def __deepcopy__(self, memo: Any) -> Dots:
        return self

    def fill(self, length: float) -> Move:
        """Lay all of them, evenly."""

        def write(start: float, span: float) -> None:
            self.seen.to(1.0, start)
            self.reached.to(0.0, start)
            self.reached.to(1.0, start, span, linear)

        return Move(write, length)

    def _bake(self, half: float, color: str) -> Baked:
        dots = rects(self.x - half, self.y - half, self.x + half, self.y + half, color, radius=half * ROUNDNESS)
        return Baked(dots, box=self.box, glide=False)

    def gather(self, length: float = 0.5) -> Move:
        """Let all of them come into view."""

        def write(start: float, span: float) -> None:
            self.reached.to(1.0, start)
            self.seen.to(1.0, start, span, soft)

        return Move(write, length)

    def work(self, length: float = 0.8) -> Move:
        """Arithmetic passes over them, from left to right."""

        def write(start: float, span: float) -> None:
            self.waved.to(-0.1, start)
            self.waved.to(1.1, start, span, linear)

        return Move(write, length)

    def pose(self, t: float) -> None:
        """How many there are at t."""
        self.opacity, self.share, self.wave = self.seen.at(t), self.reached.at(t), self.waved.at(t)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """What has been laid of the field."""
        x0, y0, x1, y1 = self.box
        self.dots.clip = (x0, y0, x0 + (x1 - x0) * self.share, y1)
        self.dots.opacity = self.opacity
        camera.display_vectorized(self.dots, ctx)
        if not -0.1 < self.wave < 1.1:
            return
        middle = x0 + (x1 - x0) * self.wave
        for half, strength in BANDS:
            self.hot.clip = (max(x0, middle - half), y0, min(x1, middle + half), y1)
            self.hot.opacity = strength * self.opacity
            camera.display_vectorized(self.hot, ctx)


class Marks(Painted, Fading):
    """Small drops that are set down one after another: `places` (x, y), each with its moment once it is set."""

    def __init__(self, places: list[tuple[float, float]], radius: float = 0.06):
        xs, ys = [x for x, _ in places], [y for _, y in places]
        Painted.__init__(self, (min(xs) - 0.2, min(ys) - 0.2, max(xs) + 0.2, max(ys) + 0.3), 0.0)
        Fading.__init__(self, 1.0)
        self.places, self.radius = places, radius
        self.moments: list[float] = []
        self.now = 0.0

    def __deepcopy__(self, memo: Any) -> Marks:
        return self

    def set_down(self) -> Move:
        """Set the next one down."""
        return Move(lambda start, span: self.moments.append(start), 0.2)

    def pose(self, t: float) -> None:
        """How many there are at t."""
        self.now = t
        self.opacity = self.seen.at(t) * float(any(at < t for at in self.moments))

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Each, growing into its place."""
        for (x, y), at in zip(self.places, self.moments, strict=False):
            if at < self.now:
                grown = soft(min((self.now - at) / 0.2, 1.0))
                mark(ctx, camera, x, y, self.radius * (0.5 + 0.5 * grown), grown * self.opacity)
