"""The memory's side of the film's mountain: the wall, sheared until its crest is the slope."""

from __future__ import annotations

import numpy as np

from scenes.stage.geometry import Masonry
from scenes.stage.mountain import LAND_TOP, UNDER_LINE
from scenes.stage.paint import Baked, Fading, Painted
from scenes.stage.pieces import Pieces, boxes
from scenes.stage.plot import FLOOR, Profile
from scenes.stage.theme import BRICKS, GROUND, MORTAR, Floats
from scenes.stage.tracks import Move, ramp, soft
from scenes.stage.wall import JOINT, Photograph

SHEAR, LAG = 1.35, 0.22
"""Seconds that a brick takes to its place on the slope; the foot starts so much after the ridge."""

COURSES_LIT = 3.0
"""Courses after which the light on the slope has fallen to a third."""

SLANT = 4e-4
"""Cairo draws upright boxes by another rule; with this much slant they do not change when they begin to move."""

COLORS = (LAND_TOP, *BRICKS)
"""From the land's own colour, so that deep courses sink into it."""

SINK = 0.12
"""Light under which a brick begins to turn into land."""


class Slope(Pieces, Fading):
    """The wall's bricks: `shear` bends them, with the mortar between them, until the crest is the memory's slope.

    Bricks become `deep` times as high: on a steep slope they would be thin.
    """

    def __init__(self, bricks: Masonry, profile: Profile, deep: float = 1.0):
        self.bricks, self.profile, self.deep = bricks, profile, deep
        x0, y0, x1, y1 = bricks.cells.T + np.array([JOINT, JOINT, -JOINT, -JOINT])[:, None]
        start = boxes(x0, y0, x1, y1)
        along = ((x0 + x1) / 2 - bricks.left) / bricks.width
        light, final = _above_land(Photograph(bricks).light), self._final(along)
        end = self._sheared(start)
        start[:, 1:3, 1] += SLANT
        Pieces.__init__(self, start, end, self._late(start), SHEAR, light, final, COLORS)
        Fading.__init__(self)
        self.edge = self._outline()
        self.rest = Baked(_still(self), box=(-7.2, FLOOR, profile.x, profile.y), opacity=0.0)
        self.floor.first = self.edge.floor.first = GROUND

    def _sheared(self, corners: Floats) -> Floats:
        """Where points of the wall (…, 2) come to lie under the slope."""
        bricks, profile = self.bricks, self.profile
        x = profile.foot + (corners[..., 0] - bricks.left) * (profile.x - profile.foot) / bricks.width
        y = FLOOR + profile.rise * (x - profile.foot) - UNDER_LINE - self.deep * (bricks.crest - corners[..., 1])
        return np.stack([x, y], -1)

    def _late(self, corners: Floats) -> Floats:
        return np.asarray(LAG * (1 - (corners[..., 0] - self.bricks.left) / self.bricks.width))

    def _final(self, along: Floats) -> Floats:
        """Light from the slope's edge, falling with each course; deep bricks sink into the land."""
        bricks = self.bricks
        course = np.round((bricks.crest - bricks.cells[:, 3]) / bricks.brick_height)
        grain = 1 + np.random.default_rng(7).normal(0, 0.10, len(course))
        lit = 0.70 * np.exp(-course / COURSES_LIT) * grain * (0.58 + 0.42 * along)
        sunk = np.clip(lit / SINK, 0, 1)
        return np.asarray(_above_land(lit) * sunk * sunk * (3 - 2 * sunk))

    def _outline(self) -> Pieces:
        """The wall as a whole: the mortar behind the bricks, which turns into land."""
        steps = np.linspace(0, 1, 60)[:, None]
        corners = [(self.bricks.left, GROUND), (self.bricks.right, GROUND)]
        low = corners[0] + steps * (np.array(corners[1]) - corners[0])
        high = low + np.array([0.0, self.bricks.crest - GROUND])
        edge = np.concatenate([low, high[::-1]])[None]
        one = np.ones(1)
        colors = (LAND_TOP, MORTAR)
        return Pieces(edge, self._sheared(edge), self._late(edge), SHEAR, one, 0.02 * one, colors)

    def shear(self) -> Move:
        """Bend like a sheet, the ridge first, until the crest is the slope."""

        def write(start: float, span: float) -> None:
            for moving in (self, self.edge):
                moving.go().write(start, span)
                moving.floor.to(FLOOR, start, span)

        return Move(write, self.seconds)

    def stand(self) -> None:
        """Lie under the slope from the first frame on."""
        self.clock.first, self.floor.first, self.seen.first = self.seconds, FLOOR, 1.0

    def pose(self, t: float) -> None:
        """The bricks on their way; once they lie, they are a picture."""
        Pieces.pose(self, t)
        self.edge.pose(t)
        shown = self.seen.at(t)
        self.rest.opacity = shown * self.arrived
        self.opacity = shown * (not self.arrived)
        # By then the land has come up behind it.
        self.edge.opacity = self.opacity * (1 - soft(ramp(self.clock.at(t), 0.6 * self.seconds, 0.4 * self.seconds)))


def _above_land(level: Floats) -> Floats:
    return np.asarray((np.clip(level, 0, 1) * (len(BRICKS) - 1) + 1) / len(BRICKS))


def _still(pieces: Pieces) -> Painted:
    """Pieces as they lie at the end."""
    end, final = pieces.end_corners, pieces.final
    done = Pieces(end, end, pieces.delay, pieces.each, final, final, pieces.colors)
    done.floor.first = FLOOR
    done.pose(0.0)
    return done
