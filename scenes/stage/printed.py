"""The palette of the light ground: each colour of the night as an ink on warm white paper.

What is bright at night is strong in print, and what is dark at night is bare paper; hues stay. Inks of the five
meanings and of machinery are set down here, dark to light at night; any other colour lies between them in OKLab.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from scenes.stage.oklab import lab_of, rgb_of
from scenes.stage.theme import (
    AMBER,
    CORAL,
    CYAN,
    GREEN,
    INK,
    NOTE_INK,
    TICK_INK,
    UNLIT,
    VIOLET,
    VIOLET_HOT,
    Floats,
    hexed,
    rgb,
)

PAPER = "#FAF8F2"

STONES = (
    ("#05080F", PAPER),
    ("#0A1120", "#F5F4EF"),
    ("#0E131F", "#F2F1EC"),
    ("#161C2B", "#E6E6E3"),
    ("#1D2536", "#D9DADA"),
    ("#2B3147", "#CBCED1"),
    ("#3B4868", "#B4B9BF"),
    ("#47516B", "#868C95"),
    (TICK_INK, "#70757D"),
    (NOTE_INK, "#4C5058"),
    (INK, "#1F2228"),
)
"""Machinery, land and quiet text."""

AMBERS = (
    ("#150E0B", "#F4EFE3"),
    ("#2E1B10", "#F3E0BC"),
    ("#573518", "#EDC885"),
    ("#8B5825", "#E2A748"),
    ("#BF7E38", "#D68F1E"),
    (AMBER, "#CB7F00"),
    ("#FCC983", "#B96400"),
    ("#FFE9C6", "#954600"),
)
CYANS = (
    ("#06222B", "#F2F6F5"),
    ("#0C4E63", "#D3EAF0"),
    ("#0F7189", "#AEDCE9"),
    ("#1FA4C0", "#66BEDA"),
    (CYAN, "#0094BC"),
    ("#8FEDFB", "#00708F"),
    ("#D6F6FF", "#00516A"),
)
CORALS = (
    ("#34141F", "#F6E2E2"),
    ("#6E1F33", "#F2BFC5"),
    ("#B8304F", "#E58394"),
    (CORAL, "#D4365B"),
    ("#FF7F97", "#B21C44"),
    ("#FFB9BF", "#871034"),
)
VIOLETS = (
    ("#241B3F", "#EAE4F6"),
    ("#5B3FC4", "#AB98EA"),
    (VIOLET, "#6238D2"),
    ("#A98CFF", "#5027B8"),
    (VIOLET_HOT, "#3D1B93"),
)
GREENS = (
    ("#16302A", "#DFECE1"),
    ("#4E9A6B", "#7FB48C"),
    (GREEN, "#0B5522"),
    ("#E6FFEE", "#053F16"),
)

FAINT, FULL = 0.55, 0.9
"""Up to this share of an ink's chroma at night a colour is stone, and from this on it has the ink's hue."""

SET = {
    UNLIT: "#D9D4D5",
    "#0E131F": "#E4E4E2",
    "#3A2B1B": "#F0DFBD",
    "#34141F": "#F5DADC",
    "#241B3F": "#E1D8F4",
    "#16302A": "#D3E3D6",
}
"""Colours that do not follow: lights that are off are grey, the tower's foot is stone, and bars lie on a bed of their
own ink."""

LETTERS = {AMBER: "#935F00", CYAN: "#006E8B", CORAL: "#A61040", VIOLET_HOT: "#5E2AA8", GREEN: "#064F10"}
"""The nouns in a text, in inks that read at its size."""


@dataclass(frozen=True)
class Inks:
    """Inks of one hue: lightness and chroma at night (n,), and the printed colours in OKLab (n, 3)."""

    lightness: Floats
    chroma: Floats
    printed: Floats
    hue: float

    def at(self, lightness: float) -> Floats:
        """The ink for a lightness at night."""
        return np.array([np.interp(lightness, self.lightness, channel) for channel in self.printed.T])


def _inks(pairs: tuple[tuple[str, str], ...], named: str) -> Inks:
    night = lab_of(np.array([rgb(color) for color, _ in pairs]))
    printed = lab_of(np.array([rgb(color) for _, color in pairs]))
    return Inks(night[:, 0], np.hypot(night[:, 1], night[:, 2]), printed, _hue(lab_of(rgb(named))))


def _hue(lab: Floats) -> float:
    """In turns, from 0 to 1."""
    return float(np.arctan2(lab[2], lab[1]) / (2 * np.pi) % 1)


STONE = _inks(STONES, INK)
FAMILIES = sorted(
    (
        _inks(pairs, named)
        for pairs, named in ((AMBERS, AMBER), (CYANS, CYAN), (CORALS, CORAL), (VIOLETS, VIOLET), (GREENS, GREEN))
    ),
    key=lambda inks: inks.hue,
)


@lru_cache(None)
def printed(color: str) -> str:
    """The ink for a colour of the night, '#RRGGBB'."""
    return SET.get(color) or hexed(rgb_of(_mixed(lab_of(rgb(color)))))


@lru_cache(None)
def lettered(color: str) -> str:
    """The ink of a text in a colour of the night."""
    return LETTERS.get(color) or printed(color)


@lru_cache(None)
def colored(color: str) -> float:
    """How much of a meaning's hue a colour has: 0 is stone, 1 is full."""
    return _share(lab_of(rgb(color)))[1]


def _mixed(lab: Floats) -> Floats:
    ink, share = _share(lab)
    return STONE.at(float(lab[0])) * (1 - share) + ink * share


def _share(lab: Floats) -> tuple[Floats, float]:
    """The ink of a colour's own hue, and how far it is from stone toward that."""
    lightness, chroma, hue = float(lab[0]), float(np.hypot(lab[1], lab[2])), _hue(lab)
    after = next((n for n, inks in enumerate(FAMILIES) if inks.hue > hue), 0)
    low, high = FAMILIES[after - 1], FAMILIES[after]
    way = ((hue - low.hue) % 1) / ((high.hue - low.hue) % 1)
    full = (1 - way) * np.interp(lightness, low.lightness, low.chroma) + way * np.interp(
        lightness, high.lightness, high.chroma
    )
    share = float(np.clip((chroma / full - FAINT) / (FULL - FAINT), 0.0, 1.0))
    return (1 - way) * low.at(lightness) + way * high.at(lightness), share
