"""Time that is looked at more than once: where a replay of it stands, and how it lies on the stage."""

from __future__ import annotations

from math import exp, inf, log

from scenes.stage.tracks import Curve, Move, Track, smooth

ROUNDING = 1e-6
"""Seconds. A run that starts where a beat ends is not seen in that beat's last frame."""


class Replay:
    """Which second of an answer is shown at each moment of the scene, counted from when the prompt was sent.

    Before the first run nothing has been sent: the second is minus infinity.
    """

    def __init__(self) -> None:
        self.runs: list[tuple[float, float, float]] = []

    def run(self, since: float, pace: float) -> Move:
        """From now on, from second `since`, so many seconds of the answer pass in each second of the film."""

        def write(start: float, _: float) -> None:
            self.runs = sorted([*self.runs, (start, since, pace)])

        return Move(write, 0.0)

    def over(self) -> Move:
        """From now on the answer is there, however long it is."""
        return self.run(inf, 0.0)

    def at(self, t: float) -> float:
        """The second that is shown at t."""
        start, since, pace = self._run(t)
        return since + pace * (t - start) if pace else since

    def pace(self, t: float) -> float:
        """Seconds of the answer in a second of the film, at t."""
        return self._run(t)[2]

    def since(self, t: float) -> float:
        """Seconds since the run that is shown at t began."""
        return t - self._run(t)[0]

    def _run(self, t: float) -> tuple[float, float, float]:
        return next((run for run in reversed(self.runs) if run[0] < t - ROUNDING), (0.0, -inf, 0.0))


class Span:
    """How seconds lie on the stage, from `left` on: so many stage units each, and whether they are counted from when
    the prompt was sent (`origin` 0) or, in each answer, from its own first token (1)."""

    def __init__(self, left: float):
        self.left = left
        self.log, self.begins = Track(0.0), Track(0.0)
        self.pose(0.0)

    def start(self, scale: float) -> None:
        """Have so many stage units a second from the scene's first moment on."""
        self.log.first = log(scale)

    def zoom(self, scale: float, origin: float = 0.0, length: float = 1.3, curve: Curve = smooth) -> Move:
        """Stretch or shrink at an even rate, as one does who comes nearer."""

        def write(start: float, span: float) -> None:
            self.log.to(log(scale), start, span, curve)
            self.begins.to(origin, start, span, curve)

        return Move(write, length)

    def pose(self, t: float) -> None:
        """Scale and origin at t."""
        self.scale, self.origin = exp(self.log.at(t)), self.begins.at(t)
