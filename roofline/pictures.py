"""Round numbers and counts that the pictures are built from."""

from __future__ import annotations

from math import floor, log10

MOST_BRICKS = 1000
"""Bricks of the wall at most. Steps of 1, 2, 5 are at most 2.5 apart, so there are 400 at least."""

MOST_DROPS = 50
"""Drops that are set down one by one at most; where more tokens are written, a drop stands for several."""

MOST_SEATS = 1000
"""Users that have a drop and a column of their own at most; where they are more, a drop stands for several."""

LONGEST_STEP = 10.0
"""Seconds on screen that one step for all users may last in slow motion."""

LONGEST_MEASURED = 6.0
"""Seconds on screen that a measured step may last in slow motion, beside a chip that is much faster."""

LONGEST_FLOOD = 10.0
"""Seconds on screen that a prefill may last in slow motion."""


LONGEST_READ = 2.5
"""Seconds on screen that one read of the wall may last in slow motion."""

SHORTEST_READ = 0.3
"""Seconds on screen that one read of the wall lasts at least, where nothing else is on the same clock."""

LONGEST_WAIT = 3.0
"""Seconds on screen that a whole prefill may last in real time; a longer one is sped up."""


def _round_numbers(near: float) -> list[float]:
    power = floor(log10(near))
    return [step * 10.0**n for n in range(power - 1, power + 2) for step in (1, 2, 5)]


def round_above(least: float) -> float:
    """The smallest of {1, 2, 5}·10ⁿ that is not below `least` (positive)."""
    return min(number for number in _round_numbers(least) if number >= least)


def round_below(most: float) -> float:
    """The largest of {1, 2, 5}·10ⁿ that is not above `most` (positive)."""
    return max(number for number in _round_numbers(most) if number <= most)


def lights(intensity: float, all_lights: float) -> float:
    """Lights that are on at `intensity` while the channel runs full. A light is one part in the ridge
    of the chip's arithmetic: what one operation a byte keeps busy. At least one, at most all."""
    return max(1, min(floor(intensity + 0.5), all_lights))
