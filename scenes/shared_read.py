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
from scenes.stage.geometry import WALL_WIDTH
from scenes.stage.ghost import outlined
from scenes.stage.letters import Style
from scenes.stage.narrow import NarrowWall
from scenes.stage.plot import FLOOR
from scenes.stage.points import Climber
from scenes.stage.terrain import Terrain
from scenes.stage.theme import AMBER, COLUMNS, CORAL, GROUND, INK, LEFT, RIGHT, SMALL, TITLE, TITLE_LINE, VIOLET
from scenes.stage.tracks import smooth

HEADING, NAME = Style(TITLE, 500), Style(TITLE)
CAPTION = -2.7
"""Baseline of a line that says what is seen."""
SHORTEST = 0.05
"""Seconds under which a step cannot be seen as one: shorter ones are drawn as long as that."""

OVER = 0.8
"""Seconds in which the terrain gives way to the site, or comes back."""


class SharedRead(FilmScene):
    """Sharing the read."""

    starts, ends = Stage.TERRAIN, Stage.TERRAIN

    def build(self) -> None:
        """Site and terrain, the users with their caches, the clock, the words."""
        self.site = self.stage()
        self.users = round(self.value("batch.users"))
        slow = self.value("clock.read_motion")
        self.fetch = self.value("decode.step_time") * slow
        self.own = (self.value("batch.memory_time") - self.value("decode.step_time")) * slow
        self.step_seconds = self.value("batch.step_time") * slow
        self.by_memory = self.holds("batch.limited_by_memory")
        self.crowd = Crowd(self.users, self.site.die.top)
        of_brick = self.value("wall.brick_weights") * self.value("weights.bytes_each")
        each = self.value("batch.context") * self.value("kv.bytes_per_token")
        self.columns = Columns(self.site.wall.bricks, self.crowd, each, of_brick)
        self.one = Crowd(1, self.site.die.top)
        if self.holds("weights.of_16_bits"):
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
        # A read as long as the wall is wide, and shorter where a step for all would leave the picture.
        unit = min(wall.width / self.fetch, (RIGHT - LEFT) / max(self.step_seconds, self.fetch + self.own))
        read = LEFT + unit * self.fetch
        self.reading = Bar(LEFT, read, UPPER, AMBER, "#3A2B1B")
        self.caches = Bar(read + 0.012, read + unit * self.own, UPPER, VIOLET, "#241B3F")
        self.working = Bar(LEFT, LEFT + unit * self.step_seconds, UPPER - 0.115, CORAL, "#34141F")
        if self.holds("weights.of_16_bits"):
            left, right = self.narrow.bricks.left, self.narrow.bricks.right
        else:
            left, right = wall.left, wall.left + 2 * wall.width
            self.ghost = outlined((left, GROUND, right, wall.crest))
            self.put(self.ghost)
        self.other = Bar(left, right, UPPER, AMBER, "#3A2B1B")
        self.put(self.reading, self.caches, self.working, self.other)

    def _words(self) -> None:
        wall, plot = self.site.wall.bricks, self.terrain.land.plot
        self.heading = self.label("heading", LEFT, TITLE_LINE, HEADING, color=INK)
        under = LOWER - (0.09 if self.by_memory else 0.16)
        self.slowed = self.label("slowed", wall.left, under, Style(SMALL))
        self.each = self.label("each", LEFT + WALL_WIDTH, TITLE_LINE, align="right")
        after = self.slowed.letters.right + 0.3
        self.alone = self.label("alone", max(self.reading.right, after + 3.0), under, Style(SMALL), align="right")
        self.step = self.readout("batch.step_time", COLUMNS[0], "step")
        self.rate = self.readout("batch.rate", COLUMNS[1])
        self.all_users = self.under("rate", COLUMNS[1])
        self.user = self.continued("each_user", self.all_users)
        self.many = self.readout("batch.users", COLUMNS[2], "users")
        self.seats_note = self.label("seats", LEFT, CAPTION, NAME, color=INK)
        self.pages_note = self.label("pages", LEFT, CAPTION, NAME, color=INK)
        self.fewer = self.label("fewer", LEFT, TITLE_LINE, HEADING, color=INK)
        other = "int8" if self.holds("weights.of_16_bits") else "bf16"
        self.other_rate = self.readout(f"{other}.rate", COLUMNS[2], "one_user")
        self.other_bytes = self.readout(f"{other}.bytes_each", COLUMNS[0], "a_weight")
        self.rate_so_far = self.readout("decode.rate", COLUMNS[1], "with_both" if other == "int8" else "with_one")
        chip = self.terrain.land.chip
        self.title = self.label("roofline", LEFT, TITLE_LINE, HEADING, color=INK)
        self.axes = [
            self.label("speed", LEFT, TITLE_LINE - 0.44),
            self.label("per_byte", RIGHT, FLOOR - 0.76, align="right"),
        ]
        self.ridge = self.label("ridge", chip.x + 0.1, chip.y + 0.28)
        self.far, key, reached = self._far()
        x = plot.x(self.value(self.far))
        self.here = self.label(key, min(x, chip.x) - 0.2, chip.height(x) + 0.12, align="right")
        self.reached = self.label(reached, x - 0.12, FLOOR + 0.18, align="right")
        x = min(plot.x(self.value("batch.intensity")), chip.x)
        self.before = self.label("at_batch", x - 0.2, chip.height(x) + 0.12, align="right")

    def _far(self) -> tuple[str, str, str]:
        """How far the point climbs in the end: its intensity, the name of the place, and what is written there."""
        if self.holds("batch.ridge_ahead"):
            return "batch.ridge_intensity", "at_ridge", "reached"
        if self.holds("batch.many_below_ridge") or self.holds("batch.past_ridge"):
            return "batch.intensity", "at_batch", "reached_by_all"
        if self.holds("batch.crossover_fits"):
            return "gpu.ridge", "at_crossover", "reached_ridge"
        return "batch.most_intensity", "at_most", "reached_most"

    def step_together(self, start: float) -> None:
        """One step for all: the wall is read, then every cache, and every drop falls."""
        site, step = self.site, self.step_seconds
        if not self.by_memory:
            self.play(self.working.fill(step), at=start)
        self.play(site.wall.read(self.fetch), site.threads.run(self.fetch), self.reading.fill(self.fetch), at=start)
        self.play(self.caches.fill(0.0), at=start)
        self.play(self.columns.read(self.own), self.caches.fill(self.own), at=start + self.fetch)
        self.play(self.crowd.wait(step).sounding("drop", begins=1.0), at=start)
        self.play(site.chip.spark(), at=start + step + FALL_SECONDS)

    def keep_time(self, start: float, until: float) -> None:
        """Step after step for all of them, as many as there is time for."""
        site, step = self.site, max(self.step_seconds, SHORTEST)
        times = int((until - start) / step)
        if times < 1:
            return
        if self.by_memory:
            self.play(site.wall.reads(times, step, share=self.fetch / step), site.threads.runs(times, step), at=start)
        for number in range(times):
            begins = start + number * step
            if not self.by_memory:
                self.play(site.wall.read(self.fetch), site.threads.run(self.fetch), at=begins)
                self.play(self.working.fill(step), at=begins)
            self.play(self.crowd.wait(max(0.0, step - FALL_SECONDS)), at=begins)
            self.play(self.reading.fill(self.fetch), self.caches.fill(0.0), at=begins)
            self.play(self.columns.read(self.own), self.caches.fill(self.own), at=begins + self.fetch)
            self.play(site.chip.spark(), at=begins + step)

    # ------------------------------------------------------------------ beats
    @beat(lead=0.5)
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

    @beat(claim="batch.shares_the_step")
    def the_step_grows(self) -> None:
        """The read takes as long as ever; behind it the caches add a violet tip."""
        self._step_grows()

    @the_step_grows.otherwise(claim="batch.limited_by_memory")
    def much_longer(self) -> None:
        """The same where the caches are so much to read that each user notices."""
        self._step_grows()

    @the_step_grows.otherwise
    def limited_by_arithmetic(self) -> None:
        """So many users that the arithmetic takes longest: a red bar goes on when all is read."""
        self.play(self.working.reveal(), at=0.0)
        self._step_grows()

    def _step_grows(self) -> None:
        self.play(self.caches.reveal(), at=0.0)
        self.land(self.alone, "decode.step_time")
        self.step_together(max(0.1, self.said("batch.step_time") - self.step_seconds))
        self.land(self.step, "batch.step_time")
        self.land(self.rate, "batch.rate")
        self.play(self.all_users.reveal(), at=self.said("batch.rate"))
        self.land(self.user, "batch.user_rate")
        self.keep_time(self.said("batch.step_time") + 0.8, self.end - 0.4)

    @beat(claim="batch.limited_by_memory")
    def each_own_cache(self) -> None:
        """Column after column: each is somebody's own, and each is read."""
        self._own_caches()

    @each_own_cache.otherwise
    def caches_too(self) -> None:
        """The same where it is not the caches that make the step longer."""
        self._own_caches()

    def _own_caches(self) -> None:
        self.play(self.columns.tell_apart(), at=self.at("own"))
        self.keep_time(0.3, self.end - 0.4)

    @beat(claim="batch.ridge_ahead")
    def the_climb(self) -> None:
        """On the terrain the point climbs as users join, and stays below the ridge."""
        self._climb()
        self._climb_on("batch.ridge_users")
        self.land(self.here, "batch.ridge_users")
        self.land(self.reached, "batch.ridge_intensity")
        self.play(self.ridge.reveal(), self.terrain.plumb.reveal(), at=self.at("below"))

    @the_climb.otherwise(claim="batch.many_below_ridge")
    def many_below(self) -> None:
        """As many users as the ridge, or more, and still below it."""
        self._climb()
        self._climb_to_all()
        self.play(self.ridge.reveal(), self.terrain.plumb.reveal(), at=self.at("below"))

    @the_climb.otherwise(claim="batch.past_ridge")
    def past_the_ridge(self) -> None:
        """So many users that the point is on the roof."""
        self._climb()
        self.play(self.ridge.reveal(), self.terrain.plumb.reveal(), at=self.at("past") - 0.3)
        self._climb_to_all()

    @the_climb.otherwise(claim="batch.crossover_fits")
    def to_the_ridge(self) -> None:
        """With so many users that fit, the point is at the ridge."""
        self._climb()
        self._climb_on("batch.crossover_users")
        self.land(self.here, "batch.crossover_users")
        self.land(self.reached, "gpu.ridge")
        self.play(self.terrain.plumb.reveal(), at=self.said("gpu.ridge"))

    @the_climb.otherwise
    def memory_is_full(self) -> None:
        """Memory is full before the ridge is reached."""
        self._climb()
        self._climb_on("batch.most_users")
        self.land(self.here, "batch.most_users")
        self.land(self.reached, "batch.most_intensity")
        self.play(self.ridge.reveal(), self.terrain.plumb.reveal(), at=self.at("before"))

    def _climb_to_all(self) -> None:
        """The point climbs to where all users are."""
        start, there = self.at("climbs"), self.said("batch.intensity")
        self.play(self.climber.climb(self.value("batch.intensity"), 1.4, smooth), at=start, until=there)
        self.land(self.here, "batch.users")
        self.land(self.reached, "batch.intensity")

    def _climb_on(self, users: str) -> None:
        """The point climbs to all users, and on to as many as are said."""
        climbs, start = self.at("climbs"), self.said(users)
        first = max(0.2, min(1.3, start - climbs - 1.4))
        self.play(self.climber.climb(self.value("batch.intensity"), first, smooth), at=climbs)
        self.play(self.before.reveal(), at=climbs + first)
        self.play(self.climber.climb(self.value(self.far), 0.8, smooth), at=start - 0.8)
        self.play(self.before.hide(0.3), at=start - 1.0)

    def _climb(self) -> None:
        old = [self.heading, self.each, self.alone, self.all_users, self.user]
        heroes = (*self.step.parts, *self.rate.parts, *self.many.parts, self.slowed)
        bars = self.reading, self.caches, self.working
        self.play(*(text.hide() for text in (*old, *heroes)), *(bar.hide() for bar in bars), at=0.0)
        self.play(self.terrain.come(OVER), at=0.2)
        others = (*self.terrain.rocks, *self.terrain.rims)
        self.play(*(part.hide(0.5) for part in others), at=0.2 + OVER)
        self.play(self.title.reveal(), self.climber.reveal(), *(text.reveal() for text in self.axes), at=0.2 + OVER)

    @beat
    def seats(self) -> None:
        """An answer ends, its seat is taken."""
        words = [self.title, self.here, self.reached, self.ridge, *self.axes]
        self.play(*(part.hide(0.4) for part in words), self.terrain.plumb.hide(0.4), self.climber.hide(0.4), at=0.0)
        self.play(self.terrain.leave(self.site, OVER), at=0.2)
        self.play(self.heading.reveal(), self.slowed.reveal(), at=0.2 + OVER)
        self.play(self.reading.reveal(), self.caches.reveal(), at=0.2 + OVER)
        if not self.by_memory:
            self.play(self.working.reveal(), at=0.2 + OVER)
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

    @beat(claim="weights.of_16_bits", breath=1.7, still="half")
    def half_the_bytes(self) -> None:
        """Half the wall, the same channel: the front arrives in half the time."""
        narrow = self.narrow
        self._only_one()
        self.land(self.other_bytes, "int8.bytes_each")
        seconds = self.value("int8.step_time") * self.value("clock.read_motion")
        start = self.said("int8.rate") - seconds
        self.play(narrow.press(), at=self.at("wide") - 0.9)
        self.play(narrow.read(seconds), at=start)
        self._drop_falls(start, seconds)
        self.land(self.other_rate, "int8.rate")
        self.play(self.terrain.come(OVER), at=self.end - OVER)
        self.leave(self.one, self.other, keep=self.terrain.numbers, early=OVER)

    @half_the_bytes.otherwise
    def twice_the_bytes(self) -> None:
        """Where a weight has one byte already: with two the wall would be twice as wide, and the read twice as long."""
        self._only_one()
        self.land(self.other_bytes, "bf16.bytes_each")
        seconds = self.value("bf16.step_time") * self.value("clock.read_motion")
        start = self.said("bf16.rate") - seconds
        self.play(self.ghost.reveal(0.5), at=self.at("wide") - 0.3)
        self.play(self.site.wall.read(seconds / 2), self.site.threads.run(seconds / 2), at=start + seconds / 2)
        self._drop_falls(start, seconds)
        self.land(self.other_rate, "bf16.rate")
        self.play(self.terrain.come(OVER), at=self.end - OVER)
        self.leave(self.one, self.other, self.ghost, keep=self.terrain.numbers, early=OVER)

    def _only_one(self) -> None:
        gone = [self.columns, self.crowd, self.reading, self.caches, self.working]
        words = self.pages_note, self.heading, self.slowed
        self.play(*(part.hide() for part in (*gone, *words)), self.site.chip.work(0.0), at=0.0)
        self.play(self.fewer.reveal(), self.one.join(1), self.rate_so_far.reveal(), at=0.4)

    def _drop_falls(self, start: float, seconds: float) -> None:
        """The bar of the other precision fills; then one drop falls."""
        self.play(self.other.reveal(), self.slowed.reveal(), at=start - 0.4)
        self.play(self.other.fill(seconds), at=start)
        self.play(self.one.wait(seconds).sounding("drop", begins=1.0), at=start)
