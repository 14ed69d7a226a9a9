"""Sluice and tap, small, on the terrain: a gate over prefill's place, a tap over decode's."""

from __future__ import annotations

from typing import Any

import numpy as np
from manim import VGroup

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.marks import Mark
from scenes.stage.paint import Fading, Light, Painted
from scenes.stage.plot import FLOOR, Profile
from scenes.stage.shapes import UP, rects
from scenes.stage.teardrop import TIP, water
from scenes.stage.theme import AMBER, AMBER_HOT, CYAN, RIM
from scenes.stage.tracks import Move, ramp

HALF, PIER, HIGH = 0.39, 0.07, 1.20
"""Half a tower's width, a pier's, and a tower's height over its place."""
LEAF = 0.30
NOZZLE = 0.34
"""How far the tap's mouth hangs under the tower's top."""

RADIUS = 0.105
FALL = 0.30
"""Seconds that a drop falls, of its step."""


def _tower(x: float, top: float, ground: Profile) -> VGroup:
    """Two piers that stand on the land, and a lintel."""
    group = VGroup()
    for side in (x - HALF, x + HALF - PIER):
        foot = ground.height(side + PIER / 2) - 0.02
        group.add(
            rects(side, foot, side + PIER, top, ("#141B2A", "#2A344A"), (1.0, 1.0)).fading(UP),
            rects(side, foot, side + 0.01, top, RIM, 0.8),
        )
    group.add(rects(x - HALF - 0.04, top - 0.03, x + HALF + 0.04, top + 0.05, "#26304A", radius=0.01))
    return group.add(rects(x - HALF - 0.04, top + 0.035, x + HALF + 0.04, top + 0.05, "#8492B4", 0.9, 0.004))


def gate(x: float, ground: Profile) -> Mark:
    """A tower whose leaf is lifted."""
    top = ground.height(x) + HIGH
    left, right, low = x - HALF + PIER, x + HALF - PIER, top - LEAF
    leaf = VGroup(
        rects(left, low, right, top, "#1B2233"),
        rects(left, low, right, low + 0.016, "#8492B4", 0.9),
    )
    ribs = left + np.arange(1, 6) * (right - left) / 6
    leaf.add(rects(ribs - 0.005, low + 0.04, ribs + 0.005, top - 0.04, "#0D121E", 0.9))
    return Mark(leaf, _tower(x, top, ground))


def tap(x: float, ground: Profile) -> Mark:
    """A tower with a nozzle."""
    top = ground.height(x) + HIGH
    mouth = top - NOZZLE
    beam = rects(x - HALF + PIER, top - 0.20, x + HALF - PIER, top - 0.10, "#1D2536")
    rim = rects(x - HALF + PIER, top - 0.112, x + HALF - PIER, top - 0.10, "#8492B4", 0.9)
    pipe = rects(x - 0.06, mouth, x + 0.06, top - 0.19, "#2E3850", radius=0.012)
    lip = rects(x - 0.095, mouth, x + 0.095, mouth + 0.04, "#3B4663", radius=0.012)
    return Mark(beam, rim, pipe, lip, _tower(x, top, ground))


class Drips(Painted, Fading):
    """One drop for each time that the read has crossed the whole slope: `drip` starts a drop every `step` seconds."""

    def __init__(self, x: float, ground: Profile, step: float):
        self.x, self.floor, self.step = x, ground.height(x), step
        self.mouth = self.floor + HIGH - NOZZLE
        Painted.__init__(self, (x - 1.2, self.floor - 0.3, x + 1.2, self.mouth + 0.1), 0.0)
        Fading.__init__(self)
        self.slope, self.begun = ground, np.inf
        self.falls = min(FALL, 0.4 * step)
        self.halo, self.flash = Light(0, 0, 0.8, 0.8, CYAN), Light(0, 0, 0.9, 0.32, CYAN)
        self.heat = Light(0, 0, 0.5, 0.75, "#FF9E45")
        self.pose(0.0)

    def __deepcopy__(self, memo: Any) -> Drips:
        return self

    def drip(self) -> Move:
        """From now on, a drop a step."""

        def write(start: float, _: float) -> None:
            self.begun = start

        return Move(write, 0.0)

    def pose(self, t: float) -> None:
        """Where the read and the drop stand at t."""
        self.since = max(0.0, t - self.begun)
        self.count, self.within = divmod(self.since, self.step)
        self.opacity = self.seen.at(t) * float(self.since > 0)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The read on the slope, the drop that waits for it, and the one that has been let go."""
        self._read(ctx, camera, self.within / self.step)
        if self.count > 0:
            self._fallen(ctx, camera)
        full = ramp(self.within, 0.15 * self.step, 0.85 * self.step)
        radius = RADIUS * full ** (1 / 3)
        if full > 0.01:
            y = self.mouth - radius * (0.15 + 1.9 * full**1.5)
            self._drop(ctx, camera, y, radius, min(0.034, 0.8 * radius) * (1 - 0.6 * full**3), self.mouth)

    def _fallen(self, ctx: Canvas, camera: StageCamera) -> None:
        if self.within < self.falls:
            start = self.mouth - RADIUS * TIP
            y = start + (self.floor + RADIUS - start) * (self.within / self.falls) ** 2
            self._drop(ctx, camera, y, RADIUS, 0.0, y + TIP * RADIUS)
            return
        since = self.within - self.falls
        self.flash.place(self.x, self.floor + 0.03).opacity = 0.8 * float(np.exp(-since / 0.14)) * self.opacity
        camera.display_vectorized(self.flash, ctx)

    def _drop(self, ctx: Canvas, camera: StageCamera, y: float, radius: float, neck: float, top: float) -> None:
        self.halo.place(self.x, y).opacity = 0.42 * self.opacity * (radius / RADIUS)
        camera.display_vectorized(self.halo, ctx)
        water(ctx, camera, (self.x, y), radius, neck, top)

    def _read(self, ctx: Canvas, camera: StageCamera, share: float) -> None:
        """A hot front that goes up the slope once in each step."""
        foot, ridge = self.slope.foot, self.slope.x
        x = foot + (ridge - foot) * share
        tail = max(foot, x - 1.1)
        low, high = self.slope.height(tail), self.slope.height(x)
        power = self.opacity * min(1.0, 8 * share, 8 * (1 - share))
        for deep in (0.10, 0.36):
            ctx.move_to(tail, low)
            for corner in ((x, high), (x, max(high - deep, FLOOR)), (tail, max(low - deep, FLOOR))):
                ctx.line_to(*corner)
            ctx.close_path()
            stops = ((0.0, AMBER, 0.0), (1.0, AMBER_HOT, 0.55 * power))
            ctx.set_source(camera.gradient((tail, 0), (x, 0), stops))
            ctx.fill()
        self.heat.place(x, high - 0.1).opacity = 0.55 * power
        camera.display_vectorized(self.heat, ctx)
