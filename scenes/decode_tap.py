"""Decode writes one token at a time, and each one fetches the whole wall again.

Starts and ends at rest. The leaf falls and becomes a tap; the token that comes out of the chip goes
back to it and is the next drop. For every drop the read crosses the whole wall: the channel is full,
one light is on. On one clock, reading the prompt costs as much as writing a handful of tokens.
"""

from __future__ import annotations

from scenes.stage import FilmScene, Stage, beat
from scenes.stage.answer import LINE, Answer
from scenes.stage.cache import DIM, Cache
from scenes.stage.clock import LOWER, UPPER, Bar
from scenes.stage.flood import Flood
from scenes.stage.folio import Folio
from scenes.stage.labels import Label
from scenes.stage.letters import Style
from scenes.stage.one_clock import OneClock
from scenes.stage.sluice import FALL_SECONDS as LEAF_FALLS
from scenes.stage.tapping import DRIP, Tapping
from scenes.stage.theme import AMBER, COLUMNS, CORAL, HERO_LINE, INK, LEFT, SMALL, TITLE, TITLE_LINE
from scenes.stage.tokens import Prompt

HEADING, SMALL_STYLE = Style(TITLE, 500), Style(SMALL)
ASIDE = 0.14
"""Between the end of a bar and what is said of it."""

QUIET = 0.68
"""Light of a wall that is not what is being looked at."""

WIDE_ENOUGH = 5.0
"""Width of a wall over which two texts find room beside the title."""

DARK = 0.5
"""Light of the wall between two reads."""


REST = 0.7
"""Seconds after a step in which the drop that hangs anew, and the light of the last, come to rest."""


