"""The wall of weights, small: bricks in the light of two lamps, and the front of a read that crosses them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from manim import VGroup

from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.paint import Baked, Light
from scenes.stage.shapes import rects, shade
from scenes.stage.theme import AMBER_HOT, BRICKS, MORTAR

COURSE, BRICK, JOINT = 0.13, 0.27, 0.009
UNREAD, READ, IDLE = 0.16, 0.62, 0.66
"""Light on the wall ahead of a read, while reads are too fast to be seen, and while there is none."""
COOLS, STRIPS = 0.55, 7
"""Share of the wall on which what has just been read cools, and in how many strips."""
ONCE, OFTEN = 0.55, 0.35
"""Light on what has cooled, of a read that crosses once and of one that comes again."""
FRONT, LINE = 0.14, 0.02


def _bricks(box: Box, level: float) -> VGroup:
    """The wall in the light of two lamps at its foot."""
    left, low, right, high = box
    rows = max(1, round((high - low) / COURSE))
    up = (high - low) / rows
    cells = []
    for row in range(rows):
        cuts = np.clip(
            left - 0.5 * BRICK * (row % 2) + BRICK * np.arange(round((right - left) / BRICK) + 2), left, right
        )
        cells += [(a, low + row * up, b, low + (row + 1) * up) for a, b in pairwise(cuts.tolist()) if b > a]
    x0, y0, x1, y1 = np.array(cells).T
    x, y = (x0 + x1) / 2 - left, (y0 + y1) / 2 - low
    lamps = (np.arange(2) + 0.5) * (right - left) / 2
    pools = np.exp(-(((x[:, None] - lamps) / (0.24 + 0.18 * y[:, None])) ** 2)).sum(-1) * np.exp(-y / 1.1)
    grain = 1 + np.clip(np.random.default_rng(7).normal(0, 0.10, len(x)), -0.2, 0.2)
    light = np.clip((0.34 + 0.42 * pools) * grain * level, 0, 1)
    wall = shade(x0 + JOINT, y0 + JOINT, x1 - JOINT, y1 - JOINT, light, BRICKS, 0.01)
    return VGroup(rects(left, low, right, high, MORTAR), *wall)


class SmallWall:
    """A wall that stands in `box` and can be stretched to the right."""

    def __init__(self, box: Box):
        self.box = box
        self.dark, self.bright, self.hot = (Baked(_bricks(box, level)) for level in (UNREAD, 1.0, 1.9))
        self.parts = [(part, part.points[:, 0].copy()) for part in (self.dark, self.bright, self.hot)]
        self.haze = Light(0, 0, 1.9, 1.3, "#E0923F")

    def stretch(self, right: float) -> None:
        """Reach to there."""
        left, _, home, _ = self.box
        self.right = right
        for part, edges in self.parts:
            part.points[:, 0] = left + (edges - left) * (right - left) / (home - left)

    def paint(self, ctx: Canvas, camera: StageCamera, up: float, opacity: float) -> Box:
        """What stands of it when it has risen so far, before any read; its box."""
        left, low, _, high = self.box
        box = left, low, self.right, low + (high - low) * up
        if up > 0:
            self.haze.place((left + self.right) / 2, low + 0.35).opacity = 0.15 * up * opacity
            camera.display_vectorized(self.haze, ctx)
            self._lit(ctx, camera, self.dark, box, opacity)
        return box

    def even(self, ctx: Canvas, camera: StageCamera, box: Box, level: float) -> None:
        """In one light."""
        self._lit(ctx, camera, self.bright, box, level)

    def read(self, ctx: Canvas, camera: StageCamera, share: float, cooled: float, opacity: float) -> None:
        """The front of a read at a share of its width, and what cools behind it."""
        left, low, _, high = self.box
        width = self.right - left
        x = left + width * share
        cuts = [max(x - COOLS * width * strip / STRIPS, left) for strip in range(STRIPS + 1)]
        for strip, (end, start) in enumerate(pairwise(cuts)):
            self._lit(ctx, camera, self.bright, (start, low, end, high), (1 - 0.45 * strip / STRIPS) * opacity)
        self._lit(ctx, camera, self.bright, (left, low, cuts[-1], high), cooled * opacity)
        self._lit(ctx, camera, self.hot, (max(x - FRONT, left), low, x, high), opacity)
        camera.ink(ctx, AMBER_HOT, 0.9 * opacity)
        ctx.rectangle(x - LINE / 2, low, LINE, high - low)
        ctx.fill()

    def _lit(self, ctx: Canvas, camera: StageCamera, wall: Baked, clip: Box, level: float) -> None:
        wall.clip, wall.opacity = clip, level
        if clip[2] > clip[0]:
            camera.display_vectorized(wall, ctx)
