"""Batching shares the fetch; the cache is what it cannot share.

Starts and ends on the terrain. One read of the wall serves many users: a drop each, all at once. Every
user's own cache is read too, so the step grows a little, and on the roofline the point climbs more
slowly than the number of users. Seats that refill and pages keep that batch full. Half the bytes a
weight make half the wall.
"""

from __future__ import annotations

from scenes.stage import FilmScene, Stage, beat
from scenes.stage.clock import LOWER, UPPER, Bar
from scenes.stage.columns import Columns
from scenes.stage.crowd import FALL_SECONDS, Crowd
from scenes.stage.letters import Style
from scenes.stage.narrow import NarrowWall
from scenes.stage.plot import FLOOR
from scenes.stage.points import Climber
from scenes.stage.terrain import Terrain
from scenes.stage.theme import AMBER, COLUMNS, INK, LEFT, RIGHT, SMALL, TITLE, TITLE_LINE, VIOLET
from scenes.stage.tracks import smooth

HEADING, NAME = Style(TITLE, 500), Style(TITLE)
CAPTION = -2.7
"""Baseline of a line that says what is seen."""
OVER = 0.8
"""Seconds in which the terrain gives way to the site, or comes back."""


class SharedRead(FilmScene):
    """Sharing the read."""

    starts, ends = Stage.TERRAIN, Stage.TERRAIN

    def build(self) -> None:
        """Site and terrain, the users with their caches, the clock, the words."""
        self.site = self.stage()
        self.users = round(self.value("batch.users"))
        slow = self.value("clock.slow_motion")
        self.fetch = self.value("decode.step_time") * slow
        self.own = (self.value("batch.step_time") - self.value("decode.step_time")) * slow
        self.crowd = Crowd(self.users, self.site.die.top)
        of_brick = self.value("wall.brick_weights") * self.value("weights.bytes_each")
        each = self.value("batch.context") * self.value("kv.bytes_per_token")
        self.columns = Columns(self.site.wall.bricks, self.crowd, each, of_brick)
        self.one = Crowd(1, self.site.die.top)
        share = self.value("int8.bytes_each") / self.value("bf16.bytes_each")
        self.narrow = NarrowWall(self.site, self.site.channel, share)
        self.put(*self.narrow.behind, under=self.site.bed, posed=self.narrow.props)
        self.put(*self.narrow.before, posed=[])
        for crowd in (self.crowd, self.one):
            self.put(crowd, crowd.flash, posed=[crowd])
        self.put(self.columns)
        self._clock()
        self.terrain = Terrain(self.site, self.value)
        self.terrain.put_on(self)
        self.climber = Climber(self.terrain.land, self.value("decode.intensity"))
        self.put(self.climber)
        self._words()

    def _clock(self) -> None:
        wall = self.site.wall.bricks
        self.reading = Bar(wall.left, wall.right, UPPER, AMBER, "#3A2B1B")
        tip = wall.right + wall.width * self.own / self.fetch
        self.caches = Bar(wall.right + 0.012, tip, UPPER, VIOLET, "#241B3F")
        narrow = self.narrow.bricks
        self.short = Bar(narrow.left, narrow.right, UPPER, AMBER, "#3A2B1B")
        self.put(self.reading, self.caches, self.short)

    def _words(self) -> None:
        wall, plot = self.site.wall.bricks, self.terrain.land.plot
        self.heading = self.label("heading", LEFT, TITLE_LINE, HEADING, color=INK)
        self.slowed = self.label("slowed", wall.left, LOWER - 0.09, Style(SMALL))
        self.each = self.label("each", wall.right, TITLE_LINE, align="right")
        self.alone = self.label("alone", wall.right, LOWER - 0.09, Style(SMALL), align="right")
        self.step = self.readout("batch.step_time", COLUMNS[0], "step")
        self.rate = self.readout("batch.rate", COLUMNS[1])
        self.all_users = self.under("rate", COLUMNS[1])
        self.user = self.continued("each_user", self.all_users)
        self.many = self.readout("batch.users", COLUMNS[2], "users")
        self.seats_note = self.label("seats", LEFT, CAPTION, NAME, color=INK)
        self.pages_note = self.label("pages", LEFT, CAPTION, NAME, color=INK)
        self.fewer = self.label("fewer", LEFT, TITLE_LINE, HEADING, color=INK)
        self.half_rate = self.readout("int8.rate", COLUMNS[2], "one_user")
        self.half = self.readout("int8.bytes_each", COLUMNS[0], "a_weight")
        self.before_half = self.readout("decode.rate", COLUMNS[1], "with_both")
        chip = self.terrain.land.chip
        self.title = self.label("roofline", LEFT, TITLE_LINE, HEADING, color=INK)
        self.axes = [
            self.label("speed", LEFT, TITLE_LINE - 0.44),
            self.label("per_byte", RIGHT, FLOOR - 0.76, align="right"),
        ]
        self.ridge = self.label("ridge", chip.x + 0.1, chip.y + 0.28)
        x = plot.x(self.value("batch.ridge_intensity"))
        self.here = self.label("at_ridge", x - 0.2, chip.height(x) + 0.12, align="right")
        self.reached = self.label("reached", x - 0.12, FLOOR + 0.18, align="right")
        x = plot.x(self.value("batch.intensity"))
        self.before = self.label("at_batch", x - 0.2, chip.height(x) + 0.12, align="right")

    def step_together(self, start: float) -> None:
        """One step for all: the wall is read, then every cache, and every drop falls."""
        site, step = self.site, self.fetch + self.own
        self.play(site.wall.read(self.fetch), site.threads.run(self.fetch), self.reading.fill(self.fetch), at=start)
        self.play(self.caches.fill(0.0), at=start)
        self.play(self.columns.read(self.own), self.caches.fill(self.own), at=start + self.fetch)
        self.play(self.crowd.wait(step).sounding("drop", begins=1.0), at=start)
        self.play(site.chip.spark(), at=start + step + FALL_SECONDS)

    def keep_time(self, start: float, until: float) -> None:
        """Step after step for all of them, as many as there is time for."""
        site, step = self.site, self.fetch + self.own
        times = int((until - start) / step)
        if times < 1:
            return
        self.play(site.wall.reads(times, step), site.threads.runs(times, step), at=start)
        for number in range(times):
            begins = start + number * step
            self.play(self.crowd.wait(step - FALL_SECONDS), at=begins)
            self.play(self.reading.fill(self.fetch), self.caches.fill(0.0), at=begins)
            self.play(self.columns.read(self.own), self.caches.fill(self.own), at=begins + self.fetch)
            self.play(site.chip.spark(), at=begins + step)

    # ------------------------------------------------------------------ beats
    @beat
    def many_taps(self) -> None:
        """Users join, one, two, four; one front serves them all."""
        self.play(self.terrain.leave(self.site, OVER), at=0.0)
        self.play(self.heading.reveal(), at=OVER)
        said = self.said("batch.users")
        self.play(self.crowd.join(self.users), at=max(OVER, said - 0.9), until=said + 0.5)
        self.land(self.many, "batch.users")
        self.play(self.reading.reveal(), self.slowed.reveal(), at=self.at("read") - 0.4)
        start = self.at("read")
        self.play(
            self.site.wall.read(self.fetch),
            self.site.threads.run(self.fetch),
            self.reading.fill(self.fetch),
            at=start,
        )
        self.play(self.crowd.wait(self.fetch).sounding("drop", begins=1.0), at=start)
        share = self.value("lights.batch") / self.value("chip.lights")
        self.play(self.site.chip.work(share), at=start + self.fetch + FALL_SECONDS)
        context = self.said("batch.context")
        self.play(self.columns.grow(), at=context - 0.5)
        self.land(self.each, "batch.context")

    @beat
    def the_step_grows(self) -> None:
        """The read takes as long as ever; behind it the caches add a violet tip."""
        self.play(self.caches.reveal(), at=0.0)
        self.land(self.alone, "decode.step_time")
        self.step_together(self.said("batch.step_time") - self.fetch - self.own)
        self.land(self.step, "batch.step_time")
        self.land(self.rate, "batch.rate")
        self.play(self.all_users.reveal(), at=self.said("batch.rate"))
        self.land(self.user, "batch.user_rate")
        self.keep_time(self.said("batch.step_time") + 0.8, self.end - 0.4)

    @beat
    def each_own_cache(self) -> None:
        """Column after column: each is somebody's own, and each is read."""
        self.play(self.columns.tell_apart(), at=self.at("own"))
        self.keep_time(0.3, self.end - 0.4)

    @beat
    def the_climb(self) -> None:
        """On the terrain the point climbs as users join, and stays below the ridge."""
        old = [self.heading, self.each, self.alone, self.all_users, self.user]
        heroes = (*self.step.parts, *self.rate.parts, *self.many.parts, self.slowed)
        self.play(*(text.hide() for text in (*old, *heroes)), self.reading.hide(), self.caches.hide(), at=0.0)
        self.play(self.terrain.come(OVER), at=0.2)
        others = (*self.terrain.rocks, *self.terrain.rims)
        self.play(*(part.hide(0.5) for part in others), at=0.2 + OVER)
        self.play(self.title.reveal(), self.climber.reveal(), *(text.reveal() for text in self.axes), at=0.2 + OVER)
        climbs, ridge = self.at("climbs"), self.said("batch.ridge_intensity")
        self.play(self.climber.climb(self.value("batch.intensity"), 1.4, smooth), at=climbs)
        self.play(self.before.reveal(), at=climbs + 1.4)
        start = self.said("batch.ridge_users")
        self.play(self.climber.climb(self.value("batch.ridge_intensity"), 1.0, smooth), at=start, until=ridge)
        self.play(self.before.hide(), at=start)
        self.land(self.here, "batch.ridge_users")
        self.land(self.reached, "batch.ridge_intensity")
        self.play(self.ridge.reveal(), self.terrain.plumb.reveal(), at=self.at("below"))

    @beat
    def seats(self) -> None:
        """An answer ends, its seat is taken."""
        words = [self.title, self.here, self.reached, self.ridge, *self.axes]
        self.play(*(part.hide(0.4) for part in words), self.terrain.plumb.hide(0.4), self.climber.hide(0.4), at=0.0)
        self.play(self.terrain.leave(self.site, OVER), at=0.2)
        self.play(self.heading.reveal(), self.slowed.reveal(), at=0.2 + OVER)
        self.play(self.reading.reveal(), self.caches.reveal(), at=0.2 + OVER)
        self.play(self.seats_note.reveal(), at=self.at("answer"))
        self.keep_time(0.4 + OVER, self.end - 0.4)
        self.play(self.crowd.turn_over(), at=self.at("answer") - 0.2, until=self.end)

    @beat
    def pages(self) -> None:
        """Rooms that stand mostly empty give way to pages."""
        self.play(self.seats_note.hide(), at=0.0)
        self.play(self.pages_note.reveal(), at=self.at("room"))
        self.play(self.columns.reserve(), at=self.at("room"))
        self.play(self.columns.page(), at=self.at("pages"))
        self.keep_time(0.1, self.end - 0.4)

    @beat(breath=2.0, still="half")
    def half_the_bytes(self) -> None:
        """Half the wall, the same channel: the front arrives in half the time."""
        site, narrow = self.site, self.narrow
        gone = self.columns, self.crowd, self.reading, self.caches, self.pages_note, self.heading, self.slowed
        self.play(*(part.hide() for part in gone), site.chip.work(0.0), at=0.0)
        self.play(self.fewer.reveal(), self.one.join(1), self.before_half.reveal(), at=0.4)
        self.land(self.half, "int8.bytes_each")
        seconds = self.value("int8.step_time") * self.value("clock.slow_motion")
        start = self.said("int8.rate") - seconds
        self.play(narrow.press(), at=self.at("wide") - 0.9)
        self.play(self.short.reveal(), self.slowed.reveal(), at=start - 0.4)
        self.play(narrow.read(seconds), self.short.fill(seconds), at=start)
        self.play(self.one.wait(seconds).sounding("drop", begins=1.0), at=start)
        self.land(self.half_rate, "int8.rate")
        self.play(self.terrain.come(OVER), at=self.end - OVER)
        self.leave(self.one, self.short, keep=self.terrain.numbers, early=OVER)
