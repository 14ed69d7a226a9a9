"""What is drawn on a PDF canvas looks as cairo draws it on pixels, lights within clips too."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import cairo
import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest

from film.pdf import PdfCanvas

WIDTH, HEIGHT = 120, 90
LEFTS = (10, 45, 80)
"""Where three clips begin; each is 30 wide."""

ROUNDED = 4
"""Levels of 255 that may be lost where up to three lights are rounded; a light that is laid over loses a hundred."""


def _clipped(ctx: Any, draw: Callable[[], None]) -> None:
    """Draw the same thing in three clips, one after the other."""
    for left in LEFTS:
        ctx.save()
        ctx.rectangle(left, 10, 30, 70)
        ctx.clip()
        ctx.set_operator(cairo.OPERATOR_SCREEN)
        ctx.set_source_rgb(0.1, 0.5, 0.2)
        draw()
        ctx.restore()


def _filled(ctx: Any) -> None:
    def draw() -> None:
        ctx.rectangle(0, 30, WIDTH, 30)
        ctx.fill()

    _clipped(ctx, draw)


def _stroked(ctx: Any) -> None:
    def draw() -> None:
        ctx.set_dash([20, 10])
        ctx.set_line_width(20)
        ctx.move_to(0, 40)
        ctx.line_to(WIDTH, 40)
        ctx.stroke()

    _clipped(ctx, draw)


def _one_path_twice(ctx: Any) -> None:
    def draw() -> None:
        ctx.rectangle(0, 30, WIDTH, 30)
        ctx.fill_preserve()
        ctx.set_line_width(10)
        ctx.stroke_preserve()
        ctx.fill()

    _clipped(ctx, draw)


def _painted(ctx: Any) -> None:
    _clipped(ctx, ctx.paint)


def _grouped(ctx: Any) -> None:
    def draw() -> None:
        ctx.push_group()
        ctx.set_operator(cairo.OPERATOR_OVER)
        ctx.rectangle(0, 30, WIDTH, 30)
        ctx.fill()
        ctx.pop_group_to_source()
        ctx.paint_with_alpha(0.5)

    _clipped(ctx, draw)


def _under_a_transform(ctx: Any) -> None:
    def draw() -> None:
        ctx.translate(60, 45)
        ctx.scale(60, -30)
        ctx.rectangle(-1, -0.5, 2, 1)
        ctx.fill()

    _clipped(ctx, draw)


def _over_a_ground(ctx: Any, draw: Callable[[Any], None]) -> None:
    ctx.set_source_rgb(0.5, 0.2, 0.3)
    ctx.paint()
    draw(ctx)


def _from_pixels(draw: Callable[[Any], None]) -> npt.NDArray[np.int_]:
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, WIDTH, HEIGHT)
    _over_a_ground(cairo.Context(surface), draw)
    return np.frombuffer(surface.get_data(), np.uint8).reshape(HEIGHT, WIDTH, 4)[..., 2::-1].astype(int)


def _from_pdf(draw: Callable[[Any], None]) -> npt.NDArray[np.int_]:
    file = BytesIO()
    surface = cairo.PDFSurface(file, WIDTH, HEIGHT)
    _over_a_ground(PdfCanvas(surface), draw)
    surface.finish()
    with pypdfium2.PdfDocument(file.getvalue()) as document:
        return np.asarray(document[0].render(scale=1).to_pil().convert("RGB"), int)


@pytest.mark.parametrize("draw", [_filled, _stroked, _one_path_twice, _painted, _grouped, _under_a_transform])
def test_a_light_in_every_clip_is_a_light(draw: Callable[[Any], None]) -> None:
    assert np.abs(_from_pdf(draw) - _from_pixels(draw)).max() <= ROUNDED


def test_what_makes_a_light_one_leaves_the_context_as_it_was() -> None:
    ctx = PdfCanvas(cairo.PDFSurface(BytesIO(), WIDTH, HEIGHT))
    ctx.set_operator(cairo.OPERATOR_SCREEN)
    ctx.set_dash([3, 2], 1)
    ctx.set_line_width(7)
    ctx.scale(2, 3)
    ctx.arc(10, 10, 5, 0, 2)
    before = str(ctx.copy_path())
    ctx.fill_preserve()
    assert str(ctx.copy_path()) == before
    assert ctx.get_operator() == cairo.OPERATOR_SCREEN
    dashes, offset = ctx.get_dash()
    assert (list(dashes), offset, ctx.get_line_width()) == ([3, 2], 1, 7)
    assert ctx.get_matrix() == cairo.Matrix(2, 0, 0, 3, 0, 0)
