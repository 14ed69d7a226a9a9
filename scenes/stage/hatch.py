"""Hatching: what stands there is not known."""

from __future__ import annotations

from math import ceil

from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.marks import Mark
from scenes.stage.paint import Shape

PITCH, FINE = 0.17, 0.09
"""From one line to the next, along the lower edge: in a large box and in a small one."""
LINE, GROUND = "#7E8BA8", "#131C2E"


def hatch(ctx: Canvas, camera: StageCamera, box: Box, opacity: float = 1.0, pitch: float = PITCH) -> None:
    """Fill a box with slanting lines."""
    x0, y0, x1, y1 = box
    ctx.save()
    ctx.rectangle(x0, y0, x1 - x0, y1 - y0)
    ctx.clip()
    camera.ink(ctx, GROUND, 0.9 * opacity)
    ctx.paint()
    ctx.set_line_width(min(0.02, 0.2 * pitch))
    camera.ink(ctx, LINE, 0.55 * opacity)
    high = y1 - y0
    for number in range(ceil((x1 - x0 + high) / pitch) + 1):
        ctx.move_to(x0 + number * pitch, y0)
        ctx.line_to(x0 + number * pitch - high, y1)
    ctx.stroke()
    ctx.restore()


def unknown(box: Box, known: float = 0.0, color: str = GROUND) -> Mark:
    """A hatched box: something that is not published. A share of it, from the left, may be `known`."""

    def draw(ctx: Canvas, camera: StageCamera) -> None:
        x0, y0, x1, y1 = box
        edge = x0 + known * (x1 - x0)
        camera.ink(ctx, color)
        ctx.rectangle(x0, y0, edge - x0, y1 - y0)
        ctx.fill()
        hatch(ctx, camera, (edge, y0, x1, y1), pitch=FINE)
        ctx.rectangle(x0, y0, x1 - x0, y1 - y0)
        ctx.set_line_width(0.014)
        camera.ink(ctx, LINE, 0.8)
        ctx.stroke()

    return Mark(Shape(box, draw))
