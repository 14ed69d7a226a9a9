"""Still parts that only come and go: lines, dashes, a tint of light on the land."""

from __future__ import annotations

import numpy as np
from manim import Mobject

from scenes.stage.camera import Box
from scenes.stage.paint import Baked, Fading
from scenes.stage.plot import FLOOR, Profile
from scenes.stage.shapes import UP, polygon, rects
from scenes.stage.theme import AMBER, CORAL, NOTE_INK

DASH = 0.105
"""From one dash to the next."""

TINT, TINT_HEIGHT = 0.20, 1.5
"""Light on the ground of a side of the ridge, and how far up it reaches."""


class Mark(Baked, Fading):
    """A picture that fades in and out. `group` names the texts to which it belongs."""

    group = ""

    def __init__(self, *mobjects: Mobject, box: Box | None = None):
        Baked.__init__(self, *mobjects, box=box, opacity=0.0)
        Fading.__init__(self)

    def pose(self, t: float) -> None:
        """How much of it shows."""
        self.opacity = self.seen.at(t)


def rule(left: float, right: float, y: float, color: str = NOTE_INK) -> Mark:
    """A thin line across."""
    return Mark(rects(left, y - 0.008, right, y + 0.008, color))


def plumb(x: float, low: float, high: float, color: str = NOTE_INK) -> Mark:
    """A dashed line straight down."""
    count = max(1, round((high - low) / DASH))
    steps = low + np.arange(count) * (high - low) / count
    return Mark(rects(x - 0.007, steps, x + 0.007, steps + 0.5 * (high - low) / count, color, 0.7))


def memory_side(profile: Profile) -> Mark:
    """Amber light on the ground left of the ridge."""
    top = min(FLOOR + TINT_HEIGHT, profile.y)
    corner = profile.foot + (top - FLOOR) / profile.rise
    return _tint(
        [(profile.foot, FLOOR), (corner, top), (profile.x, top), (profile.x, FLOOR)], AMBER, (profile.foot, profile.x)
    )


def arithmetic_side(profile: Profile) -> Mark:
    """Coral light on the ground right of the ridge."""
    top, right = min(FLOOR + TINT_HEIGHT, profile.y), 7.2
    return _tint([(profile.x, FLOOR), (profile.x, top), (right, top), (right, FLOOR)], CORAL, (profile.x, right))


def _tint(corners: list[tuple[float, float]], color: str, line: tuple[float, float]) -> Mark:
    light = polygon(corners, (color, color), (TINT, 0.0)).fading(UP)
    light.additive = True
    return Mark(light, rects(line[0], FLOOR - 0.02, line[1], FLOOR + 0.02, color, 0.9))
