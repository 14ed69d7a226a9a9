"""A cairo context whose drawing becomes an SVG: paths, gradients, clips and groups, and nothing else.

Cairo keeps path, matrix, line style and source; this module writes what is filled and stroked. Cairo's own SVG
surface numbers its parts as the process goes, puts see-through groups behind masks and filters that office programs
do not read, and turns blend modes into pixels; which of this it does depends on its version.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

import cairo

JOINS = {cairo.LINE_JOIN_ROUND: "round", cairo.LINE_JOIN_BEVEL: "bevel"}
CAPS = {cairo.LINE_CAP_ROUND: "round", cairo.LINE_CAP_SQUARE: "square"}
BLENDS = {cairo.OPERATOR_SCREEN: ' style="mix-blend-mode:screen"'}
"""How operators are written. What does not know them lays the light over: nearly the same on a dark ground."""

PLACES = 2
"""Decimal places of coordinates, in pixels."""

STRAIGHT = 0.02
"""Pixels by which a curve's handles may lie beside a line that is written in its place."""


Point = tuple[float, float]


class _Pen:
    """Writes a path as short as it can be."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.start: Point = (0.0, 0.0)
        self.at: Point = (0.0, 0.0)
        self.moved = False

    def draw(self, kind: int, points: Sequence[Point]) -> None:
        """Go on by one of cairo's steps, to points in pixels that are rounded."""
        if kind == cairo.PATH_CLOSE_PATH:
            self.pieces.append("z")
            self.at = self.start
        elif kind == cairo.PATH_MOVE_TO:
            if self.moved:
                self.pieces.pop()  # cairo moves to the start of what it closed
            (x, y) = self.start = self.at = points[0]
            self.pieces.append(f"M{_short(x, PLACES)} {_short(y, PLACES)}")
        elif kind == cairo.PATH_LINE_TO or _straight(self.at, points):
            self._line(points[-1])
        else:
            self.pieces.append("c" + _joined([value for point in points for value in self._from_here(point)]))
            self.at = points[-1]
        self.moved = kind == cairo.PATH_MOVE_TO

    def _from_here(self, point: Point) -> Point:
        return point[0] - self.at[0], point[1] - self.at[1]

    def _line(self, end: Point) -> None:
        across, down = self._from_here(end)
        if down == 0 and across != 0:
            self.pieces.append(f"h{_short(across, PLACES)}")
        elif across == 0 and down != 0:
            self.pieces.append(f"v{_short(down, PLACES)}")
        elif across != 0:
            self.pieces.append("l" + _joined([across, down]))
        self.at = end

    def text(self) -> str:
        """What was written."""
        return "".join(self.pieces[:-1] if self.moved else self.pieces)


def _straight(start: Point, points: Sequence[Point]) -> bool:
    """Whether a curve is a line: its handles lie on the way from its start to its end."""
    (x0, y0), (x1, y1) = start, points[-1]
    across, down = x1 - x0, y1 - y0
    length = math.hypot(across, down)
    for x, y in points[:-1]:
        off = abs((x - x0) * down - (y - y0) * across)
        along = (x - x0) * across + (y - y0) * down
        if off > STRAIGHT * max(length, STRAIGHT) or not -0.01 <= along <= length * length + 0.01:
            return False
    return True


def _joined(values: Iterable[float]) -> str:
    """Numbers with a space only where one is needed."""
    text = ""
    for value in values:
        one = _short(value, PLACES)
        text += one if not text or one[0] == "-" else f" {one}"
    return text


@dataclass(frozen=True)
class _Source:
    """What fills: a group's parts, or a cairo pattern with the matrix under which it was set."""

    pattern: Any
    matrix: cairo.Matrix


