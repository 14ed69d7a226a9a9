"""Fewer bytes a weight: the same bricks, narrower, in a wall that is pressed together toward the channel."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from manim import Mobject

from scenes.stage.channel import Threads
from scenes.stage.front import Front, Spill
from scenes.stage.geometry import Conduit, Masonry
from scenes.stage.paint import Baked, Fading
from scenes.stage.site import Posed, Site
from scenes.stage.theme import GROUND
from scenes.stage.tracks import Move, Track, smooth, together
from scenes.stage.wall import COPING, Photograph, Wall, coping

CHANGE = 0.25
"""Seconds in which a wall and its picture change places."""


def pressed(bricks: Masonry, share: float) -> Masonry:
    """The same bricks at a share of their width, flush with the channel's end of the wall."""
    cells = bricks.cells.copy()
    cells[:, [0, 2]] = bricks.right - (bricks.right - cells[:, [0, 2]]) * share
    return replace(bricks, left=bricks.right - bricks.width * share, cells=cells)


class _Squeeze(Baked, Fading):
    """A picture of the whole wall, pressed together while it is seen."""

    def __init__(self, bricks: Masonry):
        stone = coping(bricks).picture.mobjects
        box = (bricks.left - 0.06, GROUND, bricks.right + 0.06, bricks.crest + COPING)
        Baked.__init__(self, Photograph(bricks)(np.ones(len(bricks.cells))), *stone, box=box)
        Fading.__init__(self)
        self.right, self.wide = bricks.right, self.points[:, 0].copy()
        self.share = Track(1.0)

    def pose(self, t: float) -> None:
        """How wide it is at t."""
        self.opacity = self.seen.at(t)
        self.points[:, 0] = self.right - (self.right - self.wide) * self.share.at(t)


class NarrowWall:
    """A wall of a share of the bytes, hidden until the site's own is pressed into it."""

    def __init__(self, site: Site, channel: Conduit, share: float):
        self.site, self.share = site, share
        self.bricks = pressed(site.wall.bricks, share)
        self.squeeze, self.wall = _Squeeze(site.wall.bricks), Wall(self.bricks)
        self.wall.seen.first = 0.0
        self.spill, self.front, self.threads = Spill(self.wall), Front(self.wall), Threads(self.wall, channel)
        self.stone = coping(self.bricks)

    @property
    def behind(self) -> list[Mobject]:
        """What stands where the site's wall stood, from the back to the front."""
        return [self.wall, self.squeeze, *self.spill.lights[0], *self.spill.lights[1], self.stone]

    @property
    def before(self) -> list[Mobject]:
        """What runs over wall and channel."""
        return [self.threads, self.front.light, self.front.line, self.threads.glow]

    @property
    def props(self) -> list[Posed]:
        """What is posed."""
        return [self.squeeze, self.wall, self.spill, self.front, self.threads, self]

    def pose(self, t: float) -> None:
        """The stone follows its wall."""
        self.stone.opacity = self.wall.seen.at(t)

    def press(self, length: float = 1.1) -> Move:
        """Press the site's wall together; then this one stands there."""

        def write(start: float, span: float) -> None:
            # Under the picture that covers it the wall fades, and its light on the ground with it.
            self.site.wall.hide(CHANGE).write(start, CHANGE)
            self.site.coping.hide(0.0).write(start, 0.0)
            self.squeeze.reveal(0.0).write(start, 0.0)
            self.squeeze.share.to(self.share, start, span, smooth)
            self.wall.reveal(0.0).write(start + span, 0.0)
            self.squeeze.hide(CHANGE).write(start + span, CHANGE)

        return Move(write, length)

    def read(self, length: float) -> Move:
        """One read of it."""
        return together(self.wall.read(length), self.threads.run(length))
