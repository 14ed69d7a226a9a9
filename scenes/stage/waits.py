"""Waits for the first word, in real time: a row each, with the part that arithmetic alone would take."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.frame import FILM, Frame
from scenes.stage.hatch import hatch
from scenes.stage.paint import Fading, Light, Painted
from scenes.stage.theme import CORAL, GREEN, TICK_INK
from scenes.stage.tracks import Move, Track, linear, pulse, soft

THICK, EDGE = 0.34, 0.022
ROOM = 2.6
"""Stage units kept free at the right for the longest row's number."""


class Waits(Painted, Fading):
    """Rows of time from a common start. Green is what was measured; inside it, coral, the arithmetic's own part.

    `measured`, `least` are in seconds; a row plays in real time when it is sent.
    """

    def __init__(
        self,
        rows: list[float],
        measured: list[float],
        least: list[float],
        frame: Frame = FILM,
    ):
        left, right, self.thick = frame.left, frame.right, THICK * frame.up
        Painted.__init__(self, (left, min(rows) - 0.3, right, max(rows) + self.thick + 0.3), 0.0)
        Fading.__init__(self)
        self.rows, self.measured, self.least, self.left = rows, measured, least, left
        self.unit = (right - left - ROOM) / max(measured)
        self.run = [Track(0.0) for _ in rows]
        self.parted = Track(0.0)
        self.came: list[float | None] = [None] * len(rows)
        self.spark = Light(0, 0, 0.6, 0.5, GREEN)

    def __deepcopy__(self, memo: Any) -> Waits:
        return self

    def end(self, row: int) -> float:
        """Where a row ends."""
        return self.left + self.measured[row] * self.unit

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
        low, high = min(self.rows), max(self.rows)
        ctx.rectangle(self.left - 0.02, low - 0.15, 0.014, high - low + self.thick + 0.3)
        ctx.fill()
        for row, y in enumerate(self.rows):
            self._row(ctx, camera, row, y)

    def state(self, camera: StageCamera) -> Hashable | None:
        """How far each row has run, its part, its light, and how much of it shows."""
        return tuple(self.reach), self.cut, tuple(map(self._flash, range(len(self.rows)))), self.opacity

    def _flash(self, row: int) -> float:
        """How strongly the end of a row flashes, as the first word has come."""
        came = self.came[row]
        return 0.0 if came is None else pulse(self.now, came, 0.03, 0.3)

    def _row(self, ctx: Canvas, camera: StageCamera, row: int, y: float) -> None:
        right = self.left + (self.end(row) - self.left) * self.reach[row]
        if self.reach[row] <= 0:
            return
        camera.ink(ctx, GREEN, 0.30 * self.opacity * (1 - 0.6 * self.cut))
        ctx.rectangle(self.left, y, right - self.left, self.thick)
        ctx.fill()
        if self.cut > 0.002:
            least = self.left + self.least[row] * self.unit
            if least < right:
                hatch(ctx, camera, (least, y, right, y + self.thick), 0.8 * self.cut * self.opacity)
            camera.ink(ctx, CORAL, self.cut * self.opacity)
            ctx.rectangle(self.left, y, max(min(least, right) - self.left, 0.018), self.thick)
            ctx.fill()
        camera.ink(ctx, GREEN, self.opacity)
        ctx.rectangle(right - EDGE, y - 0.05, 2 * EDGE, self.thick + 0.10)
        ctx.fill()
        self.spark.place(right, y + self.thick / 2).opacity = (0.35 + 0.5 * self._flash(row)) * self.opacity
        camera.display_vectorized(self.spark, ctx)
