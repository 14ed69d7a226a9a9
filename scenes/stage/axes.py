"""True log-log axes: lines, ticks at powers of ten, and their numbers, which are the axis's own."""

from __future__ import annotations

import numpy as np

from scenes.stage.labels import Label
from scenes.stage.letters import Align, Letters, Run, Style, fitted
from scenes.stage.marks import Mark
from scenes.stage.paint import Fading
from scenes.stage.plot import BLEED, FLOOR, TRILLION, Plot
from scenes.stage.shapes import Drawn, rects
from scenes.stage.theme import NOTE, NOTE_INK, TICK_INK
from scenes.stage.tracks import Move, together

TICK = 0.07
"""Length of a tick."""
STYLE, CLEAR = Style(NOTE), 0.16
"""Of the numbers; from the upward axis to what stands on it."""

SLACK = 0.009
"""So much wider than its room a number may be and is set as large as all others."""

HAIR = 0.006
"""Half the thickness of an axis."""


class Tick(Label):
    """A number on an axis. `value` is the place on the axis that it names: no figure, and typed nowhere."""

    def __init__(self, value: float, x: float, y: float, align: Align, style: Style = STYLE):
        self.value = value
        super().__init__(Letters([Run(number(value), NOTE_INK)], x, y, style, align))


def number(value: float) -> str:
    """A power of ten, as it stands on an axis."""
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


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
    """Operations a byte, along the ground; without a tick whose number would leave the safe area."""
    ticks = [Tick(value, plot.x(value), FLOOR - 0.36, "centre") for value in plot.x_ticks()]
    numbers = [tick for tick in ticks if tick.letters.right <= plot.frame.right]
    x = np.array([plot.x(tick.value) for tick in numbers])
    line = rects(-BLEED, FLOOR - HAIR, BLEED, FLOOR + HAIR, TICK_INK)
    return Ruler(numbers, line, rects(x - 0.008, FLOOR - TICK, x + 0.008, FLOOR, TICK_INK))


def upward_axis(plot: Plot) -> Ruler:
    """Trillion operations a second, at the left; all numbers as small as the longest needs."""
    values, right = plot.y_ticks(), plot.frame.axis - CLEAR
    y = np.array([plot.y(value * TRILLION) for value in values])
    styles = [fitted(number(value), STYLE, right - plot.frame.left + SLACK, plot.frame.least) for value in values]
    style = min(styles, key=lambda style: (style.size, style.narrow), default=STYLE)
    numbers = [Tick(value, right, high - 0.08, "right", style) for value, high in zip(values, y.tolist(), strict=True)]
    axis = plot.frame.axis
    return Ruler(numbers, rects(axis - TICK, y - 0.008, axis, y + 0.008, TICK_INK))
