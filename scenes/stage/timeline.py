"""Real time as a line: the wait for the first token, then a tick for every token, as they come.

Later the same line is stretched until single tokens can be seen, and what filled the time is laid
under it, to scale: network and queue, prefill, decode.
"""

from __future__ import annotations

from math import floor
from typing import Any

import cairo
import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.clock import THICKNESS, UPPER
from scenes.stage.hatch import hatch
from scenes.stage.paint import Fading, Light, Painted
from scenes.stage.theme import AMBER, BRICKS, CORAL, CYAN, CYAN_HOT, GREEN, LEFT, LIGHTS, mix, ramp
from scenes.stage.tracks import Curve, Move, Track, linear, smooth, soft

EDGE = 7.2
"""Just outside the frame: the stream runs off it."""

TICK, FIRST_TICK = 0.24, 0.035
"""Height of a token's tick, and the width of the first while ticks are one line."""
SOLID, APART = 2.2, 4.5
"""Pixels from tick to tick up to which they are one line, and from which they are ticks alone."""

SWELL = 0.055
"""Stage units that a part of the line grows up and down where it is pointed at."""

UNSURE = 0.55
"""Stage units by which prefill reaches, ever fainter, beyond its least length."""
TOKEN = mix(CYAN, CYAN_HOT, 0.25)

LIGHT = 0.144
"""From light to light in what stands for arithmetic, as on the chip."""
SHADES = 4


