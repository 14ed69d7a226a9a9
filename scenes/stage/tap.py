"""The tap that the leaf becomes, and the drops that fall from it: one token each."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.geometry import CHIP_CENTRE, SILL, Tower
from scenes.stage.paint import Baked, Light, Painted
from scenes.stage.shapes import rects
from scenes.stage.teardrop import TIP, splash, water
from scenes.stage.theme import CYAN, CYAN_HOT, RIM
from scenes.stage.tracks import Move, Track, ramp, smooth, soft

NOZZLE = SILL - 0.285
"""Height of the tap's mouth."""

RADIUS = 0.135
FALL_SECONDS = 0.36
"""Seconds that a drop falls, if there is time."""

FIRST = 0.55
"""Share of its volume that a drop has when it is brought; the rest it gains while it waits."""

SPLASH_SECONDS, DROPLETS = 0.7, 14


def _head(tower: Tower) -> list[Any]:
    (left, right), x = tower.water, CHIP_CENTRE
    return [
        rects(left, SILL - 0.10, right, SILL + 0.02, "#1D2536"),
        rects(left, SILL + 0.006, right, SILL + 0.02, RIM, 0.9),
        rects(x - 0.085, SILL - 0.24, x + 0.085, SILL - 0.08, "#232C40", radius=0.01),
        rects(x - 0.125, NOZZLE, x + 0.125, NOZZLE + 0.05, "#2E3850", radius=0.015),
        rects(x - 0.125, NOZZLE + 0.035, x + 0.125, NOZZLE + 0.05, RIM, 0.9, 0.004),
    ]


class Tap(Baked):
    """A sill and a nozzle that slide out from under the leaf. `out` is how far they are out."""

    def __init__(self, tower: Tower):
        left, right = tower.water
        super().__init__(*_head(tower), box=(left, NOZZLE - 0.015, right, SILL + 0.03))
        self.out = Track(0.0)
        self.clip = (left, NOZZLE - 0.1, right, SILL + 0.02)

    def slide(self, out: float = 1.0, length: float = 0.30) -> Move:
        """Slide out from under the leaf, or back."""
        return Move(lambda start, span: self.out.to(out, start, span, smooth), length)

    def pose(self, t: float) -> None:
        """Where it is at t."""
        out = self.out.at(t)
        self.place(0.0, 0.30 * (1 - out))
        self.opacity = float(out > 0)


@dataclass(frozen=True)
class Drop:
    """A token's life at the tap, in seconds of the scene: brought, while a read is waited for, let go, landed.

    Until there is a read that it waits for, it hangs.
    """

    brought: float
    waits: float = inf
    falls: float = inf
    lands: float = inf

    def volume(self, t: float) -> float:
        """Share of its full volume while it hangs."""
        come, gained = soft(ramp(t, self.brought, 0.25)), 0.0
        if self.falls < inf:
            gained = ramp(t, self.waits, self.falls - self.waits)
        return come * (FIRST + (1 - FIRST) * gained)


