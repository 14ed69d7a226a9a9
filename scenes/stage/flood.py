"""The flood: a prompt gathered behind the leaf, let through all together, and shut off again."""

from __future__ import annotations

from manim import Mobject

from scenes.stage.chip import Chip
from scenes.stage.geometry import CHIP_CENTRE, SILL
from scenes.stage.paint import Light
from scenes.stage.pool import Pool, Rain
from scenes.stage.sheet import Sheet
from scenes.stage.sluice import FALL_SECONDS, LIFT, LIFT_SECONDS, Sluice
from scenes.stage.spray import Spray
from scenes.stage.theme import CYAN
from scenes.stage.tracks import Move, soft

OVER_THE_LIP = 0.06
"""Seconds from the leaf's first movement to the first water under it."""


class Flood:
    """Pool, rain, sheet and spray of one prompt of `tokens` tokens.

    `behind` belongs under the leaf in draw order, `before` above the chip.
    """

    def __init__(self, sluice: Sluice, chip: Chip, tokens: int):
        self.sluice, self.tokens = sluice, tokens
        self.pool = Pool(sluice)
        self.rain, self.sheet = Rain(self.pool), Sheet(sluice.tower, chip.die.top, tokens)
        self.spray = Spray(self.sheet)
        self.light = Light(CHIP_CENTRE, (self.sheet.top + self.sheet.foot) / 2, 2.4, 1.7, CYAN)
        self.behind: list[Mobject] = [self.pool, self.rain, self.sheet]
        self.before: list[Mobject] = [self.spray, self.light]

    @property
    def falls(self) -> float:
        """Seconds from the leaf's first movement to the water's landing."""
        return OVER_THE_LIP + self.sheet.falls

    def gather(self, length: float = 3.0) -> Move:
        """One drop a token falls behind the leaf."""
        return self.rain.gather(self.tokens, length)

    def pour(self, length: float) -> Move:
        """Lift the leaf; the first water lands after `falls` seconds, the last when the move ends."""

        def write(start: float, span: float) -> None:
            shut = start + span - self.sheet.falls
            self.sheet.runs.append((start + OVER_THE_LIP, shut))
            self.sluice.lift().write(start, LIFT_SECONDS)
            self.sluice.drop().write(shut - FALL_SECONDS, FALL_SECONDS)
            self.pool.heave().write(start, 1.2)
            self.pool.level.to(0.0, start + 0.5, max(shut - FALL_SECONDS - start - 0.5, 0.0), soft)

        return Move(write, length)

    def pose(self, t: float) -> None:
        """All the water at t."""
        for part in (self.pool, self.rain, self.sheet, self.spray):
            part.pose(t)
        self.sheet.under = SILL + 0.03 + LIFT * self.sluice.opened.at(t)
        self.light.opacity = 0.16 * min(self.spray.power, 1.6)
