"""Flood and tap on one clock.

Above, the time in which the prompt is read, and a dot for each of its tokens; below, what the tap writes in that time,
step after step: a drop for each token, or for several where they are many.
"""

from __future__ import annotations

from scenes.stage.camera import Box
from scenes.stage.clock import LOWER, THICKNESS, UPPER, Bar, Turns
from scenes.stage.geometry import Masonry
from scenes.stage.scene import FilmScene
from scenes.stage.tally import Dots, Marks
from scenes.stage.tapping import Tapping
from scenes.stage.theme import AMBER, VIOLET

BED = "#3A2B1B"

LEAST_READ = 0.05
"""Seconds on screen under which a part of a read is not shown."""


class OneClock:
    """`count` drops, each of `drop_tokens` tokens, set down while a prompt of `tokens` tokens is read.

    `above` and `below` are the bars that stand already: coral, and amber. Where the prompt is limited by memory, or the
    cache counts, bars of other colours take their places. `told` is the figure of the tokens that are written.
    """

    def __init__(self, scene: FilmScene, wall: Masonry, tokens: int, above: Bar, below: Bar):
        self.scene, self.wall, self.above, self.below = scene, wall, above, below
        self.by_arithmetic = scene.holds("prefill.limited_by_arithmetic")
        self.reads_cache = scene.holds("cache.counts_here")
        kind = "cached_" if self.reads_cache else ""
        self.told = f"prefill.{kind}written"
        self.drop_tokens = scene.value("clock.drop_tokens")
        whole, step = scene.value("prefill.time"), scene.value(f"decode.{kind}step_time") * self.drop_tokens
        # As it is told: 6.99 are seven; of 1.5 one is complete, and the next is half read.
        self.count = int(scene.value(self.told) / self.drop_tokens)
        self.span = max(whole / step, float(self.count))
        slow = scene.value("clock.slow_motion")
        self.flood, self.step, self.each = whole * slow, step * slow, wall.width * step / whole
        self.of_wall = scene.value("decode.step_time") / scene.value(f"decode.{kind}step_time")
        self._build(tokens)

    def _build(self, tokens: int) -> None:
        left, right = self.wall.left, self.wall.right
        self.flood_time = Bar(left, right, UPPER, AMBER, BED)
        self.turns = Turns(left, self.end, LOWER, (AMBER, VIOLET, BED), self.each, self.of_wall)
        band: Box = (left, UPPER + THICKNESS + 0.03, right, UPPER + 0.32)
        self.flooded = Dots(tokens, band)
        places = [(left + self.each * (number + 1), LOWER + 0.035) for number in range(self.count)]
        self.tapped = Marks(places, 0.05)
        self.parts = self.flood_time, self.turns, self.flooded, self.tapped
        self.scene.put(*self.parts)

    @property
    def end(self) -> float:
        """Where the lower bar ends."""
        return self.wall.left + self.each * self.span

    def lay_out(self) -> None:
        """Empty the bars, and give both their lengths."""
        play = self.scene.play
        play(self.above.empty(), self.below.empty(), at=0.1)
        play(self.above.reach_to(self.wall.right), self.below.reach_to(self.end), at=0.3)
        if not self.by_arithmetic:
            play(self.above.hide(), at=0.1)
            play(self.flood_time.reveal(), at=0.5)
        if self.reads_cache:
            play(self.below.hide(), at=0.1)
            play(self.turns.reveal(), at=0.5)

    def run(self, tapping: Tapping, start: float) -> None:
        """Read the prompt, and write, from a moment of the beat on."""
        play = self.scene.play
        above = self.above if self.by_arithmetic else self.flood_time
        below = self.turns if self.reads_cache else self.below
        play(above.fill(self.flood), self.flooded.fill(self.flood), at=start)
        play(below.fill(self.span * self.step), at=start)
        one_by_one = self.drop_tokens == 1
        play(tapping.many(self.count, last=True, step=self.step, share=self.of_wall, words=one_by_one), at=start)
        rest = self.span - self.count
        if rest * self.step > LEAST_READ:
            # What the flood's time leaves of a read that is not done.
            read = tapping.site.wall.read(min(rest, self.of_wall) * self.step, until=min(1.0, rest / self.of_wall))
            play(read, at=start + self.count * self.step)
        for number in range(self.count):
            play(self.tapped.set_down(), at=start + (number + 1) * self.step)
