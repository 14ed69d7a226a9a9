"""The sluice tower over the chip: two piers, a lintel, and the leaf that holds the water back."""

from __future__ import annotations

import numpy as np
from manim import VGroup

from scenes.stage.geometry import PIER, SILL, TOWER_TOP, Tower
from scenes.stage.paint import Baked, Fading
from scenes.stage.shapes import UP, rects
from scenes.stage.theme import GROUND, RIM
from scenes.stage.tracks import Move, Track, fall, smooth

LIFT, LIFT_SECONDS, FALL_SECONDS = 0.80, 0.40, 0.34
"""How far the leaf is lifted, and how long it rises and falls."""

LEAF_HEIGHT = 0.46
LEAF_RIBS = 13


def _back(tower: Tower) -> VGroup:
    return VGroup(rects(tower.left, GROUND, tower.right, TOWER_TOP, "#080C16", 0.62))


def _frame(tower: Tower) -> VGroup:
    group = VGroup()
    for x in (tower.left, tower.right - PIER):
        group.add(
            rects(x, GROUND, x + PIER, TOWER_TOP, ("#0E131F", "#1D2536"), (1.0, 1.0)).fading(UP),
            rects(x, GROUND, x + 0.011, TOWER_TOP, RIM, 0.55),
            rects(x + PIER - 0.011, GROUND, x + PIER, TOWER_TOP, "#05070C", 0.6),
        )
    left, right = tower.left - 0.05, tower.right + 0.05
    group.add(rects(left, TOWER_TOP - 0.06, right, TOWER_TOP + 0.04, "#1D2536", radius=0.01))
    return group.add(rects(left, TOWER_TOP + 0.025, right, TOWER_TOP + 0.04, RIM, 0.9, 0.004))


def _leaf(tower: Tower) -> VGroup:
    left, right = tower.water
    low = SILL + 0.02
    ribs = left + np.arange(1, LEAF_RIBS + 1) * (right - left) / (LEAF_RIBS + 1)
    return VGroup(
        rects(left, low, right, low + LEAF_HEIGHT, "#1B2233"),
        rects(ribs - 0.006, low + 0.05, ribs + 0.006, low + 0.41, "#0D121E", 0.9),
        rects(left, low, right, low + 0.018, RIM, 0.9),
        rects(left, low + 0.448, right, low + LEAF_HEIGHT, RIM, 0.35),
    )


class Sluice(Fading):
    """The tower's parts in draw order: what stands behind the water, the leaf, what stands before it."""

    def __init__(self, tower: Tower):
        super().__init__(1.0)
        self.tower = tower
        self.back, self.leaf, self.frame = Baked(_back(tower)), Baked(_leaf(tower)), Baked(_frame(tower))
        self.opened = Track(0.0)

    def lift(self, length: float = LIFT_SECONDS) -> Move:
        """Lift the leaf."""
        return Move(lambda start, span: self.opened.to(1.0, start, span, smooth), length)

    def drop(self, length: float = FALL_SECONDS) -> Move:
        """Let the leaf fall shut."""
        return Move(lambda start, span: self.opened.to(0.0, start, span, fall), length)

    def pose(self, t: float) -> None:
        """How much of it shows at t, and where the leaf is."""
        for part in (self.back, self.leaf, self.frame):
            part.opacity = self.seen.at(t)
        self.leaf.place(0.0, LIFT * self.opened.at(t))
