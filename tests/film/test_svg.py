"""What is drawn on an SVG canvas looks as cairo draws it, and is written short."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import cairo
import numpy as np
import numpy.typing as npt
import pytest
import resvg_py
from PIL import Image

from film.svg import SvgCanvas

WIDTH, HEIGHT = 120, 90


def _transformed_gradient(ctx: Any) -> None:
    gradient = cairo.LinearGradient(0, 0, 1, 0)
    gradient.add_color_stop_rgba(0, 1, 0.5, 0, 1)
    gradient.add_color_stop_rgba(1, 0, 0.5, 1, 0.2)
    ctx.translate(60, 10)
    ctx.rotate(0.4)
    ctx.scale(40, 60)
    ctx.set_source(gradient)
    ctx.identity_matrix()
    ctx.rectangle(5, 5, 110, 80)
    ctx.fill()


def _flipped_light(ctx: Any) -> None:
    light = cairo.RadialGradient(0, 0, 0, 0, 0, 1)
    light.add_color_stop_rgba(0, 0.2, 0.8, 1, 0.9)
    light.add_color_stop_rgba(1, 0.2, 0.8, 1, 0)
    ctx.translate(60, 45)
    ctx.scale(50, -30)
    ctx.set_source(light)
    ctx.arc(0, 0, 1, 0, 2 * np.pi)
    ctx.fill()


def _group_in_a_clip(ctx: Any) -> None:
    ctx.save()
    ctx.arc(60, 45, 40, 0, 2 * np.pi)
    ctx.clip()
    ctx.push_group()
    ctx.rectangle(60, 0, 60, 90)
    ctx.clip()
    for x, color in ((40, (1, 0, 0)), (60, (0, 1, 0))):
        ctx.set_source_rgba(*color, 1)
        ctx.rectangle(x, 20, 40, 50)
        ctx.fill()
    ctx.pop_group_to_source()
    ctx.paint_with_alpha(0.5)
    ctx.restore()
    ctx.set_source_rgba(0, 0, 1, 1)
    ctx.rectangle(0, 0, 10, 90)
    ctx.fill()


def _screens(ctx: Any) -> None:
    ctx.set_source_rgba(0.2, 0.3, 0.4, 1)
    ctx.paint()
    ctx.set_operator(cairo.OPERATOR_SCREEN)
    ctx.set_source_rgba(0.9, 0.6, 0.2, 0.5)
    ctx.rectangle(20, 20, 60, 40)
    ctx.fill()


def _screens_in_clips(ctx: Any) -> None:
    ctx.set_source_rgba(0.2, 0.3, 0.4, 1)
    ctx.paint()
    for corner in (10, 30):
        ctx.rectangle(corner, corner, 60, 40)
        ctx.clip()
    ctx.set_operator(cairo.OPERATOR_SCREEN)
    ctx.set_source_rgba(0.9, 0.6, 0.2, 0.5)
    ctx.paint()


def _dashed(ctx: Any) -> None:
    ctx.scale(10, 10)
    ctx.set_source_rgba(0, 0, 0, 0.8)
    ctx.set_line_width(0.6)
    ctx.set_line_cap(cairo.LINE_CAP_ROUND)
    ctx.set_line_join(cairo.LINE_JOIN_ROUND)
    ctx.set_dash([1.5, 1.0], 0.5)
    ctx.move_to(1, 1)
    ctx.line_to(11, 4)
    ctx.curve_to(9, 9, 4, 9, 2, 7)
    ctx.stroke()


def _repeated(ctx: Any) -> None:
    gradient = cairo.LinearGradient(0, 0, 0, 30)
    gradient.add_color_stop_rgba(0, 0, 0, 0, 1)
    gradient.add_color_stop_rgba(1, 1, 1, 0, 1)
    gradient.set_extend(cairo.EXTEND_REPEAT)
    ctx.set_source(gradient)
    ctx.rectangle(10, 2, 100, 80)
    ctx.fill_preserve()
    ctx.set_source_rgba(1, 0, 0, 1)
    ctx.set_line_width(3)
    ctx.stroke()


def by_cairo(draw: Callable[[Any], None]) -> npt.NDArray[np.int_]:
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, WIDTH, HEIGHT)
    ctx = cairo.Context(surface)
    ctx.set_source_rgba(1, 1, 1, 1)
    ctx.paint()
    draw(ctx)
    surface.flush()
    pixels = np.frombuffer(surface.get_data(), np.uint8).reshape(HEIGHT, WIDTH, 4)
    return pixels[..., [2, 1, 0]].astype(int)


def by_svg(draw: Callable[[Any], None]) -> npt.NDArray[np.int_]:
    canvas = SvgCanvas(WIDTH, HEIGHT)
    canvas.set_source_rgba(1, 1, 1, 1)
    canvas.paint()
    draw(canvas)
    data = bytes(resvg_py.svg_to_bytes(svg_string=canvas.text("", "")))
    return np.asarray(Image.open(BytesIO(data)).convert("RGB"), int)


@pytest.mark.parametrize(
    "draw",
    [_transformed_gradient, _flipped_light, _group_in_a_clip, _screens, _dashed, _repeated],
    ids=lambda f: f.__name__,
)
def test_it_looks_as_cairo_draws_it(draw: Callable[[Any], None]) -> None:
    apart = np.abs(by_cairo(draw) - by_svg(draw))
    assert apart.mean() < 0.7
    assert np.percentile(apart, 97) < 6  # the rest is edges


def path_of(draw: Callable[[SvgCanvas], None]) -> str:
    canvas = SvgCanvas(WIDTH, HEIGHT)
    draw(canvas)
    canvas.fill()
    (part,) = canvas.groups[0]
    return part.split('"')[1]


def test_a_curve_that_is_a_line_is_written_as_one() -> None:
    def draw(canvas: SvgCanvas) -> None:
        canvas.move_to(10, 10)
        canvas.curve_to(20, 10, 30, 10, 40, 10)
        canvas.curve_to(40, 20, 40, 30, 40, 40.5)
        canvas.curve_to(30, 30.5, 20, 20.5, 10, 10.5)
        canvas.close_path()

    assert path_of(draw) == "M10 10h30v30.5l-30-30z"


def test_a_curve_that_turns_back_stays_a_curve() -> None:
    def draw(canvas: SvgCanvas) -> None:
        canvas.move_to(10, 10)
        canvas.curve_to(60, 10, -20, 10, 40, 10)

    assert path_of(draw) == "M10 10c50 0-30 0 30 0"


def test_steps_do_not_add_up_what_is_rounded() -> None:
    def draw(canvas: SvgCanvas) -> None:
        canvas.move_to(0, 0)
        for number in range(1, 301):
            canvas.line_to(number / 3, 5 * (number % 2))

    steps = path_of(draw).replace("-", " -").split("l")[1:]
    assert sum(float(step.split()[0]) for step in steps) == pytest.approx(100, abs=0.006)


def test_equal_gradients_are_written_once() -> None:
    canvas = SvgCanvas(WIDTH, HEIGHT)
    for x in (0, 50):
        gradient = cairo.LinearGradient(0, 0, 0, 30)
        gradient.add_color_stop_rgba(0, 0, 0, 0, 1)
        gradient.add_color_stop_rgba(1, 1, 1, 0, 1)
        canvas.set_source(gradient)
        canvas.rectangle(x, 0, 20, 30)
        canvas.fill()
    assert canvas.text("", "").count("<linearGradient") == 1


def test_what_does_not_show_is_not_written() -> None:
    canvas = SvgCanvas(WIDTH, HEIGHT)
    canvas.set_source_rgba(1, 0, 0, 0)
    canvas.rectangle(0, 0, 20, 30)
    canvas.fill()
    canvas.set_source_rgba(1, 0, 0, 1)
    canvas.fill()  # no path
    assert canvas.groups == [[]]
