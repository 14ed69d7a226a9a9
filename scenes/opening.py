"""An answer has two speeds, and they have two different causes.

Starts in the dark. A long document is put into a prompt and sent; the wait for the first token and
the stream after it play in real time, as they were measured, on one line of time. Last, that line is
stretched, and what fills it is laid under it, to scale. Ends in the dark.
"""

from __future__ import annotations

from scenes.stage import THROUGHOUT, FilmScene, Stage, beat
from scenes.stage.clock import UPPER
from scenes.stage.document import Document
from scenes.stage.frame import FILM
from scenes.stage.labels import width_of
from scenes.stage.letters import Style
from scenes.stage.page import WRITING, Page
from scenes.stage.prompt import Caret, PromptBox
from scenes.stage.theme import COLUMNS, INK, SMALL, STAGE, TITLE
from scenes.stage.timeline import Timeline
from scenes.stage.tracks import later

BOX, SHEETS, PAPER = (2.44, 3.50), (-1.22, 3.50), (-1.25, 2.08)
"""Lower and upper edges in the film of what goes from the left to the right."""
PILE = 0.16, 2.56, 0.55
"""From the left edge, height, and size of a sheet."""

REAL_SCALE = 1.1
"""Stage units a second in the film while time is real."""
WAIT = 5.22
"""The wait's length in the film when the line has been stretched: tokens are then 7 pixels apart at 1080 lines."""
LINE, DEPTH = 1.02, 1.15
NAMES, SIZES = 1.46, -0.72

APART = 0.3
"""Between two texts on a line."""

QUESTION, NAME, SIZE = Style(STAGE, 300, -0.02), Style(TITLE, 500), Style(STAGE, 300, -0.02)


