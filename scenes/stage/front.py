"""What the wall's light does around it: bricks on their way to their places, the ground before it, the read's front."""

from __future__ import annotations

import numpy as np

from scenes.stage.camera import UNSEEN, Canvas, StageCamera
from scenes.stage.geometry import BAYS
from scenes.stage.paint import Light, Shape
from scenes.stage.theme import GROUND
from scenes.stage.tracks import fall
from scenes.stage.wall import JOINT, Wall


class Falling(Shape):
    """Bricks on their way down to their places while the wall is laid."""

    HEIGHT, SHARE = 0.5, 0.022

    def __init__(self, wall: Wall):
        x0, y0, x1, y1 = wall.box
        super().__init__((x0, y0, x1, y1 + 1), self._draw)
        self.wall, self.laid = wall, 1.0

    def pose(self, t: float) -> None:
        """Which bricks are in the air at t."""
        self.laid = self.wall.laid.at(t)
        self.opacity = self.wall.opacity * float(0 < self.laid < 1)

    def _draw(self, ctx: Canvas, camera: StageCamera) -> None:
        early = (self.wall.turn - self.laid) / self.SHARE
        some = (early > 0) & (early < 1)
        for (x0, y0, x1, y1), left in zip(self.wall.cells[some].tolist(), early[some].tolist(), strict=True):
            up = self.HEIGHT * (1 - fall(1 - left))
            camera.ink(ctx, "#E6A556", 0.9 * (1 - left))
            ctx.rectangle(x0 + JOINT, y0 + JOINT + up, x1 - x0 - 2 * JOINT, y1 - y0 - 2 * JOINT)
            ctx.fill()


class Spill:
    """The uplights' light on the ground before each bay: follows the bricks above it."""

    LAYERS = ((0.02, 0.78, 0.34, "#C8702A", 0.22), (0.16, 0.62, 0.36, "#7A431A", 0.20))

    def __init__(self, wall: Wall):
        self.wall = wall
        bay = wall.bricks.width / BAYS
        self.feet = [(np.abs(wall.x - (number + 0.5) * bay) < 0.41 * bay) & (wall.y < 0.6) for number in range(BAYS)]
        self.lights = [
            [Light(wall.bricks.left + (number + 0.5) * bay, GROUND - down, rx, ry, color) for number in range(BAYS)]
            for down, rx, ry, color, _ in self.LAYERS
        ]

    def pose(self, t: float) -> None:
        """Light on the ground; the wall must have been posed."""
        level = np.where(self.wall.shown, self.wall.level, 0.0)
        foot = [min(1.3, float(level[near].mean())) * self.wall.opacity if near.any() else 0.0 for near in self.feet]
        for lights, (*_, strength) in zip(self.lights, self.LAYERS, strict=True):
            for light, share in zip(lights, foot, strict=True):
                light.opacity = strength * share


class Front:
    """The hot line of a read, and its light."""

    def __init__(self, wall: Wall, top: float | None = None):
        self.wall, self.top = wall, top or wall.bricks.crest
        height = self.top - GROUND
        self.light = Light(0, GROUND + height / 2, 0.62, height * 0.74, "#FF9E45")
        self.line = Shape((wall.bricks.left, GROUND, wall.bricks.right, self.top), self._draw)
        self.x, self.power = wall.bricks.left, 0.0

    def pose(self, t: float) -> None:
        """Where the front stands at t, and how hot it is."""
        wall = self.wall
        self.x = wall.bricks.left + wall.front.at(t) * wall.bricks.width
        moving = wall.reading.at(t) * wall.opacity * min(wall.heat.at(t), 1.0)
        self.power = 0.0 if wall.front.at(t) >= 1.0 else moving
        self.light.place(self.x, GROUND + (self.top - GROUND) / 2).opacity = 0.30 * self.power
        self.line.opacity = float(self.power > UNSEEN)

    def _draw(self, ctx: Canvas, camera: StageCamera) -> None:
        camera.ink(ctx, "#FFF3D6", 0.92 * self.power)
        ctx.rectangle(self.x - 0.011, GROUND, 0.022, self.top - GROUND)
        ctx.fill()
