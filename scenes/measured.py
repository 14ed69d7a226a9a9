"""A real endpoint stays under its ceilings, and slows about as its cache predicts.

Starts and ends on the terrain. Three first words, in real time, beside what arithmetic alone would take;
a measured step on the wall's clock; the long prompt's cache, what it predicts and what was measured; and
the same model at another provider, with half the bytes, and slower.
"""

from __future__ import annotations

from scenes.stage import FilmScene, Stage, beat
from scenes.stage.backdrop import Backdrop
from scenes.stage.box import Box
from scenes.stage.cache import Cache
from scenes.stage.clock import LOWER, UPPER, Bar
from scenes.stage.frame import Frame
from scenes.stage.labels import Label
from scenes.stage.letters import Style
from scenes.stage.page import Page
from scenes.stage.terrain import Terrain
from scenes.stage.theme import (
    AMBER,
    COLUMNS,
    GREEN,
    INK,
    LEFT,
    RIGHT,
    SMALL,
    STAGE,
    TITLE,
    TITLE_LINE,
    VIOLET,
)
from scenes.stage.waits import THICK, Waits

HEADING, VALUE, SMALL_STYLE = Style(TITLE, 500), Style(STAGE, 300, -0.02), Style(SMALL)
OVER = 0.8
"""Seconds in which the terrain gives way, or comes back."""
PROMPTS = ("short", "middle", "long")
ROWS = (1.75, 0.35, -1.05)
"""Lower edges of the three rows in the film."""
ASIDE = 0.1
FOR_LABEL = 1.8
"""Width kept free beside the longest bar."""
WRITING = Style(0.21)
UNDER_PAGE = 0.85
"""From a page down to the baseline of its rate."""


def rows(frame: Frame) -> list[float]:
    """Lower edges of the three rows: farther apart in a frame that is higher, and nearer to its middle."""
    if frame.wide:
        return list(ROWS)
    return [frame.middle - 0.4 + 1.3 * frame.up * (row - ROWS[1]) for row in ROWS]


def pages(frame: Frame) -> tuple[Box, Box]:
    """Where the two pages stand: side by side, or one above the other."""
    low, high = frame.bottom + 1.85, frame.title_line - 0.9
    if not frame.tall:
        return (frame.left, low, -0.35, high), (0.35, low, frame.right, high)
    each = (high - low - 2.6) / 2
    return (frame.left, high - each, frame.right, high), (frame.left, low, frame.right, low + each)


