"""The arithmetic's side of the film's mountain: the chip's lights, all of them, in rows under the roof."""

from __future__ import annotations

from math import ceil

import numpy as np
import numpy.typing as npt
from manim import Mobject, VGroup

from scenes.stage.exposures import Exposures
from scenes.stage.frame import FILM
from scenes.stage.geometry import LIGHT_SHARE, Die
from scenes.stage.mountain import LAND_TOP, UNDER_LINE
from scenes.stage.paint import Fading
from scenes.stage.pieces import Pieces, rounded
from scenes.stage.plot import Profile
from scenes.stage.shapes import rects, shade
from scenes.stage.slots import STILL, Laps
from scenes.stage.theme import LIGHTS, UNLIT, Floats
from scenes.stage.tracks import Curve, Move, Track, linear

SLIDE, ROW_LAG = 1.0, 0.045
"""Seconds that a light takes to its place in the roof; each row starts so much after the one above."""

MARGIN = 0.06
"""Stage units between the ridge and the first light."""
LEVEL, DEPTH = (0.26, 0.50), 3.0
"""A light's level deep down, and what the top row has more; rows after which that has fallen to a third."""

BREATH = 0.03
"""How much the level of a light at work goes up and down."""

DARK = 0.0125
"""Level of a light that is off: unlit, but there."""

Places = npt.NDArray[np.int_]


def seats(die: Die, ridge: float, last: float = FILM.last) -> tuple[Places, Places, Places]:
    """Which light goes where in the roof: the lights' numbers, their columns and rows, column by column.

    A row of the chip becomes a row of the roof. What the chip has in further rows, and what does not fit,
    goes to the right end, which is at `last`, just inside the frame: all of them can be counted.
    """
    count = len(die.x)
    rows = ceil(count / max(1, int((last - ridge - MARGIN) / die.pitch)))
    column, row = np.divmod(np.arange(count), rows)
    level = np.round((die.y.max() - die.y) / die.pitch).astype(int)
    light = np.full(count, -1)
    rest = []
    for number in range(level.max() + 1):
        here = np.flatnonzero(level == number)
        here = here[np.argsort(die.x[here])]
        seat = np.flatnonzero(row == number)[: len(here)]
        light[seat] = here[: len(seat)]
        rest.append(here[len(seat) :])
    left_over = np.concatenate(rest)
    light[light < 0] = left_over[np.argsort(die.x[left_over], kind="stable")]
    return light, column, row


class Roof(Fading):
    """The chip's lights, all of them: `slide` brings them out of the chip into rows under the roof.

    `busy` is how many are on, column by column from the ridge: what so many operations a byte keep at work.
    They breathe while they are `alive`.
    """

    def __init__(self, die: Die, profile: Profile, last: float = FILM.last, laps: Laps = STILL):
        super().__init__()
        self.laps = laps
        count = len(die.x)
        order, column, row = seats(die, profile.x, last)
        x = np.asarray(profile.x + MARGIN + (column + 0.5) * die.pitch, float)
        y = np.asarray(profile.y - UNDER_LINE - 0.04 - (row + 0.5) * die.pitch, float)
        half = die.pitch * LIGHT_SHARE
        dark = np.zeros(count) + DARK
        start, end = rounded(die.x[order], die.y[order], half, 0.022), rounded(x, y, half, 0.022)
        late = ROW_LAG * (die.y.max() - die.y[order]) / die.pitch
        self.pieces = Pieces(start, end, late[:, None], SLIDE, dark, dark, (UNLIT, *LIGHTS), 48)
        rng = np.random.default_rng(4)
        self.full = (LEVEL[0] + LEVEL[1] * np.exp(-row / DEPTH)) * (1 + rng.normal(0, 0.06, count))
        self.phase, self.rate = rng.uniform(0, 2 * np.pi, count), rng.uniform(0.5, 1.3, count)
        self.busy, self.alive = Track(0.0), Track(0.0)
        self._photograph(x, y, half, row)

    def _photograph(self, x: Floats, y: Floats, half: float, row: Places) -> None:
        reach = half / LIGHT_SHARE / 2
        order = np.lexsort((x, row))
        cells = np.column_stack([x - reach, y - reach, x + reach, y + reach])[order]
        self.number = order
        box = float(cells[:, 0].min()), float(cells[:, 1].min()), float(cells[:, 2].max()), float(cells[:, 3].max())

        def make(level: Floats) -> Mobject:
            x0, y0, x1, y1 = cells.T + (reach - half) * np.array([1, 1, -1, -1])[:, None]
            group = VGroup(
                rects(cells[:, 0], cells[:, 1], cells[:, 2], cells[:, 3], LAND_TOP),
                rects(x0, y0, x1, y1, UNLIT, radius=0.022),
            )
            on = level > 0.02
            if on.any():
                group.add(*shade(x0[on], y0[on], x1[on], y1[on], level[on], (UNLIT, *LIGHTS), 0.022, 48))
            return group

        self.lights = Exposures(make, cells, np.linspace(0, 1, 15), box, ("roof", len(x), *np.round(box, 6).tolist()))

    @property
    def count(self) -> int:
        """How many lights there are."""
        return len(self.full)

    @property
    def low(self) -> float:
        """The lower edge of the lowest row."""
        return self.lights.box[1]

    def stand(self) -> None:
        """Be the roof from the first frame on, all lights on."""
        self.pieces.clock.first, self.busy.first = self.pieces.seconds, float(self.count)

    def slide(self) -> Move:
        """Out of the chip into the roof, the top row first."""
        return self.pieces.go()

    def breathe(self, much: float = 1.0, length: float = 0.6) -> Move:
        """Begin to breathe, or, with 0, be still."""
        return Move(lambda start, span: self.alive.to(much, start, span), length)

    def busy_to(self, count: float, length: float, curve: Curve = linear) -> Move:
        """Let so many lights be on."""
        return Move(lambda start, span: self.busy.to(count, start, span, curve), length)

    def pose(self, t: float) -> None:
        """Every light's place and level at t."""
        shown = self.seen.at(t)
        on = np.clip(self.busy.at(t) - np.arange(self.count), 0, 1)
        breath = BREATH * self.alive.at(t) * np.sin(self.phase + 2 * np.pi * self.laps.at(t, self.rate))
        level = np.clip((self.full + breath) * on, DARK, 1)
        self.pieces.pose(t)
        self.pieces.level = level
        still = self.pieces.arrived and shown >= 0.998
        self.lights.level = level[self.number]
        self.lights.opacity = float(still)
        self.pieces.opacity = 0.0 if still else shown
