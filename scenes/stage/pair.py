"""Two chips side by side: their machines, their lines of time over one ruler, and the pages on which they write."""

from __future__ import annotations

from math import ceil, sqrt

from scenes.stage.halves import halves
from scenes.stage.lane import Lane
from scenes.stage.letters import Style
from scenes.stage.machine import Machine
from scenes.stage.page import GAP, WRITING, Page
from scenes.stage.prompt import Caret
from scenes.stage.replay import Replay, Span
from scenes.stage.scene import FilmScene
from scenes.stage.sending import Sending
from scenes.stage.time_ruler import TimeRuler, settled

ENDS = "", "versus."
"""Prefixes of the figures of the film's chip, which stands above, and of the other."""
READING, WRITES = 0, 1
"""The two kinds of work."""

STREAMING, NOW = 3.6, 0.4
"""Seconds for which the two stream when 'now' has been said, and about so many that the word takes."""
SIZES = 0.048, 0.235
"""Smallest and largest font size of the pages: the largest at which the faster chip does not fill its page."""
ROOM, FINER = 5.5, 0.96
"""Tokens that a page of a font size of one holds at most (of another, by its square), and from one size to the next."""
OLD = 0.75
"""Light on lines of a page that were written long ago: nearly all of it, so that one sees how full the page is."""

WAIT = 0.56
"""Share of the lines of time that the longer wait takes when it is looked at."""
STEP, LONGEST_STEP = 0.42, 0.36
"""Stage units that the faster chip's step takes when it is looked at, if the slower one's takes no more than such a
share of the lines of time."""
BEYOND = 0.1
"""How far lines of time go on beyond the edge of the frame."""


class Pair:
    """What of both chips is put on stage, the film's first. `looks` are the scales, in stage units a second, at which
    reading and writing are looked at."""

    def __init__(self, scene: FilmScene):
        self.scene, self.halves = scene, halves(scene.frame)
        self.motion = scene.value("versus.motion")
        self.waits, self.paces = self._both("prefill.time"), self._both("decode.rate")
        fetching, counting = self._both("prefill.memory_time"), self._both("prefill.math_time")
        self.by_arithmetic = [math > memory for math, memory in zip(counting, fetching, strict=True)]
        self.width = scene.frame.right - self.halves.start
        self.looks = (
            settled(WAIT * self.width / max(self.waits)),
            settled(min(STEP * max(self.paces), LONGEST_STEP * self.width * min(self.paces))),
        )
        self.replay, self.span = Replay(), Span(self.halves.start)
        self.ruler = self._ruler()
        self.lanes = [self._lane(which) for which in range(2)]
        self.machines = [self._machine(which) for which in range(2)]
        self._pages()

    def put_on(self) -> None:
        """Set all on stage; nothing of it shows yet."""
        scene = self.scene
        scene.written.extend(self.ruler.numbers)
        scene.put(self.ruler, *self.lanes, posed=[self.span, self.ruler, *self.lanes])
        scene.put(*self.machines, *self.pages, *self.carets)

    def _both(self, figure: str) -> list[float]:
        return [self.scene.value(f"{end}{figure}") for end in ENDS]

    def _height(self, which: int, figure: str) -> float:
        """How high what a chip has of something is drawn: of the better of the two, all that there is room for."""
        return self.halves.high * self._both(figure)[which] / max(self._both(figure))

    def _ruler(self) -> TimeRuler:
        places = self.halves
        scales = [self.width * self.motion / (STREAMING + NOW), *self.looks]
        low, high = places.seconds, places.tops[0] + places.captions - 0.2
        return TimeRuler(self.span, self.scene.frame.right, low, high, (min(scales), max(scales)))

    def _lane(self, which: int) -> Lane:
        reads = "gpu.peak" if self.by_arithmetic[which] else "gpu.bandwidth"
        heights = self._height(which, reads), self._height(which, "gpu.bandwidth"), self.halves.high
        return Lane(
            (self.waits[which], self.paces[which]),
            (self.replay, self.span),
            self.halves.tops[which] + self.halves.lane,
            heights,
            self.by_arithmetic[which],
            self.waits[which] * self.looks[READING],
            self.scene.frame.width / 2 + BEYOND,
        )

    def _machine(self, which: int) -> Machine:
        places, end, lane = self.halves, ENDS[which], self.lanes[which]
        heights = self._height(which, "gpu.bandwidth"), self._height(which, "gpu.peak")
        shares = self._busy(end, "prefill", "time"), self._busy(end, "decode", "step_time")
        top = places.tops[which]
        place = places.left, top + places.machine, places.wide, self.scene.frame.right - places.left
        machine = Machine(lane, place, heights, places.high, shares, top + places.notes - 0.12)
        if places.machine == places.lane:
            lane.guides = places.left + places.wide, machine.gate_at_last
        return machine

    def _busy(self, end: str, job: str, time: str) -> tuple[float, float]:
        """Which part of the time of a job the channel is busy, and which the arithmetic."""
        memory, math, whole = (self.scene.value(f"{end}{job}.{one}") for one in ("memory_time", "math_time", time))
        return memory / whole, math / whole

    def sending(self, x: float, y: float) -> Sending:
        """The way of the prompt from (x, y) to both chips."""
        gutter, top = self.halves.left + self.halves.wide + 0.2, self.halves.tops[0]
        ends = [machine.top for machine in self.machines]
        return Sending([[(x, y), (gutter, top), (gutter, high + 0.22), (end, high + 0.08)] for end, high in ends])

    def _pages(self) -> None:
        written = ceil(max(self.paces) / self.motion * (STREAMING + NOW))
        size = min(SIZES[1], max(SIZES[0], sqrt(ROOM / written)))
        while size > SIZES[0] and not self._fits(size, written):
            size *= FINER
        self.pages = [self._page(top, size) for top in self.halves.tops]
        self.carets = [Caret(self.halves.start, page.first_baseline - 0.05, max(size, 0.16)) for page in self.pages]

    def _page(self, top: float, size: float) -> Page:
        low, high = self.halves.paper
        box = self.halves.start, top + low, self.scene.frame.right, top + high
        return Page(self.scene.screen("answer"), box, Style(size), size / WRITING.size, OLD)

    def _fits(self, size: float, written: int) -> bool:
        """Whether a page in this size holds so many tokens, with its first line still in full light."""
        page = self._page(self.halves.tops[0], size)
        return page.place_of(written)[0] + GAP < page.rows
