"""Where a job stands on the terrain, as water: decode is a drop, prefill a downpour. And the point that climbs."""

from __future__ import annotations

from typing import Any

import cairo
import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.frame import FILM
from scenes.stage.paint import Fading, Light, Painted
from scenes.stage.plot import FLOOR, Land
from scenes.stage.slots import STILL, Laps
from scenes.stage.teardrop import TIP, mark, water
from scenes.stage.theme import CYAN, CYAN_HOT, INK
from scenes.stage.tracks import Curve, Move, Track, fall, linear, pulse, smooth, soft

TOP = FILM.sky
"""Where water comes from."""

RADIUS, HANG = 0.125, 0.24
"""A drop's radius, and how high its middle hangs over the slope."""


SWELLS = np.array(0.35)
"""Times a second that its light swells and ebbs."""


class Drop(Painted, Fading):
    """One token over its place on the slope. It falls in from above."""

    def __init__(self, x: float, ground: float, top: float = TOP, laps: Laps = STILL):
        Painted.__init__(self, (x - 0.5, ground, x + 0.5, top), 0.0)
        Fading.__init__(self)
        self.laps = laps
        self.x, self.ground, self.top = x, ground, top
        self.fallen = Track(0.0)
        self.halo, self.core = Light(0, 0, 1.01, 1.01, CYAN), Light(0, 0, 0.43, 0.46, CYAN)
        self.landed: float | None = None
        self.pose(0.0)

    def __deepcopy__(self, memo: Any) -> Drop:
        return self

    def arrive(self, length: float = 0.55) -> Move:
        """Fall in, to hang where it belongs."""

        def write(start: float, span: float) -> None:
            self.seen.to(1.0, start)
            self.fallen.to(1.0, start, span, fall)
            self.landed = start + span

        return Move(write, length).sounding("drop", begins=1.0)

    def pose(self, t: float) -> None:
        """How far it has fallen, and its light."""
        self.opacity = self.seen.at(t)
        self.y = self.top + (self.ground + HANG - self.top) * self.fallen.at(t)
        flash = 0.0 if self.landed is None else pulse(t, self.landed, 0.03, 0.25)
        self.light = 1 + 0.9 * flash + 0.06 * float(np.sin(2 * np.pi * self.laps.at(t, SWELLS)))

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Halo and body."""
        self.halo.place(self.x, self.y + 0.3 * RADIUS).opacity = 0.34 * self.light * self.opacity
        self.core.place(self.x, self.y).opacity = 0.40 * self.light * self.opacity
        camera.display_vectorized(self.halo, ctx)
        camera.display_vectorized(self.core, ctx)
        x0, y0, x1, y1 = self.x - 2 * RADIUS, self.y - 2 * RADIUS, self.x + 2 * RADIUS, self.y + 3 * RADIUS
        ctx.rectangle(x0, y0, x1 - x0, y1 - y0)
        ctx.clip()
        ctx.push_group()
        water(ctx, camera, (self.x, self.y), RADIUS, 0.0, self.y + TIP * RADIUS)
        ctx.pop_group_to_source()
        ctx.paint_with_alpha(self.opacity)


class Place(Painted, Fading):
    """A small drop that flies from a result to its place on the axis, and marks it."""

    RADIUS = 0.055

    def __init__(self, start: tuple[float, float], x: float):
        end = x, FLOOR + 1.4 * self.RADIUS
        low, high = min(start[0], x) - 0.1, max(start[0], x) + 0.1
        Painted.__init__(self, (low, min(start[1], end[1]) - 0.1, high, max(start[1], end[1]) + 1.0), 0.0)
        Fading.__init__(self)
        self.from_place, self.to_place = start, end
        self.flown = Track(0.0)

    def __deepcopy__(self, memo: Any) -> Place:
        return self

    def fly(self, length: float = 0.7) -> Move:
        """Go to the axis."""

        def write(start: float, span: float) -> None:
            self.seen.to(1.0, start, min(0.2, span), soft)
            self.flown.to(1.0, start, span, smooth)

        return Move(write, length)

    def pose(self, t: float) -> None:
        """Where it is."""
        self.opacity, u = self.seen.at(t), self.flown.at(t)
        (x0, y0), (x1, y1) = self.from_place, self.to_place
        self.x, self.y = x0 + (x1 - x0) * u, y0 + (y1 - y0) * u + 0.35 * float(np.sin(np.pi * u))

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """A plain drop."""
        mark(ctx, camera, self.x, self.y, self.RADIUS, self.opacity)


HALF = 0.30
"""Half the width of the downpour."""
HEARD = 1.8
"""Seconds for which the downpour's arrival is heard."""
STREAKS = 220
SPEED = 6.5
"""Stage units a second."""


