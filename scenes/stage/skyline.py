"""What is behind the stage as shapes: the same skies as `sky` paints in pixels, for SVG and PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cairo
import numpy as np

from scenes.stage.plot import FLOOR
from scenes.stage.printed import PAPER
from scenes.stage.sky import (
    BEHIND,
    EARTH,
    FAR,
    NEAR,
    PRINTED_FAR,
    PRINTED_GROUND,
    PRINTED_NEAR,
    STARS,
    UNDER,
    ZENITH,
    far_ridge,
    near_ridge,
)
from scenes.stage.theme import GROUND, NIGHT_DEEP, NIGHT_LOW, NIGHT_TOP, Floats, mix, rgb

if TYPE_CHECKING:
    from scenes.stage.camera import Canvas, StageCamera

STOPS = 24
"""Colours along a gradient that is no straight line."""

STEP = 0.04
"""Stage units between two points of a ridge."""

VIGNETTE = 0.42, (8.2, 5.2), 2.6
"""Of the dark toward the corners: how dark, its radii, and the power of the distance."""


def draw_sky(ctx: Canvas, camera: StageCamera, name: str) -> None:
    """Draw a sky by name over the whole frame."""
    if not camera.palette.adds:
        _paper(ctx, camera, name)
        return
    _heaven(ctx, camera)
    if name != "dark":
        _stars(ctx, camera)
    if name == "valley":
        for height, tones in ((far_ridge, FAR), (near_ridge, NEAR)):
            x = _across(camera)
            _ridge(ctx, camera, x, height(x), tones)
        _ground(ctx, camera)
    if name == "terrain":
        _terrain(ctx, camera)
    _vignette(ctx, camera)


def _paper(ctx: Canvas, camera: StageCamera, name: str) -> None:
    """Bare paper, and on it the ridges and the ground as tints."""
    _, bottom = _edges(camera)
    _tint(ctx, PAPER)
    _fill_between(ctx, camera, -bottom, bottom)
    if name == "valley":
        for height, tones in ((far_ridge, PRINTED_FAR), (near_ridge, PRINTED_NEAR)):
            x = _across(camera)
            _ridge(ctx, camera, x, height(x), tones)
    if name in PRINTED_GROUND:
        _tint(ctx, EARTH)
        _fill_between(ctx, camera, -bottom, PRINTED_GROUND[name])


def _tint(ctx: Canvas, color: str) -> None:
    """Set a colour that is named as it comes out, on a surface for shapes."""
    red, green, blue = rgb(color).tolist()
    ctx.set_source_rgba(red, green, blue, 1.0)


def _edges(camera: StageCamera) -> tuple[float, float]:
    """Half the frame's width and height, with a little more, and with as much as it is shifted."""
    aside, up = (abs(shift) / camera.scale for shift in camera.shift)
    return float(camera.frame_width) / 2 + 0.05 + aside, float(camera.frame_height) / 2 + 0.05 + up


def _across(camera: StageCamera) -> Floats:
    right, _ = _edges(camera)
    return np.linspace(-right, right, round(2 * right / STEP) + 1)


def _fill_between(ctx: Canvas, camera: StageCamera, low: float, high: float) -> None:
    right, _ = _edges(camera)
    ctx.rectangle(-right, low, 2 * right, high - low)
    ctx.fill()


def _heaven(ctx: Canvas, camera: StageCamera) -> None:
    share = np.linspace(0, 1, STOPS)
    stops = [(float(one), mix(NIGHT_TOP, NIGHT_LOW, float(one**1.6)), 1.0) for one in share]
    ctx.set_source(camera.gradient((0, ZENITH), (0, GROUND), stops))
    _, top = _edges(camera)
    _fill_between(ctx, camera, -top, top)


def _stars(ctx: Canvas, camera: StageCamera) -> None:
    """Each as large as a pixel, on the pixel on which `sky` has it."""
    rng, width, height = np.random.default_rng(3), camera.pixel_width, camera.pixel_height
    places = rng.integers(0, width, STARS), (rng.random(STARS) ** 1.3 * 0.42 * height).astype(int)
    back, side = camera.to_pixels, 1 / camera.scale
    back.invert()
    for column, row, light in zip(*(place.tolist() for place in places), rng.uniform(0.10, 0.42, STARS), strict=True):
        x, y = back.transform_point(column, row + 1)
        camera.ink(ctx, "#FFFFFF", float(light))
        ctx.rectangle(x, y, side, side)
        ctx.fill()


def _ridge(ctx: Canvas, camera: StageCamera, x: Floats, height: Floats, tones: tuple[str, str]) -> None:
    """Bands that follow the ridge downward, each one step of colour from the next."""
    steps = max(1, round(float(np.abs(rgb(tones[0]) - rgb(tones[1])).max()) * 255))
    _, bottom = _edges(camera)
    for step in range(steps + 1):
        begins = (max(step - 0.5, 0.0) / steps) ** (1 / 1.5)
        _tint(ctx, mix(*tones, step / steps))
        ctx.move_to(float(x[0]), -bottom)
        for point in zip(x.tolist(), (height - begins * np.maximum(height - GROUND, 0.2)).tolist(), strict=True):
            ctx.line_to(*point)
        ctx.line_to(float(x[-1]), -bottom)
        ctx.close_path()
        ctx.fill()


def _ground(ctx: Canvas, camera: StageCamera) -> None:
    near = mix("#000000", NIGHT_LOW, 0.55)
    share = np.linspace(0, 1, STOPS) ** 2  # more of them where the colour changes fastest
    stops = [(float(one), mix(near, NIGHT_DEEP, float(one**0.55)), 1.0) for one in share]
    ctx.set_source(camera.gradient((0, GROUND), (0, GROUND - 2.2), stops))
    _, bottom = _edges(camera)
    _fill_between(ctx, camera, -bottom, GROUND)


def _terrain(ctx: Canvas, camera: StageCamera) -> None:
    color, strength, middle, (rx, ry) = BEHIND
    right, top = _edges(camera)
    ctx.save()
    ctx.rectangle(-right, FLOOR, 2 * right, top - FLOOR)
    ctx.clip()
    ctx.translate(*middle)
    ctx.scale(rx, ry)
    light = cairo.RadialGradient(0, 0, 0, 0, 0, 1)
    for share in np.linspace(0, 1, STOPS).tolist():
        light.add_color_stop_rgba(share, *camera.ordered(color), strength * float(np.exp(-4.2 * share**2)))
    ctx.set_operator(camera.adding)
    ctx.set_source(light)
    ctx.arc(0, 0, 1, 0, 2 * np.pi)
    ctx.fill()
    ctx.restore()
    camera.ink(ctx, UNDER)
    _fill_between(ctx, camera, -top, FLOOR)


def _vignette(ctx: Canvas, camera: StageCamera) -> None:
    dark, (rx, ry), power = VIGNETTE
    right, top = _edges(camera)
    shade = cairo.RadialGradient(0, 0, 0, 0, 0, 1)
    for share in np.linspace(0, 1, STOPS).tolist():
        shade.add_color_stop_rgba(share, 0, 0, 0, dark * share**power)
    ctx.save()
    ctx.scale(rx, ry)
    ctx.set_source(shade)
    ctx.rectangle(-right / rx, -top / ry, 2 * right / rx, 2 * top / ry)
    ctx.fill()
    ctx.restore()
