"""Many users at one chip: a drop each, waiting together through one read and falling together."""

from __future__ import annotations

from typing import Any

import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.geometry import CHIP_CENTRE, CHIP_ROOM
from scenes.stage.paint import Fading, Light, Painted
from scenes.stage.tap import NOZZLE
from scenes.stage.teardrop import marks
from scenes.stage.theme import CYAN, Floats
from scenes.stage.tracks import Move, Track, fall, linear, pulse, soft

MOST_IN_ROW, ROWS_APART, MOST_ROWS = 36, 0.19, 5
LARGEST = 0.12
"""Radius of a drop when few wait."""

FALL_SECONDS = 0.30
EMPTY, RETURN = 0.55, 0.35
"""Seconds that a seat stays empty, and that the next user takes to sit down."""


def places(count: int) -> tuple[Floats, Floats, float]:
    """Seats for `count` drops in even rows under the sill: x, y (count,), and a drop's radius.

    Very many sit closer, so that all of them stay between the sill and the chip.
    """
    rows = -(-count // MOST_IN_ROW)
    apart = ROWS_APART
    if rows > MOST_ROWS:
        apart = (CHIP_ROOM[0] * MOST_ROWS * ROWS_APART / count) ** 0.5
        rows = int(MOST_ROWS * ROWS_APART / apart)
        apart = MOST_ROWS * ROWS_APART / rows
    columns = -(-count // rows)
    number = np.arange(count)
    row, column = number % rows, number // rows
    pitch = CHIP_ROOM[0] / columns
    x = CHIP_CENTRE - CHIP_ROOM[0] / 2 + (column + 0.5 + 0.25 * (2 * row - rows + 1) / rows) * pitch
    radius = min(LARGEST, 0.40 * pitch, 0.63 * apart)
    return np.asarray(x, float), np.asarray(NOZZLE - 0.32 - apart * row, float), radius


class Crowd(Painted, Fading):
    """Drops in their seats. `joined` is how many users there are; each comes when its turn is reached.

    A read swells all of them at once; then they fall and the next tokens hang in their places.
    """

    def __init__(self, count: int, floor: float):
        x, y, self.radius = places(count)
        Painted.__init__(self, (float(x.min()) - 0.3, floor - 0.3, float(x.max()) + 0.3, NOZZLE + 0.2), 0.0)
        Fading.__init__(self, 1.0)
        self.x, self.y, self.floor, self.count = x, y, floor, count
        middle_first = np.argsort(np.abs(x - CHIP_CENTRE), kind="stable")
        self.turn = np.empty(count, int)
        self.turn[middle_first] = np.arange(count)
        self.joined, self.swell, self.fallen = Track(0.0), Track(0.0), Track(0.0)
        self.landings: list[float] = []
        self.vacated: Floats = np.full(count, np.inf)
        self.halo = Light(CHIP_CENTRE, float(y.mean()), CHIP_ROOM[0] * 0.70, 0.7, CYAN)
        self.flash = Light(CHIP_CENTRE, floor, CHIP_ROOM[0] * 0.62, 0.26, CYAN)
        self.now, self.here = 0.0, 0

    def __deepcopy__(self, memo: Any) -> Crowd:
        return self

    def join(self, users: int, length: float = 1.6) -> Move:
        """Become so many: one, two, four, each doubling in the same time."""

        def write(start: float, span: float) -> None:
            before = max(self.joined.last, 1.0)
            steps = max(1, round(np.log2(max(users / before, 1.0))))
            for step in range(1, steps + 1):
                self.joined.to(min(before * 2**step, users), start + span * step / steps)
            self.joined.to(before, start)

        return Move(write, length)

    def wait(self, read: float) -> Move:
        """Wait through a read of `read` seconds, then fall, all together."""

        def write(start: float, span: float) -> None:
            self.swell.to(0.0, start)
            self.swell.to(1.0, start, span - FALL_SECONDS, linear)
            self.fallen.to(1.0, start + span - FALL_SECONDS, FALL_SECONDS, fall)
            self.fallen.to(0.0, start + span)
            self.swell.to(0.0, start + span)
            self.landings.append(start + span)

        return Move(write, read + FALL_SECONDS)

    def turn_over(self, share: float = 0.3, length: float = 2.0) -> Move:
        """Some answers end, at different moments; each seat is taken by the next user."""

        def write(start: float, span: float) -> None:
            rng = np.random.default_rng(9)
            leaving = rng.permutation(self.count)[: max(1, round(share * self.count))]
            until = max(span - EMPTY - RETURN, 0.0)
            self.vacated[leaving] = start + rng.uniform(0, until, len(leaving))

        return Move(write, length)

    def present(self, t: float) -> Floats:
        """How much of each user is there at t, 0 … 1, shape (count,)."""
        gone = np.clip((t - self.vacated) / 0.18, 0, 1)
        back = np.clip((t - self.vacated - EMPTY) / RETURN, 0, 1)
        return np.where(t < self.vacated, 1.0, np.maximum(1 - gone, back))

    def pose(self, t: float) -> None:
        """How many there are and how far their drops are at t."""
        self.now, self.here = t, round(self.joined.at(t))
        self.opacity = self.seen.at(t) * float(self.here > 0)
        self.down, self.full = self.fallen.at(t), self.swell.at(t)
        share = self.here / self.count
        self.halo.opacity = 0.26 * self.opacity * share**0.5
        landed = max((pulse(t, at, 0.03, 0.22) for at in self.landings), default=0.0)
        self.flash.opacity = 0.55 * self.seen.at(t) * landed * share**0.5

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Halo, every drop, and the light of a landing."""
        camera.display_vectorized(self.halo, ctx)
        present = self.present(self.now)
        back = np.where(self.now > self.vacated, np.clip((self.now - self.vacated - EMPTY) / RETURN, 0, 1), 1.0)
        radius = self.radius * (0.62 + 0.38 * self.full ** (1 / 3)) * soft(min(self.seen.at(self.now), 1.0))
        top = self.y + 0.30 * (1 - back)
        y = top + (self.floor + radius - top) * self.down
        here = self.turn < self.here
        for share in np.unique(present[here]).tolist():
            some = here & (present == share)
            marks(ctx, camera, zip(self.x[some].tolist(), y[some].tolist(), strict=True), radius, share * self.opacity)
        camera.display_vectorized(self.flash, ctx)
