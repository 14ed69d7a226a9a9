"""A prompt on its way to two chips: beads that run down from where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, pi
from typing import Any

import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.paint import Fading, Light, Painted
from scenes.stage.theme import CYAN, CYAN_HOT
from scenes.stage.tracks import Move

BEADS, RADIUS = 22, 0.034
LASTS = 0.55
"""Share of the move in which beads set out."""

Path = Sequence[tuple[float, float]]


def along(path: Path, share: float) -> tuple[float, float]:
    """The place at a share of a path's length."""
    parts = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]
    left = share * sum(parts)
    for (a, b), part in zip(pairwise(path), parts, strict=True):
        if left <= part and part > 0:
            return a[0] + (b[0] - a[0]) * left / part, a[1] + (b[1] - a[1]) * left / part
        left -= part
    return path[-1]


class Sending(Painted, Fading):
    """The same text to the end of every path; the first bead is there when the move is over, the last
    a share `LASTS` later."""

    def __init__(self, paths: Sequence[Path]):
        x, y = np.array([point for path in paths for point in path]).T
        Painted.__init__(self, (x.min() - 0.1, y.min() - 0.1, x.max() + 0.1, y.max() + 0.1), 0.0)
        Fading.__init__(self, 1.0)
        self.paths, self.begun, self.travel = paths, np.inf, 1.0
        self.halo = Light(0, 0, 0.3, 0.3, CYAN)
        self.pose(0.0)

    def __deepcopy__(self, memo: Any) -> Sending:
        return self

    def send(self, length: float = 0.8) -> Move:
        """Let the beads go."""

        def write(start: float, span: float) -> None:
            self.begun, self.travel = start, span

        return Move(write, length)

    def pose(self, t: float) -> None:
        """How long they have been on their way."""
        self.since = t - self.begun
        self.opacity = self.seen.at(t) * float(0 <= self.since <= (1 + LASTS) * self.travel)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Every bead that is between its ends."""
        for path in self.paths:
            for number in range(BEADS):
                share = self.since / self.travel - LASTS * number / BEADS
                if 0 <= share <= 1:
                    x, y = along(path, share)
                    ctx.arc(x, y, RADIUS, 0, 2 * pi)
                    ctx.close_path()
        camera.ink(ctx, CYAN_HOT, self.opacity)
        ctx.fill()
        for path in self.paths:
            if self.since <= self.travel:
                self.halo.place(*along(path, self.since / self.travel)).opacity = 0.9 * self.opacity
                camera.display_vectorized(self.halo, ctx)
