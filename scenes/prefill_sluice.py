"""Prefill lets the whole prompt through at once: each weight is fetched once for all of it.

Starts and ends at rest. The prompt gathers behind the leaf, one drop a token; it floods the chip in
one sheet while the read crosses the wall once, on the film's slow clock: the channel is nearly empty,
every light is on, for arithmetic is the limit. What is left is the KV cache, on the crest of the wall.
"""

from __future__ import annotations

from scenes.stage import THROUGHOUT, FilmScene, Stage, beat
from scenes.stage.answer import WRITING, Word
from scenes.stage.cache import Cache
from scenes.stage.clock import LOWER, UPPER, Bar
from scenes.stage.flood import Flood
from scenes.stage.geometry import SILL
from scenes.stage.letters import Style
from scenes.stage.runner import Route, Runner, bend
from scenes.stage.scene import LANDING
from scenes.stage.tally import Dots
from scenes.stage.theme import (
    AMBER,
    AMBER_HOT,
    COLUMNS,
    CORAL,
    HERO_LINE,
    INK,
    LEFT,
    NOTE_INK,
    SMALL,
    TITLE,
    TITLE_LINE,
)
from scenes.stage.tokens import Flights, Prompt

HEADING, SMALL_STYLE, BY_STYLE = Style(TITLE, 500), Style(SMALL), Style(0.5, 300)
ASIDE = 0.14
"""Between the end of a bar and what is said of it."""

QUIET = 0.68
"""Light of a wall that is not what is being looked at."""

WIDE_ENOUGH = 5.0
"""Width of a wall over whose bar two texts find room."""

AFTER = 0.5
"""Seconds of a beat that are left when the flood has ended."""

SETTLE = 0.22
"""Seconds from the landing of the water to the start of the read: first one is seen, then the other."""


