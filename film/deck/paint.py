"""The film's colours, for what a deck draws itself; `scenes.stage.theme` has them too, and a test compares them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paint:
    """The ground of a slide, what is written on it, and a quieter ink, as '#RRGGBB'."""

    ground: str
    ink: str
    note: str
    dark: bool


NIGHT = Paint("#0A1120", "#F1ECE2", "#A9B0BF", dark=True)

MEANINGS = {
    "weights": "#F2A545",
    "tokens": "#34CFF5",
    "arithmetic": "#F44A68",
    "KV cache": "#8A63F5",
    "measured": "#8FF3B0",
    "other chips": "#93A1C6",
}
"""What each colour stands for, in the order in which a slide's colours are offered."""
