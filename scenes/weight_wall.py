"""Before anything else, a language model is a wall of numbers that the chip has to fetch.

Starts in the dark. The wall is laid brick by brick and lit; beside it the chip, and between them
the only way: a channel as high as the memory's bandwidth. Last, the whole wall is read once, on
the film's slow clock. Ends at rest: the wall lit, the channel empty, the chip waiting.
"""

from __future__ import annotations

from scenes.stage import FilmScene, Stage, beat
from scenes.stage.clock import UPPER, Bar
from scenes.stage.letters import Style
from scenes.stage.theme import AMBER, COLUMNS, INK, LEFT, SMALL, STAGE, TITLE, TITLE_LINE
from scenes.stage.tracks import Move, later

HEADING, STAGE_NUMBER = Style(TITLE, 500), Style(STAGE, 300, -0.02)


class WeightWall(FilmScene):
    """The wall of weights."""

    starts, ends = Stage.DARK, Stage.REST

    def build(self) -> None:
        """The site, its readouts, and the clock's first bar."""
        self.site = self.stage()
        wall, channel = self.site.wall.bricks, self.site.channel
        self.model = self.label("model", LEFT, TITLE_LINE, HEADING, color=INK)
        self.chip = self.continued("chip", self.model, INK)
        self.parameters, self.weights = self.readout("model.parameters", COLUMNS[0]), self.under("weights", COLUMNS[0])
        self.brick = self.continued("brick", self.weights)
        self.bytes, self.each = self.readout("weights.bytes", COLUMNS[1]), self.under("each", COLUMNS[1])
        self.memory = self.continued("memory", self.each)
        self.peak = self.readout("gpu.peak", COLUMNS[2], "operations")
        middle = (wall.right + self.site.sluice.tower.left) / 2
        self.bandwidth = self.stacked("gpu.bandwidth", middle, channel.high + 0.46)
        self.bar = Bar(wall.left, wall.right, UPPER, AMBER, "#3A2B1B")
        self.put(self.bar)
        self.crossing = self.readout("decode.memory_time", wall.right + 0.16, y=UPPER - 0.14, style=STAGE_NUMBER)
        self.slowed = self.label("slowed", LEFT, UPPER - 0.27, Style(SMALL))

    @beat
    def one_model(self) -> None:
        """The parameters rise as a wall; it is complete on the word that counts them."""
        wall = self.site.wall
        self.land(self.model, "model.name")
        self.count_up(self.parameters, "model.parameters", since=0.4)
        self.play(wall.lay(), at=0.4, until=self.said("model.parameters"))
        laid = self.said("model.parameters") + 0.15
        self.play(wall.strike(1.3), self.site.coping.reveal(), at=laid)
        self.play(self.weights.reveal(), at=self.at("weights"))
        self.play(wall.point(), at=self.at("brick"), until=self.end)
        self.land(self.brick, "wall.brick_weights")

    @beat
    def sixteen_gigabytes(self) -> None:
        """The same wall in bytes, and where it stands."""
        self.land(self.each, "weights.bytes_each")
        counted = self.said("weights.bytes_each"), self.said("weights.bytes")
        self.play(self.site.wall.tally(), at=counted[0], until=counted[1])
        self.count_up(self.bytes, "weights.bytes", since=counted[0])
        self.play(self.memory.reveal(), at=self.at("memory"))

    @beat
    def one_chip(self) -> None:
        """The chip: every light is a part of its arithmetic, and none of them works yet."""
        site = self.site
        self.play(site.sluice.reveal(0.8), later(0.2, site.chip.reveal(0.8)), site.chip.wake(), at=0.1)
        self.land(self.chip, "gpu.name")
        self.play(self.site.chip.sweep(), at=self.at("lights"))
        self.land(self.peak, "gpu.peak")
        self.play(self.site.wall.breathe(), at=self.at("memory"), until=self.end)

    @beat(breath=1.4, still="midway")
    def the_channel(self) -> None:
        """The channel is built; then the whole wall goes through it once."""
        self.play(self.site.bed.reveal(0.1), self.site.bed.build(), at=self.at("channel") - 0.4)
        self.land(self.bandwidth, "gpu.bandwidth")
        seconds = self.value("decode.memory_time") * self.value("clock.read_motion")
        start = self.said("decode.memory_time") - seconds
        self.play(self.bar.reveal(0.3), self.slowed.reveal(0.3), at=start - 0.5)
        for begins in (start, self.at("arrived")):
            self.play(*self.once_through(seconds), at=begins)
            self.play(self.site.chip.sweep(0.9), at=begins + seconds)
        self.land(self.crossing, "decode.memory_time")
        self.leave(self.bar)

    def once_through(self, seconds: float) -> tuple[Move, ...]:
        """The whole wall goes through the channel; the bar under it takes as long."""
        return self.site.wall.read(seconds), self.site.threads.run(seconds), self.bar.fill(seconds)
