"""Shaped text: one mobject a colour, set on its baseline, from the project's own fonts only.

HarfBuzz shapes a line in about 0.3 ms; there is no text cache, so no race between processes, and
no system font, so no silent fallback: a character that the font lacks is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import uharfbuzz as hb
from manim import VGroup

from film.errors import FilmError
from scenes.stage.shapes import Drawn
from scenes.stage.theme import INK, LEAST, Floats

FONTS = Path(__file__).resolve().parents[2] / "assets" / "fonts"
FACES = {300: "InterTight_300Light.ttf", 400: "InterTight_400Regular.ttf", 500: "InterTight_500Medium.ttf"}
FEATURES = {"kern": True, "tnum": True, "ss03": True}

Align = Literal["left", "right", "centre"]


@dataclass(frozen=True)
class Run:
    """A stretch of a line in one colour."""

    text: str
    color: str = INK


@dataclass(frozen=True)
class Style:
    """How a line is set. `size` is the font size in stage units, `tracking` in shares of it; letters are `narrow` times
    as wide as the face has them."""

    size: float
    weight: int = 400
    tracking: float = 0.0
    narrow: float = 1.0


class _Pen:
    """Collects a glyph's outline as cubics, shape (n, 2) in font units."""

    def __init__(self) -> None:
        self.points: list[tuple[float, float]] = []
        self.start = self.now = (0.0, 0.0)

    def moveTo(self, point: tuple[float, float]) -> None:
        self.start = self.now = point

    def lineTo(self, point: tuple[float, float]) -> None:
        if point != self.now:
            (x0, y0), (x1, y1) = self.now, point
            third = ((2 * x0 + x1) / 3, (2 * y0 + y1) / 3), ((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3)
            self.points += [self.now, *third, point]
            self.now = point

    def qCurveTo(self, handle: tuple[float, float], point: tuple[float, float]) -> None:
        (x0, y0), (hx, hy), (x1, y1) = self.now, handle, point
        first = (x0 + 2 * (hx - x0) / 3, y0 + 2 * (hy - y0) / 3)
        self.points += [self.now, first, (x1 + 2 * (hx - x1) / 3, y1 + 2 * (hy - y1) / 3), point]
        self.now = point

    def curveTo(self, first: tuple[float, float], second: tuple[float, float], point: tuple[float, float]) -> None:
        self.points += [self.now, first, second, point]
        self.now = point

    def closePath(self) -> None:
        self.lineTo(self.start)


@lru_cache(None)
def _font(weight: int) -> Any:
    path = FONTS / FACES[weight]
    if not path.is_file():
        raise FilmError(f"font {path.name} is missing from {FONTS}; it comes with the project")
    return hb.Font(hb.Face(hb.Blob.from_file_path(str(path))))


@lru_cache(None)
def _outline(weight: int, glyph: int) -> Floats:
    pen = _Pen()
    _font(weight).draw_glyph_with_pen(glyph, pen)
    return np.array(pen.points, float).reshape(-1, 2)


@dataclass(frozen=True)
class Glyph:
    """A shaped glyph: its number in the font, the character it came from, and its pen in stage units."""

    number: int
    cluster: int
    x: float
    y: float


def shape(text: str, style: Style) -> tuple[list[Glyph], float]:
    """The glyphs of a line from pen 0, and the pen's end, in stage units."""
    font = _font(style.weight)
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(font, buffer, FEATURES)
    unit, pen, glyphs = style.size / font.face.upem, 0.0, []
    across = unit * style.narrow
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        if info.codepoint == 0:
            raise FilmError(f"the font has no character {text[info.cluster]!r} (in {text!r})")
        glyphs.append(Glyph(info.codepoint, info.cluster, pen + position.x_offset * across, position.y_offset * unit))
        pen += position.x_advance * across + style.tracking * style.size
    return glyphs, pen - style.tracking * style.size


def advance(text: str, style: Style) -> float:
    """The width that a line takes, from pen to pen, in stage units."""
    return shape(text, style)[1]


def fitted(text: str, style: Style, most: float, least: float = LEAST) -> Style:
    """The style in which a line takes `most` stage units at most: smaller letters, and where these would be smaller
    than `least`, narrower ones."""
    width = _width(text, style)
    if width <= most:
        return style
    small = replace(style, size=max(least, style.size * most / width))
    return replace(small, narrow=min(1.0, most / _width(text, small)))


def _width(text: str, style: Style) -> float:
    """The width of a line's ink."""
    left, right = _extent([points_of(shape(text, style)[0], style)])
    return right - left


def points_of(glyphs: Sequence[Glyph], style: Style) -> Floats:
    """Outlines of glyphs, shape (n, 3)."""
    unit = style.size / _font(style.weight).face.upem
    scale = np.array([unit * style.narrow, unit])
    outlines = [_outline(style.weight, glyph.number) * scale + np.array([glyph.x, glyph.y]) for glyph in glyphs]
    flat = np.concatenate(outlines) if outlines else np.zeros((0, 2))
    return np.column_stack([flat, np.zeros(len(flat))])


class Inked(Drawn):
    """Outlines of letters: a ground may give a text another ink than a shape of its colour."""

    lettering = True


class Letters(VGroup):
    """A line of text with its baseline at y. `text` is what it reads; one submobject a run that has ink."""

    def __init__(self, runs: Sequence[Run], x: float, y: float, style: Style, align: Align = "left"):
        super().__init__()
        self.text, self.style, self.baseline, self.align = "".join(run.text for run in runs), style, y, align
        glyphs, self.advance_width = shape(self.text, style)
        ends = np.cumsum([len(run.text) for run in runs])
        owner = np.searchsorted(ends, [glyph.cluster for glyph in glyphs], side="right")
        drawn = [
            (
                run,
                points_of(
                    [glyph for glyph, whose in zip(glyphs, owner.tolist(), strict=True) if whose == number], style
                ),
            )
            for number, run in enumerate(runs)
        ]
        inked = [(run, points) for run, points in drawn if len(points)]
        left, right = _extent([points for _, points in inked])
        shift = {"left": x - left, "right": x - right, "centre": x - (left + right) / 2}[align]
        placed = [points + np.array([shift, y, 0.0]) for _, points in inked]
        for (run, _), points in zip(inked, placed, strict=True):
            self.add(Inked(points, run.color))
        self.left, self.right = left + shift, right + shift
        self.end = shift + self.advance_width
        self.ink = _box(placed, self.left, y)


def _box(outlines: Sequence[Floats], x: float, y: float) -> tuple[float, float, float, float]:
    if not outlines:
        return x, y, x, y
    points = np.concatenate(outlines)
    (x0, y0, _), (x1, y1, _) = points.min(0).tolist(), points.max(0).tolist()
    return x0, y0, x1, y1


def _extent(outlines: Sequence[Floats]) -> tuple[float, float]:
    if not outlines:
        return 0.0, 0.0
    x = np.concatenate(outlines)[:, 0]
    return float(x.min()), float(x.max())