class Measured(FilmScene):
    """The endpoint that was measured."""

    starts, ends = Stage.TERRAIN, Stage.TERRAIN

    def build(self) -> None:
        """Site, clock and cache; over them the terrain and its sky, the waits, and two pages."""
        self.site = self.stage()
        self._clock()
        of_brick = self.value("wall.brick_weights") * self.value("weights.bytes_each")
        self.cache = Cache(
            self.site.wall.bricks, self.site.channel, self.value("kv.long_bytes"), of_brick, self.site.laps
        )
        self.put(self.cache)
        self.terrain = Terrain(self.site, self.value, self.frame)
        self.terrain.put_on(self)
        measured, least = (
            [self.value(f"{kind}_{name}") for name in PROMPTS] for kind in ("measured.ttft", "ceiling.ttft")
        )
        self.night = Backdrop("stars")
        self.put(self.night)
        self.rows = rows(self.frame)
        self.waits = Waits(self.rows, measured, least, self.frame)
        self.put(self.waits)
        self.pages = [Page(self.screen("answer"), box, WRITING) for box in pages(self.frame)]
        self.put(*self.pages)
        self._words()

    def _clock(self) -> None:
        wall, step = self.site.wall.bricks, self.value("decode.step_time")
        slow = self.value("clock.measured_motion")
        self.step, self.real_step = step * slow, self.value("measured.step_short") * slow
        self.long_step = self.value("measured.step_long") * slow
        # As long as the wall is wide, unless the endpoint was so slow that its bar would leave no room for its label.
        longest = max(self.value("measured.step_short"), self.value("measured.step_long"))
        unit = min(wall.width / step, (RIGHT - FOR_LABEL - wall.left) / longest)
        right = wall.left + unit * step
        self.ceiling = Bar(wall.left, right, UPPER, AMBER, "#3A2B1B")
        tip = right + unit * step * self.value("kv.long_share")
        self.tip = Bar(right + 0.012, tip, UPPER, VIOLET, "#241B3F")
        self.real = Bar(wall.left, wall.left + unit * self.value("measured.step_short"), LOWER, GREEN, "#16302A")
        start = self.real.right + 0.012
        end = max(start, wall.left + unit * self.value("measured.step_long"))
        self.real_tip = Bar(start, end, LOWER, GREEN, "#16302A")
        self.put(self.ceiling, self.tip, self.real, self.real_tip)

    def _words(self) -> None:
        self.heading = self.label("heading", LEFT, TITLE_LINE, HEADING, color=INK)
        who = "who" if self.holds("measured.through_router") else "who_directly"
        self.who = self.label(who, self.heading.letters.right + 0.3, TITLE_LINE)
        self._words_of_waits()
        self._words_of_steps()
        self.lesson = self.label("lesson", RIGHT, TITLE_LINE, align="right")
        if self.holds("measured.fp8_slower"):
            self.here, self.there = (
                self.readout(f"measured.decode_{which}", page.box[0], note, page.box[1] - UNDER_PAGE)
                for which, note, page in zip(("short", "fp8"), ("here", "there"), self.pages, strict=True)
            )

    def _words_of_waits(self) -> None:
        self.what = self.label("what", LEFT, TITLE_LINE - 0.44)
        left, right, rows, thick = self.frame.left, self.frame.right, self.rows, self.waits.thick
        self.sent = [self.label(name, left + ASIDE, y + thick + 0.12) for name, y in zip(PROMPTS, rows, strict=True)]
        lifted = 0.02 + (thick - THICK) / 2
        self.came = [
            self.readout(f"measured.ttft_{name}", self.waits.end(row) + 0.2, y=y + lifted, style=VALUE)
            for row, (name, y) in enumerate(zip(PROMPTS, rows, strict=True))
        ]
        least = left + self.waits.least[2] * self.waits.unit
        self.needs = []
        if self.holds("measured.first_words_above_ceiling"):
            most = right - self.width("rest") - 0.25 - left
            self.part = self.label("part", left, rows[2] - 0.36, most=most)
        else:
            self.part = self.label("needed", left, rows[2] - 0.36)
            for name, y in zip(PROMPTS, rows, strict=True):
                self.needs.append(self.label(f"needs_{name}", right, y + thick + 0.18, SMALL_STYLE, "right"))
        place = min(max(least, self.part.letters.right) + 0.25, right - self.width("rest"))
        self.rest = self.label("rest", place, rows[2] - 0.36)

    def _words_of_steps(self) -> None:
        wall = self.site.wall.bricks
        self.slowed = self.label("slowed", wall.right, TITLE_LINE, align="right")
        self.by_ceiling = self.label("by_ceiling", self.ceiling.right + 0.14, UPPER + 0.01, SMALL_STYLE)
        self.by_endpoint = self.label("by_endpoint", self.real.right + 0.14, LOWER - 0.03, SMALL_STYLE)
        self.by_long = self._of_long(max(self.real.right, self.real_tip.right))
        self.rate = self.readout("measured.decode_short", COLUMNS[0], "rate")
        self.best = self.readout("decode.rate", COLUMNS[1], "best")
        below = self.holds("measured.below_ceiling")
        share = ("measured.share_of_ceiling", "share") if below else ("measured.times_ceiling:times", "times")
        self.share = self.readout(share[0], COLUMNS[2], share[1])
        self.more = self.label("cache_more", wall.right, wall.crest + 0.86, align="right")
        self.bytes = self.label("cache_bytes", self.more.letters.left - 0.07, wall.crest + 0.86, align="right")
        self.predicted = self.readout("kv.long_slowdown", COLUMNS[0], "predicted")
        if self.holds("measured.near_prediction"):
            self.found = [self.readout("measured.slowdown", COLUMNS[1], "found")]
        else:
            self.found = [
                self.readout("measured.decode_short", COLUMNS[1], "before"),
                self.readout("measured.decode_long", COLUMNS[2], "after"),
            ]

    # ------------------------------------------------------------------ beats
    @beat(claim="measured.first_words_through_router")
    def first_words(self) -> None:
        """Three prompts are sent, one after the other; each first word comes when it came."""
        self._first_words()
        self.play(self.rest.reveal(), at=self.at("rest"))

    @first_words.otherwise(claim="measured.first_words_above_ceiling")
    def directly(self) -> None:
        """The same for an endpoint that was asked without a router."""
        self._first_words()
        self.play(self.rest.reveal(), at=self.at("rest"))

    @first_words.otherwise(claim="measured.through_router")
    def sooner_than_this_chip(self) -> None:
        """First words that came sooner than one such chip can read: beside them, what it would take."""
        self._first_words()
        self._needed()

    @first_words.otherwise
    def sooner_directly(self) -> None:
        """The same without a router."""
        self._first_words()
        self._needed()

    def _first_words(self) -> None:
        self.play(self.night.reveal(OVER), at=0.0)
        self.play(*(tick.hide(0.0) for tick in self.terrain.numbers), self.heading.reveal(), at=OVER)
        self.play(self.waits.reveal(), self.what.reveal(), at=OVER + 0.3)
        self.land(self.who, "measured.provider")
        for row, name in enumerate(PROMPTS):
            figure = f"measured.ttft_{name}"
            self.play(self.sent[row].reveal(), at=self.at("prompts") + 0.4 * row)
            self.play(self.waits.send(row), at=self.said(figure) - self.waits.measured[row])
            self.land(self.came[row], figure)
        self.play(self.waits.part(), self.part.reveal(), at=self.at("part"))

    def _needed(self) -> None:
        for row, name in enumerate(PROMPTS):
            self.land(self.needs[row], f"ceiling.ttft_{name}")

    @beat(claim="measured.below_ceiling")
    def the_stream_measured(self) -> None:
        """The measured step beside the ceiling's, on the wall's clock."""
        self._to_the_wall()
        self._measured_step()
        self.land(self.share, "measured.share_of_ceiling")
        self.land(self.best, "decode.rate")

    @the_stream_measured.otherwise
    def faster_than_the_chip(self) -> None:
        """The measured step is shorter than this chip's: more than one such chip, or fewer reads."""
        self._to_the_wall()
        self._measured_step()
        self.play(self.best.reveal(), at=self.said("decode.step_time"))
        self.land(self.share, "measured.times_ceiling")

    def _to_the_wall(self) -> None:
        came = (part for number in self.came for part in number.parts)
        gone = (*self.sent, *came, *self.needs, self.part, self.rest, self.what)
        self.play(*(text.hide(0.4) for text in gone), self.waits.hide(0.4), at=0.0)
        self.play(self.terrain.leave(self.site, 0.0), at=0.1)
        self.play(self.night.hide(OVER), at=0.2)

    def _measured_step(self) -> None:
        site = self.site
        self.land(self.rate, "measured.decode_short")
        self.play(self.ceiling.reveal(), self.real.reveal(), self.slowed.reveal(), at=self.at("step") - 0.6)
        start = self.at("step")
        self.play(site.wall.read(self.step), site.threads.run(self.step), self.ceiling.fill(self.step), at=start)
        self.play(self.real.fill(self.real_step), at=start)
        self.land(self.by_ceiling, "decode.step_time")
        self.land(self.by_endpoint, "measured.step_short")

    @beat(claim="measured.near_prediction")
    def the_cache_drags(self) -> None:
        """The long prompt's cache: what it adds, what that predicts, and what was measured."""
        self._predict()
        self._drag(self.said("measured.slowdown"))
        self.land(self.found[0], "measured.slowdown")

    @the_cache_drags.otherwise
    def not_as_predicted(self) -> None:
        """Where the endpoint did not slow as its cache predicts: the rates before and after the long prompt."""
        self._predict()
        self.land(self.found[0], "measured.decode_short")
        self._drag(self.said("measured.decode_long"))
        self.land(self.found[1], "measured.decode_long")

    def _of_long(self, end: float) -> Label:
        """What is said of the step after the long prompt: right of its bar, or under it where there is no room."""
        width = self.width("by_long", SMALL_STYLE)
        if end + 0.14 + width <= RIGHT:
            return self.label("by_long", end + 0.14, LOWER - 0.03, SMALL_STYLE)
        return self.label("by_long", end, LOWER - 0.27, SMALL_STYLE, align="right")

    def _predict(self) -> None:
        heroes = (*self.rate.parts, *self.best.parts, *self.share.parts)
        self.play(*(part.hide() for part in (*heroes, self.by_ceiling, self.who, self.slowed)), at=0.0)
        self.play(self.cache.lay(2.6), at=self.at("cache") - 0.6)
        self.land(self.bytes, "kv.long_bytes")
        self.land(self.more, "kv.long_share")
        self.play(self.tip.reveal(0.2), self.tip.fill(0.8), at=self.said("kv.long_share") - 0.4)
        self.land(self.predicted, "kv.long_slowdown")

    def _drag(self, found: float) -> None:
        """The step after the long prompt; where it is no longer than the other, only its label."""
        self.play(self.by_endpoint.hide(0.3), at=found - 0.9)
        if self.long_step > self.real_step:
            self.play(self.real_tip.reveal(0.2), self.real_tip.fill(0.8), at=found - 0.6)
        self.play(self.by_long.reveal(), at=found + 0.2)

    @beat(claim="measured.fp8_slower", breath=1.8, still="share")
    def another_provider(self) -> None:
        """Two pages in real time: the same model, two endpoints."""
        self._from_the_wall()
        start = self.at("another")
        rates = self.value("measured.decode_short"), self.value("measured.decode_fp8")
        self.play(*(page.begin(rate) for page, rate in zip(self.pages, rates, strict=True)), at=start)
        self.play(self.here.reveal(), at=start)
        self.land(self.there, "measured.decode_fp8")
        self.play(*(page.hide(0.5) for page in self.pages), at=self.end - OVER - 0.5)
        self._to_the_terrain()

    @another_provider.otherwise
    def no_other_provider(self) -> None:
        """Where no slower endpoint with half the bytes was measured: only what makes the pace."""
        self._from_the_wall()
        self._to_the_terrain()

    def _from_the_wall(self) -> None:
        found = (part for number in self.found for part in number.parts)
        heroes = (*self.predicted.parts, *found, *self.rate.parts, *self.best.parts)
        notes = (self.bytes, self.more, self.by_long, self.by_endpoint, self.by_ceiling)
        self.play(*(text.hide() for text in (*heroes, *notes)), self.night.reveal(OVER), at=0.0)
        bars = (self.ceiling, self.tip, self.real, self.real_tip)
        self.play(self.cache.hide(), *(bar.hide() for bar in bars), at=0.0)

    def _to_the_terrain(self) -> None:
        self.play(self.lesson.reveal(), at=self.at("bandwidth"))
        self.play(self.terrain.come(0.0), at=self.end - OVER - 0.1)
        self.play(self.night.hide(OVER), at=self.end - OVER)
        self.leave(keep=self.terrain.numbers, early=OVER)
