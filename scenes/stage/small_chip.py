"""A chip's arithmetic, small: a stack of lights, as high as there is of it."""

from __future__ import annotations

import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.paint import Light
from scenes.stage.theme import CORAL, CYAN, CYAN_HOT, LIGHTS, UNLIT, ramp

PITCH, COLUMNS, SHARE = 0.14, 9, 0.72
LEVELS = 0.42, 0.52, 0.62
"""Brightnesses of lights at work."""
DROPS, DROP, FALL, AIR = 16, 0.09, 0.34, (0.12, 0.6)
"""Tokens in the air over a chip that reads, a drop's length, the seconds that it falls, and from how high at least and
at most."""
FLASH = 0.16
"""Seconds in which the light that works on one token cools."""


class SmallChip:
    """Lights up to `peak` over the ground. `sky` is how high up tokens come from."""

    def __init__(self, ground: float, peak: float, sky: float):
        self.ground, self.peak = ground, peak
        self.air = min(max(sky - DROP - ground - peak, AIR[0]), AIR[1])
        self.rows = max(1, round(peak / PITCH))
        self.up = peak / self.rows
        rng = np.random.default_rng(3)
        self.shade = rng.uniform(LEVELS[0], LEVELS[-1], (COLUMNS, self.rows))
        self.drops = np.column_stack([(np.arange(DROPS) + rng.random(DROPS)) / DROPS, rng.random(DROPS)])
        self.glow = Light(0, 0, 1.6, 0.7 + 0.5 * peak, CORAL)
        self.spot, self.spray = Light(0, 0, 0.45, 0.45, CORAL), Light(0, 0, 1.0, 0.4, CYAN)

    def stretch(self, left: float, right: float) -> None:
        """Stand between these."""
        self.left, self.right, self.middle = left, right, (left + right) / 2
        self.across = (right - left) / COLUMNS

    def paint(self, ctx: Canvas, camera: StageCamera, stood: float, opacity: float) -> None:
        """The lights, none at work, as far as they have come up."""
        if stood <= 0:
            return
        ctx.rectangle(self.left, self.ground, self.right - self.left, self.peak * stood)
        camera.ink(ctx, "#090A11", opacity)
        ctx.fill_preserve()
        camera.ink(ctx, CORAL, 0.75 * opacity)
        ctx.set_line_width(0.018)
        ctx.stroke()
        for number in range(COLUMNS * int(self.rows * stood + 1e-6)):
            self._light(ctx, number % COLUMNS, number // COLUMNS)
        camera.ink(ctx, UNLIT, opacity)
        ctx.fill()

    def _light(self, ctx: Canvas, column: int, row: int) -> None:
        space = (1 - SHARE) / 2
        x, y = self.left + (column + space) * self.across, self.ground + (row + space) * self.up
        ctx.rectangle(x, y, SHARE * self.across, SHARE * self.up)

    def read(self, ctx: Canvas, camera: StageCamera, share: float, seconds: float, opacity: float) -> None:
        """A share of the lights at work, and the tokens that come down to them."""
        self.light(ctx, camera, share, seconds, opacity)
        self._rain(ctx, camera, seconds, opacity)

    def light(self, ctx: Canvas, camera: StageCamera, share: float, seconds: float, opacity: float) -> None:
        """A share of the lights at work, the lowest first."""
        self.glow.place(self.middle, self.ground + self.peak / 2).opacity = 0.34 * share * opacity
        camera.display_vectorized(self.glow, ctx)
        column, row = np.meshgrid(np.arange(COLUMNS), np.arange(self.rows), indexing="ij")
        wave = self.shade + 0.06 * np.sin(5 * seconds + 1.7 * column + 2.3 * row)
        level = np.abs(wave[..., None] - np.array(LEVELS)).argmin(-1)
        busy = row * COLUMNS + column < round(share * COLUMNS * self.rows)
        for number, bright in enumerate(LEVELS):
            for place in np.argwhere(busy & (level == number)).tolist():
                self._light(ctx, *place)
            camera.ink(ctx, ramp(LIGHTS, bright), opacity)
            ctx.fill()

    def _rain(self, ctx: Canvas, camera: StageCamera, seconds: float, opacity: float) -> None:
        top = self.ground + self.peak
        for number, (phase, where) in enumerate(self.drops.tolist()):
            share = (phase + seconds / FALL) % 1
            x = self.left + 0.06 + where * (self.right - self.left - 0.12)
            camera.ink(ctx, CYAN_HOT if number % 3 == 0 else CYAN, min(1.0, 3 * share) * opacity)
            ctx.rectangle(x - 0.011, top + self.air * (1 - share**1.6), 0.022, DROP)
            ctx.fill()
        self.spray.place(self.middle, top).opacity = 0.55 * opacity
        camera.display_vectorized(self.spray, ctx)

    def write(self, ctx: Canvas, camera: StageCamera, since: float | None, opacity: float) -> None:
        """The one light that a token keeps busy; it flashed `since` seconds ago, when the last was done, or so often
        that nobody sees it."""
        flash = 0.6 if since is None else 0.45 + 0.55 * float(np.exp(-since / FLASH))
        row = self.rows // 2
        self._light(ctx, COLUMNS // 2, row)
        camera.ink(ctx, ramp(LIGHTS, 0.5 + 0.5 * flash), opacity)
        ctx.fill()
        self.spot.place(self.middle, self.ground + (row + 0.5) * self.up).opacity = flash * opacity
        camera.display_vectorized(self.spot, ctx)
