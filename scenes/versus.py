"""The same prompt on two chips: arithmetic sets the wait, bandwidth the stream.

Starts and ends on the terrain. Two machines with the same wall of weights rise; channel and chip are as high as
bandwidth and arithmetic. One prompt goes to both; each waits and streams in real time, at its ceiling. Then the two
lines of time are stretched and replayed: the same work is pressed to the height of each chip's arithmetic and grows as
long as its wait, and so is each token's with the bandwidth. In the last frame each chip's two speeds stand over the
work that they come from.
"""

from __future__ import annotations

from scenes.stage import AT_ONCE, FilmScene, Stage, beat
from scenes.stage.backdrop import Backdrop
from scenes.stage.document import Document
from scenes.stage.labels import Label
from scenes.stage.letters import Style
from scenes.stage.paint import Fading
from scenes.stage.pair import ENDS, READING, STREAMING, WRITES, Pair
from scenes.stage.pair_words import PairWords, touching
from scenes.stage.scene import LANDING
from scenes.stage.sending import LASTS
from scenes.stage.terrain import Terrain
from scenes.stage.theme import INK, LEFT, RIGHT, TITLE, TITLE_LINE
from scenes.stage.tracks import later

HEADING, HEADING_ROOM = Style(TITLE, 500), 5.3
GIVES, OVER = 0.55, 0.8
"""Seconds in which the terrain gives way, and in which it comes back."""
PILE = 0.30
"""Size of a sheet when the prompt has been gathered."""
GATHERED = 2.2
"""Seconds before 'now' at which the sheets of the prompt begin to fly to their pile."""
SENDING = 0.75
"""Seconds that the prompt is on its way to the chips."""
ROLLING = 1.2
"""Seconds in which work is pressed to a chip's height."""
LATER, LEAST = 0.8, 1.0
"""Seconds that the replay may wait for its words, and that it takes at least until the longer wait is over."""
AGAIN = 1.75
"""Seconds after which the last beat replays both answers."""


