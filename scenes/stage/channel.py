"""Bandwidth: the channel between wall and chip, and the weights in transit through it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cairo
import numpy as np
import numpy.typing as npt

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.geometry import Conduit
from scenes.stage.paint import Baked, Fading, Light, Painted
from scenes.stage.shapes import rects
from scenes.stage.theme import AMBER, AMBER_HOT, Floats
from scenes.stage.tracks import Move, Track, linear, smooth
from scenes.stage.wall import Wall

RAIL = 0.028
"""Half the thickness of a stone rail."""


class Bed(Baked, Fading):
    """The channel's bed between two stone rails. It grows out from the wall when it is revealed."""

    def __init__(self, channel: Conduit):
        left, right, low, high = channel.left, channel.right, channel.low, channel.high
        rails = np.array([low, high])
        Baked.__init__(
            self,
            rects(left, low, right, high, "#0A0A0E"),
            rects(left, rails - RAIL, right, rails + RAIL, "#2B3147", radius=0.01),
            rects(left, rails + 0.012, right, rails + RAIL, "#59617C", 0.9, 0.005),
        )
        Fading.__init__(self, 1.0)
        self.channel, self.built = channel, Track(1.0)

    def build(self, length: float = 0.8) -> Move:
        """Reach from the wall to the chip."""
        return Move(lambda start, span: self.built.to(1.0, start, span, smooth), length)

    def pose(self, t: float) -> None:
        """How far it reaches, and how much of it shows."""
        self.opacity = self.seen.at(t)
        built = self.built.at(t)
        x0, y0, x1, y1 = self.box
        self.clip = None if built >= 1 else (x0, y0, x0 + (x1 - x0) * built, y1)
        if built <= 0:
            self.opacity = 0.0


@dataclass(frozen=True)
class Dashes:
    """Weights of one brightness: the thread, offset and length of each dash.

    `turn` (0 … 1) says which dashes are there while only a share of them is.
    """

    color: str
    width: float
    alpha: float
    thread: npt.NDArray[np.int_]
    offset: Floats
    length: Floats
    turn: Floats


PERIOD = 2.6
"""Stage units after which the pattern of dashes repeats along a thread."""

GOLDEN = 0.6180339887

MARGIN = 0.07
"""Share of the channel's height kept free at each rail."""


