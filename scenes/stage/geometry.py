"""Where the wall, the channel and the chip stand, and how large: computed from figures.

Area is bytes on the wall, height is bandwidth in the channel, one light is one part in `ridge` of
the chip's arithmetic. The places follow the grid of the stage.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from scenes.stage.theme import GROUND, LEFT, Floats

WALL_WIDTH, WALL_HEIGHT = 7.3, 3.85
BRICK_SHAPE = 2.57
"""A brick's width over its height, about."""
BAYS = 6

CHANNEL_PER_BANDWIDTH = 0.86 / 3.35e12
"""Stage units of channel height for each byte a second."""

CHIP_CENTRE = 4.355
CHIP_ROOM = 23 * 0.144, 13 * 0.144
"""The room for lights: width and height."""
CHIP_RIM = 0.14
LIGHT_SHARE = 0.385
"""Half a light's side as a share of the pitch."""

SILL = 2.14
PIER = 0.16
TOWER_TOP = 3.56


@dataclass(frozen=True)
class Masonry:
    """Bricks in third bond. `cells` (n, 4): x0, y0, x1, y1 of every piece, course by course.

    The ends of courses are cut bricks, as in any straight wall: the pieces' areas add up to
    `bricks` whole ones.
    """

    bricks: int
    courses: int
    left: float
    right: float
    cells: Floats
    height: float = WALL_HEIGHT

    @property
    def brick_height(self) -> float:
        """Height of a course."""
        return self.height / self.courses

    @property
    def brick_width(self) -> float:
        """Width of a whole brick."""
        return (self.right - self.left) * self.courses / self.bricks

    @property
    def crest(self) -> float:
        """The wall's upper edge."""
        return GROUND + self.height

    @property
    def width(self) -> float:
        """From end to end."""
        return self.right - self.left


def masonry(bricks: int, width: float = WALL_WIDTH, height: float = WALL_HEIGHT) -> Masonry:
    """Lay a number of bricks in the fewest courses that keep a brick's shape."""
    courses = max(1, round((BRICK_SHAPE * bricks * height / width) ** 0.5))
    per_course = bricks / courses
    rows = []
    for course in range(courses):
        first = course % 3 / 3
        joints = np.arange(first if first else 1.0, per_course - 1e-6, 1.0)
        edges = np.concatenate([[0.0], joints, [per_course]]) * width / per_course
        low, high = (GROUND + height * (course + step) / courses for step in (0, 1))
        rows.append(
            np.column_stack(
                [LEFT + edges[:-1], np.full(len(edges) - 1, low), LEFT + edges[1:], np.full(len(edges) - 1, high)]
            )
        )
    return Masonry(bricks, courses, LEFT, LEFT + width, np.concatenate(rows), height)


@dataclass(frozen=True)
class Die:
    """The chip's lights on a grid. `x`, `y` (n,): their centres; the box is the chip's edge."""

    pitch: float
    x: Floats
    y: Floats
    box: tuple[float, float, float, float]

    @property
    def top(self) -> float:
        """The chip's upper edge, where the water lands."""
        return self.box[3]

    @property
    def left(self) -> float:
        """The chip's left edge, where the channel ends."""
        return self.box[0]

    @property
    def middle(self) -> float:
        """Height of the chip's middle, and of the channel's."""
        return (self.box[1] + self.box[3]) / 2


def _grid(count: int) -> tuple[int, int]:
    """Columns and rows that hold `count` lights, near the room's shape, with few places left empty."""
    shape = CHIP_ROOM[0] / CHIP_ROOM[1]
    around = max(1, round((count / shape) ** 0.5))
    choices = [(-(-count // rows), rows) for rows in range(max(1, around - 3), around + 4)]

    def cost(choice: tuple[int, int]) -> float:
        columns, rows = choice
        return abs(log(columns / rows / shape)) + 1.5 * (columns * rows - count) / count

    return min(choices, key=cost)


def die(count: int) -> Die:
    """Place `count` lights. Places left empty are the corners, taken in turn."""
    columns, rows = _grid(count)
    pitch = min(CHIP_ROOM[0] / columns, CHIP_ROOM[1] / rows)
    middle = GROUND + 0.16 + CHIP_ROOM[1] / 2
    across, up = (
        grid.ravel() for grid in np.meshgrid(np.arange(columns) - (columns - 1) / 2, np.arange(rows) - (rows - 1) / 2)
    )
    corner = np.abs(across) / columns + np.abs(up) / rows
    kept = np.sort(np.argsort(corner, kind="stable")[:count])
    half_width, half_height = CHIP_ROOM[0] / 2 + CHIP_RIM, CHIP_ROOM[1] / 2 + CHIP_RIM
    box = CHIP_CENTRE - half_width, middle - half_height, CHIP_CENTRE + half_width, middle + half_height
    return Die(pitch, CHIP_CENTRE + across[kept] * pitch, middle + up[kept] * pitch, box)


@dataclass(frozen=True)
class Conduit:
    """The channel between wall and chip: its height is the bandwidth, up to the height of the chip."""

    left: float
    right: float
    middle: float
    height: float

    @property
    def low(self) -> float:
        """Lower edge."""
        return self.middle - self.height / 2

    @property
    def high(self) -> float:
        """Upper edge."""
        return self.middle + self.height / 2


def conduit(bandwidth: float, wall: Masonry, chip: Die) -> Conduit:
    """The channel for a bandwidth in bytes a second.

    Above 8 TB/s it is as high as the chip: more would run under the ground, and over the numbers.
    """
    highest = chip.box[3] - chip.box[1]
    return Conduit(wall.right, chip.left, chip.middle, min(bandwidth * CHANNEL_PER_BANDWIDTH, highest))


@dataclass(frozen=True)
class Tower:
    """The sluice tower over the chip: its piers' outer edges and the water's edges between them."""

    left: float
    right: float

    @property
    def water(self) -> tuple[float, float]:
        """Where water runs, from pier to pier."""
        return self.left + PIER, self.right - PIER


def tower(chip: Die) -> Tower:
    """The tower around a chip."""
    return Tower(chip.box[0] - 0.04 - PIER, chip.box[2] + 0.04 + PIER)