class SvgCanvas:
    """Stands in for a `cairo.Context` of so many pixels. `text` gives the file when all is drawn."""

    def __init__(self, width: int, height: int):
        self.width, self.height = width, height
        # Nothing is ever painted there: it keeps the state.
        self.inner = cairo.Context(cairo.ImageSurface(cairo.FORMAT_A8, 1, 1))
        self.groups: list[list[str]] = [[]]
        self.defined: dict[str, str] = {}
        self.clips: tuple[str, ...] = ()
        self.open_clips: list[tuple[str, ...]] = [()]
        self.source = _Source(cairo.SolidPattern(0, 0, 0), cairo.Matrix())
        self.kept: list[tuple[tuple[str, ...], _Source]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    # ------------------------------------------------------------------ state
    def save(self) -> None:
        """Keep the state, clips and source included."""
        self.kept.append((self.clips, self.source))
        self.inner.save()

    def restore(self) -> None:
        """Bring the kept state back."""
        self.clips, self.source = self.kept.pop()
        self.inner.restore()

    def set_source_rgba(self, red: float, green: float, blue: float, alpha: float = 1.0) -> None:
        """Fill with a plain colour."""
        self.source = _Source(cairo.SolidPattern(red, green, blue, alpha), cairo.Matrix())

    def set_source(self, pattern: Any) -> None:
        """Fill with a pattern, fixed where it is now."""
        self.source = _Source(pattern, self.inner.get_matrix())

    def clip(self) -> None:
        """Draw only inside the path from now on."""
        path = self._path()
        self.inner.new_path()
        self.clips = (*self.clips, self._define("clipPath", "", f'<path d="{path}"/>'))

    # ------------------------------------------------------------------ groups
    def push_group(self) -> None:
        """Draw into a group from now on."""
        self.save()
        self.inner.set_operator(cairo.OPERATOR_OVER)
        self.groups.append([])
        self.open_clips.append(self.clips)

    def pop_group_to_source(self) -> None:
        """Close the group; it is what fills now."""
        parts = self.groups.pop()
        self.open_clips.pop()
        self.restore()
        self.source = _Source(parts, cairo.Matrix())

    # ------------------------------------------------------------------ drawing
    def fill(self) -> None:
        """Fill the path, and forget it."""
        self.fill_preserve()
        self.inner.new_path()

    def fill_preserve(self) -> None:
        """Fill the path."""
        if (path := self._path()) and (paint := self._paint("fill")):
            self._add(f'<path d="{path}"{paint}', "/>")

    def stroke(self) -> None:
        """Stroke the path, and forget it."""
        self.stroke_preserve()
        self.inner.new_path()

    def stroke_preserve(self) -> None:
        """Stroke the path; the matrix must scale both ways alike."""
        if (path := self._path()) and (paint := self._paint("stroke")):
            self._add(f'<path d="{path}" fill="none"{paint}{self._line()}', "/>")

    def paint(self) -> None:
        """Fill everything, or put the group that was closed last."""
        self.paint_with_alpha(1.0)

    def paint_with_alpha(self, alpha: float) -> None:
        """The same with so much of it showing."""
        if isinstance(self.source.pattern, list):
            body = "".join(self.source.pattern)
            if body and alpha > 0:
                self._add(f'<g opacity="{_short(alpha, 4)}"' if alpha < 1 else "<g", f">{body}</g>")
        elif paint := self._paint("fill"):
            self._add(f'<path d="M0 0H{self.width}V{self.height}H0Z"{paint}', "/>")

    def text(self, title: str, description: str) -> str:
        """The file: its pictures, named and described for those who do not see them."""
        size = f'width="{self.width}" height="{self.height}" viewBox="0 0 {self.width} {self.height}"'
        return "".join(
            [
                '<?xml version="1.0" encoding="UTF-8"?>\n',
                f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title" ',
                f'aria-describedby="desc">\n<title id="title">{escape(title)}</title>\n',
                f'<desc id="desc">{escape(description)}</desc>\n<defs>\n',
                *(f"{definition}\n" for definition in self.defined.values()),
                "</defs>\n",
                *(f"{part}\n" for part in self.groups[0]),
                "</svg>\n",
            ]
        )

    # ------------------------------------------------------------------ how it is written
    def _add(self, start: str, end: str) -> None:
        """Put an element into the open group, inside the clips that were set since it was opened.

        A clip parts what is in it from what is below, so the outermost says how it blends.
        """
        for clip in reversed(self.clips[len(self.open_clips[-1]) :]):
            start, end = f'<g clip-path="url(#{clip})"', f">{start}{end}</g>"
        blend = BLENDS.get(self.inner.get_operator(), "")
        self.groups[-1].append(f"{start}{blend}{end}")

    def _define(self, tag: str, attributes: str, body: str) -> str:
        """The id of a definition; equal ones are written once."""
        key = f"{tag}{attributes}>{body}"
        if key not in self.defined:
            name = f"{tag[0]}{len(self.defined)}"
            self.defined[key] = f'<{tag} id="{name}"{attributes}>{body}</{tag}>'
        return self.defined[key].split('"', 2)[1]

    def _path(self) -> str:
        """The current path in pixels, each point from the one before."""
        xx, yx, xy, yy, x0, y0 = _numbers(self.inner.get_matrix())
        pen = _Pen()
        for kind, numbers in self.inner.copy_path():
            points = [
                (round(xx * x + xy * y + x0, PLACES), round(yx * x + yy * y + y0, PLACES))
                for x, y in zip(numbers[::2], numbers[1::2], strict=True)
            ]
            pen.draw(kind, points)
        return pen.text()

    def _paint(self, what: str) -> str:
        """What a shape is filled or stroked with, as attributes; nothing if it does not show."""
        pattern = self.source.pattern
        if isinstance(pattern, cairo.SolidPattern):
            *color, alpha = pattern.get_rgba()
            shown = "" if alpha >= 1 else f' {what}-opacity="{_short(alpha, 4)}"'
            return f' {what}="{_hex(color)}"{shown}' if alpha > 0 else ""
        return f' {what}="url(#{self._gradient(pattern)})"'

    def _gradient(self, pattern: Any) -> str:
        tag, place = "linearGradient", ""
        if isinstance(pattern, cairo.RadialGradient):
            tag, (x, y, _, _, _, radius) = "radialGradient", pattern.get_radial_circles()
            place = f' cx="{_short(x, 4)}" cy="{_short(y, 4)}" r="{_short(radius, 4)}"'
        else:
            ends = zip(("x1", "y1", "x2", "y2"), pattern.get_linear_points(), strict=True)
            place = "".join(f' {name}="{_short(value, 4)}"' for name, value in ends)
        spread = ' spreadMethod="repeat"' if pattern.get_extend() == cairo.EXTEND_REPEAT else ""
        matrix = " ".join(_short(value, 5) for value in _numbers(self.source.matrix))
        transform = f' gradientUnits="userSpaceOnUse" gradientTransform="matrix({matrix})"'
        return self._define(tag, f"{place}{transform}{spread}", _stops(pattern.get_color_stops_rgba()))

    def _line(self) -> str:
        xx, yx, *_ = _numbers(self.inner.get_matrix())
        unit = math.hypot(xx, yx)
        styles = [f' stroke-width="{_short(self.inner.get_line_width() * unit, 3)}"']
        if join := JOINS.get(self.inner.get_line_join()):
            styles.append(f' stroke-linejoin="{join}"')
        if cap := CAPS.get(self.inner.get_line_cap()):
            styles.append(f' stroke-linecap="{cap}"')
        dashes, offset = self.inner.get_dash()
        if dashes:
            styles.append(f' stroke-dasharray="{" ".join(_short(dash * unit, 3) for dash in dashes)}"')
        if dashes and offset:
            styles.append(f' stroke-dashoffset="{_short(offset * unit, 3)}"')
        return "".join(styles)


def _numbers(matrix: cairo.Matrix) -> tuple[float, float, float, float, float, float]:
    """A matrix in the order in which SVG writes it."""
    return matrix.xx, matrix.yx, matrix.xy, matrix.yy, matrix.x0, matrix.y0


def _stops(stops: Iterable[tuple[float, float, float, float, float]]) -> str:
    """A gradient's stops."""
    lines = []
    for offset, *color, alpha in stops:
        shown = "" if alpha >= 1 else f' stop-opacity="{_short(alpha, 4)}"'
        lines.append(f'<stop offset="{_short(offset, 4)}" stop-color="{_hex(color)}"{shown}/>')
    return "".join(lines)


def _hex(color: Iterable[float]) -> str:
    return "#" + "".join(f"{round(min(max(channel, 0.0), 1.0) * 255):02x}" for channel in color)


def _short(value: float, places: int) -> str:
    """A number without what it does not need."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    if text[:2] in ("0.", "-0"):
        return text.replace("0", "", 1) if len(text) > 2 else "0"
    return text
