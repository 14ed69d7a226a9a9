"""The clock under the wall: bars whose length is time, filled at an even pace."""

from __future__ import annotations

from typing import Any

import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.paint import Fading, Painted
from scenes.stage.theme import GROUND
from scenes.stage.tracks import Curve, Move, Track, linear, smooth

UPPER, LOWER = GROUND - 0.36, GROUND - 0.54
"""The lower edges of the two bars."""
THICKNESS = 0.085
ROUND = 0.02


class Bar(Painted, Fading):
    """A bar from `left` that fills toward `right`, on a dark bed of its full length.

    `reach` is where its full length ends: it moves when the scale of the clock changes.
    """

    def __init__(self, left: float, right: float, y: float, color: str, bed: str):
        Painted.__init__(self, (left, y, right, y + THICKNESS), 0.0)
        Fading.__init__(self)
        self.left, self.right, self.y, self.hue, self.bed = left, right, y, color, bed
        self.filled, self.reach, self.share = Track(0.0), Track(right), 0.0

    def __deepcopy__(self, memo: Any) -> Bar:
        return self

    def fill(self, length: float) -> Move:
        """Fill from nothing to all of it, evenly."""

        def write(start: float, span: float) -> None:
            self.filled.to(0.0, start)
            self.filled.to(1.0, start, span, linear)

        return Move(write, length)

    def empty(self, length: float = 0.2) -> Move:
        """Let nothing of it be filled."""
        return Move(lambda start, span: self.filled.to(0.0, start, span), length)

    def reach_to(self, right: float, length: float = 0.9, curve: Curve = smooth) -> Move:
        """Let its full length end at `right`."""
        return Move(lambda start, span: self.reach.to(right, start, span, curve), length)

    def pose(self, t: float) -> None:
        """How full and how long it is at t."""
        self.opacity, self.share, self.right = self.seen.at(t), self.filled.at(t), self.reach.at(t)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The bed, then what is filled of it."""
        self._box(ctx, camera, self.right, self.bed)
        self._box(ctx, camera, self.left + (self.right - self.left) * self.share, self.hue)

    def _box(self, ctx: Canvas, camera: StageCamera, right: float, color: str) -> None:
        radius = min(ROUND, (right - self.left) / 2)
        if radius <= 0:
            return
        low, high = self.y + radius, self.y + THICKNESS - radius
        corners = ((right - radius, high), (self.left + radius, high), (self.left + radius, low), (right - radius, low))
        for quarter, (x, y) in enumerate(corners):
            ctx.arc(x, y, radius, quarter * np.pi / 2, (quarter + 1) * np.pi / 2)
        ctx.close_path()
        camera.ink(ctx, color, self.opacity)
        ctx.fill()


class Turns(Bar):
    """A bar of steps, each `period` stage units long: a `share` of each is of the first colour, the rest of the second.

    The third of the `colors` is the bed's.
    """

    def __init__(self, left: float, right: float, y: float, colors: tuple[str, str, str], period: float, share: float):
        super().__init__(left, right, y, colors[0], colors[2])
        self.other, self.period, self.part = colors[1], period, share

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The bar, and over what is filled of it the rest of each step."""
        super().paint(ctx, camera)
        end = self.left + (self.right - self.left) * self.share
        for step in range(int((end - self.left) / self.period) + 1):
            left, right = self.left + (step + self.part) * self.period, self.left + (step + 1) * self.period
            if left < end:
                ctx.rectangle(left, self.y, min(right, end) - left, THICKNESS)
        camera.ink(ctx, self.other, self.opacity)
        ctx.fill()
