"""Waits for the first word, in real time: a row each, with the part that arithmetic alone would take."""

from __future__ import annotations

from typing import Any

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.hatch import hatch
from scenes.stage.paint import Fading, Light, Painted
from scenes.stage.theme import CORAL, GREEN, LEFT, RIGHT, TICK_INK
from scenes.stage.tracks import Move, Track, linear, pulse, soft

THICK, EDGE = 0.34, 0.022
ROOM = 2.6
"""Stage units kept free at the right for the longest row's number."""


class Waits(Painted, Fading):
    """Rows of time from a common start. Green is what was measured; inside it, coral, the arithmetic's own part.

    `measured`, `least` are in seconds; a row plays in real time when it is sent.
    """

    def __init__(self, rows: list[float], measured: list[float], least: list[float]):
        Painted.__init__(self, (LEFT, min(rows) - 0.3, RIGHT, max(rows) + THICK + 0.3), 0.0)
        Fading.__init__(self)
        self.rows, self.measured, self.least = rows, measured, least
        self.unit = (RIGHT - LEFT - ROOM) / max(measured)
        self.run = [Track(0.0) for _ in rows]
        self.parted = Track(0.0)
        self.came: list[float | None] = [None] * len(rows)
        self.spark = Light(0, 0, 0.6, 0.5, GREEN)

    def __deepcopy__(self, memo: Any) -> Waits:
        return self

    def end(self, row: int) -> float:
        """Where a row ends."""
        return LEFT + self.measured[row] * self.unit

    def send(self, row: int) -> Move:
        """Wait for the first word of a prompt, for as long as it was waited for."""

        def write(start: float, span: float) -> None:
            self.run[row].to(1.0, start, span, linear)
            self.came[row] = start + span

        return Move(write, self.measured[row]).sounding("mark", begins=1.0)

    def part(self, length: float = 0.8) -> Move:
        """Show which part the arithmetic needs, and hatch the rest: network and queue."""
        return Move(lambda start, span: self.parted.to(1.0, start, span, soft), length)

    def pose(self, t: float) -> None:
        """How far each row has run."""
        self.now, self.opacity = t, self.seen.at(t)
        self.reach = [track.at(t) for track in self.run]
        self.cut = self.parted.at(t)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The common start, then row by row."""
        camera.ink(ctx, TICK_INK, self.opacity)
        ctx.rectangle(LEFT - 0.02, min(self.rows) - 0.15, 0.014, max(self.rows) - min(self.rows) + THICK + 0.3)
        ctx.fill()
        for row, y in enumerate(self.rows):
            self._row(ctx, camera, row, y)

    def _row(self, ctx: Canvas, camera: StageCamera, row: int, y: float) -> None:
        right = LEFT + (self.end(row) - LEFT) * self.reach[row]
        if self.reach[row] <= 0:
            return
        camera.ink(ctx, GREEN, 0.30 * self.opacity * (1 - 0.6 * self.cut))
        ctx.rectangle(LEFT, y, right - LEFT, THICK)
        ctx.fill()
        if self.cut > 0.002:
            least = LEFT + self.least[row] * self.unit
            if least < right:
                hatch(ctx, camera, (least, y, right, y + THICK), 0.8 * self.cut * self.opacity)
            camera.ink(ctx, CORAL, self.cut * self.opacity)
            ctx.rectangle(LEFT, y, max(min(least, right) - LEFT, 0.018), THICK)
            ctx.fill()
        camera.ink(ctx, GREEN, self.opacity)
        ctx.rectangle(right - EDGE, y - 0.05, 2 * EDGE, THICK + 0.10)
        ctx.fill()
        came = self.came[row]
        flash = 0.0 if came is None else pulse(self.now, came, 0.03, 0.3)
        self.spark.place(right, y + THICK / 2).opacity = (0.35 + 0.5 * flash) * self.opacity
        camera.display_vectorized(self.spark, ctx)
