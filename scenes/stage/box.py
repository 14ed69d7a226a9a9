"""Rectangles of the stage."""

from __future__ import annotations

from collections.abc import Iterable

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in stage units."""


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds all of them; there must be one."""
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def grown(box: Box, across: float, up: float) -> Box:
    """With so much more on every side."""
    return box[0] - across, box[1] - up, box[2] + across, box[3] + up


def touch(one: Box, other: Box, clear: float = 0.0) -> bool:
    """Whether two boxes come nearer than `clear`."""
    across = one[0] < other[2] + clear and other[0] < one[2] + clear
    return across and one[1] < other[3] + clear and other[1] < one[3] + clear