class Downpour(Painted, Fading):
    """A prompt over its place on the roof: water that pours down on it from `top`."""

    def __init__(self, x: float, ground: float, top: float = TOP, laps: Laps = STILL):
        Painted.__init__(self, (x - HALF, ground, x + HALF, top), 0.0)
        Fading.__init__(self)
        self.x, self.ground, self.from_height, self.laps = x, ground, top, laps
        self.head = Track(0.0)
        rng = np.random.default_rng(6)
        self.at = x - HALF + 2 * HALF * (np.arange(STREAKS) + rng.uniform(0.1, 0.9, STREAKS)) / STREAKS
        self.phase, self.length = rng.permutation(STREAKS) / STREAKS, rng.uniform(0.16, 0.5, STREAKS)
        self.quick = rng.uniform(0.85, 1.15, STREAKS)
        self.bright = rng.random(STREAKS) < 0.3
        height = top - ground
        self.halo = Light(x, ground + height / 2, 1.0, max(0.75 * height, 1.0), CYAN)
        self.foot = Light(x, ground + 0.03, 0.62, 0.20, CYAN_HOT)
        self.now = 0.0
        self.pose(0.0)

    def __deepcopy__(self, memo: Any) -> Downpour:
        return self

    def arrive(self, length: float = 0.5) -> Move:
        """Come down."""

        def write(start: float, span: float) -> None:
            self.seen.to(1.0, start)
            self.head.to(1.0, start, span, fall)

        return Move(write, length).sounding("rush", begins=0.6, lasts=HEARD / length)

    def pose(self, t: float) -> None:
        """How far it has come down."""
        self.now, self.opacity = t, self.seen.at(t)
        self.reach = self.head.at(t)
        self.lowest = self.from_height + (self.ground - self.from_height) * self.reach

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """A dim body, streaks that fall through it, and where they land."""
        self.halo.opacity = 0.26 * self.reach * self.opacity
        camera.display_vectorized(self.halo, ctx)
        ctx.save()
        ctx.rectangle(self.x - HALF, self.lowest, 2 * HALF, self.from_height - self.lowest)
        ctx.clip()
        body = cairo.LinearGradient(0, self.ground, 0, self.from_height)
        for stop, alpha in ((0.0, 0.75), (1.0, 0.25)):
            body.add_color_stop_rgba(stop, *camera.ordered("#0E6C86"), alpha * self.opacity)
        ctx.set_source(body)
        ctx.paint()
        lap = self.from_height - self.ground + 0.6
        run = self.laps.at(self.now, SPEED * self.quick / lap)
        head = self.from_height + 0.1 - (self.phase + run) % 1.0 * lap
        for some, color, alpha in ((~self.bright, CYAN, 0.75), (self.bright, CYAN_HOT, 0.95)):
            for x, y, long in zip(self.at[some].tolist(), head[some].tolist(), self.length[some].tolist(), strict=True):
                ctx.rectangle(x - 0.004, y, 0.008, long)
            camera.ink(ctx, color, alpha * self.opacity)
            ctx.fill()
        ctx.restore()
        self.foot.opacity = 0.8 * self.opacity * max(0.0, (self.reach - 0.9) / 0.1)
        camera.display_vectorized(self.foot, ctx)


TAIL = 0.7
"""Length of a climber's tail."""


class Climber(Painted, Fading):
    """A point on the roofline at an intensity that changes, and the mark of that intensity on the axis."""

    def __init__(self, land: Land, intensity: float):
        Painted.__init__(self, (-7.2, FLOOR, 7.2, TOP), 0.0)
        Fading.__init__(self)
        self.land = land
        self.place_log = Track(float(np.log10(intensity)))
        self.light = Light(0, 0, 0.42, 0.42, INK)
        self.pose(0.0)

    def __deepcopy__(self, memo: Any) -> Climber:
        return self

    def climb(self, intensity: float, length: float, curve: Curve = linear) -> Move:
        """Go along the roofline to an intensity: even steps on the axis are even factors."""
        goal = float(np.log10(intensity))
        return Move(lambda start, span: self.place_log.to(goal, start, span, curve), length)

    def pose(self, t: float) -> None:
        """Where it is."""
        self.opacity = self.seen.at(t)
        self.intensity = 10 ** self.place_log.at(t)
        self.x = self.land.plot.x(self.intensity)
        self.y = self.land.chip.height(self.x)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The point's tail, which points to its mark on the axis, its light, the point, and the mark."""
        tail = min(TAIL, self.y - FLOOR)
        stops = ((0.0, INK, 0.8 * self.opacity), (1.0, INK, 0.0))
        ctx.set_source(camera.gradient((self.x, self.y), (self.x, self.y - tail), stops))
        ctx.rectangle(self.x - 0.008, self.y - tail, 0.016, tail)
        ctx.fill()
        self.light.place(self.x, self.y).opacity = 0.6 * self.opacity
        camera.display_vectorized(self.light, ctx)
        camera.ink(ctx, INK, self.opacity)
        ctx.arc(self.x, self.y, 0.062, 0, 2 * np.pi)
        ctx.fill()
        ctx.move_to(self.x, FLOOR)
        ctx.line_to(self.x - 0.06, FLOOR - 0.10)
        ctx.line_to(self.x + 0.06, FLOOR - 0.10)
        ctx.close_path()
        ctx.fill()
