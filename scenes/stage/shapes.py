"""Many shapes in one mobject: points are computed in numpy, never one object a shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from manim import VGroup, VMobject

from scenes.stage.theme import Floats, ramp

UP, ACROSS = np.array([0.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0])
KAPPA = 0.5523
"""Handle length of a quarter circle drawn as one cubic."""


class Drawn(VMobject):
    """A filled path without stroke. With `additive` its colour is light, added to what is below."""

    def __init__(
        self, points: Floats, color: str | Sequence[str], opacity: float | Sequence[float] = 1.0, additive: bool = False
    ):
        super().__init__(stroke_width=0)
        if len(points):
            self.set_points(points)
        # Manim's stubs know one colour; its code takes a run of them, one opacity each.
        colors: Any = color if isinstance(color, str) else list(color)
        shares: Any = opacity
        self.set_fill(colors, opacity=shares)
        self.additive = additive

    def fading(self, direction: npt.NDArray[np.float64]) -> Drawn:
        """Let several colours run along a direction."""
        self.set_sheen_direction(direction)
        return self


def _lift(x: Floats, y: Floats) -> Floats:
    return np.stack([x, y, np.zeros_like(x)], -1)


def rounded_points(x0: Floats, y0: Floats, x1: Floats, y1: Floats, radius: float) -> Floats:
    """Rounded rectangles as cubics: arrays of shape (n,) → points of shape (n · 32, 3)."""
    r = np.minimum(radius, 0.5 * np.minimum(x1 - x0, y1 - y0))
    k = (1 - KAPPA) * r
    corners = [
        ((x1 - r, y0), (x1 - k, y0), (x1, y0 + k), (x1, y0 + r)),
        ((x1, y1 - r), (x1, y1 - k), (x1 - k, y1), (x1 - r, y1)),
        ((x0 + r, y1), (x0 + k, y1), (x0, y1 - k), (x0, y1 - r)),
        ((x0, y0 + r), (x0, y0 + k), (x0 + k, y0), (x0 + r, y0)),
    ]
    pen = _lift(x0 + r, y0)
    path = []
    for corner in corners:
        arc = [_lift(*point) for point in corner]
        path += [pen, pen + (arc[0] - pen) / 3, pen + (arc[0] - pen) * 2 / 3, arc[0], *arc]
        pen = arc[3]
    return np.stack(path, 1).reshape(-1, 3)


def rects(
    x0: npt.ArrayLike,
    y0: npt.ArrayLike,
    x1: npt.ArrayLike,
    y1: npt.ArrayLike,
    color: str | Sequence[str],
    opacity: float | Sequence[float] = 1.0,
    radius: float = 0.0,
    additive: bool = False,
) -> Drawn:
    """Any number of rectangles (arrays broadcast) as one mobject."""
    edges: list[Floats] = [np.atleast_1d(np.asarray(edge, float)) for edge in (x0, y0, x1, y1)]
    left, low, right, high = np.broadcast_arrays(*edges)
    points = rounded_points(left, low, right, high, max(radius, 1e-4)) if left.size else np.zeros((0, 3))
    return Drawn(points, color, opacity, additive)


def fade(
    box: tuple[float, float, float, float],
    color: str,
    start: float,
    end: float,
    direction: Floats = UP,
    additive: bool = True,
) -> Drawn:
    """A rectangle whose opacity runs from `start` to `end` along a direction."""
    return rects(*box, (color, color), (start, end), additive=additive).fading(direction)


def shade(
    x0: Floats,
    y0: Floats,
    x1: Floats,
    y1: Floats,
    level: Floats,
    colors: tuple[str, ...],
    radius: float = 0.0,
    bins: int = 28,
) -> VGroup:
    """Rectangles whose colour follows `level` (0 … 1): one mobject a shade."""
    which = np.minimum((np.clip(level, 0, 1) * bins).astype(int), bins - 1)
    group = VGroup()
    for shade_number in np.unique(which).tolist():
        some = which == shade_number
        color = ramp(colors, (shade_number + 0.5) / bins)
        group.add(rects(x0[some], y0[some], x1[some], y1[some], color, radius=radius))
    return group


def polygon(
    points: Sequence[tuple[float, float]], color: str | Sequence[str], opacity: float | Sequence[float] = 1.0
) -> Drawn:
    """A closed polygon with straight sides."""
    corners = np.array([[x, y, 0.0] for x, y in points])
    ends = np.roll(corners, -1, 0)
    cubic = np.stack([corners, corners + (ends - corners) / 3, corners + (ends - corners) * 2 / 3, ends], 1)
    return Drawn(cubic.reshape(-1, 3), color, opacity)
