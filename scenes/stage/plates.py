"""Pictures drawn once: baked from mobjects into pixels, painted as often as a frame needs them.

Measured at 1920 × 1080 on one core: painting at whole pixels is almost free (a whole frame: OVER
1.1 ms, ADD 0.3, opaque 0.2), at fractions of a pixel it is not (3.8, 13, 13). Hence: light snaps
to whole pixels, big opaque things stand still, and what must glide is small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cairo
import numpy as np
import numpy.typing as npt
from manim import Mobject

from film.shelf import kept
from scenes.stage.camera import ADD, OPAQUE, OVER, Box, Canvas, StageCamera

Pixels = npt.NDArray[np.uint8]
"""Shape (height, width, 4), premultiplied, in the camera's order of channels."""


ADDS = 120
"""What the product of a colour, 0 … 255, and a strength, 0 … 255, must be at least to round to 1 of 255: 128, and some
room."""

LARGE = 100_000
"""Pixels from which dimming a light once pays."""


@dataclass(frozen=True)
class Plate:
    """A finished picture and the pixel on which its upper left corner belongs."""

    surface: cairo.ImageSurface
    x: int
    y: int
    operator: cairo.Operator = OVER

    @property
    def large(self) -> bool:
        """Whether painting it takes long enough to think about."""
        return self.surface.get_width() * self.surface.get_height() > LARGE

    @cached_property
    def _brightest(self) -> tuple[Pixels, Pixels]:
        """The highest byte in each column and in each row."""
        highest = pixels_of(self).max(2)
        return highest.max(0), highest.max(1)

    def lit(self, strength: int) -> tuple[int, int, int, int]:
        """The columns and rows, from the first to one past the last, in which light of one of cairo's 256 strengths
        adds anything: elsewhere all products round to nothing."""
        found = [np.flatnonzero(highest.astype(int) * strength >= ADDS) for highest in self._brightest]
        (left, right), (top, bottom) = ((int(some[0]), int(some[-1]) + 1) if some.size else (0, 0) for some in found)
        return left, top, right, bottom

    def __deepcopy__(self, memo: Any) -> Plate:
        # Manim copies mobjects; pictures are shared.
        return self


def plate_of(pixels: Pixels, x: int, y: int) -> Plate:
    """The cheapest correct way to paint these pixels: opaque, light without alpha, or both."""
    alpha = pixels[..., 3]
    height, width = alpha.shape
    form = cairo.FORMAT_RGB24 if bool((alpha == 255).all()) else cairo.FORMAT_ARGB32
    surface = cairo.ImageSurface.create_for_data(memoryview(pixels.data), form, width, height)
    return Plate(surface, x, y, OVER if alpha.any() else ADD)


def pixels_of(plate: Plate) -> Pixels:
    """The plate's own pixels, not a copy."""
    surface = plate.surface
    return np.frombuffer(surface.get_data(), np.uint8).reshape(surface.get_height(), surface.get_width(), 4)


def strength_of(opacity: float) -> int:
    """Which of cairo's 256 strengths a light of this opacity is painted with."""
    return int(opacity * 0xFFFF + 0.5) >> 8


def dim(light: Plate, opacity: float) -> Plate:
    """A light with less strength: painted as it is, it gives what the light gives painted with that alpha.

    A weak one is smaller: towards its rim it is too dark to add anything.
    """
    left, top, right, bottom = light.lit(strength_of(opacity))
    pixels = np.zeros((max(bottom - top, 1), max(right - left, 1), 4), np.uint8)
    height, width = pixels.shape[:2]
    ctx = cairo.Context(cairo.ImageSurface.create_for_data(memoryview(pixels.data), cairo.FORMAT_ARGB32, width, height))
    ctx.set_operator(ADD)
    ctx.set_source_surface(light.surface, -left, -top)
    ctx.paint_with_alpha(opacity)
    ctx.get_target().flush()
    return plate_of(pixels, light.x + left, light.y + top)