class Drops(Painted):
    """Drops that swell under the tap, let go, fall and splash; each a `Drop` in `lives`."""

    def __init__(self, floor: float):
        x = CHIP_CENTRE
        super().__init__((x - 1, floor - 0.3, x + 1, NOZZLE + 0.1), 0.0)
        self.x, self.floor, self.now = x, floor, 0.0
        self.lives: list[Drop] = []
        self.shown = Track(1.0)
        self.halo, self.near = Light(0, 0, 1.0125, 1.0125, CYAN), Light(0, 0, 0.432, 0.459, CYAN)
        self.flash, self.ring = Light(0, 0, 1.2, 0.40, CYAN), Light(0, 0, 0.46, 0.12, CYAN_HOT)
        rng = np.random.default_rng(5)
        angle, speed = rng.uniform(0.25, np.pi - 0.25, DROPLETS), rng.uniform(0.7, 1.9, DROPLETS)
        self.aside, self.up = speed * np.cos(angle) * 0.8, speed * np.sin(angle)

    def __deepcopy__(self, memo: Any) -> Drops:
        return self

    def bring(self, moment: float) -> None:
        """From a moment of the scene on the next drop hangs at the tap."""
        self.lives = [*self._let_go(), Drop(moment)]

    def _let_go(self) -> list[Drop]:
        return [drop for drop in self.lives if drop.falls < inf]

    def wait(self, brought: float, read: float, fall: float = FALL_SECONDS) -> Move:
        """A drop that was brought at a moment of the scene waits through a read of `read` seconds, and falls."""

        def write(start: float, span: float) -> None:
            self.lives = [*self._let_go(), Drop(brought, start, start + read, start + read + fall)]

        return Move(write, read + fall)

    def pose(self, t: float) -> None:
        """Whether any drop is in sight at t."""
        self.now = t
        alive = any(drop.brought < t < drop.lands + SPLASH_SECONDS for drop in self.lives)
        self.opacity = self.shown.at(t) * float(alive)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Every drop that is in sight."""
        for drop in self.lives:
            if drop.brought < self.now < drop.lands + SPLASH_SECONDS:
                self._drop(ctx, camera, drop)

    def _drop(self, ctx: Canvas, camera: StageCamera, drop: Drop) -> None:
        if self.now < drop.falls:
            self._hanging(ctx, camera, drop.volume(self.now))
        elif self.now < drop.lands:
            self._falling(ctx, camera, self.now - drop.falls, drop.lands - drop.falls)
        else:
            self._splash(ctx, camera, self.now - drop.lands)

    def _hanging(self, ctx: Canvas, camera: StageCamera, full: float) -> None:
        if full <= 0.003:
            return
        radius = RADIUS * full ** (1 / 3)
        y = NOZZLE - radius * (0.15 + 2.2 * full**1.5)
        neck = min(0.062, radius * 0.8) * (1 - 0.60 * full**3)
        self._lit(ctx, camera, y, radius, full**0.5)
        water(ctx, camera, (self.x, y), radius, neck, NOZZLE, tip=full**4)

    def _falling(self, ctx: Canvas, camera: StageCamera, since: float, length: float) -> None:
        start, share = NOZZLE - RADIUS * TIP, since / length
        y = start + (self.floor + 0.09 - start) * share**2
        wobble = float(np.exp(-since / 0.12) * np.cos(2 * np.pi * since / 0.19))
        self._lit(ctx, camera, y, RADIUS, 1.0)
        water(ctx, camera, (self.x, y), RADIUS, 0.0, y + RADIUS * (TIP + 0.25 * share), 1 - 0.06 * wobble)

    def _lit(self, ctx: Canvas, camera: StageCamera, y: float, radius: float, power: float) -> None:
        self.halo.place(self.x, y + 0.3 * radius).opacity = 0.34 * power * self.opacity
        self.near.place(self.x, y).opacity = 0.40 * power * self.opacity
        camera.display_vectorized(self.halo, ctx)
        camera.display_vectorized(self.near, ctx)

    def _splash(self, ctx: Canvas, camera: StageCamera, since: float) -> None:
        self.flash.place(self.x, self.floor).opacity = 0.80 * float(np.exp(-since / 0.12))
        self.ring.place(self.x, self.floor + 0.01).opacity = 0.9 * float(np.exp(-since / 0.16))
        camera.display_vectorized(self.flash, ctx)
        camera.display_vectorized(self.ring, ctx)
        splash(ctx, camera, self.x, self.floor, since)
        x = self.x + self.aside * since
        y = self.floor + 0.03 + self.up * since - 0.5 * 7.5 * since**2
        radius = 0.020 * (1 - since / SPLASH_SECONDS)
        camera.ink(ctx, CYAN_HOT, min(1.0, 1.3 * float(np.exp(-since / 0.20)) + 0.1))
        for right, high in zip(x.tolist(), y.tolist(), strict=True):
            if high > self.floor:
                ctx.new_sub_path()
                ctx.arc(right, high, radius, 0, 2 * np.pi)
        ctx.fill()
