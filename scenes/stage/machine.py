"""A chip with its memory, small: the wall of weights, the channel from it, and the arithmetic.

The wall is as large for every chip, for the model is the same. The channel is as high as the chip's bandwidth, the
stack of lights as high as its arithmetic, each as a share of the better chip's.
"""

from __future__ import annotations

from math import isfinite
from typing import Any

import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.lane import Lane
from scenes.stage.lane_state import THIN
from scenes.stage.paint import Fading, Painted
from scenes.stage.small_chip import SmallChip
from scenes.stage.small_wall import IDLE, OFTEN, ONCE, READ, SmallWall
from scenes.stage.theme import AMBER, AMBER_HOT
from scenes.stage.tracks import Move, Track, linear, smooth, soft

NARROW, ROOMY = (0.37, 0.34, 0.29), (0.29, 0.42, 0.29)
"""Shares of the width of wall, channel and chip: beside the lines of time, and while the whole frame is theirs."""
FAST = 7.0
"""Reads a second from which the front is too fast to be seen: then the wall is evenly lit."""
DASHES, DASH, SPEED = 26, 0.17, 2.3
"""Dashes in the highest channel beside the lines of time, a dash's length, and stage units a second that it runs."""


class Machine(Painted, Fading):
    """One chip at work on a lane's answer, from (left, ground) on.

    `place` is left, ground, its width, and its width before it is drawn together. `heights` are those of channel and
    chip, `high` the wall's. `shares` say which part of channel and of lights is busy while it reads and while it
    writes; `sky` is how high up tokens come from.
    """

    def __init__(
        self,
        lane: Lane,
        place: tuple[float, float, float, float],
        heights: tuple[float, float],
        high: float,
        shares: tuple[tuple[float, float], tuple[float, float]],
        sky: float,
    ):
        left, ground, wide, roomy = place
        self.lane, self.shares, self.left, self.ground = lane, shares, left, ground
        self.bandwidth, self.peak = (max(height, THIN) for height in heights)
        self.crest = ground + high
        self.widths = np.array(ROOMY) * roomy, np.array(NARROW) * wide
        Painted.__init__(self, (left, ground - 0.2, left + roomy, self.crest + 0.2), 0.0)
        Fading.__init__(self, 1.0)
        self.wall = SmallWall((left, ground, left + NARROW[0] * wide, self.crest))
        self.chip = SmallChip(ground, self.peak, sky)
        self.laid, self.dug, self.lifted, self.drawn = Track(0.0), Track(0.0), Track(0.0), Track(0.0)
        self.shows, self.begun = Track(0.0), 0.0
        count = max(2, round(DASHES * self.bandwidth / high))
        rng = np.random.default_rng(3)
        self.dashes = np.column_stack([rng.random(count), (rng.permutation(count) + 0.5) / count, rng.random(count)])
        self.pose(0.0)

    def __deepcopy__(self, memo: Any) -> Machine:
        return self

    @property
    def roomy(self) -> tuple[float, float]:
        """Where channel and chip begin before it is drawn together."""
        wall, channel, _ = self.widths[0].tolist()
        return self.left + wall, self.left + wall + channel

    @property
    def gate_at_last(self) -> float:
        """Where the chip begins when it has been drawn together."""
        return self.left + float(self.widths[1][:2].sum())

    @property
    def top(self) -> tuple[float, float]:
        """The middle of the chip's upper edge, when it has been drawn together."""
        return self.gate_at_last + float(self.widths[1][2]) / 2, self.ground + self.peak

    # ------------------------------------------------------------------ moves
    def lay(self, length: float = 1.2) -> Move:
        """The wall rises course by course."""
        return Move(lambda start, span: self.laid.to(1.0, start, span, linear), length)

    def rise(self, length: float = 0.9) -> Move:
        """The channel comes out of the wall, and the chip up to its height."""

        def write(start: float, span: float) -> None:
            self.dug.to(1.0, start, 0.6 * span, smooth)
            self.lifted.to(1.0, start + 0.4 * span, 0.6 * span, smooth)

        return Move(write, length)

    def show_off(self, length: float = 0.5) -> Move:
        """The channel runs full, and every light is on: this is all that there is."""

        def write(start: float, span: float) -> None:
            self.begun = start
            self.shows.to(1.0, start, span, soft)

        return Move(write, length)

    def calm(self, length: float = 0.5) -> Move:
        """Wait for work."""
        return Move(lambda start, span: self.shows.to(0.0, start, span, soft), length)

    def draw_together(self, length: float = 1.0) -> Move:
        """Make room for the line of time."""
        return Move(lambda start, span: self.drawn.to(1.0, start, span, smooth), length)

    # ------------------------------------------------------------------ state
    def pose(self, t: float) -> None:
        """What it does at the lane's second: nothing, read, or write. The lane is posed before it."""
        lane, drawn = self.lane, self.drawn.at(t)
        self.seconds, self.opacity = lane.replay.since(t), self.seen.at(t)
        self.up, self.out, self.stood = self.laid.at(t), self.dug.at(t), self.lifted.at(t)
        wall, channel, chip = ((1 - drawn) * self.widths[0] + drawn * self.widths[1]).tolist()
        self.mouth, self.gate = self.left + wall, self.left + wall + channel
        self.wall.stretch(self.mouth)
        self.chip.stretch(self.gate, self.gate + chip)
        self.shown = self.shows.at(t)
        if self.shown > 0:
            self.seconds = t - self.begun
        self.busy = isfinite(lane.now) and lane.pace > 0 and lane.now >= 0
        self.reads = self.busy and not lane.came
        pace = lane.pace / lane.first if self.reads else lane.pace * lane.rate
        self.front, self.fast, self.since = 0.0, pace > FAST, None if pace > FAST else 0.0
        if self.reads:
            self.front = lane.now / lane.first
        elif self.busy:
            self.front = (lane.now - lane.first) * lane.rate % 1
            self.since = None if self.fast else self.front / pace

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """From the wall to the chip."""
        box = self.wall.paint(ctx, camera, self.up, self.opacity)
        if self.busy and not self.fast:
            self.wall.read(ctx, camera, self.front, ONCE if self.reads else OFTEN, self.opacity)
        elif self.up > 0:
            self.wall.even(ctx, camera, box, (READ if self.busy else IDLE) * self.opacity)
        self._channel(ctx, camera)
        self.chip.paint(ctx, camera, self.stood, self.opacity)
        if self.reads:
            self.chip.read(ctx, camera, self.shares[0][1], self.seconds, self.opacity)
        elif self.shown > 0:
            self.chip.light(ctx, camera, 1.0, self.seconds, self.shown * self.opacity)
        elif self.busy:
            self.chip.write(ctx, camera, self.since, self.opacity)

    def _channel(self, ctx: Canvas, camera: StageCamera) -> None:
        """Its bed, two rims, and what runs in it."""
        if self.out <= 0:
            return
        width = (self.gate - self.mouth) * self.out
        camera.ink(ctx, "#2A1B0E" if self.busy else "#1B150F", self.opacity)
        ctx.rectangle(self.mouth, self.ground, width, self.bandwidth)
        ctx.fill()
        camera.ink(ctx, AMBER, (0.9 if self.busy else 0.75) * self.opacity)
        for y in (self.ground, self.ground + self.bandwidth):
            ctx.rectangle(self.mouth, y - 0.009, width, 0.018)
        ctx.fill()
        if self.busy:
            self._run(ctx, camera, self.shares[0][0] if self.reads else self.shares[1][0], self.opacity)
        elif self.shown > 0:
            self._run(ctx, camera, 1.0, self.shown * self.opacity)

    def _run(self, ctx: Canvas, camera: StageCamera, flow: float, opacity: float) -> None:
        """A share of all the dashes that there are."""
        count = max(1, round(flow * len(self.dashes)))
        length, dash = self.gate - self.mouth, DASH * (self.gate - self.mouth) / float(self.widths[1][1])
        thick = min(0.022, 0.4 * self.bandwidth)
        for hot in (False, True):
            for phase, lane, heat in self.dashes[:count].tolist():
                if (heat > 0.6) == hot:
                    run = SPEED * (0.8 + 0.4 * heat) * self.seconds
                    x = (phase * (length + dash) + run) % (length + dash) - dash
                    start, end = max(x, 0.0), min(x + dash, length)
                    ctx.rectangle(
                        self.mouth + start, self.ground + lane * self.bandwidth - thick / 2, end - start, thick
                    )
            camera.ink(ctx, AMBER_HOT if hot else AMBER, 0.95 * opacity)
            ctx.fill()
