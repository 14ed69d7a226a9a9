"""Falling water as shapes: the sheet of one moment, for SVG and PDF."""

from __future__ import annotations

from typing import Protocol

import cairo
import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.plates import Picture
from scenes.stage.streaks import (
    COLORS,
    FOLD_LIGHT,
    FOLD_SECONDS,
    FOLD_SEED,
    FOLD_SLOWNESS,
    HALF_WIDTH,
    POWER,
    SECONDS,
    SOFT,
    Streaks,
    folds,
    ragged,
)
from scenes.stage.theme import CYAN, Floats, ramp

SHADES = 12
"""Colours of streaks."""
PIECES = np.array([0.0, 0.06, 0.13, 0.26, 0.42, 0.58, 0.70, 0.82, 0.92, 1.0])
"""Where a streak is cut, from head to tail: each piece is as opaque as its middle."""
DENSITY = 0.75
"""How opaque a piece is of what it should be: where streaks cross, shapes cover more than the most opaque of them."""
COLUMNS = 90
"""Columns of the water that come and go by themselves."""


class Water(Protocol):
    """What is drawn: water that falls from `top` to `foot`, between the times at which it was let over the lip."""

    left: float
    right: float
    top: float
    foot: float
    streaks: Streaks
    body: Picture
    now: float
    lip: float
    opened: float
    closed: float


def draw_water(ctx: Canvas, camera: StageCamera, water: Water) -> None:
    """Body, folds and streaks, inside the edges of the water."""
    _clip(ctx, water)
    water.body.draw(ctx, camera)
    if camera.glows:
        _folds(ctx, camera, water)
        _streaks(ctx, camera, water)


def _height(water: Water, age: Floats) -> Floats:
    """Where water is that left the top so many seconds ago."""
    fallen = np.clip(age / SECONDS, 0, None) ** POWER
    return np.asarray(water.top - (water.top - water.foot) * fallen)


def _clip(ctx: Canvas, water: Water) -> None:
    """Keep to where there is water: each column comes and ends a little later than the first."""
    late = ragged(COLUMNS)
    x = np.linspace(water.left, water.right, COLUMNS)
    foot, top = (
        _height(water, np.clip(water.now + water.lip - since - late, 0, SECONDS))
        for since in (water.opened, water.closed)
    )
    for point in [
        *zip(x.tolist(), top.tolist(), strict=True),
        *reversed(list(zip(x.tolist(), foot.tolist(), strict=True))),
    ]:
        ctx.line_to(*point)
    ctx.close_path()
    ctx.clip()


def _folds(ctx: Canvas, camera: StageCamera, water: Water) -> None:
    """Soft lights, as ellipses."""
    made = folds(np.random.default_rng(FOLD_SEED))
    age = ((water.now - made.turn * FOLD_SECONDS) % FOLD_SECONDS) / FOLD_SLOWNESS
    half = made.long / FOLD_SLOWNESS
    middle = _height(water, age)
    tall = (_height(water, age - half) - _height(water, age + half)) / 2
    x = water.left + (water.right - water.left) * made.where
    light = FOLD_LIGHT * camera.palette.share(CYAN)
    for number in np.flatnonzero(middle + 2 * tall > water.foot).tolist():
        glow = cairo.RadialGradient(0, 0, 0, 0, 0, 2)
        for share in np.linspace(0, 1, 8).tolist():
            level = light * float(made.power[number]) * float(np.exp(-((2 * share) ** 2)))
            glow.add_color_stop_rgba(share, *camera.ordered(CYAN), level if share < 1 else 0.0)
        ctx.save()
        ctx.translate(float(x[number]), float(middle[number]))
        ctx.scale(float(made.wide[number]), max(float(tall[number]), 0.01))
        ctx.set_operator(camera.adding)
        ctx.set_source(glow)
        ctx.arc(0, 0, 2, 0, 2 * np.pi)
        ctx.fill()
        ctx.restore()


def _streaks(ctx: Canvas, camera: StageCamera, water: Water) -> None:
    """Every streak in pieces, those of one colour and opacity as one path; the most opaque last."""
    made = water.streaks
    age = made.age(water.now)
    some = age - made.length < SECONDS
    edges = age[some, None] - made.length[some, None] * PIECES
    y = _height(water, edges)
    x = water.left + (water.right - water.left) * made.where[some] - HALF_WIDTH
    shade = np.minimum((made.level[some] * SHADES).astype(int), SHADES - 1)
    opacity = np.interp((PIECES[:-1] + PIECES[1:]) / 2, *SOFT)
    for piece in np.argsort(opacity, kind="stable").tolist():
        for number in np.unique(shade).tolist():
            one = (shade == number) & (edges[:, piece] > 0)
            camera.ink(ctx, ramp(COLORS, (number + 0.5) / SHADES), DENSITY * float(opacity[piece]))
            rows = zip(x[one].tolist(), y[one, piece].tolist(), y[one, piece + 1].tolist(), strict=True)
            for left, low, high in rows:
                ctx.rectangle(left, low, 2 * HALF_WIDTH, high - low)
            ctx.fill()
