"""Falling water: the prompt's tokens on their way from the sluice into the chip, all together."""

from __future__ import annotations

from typing import Any

import cairo
import numpy as np

from scenes.stage.camera import ADD, OVER, Canvas, StageCamera
from scenes.stage.geometry import SILL, Tower
from scenes.stage.paint import Painted
from scenes.stage.plates import Picture
from scenes.stage.shapes import UP, rects
from scenes.stage.streaks import POWER, SECONDS, Film, Strip, film, streaks
from scenes.stage.theme import Floats
from scenes.stage.waterfall import draw_water

HEAD = 0.82
"""The top of the sheet is so far above the sill, behind the lifted leaf."""

BODY = ("#0B4558", "#0C586E", "#0F7189", "#148CA8"), (0.70, 0.74, 0.82, 0.92)

NEVER = 1e9


class Sheet(Painted):
    """Water from the lip of the sluice down to the chip.

    A row of the screen shows the row of a strip that left the top when this water did: acceleration
    and lengthening streaks come by themselves. `runs` are the times between which the water is let
    over the lip; `under` is the height of the leaf's lower edge, which hides what is above it.
    """

    def __init__(self, tower: Tower, foot: float, count: int):
        self.left, self.right = tower.water
        self.top, self.foot = SILL + HEAD, foot
        super().__init__((self.left, foot, self.right, self.top), 0.0)
        self.streaks = streaks(count)
        self.lip: float = SECONDS * ((HEAD - 0.04) / (self.top - foot)) ** (1 / POWER)
        self.falls: float = SECONDS - self.lip + 0.02
        body = rects(self.left, foot, self.right, self.top, *BODY).fading(UP)
        self.body = Picture([body], self.box)
        self.runs: list[tuple[float, float]] = []
        self.now, self.opened, self.closed, self.under = 0.0, NEVER, NEVER, SILL
        self.buffers: dict[tuple[int, int, str], _Buffer] = {}

    def __deepcopy__(self, memo: Any) -> Sheet:
        return self

    def pose(self, t: float) -> None:
        """Which run of water is in sight at t."""
        self.now = t
        begun = [run for run in self.runs if run[0] <= t]
        self.opened, self.closed = begun[-1] if begun else (NEVER, NEVER)
        self.opacity = float(bool(begun) and t < self.closed + self.falls + 0.2)

    def age(self, height: int) -> Floats:
        """Seconds since the water in each row of pixels left the top, shape (height,)."""
        depth = (np.arange(height) + 0.5) / height
        return np.asarray(SECONDS * depth ** (1 / POWER))

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The body, the folds and the streaks, through a mask while an edge of the water is in sight."""
        ctx.rectangle(self.left, self.foot, self.right - self.left, self.under - self.foot)
        ctx.clip()
        if camera.vector:
            draw_water(ctx, camera, self)
            return
        x, y, right, bottom = camera.pixel_box(self.box)
        made, age = film(self.streaks, right - x, bottom - y, camera.scale, camera.palette), self.age(bottom - y)
        since = self.now - age + self.lip - self.opened
        until = self.closed - (self.now - age + self.lip)
        shown = np.flatnonzero((since > 0) & (until > -made.late.max()))
        if not len(shown):
            return
        rows = slice(int(shown[0]), int(shown[-1]) + 1)
        ctx.set_matrix(camera.shifted)
        ctx.rectangle(x, y + rows.start, right - x, rows.stop - rows.start)
        ctx.clip()
        size = right - x, bottom - y
        key = *size, camera.palette.name
        if key not in self.buffers:
            self.buffers[key] = _Buffer(made, *size)
        buffer = self.buffers[key]
        in_sight = since[rows.stop - 1] < made.late.max() + 0.03 or until[rows.start] < 0.03
        edge = buffer.edge(since, until, made.late) if in_sight else None
        plate = self.body.plate(camera)
        for surface, operator in [
            (plate.surface, OVER),
            *(buffer.layers(made, self.now, age, rows) if camera.glows else ()),
        ]:
            ctx.set_operator(OVER if edge else operator)
            ctx.set_source_surface(surface, x, y)
            if edge is None:
                ctx.paint()
            else:
                ctx.mask_surface(edge, x, y)


class _Buffer:
    """The pixels on which the film's rows for one moment are put together, and the mask of the water's edges."""

    def __init__(self, made: Film, width: int, height: int):
        self.pixels = [np.zeros((height, width, 4), np.uint8) for _ in made.layers]
        self.surfaces = [
            cairo.ImageSurface.create_for_data(memoryview(one.data), cairo.FORMAT_ARGB32, width, height)
            for one in self.pixels
        ]
        # Rows of a mask are as long as cairo wants them: a multiple of four bytes.
        self.mask: Strip = np.zeros((height, -(-width // 4) * 4), np.uint8)
        self.masked = cairo.ImageSurface.create_for_data(memoryview(self.mask.data), cairo.FORMAT_A8, width, height)

    def edge(self, since: Floats, until: Floats, late: Floats) -> cairo.ImageSurface:
        """What shows of each pixel, from the seconds since the water came and until it ends in each row."""
        self.masked.flush()
        head = np.clip((since[:, None] - late) / 0.02, 0, 1)
        self.mask[:, : len(late)] = 255 * head * np.clip((until[:, None] + late) / 0.02, 0, 1)
        self.masked.mark_dirty()
        return self.masked

    def layers(
        self, made: Film, now: float, age: Floats, rows: slice
    ) -> list[tuple[cairo.ImageSurface, cairo.Operator]]:
        """The layers at this moment and how each is painted."""
        for layer, pixels, surface in zip(made.layers, self.pixels, self.surfaces, strict=True):
            surface.flush()
            moment = np.floor((now - age[rows] * layer.slowness) * layer.rate).astype(int)
            # Not the default mode: that copies twice.
            np.take(layer.strip, moment, axis=0, out=pixels[rows], mode="wrap")
            surface.mark_dirty()
        return [
            (surface, ADD if layer.light else OVER) for layer, surface in zip(made.layers, self.surfaces, strict=True)
        ]
