"""Where water lands: mist, foam and droplets, each a function of the seconds of the scene."""

from __future__ import annotations

from typing import Any

import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.geometry import CHIP_CENTRE, CHIP_ROOM
from scenes.stage.paint import Light, Painted
from scenes.stage.sheet import Sheet
from scenes.stage.theme import CYAN, CYAN_HOT
from scenes.stage.tracks import pulse, ramp, soft

DROPLETS, LIFE, GRAVITY = 170, 0.42, 5.2
MISTS = 11
ARCS = 64
"""Arcs of a droplet after which they repeat."""


class Spray(Painted):
    """Mist, foam and spray along the line where the sheet meets the chip. It follows the sheet's runs."""

    def __init__(self, sheet: Sheet):
        self.sheet = sheet
        left, right, y = sheet.left, sheet.right, sheet.foot
        super().__init__((left - 0.4, y - 0.4, right + 0.4, y + 0.9), 0.0)
        rng = np.random.default_rng(21)
        sizes = rng.permuted(np.tile([[0.34, 0.20], [0.42, 0.26], [0.50, 0.32]], (4, 1)), axis=0)[:MISTS]
        places = np.linspace(left + 0.1, right - 0.1, MISTS)
        self.mist = [
            Light(x, y + 0.02, rx, ry, CYAN) for x, (rx, ry) in zip(places.tolist(), sizes.tolist(), strict=True)
        ]
        self.foam = Light(CHIP_CENTRE, y, CHIP_ROOM[0] * 0.56, 0.13, CYAN_HOT)
        self.rate, self.phase = rng.uniform(2.1, 4.3, MISTS), rng.uniform(0, 6.28, MISTS)
        self.born = rng.uniform(0, LIFE, DROPLETS)
        self.dice = rng.random((ARCS, 4, DROPLETS))
        self.now, self.power = 0.0, 0.0

    def __deepcopy__(self, memo: Any) -> Spray:
        return self

    def strength(self, t: float) -> float:
        """How hard the water lands at t: most with the first of it, not at all after the last."""
        strongest = 0.0
        for opened, closed in self.sheet.runs:
            lands, gone = opened + self.sheet.falls, closed + self.sheet.falls + 0.08
            rise = ramp(t, lands - 0.01, 0.08) * (1 + 0.9 * pulse(t, lands, 0.03, 0.28))
            strongest = max(strongest, rise * (1 - soft(ramp(t, gone - 0.06, 0.16))))
        return strongest

    def pose(self, t: float) -> None:
        """The strength and the moment."""
        self.now, self.power = t, self.strength(t)
        self.opacity = min(self.power, 1.0)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Mist and foam, then droplets on ballistic arcs."""
        y, now = self.sheet.foot, self.now
        for mist, level in zip(self.mist, 0.30 + 0.07 * np.sin(self.phase + 2 * np.pi * self.rate * now), strict=True):
            mist.opacity = float(level) * min(self.power, 1.4)
            camera.display_vectorized(mist, ctx)
        self.foam.opacity = min(1.0, 0.70 * self.power * (1 + 0.08 * float(np.sin(17 * now))))
        camera.display_vectorized(self.foam, ctx)
        life = (now + self.born) / LIFE
        lap, age = np.floor(life).astype(np.int64), (life % 1) * LIFE
        place, aside, up, chance = self.dice[lap % ARCS, :, np.arange(DROPLETS)].T
        x = self.sheet.left + (self.sheet.right - self.sheet.left) * place + (aside - 0.5) * 0.9 * age
        height = (0.35 + 0.85 * up**2) * age - 0.5 * GRAVITY * age**2
        flying = (height > -0.01) & (chance < self.power)
        fresh = 1 - age / LIFE
        for low, high in ((0.0, 0.4), (0.4, 0.7), (0.7, 1.01)):
            some = flying & (fresh >= low) & (fresh < high)
            camera.ink(ctx, CYAN_HOT, 0.85 * (low + high) / 2)
            for right, above in zip(x[some].tolist(), height[some].tolist(), strict=True):
                ctx.rectangle(right - 0.008, y + above - 0.008, 0.016, 0.016)
            ctx.fill()
