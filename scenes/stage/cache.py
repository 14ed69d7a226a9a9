"""The KV cache: violet bricks on the wall's crest, each with the bytes of a brick of weights."""

from __future__ import annotations

from typing import Any

import cairo
import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.geometry import Conduit, Masonry
from scenes.stage.paint import Fading, Light, Painted
from scenes.stage.runner import Route, Runner
from scenes.stage.slots import STILL, Laps
from scenes.stage.theme import MORTAR, VIOLET, VIOLET_HOT, Floats
from scenes.stage.tracks import Move, Track, fall, soft
from scenes.stage.wall import COPING

SET_SECONDS = 0.16
"""Seconds in which a brick comes down."""

TRAVEL = 0.9
"""Seconds that a brick's bytes take from the chip to the crest."""

HEIGHT = 0.13
"""From so high a brick comes down."""

BREATH = np.array(1 / 3.2)
"""Times a second that the bricks' light swells and ebbs."""

GAP, ROUND = 0.011, 0.016
LOW, HIGH = "#6A49DB", "#9C7BFF"
MOST_HIGH = 0.68
"""Height of the courses that are drawn at most: a larger cache goes on beyond the picture, and its top fades."""

FADED = 0.35
"""How bright the last course is of a cache that goes on beyond the picture."""

DIM = 0.55
"""How bright a cache is that is not being spoken of."""


def bricks(size: float, of_brick: float) -> Floats:
    """Widths of the cache's bricks in bricks of the wall: whole ones, and what is left of `size` bytes. Shape (n,)."""
    whole, left = divmod(size, of_brick)
    return np.array([1.0] * int(whole) + ([left / of_brick] if left > 0 else []))


