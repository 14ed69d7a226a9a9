"""What is written while many users share a read: of their step, and of how far the point climbs with them."""

from __future__ import annotations

from scenes.stage.batch_clock import BatchClock
from scenes.stage.clock import LOWER
from scenes.stage.geometry import WALL_WIDTH, Masonry
from scenes.stage.labels import Label
from scenes.stage.letters import Style
from scenes.stage.plot import FLOOR, Land
from scenes.stage.scene import NOTE_STYLE, FilmScene
from scenes.stage.theme import COLUMNS, INK, LEFT, SMALL, TITLE, TITLE_LINE

HEADING, NAME = Style(TITLE, 500), Style(TITLE)
CAPTION = -2.7
"""Baseline of a line that says what is seen."""

ABOVE, TALL = 0.12, 0.42
"""From the slope to the foot of a text over it; and the height over the floor that a text on it takes."""


class StepWords:
    """Over the wall, under the clock, and in the row of numbers."""

    def __init__(self, scene: FilmScene, wall: Masonry, clock: BatchClock):
        self.heading = scene.label("heading", LEFT, TITLE_LINE, HEADING, color=INK)
        under = LOWER - (0.09 if clock.by_memory else 0.16)
        self.slowed = scene.label("slowed", wall.left, under, Style(SMALL))
        self.slowed_one = self.slowed
        if scene.value("clock.batch_motion") != scene.value("clock.read_motion"):
            self.slowed_one = scene.label("slowed_one", wall.left, under, Style(SMALL))
        self.each = scene.label("each", LEFT + WALL_WIDTH, TITLE_LINE, align="right")
        after, alone = self.slowed.letters.right + 0.3, scene.width("alone", Style(SMALL))
        self.alone = scene.label("alone", max(clock.alone, after + alone), under, Style(SMALL), align="right")
        self.step = scene.readout("batch.step_time", COLUMNS[0], "step")
        self.rate = scene.readout("batch.rate", COLUMNS[1])
        self.all_users = scene.under("rate", COLUMNS[1])
        self.user = scene.continued("each_user", self.all_users)
        several = scene.value("crowd.drop_users") > 1
        self.many = scene.readout("batch.users", COLUMNS[2], "users_a_drop" if several else "users")
        self.seats_note = scene.label("seats", LEFT, CAPTION, NAME, color=INK)
        self.pages_note = scene.label("pages", LEFT, CAPTION, NAME, color=INK)
        scene.caption(self.seats_note, self.pages_note)
        self.fewer = scene.label("fewer", LEFT, TITLE_LINE, HEADING, color=INK)
        other = "int8" if scene.holds("weights.of_16_bits") else "bf16"
        self.other_rate = scene.readout(f"{other}.rate", COLUMNS[2], "one_user")
        self.other_bytes = scene.readout(f"{other}.bytes_each", COLUMNS[0], "a_weight")
        self.rate_so_far = scene.readout("decode.rate", COLUMNS[1], "with_both" if other == "int8" else "with_one")


class ClimbWords:
    """On the land: its axes and the ridge, where all users are, and how far the point comes in the end.

    `far` is the figure of the intensity at which it stops.
    """

    def __init__(self, scene: FilmScene, land: Land):
        self.scene, self.land = scene, land
        chip = land.chip
        self.title = scene.label("roofline", LEFT, TITLE_LINE, HEADING, color=INK)
        self.axes = [
            scene.label("speed", LEFT, TITLE_LINE - 0.44),
            scene.label("per_byte", scene.frame.right, FLOOR - 0.76, align="right"),
        ]
        self.ridge = scene.label("ridge", chip.x + 0.1, chip.y + 0.28)
        self.far, here, reached = self._far()
        self.here = self._over(here, self.far)
        self.reached = self._on_the_floor(reached, land.plot.x(scene.value(self.far)))
        self.before = self._over("at_batch", "batch.intensity")

    def _far(self) -> tuple[str, str, str]:
        """How far the point climbs in the end: its intensity, the name of the place, and what is written there."""
        holds = self.scene.holds
        if holds("batch.ridge_ahead"):
            return "batch.ridge_intensity", "at_ridge", "reached"
        if holds("batch.many_below_ridge") or holds("batch.past_ridge"):
            return "batch.intensity", "at_batch", "reached_by_all"
        if holds("batch.crossover_fits"):
            return "gpu.ridge", "at_crossover", "reached_ridge"
        if holds("batch.never_at_ridge"):
            return "batch.limit_intensity", "at_any", "reached_never"
        return "batch.most_intensity", "at_most", "reached_most"

    def _over(self, key: str, intensity: str) -> Label:
        """A text over the land: over the slope it ends left of a place.

        Low on the slope, where it would leave the picture, it stands higher, clear of the slope under its end.
        """
        chip = self.land.chip
        x = self.land.plot.x(self.scene.value(intensity))
        if x > chip.x:
            # On the roof it begins at its place, clear of what is written at the ridge.
            left = max(x + ABOVE, self.ridge.letters.right + 0.3)
            left = min(left, self.scene.frame.right - self.scene.width(key))
            return self.scene.label(key, left, chip.y + 0.28)
        right, least = min(x, chip.x) - 0.2, self.scene.frame.left + self.scene.width(key)
        height = chip.height(x) if right >= least else chip.height(least) + ABOVE
        return self.scene.label(key, max(right, least), height + ABOVE, NOTE_STYLE, "right")

    def _on_the_floor(self, key: str, x: float) -> Label:
        """A text in the foot of the land, left of a place; where the slope is too low for it there, right of it."""
        chip, width = self.land.chip, self.scene.width(key)
        if chip.height(x - ABOVE - width) > FLOOR + TALL:
            return self.scene.label(key, x - ABOVE, FLOOR + 0.18, NOTE_STYLE, "right")
        high = chip.foot + TALL / chip.rise
        return self.scene.label(key, max(x + ABOVE, high + ABOVE), FLOOR + 0.18)
