"""A chip's answer as a chart: seconds across, what the chip has of a resource upward.

So the area of a block is work, in operations or in bytes, and that is the same for every chip.
"""

from __future__ import annotations

from math import ceil, floor, isfinite, sqrt
from typing import Any

import numpy as np

from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.lane_state import LaneState
from scenes.stage.paint import Light, Painted
from scenes.stage.replay import Replay, Span
from scenes.stage.theme import (
    AMBER,
    AMBER_HOT,
    BRICKS,
    CORAL,
    CORAL_HOT,
    CYAN,
    CYAN_HOT,
    INK,
    LIGHTS,
    TICK_INK,
    mix,
    ramp,
)

GAP = 0.03
BRICK = 0.78
"""Share of a step that its brick takes."""
LINE, AXIS = 0.075, 0.014
TICK, TICK_WIDTH = 0.20, 0.035
TOKEN = mix(CYAN, CYAN_HOT, 0.25)
SOLID, APART = 2.2, 4.5
"""Pixels from token to token up to which their ticks are one line, and from which they are ticks alone."""
LIGHT, SHADES, DASH = 0.144, 4, 0.09
FLASH = 0.22
"""Seconds in which a token's light fades."""


class Lane(Painted, LaneState):
    """A line of time with its work upon it: a wait of `answer[0]` seconds, then `answer[1]` tokens a second.

    `ground` is its height on the stage, `heights` those of reading, of writing, and the greatest that either chip's can
    have. `by_arithmetic` says what limits the reading, `wide` is how wide it is when it is looked at, `edge` where the
    frame ends. `guides` are where lines begin that lead from the chip's own height to that of its work, of reading and
    writing.
    """

    guides: tuple[float, float] | None = None

    def __init__(
        self,
        answer: tuple[float, float],
        time: tuple[Replay, Span],
        ground: float,
        heights: tuple[float, float, float],
        by_arithmetic: bool,
        wide: float,
        edge: float,
    ):
        Painted.__init__(self, (time[1].left - 0.1, ground - 0.4, edge, ground + 2.0), 0.0)
        LaneState.__init__(self, answer, time, heights[:2], heights[2], edge)
        self.y, self.by_arithmetic = ground, by_arithmetic
        self.hue, self.hot = (CORAL, CORAL_HOT) if by_arithmetic else (AMBER, AMBER_HOT)
        self.columns, self.rows = max(1, round(wide / LIGHT)), max(1, round(self.heights[0] / LIGHT))
        self.shade = np.random.default_rng(5).integers(0, SHADES, (self.columns, self.rows))
        self.head, self.drop = Light(0, 0, 0.55, 0.55, self.hue), Light(0, 0, 0.6, 0.6, CYAN)
        self.glow = {color: Light(0.0, 0.0, 2.4, 1.5, color) for color in (CORAL, AMBER)}

    def __deepcopy__(self, memo: Any) -> Lane:
        return self

    def pose(self, t: float) -> None:
        """How it stands at t, and how much of it shows."""
        self.stand(t)
        self.opacity = self.seen.at(t)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The work, the line that it stands on, a tick for every token, and the moment that is shown."""
        ctx.save()
        ctx.rectangle(self.left - 0.03, self.y - 0.5, self.edge - self.left + 0.03, 3.0)
        ctx.clip()
        self._reading(ctx, camera)
        self._writing(ctx, camera)
        self._line(ctx, camera)
        self._ticks(ctx, camera)
        ctx.restore()
        self._guide(ctx, camera)
        self._moment(ctx, camera)

    def _reading(self, ctx: Canvas, camera: StageCamera) -> None:
        shown, start = self.worked[0] * self.opacity, self.x(0.0)
        width, height = self.shape(0)
        if shown <= 0 or start + width < self.left:
            return
        width = max(width - GAP, GAP)
        lit = 0.0 if self.rolled[0] < 1 else min(max(self.reach - start, 0.0), width)
        bright = shown * self.known
        self._shine(ctx, camera, 0, start + lit / 2, lit / width * bright)
        camera.ink(ctx, mix(self.hue, "#0B1322", 0.72), shown)
        ctx.rectangle(start, self.y, width, height)
        ctx.fill()
        if lit > 0 and self.by_arithmetic:
            self._lights(ctx, camera, (start, self.y, width, height), lit, bright)
        elif lit > 0:
            ctx.set_source(self._floodlit(camera, height, bright))
            ctx.rectangle(start, self.y, lit, height)
            ctx.fill()
        self._rim(ctx, camera, (start, self.y, width, height), 0, shown)

    def _rim(self, ctx: Canvas, camera: StageCamera, box: Box, which: int, shown: float) -> None:
        """The outline of a piece of work: brighter while it is pressed, and when it is pointed at."""
        x, y, width, height = box
        swell = self.swollen[which]
        ctx.set_line_width(0.018 + 0.03 * swell)
        camera.ink(ctx, mix(self.hue, self.hot, 0.8 * swell) if which == 0 else AMBER_HOT, shown)
        ctx.rectangle(x + 0.01, y + 0.01, max(width - 0.02, 0.01), max(height - 0.02, 0.01))
        ctx.stroke()

    def _lights(self, ctx: Canvas, camera: StageCamera, block: Box, lit: float, shown: float) -> None:
        """Lights at work, which go on column by column."""
        x, y, width, height = block
        across, up = width / self.columns, height / self.rows
        for number in range(SHADES):
            for column, row in np.argwhere(self.shade == number).tolist():
                if (column + 0.5) * across <= lit:
                    ctx.rectangle(x + (column + 0.12) * across, y + (row + 0.12) * up, 0.76 * across, 0.76 * up)
            camera.ink(ctx, ramp(LIGHTS, 0.44 + 0.07 * number + 0.2 * self.swollen[0]), shown)
            ctx.fill()

    def _writing(self, ctx: Canvas, camera: StageCamera) -> None:
        shown = self.worked[1] * self.opacity
        if shown <= 0:
            return
        start, (width, height) = self.x(self.first), self.shape(1)
        if self.rolled[1] < 1:
            self._held(ctx, camera, [(start, self.y, max(width - GAP, GAP), height)], shown)
            self._rim(ctx, camera, (start, self.y, max(width - GAP, GAP), height), 1, shown)
            return
        behind = max(0, floor((self.left - start) / self.pitch))
        there = max(0, ceil((self.edge - start) / self.pitch))
        if self.pitch * camera.scale < SOLID:
            self._solid(ctx, camera, start, height, shown)
            return
        ahead = max(1, round(self.steps * there))
        bricks = [self._brick(number, start, height) for number in range(behind, min(ahead, there))]
        self._held(ctx, camera, bricks, shown)
        reach = self.reach
        done = [(x, y, min(wide, reach - x), high) for x, y, wide, high in bricks if x < reach]
        bright = shown * self.known
        self._shine(ctx, camera, 1, min((start + reach) / 2, start + 2.6), float(bool(done)) * bright)
        ctx.set_source(self._floodlit(camera, height, bright))
        for box in done:
            ctx.rectangle(*box)
        ctx.fill()
        if self.swollen[1] > 0:
            camera.ink(ctx, AMBER_HOT, 0.45 * self.swollen[1] * bright)
            for x, y, wide, high in done:
                ctx.rectangle(x, y, wide, high)
            ctx.fill()

    def _brick(self, number: int, start: float, height: float) -> Box:
        return start + number * self.pitch, self.y, BRICK * self.pitch, height

    def _held(self, ctx: Canvas, camera: StageCamera, boxes: list[Box], shown: float) -> None:
        """Work that is still to be done."""
        camera.ink(ctx, BRICKS[2], 0.85 * shown)
        for box in boxes:
            ctx.rectangle(*box)
        ctx.fill()

    def _solid(self, ctx: Canvas, camera: StageCamera, start: float, height: float, shown: float) -> None:
        """Steps too short to be told from each other."""
        camera.ink(ctx, BRICKS[2], 0.85 * shown * self.steps)
        ctx.rectangle(start, self.y, max(self.edge - start, 0.0), height)
        ctx.fill()
        ctx.set_source(self._floodlit(camera, height, 0.85 * shown * self.known))
        ctx.rectangle(start, self.y, max(self.reach - start, 0.0), height)
        ctx.fill()

    def _floodlit(self, camera: StageCamera, height: float, shown: float) -> Any:
        """Bricks in the light of lamps at their foot."""
        stops = ((0.0, BRICKS[6], shown), (0.45, AMBER, shown), (1.0, BRICKS[4], shown))
        return camera.gradient((0, self.y), (0, self.y + height), stops)

    def _line(self, ctx: Canvas, camera: StageCamera) -> None:
        """The axis, and on it the wait, as far as it has come."""
        camera.ink(ctx, TICK_INK, self.opacity)
        ctx.rectangle(self.left, self.y - AXIS, self.edge - self.left, AXIS)
        ctx.fill()
        if self.now < 0:
            return
        begin, end = self.x(0.0), min(self.reach, self.x(self.first))
        camera.ink(ctx, self.hue, self.opacity * self.known)
        ctx.rectangle(begin, self.y - LINE, max(end - begin, 0.0), LINE)
        ctx.fill()

    def _ticks(self, ctx: Canvas, camera: StageCamera) -> None:
        if not self.came:
            return
        start, pitch = self.x(self.first), self.pitch
        there = floor((self.edge - start) / pitch) + 1
        behind, count = max(0, floor((self.left - start) / pitch)), min(self.came, there)
        apart = min(1.0, max(0.0, (pitch * camera.scale - SOLID) / (APART - SOLID)))
        seen = self.opacity * self.known
        camera.ink(ctx, TOKEN, seen * (1 - apart))
        ctx.rectangle(start, self.y - LINE, max(min(pitch * count, self.reach - start), 0.0), LINE)
        ctx.fill()
        camera.ink(ctx, TOKEN, seen * apart)
        for number in range(behind, count if apart else 0):
            ctx.rectangle(start + number * pitch, self.y - TICK, min(0.42 * pitch, TICK_WIDTH), TICK)
        ctx.fill()
        # The first token stands out at every scale: there the wait ends.
        camera.ink(ctx, CYAN_HOT, seen)
        ctx.rectangle(start, self.y - TICK - 0.03, TICK_WIDTH, TICK + 0.03)
        ctx.fill()

    def _guide(self, ctx: Canvas, camera: StageCamera) -> None:
        """The height of the work is the chip's own."""
        if self.guides is None:
            return
        for which, color in ((0, self.hue), (1, AMBER)):
            lies = self.x(0.0) if which == 0 else self.x(self.first)
            shown = self.worked[which] * max(0.0, 2 * self.rolled[which] - 1) * float(abs(lies - self.left) < 0.05)
            if shown > 0:
                camera.ink(ctx, color, 0.8 * shown * self.opacity)
                for x in np.arange(self.guides[which], self.left - 0.04, DASH).tolist():
                    ctx.rectangle(x, self.y + self.heights[which] - 0.018, DASH / 2, 0.018)
                ctx.fill()

    def _moment(self, ctx: Canvas, camera: StageCamera) -> None:
        """Light where the shown second stands, and where the last token came."""
        if not isfinite(self.now) or not self.pace or self.x(self.now) > self.edge:
            return
        x = self.x(self.now)
        if self.upright > 0:
            camera.ink(ctx, INK, 0.75 * self.upright * self.opacity)
            ctx.rectangle(x - 0.008, self.y - TICK, 0.016, self.highest + TICK + 0.12)
            ctx.fill()
        waits = not self.came
        self.head.place(x, self.y).opacity = 0.6 * self.opacity * float(waits)
        camera.display_vectorized(self.head, ctx)
        if waits:
            return
        last = self.first + (self.came - 1) / self.rate
        since = (self.now - last) / self.pace
        flash = float(np.exp(-since / FLASH)) if 1 / self.rate > FLASH * self.pace / 2 else 0.7
        self.drop.place(self.x(last), self.y - TICK / 2).opacity = 0.85 * flash * self.opacity
        camera.display_vectorized(self.drop, ctx)

    def _shine(self, ctx: Canvas, camera: StageCamera, which: int, x: float, power: float) -> None:
        """The light that reading (0) or writing (1) gives to the night."""
        light, height = self.glow[self.hue if which == 0 else AMBER], self.heights[which]
        strength = 0.26 * sqrt(height / self.highest) + 0.35 * self.swollen[which]
        light.place(x, self.y + height / 2).opacity = strength * power
        camera.display_vectorized(light, ctx)
