"""The place where every scene plays: wall, channel, chip and tower, and the named states they rest in."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Protocol

from manim import Mobject

from scenes.stage.channel import Bed, Threads
from scenes.stage.chip import Chip
from scenes.stage.front import Falling, Front, Spill
from scenes.stage.geometry import WALL_HEIGHT, WALL_WIDTH, conduit, die, masonry, tower
from scenes.stage.paint import Baked, Fading, Light
from scenes.stage.slots import STILL, Laps
from scenes.stage.sluice import Sluice
from scenes.stage.theme import GROUND
from scenes.stage.wall import Wall, coping

FULL_WIDTH_BYTES = 2
"""Bytes a weight at which the wall has its full width: half the bytes are half the wall."""


class Stage(Enum):
    """The states of the stage in which scenes start and end."""

    DARK = "dark"
    """Night: nothing stands yet."""
    REST = "rest"
    """The wall lit, the channel empty, the chip unlit, the leaf shut, no words."""
    TERRAIN = "terrain"
    """The roofline on its axes with two other chips' (`scenes.stage.terrain`), no water, no words."""


class Posed(Protocol):
    """Something on stage that knows how it looks at each moment of its scene."""

    def pose(self, t: float) -> None:
        """Set the whole state for t seconds of the scene."""


class Site:
    """The props that all scenes share, sized by figures.

    `mobjects` are in draw order, `props` in the order in which they are posed: what follows
    another prop (the spill on the ground, the front) comes after it.
    """

    def __init__(self, value: Callable[[str], float], height: float = WALL_HEIGHT, laps: Laps = STILL):
        width = WALL_WIDTH * value("weights.bytes_each") / FULL_WIDTH_BYTES
        bricks = masonry(int(value("wall.bricks")), width, height)
        self.laps = laps
        self.die = die(int(value("chip.lights")))
        self.channel = conduit(value("gpu.bandwidth"), bricks, self.die)
        self.wall = Wall(bricks)
        self.falling, self.spill, self.front = Falling(self.wall), Spill(self.wall), Front(self.wall)
        self.coping, self.bed = _Stone(coping(bricks)), Bed(self.channel)
        self.threads, self.chip = Threads(self.wall, self.channel), Chip(self.die, laps)
        self.sluice = Sluice(tower(self.die))
        self.haze = _Haze(self.wall)
        self.props: list[Posed] = [
            *(self.wall, self.falling, self.spill, self.front, self.coping),
            *(self.bed, self.threads, self.chip, self.sluice, self.haze),
        ]

    @property
    def mobjects(self) -> list[Mobject]:
        """All parts, from the back to the front."""
        # The tower's back is nowhere near the wall; so that it is not painted anew whenever that one changes.
        behind = [self.haze.light, self.sluice.back]
        wall = [self.wall, self.falling, *self.spill.lights[0], *self.spill.lights[1], self.coping.stone]
        tower = [self.sluice.leaf, self.sluice.frame]
        read = [self.bed, self.threads, self.front.light, self.front.line, self.threads.glow]
        chip = [self.chip.body, self.chip.lights, self.chip.glow, self.chip.spot, self.chip.sheen]
        return [*behind, *wall, *tower, *read, *chip]

    def stand(self, state: Stage) -> None:
        """Put the stage into a named state, as it is before the first frame of a scene."""
        up = float(state is Stage.REST)
        self.wall.laid.first = self.chip.ready.first = float(state is not Stage.DARK)
        self.wall.seen.first = float(state is not Stage.TERRAIN)
        for part in (self.coping, self.bed, self.sluice, self.chip):
            part.seen.first = up


class _Stone(Fading):
    """A baked part that only fades."""

    def __init__(self, stone: Baked):
        super().__init__(1.0)
        self.stone = stone

    def pose(self, t: float) -> None:
        self.stone.opacity = self.seen.at(t)


class _Haze:
    """The warm air before the wall: follows its light."""

    def __init__(self, wall: Wall):
        self.wall = wall
        self.light = Light(wall.bricks.left + wall.bricks.width / 2, GROUND + 0.6, 7.0, 3.6, "#E0923F")

    def pose(self, t: float) -> None:
        lit = float((self.wall.level * self.wall.shown).mean())
        self.light.opacity = 0.10 * min(lit, 1.0) * self.wall.opacity
