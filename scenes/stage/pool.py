"""Water behind the leaf, and the tokens that fall into it one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.geometry import CHIP_CENTRE, CHIP_ROOM, SILL, TOWER_TOP
from scenes.stage.paint import Light, Painted
from scenes.stage.sluice import LIFT, Sluice
from scenes.stage.theme import CYAN, CYAN_HOT, Floats
from scenes.stage.tracks import Move, Track, soft

FULL = 1.12
"""Height of a full pool above the sill."""

CEILING = TOWER_TOP - 0.06
WAVES = ((2.1, 3.1, 1.0), (4.7, -4.3, 0.6), (9.1, 6.7, 0.35))
"""Of the surface: waves in a stage unit (radians), radians a second, and height."""

DROP_SECONDS = 0.26


class Pool(Painted):
    """A body of water with a bright, almost level surface. `level` is how full it is."""

    def __init__(self, sluice: Sluice):
        self.sluice = sluice
        self.left, self.right = sluice.tower.water
        super().__init__((self.left, SILL, self.right, CEILING), 0.0)
        self.level, self.slosh = Track(0.0), Track(0.5)
        self.now, self.stands, self.floor, self.unrest = 0.0, SILL, SILL, 0.5
        self.glow = Light(CHIP_CENTRE, 0.0, CHIP_ROOM[0] * 0.62, 0.42, CYAN, 0.34)

    def __deepcopy__(self, memo: Any) -> Pool:
        return self

    def heave(self, length: float = 1.2) -> Move:
        """Be stirred once: the leaf moves under it."""

        def write(start: float, span: float) -> None:
            rest = self.slosh.last
            self.slosh.to(rest + 1.5, start, 0.2 * span, soft)
            self.slosh.to(rest, start + 0.2 * span, 0.8 * span, soft)

        return Move(write, length)

    def pose(self, t: float) -> None:
        """How high it stands at t; what is below the leaf's lower edge has run out."""
        self.now, self.unrest = t, self.slosh.at(t)
        self.stands = SILL + FULL * self.level.at(t)
        self.floor = SILL + 0.02 + LIFT * self.sluice.opened.at(t)
        self.opacity = float(self.stands > self.floor + 0.01)

    def surface(self, x: Floats) -> Floats:
        """Height of the surface at x."""
        waves = sum((size * np.sin(long * x + often * self.now) for long, often, size in WAVES), np.zeros_like(x))
        return np.asarray(np.minimum(self.stands + 0.016 * self.unrest * waves, CEILING))

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The body, its surface, and the light on it."""
        x = np.linspace(self.left, self.right, 49)
        line = list(zip(x.tolist(), self.surface(x).tolist(), strict=True))
        ctx.rectangle(self.left, self.floor, self.right - self.left, CEILING - self.floor)
        ctx.clip()
        ctx.move_to(self.left, self.floor)
        for point in line:
            ctx.line_to(*point)
        ctx.line_to(self.right, self.floor)
        stops = ((0.0, "#1590AD", 0.94), (0.35, "#0E6C86", 0.86), (1.0, "#0C4E63", 0.80))
        ctx.set_source(camera.gradient((0, self.stands), (0, self.stands - 1.1), stops))
        ctx.fill()
        for point in line:
            ctx.line_to(*point)
        camera.ink(ctx, CYAN_HOT, 0.85)
        ctx.set_line_width(0.018)
        ctx.stroke()
        self.glow.place(CHIP_CENTRE, self.stands)
        camera.display_vectorized(self.glow, ctx)


@dataclass(frozen=True)
class Shower:
    """Drops that fall one after another: when each starts, in seconds of the scene, and where (0 … 1), both (n,)."""

    starts: Floats
    where: Floats


class Rain(Painted):
    """Tokens falling into the pool, one drop each."""

    def __init__(self, pool: Pool):
        self.pool = pool
        super().__init__((pool.left, SILL, pool.right, CEILING), 0.0)
        self.showers: list[Shower] = []
        self.now = 0.0

    def __deepcopy__(self, memo: Any) -> Rain:
        return self

    def gather(self, count: int, length: float) -> Move:
        """`count` drops fall, evenly, and the pool fills with them."""

        def write(start: float, span: float) -> None:
            rng = np.random.default_rng(6)
            falling = max(span - DROP_SECONDS, 0.0)
            starts = start + falling * (np.arange(count) + rng.random(count)) / count
            self.showers.append(Shower(starts, (rng.permutation(count) + 0.5) / count))
            self.pool.level.to(1.0, start + DROP_SECONDS, falling, soft)
            self.pool.slosh.to(1.5, start, 0.5, soft)
            self.pool.slosh.to(0.5, start + span, 1.2, soft)

        return Move(write, length)

    def landed(self, t: float) -> int:
        """Drops that are in the pool at t."""
        return sum(int((shower.starts + DROP_SECONDS <= t).sum()) for shower in self.showers)

    def pose(self, t: float) -> None:
        """Whether drops are in the air."""
        self.now = t
        self.opacity = float(any(self._in_air(shower).any() for shower in self.showers))

    def _in_air(self, shower: Shower) -> Floats:
        age = self.now - shower.starts
        return np.asarray((age > 0) & (age < DROP_SECONDS))

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """A short streak for each drop in the air."""
        ctx.rectangle(self.pool.left, SILL, self.pool.right - self.pool.left, CEILING - SILL)
        ctx.clip()
        for shower in self.showers:
            some = self._in_air(shower).astype(bool)
            fallen = (self.now - shower.starts[some]) / DROP_SECONDS
            y = CEILING + 0.05 - (CEILING + 0.05 - self.pool.stands) * fallen**2
            x = self.pool.left + 0.02 + (self.pool.right - self.pool.left - 0.04) * shower.where[some]
            camera.ink(ctx, CYAN_HOT, 0.8)
            for right, low, long in zip(x.tolist(), y.tolist(), (0.03 + 0.10 * fallen).tolist(), strict=True):
                ctx.rectangle(right - 0.007, low, 0.014, long)
            ctx.fill()