class Threads(Painted):
    """Weights in transit: one thread a course, from the front through the channel into the chip.

    A dash is a fixed distance from the chip, so the flow is steady while the front moves. `filled`
    is the share of the bandwidth in use: so much of the channel's height, and so many of the dashes.
    """

    def __init__(self, wall: Wall, channel: Conduit, speed: float = 4.2):
        bricks = wall.bricks
        super().__init__((bricks.left, min(wall.box[1], channel.low), channel.right, bricks.crest))
        self.wall, self.channel, self.speed = wall, channel, speed
        count = np.arange(bricks.courses) + 0.5
        self.courses = bricks.courses
        self.start_y = wall.box[1] + count * bricks.brick_height
        self.lane = channel.height * (1 - 2 * MARGIN) * count / bricks.courses
        rng = np.random.default_rng(3)
        self.dashes = [self._scatter(rng, AMBER, 1.9, 0.80, 1), self._scatter(rng, AMBER_HOT, 2.2, 0.95, 2)]
        self.filled, self.carries = Track(1.0), Track(0.0)
        # So that the first weights do not run in step.
        self.eager = rng.uniform(0.8, 1.2, bricks.courses)
        self.power, self.head, self.tail, self.flow = Track(0.0), Track(0.0), Track(0.0), Track(0.0)
        self.glow = Light(
            (channel.left + channel.right) / 2, channel.middle, 1.15, 0.25 + 0.35 * channel.height, "#D9822E"
        )
        self.pose(0.0)

    def __deepcopy__(self, memo: Any) -> Threads:
        return self

    def _scatter(self, rng: np.random.Generator, color: str, width: float, alpha: float, each: int) -> Dashes:
        """`each` dashes a thread and period; stratified, so that none clump."""
        thread = np.repeat(np.arange(self.courses), each)
        slot = np.tile(np.arange(each), self.courses)
        lane = rng.permutation(self.courses)[thread] / self.courses
        offset = (slot + rng.uniform(0, 1, len(thread)) + lane) / each * PERIOD
        # Steps of the golden ratio: whatever share of the dashes is there is spread evenly along the threads.
        turn = np.empty(len(thread))
        turn[np.argsort(offset)] = (0.5 + GOLDEN * np.arange(len(thread))) % 1.0
        return Dashes(color, width, alpha, thread, offset, rng.uniform(0.14, 0.42, len(thread)), turn)

    def run(self, length: float, power: float = 1.0, filled: float = 1.0) -> Move:
        """Carry weights while a front crosses the wall, then drain."""
        return self.runs(1, length, power, filled)

    def runs(self, times: int, period: float, power: float = 1.0, filled: float = 1.0) -> Move:
        """Carry weights while fronts cross the wall without a pause, then drain."""

        def write(start: float, span: float) -> None:
            # The run before may not have drained yet; that does not put this one out.
            self.power.clear(start - 0.1, start + span + DRAIN)
            for track, value in ((self.power, power), (self.filled, filled)):
                track.to(value, start - 0.1)
            # What the run before left behind does not show again; each begins with the same weights.
            for track in (self.head, self.tail, self.carries, self.flow):
                track.to(0.0, start - 0.1)
            for lap in range(times):
                begin = start + span * lap / times - 0.05
                self.head.to(0.0, begin)
                self.head.to(HURRY * (span / times + 0.1), begin, span / times + 0.1, linear)
            self.carries.to(1.0, start + span / times)
            self.flow.to(self.speed * (span + DRAIN), start, span + DRAIN, linear)
            self.tail.to(self.speed * DRAIN, start + span, DRAIN, linear)
            self.power.to(0.0, start + span + DRAIN)

        return Move(write, times * period)

    def pose(self, t: float) -> None:
        """Everything about the flow at t."""
        self.front_x = self.wall.bricks.left + self.wall.front.at(t) * self.wall.bricks.width
        self.opacity, self.use = self.power.at(t), self.filled.at(t)
        self.end_y = self.channel.low + MARGIN * self.channel.height + self.use * self.lane
        self.reach, self.drained, self.travelled = self.head.at(t), self.tail.at(t), self.flow.at(t)
        self.carrying = self.carries.at(t) > 0
        begun = max(float(self.carrying), min(1.0, self.reach / 9))
        self.glow.opacity = 0.22 * self.opacity * self.use**0.5 * begun * max(0.0, 1 - self.drained / 1.6)

    def lines(self, samples: int = 14) -> tuple[Floats, Floats]:
        """Polylines (courses, samples + 1, 2) from the chip back to the front, and distance along each."""
        x, mouth = self.front_x, self.channel.left
        handle = (mouth - x) * 0.55
        t = np.linspace(1, 0, samples)[:, None]
        u = 1 - t
        across = u**3 * x + 3 * u * u * t * (x + handle) + 3 * u * t * t * (mouth - handle) + t**3 * mouth
        up = (u**3 + 3 * u * u * t) * self.start_y + (3 * u * t * t + t**3) * self.end_y
        points = np.empty((self.courses, samples + 1, 2))
        points[:, 0, 0], points[:, 0, 1] = self.channel.right, self.end_y
        points[:, 1:, 0], points[:, 1:, 1] = across[:, 0], up.T
        steps = np.diff(points, axis=1)
        far = np.concatenate(
            [np.zeros((self.courses, 1)), np.cumsum(np.hypot(steps[..., 0], steps[..., 1]), axis=1)], 1
        )
        return points, far

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The fan and the channel: threads first, then the weights on them."""
        if self.reach <= 0 and not self.carrying:
            return
        # The fan folds away as the read reaches the channel.
        fold = min(1.0, max(0.0, (self.channel.left - self.front_x) / 0.9))
        points, far = self.lines()
        full = far[:, -1] if fold > 0.01 else far[:, 1]
        near = full - self.reach * self.eager
        end = full - self.drained / self.eager
        # Half the price; thin moving lines do not show it.
        ctx.set_antialias(cairo.ANTIALIAS_FAST)
        brush = _Brush(ctx, camera, points, far, self.opacity)
        if fold > 0.01:
            start = np.maximum(near, far[:, 1])
            some = np.flatnonzero(end - start > 0.02)
            brush.stroke(start[some], end[some], some, 14, AMBER, 0.34 * fold * (0.4 + 0.6 * self.use), 0.0145)
        for dashes in self.dashes:
            self._flow(brush, dashes, near, end, far[:, 1])

    def _flow(self, brush: _Brush, dashes: Dashes, near: Floats, end: Floats, mouth: Floats) -> None:
        used = dashes.turn < self.use
        laps = PERIOD * np.arange(int(np.ceil((end.max() + 0.5) / PERIOD)) + 1) - 0.5
        start = (((dashes.offset[used] - self.travelled) % PERIOD)[:, None] + laps).ravel()
        thread, length = np.repeat(dashes.thread[used], len(laps)), np.repeat(dashes.length[used], len(laps))
        stop = np.minimum(start + length, end[thread])
        # The channel still carries what the front before this one sent.
        inside = start < mouth[thread] - 0.1
        first = np.where(inside & self.carrying, 0.0, np.maximum(near[thread], 0))
        start = np.maximum(start, first)
        # Thinner where the lanes are close.
        for where, width in ((inside, 0.62 * dashes.width), (~inside, dashes.width)):
            some = where & (stop - start > 0.01)
            brush.stroke(start[some], stop[some], thread[some], 4, dashes.color, dashes.alpha, 0.01 * width)


HURRY = 30.0
"""Stage units a second at which the first weights of a read shoot out to the chip."""

DRAIN = 0.55
"""Seconds that the last weights take through the channel."""

APART = 1000.0
"""Distance between threads on the one axis along which all of them are interpolated."""


class _Brush:
    """Strokes stretches of threads, given by distance from the chip."""

    def __init__(self, ctx: Canvas, camera: StageCamera, points: Floats, far: Floats, power: float):
        self.ctx, self.camera, self.power = ctx, camera, power
        self.axis = (far + APART * np.arange(len(far))[:, None]).ravel()
        self.x, self.y = points[..., 0].ravel(), points[..., 1].ravel()

    def stroke(
        self,
        start: Floats,
        end: Floats,
        thread: npt.NDArray[np.int_],
        points: int,
        color: str,
        alpha: float,
        width: float,
    ) -> None:
        """Stroke from `start` to `end` along each `thread`, in stage units."""
        along = start[:, None] + (end - start)[:, None] * np.linspace(0, 1, points) + APART * thread[:, None]
        self.camera.ink(self.ctx, color, alpha * self.power)
        self.ctx.set_line_width(width)
        xs, ys = np.interp(along, self.axis, self.x).tolist(), np.interp(along, self.axis, self.y).tolist()
        for line_x, line_y in zip(xs, ys, strict=True):
            self.ctx.move_to(line_x[0], line_y[0])
            for x, y in zip(line_x[1:], line_y[1:], strict=True):
                self.ctx.line_to(x, y)
        self.ctx.stroke()
