"""Arithmetic: the chip, one light for each part in `ridge` of what it can do."""

from __future__ import annotations

import numpy as np
from manim import Mobject, VGroup

from scenes.stage.exposures import Exposures
from scenes.stage.geometry import CHIP_CENTRE, CHIP_ROOM, LIGHT_SHARE, Die
from scenes.stage.paint import Baked, Fading, Light
from scenes.stage.shapes import UP, rects, shade
from scenes.stage.slots import STILL, Laps
from scenes.stage.theme import CORAL, LIGHTS, UNLIT, Floats
from scenes.stage.tracks import Move, Track, fall, linear, pulse

EXPOSURES = np.linspace(0, 1, 15)

SPOT = np.array(1.4)
"""Times a second that the light of the only one at work swells."""

FEW = 12
"""A light that works with fewer others than this is brighter, so that it is found."""


def _body(die: Die) -> VGroup:
    body = rects(*die.box, ("#090A11", "#141420"), (1.0, 1.0), 0.10).fading(UP)
    body.set_stroke("#574C66", 1.5, 1)
    half = die.pitch * LIGHT_SHARE
    lights = rects(die.x - half, die.y - half, die.x + half, die.y + half, UNLIT, radius=0.022)
    return VGroup(body, lights)


class Photograph:
    """Draws the die with its lights at given levels; 0 is unlit."""

    def __init__(self, die: Die):
        self.die = die

    def __call__(self, level: Floats) -> Mobject:
        """The chip with its lights at these levels (n,)."""
        group, die, half = _body(self.die), self.die, self.die.pitch * LIGHT_SHARE
        on = level > 0.02
        if on.any():
            x, y = die.x[on], die.y[on]
            group.add(*shade(x - half, y - half, x + half, y + half, level[on], (UNLIT, *LIGHTS), 0.022, 48))
        return group


class Chip(Fading):
    """The lights, each with its own level, and the glow that they add up to.

    `busy` is the share of the lights that work, from the middle outward; a light at work is nearly
    still, breathing at its own slow rate. `ready` is the faint light of a chip that waits.
    """

    def __init__(self, die: Die, laps: Laps = STILL):
        super().__init__(1.0)
        self.laps = laps
        self.die = die
        half = die.pitch / 2
        cells = np.column_stack([die.x - half, die.y - half, die.x + half, die.y + half])
        order = np.lexsort((die.x, np.round(die.y, 6)))
        self.body = Baked(_body(die))
        self.lights = Exposures(Photograph(die), cells[order], EXPOSURES, die.box, ("chip", len(die.x)))
        self.glow = Light(CHIP_CENTRE, die.middle, CHIP_ROOM[0] * 0.80, CHIP_ROOM[1] * 1.05, CORAL)
        self.sheen = Light(CHIP_CENTRE, die.top, 2.6, 1.3, "#3B4C78")
        x, y = die.x[order], die.y[order]
        self.far = np.hypot(x - CHIP_CENTRE, (y - die.middle) * 1.35)
        self.far = self.far / max(float(self.far.max()), 1e-9)
        inward = np.argsort(self.far)
        self.rank, first = np.argsort(inward), inward[0]
        self.spot = Light(float(x[first]), float(y[first]), 0.5, 0.5, CORAL)
        self._breath(x, y)
        self.busy, self.ready, self.wave = Track(0.0), Track(0.0), Track(-1.0)
        self.blooms: list[tuple[float, float]] = []
        self.sparks: list[float] = []

    def _breath(self, x: Floats, y: Floats) -> None:
        rng = np.random.default_rng(4)
        outward = np.hypot((x - CHIP_CENTRE) / CHIP_ROOM[0] * 2, (y - self.die.middle) / CHIP_ROOM[1] * 2)
        self.rest = 0.68 - 0.16 * outward + rng.uniform(-0.05, 0.09, len(x))
        self.phase, self.rate = rng.uniform(0, 2 * np.pi, len(x)), rng.uniform(0.5, 1.3, len(x))

    def sweep(self, length: float = 1.1) -> Move:
        """A ring of light runs out from the middle once and is gone: every light is there."""

        def write(start: float, span: float) -> None:
            self.wave.to(-0.3, start, 0.0)
            self.wave.to(1.6, start, span, linear)

        return Move(write, length)

    def wake(self, length: float = 0.6) -> Move:
        """Let the waiting chip be seen a little better."""
        return Move(lambda start, span: self.ready.to(1.0, start, span), length)

    def show(self, length: float = 1.8) -> Move:
        """Let the lights that do not work be seen for a while, in the cool light of the night."""

        def write(start: float, span: float) -> None:
            rest = self.ready.last
            self.ready.to(rest + 1.6, start, 0.35 * span)
            self.ready.to(rest, start + 0.35 * span, 0.65 * span)

        return Move(write, length)

    def work(self, share: float = 1.0, length: float = 0.30) -> Move:
        """Let a share of the lights work: they come on from the middle, hot, or go out from the edge."""

        def write(start: float, span: float) -> None:
            if share > self.busy.last:
                self.blooms.append((start, span))
            # The ring of lights that change runs at an even pace; the number within it grows with the square.
            self.busy.to(share, start, span, fall if share > self.busy.last else linear)

        return Move(write, length)

    def spark(self) -> Move:
        """The lights that work flash once: a token has come in."""
        return Move(lambda start, span: self.sparks.append(start), 0.3)

    def working(self, t: float) -> Floats:
        """Level of each light at work at t."""
        return self.rest + 0.035 * np.sin(self.phase + 2 * np.pi * self.laps.at(t, self.rate))

    def pose(self, t: float) -> None:
        """Level of every light at t."""
        shown = self.seen.at(t)
        front = self.wave.at(t)
        level = 0.62 * np.exp(-(((self.far - front) / 0.16) ** 2)) * float(-0.3 <= front < 1.6)
        count = round(self.busy.at(t) * len(self.far))
        few = min(max(1 - (count - 1) / FEW, 0.0), 1.0) * float(count > 0)
        if count:
            level = np.maximum(level, self._at_work(t, few) * (self.rank < count))
        self.lights.level = np.clip(level, 0, 1)
        mean = float(self.lights.level.mean())
        self.body.opacity = shown
        self.lights.opacity = float(shown >= 0.998 and float(level.max()) > 0.01)
        self.glow.opacity = 0.26 * mean * shown
        self.sheen.opacity = 0.22 * self.ready.at(t) * shown
        flash = max((pulse(t, at, 0.03, 0.25) for at in self.sparks), default=0.0)
        self.spot.opacity = (
            few * shown * (0.62 + 0.05 * float(np.sin(2 * np.pi * self.laps.at(t, SPOT))) + 0.35 * flash)
        )

    def _at_work(self, t: float, few: float) -> Floats:
        """Levels of lights at work: near white when they have just come on, and brighter when they are few."""
        level = self.working(t) * (1 - few) + 0.90 * few
        for start, span in self.blooms:
            on = start + span * np.sqrt((self.rank + 0.5) / len(self.rank))
            heat = np.where(t >= on, np.exp(-np.maximum(t - on - 0.05, 0) / 0.20), 0.0)
            level = level + (0.96 - level) * heat * (1 - few)
        return level
