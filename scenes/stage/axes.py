"""True log-log axes: lines, ticks at powers of ten, and their numbers, which are the axis's own."""

from __future__ import annotations

import numpy as np

from scenes.stage.labels import Label
from scenes.stage.letters import Align, Letters, Run, Style
from scenes.stage.marks import Mark
from scenes.stage.paint import Fading
from scenes.stage.plot import BLEED, FLOOR, TRILLION, Plot
from scenes.stage.shapes import Drawn, rects
from scenes.stage.theme import NOTE, NOTE_INK, TICK_INK
from scenes.stage.tracks import Move, together

TICK = 0.07
"""Length of a tick."""
NUMBER = 0.42
"""Room for half a number at the axis's right end."""

HAIR = 0.006
"""Half the thickness of an axis."""


class Tick(Label):
    """A number on an axis. `value` is the place on the axis that it names: no figure, and typed nowhere."""

    def __init__(self, value: float, x: float, y: float, align: Align):
        self.value = value
        number = f"{value:,.0f}" if value >= 1 else f"{value:g}"
        super().__init__(Letters([Run(number, NOTE_INK)], x, y, Style(NOTE), align))


class Ruler(Mark):
    """An axis with its ticks, and the numbers on them."""

    def __init__(self, numbers: list[Tick], *lines: Drawn):
        super().__init__(*lines)
        self.numbers = numbers

    def reveal_all(self, length: float = 0.5) -> Move:
        """Come into view with its numbers."""
        return together(self.reveal(length), *(number.reveal(length) for number in self.numbers))

    def stand(self) -> None:
        """Be there from the first frame on."""
        parts: list[Fading] = [self, *self.numbers]
        for part in parts:
            part.seen.first = 1.0


def lower_axis(plot: Plot) -> Ruler:
    """Operations a byte, along the ground."""
    values = [value for value in plot.x_ticks() if plot.x(value) < plot.frame.right - NUMBER]
    x = np.array([plot.x(value) for value in values])
    line = rects(-BLEED, FLOOR - HAIR, BLEED, FLOOR + HAIR, TICK_INK)
    ticks = rects(x - 0.008, FLOOR - TICK, x + 0.008, FLOOR, TICK_INK)
    return Ruler([Tick(value, plot.x(value), FLOOR - 0.36, "centre") for value in values], line, ticks)


def upward_axis(plot: Plot) -> Ruler:
    """Trillion operations a second, at the left."""
    values, axis = plot.y_ticks(), plot.frame.axis
    y = np.array([plot.y(value * TRILLION) for value in values])
    numbers = [Tick(value, axis - 0.16, high - 0.08, "right") for value, high in zip(values, y.tolist(), strict=True)]
    return Ruler(numbers, rects(axis - TICK, y - 0.008, axis, y + 0.008, TICK_INK))