class DecodeTap(FilmScene):
    """One token at a time."""

    starts, ends = Stage.REST, Stage.REST

    def build(self) -> None:
        """The site, water and tap, the answer's line, the clock, the cache, the page."""
        self.site = self.stage()
        site, wall = self.site, self.site.wall.bricks
        self.step = self.value("decode.step_time") * self.value("clock.read_motion")
        self.flood = Flood(site.sluice, site.chip, int(self.value("prompt.tokens")))
        self.put(*self.flood.behind, under=site.sluice.leaf, posed=[self.flood])
        self.put(*self.flood.before, posed=[])
        of_brick = self.value("wall.brick_weights") * self.value("weights.bytes_each")
        self.cache = Cache(wall, site.channel, self.value("kv.prompt_bytes"), of_brick, site.laps)
        self.answer = Answer(self.screen("answer"), COLUMNS[2], site.die.box[2])
        self.written += self.answer.words
        self.tapping = Tapping(site, self.answer, COLUMNS[2], self.step)
        self.put(self.cache, self.answer)
        self.tapping.put_on(self)
        self._build_clock()
        self._build_texts()

    def _build_clock(self) -> None:
        wall = self.site.wall.bricks
        self.arithmetic = Bar(wall.left, wall.right, UPPER, CORAL, "#34141F")
        self.fetching = Bar(wall.left, wall.right, LOWER, AMBER, "#3A2B1B")
        self.lights = self.value("lights.prefill") / self.value("chip.lights")
        self.put(self.arithmetic, self.fetching)
        self.both = OneClock(self, wall, self.flood.tokens, self.arithmetic, self.fetching)

    def _build_texts(self) -> None:
        wall, right = self.site.wall.bricks, self.site.wall.bricks.right + ASIDE
        self.heading = self.label("heading", LEFT, TITLE_LINE, HEADING, color=INK)
        self.slowed = self.slowed_read = self.label("slowed", wall.right, TITLE_LINE, align="right")
        if self.value("clock.read_motion") != self.value("clock.slow_motion"):
            self.slowed_read = self.label("slowed_read", wall.right, TITLE_LINE, align="right")
        drops = self.both.drop_tokens > 1
        self.slowed_both = self._slowed_drops(wall.right) if drops else self.slowed
        place = (LEFT, wall.crest + 0.36)
        if self.cache.top > wall.crest + 0.25:
            place = (self.heading.letters.right + 0.3, TITLE_LINE)  # beside the title, where the cache is high
        self.prompt = Prompt(self.screen("prompt"), *place, Style(0.28))
        self.prompt.parted.first = 1.0
        self.write(self.prompt)
        self.blanks = self.answer.blanks(4)
        self.put(self.blanks)
        busy = wall.left + wall.width * self.value("prefill.math_time") / self.value("prefill.time")
        self.by_arithmetic = self.label("arithmetic", busy + ASIDE, UPPER + 0.01, SMALL_STYLE)
        read = "read" if self.holds("prefill.limited_by_arithmetic") else "read_all"
        seventh = wall.left + wall.width * self.value("prefill.memory_time") / self.value("prefill.time")
        self.by_reading = self._beside(read, seventh)
        sliver = wall.left + wall.width * self.value("decode.math_time") / self.value("decode.step_time")
        self.named = [self.label("prefill", right, UPPER + 0.01, SMALL_STYLE)]
        self.named.append(self.label("decode", right, LOWER - 0.06, SMALL_STYLE))
        self.reading = self.label("reading", right, LOWER - 0.04, SMALL_STYLE)
        self.by_sliver = self.label("sliver", sliver + ASIDE, UPPER + 0.01, SMALL_STYLE)
        self.step_shown = self.readout("decode.step_time", COLUMNS[0], "step")
        self.rate = self.readout("decode.rate", COLUMNS[1], "rate")
        self.operations = self.readout("decode.operations", COLUMNS[2], "operations")
        lit = "lights" if self.holds("decode.one_light") else "several_lights"
        self.lit = self.continued(lit, self.operations.note) if self.operations.note else self.heading
        above = max(wall.crest + 0.36, self.cache.top + 0.1)
        # A high cache lifts it to the line of the title, between that and what stands at its right end.
        aside = 0.0 if above <= wall.crest + 0.5 else -2.2 if wall.width > WIDE_ENOUGH else 2.8
        self.own_cache = self.label("own_cache", wall.right + aside, above, align="right")
        self.folio = Folio((COLUMNS[2], HERO_LINE - 0.12, self.site.die.box[2], LINE - 0.30), self.value("decode.rate"))
        self.put(self.folio)
        self.page = self.under("page", COLUMNS[2])
        self.read_tokens = self.readout("prompt.tokens", COLUMNS[0], "read_tokens")
        written = "written_token" if self.value(self.both.told) == 1 else "written_tokens"
        self.written_tokens = self.readout(self.both.told, COLUMNS[1], written)

    def _beside(self, key: str, end: float) -> Label:
        """A text beside the lower bar that ends there, or under it where the answer's line leaves no room."""
        width = self.width(key, SMALL_STYLE)
        if end + ASIDE + width < COLUMNS[2] - ASIDE:
            return self.label(key, end + ASIDE, LOWER - 0.04, SMALL_STYLE)
        return self.label(key, max(end, LEFT + width), LOWER - 0.27, SMALL_STYLE, "right")

    def _slowed_drops(self, right: float) -> Label:
        """What a drop stands for, and the clock: over the wall's end, or beside the title where the wall is narrow."""
        left = self.heading.letters.right + 0.4
        return self.label("slowed_drops", max(right, left + self.width("slowed_drops")), TITLE_LINE, align="right")

    def step_through(self, start: float, rest: float = 0.0) -> None:
        """One step, with its time on the clock: the arithmetic is done at once, the read takes all of it.

        It starts earlier if it would not end `rest` seconds before the beat, and is left out if the drop is not there
        then.
        """
        start = min(start, self.end - self.tapping.length - rest)
        if self.begins + start < self.tapping.brought:
            return
        math = self.value("decode.math_time") * self.value("clock.read_motion")
        self.play(self.tapping.one(), self.fetching.fill(self.step), self.arithmetic.fill(math), at=start)

    @beat
    def the_tap(self) -> None:
        """The last of the flood; the leaf falls and becomes a tap."""
        site, falls = self.site, self.at("falls")
        opens, last = 0.3, falls + LEAF_FALLS + self.flood.sheet.falls
        lands = opens + self.flood.falls
        whole = self.value("prefill.time") * self.value("clock.slow_motion")
        seen = min(last - lands - 0.1, whole)
        self.play(self.heading.reveal(), at=self.at("decode") - 0.1)
        self.play(self.slowed.reveal(), at=opens)
        self.play(self.slowed.hide(), at=last)
        self.play(self.cache.reveal(0.6), self.cache.shine(DIM), at=0.1)
        self.play(self.flood.pour(last - opens).sounding("rush"), at=opens)
        self.play(site.chip.work(self.lights, 0.3), at=lands)
        self.play(site.wall.glow(QUIET, 0.3), at=opens)
        self.play(site.wall.read(seen, since=1 - seen / whole), at=last - seen)
        self.play(site.threads.run(seen, filled=self.value("prefill.channel_share")), at=last - seen)
        self.play(site.chip.work(0.0, 0.35), at=last - 0.05)
        self.play(self.tapping.tap.slide().sounding("mark"), at=max(falls + LEAF_FALLS + 0.18, self.at("tap") - 0.2))
        self.play(site.wall.glow(DARK, 0.8), at=last + 0.3)

    @beat(still="known")
    def why_one(self) -> None:
        """The token that comes out is the next drop; those after it are not known yet."""
        chip, tapping = self.site.chip, self.tapping
        self.play(tapping.loop.reveal(0.5), at=0.1)
        self.play(chip.work(self.value("lights.decode") / len(chip.far), 0.2), chip.spark(), at=self.at("writes") - 0.4)
        self.play(tapping.token(None), at=self.at("writes") - DRIP)
        self.play(tapping.back(), at=self.at("rises"), until=self.at("next") - 0.1)
        self.play(self.blanks.reveal(), at=self.at("wait"))
        self.play(self.prompt.reveal(), at=self.at("known") - 0.3)
        self.play(self.prompt.hide(), at=self.end - 0.4)
        self.play(self.blanks.hide(), at=self.end - 0.4)

    @beat(claim="prefill.limited_by_arithmetic", breath=1.9, still="again")
    def one_drop(self) -> None:
        """The read stretches from a seventh into all of the time; then it is seen, twice."""
        self._one_drop()
        self.land(self.by_reading, "prefill.channel_share")

    @one_drop.otherwise
    def one_drop_too(self) -> None:
        """Where the read took all of the flood's time too, only the arithmetic shrinks."""
        self._one_drop()
        self.play(self.by_reading.reveal(), at=self.at("too"))

    def _one_drop(self) -> None:
        wall = self.site.wall.bricks
        for bar, share in ((self.arithmetic, "math"), (self.fetching, "memory")):
            whole = self.value(f"prefill.{share}_time") / self.value("prefill.time")
            bar.reach.first, bar.filled.first = wall.left + wall.width * whole, 1.0
        self.play(self.arithmetic.reveal(), self.by_arithmetic.reveal(), self.slowed_read.reveal(), at=0.1)
        self.play(self.fetching.reveal(), at=0.1)
        stretch = self.at("all")
        self.play(self.by_arithmetic.hide(), self.by_reading.hide(), at=stretch - 0.35)
        for bar, share in ((self.arithmetic, "math"), (self.fetching, "memory")):
            part = self.value(f"decode.{share}_time") / self.value("decode.step_time")
            self.play(bar.reach_to(wall.left + wall.width * part), at=stretch)
        self.play(self.reading.reveal(), at=stretch + 0.9)
        self.step_through(self.said("decode.step_time") - self.step)
        self.land(self.step_shown, "decode.step_time")
        self.step_through(self.at("again") - self.step / 2)

    @beat(claim="decode.math_is_a_sliver")
    def sixteen_billion(self) -> None:
        """The arithmetic is done at once; the read goes on."""
        self._operations()

    @sixteen_billion.otherwise
    def a_part(self) -> None:
        """The arithmetic is done before the read."""
        self._operations()

    def _operations(self) -> None:
        self.land(self.operations, "decode.operations")
        self.step_through(self.said("decode.math_time"))
        self.land(self.by_sliver, "decode.math_time")

    @beat(claim="decode.one_light")
    def idle(self) -> None:
        """One light; the others wait."""
        self._idle()

    @idle.otherwise
    def nearly_idle(self) -> None:
        """A few lights, where a weight has fewer bytes; the others wait."""
        self._idle()

    def _idle(self) -> None:
        self.play(self.site.chip.spark(), at=self.at("light"))
        self.land(self.lit, "gpu.ridge")
        self.play(self.site.chip.show(), at=self.at("wait") - 0.6)
        self.step_through(self.at("wait"), rest=REST)

    @beat(claim="cache.a_little_here", still="cache")
    def the_rate(self) -> None:
        """Step after step; beside it a page, in real time."""
        self._rate()

    @the_rate.otherwise(claim="cache.almost_nothing")
    def almost_nothing(self) -> None:
        """The same where its own cache is not worth the mention."""
        self._rate()

    @the_rate.otherwise
    def the_rate_and_the_cache(self) -> None:
        """The same where its own cache is not small."""
        self._rate()

    def _rate(self) -> None:
        self.play(self.operations.hide(), self.lit.hide(), at=0.0)
        start = 0.4
        times = max(1, int((self.end - start - 1.2) / self.step))
        self.play(self.tapping.many(times), at=start)
        for number in range(times):
            self.play(self.fetching.fill(self.step), at=start + number * self.step)
        self.land(self.rate, "decode.rate")
        self.play(self.folio.reveal(), self.page.reveal(), at=self.at("speed") - 0.4)
        self.play(self.folio.begin(), at=self.at("speed"))
        self.play(self.cache.shine(1.0), at=self.at("cache"))
        self.land(self.own_cache, "kv.prompt_share")

    @beat(claim="prefill.many_steps", breath=2.5, still="done", runs_on=0.8)
    def seven_tokens(self) -> None:
        """Both on one clock: the flood above, the tap below."""
        self._on_one_clock()

    @seven_tokens.otherwise(claim="cache.counts_here")
    def with_the_cache(self) -> None:
        """The same where each token reads so large a cache that the tap writes fewer for it."""
        self._on_one_clock()
        self.play(self.cache.shine(1.0), at=self.at("cache"))

    @seven_tokens.otherwise
    def few_tokens(self) -> None:
        """The same where the prompt is so short that the tap writes one token or two."""
        self._on_one_clock()

    def _on_one_clock(self) -> None:
        site, both = self.site, self.both
        self.play(self.step_shown.hide(), self.rate.hide(), at=0.0)
        self.play(*(text.hide() for text in (self.page, self.by_sliver, self.reading, self.own_cache)), at=0.0)
        self.play(self.folio.hide(), self.cache.shine(DIM), self.answer.clear(), at=0.0)
        both.lay_out()
        self.play(*(name.reveal() for name in self.named), at=1.0)
        if self.slowed_both is not self.slowed_read:
            self.play(self.slowed_read.hide(), at=0.2)
            self.play(self.slowed_both.reveal(), at=0.5)
        both.run(self.tapping, max(0.9, self.said(both.told) - both.flood))
        self.land(self.read_tokens, "prompt.tokens")
        self.land(self.written_tokens, both.told)
        self.play(site.wall.glow(1.0, 0.8), site.chip.work(0.0, 0.3), at=self.end - 0.9)
        self.play(self.tapping.tap.slide(0.0), at=self.end - 0.6)
        self.leave(self.cache, self.tapping.loop, self.arithmetic, self.fetching, *both.parts)
