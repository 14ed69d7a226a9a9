"""The roofline's place on stage: true log-log axes, and what a chip's profile is on them.

Operations a byte run to the right, operations a second upward. The film's chip rises from the corner
of the axes, whatever its numbers, and the highest peak in sight stands at one height: the layout holds
from the slowest chip to the fastest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor, log10

from scenes.stage.box import Box
from scenes.stage.frame import FILM, Frame

FLOOR = -2.62
"""The ground line."""

BLEED = 7.3
"""The land runs off the frame."""

FOOT = 0.27
"""The slope leaves the ground at this part of the intensity of decode, or earlier where a batch has less."""

LEAST_CLIMB = 2.0
"""A batch's first user stands at so many times the foot at least: there is something to climb."""

BEYOND_RIDGE, BEYOND_PREFILL, BEYOND_OTHERS = 14.0, 2.05, 4.5
"""The axis reaches at least so many times the ridge, so many times the intensity of prefill, and so many times another
chip's ridge, whose name stands under its roof."""

MEMORY_SIDE = 0.42
"""The axis does not reach so far that the ridge would be nearer to its corner than this part of it."""

STEEP = 1.2
"""Stage units upward for each to the right."""

SLACK = 1.25
"""A tick this many times above the highest peak is still drawn."""

TRILLION = 1e12


@dataclass(frozen=True)
class Plot:
    """Log-log axes. `x_from`, `y_from` are the values at the corner; `across`, `up` are stage units a decade, of which
    `frame` says how many there are."""

    x_from: float
    x_to: float
    y_from: float
    y_to: float
    frame: Frame = FILM

    @property
    def across(self) -> float:
        """Stage units to the right for ten times the intensity."""
        return (self.frame.right - self.frame.axis) / log10(self.x_to / self.x_from)

    @property
    def up(self) -> float:
        """Stage units upward for ten times the speed."""
        return (self.frame.highest - FLOOR) / log10(self.y_to / self.y_from)

    def x(self, intensity: float) -> float:
        """Where an intensity stands, in operations a byte."""
        return self.frame.axis + log10(intensity / self.x_from) * self.across

    def y(self, speed: float) -> float:
        """How high a speed stands, in operations a second."""
        return FLOOR + log10(speed / self.y_from) * self.up

    def x_ticks(self) -> list[float]:
        """Powers of ten on the lower axis, in operations a byte."""
        return _powers(self.x_from, self.x_to)

    def y_ticks(self) -> list[float]:
        """Powers of ten on the upward axis, in trillion operations a second."""
        return _powers(self.y_from / TRILLION, SLACK * self.y_to / TRILLION)

    def profile(self, peak: float, bandwidth: float) -> Profile:
        """The roofline of a chip: `peak` in operations a second, `bandwidth` in bytes a second."""
        foot = self.x(self.y_from / bandwidth)
        return Profile(foot, self.x(peak / bandwidth), self.y(peak))


def _powers(low: float, high: float) -> list[float]:
    return [10.0**n for n in range(ceil(log10(low)), floor(log10(high)) + 1)]


@dataclass(frozen=True)
class Profile:
    """A roofline on stage: it leaves the ground at `foot`, turns at `x`, and runs on at the height `y`."""

    foot: float
    x: float
    y: float

    @property
    def rise(self) -> float:
        """Stage units upward for each to the right, on the slope."""
        return (self.y - FLOOR) / (self.x - self.foot)

    def height(self, x: float) -> float:
        """The profile's height over a place."""
        return min(self.y, FLOOR + (x - self.foot) * self.rise)

    def crosses(self, box: Box) -> bool:
        """Whether it runs through a box."""
        x0, y0, x1, y1 = box
        return self.height(x1) > y0 and self.height(x0) < y1

    @property
    def corners(self) -> list[tuple[float, float]]:
        """Foot, ridge, and the end of the roof."""
        return [(self.foot, FLOOR), (self.x, self.y), (BLEED, self.y)]


@dataclass(frozen=True)
class Land:
    """All that stands on the axes: the film's chip, and two others."""

    plot: Plot
    chip: Profile
    others: tuple[Profile, Profile]
    behind: tuple[bool, bool]
    """Which of the others are not lower in everything, and so stand behind the film's chip."""

    @property
    def deep(self) -> float:
        """How many times as high bricks are on the slope as in the wall: as thick as on a slope of one for two."""
        return 1.0 if self.plot.frame.wide else max(1.0, ((1 + self.chip.rise**2) / 1.25) ** 0.5)

    @property
    def steep(self) -> bool:
        """Whether the film's chip has a slope so steep, in a tall frame, that what is over it is beside it."""
        return self.plot.frame.tall and self.chip.rise > STEEP


LOWER = 0.97
"""A chip stands before the film's if its peak is below this part of it, and its bandwidth no higher."""


def land(value: Callable[[str], float], frame: Frame = FILM) -> Land:
    """The land of a film, from its figures, on axes that a frame has room for."""
    chip = value("gpu.peak"), value("gpu.bandwidth")
    others = [(value(f"other.{which}_peak"), value(f"other.{which}_bandwidth")) for which in ("first", "second")]
    ridges = [peak / bandwidth for peak, bandwidth in others]
    start = min(FOOT * value("decode.intensity"), value("batch.alone_intensity") / LEAST_CLIMB)
    jobs = value("prefill.intensity"), value("batch.intensity")
    end = max(BEYOND_RIDGE * value("gpu.ridge"), BEYOND_PREFILL * max(jobs), BEYOND_OTHERS * max(ridges))
    # Farther in frames that need room right of the ridge, but for a ridge that would then be too far left.
    end = max(end, min(end * frame.beyond, start * (value("gpu.ridge") / start) ** (1 / MEMORY_SIDE)))
    plot = Plot(start, end, start * chip[1], max(chip[0], *(peak for peak, _ in others)), frame)
    first, second = (plot.profile(*other) for other in others)
    behind = [peak > LOWER * chip[0] or bandwidth > chip[1] for peak, bandwidth in others]
    return Land(plot, plot.profile(*chip), (first, second), (behind[0], behind[1]))
