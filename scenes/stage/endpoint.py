"""A measured endpoint on the terrain: a green point at the share of its ceiling that it reached."""

from __future__ import annotations

from typing import Any

import numpy as np

from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.paint import Fading, Light, Painted
from scenes.stage.plot import FLOOR, Plot, Profile
from scenes.stage.theme import GREEN, GREEN_HOT, mix
from scenes.stage.tracks import Move, Track, smooth

RADIUS, GHOST, RING = 0.105, 0.082, 0.034
"""Of the point, of a place where it might stand as well, and the dark ring that sets both off."""
NIGHT = "#05080F"
CLEAR = 0.08
"""Stage units that stay free between a place and a text."""


def _near(place: tuple[float, float], box: Box) -> bool:
    room = GHOST + RING + CLEAR
    return box[0] - room < place[0] < box[2] + room and box[1] - room < place[1] < box[3] + room


class Endpoint(Painted, Fading):
    """A point at an intensity, under the slope by `share`; `scatter` adds where it might stand as well.

    Nobody outside knows how many users shared a step: with 2, 4, 8 … of them the same measured pace
    stands ever farther up, up to the ridge.
    """

    def __init__(self, plot: Plot, profile: Profile, intensity: float, share: float):
        Painted.__init__(self, (-7.2, FLOOR, 7.2, 4.05), 0.0)
        Fading.__init__(self)
        drop = plot.up * np.log10(share)
        step = plot.across * np.log10(2)
        first = plot.x(intensity)
        count = max(1, int((profile.x - first) / step) + 1)
        places = [(x, profile.height(x) + drop) for x in (first + step * np.arange(count)).tolist()]
        # What is faster than the chip might be anywhere under its roof, but not above.
        self.places = [places[0], *(place for place in places[1:] if place[1] <= profile.y)]
        self.scattered = Track(0.0)
        self.halo = Light(0.0, 0.0, 0.6, 0.6, GREEN)
        self.pose(0.0)

    def __deepcopy__(self, memo: Any) -> Endpoint:
        return self

    def keep_clear(self, *boxes: Box) -> None:
        """Leave out places where it might stand as well that lie on what is written in these boxes."""
        self.places[1:] = [place for place in self.places[1:] if not any(_near(place, box) for box in boxes)]

    def scatter(self, length: float = 1.0) -> Move:
        """Show where else it might stand."""
        return Move(lambda start, span: self.scattered.to(1.0, start, span, smooth), length)

    def pose(self, t: float) -> None:
        """How much of it shows."""
        self.opacity, self.spread = self.seen.at(t), self.scattered.at(t)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The places where it might stand, as rings, then the point."""
        for number, place in enumerate(self.places[1:], start=1):
            shown = min(1.0, max(0.0, self.spread * len(self.places) - number))
            self._disc(ctx, camera, place, GHOST + RING, NIGHT, 0.85 * shown)
            self._disc(ctx, camera, place, GHOST, GREEN, shown)
            self._disc(ctx, camera, place, GHOST - 0.026, NIGHT, shown)
        x, y = self.places[0]
        self.halo.place(x, y).opacity = 0.5 * self.opacity
        camera.display_vectorized(self.halo, ctx)
        self._disc(ctx, camera, (x, y), RADIUS + RING, NIGHT, 0.85)
        self._disc(ctx, camera, (x, y), RADIUS, mix(GREEN, GREEN_HOT, 0.4), 1.0)

    def _disc(
        self, ctx: Canvas, camera: StageCamera, place: tuple[float, float], radius: float, color: str, shown: float
    ) -> None:
        if shown > 0:
            ctx.new_sub_path()
            ctx.arc(*place, radius, 0, 2 * np.pi)
            camera.ink(ctx, color, shown * self.opacity)
            ctx.fill()
