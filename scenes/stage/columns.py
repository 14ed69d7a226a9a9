"""Each user's own cache: a violet column on the wall's crest, with the bytes of its context as its area."""

from __future__ import annotations

from typing import Any

import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.crowd import Crowd
from scenes.stage.geometry import Masonry
from scenes.stage.paint import Fading, Light, Painted
from scenes.stage.theme import VIOLET, VIOLET_HOT, Floats, mix
from scenes.stage.tracks import Move, Track, arrive, linear, soft
from scenes.stage.wall import COPING

GAP = 0.10
"""Space between two columns as a share of a column's width."""

ROOM = 0.60
"""Height of a room that is reserved for the longest answer; its size is not data, so it is an outline."""

MOST_HIGH = 0.70
"""Height of the columns that are drawn at most."""

PAGES = 4
"""Pages drawn in a column; how many there really are depends on the server."""


class Columns(Painted, Fading):
    """One column a user. Columns grow when users join, are read in every step, and are emptied with their seat."""

    def __init__(self, wall: Masonry, crowd: Crowd, bytes_each: float, of_brick: float):
        low = wall.crest + COPING + 0.012
        area = bytes_each / of_brick * wall.brick_width * wall.brick_height
        self.pitch = wall.width / crowd.count
        # What is taller than there is room goes on beyond the picture: its top fades.
        self.fades = area / self.pitch > MOST_HIGH
        self.tall = min(area / self.pitch, MOST_HIGH)
        Painted.__init__(self, (wall.left, low, wall.right, low + max(self.tall, ROOM) + 0.05), 0.0)
        Fading.__init__(self, 1.0)
        self.wall, self.crowd, self.low = wall, crowd, low
        order = np.argsort(crowd.x, kind="stable")
        self.user = order
        self.left: Floats = np.asarray(wall.left + (np.arange(crowd.count) + GAP / 2) * self.pitch, float)
        self.grown, self.swept = Track(0.0), Track(-0.3)
        self.rooms, self.paged, self.told = Track(0.0), Track(0.0), Track(-0.2)
        self.halo = Light(wall.left + wall.width / 2, low + 0.1, 4.6, 0.9, VIOLET)
        self.now = 0.0

    def __deepcopy__(self, memo: Any) -> Columns:
        return self

    def grow(self, length: float = 0.9) -> Move:
        """Stand up, every user's at once."""
        return Move(lambda start, span: self.grown.to(1.0, start, span, arrive), length)

    def read(self, length: float) -> Move:
        """All of them are read, from left to right."""

        def write(start: float, span: float) -> None:
            self.swept.to(0.0, start)
            self.swept.to(1.0, start, span, linear)
            self.swept.to(1.3, start + span, 0.3, linear)

        return Move(write, length)

    def tell_apart(self, length: float = 1.4) -> Move:
        """A glow goes from column to column: each is somebody's own."""

        def write(start: float, span: float) -> None:
            self.told.to(-0.1, start)
            self.told.to(1.1, start, span, linear)

        return Move(write, length)

    def reserve(self, length: float = 0.5) -> Move:
        """Show a reserved room around each."""
        return Move(lambda start, span: self.rooms.to(1.0, start, span, soft), length)

    def page(self, length: float = 0.6) -> Move:
        """Give the rooms up, and cut the columns into pages."""

        def write(start: float, span: float) -> None:
            self.rooms.to(0.0, start, span, soft)
            self.paged.to(1.0, start, span, soft)

        return Move(write, length)

    def pose(self, t: float) -> None:
        """How high each column is at t, and how bright."""
        self.now = t
        self.opacity = self.seen.at(t) * float(self.grown.at(t) > 0)
        here = (self.crowd.turn < round(self.crowd.joined.at(t))) * self.crowd.present(t)
        self.heights = self.tall * self.grown.at(t) * here[self.user]
        middle = (np.arange(len(self.left)) + 0.5) / len(self.left)
        told = np.exp(-(((middle - self.told.at(t)) / 0.05) ** 2))
        front = self.swept.at(t)
        read = np.exp(-(((middle - front) / 0.06) ** 2)) * float(-0.05 <= front < 1.25)
        self.hot = np.clip(told + read, 0, 1)
        self.halo.opacity = 0.18 * self.opacity * float(self.heights.mean() / max(self.tall, 1e-9))

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Columns by brightness, then rooms and pages."""
        camera.display_vectorized(self.halo, ctx)
        width = self.pitch * (1 - GAP)
        shades = np.round(self.hot * 6).astype(int)
        for shade in np.unique(shades).tolist():
            for column in np.flatnonzero((shades == shade) & (self.heights > 0.002)).tolist():
                ctx.rectangle(float(self.left[column]), self.low, width, float(self.heights[column]))
            low, high = (mix(color, VIOLET_HOT, shade / 6) for color in ("#5B3FC4", "#A98CFF"))
            top = (1.0, high, 0.0 if self.fades else self.opacity)
            stops = ((0.0, low, self.opacity), (0.6, mix(low, high, 0.6), self.opacity), top)
            ctx.set_source(camera.gradient((0, self.low), (0, self.low + self.tall), stops))
            ctx.fill()
        self._rooms(ctx, camera, width)
        self._pages(ctx, camera, width)

    def _rooms(self, ctx: Canvas, camera: StageCamera, width: float) -> None:
        shown = self.rooms.at(self.now) * self.opacity
        if shown <= 0.002:
            return
        for left in self.left.tolist():
            ctx.rectangle(left, self.low, width, ROOM)
        camera.ink(ctx, VIOLET_HOT, 0.75 * shown)
        ctx.set_line_width(0.012)
        ctx.stroke()

    def _pages(self, ctx: Canvas, camera: StageCamera, width: float) -> None:
        shown = self.paged.at(self.now) * self.opacity
        if shown <= 0.002:
            return
        for page in range(1, PAGES):
            for left, height in zip(self.left.tolist(), self.heights.tolist(), strict=True):
                ctx.rectangle(left, self.low + height * page / PAGES - 0.008, width, 0.016)
        camera.ink(ctx, "#0A1120", shown)
        ctx.fill()
