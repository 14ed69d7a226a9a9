"""Flashing: whether any part of the picture flashes more than three times a second.

A flash is a pair of opposing changes in relative luminance of a tenth of full white or more, where the
darker side is below 0.80. Source: WCAG 2.2, 2.3.1 and its definition of general flash, whose smallest
harmful area is 21,824 of 1024 × 768 pixels; a cell of the grid here is as large.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.int_]

Levels = npt.NDArray[np.float32]
"""Mean relative luminance, 0 … 1, of each cell of a picture, shape (cells,)."""

GRID = 6
LINES = 135
"""So many lines of a picture, or a few more, are looked at, and as many pixels of each as lie as far apart."""

CHANGE, BRIGHT = 0.1, 0.8
MOST = 3
"""Flashes allowed within any second."""

_Y = (np.arange(256) - 16).clip(0, 219) / 219
_LINEAR = np.where(_Y <= 0.04045, _Y / 12.92, ((_Y + 0.055) / 1.055) ** 2.4).astype(np.float32)


def levels(luma: npt.NDArray[np.uint8]) -> Levels:
    """The cells' mean relative luminance of a picture's luma, shape (height, width), limited range."""
    stride = max(1, len(luma) // LINES)
    light = _LINEAR[luma[::stride, ::stride]]
    (rows, high), (columns, wide) = map(_cells, light.shape)
    sums = np.add.reduceat(np.add.reduceat(light, rows, axis=0), columns, axis=1)
    return np.asarray(sums / np.outer(high, wide), np.float32).ravel()


@cache
def _cells(length: int) -> tuple[Places, Places]:
    """Where each cell begins along a side of so many pixels, and how many it has."""
    ends = np.arange(GRID + 1) * length // GRID
    return ends[:-1], np.diff(ends)


def worst(seen: Sequence[Levels], fps: int) -> int:
    """The most flashes of any cell within any second of so many pictures."""
    if not seen:
        return 0
    cells = np.stack(seen, axis=1)
    moving = cells[cells.max(axis=1) - cells.min(axis=1) >= CHANGE]
    return max((_within_a_second(_changes(cell.tolist()), fps) for cell in moving), default=0)


def _changes(cell: list[float]) -> list[int]:
    """The pictures at which a cell has changed by enough, up and down in turn."""
    found: list[int] = []
    direction, extreme = 0, cell[0]
    for number, level in enumerate(cell):
        step = level - extreme
        if direction >= 0 and -step >= CHANGE and level < BRIGHT:
            found.append(number)
            direction, extreme = -1, level
        elif direction <= 0 and step >= CHANGE and extreme < BRIGHT:
            found.append(number)
            direction, extreme = 1, level
        elif (direction >= 0 and step > 0) or (direction <= 0 and step < 0):
            extreme = level
    return found


def _within_a_second(changes: list[int], fps: int) -> int:
    counts = [sum(start <= other < start + fps for other in changes) for start in changes]
    return max(counts, default=0) // 2
