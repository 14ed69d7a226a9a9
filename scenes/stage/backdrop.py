"""Another sky, to fade to: what stands under it is gone."""

from __future__ import annotations

from collections.abc import Hashable

import cairo

from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.paint import Baked, Fading
from scenes.stage.plates import Picture, Pixels, Plate, plate_of
from scenes.stage.skyline import draw_sky

FRAME: Box = (-7.2, -4.05, 7.2, 4.05)
"""A box around the whole frame."""
ABOVE = 40.05
"""Higher than any frame."""


class SkyPicture(Picture):
    """A sky by name, as large as the frame."""

    def __init__(self, name: str):
        super().__init__([], FRAME)
        self.name = name
        self.last: tuple[Pixels, tuple[int, int], Plate] | None = None

    def _pixels(self, camera: StageCamera) -> Pixels:
        return camera.night(self.name)

    def plate(self, camera: StageCamera) -> Plate:
        """The sky's own pixels, wherever pictures are painted; looked through only once, which takes as long as a
        third of a frame."""
        pixels, shift = self._pixels(camera), camera.shift
        if self.last is None or self.last[0] is not pixels or self.last[1] != shift:
            self.last = pixels, shift, plate_of(pixels, -shift[0], -shift[1])
        return self.last[2]

    def draw(self, ctx: Canvas, camera: StageCamera) -> None:
        """The same as shapes."""
        draw_sky(ctx, camera, self.name)


class Backdrop(Baked, Fading):
    """A sky over all that was put on stage before it."""

    covers = True

    def __init__(self, name: str):
        Baked.__init__(self, opacity=0.0, picture=SkyPicture(name))
        Fading.__init__(self)

    def pose(self, t: float) -> None:
        """How much of it shows."""
        self.opacity = self.seen.at(t)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The sky; without a ground, nothing is left of what it would cover."""
        if camera.ground:
            super().paint(ctx, camera)
        else:
            ctx.set_operator(cairo.OPERATOR_DEST_OUT)
            ctx.paint_with_alpha(self.opacity)

    def state(self, camera: StageCamera) -> Hashable | None:
        """The same, and whether there is a ground."""
        return super().state(camera), camera.ground
