"""The weights: a floodlit wall of bricks, and the front of a read that crosses it."""

from __future__ import annotations

import numpy as np
from manim import Mobject, VGroup, VMobject

from scenes.stage.exposures import Exposures
from scenes.stage.geometry import BAYS, Masonry
from scenes.stage.paint import Baked, Fading
from scenes.stage.shapes import ACROSS, fade, rects, shade
from scenes.stage.theme import AMBER_HOT, BRICKS, GROUND, MORTAR, Floats
from scenes.stage.tracks import Curve, Move, Track, linear, pulse, ramp, soft

JOINT = 0.0095
"""Half the mortar between two bricks."""

UNREAD, READ, HEAT = 0.25, 0.68, 1.0
"""Light ahead of a read, behind it, and at its front."""

COOLING = 0.4
"""Share of the wall that the front goes on while what it has read cools, if it will come back."""

REST_LEVELS = (0.0, 0.10, 0.25, 0.68, 1.0, 2.3)
BETWEEN = (3, 5, 7, 3, 6)

COPING = 0.085
"""Height of the stone on the crest; not data."""


def exposures() -> Floats:
    """The brightnesses that are photographed; where the light dwells is met exactly."""
    stops = [np.array([REST_LEVELS[0]])]
    for low, high, steps in zip(REST_LEVELS[:-1], REST_LEVELS[1:], BETWEEN, strict=True):
        spread = np.geomspace(low, high, steps + 1) if low else np.linspace(low, high, steps + 1)
        stops.append(spread[1:])
    return np.concatenate(stops)


def floodlight(bricks: Masonry) -> Floats:
    """Light of the uplights on each brick: pools that widen and fade upward, shape (n,)."""
    x, y = centres(bricks)
    bays = (np.arange(BAYS) + 0.5) * bricks.width / BAYS
    spread = (0.36 + 0.20 * y[:, None]) * bricks.width / 7.3
    pools = (np.exp(-(((x[:, None] - bays) / spread) ** 2)) * np.exp(-((y[:, None] / 2.7) ** 1.2))).sum(-1)
    return np.asarray(0.175 + 0.47 * pools + 0.13 * np.exp(-y / 0.9))


def centres(bricks: Masonry) -> tuple[Floats, Floats]:
    """Each brick's middle, from the wall's lower left corner."""
    cells = bricks.cells
    return (cells[:, 0] + cells[:, 2]) / 2 - bricks.left, (cells[:, 1] + cells[:, 3]) / 2 - GROUND


class Photograph:
    """Draws the wall at given levels; grain and relief are the same in every exposure."""

    def __init__(self, bricks: Masonry):
        self.bricks = bricks
        rng = np.random.default_rng(7)
        self.light = floodlight(bricks) * (1 + np.clip(rng.normal(0, 0.10, len(bricks.cells)), -0.2, 0.2))

    def __call__(self, level: Floats) -> Mobject:
        """The wall with its bricks at these levels (n,)."""
        x0, y0, x1, y1 = self.bricks.cells.T + np.array([JOINT, JOINT, -JOINT, -JOINT])[:, None]
        light = np.clip(self.light * level, 0, 1)
        ground = rects(self.bricks.left, GROUND, self.bricks.right, self.bricks.crest, MORTAR)
        group = VGroup(ground, *shade(x0, y0, x1, y1, light, BRICKS, 0.016))
        for low, high in ((0.15, 0.35), (0.35, 0.55), (0.55, 0.75), (0.75, 1.01)):
            some = (light >= low) & (light < high)
            if some.any():
                # Light from below catches the lower lip of a brick.
                lip = (x0[some] + 0.01, y0[some], x1[some] - 0.01, y0[some] + 0.012)
                group.add(rects(*lip, AMBER_HOT, 0.05 + 0.20 * low, 0.004, additive=True))
        group.add(rects(x0 + 0.01, y1 - 0.02, x1 - 0.01, y1, "#000000", 0.16, 0.004))
        return group.add(*self._piers(float(min(1.0, np.median(level)))))

    def _piers(self, level: float) -> list[VMobject]:
        """Buttresses between the bays: pure shading, so that no brick is hidden or counted twice."""
        parts: list[VMobject] = []
        wall = self.bricks
        for number in range(BAYS + 1):
            middle = wall.left + number * wall.width / BAYS
            for side in (-1, 1):
                near, far = middle + side * 0.10, middle + side * 0.30
                low, high = min(near, far), max(near, far)
                if wall.left - 0.01 <= low and high <= wall.right + 0.01:
                    dark = (0.0, 0.42) if side < 0 else (0.42, 0.0)
                    parts.append(fade((low, GROUND, high, wall.crest), "#000000", *dark, ACROSS, additive=False))
                if wall.left < near < wall.right:
                    edge = (near - 0.008, GROUND, near + 0.008, wall.crest)
                    parts.append(fade(edge, AMBER_HOT, 0.36 * level, 0.04 * level))
        return parts


