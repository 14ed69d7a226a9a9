"""Sparks that run along a path: a token on its way back to the tap, bytes on their way into memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import cairo
import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.paint import Light, Painted
from scenes.stage.theme import Floats
from scenes.stage.tracks import Curve, Move, smooth

SLICES = 10
"""Pieces of a tail, each a little more opaque than the one behind it."""


class Route:
    """A path of straight pieces: points (n, 2) in stage units, and how far along it each is."""

    def __init__(self, points: Sequence[tuple[float, float]]):
        self.points: Floats = np.array(points, float)
        steps = np.hypot(*np.diff(self.points, axis=0).T)
        self.far = np.concatenate([[0.0], np.cumsum(steps)])

    @property
    def length(self) -> float:
        """From end to end."""
        return float(self.far[-1])

    def at(self, far: Floats) -> Floats:
        """Points so far along it, (n, 2)."""
        return np.column_stack([np.interp(far, self.far, self.points[:, axis]) for axis in (0, 1)])

    def between(self, start: float, end: float) -> Floats:
        """The stretch from `start` to `end`, with its corners, (n, 2)."""
        corners = self.far[(self.far > start) & (self.far < end)]
        return self.at(np.concatenate([[start], corners, [end]]))


def bend(start: tuple[float, float], end: tuple[float, float], samples: int = 24) -> list[tuple[float, float]]:
    """Points of a curve that leaves and arrives level, as a thread of weights does."""
    t = np.linspace(0, 1, samples)
    handle = 0.55 * (end[0] - start[0])
    xs = (start[0], start[0] + handle, end[0] - handle, end[0])
    x = (1 - t) ** 3 * xs[0] + 3 * (1 - t) ** 2 * t * xs[1] + 3 * (1 - t) * t**2 * xs[2] + t**3 * xs[3]
    y = start[1] + (end[1] - start[1]) * (3 * t**2 - 2 * t**3)
    return list(zip(x.tolist(), y.tolist(), strict=True))


@dataclass(frozen=True)
class Run:
    """One spark: its route, when it starts and how long it takes."""

    route: Route
    start: float
    length: float
    curve: Curve = smooth

    def gone(self, t: float) -> float:
        """How far it has come at t."""
        return self.route.length * self.curve(min(max((t - self.start) / self.length, 0.0), 1.0))


class Runner(Painted):
    """Sparks of one colour, each with a tail that it draws along and that runs in after it."""

    def __init__(
        self, box: tuple[float, float, float, float], color: str, hot: str, tail: float = 0.9, width: float = 0.05
    ):
        super().__init__(box, 0.0)
        self.hue, self.hot, self.tail, self.thick = color, hot, tail, width
        self.runs: list[Run] = []
        self.now = 0.0
        self.glow = Light(0.0, 0.0, 6.0 * width, 6.0 * width, color)

    def __deepcopy__(self, memo: Any) -> Runner:
        return self

    def go(self, route: Route, length: float, curve: Curve = smooth) -> Move:
        """Let a spark run along a route."""
        return Move(lambda start, span: self.runs.append(Run(route, start, span, curve)), length)

    def pose(self, t: float) -> None:
        """Whether any spark runs at t."""
        self.now = t
        self.opacity = float(any(run.start < t < run.start + run.length for run in self.runs))

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Every spark that runs: tail, head, glow."""
        for run in self.runs:
            if run.start < self.now < run.start + run.length:
                self._spark(ctx, camera, run)

    def _spark(self, ctx: Canvas, camera: StageCamera, run: Run) -> None:
        head = run.gone(self.now)
        # It comes out of its start and goes into its end, instead of appearing and vanishing.
        tail = min(self.tail, head, 0.25 * self.tail + run.route.length - head)
        ctx.set_line_join(cairo.LINE_JOIN_ROUND)
        ctx.set_line_width(self.thick)
        edges = np.linspace(max(head - tail, 0.0), head, SLICES + 1).tolist()
        for number, (start, end) in enumerate(pairwise(edges)):
            share = (number + 1) / SLICES
            for x, y in run.route.between(start, end).tolist():
                ctx.line_to(x, y)
            camera.ink(ctx, self.hot if share > 0.85 else self.hue, share**2)
            ctx.stroke()
        x, y = run.route.at(np.array([head]))[0].tolist()
        ctx.arc(x, y, self.thick / 2, 0, 2 * np.pi)
        ctx.fill()
        self.glow.place(x, y).opacity = 0.9
        camera.display_vectorized(self.glow, ctx)
