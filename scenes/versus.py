"""The same prompt on two chips: arithmetic sets the wait, bandwidth the stream.

Starts and ends on the terrain. One prompt goes to both; each waits and streams in real time, at its ceiling.
Then the two lines of time are stretched, and the work that fills them hangs under them: the same area for both,
since it is the same work, so the chip that has more of a resource is done sooner. In the last frame each chip's
two numbers stand under the two speeds that they set.
"""

from __future__ import annotations

from math import ceil, sqrt

from scenes.stage import FilmScene, Stage, beat
from scenes.stage.backdrop import Backdrop
from scenes.stage.document import Document
from scenes.stage.halves import halves
from scenes.stage.labels import Label, Readout
from scenes.stage.lane import Lane
from scenes.stage.letters import Style
from scenes.stage.page import GAP, WRITING, Page
from scenes.stage.prompt import Caret
from scenes.stage.terrain import Terrain
from scenes.stage.theme import INK, LEFT, RIGHT, STAGE, TITLE, TITLE_LINE
from scenes.stage.tracks import later

HEADING, NAME, SPEED = Style(TITLE, 500), Style(TITLE, 500), Style(STAGE, 300, -0.02)
OVER = 0.8
"""Seconds in which the terrain gives way, or comes back."""

STREAMING, NOW = 3.6, 0.4
"""Seconds for which the two stream when 'now' has been said, and about so many that the word takes."""
SIZES = 0.048, 0.235
"""Smallest and largest font size of the pages: the largest at which the faster chip does not fill its page."""
ROOM, FINER = 6.5, 0.96
"""Tokens that a page of a font size of one holds at most (of another, by its square), and from one size to the next."""

OLD = 0.75
"""Light on lines of a page that were written long ago: nearly all of it, so that one sees how full the page is."""

PILE = 0.30
"""Size of a sheet when the prompt has been gathered."""
QUIET = 0.5
"""Light on what is slower, when the faster is named."""

ENDS, WHICH = ("", "versus."), ("here", "there")
"""Prefixes of the figures of the two chips, and of the texts about them."""