class Wall(Exposures, Fading):
    """The wall. Its light is `lit` × the uplights that have struck; a read passes through `front`."""

    def __init__(self, bricks: Masonry):
        box = (bricks.left, GROUND, bricks.right, bricks.crest)
        key = ("wall", bricks.bricks, bricks.courses, bricks.left, bricks.right)
        Exposures.__init__(self, Photograph(bricks), bricks.cells, exposures(), box, key)
        Fading.__init__(self, 1.0)
        self.bricks = bricks
        self.x, self.y = centres(bricks)
        self.lit, self.laid = Track(1.0), Track(1.0)
        self.reading, self.front = Track(0.0), Track(0.0)
        self.unread, self.heat = Track(UNREAD), Track(HEAT)
        self.cools, self.again = Track(0.0), Track(0.0)
        self.pointed, self.tallied = Track(0.0), Track(-0.2)
        self.one = np.arange(len(self.x)) == np.argmin(np.abs(self.x - 0.42 * bricks.width) + np.abs(self.y - 1.0))
        self.struck: list[float] | None = None
        rng = np.random.default_rng(11)
        course = np.round(bricks.cells[:, 1] / bricks.brick_height)
        order = np.lexsort((self.x + rng.uniform(-0.5, 0.5, len(self.x)), course))
        self.turn = np.empty(len(order))
        self.turn[order] = (np.arange(len(order)) + 1) / len(order)
        self.pose(0.0)

    def lay(self, length: float = 2.0, curve: Curve = linear) -> Move:
        """Set brick after brick, course by course."""
        return Move(lambda start, span: self.laid.to(1.0, start, span, curve), length)

    def strike(self, length: float = 1.2) -> Move:
        """The uplights come on, bay by bay, left to right."""

        def write(start: float, span: float) -> None:
            self.struck = [start + span * bay / BAYS for bay in range(BAYS)]

        return Move(write, length)

    def read(
        self, length: float, unread: float = UNREAD, heat: float = HEAT, since: float = 0.0, until: float = 1.0
    ) -> Move:
        """A front crosses the wall once, at an even pace, from the far end to the channel.

        With `since` it comes into view when that share of the wall has been read; `until` is the share where it ends.
        """

        def write(start: float, span: float) -> None:
            self._begin(start, unread, heat, since)
            self.front.to(until, start, span, linear)
            self._end(start + span)

        return Move(write, length)

    def reads(self, times: int, period: float, unread: float = UNREAD, heat: float = HEAT, share: float = 1.0) -> Move:
        """Read the wall again and again; bricks cool behind a front that will come back.

        The front crosses in a `share` of each period; for the rest of it, something else is read.
        """

        def write(start: float, span: float) -> None:
            self._begin(start, unread, heat)
            for lap in range(times):
                self.front.to(0.0, start + span * lap / times)
                self.front.to(1.0, start + span * lap / times, span / times * share, linear)
            self.cools.to(1.0, start - 0.2)
            self.again.to(1.0, start + span / times)
            self._end(start + span)

        return Move(write, times * period)

    def _begin(self, start: float, unread: float, heat: float, since: float = 0.0) -> None:
        for track, value in ((self.unread, unread), (self.heat, heat), (self.front, since)):
            track.to(value, start - 0.2)
        for track in (self.cools, self.again):
            track.to(0.0, start - 0.2)
        self.reading.to(1.0, start - 0.15, 0.15, linear)

    def _end(self, end: float) -> None:
        self.heat.to(0.0, end, 0.24, soft)
        self.reading.to(0.0, end + 0.05, 0.6, soft)

    def glow(self, level: float, length: float = 0.5, curve: Curve = soft) -> Move:
        """Change the light of the whole wall."""
        return Move(lambda start, span: self.lit.to(level, start, span, curve), length)

    def breathe(self, length: float = 1.4) -> Move:
        """Grow brighter and settle again: look here."""

        def write(start: float, span: float) -> None:
            rest = self.lit.last
            self.lit.to(1.28 * rest, start, 0.35 * span, soft)
            self.lit.to(rest, start + 0.35 * span, 0.65 * span, soft)

        return Move(write, length)

    def tally(self, length: float = 1.6) -> Move:
        """A glow climbs the wall, course by course: every brick is counted."""

        def write(start: float, span: float) -> None:
            self.tallied.to(-0.2, start)
            self.tallied.to(1.2, start, span, linear)

        return Move(write, length)

    def point(self, length: float = 2.6) -> Move:
        """Single out one brick, so that it is seen how small a part it is."""

        def write(start: float, span: float) -> None:
            self.pointed.to(1.0, start, 0.25, soft)
            self.pointed.to(0.0, start + span - 0.6, 0.6, soft)

        return Move(write, length)

    def pose(self, t: float) -> None:
        """Light of every brick at t."""
        self.opacity = self.seen.at(t)
        level: Floats = np.asarray(self.lit.at(t) * self._uplights(t))
        reading = self.reading.at(t)
        if reading > 0:
            level = level + (self._read(t) - level) * reading
        laid = self.laid.at(t)
        self.shown = self.turn <= laid + 1e-9
        if laid < 1:
            # A brick just set is hot, and cools within the next tenth of the wall.
            level = level + 0.9 * np.exp(-np.maximum(laid - self.turn, 0) / 0.035)
        tallied = self.tallied.at(t)
        if -0.2 < tallied < 1.2:
            level = level * (1 + 0.55 * np.exp(-(((self.turn - tallied) / 0.06) ** 2)))
        pointed = self.pointed.at(t)
        if pointed > 0:
            level = level * (1 - 0.35 * pointed) + 1.9 * pointed * self.one
        self.level = level

    def _read(self, t: float) -> Floats:
        front, unread = self.front.at(t), self.unread.at(t)
        ahead = self.x - front * self.bricks.width
        behind = ahead < 0
        edge = 1.15 * np.exp(-((ahead / 0.16) ** 2)) + 0.40 * np.exp(-np.abs(ahead) / 0.5) * behind
        passed: Floats = behind.astype(float)
        if self.cools.at(t) > 0:
            # What the front passed in the lap before has cooled that much longer.
            ago = (-ahead / self.bricks.width) % 1.0
            passed = np.exp(-ago / COOLING) * (behind | (self.again.at(t) > 0))
        return np.asarray(unread + (READ - unread) * passed + self.heat.at(t) * edge)

    def _uplights(self, t: float) -> Floats | float:
        if self.struck is None:
            return 1.0
        power = [ramp(t, on, 0.12) + 0.5 * pulse(t, on, 0.12, 0.25) for on in self.struck]
        middle = (np.arange(BAYS) + 0.5) * self.bricks.width / BAYS
        weight = np.exp(-(((self.x[:, None] - middle) / (0.42 * self.bricks.width / BAYS)) ** 2)) + 1e-9
        return np.asarray(DIM + (1 - DIM) * (weight * power).sum(1) / weight.sum(1))


DIM = 0.16
"""Light on bricks whose uplight has not struck."""


def coping(bricks: Masonry) -> Baked:
    """The stone on the crest: the only part of the wall that is not data."""
    low, left, right = bricks.crest, bricks.left - 0.06, bricks.right + 0.06
    return Baked(
        rects(left, low, right, low + COPING, "#2B2019", radius=0.015),
        rects(left, low + 0.068, right, low + COPING, "#7A6046", 0.9, 0.006),
    )