def halfway(first: Plate, second: Plate) -> Plate:
    """The mean of two plates of the same place."""
    total = pixels_of(first).astype(np.uint16) + pixels_of(second)
    return plate_of((total // 2).astype(np.uint8), first.x, first.y)


def _canvas(pixels: Pixels, left: int, top: int, camera: StageCamera) -> Canvas:
    height, width = pixels.shape[:2]
    ctx = cairo.Context(cairo.ImageSurface.create_for_data(memoryview(pixels.data), cairo.FORMAT_ARGB32, width, height))
    ctx.translate(-left, -top)
    ctx.transform(camera.to_pixels)
    return ctx


def is_light(mobject: Mobject) -> bool:
    """Whether a mobject adds to what is below instead of covering it."""
    return bool(getattr(mobject, "additive", False))


def bake(camera: StageCamera, mobjects: Sequence[Mobject], box: Box) -> Plate:
    """Draw mobjects once. Light becomes colour without alpha, which OVER adds to what is below."""
    left, top, right, bottom = camera.pixel_box(box)
    pixels = np.zeros((max(bottom - top, 1), max(right - left, 1), 4), np.uint8)
    ctx = _canvas(pixels, left, top, camera)
    for mobject in camera.get_mobjects_to_display(mobjects):
        if is_light(mobject) and camera.palette.adds:
            light = np.zeros_like(pixels)
            camera.display_vectorized(mobject, _canvas(light, left, top, camera))
            light[..., 3] = 0
            ctx.get_target().flush()
            np.copyto(pixels, np.minimum(pixels.astype(np.uint16) + light, 255).astype(np.uint8))
            ctx.get_target().mark_dirty()
        else:
            camera.display_vectorized(mobject, ctx)
    ctx.get_target().flush()
    return plate_of(pixels, left, top)


class Picture:
    """Mobjects and their plates by size of picture and palette. Copies of a mobject share it."""

    def __init__(self, mobjects: Sequence[Mobject], box: Box):
        self.mobjects, self.box = mobjects, box
        self.plates: dict[tuple[Any, ...], Plate] = {}

    def __deepcopy__(self, memo: Any) -> Picture:
        return self

    def plate(self, camera: StageCamera) -> Plate:
        """The plate for the camera's size, frame and palette, baked at first sight."""
        sized = camera.sized
        if sized not in self.plates:
            self.plates[sized] = self.render(camera)
        return self.plates[sized]

    def render(self, camera: StageCamera) -> Plate:
        """Draw the plate."""
        return bake(camera, self.mobjects, self.box)

    def draw(self, ctx: Canvas, camera: StageCamera) -> None:
        """Draw the mobjects themselves, for vector surfaces."""
        for mobject in camera.get_mobjects_to_display(self.mobjects):
            camera.display_vectorized(mobject, ctx)

    def lay(self, ctx: Canvas, camera: StageCamera, opacity: float) -> None:
        """Draw them with so much of them showing, as one."""
        if opacity > OPAQUE:
            self.draw(ctx, camera)
            return
        ctx.push_group()
        self.draw(ctx, camera)
        ctx.pop_group_to_source()
        if all(is_light(mobject) for mobject in self.mobjects):
            ctx.set_operator(camera.adding)
        ctx.paint_with_alpha(opacity)


GLOW_STEEPNESS = 4.2
"""A light falls off as exp(−4.2 s²) − exp(−4.2): a Gaussian that ends exactly at its rim."""


SCREEN_LOSS = 0.45
"""Screens add up to less than lights do: a strong one is drawn by so much of its strength stronger."""


class GlowPicture(Picture):
    """A Gaussian light: computed in floats and dithered, so that it does not band in the dark."""

    def __init__(self, rx: float, ry: float, color: str):
        super().__init__([], (-rx, -ry, rx, ry))
        self.rx, self.ry, self.color = rx, ry, color

    def render(self, camera: StageCamera) -> Plate:
        """Full strength; whoever paints it sets how much of it shows."""
        left, top, *_ = camera.pixel_box(self.box)
        (pixels,) = kept(__name__, (self.rx, self.ry, self.color, camera.sized), lambda: [self._glow(camera)])
        return plate_of(pixels, left, top)

    def _glow(self, camera: StageCamera) -> Pixels:
        left, top, right, bottom = camera.pixel_box(self.box)
        y, x = np.mgrid[top:bottom, left:right] + 0.5
        cx, cy = camera.to_pixels.transform_point(0, 0)
        far = ((x - cx) / (self.rx * camera.scale)) ** 2 + ((y - cy) / (self.ry * camera.scale)) ** 2
        level = np.clip(np.exp(-GLOW_STEEPNESS * far) - np.exp(-GLOW_STEEPNESS), 0, 1) * (far < 1)
        noise = np.random.default_rng(1).random((*level.shape, 1))
        return camera.palette.light(self.color, level, noise * (level[..., None] > 0), self.rx * self.ry)

    def lay(self, ctx: Canvas, camera: StageCamera, opacity: float) -> None:
        """The same light as a radial gradient."""
        gradient = cairo.RadialGradient(0, 0, 0, 0, 0, 1)
        power = opacity * camera.palette.share(self.color, self.rx * self.ry)
        for stop in np.linspace(0, 1, 14).tolist():
            level = float(np.exp(-GLOW_STEEPNESS * stop * stop) - np.exp(-GLOW_STEEPNESS))
            strength = max(0.0, level * power)
            boost = 1 + SCREEN_LOSS * strength if camera.palette.adds else 1.0
            gradient.add_color_stop_rgba(stop, *camera.ordered(self.color), min(1.0, strength * boost))
        ctx.scale(self.rx, self.ry)
        ctx.set_operator(camera.adding)
        ctx.set_source(gradient)
        ctx.arc(0, 0, 1, 0, 2 * np.pi)
        ctx.fill()
