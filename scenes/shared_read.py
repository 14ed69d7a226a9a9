"""Batching shares the fetch; the cache is what it cannot share.

Starts and ends on the terrain. One read of the wall serves many users: a drop each, all at once. Every
user's own cache is read too, so the step grows a little, and on the roofline the point climbs more
slowly than the number of users. Seats that refill and pages keep that batch full. Half the bytes a
weight make half the wall.
"""

from __future__ import annotations

from scenes.stage import AT_ONCE, FilmScene, Stage, beat
from scenes.stage.batch_clock import BatchClock
from scenes.stage.batch_words import ClimbWords, StepWords
from scenes.stage.columns import Columns
from scenes.stage.crowd import FALL_SECONDS, Crowd
from scenes.stage.narrow import NarrowWall
from scenes.stage.points import Climber
from scenes.stage.terrain import Terrain
from scenes.stage.tracks import smooth

SHORTEST = 0.05
"""Seconds under which a step cannot be seen as one: shorter ones are drawn as long as that."""

OVER = 0.8
"""Seconds in which the terrain gives way to the site, or comes back."""


class SharedRead(FilmScene):
    """Sharing the read."""

    starts, ends = Stage.TERRAIN, Stage.TERRAIN

    def build(self) -> None:
        """Site and terrain, the users with their caches, the clock's bars, the words."""
        self.site = self.stage()
        self.drops = round(self.value("crowd.drops"))
        self.crowd = Crowd(self.drops, self.site.die.top)
        of_brick = self.value("wall.brick_weights") * self.value("weights.bytes_each")
        each = self.value("batch.cache_bytes") / self.drops
        self.columns = Columns(self.site.wall.bricks, self.crowd, each, of_brick)
        self.one = Crowd(1, self.site.die.top)
        halves = self.holds("weights.of_16_bits")
        if halves:
            share = self.value("int8.bytes_each") / self.value("bf16.bytes_each")
            self.narrow = NarrowWall(self.site, self.site.channel, share)
            self.put(*self.narrow.behind, under=self.site.bed, posed=self.narrow.props)
            self.put(*self.narrow.before, posed=[])
        for crowd in (self.crowd, self.one):
            self.put(crowd, crowd.flash, posed=[crowd])
        self.put(self.columns)
        wall = self.site.wall.bricks
        self.bars = BatchClock(self, wall, self.narrow.bricks if halves else None)
        self.terrain = Terrain(self.site, self.value, self.frame)
        self.terrain.put_on(self)
        self.climber = Climber(self.terrain.land, self.value("batch.alone_intensity"))
        self.put(self.climber)
        self.words = StepWords(self, wall, self.bars)
        self.signs = ClimbWords(self, self.terrain.land)

    def step_together(self, start: float) -> None:
        """One step for all: the wall is read, then every cache, and every drop falls."""
        site, step = self.site, self.bars.step
        if not self.bars.by_memory:
            self.play(self.bars.working.fill(step), at=start)
        self.play(
            site.wall.read(self.bars.fetch),
            site.threads.run(self.bars.fetch),
            self.bars.reading.fill(self.bars.fetch),
            at=start,
        )
        self.play(self.bars.caches.fill(0.0), at=start)
        self.play(self.columns.read(self.bars.own), self.bars.caches.fill(self.bars.own), at=start + self.bars.fetch)
        self.play(self.crowd.wait(step).sounding("drop", begins=1.0), at=start)
        self.play(site.chip.spark(), at=start + step + FALL_SECONDS)

    def keep_time(self, start: float, until: float) -> None:
        """Step after step for all of them, as many as there is time for."""
        site, step = self.site, max(self.bars.step, SHORTEST)
        times = int((until - start) / step)
        if times < 1:
            return
        if self.bars.by_memory:
            self.play(
                site.wall.reads(times, step, share=self.bars.fetch / step), site.threads.runs(times, step), at=start
            )
        for number in range(times):
            begins = start + number * step
            if not self.bars.by_memory:
                self.play(site.wall.read(self.bars.fetch), site.threads.run(self.bars.fetch), at=begins)
                self.play(self.bars.working.fill(step), at=begins)
            self.play(self.crowd.wait(max(0.0, step - FALL_SECONDS)), at=begins)
            self.play(self.bars.reading.fill(self.bars.fetch), self.bars.caches.fill(0.0), at=begins)
            self.play(
                self.columns.read(self.bars.own), self.bars.caches.fill(self.bars.own), at=begins + self.bars.fetch
            )
            self.play(site.chip.spark(), at=begins + step)

    # ------------------------------------------------------------------ beats
    @beat(lead=0.5)
    def many_taps(self) -> None:
        """Users join, one, two, four; one front serves them all."""
        self.play(self.terrain.leave(self.site, OVER), at=0.0)
        self.play(self.words.heading.reveal(), at=OVER)
        said = self.said("batch.users")
        self.play(self.crowd.join(self.drops), at=max(OVER, said - 0.9), until=said + 0.5)
        self.land(self.words.many, "batch.users")
        self.play(self.bars.reading.reveal(), self.words.slowed.reveal(), at=self.at("read") - 0.4)
        start = self.at("read")
        self.play(
            self.site.wall.read(self.bars.fetch),
            self.site.threads.run(self.bars.fetch),
            self.bars.reading.fill(self.bars.fetch),
            at=start,
        )
        self.play(self.crowd.wait(self.bars.fetch).sounding("drop", begins=1.0), at=start)
        share = self.value("lights.batch") / self.value("chip.lights")
        self.play(self.site.chip.work(share), at=start + self.bars.fetch + FALL_SECONDS)
        context = self.said("batch.context")
        self.play(self.columns.grow(), at=context - 0.5)
        self.land(self.words.each, "batch.context")

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
        self.play(self.bars.working.reveal(), at=0.0)
        self._step_grows()

    def _step_grows(self) -> None:
        self.play(self.bars.caches.reveal(), at=0.0)
        self.land(self.words.alone, "batch.alone_time")
        self.step_together(max(0.1, self.said("batch.step_time") - self.bars.step))
        self.land(self.words.step, "batch.step_time")
        self.land(self.words.rate, "batch.rate")
        self.play(self.words.all_users.reveal(), at=self.said("batch.rate"))
        self.land(self.words.user, "batch.user_rate")
        self.keep_time(self.said("batch.step_time") + 0.8, self.end - 0.4)

    @beat(claim="batch.limited_by_memory", runs_on=0.8)
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

    @beat(claim="batch.ridge_ahead", runs_on=0.8)
    def the_climb(self) -> None:
        """On the terrain the point climbs as users join, and stays below the ridge."""
        self._climb()
        self._climb_on("batch.ridge_users")
        self.land(self.signs.here, "batch.ridge_users")
        self.land(self.signs.reached, "batch.ridge_intensity")
        self.play(self.signs.ridge.reveal(), self.terrain.plumb.reveal(), at=self.at("below"))

    @the_climb.otherwise(claim="batch.many_below_ridge")
    def many_below(self) -> None:
        """As many users as the ridge, or more, and still below it."""
        self._climb()
        self._climb_to_all()
        self.play(self.signs.ridge.reveal(), self.terrain.plumb.reveal(), at=self.at("below"))

    @the_climb.otherwise(claim="batch.past_ridge")
    def past_the_ridge(self) -> None:
        """So many users that the point is on the roof."""
        self._climb()
        self.play(self.signs.ridge.reveal(), self.terrain.plumb.reveal(), at=self.at("past") - 0.3)
        self._climb_to_all()

    @the_climb.otherwise(claim="batch.crossover_fits")
    def to_the_ridge(self) -> None:
        """With so many users that fit, the point is at the ridge."""
        self._climb()
        self._climb_on("batch.crossover_users")
        self.land(self.signs.here, "batch.crossover_users")
        self.land(self.signs.reached, "gpu.ridge")
        self.play(self.terrain.plumb.reveal(), at=self.said("gpu.ridge"))

    @the_climb.otherwise(claim="batch.never_at_ridge")
    def however_many(self) -> None:
        """So large a cache for each user that no number of them reaches the ridge, whatever the memory holds."""
        self._climb()
        first = max(0.2, min(1.3, self.said("batch.limit_below") - self.at("climbs") - 1.4))
        self.play(self.climber.climb(self.value("batch.intensity"), first, smooth), at=self.at("climbs"))
        self.play(self.signs.before.reveal(), at=self.at("climbs") + first)
        self.play(self.climber.climb(self.value(self.signs.far), 1.0, smooth), at=self.at("many"))
        self.play(self.signs.before.hide(0.3), at=self.at("many") - 0.2)
        self.play(self.signs.here.reveal(), at=self.at("many") + 0.6)
        self.land(self.signs.reached, "batch.limit_below")
        self.play(self.signs.ridge.reveal(), self.terrain.plumb.reveal(), at=self.at("below"))

    @the_climb.otherwise
    def memory_is_full(self) -> None:
        """Memory is full before the ridge is reached."""
        self._climb()
        self._climb_on("batch.most_users")
        self.land(self.signs.here, "batch.most_users")
        self.land(self.signs.reached, "batch.most_intensity")
        self.play(self.signs.ridge.reveal(), self.terrain.plumb.reveal(), at=self.at("before"))

    def _climb_to_all(self) -> None:
        """The point climbs to where all users are."""
        start, there = self.at("climbs"), self.said("batch.intensity")
        self.play(self.climber.climb(self.value("batch.intensity"), 1.4, smooth), at=start, until=there)
        self.land(self.signs.here, "batch.users")
        self.land(self.signs.reached, "batch.intensity")

    def _climb_on(self, users: str) -> None:
        """The point climbs to all users, and on to as many as are said."""
        climbs, start = self.at("climbs"), self.said(users)
        first = max(0.2, min(1.3, start - climbs - 1.4))
        self.play(self.climber.climb(self.value("batch.intensity"), first, smooth), at=climbs)
        self.play(self.signs.before.reveal(), at=climbs + first)
        self.play(self.climber.climb(self.value(self.signs.far), 0.8, smooth), at=start - 0.8)
        self.play(self.signs.before.hide(0.3), at=start - 1.0)

    def _climb(self) -> None:
        old = [self.words.heading, self.words.each, self.words.alone, self.words.all_users, self.words.user]
        heroes = (*self.words.step.parts, *self.words.rate.parts, *self.words.many.parts, self.words.slowed)
        bars = self.bars.reading, self.bars.caches, self.bars.working
        self.play(*(text.hide() for text in (*old, *heroes)), *(bar.hide() for bar in bars), at=0.0)
        self.play(self.terrain.come(OVER), at=0.2)
        others = (*self.terrain.rocks, *self.terrain.rims)
        self.play(*(part.hide(0.5) for part in others), at=0.2 + OVER)
        self.play(
            self.signs.title.reveal(),
            self.climber.reveal(),
            *(text.reveal() for text in self.signs.axes),
            at=0.2 + OVER,
        )

    @beat(runs_on=AT_ONCE)
    def seats(self) -> None:
        """An answer ends, its seat is taken."""
        words = [self.signs.title, self.signs.here, self.signs.reached, self.signs.ridge, *self.signs.axes]
        self.play(*(part.hide(0.4) for part in words), self.terrain.plumb.hide(0.4), self.climber.hide(0.4), at=0.0)
        self.play(self.terrain.leave(self.site, OVER), at=0.2)
        self.play(self.words.heading.reveal(), self.words.slowed.reveal(), at=0.2 + OVER)
        self.play(self.bars.reading.reveal(), self.bars.caches.reveal(), at=0.2 + OVER)
        if not self.bars.by_memory:
            self.play(self.bars.working.reveal(), at=0.2 + OVER)
        self.play(self.words.seats_note.reveal(), at=self.at("answer"))
        self.keep_time(0.4 + OVER, self.end - 0.4)
        self.play(self.crowd.turn_over(), at=self.at("answer") - 0.2, until=self.end)

    @beat(runs_on=0.8)
    def pages(self) -> None:
        """Rooms that stand mostly empty give way to pages."""
        self.play(self.words.seats_note.hide(), at=0.0)
        self.play(self.words.pages_note.reveal(), at=self.at("room"))
        self.play(self.columns.reserve(), at=self.at("room"))
        self.play(self.columns.page(), at=self.at("pages"))
        self.keep_time(0.1, self.end - 0.4)

    @beat(claim="weights.of_16_bits", breath=1.7, still="half")
    def half_the_bytes(self) -> None:
        """Half the wall, the same channel: the front arrives in half the time."""
        narrow = self.narrow
        self._only_one()
        self.land(self.words.other_bytes, "int8.bytes_each")
        seconds = self.value("int8.step_time") * self.value("clock.read_motion")
        start = self.said("int8.rate") - seconds
        self.play(narrow.press(), at=self.at("wide") - 0.9)
        self.play(narrow.read(seconds), at=start)
        self._drop_falls(start, seconds)
        self.land(self.words.other_rate, "int8.rate")
        self.play(self.terrain.come(OVER), at=self.end - OVER)
        self.leave(self.one, self.bars.other, keep=self.terrain.numbers, early=OVER)

    @half_the_bytes.otherwise
    def twice_the_bytes(self) -> None:
        """Where a weight has one byte already: with two the wall would be twice as wide, and the read twice as long."""
        self._only_one()
        self.land(self.words.other_bytes, "bf16.bytes_each")
        seconds = self.value("bf16.step_time") * self.value("clock.read_motion")
        start = self.said("bf16.rate") - seconds
        self.play(self.bars.ghost.reveal(0.5), at=self.at("wide") - 0.3)
        self.play(self.site.wall.read(seconds / 2), self.site.threads.run(seconds / 2), at=start + seconds / 2)
        self._drop_falls(start, seconds)
        self.land(self.words.other_rate, "bf16.rate")
        self.play(self.terrain.come(OVER), at=self.end - OVER)
        self.leave(self.one, self.bars.other, self.bars.ghost, keep=self.terrain.numbers, early=OVER)

    def _only_one(self) -> None:
        gone = [self.columns, self.crowd, self.bars.reading, self.bars.caches, self.bars.working]
        words = self.words.pages_note, self.words.heading, self.words.slowed
        self.play(*(part.hide() for part in (*gone, *words)), self.site.chip.work(0.0), at=0.0)
        self.play(self.words.fewer.reveal(), self.one.join(1), self.words.rate_so_far.reveal(), at=0.4)

    def _drop_falls(self, start: float, seconds: float) -> None:
        """The bar of the other precision fills; then one drop falls."""
        self.play(self.bars.other.reveal(), self.words.slowed_one.reveal(), at=start - 0.4)
        self.play(self.bars.other.fill(seconds), at=start)
        self.play(self.one.wait(seconds).sounding("drop", begins=1.0), at=start)
