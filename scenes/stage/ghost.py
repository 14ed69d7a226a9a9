"""A wall that is not there: the outline of what more bytes would take."""

from __future__ import annotations

from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.marks import Mark
from scenes.stage.paint import Shape
from scenes.stage.theme import AMBER

DASH, LINE = 0.12, 0.022


def outlined(box: Box) -> Mark:
    """A dashed outline, filled with a breath of the weights' colour."""

    def draw(ctx: Canvas, camera: StageCamera) -> None:
        x0, y0, x1, y1 = box
        ctx.rectangle(x0, y0, x1 - x0, y1 - y0)
        camera.ink(ctx, AMBER, 0.07)
        ctx.fill_preserve()
        ctx.set_line_width(LINE)
        ctx.set_dash([DASH, DASH])
        camera.ink(ctx, AMBER, 0.8)
        ctx.stroke()
        ctx.set_dash([])

    return Mark(Shape(box, draw))
