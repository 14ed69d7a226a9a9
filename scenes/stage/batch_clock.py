"""The clock of a step for many users: the wall is read, then every cache; the arithmetic goes on beside them."""

from __future__ import annotations

from scenes.stage.clock import UPPER, Bar
from scenes.stage.geometry import Masonry
from scenes.stage.ghost import outlined
from scenes.stage.scene import FilmScene
from scenes.stage.theme import AMBER, CORAL, GROUND, LEFT, RIGHT, VIOLET

BED = "#3A2B1B"


class BatchClock:
    """Bars for the reading, the caches, the arithmetic, and for one read of a wall in another precision.

    `fetch`, `own` and `step` are seconds on screen: the read of the wall, that of all caches, the whole step. `halved`
    is the wall of weights with half the bytes; without it, weights have one byte already, and the other wall is twice
    as wide. `ghost` is the other wall's outline.
    """

    def __init__(self, scene: FilmScene, wall: Masonry, halved: Masonry | None):
        slow = scene.value("clock.batch_motion")
        self.fetch = scene.value("decode.step_time") * slow
        self.own = (scene.value("batch.memory_time") - scene.value("decode.step_time")) * slow
        self.step = scene.value("batch.step_time") * slow
        self.by_memory = scene.holds("batch.limited_by_memory")
        # A read as long as the wall is wide, and shorter where a step for all would leave the picture.
        unit = min(wall.width / self.fetch, (RIGHT - LEFT) / max(self.step, self.fetch + self.own))
        read = LEFT + unit * self.fetch
        self.alone = LEFT + unit * scene.value("batch.alone_time") * slow
        """Where a step for one user ends, with a cache of its own."""
        self.reading = Bar(LEFT, read, UPPER, AMBER, BED)
        self.caches = Bar(read + 0.012, read + unit * self.own, UPPER, VIOLET, "#241B3F")
        self.working = Bar(LEFT, LEFT + unit * self.step, UPPER - 0.115, CORAL, "#34141F")
        left, right = (halved.left, halved.right) if halved else (wall.left, wall.left + 2 * wall.width)
        self.ghost = outlined((left, GROUND, right, wall.crest))
        scene.put(self.ghost)
        self.other = Bar(left, right, UPPER, AMBER, BED)
        self.bars = self.reading, self.caches, self.working
        scene.put(*self.bars, self.other)
