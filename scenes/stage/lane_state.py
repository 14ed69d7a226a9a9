"""A chip's answer over time: what of it is shown, how far it has come, and how its work lies."""

from __future__ import annotations

from math import floor, inf, isfinite, sqrt

from scenes.stage.paint import Fading
from scenes.stage.replay import Replay, Span
from scenes.stage.tracks import Curve, Move, Track, linear, smooth, soft

THIN = 0.03
"""Height under which a block would not be seen."""


class LaneState(Fading):
    """An answer that waits for `first` seconds, and then has `rate` tokens a second.

    `heights` are those of its two kinds of work, reading and writing, `highest` the greatest that either chip's can
    have; `edge` is where the frame ends.
    """

    def __init__(
        self,
        answer: tuple[float, float],
        time: tuple[Replay, Span],
        heights: tuple[float, float],
        highest: float,
        edge: float,
    ):
        super().__init__()
        (self.first, self.rate), (self.replay, self.span) = answer, time
        self.left, self.edge = self.span.left, edge
        self.heights, self.highest = (max(heights[0], THIN), max(heights[1], THIN)), highest
        self.work, self.rolls = (Track(0.0), Track(0.0)), (Track(1.0), Track(1.0))
        self.swells = Track(0.0), Track(0.0)
        self.all_steps, self.kept, self.marked = Track(0.0), Track(1.0), Track(0.0)
        self.stand(0.0)

    # ------------------------------------------------------------------ moves
    def lay(self, which: int, length: float = 0.4) -> Move:
        """Put down the work of reading (0) or of one token (1), in the shape that it has for both chips."""

        def write(start: float, span: float) -> None:
            self.rolls[which].to(0.0, start)
            self.work[which].to(1.0, start, span, soft)

        return Move(write, length)

    def roll(self, which: int, length: float = 1.1, curve: Curve = smooth) -> Move:
        """Press it to the height that this chip has: it grows as long as the time that it takes."""
        return Move(lambda start, span: self.rolls[which].to(1.0, start, span, curve), length)

    def follow(self, length: float = 0.6) -> Move:
        """The work of all other tokens behind that of the first."""
        return Move(lambda start, span: self.all_steps.to(1.0, start, span, linear), length)

    def show_work(self, which: int, level: float, length: float = 0.4) -> Move:
        """Let a share of the work of reading (0) or writing (1) be seen."""
        return Move(lambda start, span: self.work[which].to(level, start, span, soft), length)

    def forget(self, length: float = 0.4) -> Move:
        """What has been done fades, to be done again in a replay."""
        return Move(lambda start, span: self.kept.to(0.0, start, span, soft), length)

    def again(self) -> Move:
        """What is done from now on is seen."""
        return Move(lambda start, _: self.kept.to(1.0, start), 0.0)

    def mark(self, level: float, length: float = 0.4) -> Move:
        """Let the moment that is replayed be seen as an upright line."""
        return Move(lambda start, span: self.marked.to(level, start, span, soft), length)

    def point(self, which: int, length: float = 1.4) -> Move:
        """Reading (0) or writing (1) shines up and settles: look here."""

        def write(start: float, span: float) -> None:
            self.swells[which].to(1.0, start, 0.3 * span, soft)
            self.swells[which].to(0.35, start + 0.3 * span, 0.7 * span, soft)

        return Move(write, length)

    # ------------------------------------------------------------------ state
    def stand(self, t: float) -> None:
        """Which second is shown at t, and what of the work is seen."""
        self.now, self.pace = self.replay.at(t) + self.span.origin * self.first, self.replay.pace(t)
        self.came = self.tokens(self.now)
        self.per_second = self.span.scale
        self.worked = self.work[0].at(t), self.work[1].at(t)
        self.rolled = self.rolls[0].at(t), self.rolls[1].at(t)
        self.steps, self.upright = self.all_steps.at(t), self.marked.at(t)
        self.known = self.kept.at(t)
        self.swollen = self.swells[0].at(t), self.swells[1].at(t)

    def tokens(self, second: float) -> int:
        """How many tokens have come by a second of the answer; a great many when it is over."""
        if not isfinite(second):
            return 10**9 if second > 0 else 0
        since = second - self.first
        return floor(self.rate * since + 1e-6) + 1 if since > -1e-9 else 0

    def x(self, second: float) -> float:
        """Where a second of the answer stands."""
        return self.left + (second - self.span.origin * self.first) * self.per_second

    @property
    def pitch(self) -> float:
        """Stage units from one token to the next."""
        return self.per_second / self.rate

    @property
    def reach(self) -> float:
        """How far the shown second is along the lane."""
        return self.edge if self.now == inf else max(self.left, min(self.x(max(self.now, 0.0)), self.edge))

    def shape(self, which: int) -> tuple[float, float]:
        """Width and height of the work of reading (0) or of one token (1), as it is pressed now."""
        width = self.first * self.per_second if which == 0 else self.pitch
        height = self.heights[which]
        alike = min(self.highest, sqrt(width * height / 2))
        now = alike ** (1 - self.rolled[which]) * height ** self.rolled[which]
        return width * height / now, now