class Versus(FilmScene):
    """Two chips, one prompt."""

    starts, ends = Stage.TERRAIN, Stage.TERRAIN

    def build(self) -> None:
        """The terrain under a night sky; the prompt; for each chip a machine, a page, a line of time and its words."""
        self.terrain = Terrain(self.stage(), self.value, self.frame)
        self.terrain.put_on(self)
        self.night = Backdrop("stars")
        self.put(self.night)
        self.pair = Pair(self)
        self._prompt()
        self.pair.put_on()
        self.put(self.sending)
        self.words = PairWords(self, self.pair)

    def _prompt(self) -> None:
        places, wide = self.pair.halves, self.frame.wide
        room = HEADING_ROOM if wide else self.frame.right - self.frame.left
        self.heading = self.label("heading", LEFT, TITLE_LINE, HEADING, color=INK, most=room)
        left = self.heading.letters.right + 0.45 if wide else self.frame.left
        pile = left, places.prompt - 0.13, PILE
        self.document = Document(int(self.value("prompt.tokens")), places.sheets, pile)
        self.put(self.document)
        self.sending = self.pair.sending((left + self.document.right) / 2, pile[1])
        self.tokens = self.label("tokens", self.document.right + 0.16, places.prompt)
        self.live = self.label("live", RIGHT, TITLE_LINE, align="right")
        self.stretched = self.label("stretched", RIGHT, TITLE_LINE, align="right")
        self.equal = self.label("equal", RIGHT, TITLE_LINE, align="right")

    # ------------------------------------------------------------------ beats
    @beat(breath=STREAMING)
    def one_prompt(self) -> None:
        """Both chips rise; the prompt goes to both; on 'now' both wait, and then stream, in real time."""
        self.play(self.night.reveal(GIVES), at=0.0)
        self.play(*(part.hide(0.0) for part in self.terrain.standing), at=GIVES)
        self.play(*(machine.lay(0.7) for machine in self.pair.machines), at=0.5 * GIVES)
        self.land(self.heading, "model.name")
        for which, end in enumerate(ENDS):
            named = self.said(f"{end}gpu.name")
            # A voice may say the first name while the numbers of the terrain still stand.
            self.play(self.words.names[which].reveal(), at=max(named - LANDING, GIVES))
            machine = self.pair.machines[which]
            self.play(machine.rise(), later(0.6, machine.show_off()), at=named)
            wall, bandwidth, peak = self.words.roomy[which]
            self.play(wall.reveal(), at=self.said("model.name") + 0.3)
            self.play(bandwidth.count(), at=named + 0.2, over=0.6)
            self.play(peak.count(), at=named + 0.5, over=0.6)
        prompt, sent = self.at("prompt"), self.at("sent")
        for machine, roomy, small in zip(self.pair.machines, self.words.roomy, self.words.small, strict=True):
            self.play(*(one.hide(0.3) for one in roomy), machine.draw_together(), machine.calm(0.9), at=prompt - 0.5)
            self.play(*(one.reveal() for one in small), at=prompt + 0.2)
        self.play(self.document.deal(1.2), at=prompt + 0.2)
        self.play(self.document.gather(0.9), at=max(prompt + 1.4, sent - GATHERED))
        self.land(self.tokens, "prompt.tokens")
        self.play(
            *(lane.reveal() for lane in self.pair.lanes),
            *(caret.reveal() for caret in self.pair.carets),
            self.pair.ruler.reveal(0.5),
            at=max(prompt + 1.8, sent - GATHERED + 0.5),
        )
        self.land(self.live, "versus.motion")
        self._race(sent)

    def _race(self, sent: float) -> None:
        """Both begin at once; each line of time will reach the right edge when the beat ends."""
        self.pair.span.start(self.pair.width * self.pair.motion / (self.end - sent))
        self.play(self.document.send(0.7), at=sent - SENDING * (1 + LASTS))
        self.play(self.sending.send(SENDING), at=sent - SENDING * (1 + LASTS))
        self.play(self.pair.replay.run(0.0, 1 / self.pair.motion), at=sent)
        for lane, page, caret in zip(self.pair.lanes, self.pair.pages, self.pair.carets, strict=True):
            rate, came = lane.rate / self.pair.motion, sent + lane.first * self.pair.motion
            self.play(page.begin(rate), at=came - 1 / rate)
            self.play(caret.fire().sounding("drop"), at=came)

    @beat(claim="versus.reads_slower", runs_on=2.0)
    def first_word(self) -> None:
        """The lines are stretched: the same work, as long as it takes and as high as the arithmetic."""
        rolls, last = self.said("versus.peak_ratio"), max(self.said(f"{end}prefill.time") for end in ENDS)
        self._first_words(rolls, last)
        self._more_arithmetic(0)

    @first_word.otherwise(claim="versus.reads_faster")
    def other_sooner(self) -> None:
        """The same where the other chip has more arithmetic."""
        rolls, last = self.said("versus.peak_ratio"), max(self.said(f"{end}prefill.time") for end in ENDS)
        self._first_words(rolls, last)
        self._more_arithmetic(1)

    @first_word.otherwise(claim="versus.reads_alike")
    def alike(self) -> None:
        """The same where both have about as much arithmetic."""
        self._first_words(self.at("work") + 0.9, self.at("why"))

    @first_word.otherwise(claim="versus.reads_by_memory")
    def by_memory(self) -> None:
        """A prompt so short that both wait for their memory."""
        self._first_words(self.at("work") + 0.6, self.at("why"))

    @first_word.otherwise
    def by_each_its_own(self) -> None:
        """A prompt so short that one of them waits for its memory, the other for its arithmetic."""
        self._first_words(self.at("work") + 0.6, self.at("why"))

    def _first_words(self, rolls: float, until: float) -> None:
        """Time is stretched until the waits are long; the work is laid down, pressed, and then done once more: the
        longer wait is over at `until`."""
        self.play(self.pair.replay.over(), *(page.halt() for page in self.pair.pages), at=0.0)
        self.play(*(page.hide(0.45) for page in self.pair.pages), self.live.hide(), at=0.05)
        work = max(1.35, self.at("work"))
        self.play(self.pair.span.zoom(self.pair.looks[READING]), at=0.1, until=work)
        rolls = max(rolls, work + 0.7)
        done = rolls + ROLLING
        alike = len(set(self.pair.by_arithmetic)) == 1
        note = self.equal if alike else self.stretched
        for lane, label in zip(self.pair.lanes, self.words.reading, strict=True):
            self.play(lane.lay(READING), lane.forget(), label.reveal(), at=work)
            self.play(lane.roll(READING, ROLLING), at=rolls)
        self.play(note.reveal(), at=work)
        start = self._start(done, until)
        self.play(self.pair.replay.run(0.0, max(self.pair.waits) / (until - start)), at=start)
        for lane in self.pair.lanes:
            self.play(lane.show_work(WRITES, 1.0, 0.0), lane.follow(0.0), lane.mark(1.0, 0.3), lane.again(), at=start)
        for readout, end in zip(self.words.first, ENDS, strict=True):
            self.land(readout, f"{end}prefill.time")

    def _start(self, ready: float, until: float) -> float:
        """When the replay starts, so that as near as can be the shorter wait, too, is over on the word that says it."""
        waits = self.pair.waits
        shorter, longer = sorted(range(2), key=lambda which: waits[which])
        word, apart = self.said(f"{ENDS[shorter]}prefill.time"), waits[longer] - waits[shorter]
        best = word - (until - word) * waits[shorter] / apart if apart else ready
        return min(max(best, ready), ready + LATER, until - LEAST)

    def _more_arithmetic(self, which: int) -> None:
        self._ratio(self.words.more_arithmetic[which], self.words.reading[which], "versus.peak_ratio")

    def _ratio(self, ratio: Label, caption: Label, figure: str) -> None:
        """How much more the chip has lands on its word; where there is no room for both, what stood there makes way."""
        self.land(ratio, figure)
        if touching(caption, ratio):
            self.play(caption.hide(0.2), at=self.said(figure) - 0.35)

    @beat(claim="versus.writes_slower", runs_on=AT_ONCE)
    def the_stream(self) -> None:
        """The same bytes for every token: bricks as long as a step takes and as high as the bandwidth."""
        self._streams(self.said("versus.bandwidth_ratio"))
        self._more_bandwidth(0)

    @the_stream.otherwise(claim="versus.writes_faster")
    def other_faster(self) -> None:
        """The same where the other chip has more bandwidth."""
        self._streams(self.said("versus.bandwidth_ratio"))
        self._more_bandwidth(1)

    @the_stream.otherwise
    def as_fast(self) -> None:
        """The same where both have about as much bandwidth."""
        self._streams(self.at("token") + 1.2)

    def _streams(self, rolls: float) -> None:
        """Time is stretched until single tokens are far apart, each chip's from its first one on."""
        gone = [*self.words.reading, *self.words.more_arithmetic, self.equal, self.stretched]
        self.play(*(one.hide(0.4) for one in gone), at=0.0)
        self.play(self.pair.replay.over(), at=0.0)
        for lane in self.pair.lanes:
            gone_too = (lane.show_work(work, 0.0, 0.5) for work in (READING, WRITES))
            self.play(*gone_too, lane.mark(0.0, 0.2), at=0.0)
        token = max(1.5, self.at("token") + 1.2)
        self.play(self.pair.span.zoom(self.pair.looks[WRITES], 1.0), at=0.1, until=token)
        rolls = max(rolls, token + 0.7)
        for lane, label in zip(self.pair.lanes, self.words.writing, strict=True):
            self.play(lane.lay(WRITES), lane.forget(), label.reveal(), at=token)
            self.play(lane.roll(WRITES, ROLLING), at=rolls)
        self.play(self.equal.reveal(), at=token)
        start = rolls + ROLLING + 0.1
        width = self.pair.width / self.pair.looks[WRITES]
        self._replay_stream(start, width / (self.end - start))
        for readout, end in zip(self.words.rest, ENDS, strict=True):
            self.land(readout, f"{end}decode.rate")

    def _replay_stream(self, start: float, pace: float) -> None:
        """Each chip's tokens from its first one on, at one pace."""
        for lane in self.pair.lanes:
            self.play(lane.follow(0.5), lane.mark(1.0, 0.3), lane.again(), at=start)
        self.play(self.pair.replay.run(0.0, pace), at=start)

    def _more_bandwidth(self, which: int) -> None:
        self._ratio(self.words.more_bandwidth[which], self.words.writing[which], "versus.bandwidth_ratio")

    @beat(claim="versus.slower_at_both", breath=2.0 + OVER, still="seen", runs_on=AT_ONCE)
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
        self._ahead(0 if self.pair.waits[0] < self.pair.waits[1] else 1, None)

    @both_speeds.otherwise
    def only_the_stream(self) -> None:
        """Only the stream differs."""
        self._ahead(None, 0 if self.pair.paces[0] > self.pair.paces[1] else 1)

    def _ahead(self, first: int | None, rest: int | None) -> None:
        """Both answers once more, wait and stream; what is ahead shines up when it is named. Then the terrain."""
        gone = [*self.words.writing, *self.words.more_bandwidth, self.equal]
        self.play(*(one.hide(0.4) for one in gone), at=0.0)
        self.play(self.pair.replay.over(), *(lane.mark(0.0, 0.2) for lane in self.pair.lanes), at=0.0)
        self.play(self.pair.span.zoom(self.pair.looks[READING]), at=0.1, until=1.4)
        self.play(*(lane.show_work(READING, 1.0, 0.6) for lane in self.pair.lanes), at=0.6)
        self.play(self.stretched.reveal(), at=1.0)
        until = self.at("seen")
        self.play(*(lane.forget() for lane in self.pair.lanes), at=1.3)
        for lane in self.pair.lanes:
            self.play(lane.mark(1.0, 0.3), lane.again(), at=AGAIN)
        seconds = self.pair.width / self.pair.looks[READING]
        self.play(self.pair.replay.run(0.0, seconds / (until - AGAIN)), at=AGAIN)
        for work, winner, mark, words in (
            (READING, first, "wait", self.words.sooner),
            (WRITES, rest, "stream", self.words.faster),
        ):
            for which, lane in enumerate(self.pair.lanes):
                if winner in (None, which):
                    self.play(later(0.2, lane.point(work)), at=self.at(mark))
                if winner == which:
                    self.play(words[which].reveal(), at=self.at(mark))
        self.play(self.terrain.come(0.0), at=self.end - OVER - 0.3)
        self.play(self.night.hide(OVER), at=self.end - OVER - 0.2)
        props: list[Fading] = [self.document, self.pair.ruler, *self.pair.lanes, *self.pair.machines]
        self.leave(*props, keep=self.terrain.numbers, length=0.5, early=OVER - 0.35)