class Versus(FilmScene):
    """Two chips, one prompt."""

    starts, ends = Stage.TERRAIN, Stage.TERRAIN

    def build(self) -> None:
        """The terrain under a night sky; the prompt; for each chip a page, a line of time and its words."""
        self.halves = halves(self.frame)
        self.terrain = Terrain(self.stage(), self.value, self.frame)
        self.terrain.put_on(self)
        self.night = Backdrop("stars")
        self.put(self.night)
        motion = self.value("versus.motion")
        self.waits = [self.value(f"{end}prefill.time") * motion for end in ENDS]
        self.paces = [self.value(f"{end}decode.rate") / motion for end in ENDS]
        self._prompt()
        self._pages()
        self._lanes()
        self._words()

    def _prompt(self) -> None:
        self.heading = self.label("heading", LEFT, TITLE_LINE, HEADING, color=INK)
        line, left = self.halves.prompt, self.heading.letters.right + 0.45 if self.frame.wide else self.frame.left
        self.document = Document(int(self.value("prompt.tokens")), self.halves.sheets, (left, line - 0.13, PILE))
        self.put(self.document)
        self.tokens = self.label("tokens", self.document.right + 0.16, line)
        self.live = self.label("live", RIGHT, TITLE_LINE, align="right")
        self.stretched = self.label("stretched", RIGHT, TITLE_LINE, align="right")
        self.equal = self.label("equal", RIGHT, TITLE_LINE, align="right")

    def _pages(self) -> None:
        written = ceil(max(self.paces) * (STREAMING + NOW))
        size = min(SIZES[1], max(SIZES[0], sqrt(ROOM / written)))
        while size > SIZES[0] and not self._fits(size, written):
            size *= FINER
        self.pages = [self._page(top, size) for top in self.halves.tops]
        self.carets = [Caret(self.frame.left, page.first_baseline - 0.05, max(size, 0.16)) for page in self.pages]
        self.put(*self.pages, *self.carets)

    def _page(self, top: float, size: float) -> Page:
        low, high = self.halves.paper
        box = self.frame.left, top + low, self.frame.right, top + high
        return Page(self.screen("answer"), box, Style(size), size / WRITING.size, OLD)

    def _fits(self, size: float, written: int) -> bool:
        """Whether a page in this size holds so many tokens, with its first line still in full light."""
        page = self._page(self.halves.tops[0], size)
        return page.place_of(written)[0] + GAP < page.rows

    def _lanes(self) -> None:
        self.lanes = []
        for end, top, wait, pace in zip(ENDS, self.halves.tops, self.waits, self.paces, strict=True):
            by_arithmetic = self.value(f"{end}prefill.math_time") > self.value(f"{end}prefill.memory_time")
            bandwidth = self._share(end, "gpu.bandwidth")
            heights = self._share(end, "gpu.peak") if by_arithmetic else bandwidth, bandwidth
            self.lanes.append(Lane(wait, pace, 1.0, top + self.halves.lane, heights, by_arithmetic, self.frame.left))
        self.put(*self.lanes)

    def _share(self, end: str, figure: str) -> float:
        """What a chip has of something, as a share of what the better of the two has."""
        return self.value(f"{end}{figure}") / max(self.value(f"{one}{figure}") for one in ENDS)

    def _words(self) -> None:
        places, left = self.halves, self.frame.left
        self.names = [
            self.label(f"{which}_name", left, top + places.names, NAME, color=INK)
            for which, top in zip(WHICH, places.tops, strict=True)
        ]
        self.has = [self._numbers(which, name) for which, name in zip(WHICH, self.names, strict=True)]
        ends = list(zip(ENDS, places.tops, strict=True))
        self.first = [self._speed(f"{end}prefill.time", "first", left, top) for end, top in ends]
        self.rest = [self._speed(f"{end}decode.rate", "rest", places.stream, top) for end, top in ends]
        self.more_arithmetic = [self.label("more_arithmetic", left, top + places.ratios, NAME) for top in places.tops]
        self.more_bandwidth = [
            self.label("more_bandwidth", places.stream, top + places.ratios, NAME) for top in places.tops
        ]

    def _numbers(self, which: str, name: Label) -> tuple[Label, Label]:
        """What a chip has of arithmetic and of bandwidth, behind its name."""
        y = name.letters.baseline
        arithmetic = self.label(f"{which}_arithmetic", max(name.letters.right + 0.4, self.halves.numbers), y)
        below = self.halves.second
        x = arithmetic.letters.left if below else arithmetic.letters.right + 0.45
        return arithmetic, self.label(f"{which}_bandwidth", x, y - below)

    def _speed(self, figure: str, note: str, x: float, top: float) -> Readout:
        made = self.readout(figure, x, y=top + self.halves.speeds, style=SPEED)
        made.parts.append(self.label(note, made.right + 0.16, top + self.halves.speeds))
        return made

    # ------------------------------------------------------------------ beats
    @beat(breath=STREAMING)
    def one_prompt(self) -> None:
        """The prompt goes to both; on 'now' both wait, and then stream, in real time."""
        self.play(self.night.reveal(OVER), at=0.0)
        self.play(*(part.hide(0.0) for part in self.terrain.standing), at=OVER)
        self.play(self.document.deal(1.0), self.heading.reveal(), at=OVER - 0.2)
        gathered = self.said("prompt.tokens")
        self.play(self.document.gather(0.8), at=max(OVER + 0.3, gathered - 0.7))
        self.land(self.tokens, "prompt.tokens")
        for name, numbers, end in zip(self.names, self.has, ENDS, strict=True):
            self.land(name, f"{end}gpu.name")
            self.play(*(number.reveal() for number in numbers), at=self.said(f"{end}gpu.name") + 0.5)
        for caret, end in zip(self.carets, ENDS, strict=True):
            self.play(caret.reveal(), at=self.said(f"{end}gpu.name") + 0.5)
        self.land(self.live, "versus.motion")
        self._race(self.at("sent"))

    def _race(self, sent: float) -> None:
        """Both begin at once; each line of time will reach the right edge when the beat ends."""
        self.play(self.document.send(0.7), at=sent)
        for lane, page, caret in zip(self.lanes, self.pages, self.carets, strict=True):
            lane.second.first = (self.frame.right - self.frame.left) / (self.end - sent)
            self.play(lane.begin(), at=sent)
            came = sent + lane.first
            self.play(page.begin(lane.rate), at=came - 1 / lane.rate)
            self.play(caret.fire().sounding("drop"), at=came)

    @beat(claim="versus.reads_slower")
    def first_word(self) -> None:
        """The lines are stretched: the same work, as wide as it takes and as high as the arithmetic."""
        self._first_words()
        self._more_arithmetic(0)

    @first_word.otherwise(claim="versus.reads_faster")
    def other_sooner(self) -> None:
        """The same where the other chip has more arithmetic."""
        self._first_words()
        self._more_arithmetic(1)

    @first_word.otherwise(claim="versus.reads_alike")
    def alike(self) -> None:
        """The same where both have about as much arithmetic."""
        self._first_words()
        self._point(0)

    @first_word.otherwise(claim="versus.reads_by_memory")
    def by_memory(self) -> None:
        """A prompt so short that both wait for their memory."""
        self._first_words()
        self._point(0)

    @first_word.otherwise
    def by_each_its_own(self) -> None:
        """A prompt so short that one of them waits for its memory, the other for its arithmetic."""
        self._first_words()
        self._point(0)

    def _first_words(self) -> None:
        """The pages go; time runs on, and its first moments are looked at closely."""
        self.play(*(page.halt() for page in self.pages), at=0.0)
        self.play(*(page.hide(0.45) for page in self.pages), self.live.hide(), at=0.1)
        scale = self.halves.wait / max(lane.first for lane in self.lanes)
        for lane, top in zip(self.lanes, self.halves.tops, strict=True):
            self.play(lane.zoom(scale, top + self.halves.stretched, self.halves.depth), at=0.15, until=1.25)
            self.play(lane.show_prefill(), at=max(0.9, self.at("work")))
        note = self.equal if len({lane.by_arithmetic for lane in self.lanes}) == 1 else self.stretched
        self.play(note.reveal(), at=max(1.25, self.at("work")))
        for readout, end in zip(self.first, ENDS, strict=True):
            self.land(readout, f"{end}prefill.time")

    def _more_arithmetic(self, which: int) -> None:
        self.land(self.more_arithmetic[which], "versus.peak_ratio")

    def _point(self, which: int) -> None:
        """Both chips have as much of what is named: their numbers take the light."""
        for numbers in self.has:
            self.play(numbers[which].seen_to(QUIET, 0.2), later(0.25, numbers[which].reveal()), at=self.at("why") - 0.3)

    @beat(claim="versus.writes_slower")
    def the_stream(self) -> None:
        """The same bytes for every token: bricks as wide as a step takes and as high as the bandwidth."""
        self._streams()
        self._more_bandwidth(0)

    @the_stream.otherwise(claim="versus.writes_faster")
    def other_faster(self) -> None:
        """The same where the other chip has more bandwidth."""
        self._streams()
        self._more_bandwidth(1)

    @the_stream.otherwise
    def as_fast(self) -> None:
        """The same where both have about as much bandwidth."""
        self._streams()
        self._point(1)

    def _streams(self) -> None:
        self.play(*(lane.show_decode() for lane in self.lanes), at=self.at("token"))
        for readout, end in zip(self.rest, ENDS, strict=True):
            self.land(readout, f"{end}decode.rate")

    def _more_bandwidth(self, which: int) -> None:
        self.land(self.more_bandwidth[which], "versus.bandwidth_ratio")

    @beat(claim="versus.slower_at_both", breath=2.0 + OVER, still="seen")
    def both_speeds(self) -> None:
        """The film's chip is ahead in both speeds."""
        self._ahead(0, 0)

    @both_speeds.otherwise(claim="versus.faster_at_both")
    def other_at_both(self) -> None:
        """The other chip is ahead in both speeds."""
        self._ahead(1, 1)

    @both_speeds.otherwise(claim="versus.later_but_faster")
    def each_at_one(self) -> None:
        """The film's chip has the shorter wait, the other the faster stream."""
        self._ahead(0, 1)

    @both_speeds.otherwise(claim="versus.sooner_but_slower")
    def each_at_the_other(self) -> None:
        """The other chip has the shorter wait, the film's the faster stream."""
        self._ahead(1, 0)

    @both_speeds.otherwise(claim="versus.alike_at_both")
    def alike_at_both(self) -> None:
        """Neither is ahead."""
        self._ahead(None, None)

    @both_speeds.otherwise(claim="versus.waits_differ")
    def only_the_wait(self) -> None:
        """Only the wait differs."""
        self._ahead(0 if self.waits[0] < self.waits[1] else 1, None)

    @both_speeds.otherwise
    def only_the_stream(self) -> None:
        """Only the stream differs."""
        self._ahead(None, 0 if self.paces[0] > self.paces[1] else 1)

    def _ahead(self, first: int | None, rest: int | None) -> None:
        """Of each speed, what is slower grows dim when the faster is named; then the terrain comes back."""
        for readouts, winner, mark in ((self.first, first, "wait"), (self.rest, rest, "stream")):
            for which, (lane, readout) in enumerate(zip(self.lanes, readouts, strict=True)):
                if winner is not None and which != winner:
                    self.play(*(part.seen_to(QUIET) for part in readout.parts), at=self.at(mark))
                    self.play(lane.darken(mark == "wait", QUIET), at=self.at(mark))
                else:
                    point = lane.point_at_wait() if mark == "wait" else lane.point_at_stream()
                    self.play(point, at=self.at(mark))
        self.play(self.terrain.come(0.0), at=self.end - OVER - 0.1)
        self.play(self.night.hide(OVER), at=self.end - OVER)
        self.leave(self.document, *self.lanes, keep=self.terrain.numbers, early=OVER)