class PrefillSluice(FilmScene):
    """The whole prompt at once."""

    starts, ends = Stage.REST, Stage.REST

    def build(self) -> None:
        """The site, the water, the clock's two bars, and the cache."""
        self.site = self.stage()
        site, wall = self.site, self.site.wall.bricks
        self.flood = Flood(site.sluice, site.chip, int(self.value("prompt.tokens")))
        self.flights = Flights()
        self.put(*self.flood.behind, under=site.sluice.leaf, posed=[self.flood])
        self.put(self.flights, under=site.sluice.leaf)
        self.put(*self.flood.before, posed=[])
        of_brick = self.value("wall.brick_weights") * self.value("weights.bytes_each")
        self.cache = Cache(wall, site.channel, self.value("kv.prompt_bytes"), of_brick, site.laps)
        self.drops = Dots(self.flood.tokens, self._window())
        self.weight = Runner(site.threads.box, AMBER, AMBER_HOT)
        self.put(self.cache, self.drops, self.weight)
        self.put(self.cache.ferry, posed=[])
        self._build_clock()
        self._build_texts()

    def _build_clock(self) -> None:
        wall, whole = self.site.wall.bricks, self.value("prefill.time")
        shares = {name: self.value(f"prefill.{name}_time") / whole for name in ("math", "memory")}
        ends = {name: wall.left + wall.width * share for name, share in shares.items()}
        self.arithmetic = Bar(wall.left, ends["math"], UPPER, CORAL, "#34141F")
        self.fetching = Bar(wall.left, ends["memory"], LOWER, AMBER, "#3A2B1B")
        self.longer = Bar(wall.left, wall.right, LOWER, CORAL, "#34141F")
        self.put(self.arithmetic, self.fetching, self.longer)
        self.lights = self.value("lights.prefill") / self.value("chip.lights")
        right = wall.right + ASIDE
        self.by_arithmetic = self.label("arithmetic", ends["math"] + ASIDE, UPPER + 0.01, SMALL_STYLE)
        read = "read" if self.holds("prefill.every_light") else "read_all"
        self.by_reading = self.label(read, ends["memory"] + ASIDE, LOWER - 0.04, SMALL_STYLE)
        self.slowed, self.true_time = (
            self.label(key, wall.right, TITLE_LINE, align="right") for key in ("slowed", "true_time")
        )
        self.scale = self.value("ceiling.long_times")
        self.short = self.label("short", wall.left + wall.width / self.scale + ASIDE, UPPER + 0.01, SMALL_STYLE)
        # Over the end of its bar, or beside it where the wall is too narrow for both.
        above = wall.width > WIDE_ENOUGH
        place = (wall.right, UPPER + 0.01) if above else (right, LOWER - 0.04)
        self.long = self.label("long", *place, SMALL_STYLE, "right" if above else "left")

    def _build_texts(self) -> None:
        wall = self.site.wall.bricks
        self.heading = self.label("heading", LEFT, TITLE_LINE, HEADING, color=INK)
        above = max(wall.crest + 0.36, self.cache.top + 0.1)
        self.prompt = Prompt(self.screen("prompt"), LEFT, wall.crest + 0.36, Style(0.28))
        self.write(self.prompt)
        self.report = self.label("report", self.prompt.letters.right + 0.2, wall.crest + 0.36, Style(0.28))
        self.tokens = self.readout("prompt.tokens", COLUMNS[1], "tokens")
        self.weights = self.readout("model.parameters", COLUMNS[0], "weights")
        between = (self.weights.right + COLUMNS[1]) / 2
        self.by = self.label("by", between, HERO_LINE + 0.06, BY_STYLE, "centre")
        self.caption(self.by)
        self.operations = self.readout("prefill.operations", COLUMNS[2], "operations")
        self.time_shown = self.readout("prefill.time", COLUMNS[0], "whole")
        self.long_time = self.readout("ceiling.ttft_long", COLUMNS[1])
        self.times = self.under("long_note", COLUMNS[1])
        self.per_token = self.readout("kv.bytes_per_token", COLUMNS[0], "per_token")
        self.in_all = self.readout("kv.prompt_bytes", COLUMNS[1], "in_all")
        if not self.holds("prefill.every_light"):
            self.lit = self.readout("lights.prefill", COLUMNS[2], "of_lights")
        self.first = Word(self.screen("first"), COLUMNS[2], WRITING)
        self.write(self.first)
        self.named = self.label("cache", wall.right, above, align="right", color=NOTE_INK)

    @beat
    def the_prompt(self) -> None:
        """A line of text is cut into tokens; they and all the others fall behind the leaf."""
        self.play(self.heading.reveal(), self.prompt.reveal(0.5), at=0.2)
        self.play(self.prompt.cut(1.4), at=self.at("token"))
        gather, full = self.at("gather"), self.said("prompt.tokens")
        left, right = self.site.sluice.tower.water
        self.play(self.site.wall.glow(QUIET, 1.2), at=gather)
        self.play(self.flights.fly(self.prompt, left, right, 1.8), at=gather - 0.6)
        self.play(self.report.reveal(), at=gather - 0.9)
        self.play(self.prompt.hide(0.6), self.report.hide(0.6), at=gather + 0.9)
        self.play(self.flood.rain.gather(self.flood.tokens - len(self.prompt.tokens), 2.0), at=gather, until=full + 0.3)
        self.count_up(self.tokens, "prompt.tokens", since=gather)

    @beat(claim="prefill.every_light", still="lights", runs_on=THROUGHOUT)
    def the_gate_opens(self) -> None:
        """All of it goes through while the front crosses the wall once."""
        self._flood()
        self.land(self.by_reading, "prefill.channel_share")

    @the_gate_opens.otherwise
    def the_channel_is_full(self) -> None:
        """So few tokens that the read takes all the time: the channel is full, and lights stay dark."""
        self._flood()
        self.play(self.by_reading.reveal(), at=self.at("full"))
        self.land(self.lit, "lights.prefill")

    def _flood(self) -> None:
        site = self.site
        seconds = self.value("prefill.time") * self.value("clock.slow_motion")
        opens = self._opens(seconds)
        start = opens + self.flood.falls + SETTLE
        end = start + seconds
        self.play(self.arithmetic.reveal(), self.by_arithmetic.reveal(), self.slowed.reveal(), at=opens - 0.6)
        self.play(self.fetching.reveal(), at=start)
        self.play(self.flood.pour(end - opens).sounding("rush"), at=opens)
        self.play(site.chip.work(self.lights, 0.30), at=opens + self.flood.falls)
        self.play(site.wall.read(seconds), at=start)
        self.play(site.threads.run(seconds, filled=self.value("prefill.channel_share")), at=start)
        self.play(self.arithmetic.fill(seconds), self.fetching.fill(seconds), at=start)
        self.play(site.chip.work(0.0, 0.35), at=end - 0.05)

    def _window(self) -> tuple[float, float, float, float]:
        """Where the water was: room for the prompt's tokens, one by one."""
        left, right = self.site.sluice.tower.water
        return left + 0.16, self.site.die.top + 0.14, right - 0.16, SILL - 0.12

    def _fetched(self) -> Route:
        """The way of one brick's weights to the chip."""
        site, wall = self.site, self.site.wall
        x0, y0, x1, y1 = wall.cells[wall.one][0].tolist()
        mouth = site.channel.left, site.channel.middle
        return Route([*bend(((x0 + x1) / 2, (y0 + y1) / 2), mouth), (site.channel.right, site.channel.middle)])

    def _opens(self, seconds: float) -> float:
        """When the leaf lifts: on its word, and such that the flood is there as long as it is spoken of."""
        before = self.flood.falls + SETTLE
        known = self.holds("prefill.every_light")
        told = self.said("prefill.channel_share" if known else "chip.lights")
        spoken_of = told + LANDING - seconds - before
        return min(max(self.at("gate"), spoken_of), self.end - AFTER - seconds - before)

    @beat(claim="prefill.every_light_attention_small", still="done")
    def the_work(self) -> None:
        """One weight comes to the chip and meets every token; then all of them have."""
        self._work()

    @the_work.otherwise(claim="attention.small_here")
    def with_few_lights(self) -> None:
        """The same where so few tokens leave lights dark."""
        self._work()

    @the_work.otherwise
    def the_work_with_attention(self) -> None:
        """The same where attention is a part of the operations that must be named."""
        self._work()

    def _work(self) -> None:
        site, meets, told = self.site, self.at("each"), self.said("prefill.operations")
        self.play(self.by_reading.hide(), self.by_arithmetic.hide(), self.slowed.hide(), at=0.0)
        self.play(self.arithmetic.hide(), self.fetching.hide(), at=0.0)
        if not self.holds("prefill.every_light"):
            self.play(self.lit.hide(), at=0.0)
        self.play(self.drops.gather(0.8), at=0.2)
        self.play(self.weights.reveal(), at=self.at("weight"))
        self.play(site.wall.point(), at=self.at("weight") - 0.2, until=self.at("add"))
        self.play(self.weight.go(self._fetched(), 1.0), at=self.at("weight"), until=meets)
        self.play(self.drops.work(), self.by.reveal(), at=meets)
        self.play(site.wall.tally(), self.drops.work(), at=self.at("add"), until=told)
        self.play(site.chip.work(self.lights, 0.3), at=self.at("add"))
        self.play(site.chip.work(0.0, 0.35), at=told + 0.3)
        self.count_up(self.operations, "prefill.operations", since=self.at("add"))

    @beat(claim="prefill.unnoticed_beside_long")
    def the_clock(self) -> None:
        """Once more in real time: a blink; and the long prompt, ten times that."""
        long = self._seconds("ceiling.ttft_long")
        self._once_more(self.at("short"))
        self._rescale(self.said("prompt.long") - 1.2)
        self.play(self.longer.fill(long), at=self.said("ceiling.ttft_long") - long)
        self._in_real_time(long, self.said("ceiling.ttft_long") - long)
        self._in_real_time(long, self.at("word") - long)
        self.play(self.longer.fill(long), at=self.at("word") - long)
        self.play(self.first.write(), at=self.at("word"))

    @the_clock.otherwise(claim="long.takes_longer")
    def a_wait(self) -> None:
        """Where already the prompt takes a while: it, and once the long prompt, as the first word waits for it."""
        seconds, long = self._seconds("prefill.time"), self._seconds("ceiling.ttft_long")
        begins = self.said("prefill.time")
        self._once_more(begins)
        rescale = max(self.said("prompt.long") - 1.2, begins + seconds + 0.05)
        self._rescale(rescale)
        start = max(rescale + 1.0, self.at("word") - long)
        self.play(self.longer.fill(long), at=start)
        self._in_real_time(long, start)
        self.play(self.first.write(), at=max(start + long, self.at("word")))

    @the_clock.otherwise
    def the_wait_itself(self) -> None:
        """A prompt that is itself long: nothing beside it, the first word waits for it."""
        seconds, begins = self._seconds("prefill.time"), self.said("prefill.time") - 0.4
        self._once_more(begins)
        self.play(self.first.write(), at=max(begins + seconds, self.at("word")))

    def _seconds(self, figure: str) -> float:
        """Seconds on screen of what is shown in real time, or sped up where it would be too long."""
        return self.value(figure) * self.value("clock.true_motion")

    def _once_more(self, start: float) -> None:
        """The prompt's prefill in real time."""
        seconds = self._seconds("prefill.time")
        self.play(*(number.hide() for number in (self.weights, self.operations, self.tokens)), at=0.0)
        self.play(self.by.hide(), self.drops.hide(), at=0.0)
        self.land(self.time_shown, "prefill.time")
        self.play(self.arithmetic.reveal(), self.fetching.reveal(), self.true_time.reveal(), at=start - 0.7)
        self.play(self.arithmetic.fill(seconds), self.fetching.fill(seconds), at=start)
        self._in_real_time(seconds, start, self.lights)

    def _rescale(self, rescale: float) -> None:
        """The clock's scale changes, so that the long prompt has room on it."""
        for bar in (self.arithmetic, self.fetching):
            self.play(bar.reach_to(bar.left + (bar.reach.last - bar.left) / self.scale), at=rescale)
        self.play(self.fetching.hide(), at=rescale + 0.4)
        self.play(self.short.reveal(), self.longer.reveal(), at=rescale + 0.8)
        self.land(self.long, "prompt.long")
        self.land(self.long_time, "ceiling.ttft_long")
        self.land(self.times, "ceiling.long_times")

    def _in_real_time(self, seconds: float, start: float, lights: float = 1.0) -> None:
        """A whole prefill as short as it is."""
        site = self.site
        self.play(site.chip.work(lights, 0.0), site.wall.read(seconds), at=start)
        self.play(site.chip.work(0.0, 0.1), at=start + seconds)

    @beat(breath=1.8, still="kept")
    def the_cache(self) -> None:
        """What the flood leaves in memory."""
        self.play(*(text.hide() for text in (self.time_shown, self.long_time, self.times)), at=0.0)
        self.play(*(text.hide() for text in (self.short, self.long, self.true_time)), at=0.0)
        self.play(self.arithmetic.hide(), self.fetching.hide(), self.longer.hide(), self.first.hide(), at=0.0)
        self.play(self.cache.lay(), at=self.at("leaves"), until=self.at("cache"))
        self.land(self.per_token, "kv.bytes_per_token")
        self.land(self.in_all, "kv.prompt_bytes")
        self.play(self.named.reveal(), at=self.at("cache"))
        self.play(self.site.wall.glow(1.0, 1.0), at=self.end - 1.2)
        self.leave(self.cache)
