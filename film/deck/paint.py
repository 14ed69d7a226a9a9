"""The film's colours, for what a deck draws itself; `scenes.stage` has them too, and a test compares them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Paint:
    """The ground of a slide, what is written on it, a quieter ink, and what each colour stands for, in the order in
    which a slide's colours are offered; all as '#RRGGBB'."""

    ground: str
    ink: str
    note: str
    meanings: Mapping[str, str]
    dark: bool = True


NIGHT = Paint(
    "#0A1120",
    "#F1ECE2",
    "#A9B0BF",
    {
        "weights": "#F2A545",
        "tokens": "#34CFF5",
        "arithmetic": "#F44A68",
        "KV cache": "#8A63F5",
        "measured": "#8FF3B0",
        "other chips": "#93A1C6",
    },
)

LIGHT = Paint(
    "#FAF8F2",
    "#1F2228",
    "#4C5058",
    {
        "weights": "#CB7F00",
        "tokens": "#0094BC",
        "arithmetic": "#D4365B",
        "KV cache": "#6238D2",
        "measured": "#0B5522",
        "other chips": "#868C95",
    },
    dark=False,
)

PAINTS: Mapping[str, Paint] = {"night": NIGHT, "light": LIGHT}
"""The paint of a deck by the ground that its stills are drawn on."""
