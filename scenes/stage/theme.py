"""One colour one meaning, one scale of type, one grid.

Colours come from a search for colour-blind viewers: the closest pair is 0.13 apart in OKLab under
deuteranopia. Stage units: the frame is 14.222 × 8, its origin in the middle.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

# ------------------------------------------------------------------ meanings
AMBER, AMBER_HOT = "#F2A545", "#FFE2A8"
CYAN, CYAN_HOT = "#34CFF5", "#D6F6FF"
CORAL, CORAL_HOT = "#F44A68", "#FFB9BF"
VIOLET, VIOLET_HOT = "#8A63F5", "#C4B2FF"
GREEN, GREEN_HOT = "#8FF3B0", "#E6FFEE"

MEANINGS = {"weight": AMBER, "token": CYAN, "arithmetic": CORAL, "cache": VIOLET_HOT, "measured": GREEN}
"""The colour of each noun in a text: the text is the legend."""

# ------------------------------------------------------------------ ink, ground, machinery
INK, NOTE_INK, TICK_INK = "#F1ECE2", "#A9B0BF", "#69738A"
NIGHT_TOP, NIGHT_LOW, NIGHT_DEEP = "#0A1120", "#101B2E", "#05080F"
STONE, RIM = "#161C2B", "#47516B"

BRICKS = ("#150E0B", "#2E1B10", "#573518", "#8B5825", "#BF7E38", "#E6A556", "#FCC983", "#FFE9C6")
LIGHTS = ("#6E1F33", "#B8304F", CORAL, "#FF7F97", CORAL_HOT)
UNLIT = "#3B2734"
MORTAR = "#120B08"

# ------------------------------------------------------------------ type: font size in stage units
HERO, STAGE, TITLE, NOTE, SMALL = 0.92, 0.50, 0.32, 0.26, 0.225
LEAST = 0.18
"""The smallest type: what would be wider than its place gets no smaller than that."""
UNIT_SHARE = 0.42
"""A unit beside a number, as a share of the number's size."""

# ------------------------------------------------------------------ grid
LEFT, RIGHT, TOP, BOTTOM = -6.35, 6.35, 3.56, -3.45
"""The safe area: nothing that must be read leaves it."""

GROUND = -1.45
TITLE_LINE, HERO_LINE, NOTE_DROP = 3.30, -2.98, 0.39
COLUMNS = (LEFT, -2.35, 2.56)
"""Where the heroes start; the third stands under the chip."""


@cache
def channels(color: str) -> tuple[float, float, float]:
    """'#RRGGBB' as red, green and blue from 0 to 1."""
    red, green, blue = bytes.fromhex(color.lstrip("#"))
    return red / 255, green / 255, blue / 255


def rgb(color: str) -> Floats:
    """'#RRGGBB' as three numbers from 0 to 1, shape (3,)."""
    return np.array(channels(color))


def hexed(value: Floats) -> str:
    """Three numbers from 0 to 1 as '#RRGGBB'."""
    return "#{:02X}{:02X}{:02X}".format(*(round(255 * channel) for channel in value.tolist()))


def mix(first: str, second: str, share: float) -> str:
    """The colour `share` of the way from the first to the second, in sRGB."""
    return hexed(rgb(first) * (1 - share) + rgb(second) * share)


def ramp(stops: tuple[str, ...], level: float) -> str:
    """The colour at `level` (0 … 1) of an even ramp of colours."""
    place = min(max(level, 0.0), 1.0) * (len(stops) - 1)
    low = min(int(place), len(stops) - 2)
    return mix(stops[low], stops[low + 1], place - low)
