"""The shape of a token: a drop, hanging, falling or set down as a mark."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.shapes import KAPPA
from scenes.stage.theme import CYAN, CYAN_HOT, mix

TIP = 2.35
"""Height of a free drop's tip above the middle of its bulb, in radii."""


def outline(ctx: Canvas, x: float, y: float, rx: float, ry: float, neck: float, top: float) -> None:
    """Add a drop to the path: its bulb of radii rx, ry round (x, y), its neck of half width `neck` at height `top`."""
    ctx.move_to(x - neck, top)
    shoulder = top - 0.45 * (top - y)
    ctx.curve_to(x - neck - 0.10 * rx, shoulder, x - rx, y + 0.95 * ry, x - rx, y)
    ctx.curve_to(x - rx, y - KAPPA * ry, x - KAPPA * rx, y - ry, x, y - ry)
    ctx.curve_to(x + KAPPA * rx, y - ry, x + rx, y - KAPPA * ry, x + rx, y)
    ctx.curve_to(x + rx, y + 0.95 * ry, x + neck + 0.10 * rx, shoulder, x + neck, top)
    ctx.close_path()


def mark(ctx: Canvas, camera: StageCamera, x: float, y: float, radius: float, shown: float = 1.0) -> None:
    """A small plain drop round (x, y)."""
    marks(ctx, camera, [(x, y)], radius, shown)


def marks(
    ctx: Canvas, camera: StageCamera, places: Iterable[tuple[float, float]], radius: float, shown: float = 1.0
) -> None:
    """Small plain drops round (x, y) each; where two meet they are one shape."""
    for x, y in places:
        outline(ctx, x, y, radius, radius, 0.0, y + TIP * radius)
    camera.ink(ctx, CYAN, shown)
    ctx.fill()


def water(
    ctx: Canvas,
    camera: StageCamera,
    place: tuple[float, float],
    radius: float,
    neck: float,
    top: float,
    squash: float = 1.0,
    tip: float = 1.0,
) -> None:
    """A drop with its light: dark below, hot at the tip (`tip` 0 … 1), a highlight on its side."""
    (x, y), rx, ry = place, radius * squash, radius / squash
    outline(ctx, x, y, rx, ry, neck, top)
    stops = ((0.0, mix(CYAN, "#06303A", 0.35), 1.0), (0.5, CYAN, 1.0), (1.0, mix("#1B87A6", CYAN_HOT, tip), 1.0))
    ctx.set_source(camera.gradient((0, y - ry), (0, max(top, y + ry)), stops))
    ctx.fill()
    ctx.save()
    ctx.translate(x - 0.41 * rx, y + 0.2 * ry)
    ctx.scale(0.10 * rx, 0.27 * ry)
    ctx.arc(0, 0, 1, 0, 2 * np.pi)
    ctx.restore()
    ctx.set_source_rgba(1, 1, 1, 0.75)
    ctx.fill()


def splash(ctx: Canvas, camera: StageCamera, x: float, y: float, since: float) -> None:
    """The bright line that runs out along what a drop has hit, `since` seconds ago."""
    spread, left = 0.12 + 1.05 * (1 - float(np.exp(-since / 0.16))), float(np.exp(-since / 0.20))
    for side in (-1, 1):
        stops = ((0.0, CYAN_HOT, 0.0), (0.75, CYAN_HOT, 0.35 * left), (1.0, CYAN_HOT, 0.9 * left))
        ctx.set_source(camera.gradient((x, y), (x + side * spread, y), stops))
        ctx.rectangle(x, y - 0.004, side * spread, 0.018)
        ctx.fill()