class Opening(FilmScene):
    """Why the first word keeps you waiting."""

    starts, ends = Stage.DARK, Stage.DARK

    def build(self) -> None:
        """The prompt, the page of the answer, the line of time, and their numbers."""
        self.wait_seconds, self.pace = self.value("measured.ttft_long"), self.value("measured.decode_long")
        frame, left = self.frame, self.frame.left
        higher = frame.height - FILM.height
        self.box = PromptBox((left, BOX[0] + higher, frame.right, BOX[1] + higher))
        sheets = left, SHEETS[0], frame.right, SHEETS[1] + higher
        self.document = Document(int(self.value("prompt.long")), sheets, (left + PILE[0], PILE[1] + higher, PILE[2]))
        self.page = Page(self.screen("answer"), (left, PAPER[0], frame.right, PAPER[1] + higher))
        self.caret = Caret(left, self.page.first_baseline - 0.05, WRITING.size)
        # On a chip slower than the one that was measured, nothing is known of prefill's part.
        known = self.holds("measured.long_word_above_ceiling")
        self.least_wait = self.value("ceiling.ttft_long") if known else 0.0
        self.line = Timeline(self.wait_seconds, self.pace, self.least_wait, REAL_SCALE * frame.across, left)
        self.put(self.box, self.document, self.page, self.caret, self.line)
        self.sent = self.readout("prompt.long", self.document.right + 0.3, y=2.79 + higher, style=SIZE)
        self.tokens = self.label("tokens", self.sent.number.letters.right + 0.14, 2.79 + higher)
        self.first_token = self.readout("measured.ttft_long", COLUMNS[0])
        self.rate = self.readout("measured.decode_long", COLUMNS[2])
        self.first_name, self.rate_name = self.under("first_name", COLUMNS[0]), self.under("rate_name", COLUMNS[2])
        self.live = self.label("live", left, UPPER - 0.27, Style(SMALL))
        self._name_blocks()

    def _name_blocks(self) -> None:
        frame, left, wait = self.frame, self.frame.left, WAIT * self.frame.across
        self.depth = DEPTH * frame.up
        names, sizes = NAMES + frame.middle, SIZES + frame.middle - (self.depth - DEPTH)
        prefill, decode = left + wait * (1 - self.least_wait / self.wait_seconds), left + wait
        self.question = self.label("question", left, 2.72 + frame.height - FILM.height, QUESTION, color=INK)
        self.caption(self.question)
        # Beside a prefill that takes nearly all of the wait, the network's name finds room only above.
        self.narrow = self.width("network") + APART > prefill - left
        self.network = self.label("network", left, names + (0.42 if self.narrow else 0.0))
        self.whole_wait = self.label("whole_wait", left, names)
        place = min(prefill, decode - APART - self.width("prefill", NAME))
        self.prefill = self.label("prefill", place, names, NAME, color=INK)
        self.decode = self.label("decode", decode, names, NAME, color=INK)
        number = 0.12 + width_of(self.word("ceiling.ttft_long"), SIZE)
        most = decode - APART - number - left
        self.unknown, self.needs = self.label("unknown", left, sizes), self.label("about", left, sizes, most=most)
        least = min(self.width("about"), most) + number
        self.about = self.label("about", max(left, min(prefill, decode - APART - least)), sizes, most=most)
        self.crowded = self.unknown.letters.right + 0.05 > self.about.letters.left
        before = self.about if self.least_wait else self.needs
        self.least = self.readout("ceiling.ttft_long", before.letters.right + 0.12, y=sizes, style=SIZE)
        self.by_token = self.label("by_token", decode, sizes)

    @beat(breath=0.2)
    def the_wait(self) -> None:
        """A long document is sent; nothing; on the word that says how long, the first token is there."""
        came = self.said("measured.ttft_long")
        sent = came - self.wait_seconds
        self.play(self.document.deal(1.5), at=0.05)
        self.play(self.document.gather(1.25), at=sent - 2.1)
        self.play(self.box.reveal(0.5), at=sent - 1.75)
        self.play(self.box.arm(), at=sent - 0.8)
        self.play(self.box.send(), self.document.send(), self.line.begin(), self.caret.reveal(0.15), at=sent)
        self.play(self.first_token.count(), at=sent, until=came)
        self.play(self.live.reveal(0.3), at=sent)
        self.play(self.page.begin(self.pace), at=came - 1 / self.pace)
        self.play(self.caret.fire().sounding("drop"), at=came)

    @beat(runs_on=THROUGHOUT)
    def the_stream(self) -> None:
        """The answer streams at its measured pace; the two numbers get their names."""
        self.land(self.rate, "measured.decode_long")
        self.play(self.rate_name.reveal(), at=self.at("second"))
        self.play(self.document.glow(), self.sent.reveal(), self.tokens.reveal(), at=self.at("pieces"))
        self.play(self.page.halt(), self.line.halt(), at=self.at("names"))
        self.play(self.first_name.reveal(), self.line.point_at_wait(), at=self.at("first"))
        self.play(self.line.point_at_stream(), at=self.at("pace"))

    @beat(claim="measured.long_word_above_ceiling", breath=1.1, still="why", runs_on=0.8)
    def two_jobs(self) -> None:
        """The line is stretched; what fills it is laid under it; the question of the film."""
        self._stretch()
        names = (self.network,) if self.narrow or self.crowded else (self.network, self.unknown)
        self.play(self.line.show_network(), *(name.reveal() for name in names), at=self.at("network"))
        self.play(self.line.show_prefill(), self.prefill.reveal(), at=self.at("prefill"))
        self.land(self.about, "gpu.name")
        self._ask()

    @two_jobs.otherwise
    def two_jobs_elsewhere(self) -> None:
        """The same where a faster chip than the film's was measured: prefill's part of the wait is not known."""
        self._stretch()
        self.play(self.line.show_network(), self.whole_wait.reveal(), at=self.at("network"))
        self.land(self.needs, "gpu.name")
        self._ask()

    def _stretch(self) -> None:
        gone = (self.page, self.box, self.document, self.sent, self.tokens, self.live)
        self.play(*(one.hide(0.45) for one in gone), at=0.0)
        scale = WAIT * self.frame.across / self.wait_seconds
        self.play(self.line.zoom(scale, LINE + self.frame.middle, self.depth), at=0.15, until=1.2)

    def _ask(self) -> None:
        self.land(self.least, "ceiling.ttft_long")
        by_token = later(0.6, self.by_token.reveal())
        self.play(self.line.show_decode(), self.decode.reveal(), by_token, at=self.at("decode"))
        self.play(self.question.reveal(0.5), at=self.at("question"))
        self.leave(self.line)
