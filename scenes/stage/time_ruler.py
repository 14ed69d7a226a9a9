"""The seconds under two lines of time: numbers and hairlines that slide apart when time is stretched."""

from __future__ import annotations

from math import floor, log10
from typing import Any

from scenes.stage.axes import Tick
from scenes.stage.box import Box
from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.labels import Label
from scenes.stage.letters import Letters, Run, Style
from scenes.stage.paint import Fading, Painted
from scenes.stage.replay import Span
from scenes.stage.theme import NOTE_INK, SMALL, TICK_INK
from scenes.stage.tracks import ramp

STYLE = Style(SMALL)
NEAR, APART = 0.80, 0.86
"""Stage units from one number to the next, between which they come into view."""
HAIR = 0.012
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


def spelled(seconds: float) -> str:
    """A moment as it stands on the ruler, in the largest unit of which there is a whole one: '50 ms'."""
    size, sign = next((unit for unit in UNITS if seconds >= unit[0] * (1 - 1e-9)), UNITS[-1])
    return f"{seconds / size:g} {sign}" if seconds else "0"


class Moment(Tick):
    """A number on the ruler; it slides with its second."""

    def __init__(self, seconds: float, spacing: float, x: float, y: float):
        self.value, self.spacing, self.home_x = seconds, spacing, x
        Label.__init__(self, Letters([Run(spelled(seconds), NOTE_INK)], x, y, STYLE, "centre"))

    def slide(self, x: float) -> None:
        """Stand at x."""
        self.place(x - self.home_x)

    def texts(self) -> list[tuple[str, Box]]:
        """What it reads, and the box of its ink where it stands now."""
        x0, y0, x1, y1 = self.letters.ink
        shift = (self.offset() or (0.0, 0.0))[0]
        return [(self.letters.text, (x0 + shift, y0, x1 + shift, y1))]


def spacings(most: float, least: float) -> list[float]:
    """Even distances from one number to the next, each a multiple of the next one: 1, 0.5, 0.1, 0.05 … seconds."""
    found, power = [], floor(log10(most)) + 1
    while 10.0**power >= least / 2:
        found += [10.0**power, 5 * 10.0 ** (power - 1)]
        power -= 1
    return [one for one in found if least <= one <= most]


def settled(scale: float) -> float:
    """The scale, or one a little smaller at which no number is half in view."""
    half_seen = (one for one in spacings(APART / scale, NEAR / scale))
    return next((min(scale, NEAR / spacing) for spacing in half_seen), scale)


class TimeRuler(Painted, Fading):
    """Numbers at `low`, hairlines from there up to `high`, from the span's left end to `right`.

    It is made for all scales from `coarse` to `fine`, in stage units a second.
    """

    def __init__(self, span: Span, right: float, low: float, high: float, scales: tuple[float, float]):
        Painted.__init__(self, (span.left - 0.5, low - 0.1, right + 0.3, high), 0.0)
        Fading.__init__(self)
        self.span, self.right, self.low, self.high = span, right, low, high
        coarse, fine = scales
        self.numbers: list[Moment] = [Moment(0.0, 1e9, span.left, low)]
        taken = {0}
        for spacing in spacings(10 * APART / coarse, NEAR / fine):
            # It is read only where it is far enough apart; beyond, it is outside the frame.
            for count in range(1, floor((right - span.left) / NEAR) + 1):
                key = round(count * spacing * 1e9)
                if key not in taken:
                    taken.add(key)
                    self.numbers.append(Moment(count * spacing, spacing, span.left, low))

    def __deepcopy__(self, memo: Any) -> TimeRuler:
        return self

    def pose(self, t: float) -> None:
        """Where each number stands, and how much of it shows. While the origin moves there are none."""
        self.opacity = self.seen.at(t)
        still = abs(2 * self.span.origin - 1) ** 4
        for number in self.numbers:
            x = self.span.left + number.value * self.span.scale
            room = ramp(number.spacing * self.span.scale, NEAR, APART - NEAR)
            half = (number.letters.right - number.letters.left) / 2
            number.slide(x)
            number.opacity = room * still * self.opacity * float(x + half <= self.right)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Hairlines, then numbers."""
        for number in self.numbers:
            if number.opacity > 0.01:
                x = self.span.left + number.value * self.span.scale
                camera.ink(ctx, TICK_INK, 0.42 * number.opacity)
                ctx.rectangle(x - HAIR / 2, self.low + 0.24, HAIR, self.high - self.low - 0.24)
                ctx.fill()
                camera.display_vectorized(number, ctx)