class Cache(Painted, Fading):
    """Bricks on the coping, from the channel's end inward, and course on course if they are many."""

    def __init__(self, wall: Masonry, channel: Conduit, size: float, of_brick: float, laps: Laps = STILL):
        self.laps = laps
        self.widths = bricks(size, of_brick)
        self.thick = wall.brick_height
        low = wall.crest + COPING + 0.012
        a_course = max(1, int(wall.width / wall.brick_width))
        drawn = max(1, int(MOST_HIGH / self.thick))
        self.fades = len(self.widths) > drawn * a_course
        self.widths = self.widths[: drawn * a_course]
        place = np.arange(len(self.widths))
        course, turn = place // a_course, place % a_course
        right = wall.right - turn * wall.brick_width
        left = right - self.widths * wall.brick_width
        self.cells: Floats = np.column_stack(
            [left, low + course * self.thick, right, low + (course + 1) * self.thick - 0.012]
        )
        top = float(self.cells[:, 3].max()) if len(place) else low
        self.top = top
        Painted.__init__(self, (wall.left, low, wall.right, top + HEIGHT), 0.0)
        Fading.__init__(self)
        self.wall, self.channel, self.low = wall, channel, low
        self.starts: Floats = np.full(len(self.widths), -1e9)
        self.bright = Track(1.0)
        self.now, self.level = 0.0, 1.0
        self.ferry = Runner((wall.left, channel.low, channel.right, top), VIOLET, VIOLET_HOT, tail=0.55, width=0.07)
        end = float(self.cells[:, 0].min()) if len(place) else wall.right
        self.middle = (end + wall.right) / 2, (low + top) / 2
        self.halo = Light(0, 0, 0.62 * (wall.right - end) + 0.1, 0.42, VIOLET)
        self.spark = Light(0, 0, 0.34, 0.22, "#A98CFF")

    def __deepcopy__(self, memo: Any) -> Cache:
        return self

    def lay(self, length: float = 2.5) -> Move:
        """Bytes run out of the chip, against the weights, up to the crest; there a brick is set for them."""

        def write(start: float, span: float) -> None:
            first, last = start + TRAVEL, start + max(span - SET_SECONDS, TRAVEL)
            self.starts = np.linspace(first, last, max(len(self.cells), 1))[: len(self.cells)]
            self.seen.to(1.0, start)
            for brick, at in enumerate(self.starts.tolist()):
                self.ferry.go(self.way(brick), TRAVEL, soft).write(at - TRAVEL, TRAVEL)

        return Move(write, length)

    def way(self, brick: int) -> Route:
        """From the chip through the channel, up beside the wall, and along the crest to a brick's place."""
        (x0, y0, x1, _), beside = self.cells[brick].tolist(), self.wall.right + 0.10
        above, x = float(self.cells[:, 3].max()) + 0.15, (x0 + x1) / 2
        middle = self.channel.middle
        return Route([(self.channel.right, middle), (beside, middle), (beside, above), (x, above), (x, y0 + HEIGHT)])

    def shine(self, level: float, length: float = 0.5) -> Move:
        """Change how bright it is."""
        return Move(lambda start, span: self.bright.to(level, start, span, soft), length)

    def pose(self, t: float) -> None:
        """Which bricks are set at t."""
        self.now, self.level = t, self.bright.at(t)
        self.opacity = self.seen.at(t) * float(self.now > self.starts.min(initial=np.inf))
        self.ferry.pose(t)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Bricks that are set as one path, then those that come down."""
        since = self.now - self.starts
        shown = self.opacity * self.level
        down = since >= SET_SECONDS
        breath = 1 + 0.25 * float(np.sin(2 * np.pi * self.laps.at(self.now, BREATH)))
        self._light(ctx, camera, self.halo, self.middle, 0.26 * shown * breath * float(down.mean()))
        for x0, y0, x1, y1 in self.cells[down].tolist():
            ctx.rectangle(x0, y0, x1 - x0, y1 - y0)
        camera.ink(ctx, MORTAR, self.opacity)
        ctx.fill()
        last = self.fades & (self.cells[:, 3] > self.top - 0.5 * self.thick)
        for course, share in ((down & ~last, 1.0), (down & last, FADED)):
            for x0, y0, x1, y1 in self.cells[course].tolist():
                self._brick(ctx, x0, y0, x1, y1)
            self._fill(ctx, camera, 0.0, shown * share)
        for brick in np.flatnonzero((since > 0) & ~down).tolist():
            up = HEIGHT * (1 - fall(float(since[brick]) / SET_SECONDS))
            x0, y0, x1, y1 = self.cells[brick].tolist()
            self._brick(ctx, x0, y0 + up, x1, y1 + up)
            self._fill(ctx, camera, up, shown * min(1.0, float(since[brick]) / 0.06))
        for brick in np.flatnonzero(down & (since < SET_SECONDS + 0.6)).tolist():
            x0, y0, x1, _ = self.cells[brick].tolist()
            power = 0.9 * float(np.exp(-(since[brick] - SET_SECONDS) / 0.12)) * shown
            self._light(ctx, camera, self.spark, ((x0 + x1) / 2, y0 + 0.05), power)

    def _light(self, ctx: Canvas, camera: StageCamera, light: Light, place: tuple[float, float], power: float) -> None:
        light.place(*place).opacity = power
        camera.display_vectorized(light, ctx)

    def _brick(self, ctx: Canvas, x0: float, y0: float, x1: float, y1: float) -> None:
        left, right = (x0 + GAP, x1 - GAP) if x1 - x0 > 3 * GAP else (x0, x1)
        radius = min(ROUND, (right - left) / 2)
        near, far, low, high = left + radius, right - radius, y0 + radius, y1 - radius
        ctx.new_sub_path()  # cairo would join it to the brick before
        for quarter, (x, y) in enumerate(((far, high), (near, high), (near, low), (far, low))):
            ctx.arc(x, y, radius, quarter * np.pi / 2, (quarter + 1) * np.pi / 2)
        ctx.close_path()

    def _fill(self, ctx: Canvas, camera: StageCamera, up: float, shown: float) -> None:
        # Every course is shaded alike. Not all that show a PDF know of colours that repeat.
        courses = round((self.top - self.low) / self.thick + 0.5) if camera.vector else 1
        edges = [(number / courses, (number + 1) / courses) for number in range(courses)]
        stops = [stop for low, high in edges for stop in ((low, LOW, shown), (high, HIGH, shown))]
        pattern = camera.gradient((0, self.low + up), (0, self.low + up + courses * self.thick), stops)
        if not camera.vector:
            pattern.set_extend(cairo.EXTEND_REPEAT)
        ctx.set_source(pattern)
        ctx.fill()