class Timeline(Painted, Fading):
    """A line that starts at `left` and grows in real time, at `scale` stage units a second.

    `first` is when the first token comes, in seconds after `begin`; then `rate` come each second.
    `least` is the least that prefill takes of the wait; 0 if that is not known.
    """

    def __init__(self, first: float, rate: float, least: float, scale: float, left: float = LEFT):
        Painted.__init__(self, (left, UPPER, EDGE, UPPER + 3.5), 0.0)
        Fading.__init__(self, 1.0)
        self.left, self.first, self.rate, self.least = left, first, rate, min(least, first)
        self.begun, self.halted = np.inf, np.inf
        self.second, self.line, self.room = Track(scale), Track(UPPER), Track(0.0)
        self.network, self.prefill, self.decode = Track(0.0), Track(0.0), Track(0.0)
        self.wait_swells, self.stream_swells = Track(0.0), Track(0.0)
        self.heads = {color: Light(0.0, 0.0, 0.55, 0.55, color) for color in (GREEN, CYAN)}
        self.glow = {color: Light(0.0, 0.0, 2.4, 1.5, color) for color in (CORAL, AMBER)}
        self.pose(0.0)

    def __deepcopy__(self, memo: Any) -> Timeline:
        return self

    def begin(self) -> Move:
        """The prompt is sent: time runs."""

        def write(start: float, _: float) -> None:
            self.begun = start

        return Move(write, 0.0)

    def halt(self) -> Move:
        """Time runs no more."""

        def write(start: float, _: float) -> None:
            self.halted = start

        return Move(write, 0.0)

    def zoom(self, scale: float, line: float, depth: float, length: float = 1.5, curve: Curve = smooth) -> Move:
        """Stretch to so many stage units a second, and rise to `line`, with room for blocks of `depth` under it."""

        def write(start: float, span: float) -> None:
            for track, value in ((self.second, scale), (self.line, line), (self.room, depth)):
                track.to(value, start, span, curve)

        return Move(write, length)

    def point_at_wait(self, length: float = 1.3) -> Move:
        """The wait swells and settles: look here."""
        return _swell(self.wait_swells, length)

    def point_at_stream(self, length: float = 1.3) -> Move:
        """The stream swells and settles: look here."""
        return _swell(self.stream_swells, length)

    def show_network(self, length: float = 0.8) -> Move:
        """What is not known of the wait."""
        return Move(lambda start, span: self.network.to(1.0, start, span, soft), length)

    def show_prefill(self, length: float = 0.8) -> Move:
        """The prompt is read: at least so long."""
        return Move(lambda start, span: self.prefill.to(1.0, start, span, linear), length)

    def show_decode(self, length: float = 1.6) -> Move:
        """Token after token is written."""
        return Move(lambda start, span: self.decode.to(1.0, start, span, linear), length)

    def elapsed(self, t: float) -> float:
        """Seconds since the prompt was sent."""
        return max(0.0, min(t, self.halted) - self.begun)

    def tokens(self, t: float) -> int:
        """How many tokens have come by t seconds of the scene."""
        since = self.elapsed(t) - self.first
        return floor(self.rate * since + 1e-6) + 1 if since > -1e-9 else 0

    def pose(self, t: float) -> None:
        """How far time has run, and how the line lies."""
        self.passed, self.came = self.elapsed(t), self.tokens(t)
        self.opacity = self.seen.at(t) * float(self.passed > 0)
        self.per_second, self.y, self.deep = self.second.at(t), self.line.at(t), self.room.at(t)
        self.shown = self.network.at(t), self.prefill.at(t), self.decode.at(t)
        self.swollen = self.wait_swells.at(t), self.stream_swells.at(t)
        self.running = float(self.begun < t < self.halted)

    def x(self, seconds: float) -> float:
        """Where a moment stands, in seconds after the prompt was sent."""
        return self.left + seconds * self.per_second

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Blocks, then the line over them."""
        if self.deep > 0.05:
            network, prefill, decode = self.shown
            self._unknown(ctx, camera, network)
            self._reading(ctx, camera, prefill)
            self._writing(ctx, camera, decode)
        self._wait(ctx, camera)
        self._stream(ctx, camera)
        head = self.heads[CYAN if self.came else GREEN]
        head.place(min(self.x(self.passed), EDGE), self.y + THICKNESS / 2).opacity = 0.5 * self.running
        camera.display_vectorized(head, ctx)

    def _wait(self, ctx: Canvas, camera: StageCamera) -> None:
        camera.ink(ctx, GREEN, self.opacity)
        more = SWELL * self.swollen[0]
        ctx.rectangle(self.left, self.y - more, self.x(min(self.passed, self.first)) - self.left, THICKNESS + 2 * more)
        ctx.fill()

    def _ends(self) -> tuple[int, int]:
        """The first token, and one past the last, that stand left of the frame's edge."""
        there = floor((EDGE - self.x(self.first)) / self.per_second * self.rate) + 1
        return 0, max(0, min(self.came, there))

    def _stream(self, ctx: Canvas, camera: StageCamera) -> None:
        _, count = self._ends()
        if not count:
            return
        pitch = self.per_second / self.rate
        apart = min(1.0, max(0.0, (pitch * camera.scale - SOLID) / (APART - SOLID)))
        start = self.x(self.first)
        camera.ink(ctx, TOKEN, self.opacity * (1 - apart))
        more = SWELL * self.swollen[1]
        ctx.rectangle(start, self.y - more, pitch * count, THICKNESS + 2 * more)
        ctx.fill()
        # The first token stands out at every scale: there the wait ends.
        ctx.rectangle(start, self.y - more, FIRST_TICK, TICK + more)
        camera.ink(ctx, CYAN_HOT, self.opacity * (1 - apart))
        ctx.fill()
        camera.ink(ctx, TOKEN, self.opacity * apart)
        high = THICKNESS + (TICK - THICKNESS) * apart
        for number in range(count if apart else 0):
            ctx.rectangle(start + number * pitch, self.y, min(0.42 * pitch, 0.03), high)
        ctx.fill()

    def _block(self, start: float, end: float) -> tuple[float, float, float, float]:
        """A block under the line, as x, y, width and height."""
        return self.x(start), self.y - 0.07 - self.deep, self.x(end) - self.x(start), self.deep

    def _unknown(self, ctx: Canvas, camera: StageCamera, shown: float) -> None:
        if shown <= 0:
            return
        x, y, width, height = self._block(0.0, self.first - self.least)
        hatch(ctx, camera, (x, y, x + width - 0.03, y + height), shown * self.opacity)

    def _reading(self, ctx: Canvas, camera: StageCamera, shown: float) -> None:
        if shown <= 0:
            return
        x, y, width, height = self._block(self.first - self.least, self.first)
        self._lit(ctx, camera, CORAL, x + width / 2, 0.30 * shown)
        faint = cairo.LinearGradient(x - UNSURE, 0, x, 0)
        for stop, share in ((0.0, 0.0), (1.0, 0.42)):
            faint.add_color_stop_rgba(stop, *camera.ordered(CORAL), share * self.opacity * shown)
        ctx.set_source(faint)
        ctx.rectangle(x - UNSURE, y, UNSURE, height)
        ctx.fill()
        self._lights(ctx, camera, (x, y, width - 0.03, height), shown)

    def _lights(self, ctx: Canvas, camera: StageCamera, block: tuple[float, float, float, float], shown: float) -> None:
        """A block full of lights at work, which go on column by column."""
        x, y, width, height = block
        columns, rows = max(1, round(width / LIGHT)), max(1, round(height / LIGHT))
        across, up = width / columns, height / rows
        shade = np.random.default_rng(5).integers(0, SHADES, (columns, rows))
        camera.ink(ctx, mix(CORAL, "#0B1322", 0.72), self.opacity)
        ctx.rectangle(x, y, width * shown, height)
        ctx.fill()
        for number in range(SHADES):
            for column, row in np.argwhere(shade == number).tolist():
                if column < shown * columns:
                    ctx.rectangle(x + (column + 0.12) * across, y + (row + 0.12) * up, 0.76 * across, 0.76 * up)
            camera.ink(ctx, ramp(LIGHTS, 0.44 + 0.07 * number), self.opacity)
            ctx.fill()

    def _writing(self, ctx: Canvas, camera: StageCamera, shown: float) -> None:
        if shown <= 0:
            return
        pitch = self.per_second / self.rate
        start, (_, count) = self.x(self.first), self._ends()
        reach = start + (EDGE - start) * shown
        _, y, _, height = self._block(self.first, self.first)
        self._lit(ctx, camera, AMBER, min((start + reach) / 2, start + 2.6), 0.26 * shown)
        ctx.set_source(self._floodlit(camera, y, height))
        for number in range(count):
            x = start + number * pitch
            if x + pitch <= reach:
                ctx.rectangle(x, y, 0.70 * pitch, height)
        ctx.fill()

    def _floodlit(self, camera: StageCamera, y: float, height: float) -> cairo.LinearGradient:
        """Bricks in the light of lamps at their foot."""
        gradient = cairo.LinearGradient(0, y, 0, y + height)
        for stop, color in ((0.0, BRICKS[6]), (0.35, AMBER), (1.0, BRICKS[3])):
            gradient.add_color_stop_rgba(stop, *camera.ordered(color), self.opacity)
        return gradient

    def _lit(self, ctx: Canvas, camera: StageCamera, color: str, x: float, power: float) -> None:
        """The light that a block gives to the night."""
        light = self.glow[color]
        light.place(x, self.y - self.deep / 2).opacity = power * self.opacity
        camera.display_vectorized(light, ctx)


def _swell(track: Track, length: float) -> Move:
    def write(start: float, span: float) -> None:
        track.to(1.0, start, 0.3 * span, soft)
        track.to(0.0, start + 0.3 * span, 0.7 * span, soft)

    return Move(write, length)
