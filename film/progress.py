"""What the user sees while a film is made: a live line on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from io import StringIO
from types import TracebackType
from typing import Protocol, TextIO

PLAIN_EVERY = 10.0
"""Seconds between two plain lines while nothing else is said."""

Clock = Callable[[], float]


@dataclass
class Tally:
    """How far the drawing is. The pace counts from the first frame drawn: what comes before is no pace."""

    beats: int = 0
    frames: int = 0
    beats_done: int = 0
    frames_done: int = 0
    clock: Clock = time.monotonic
    since: float | None = field(default=None, init=False)
    first: int = field(default=0, init=False)

    def drawn(self, count: int) -> None:
        """So many frames more."""
        self.frames_done += count
        if self.since is None and count:
            self.since, self.first = self.clock(), self.frames_done

    @property
    def pace(self) -> float | None:
        """Frames a second, or None while it is too early to say."""
        if self.since is None or self.clock() - self.since < 0.5:
            return None
        done = self.frames_done - self.first  # below zero where frames are drawn again
        return done / (self.clock() - self.since) if done > 0 else None

    @property
    def left(self) -> float | None:
        """Seconds until all frames are drawn, at this pace."""
        return None if self.pace is None else (self.frames - self.frames_done) / self.pace

    def __str__(self) -> str:
        text = f"{self.beats_done} of {self.beats} beats, {self.frames_done:,} of {self.frames:,} frames"
        if self.pace is None or self.left is None:
            return text
        return f"{text}, {self.pace:.0f} frames/s, {minutes(self.left)} left"


def minutes(seconds: float) -> str:
    """Seconds as m:ss, or h:mm:ss."""
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


class Display(Protocol):
    """Shows how a film comes along."""

    def say(self, text: str) -> None:
        """A line that stays."""

    def phase(self, text: str) -> None:
        """What is being done now."""

    def begin(self, beats: int, frames: int) -> None:
        """Drawing starts."""

    def drawn(self, frames: int) -> None:
        """So many frames more are drawn."""

    def beat_done(self) -> None:
        """A beat is drawn and kept."""

    def __enter__(self) -> Display:
        """Start showing."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop showing."""


class Plain:
    """Plain lines, for logs and pipes: at every phase and beat, and every ten seconds between."""

    def __init__(self, stream: TextIO, clock: Clock = time.monotonic):
        self.stream, self.clock = stream, clock
        self.tally = Tally(clock=clock)
        self.last = clock()

    def say(self, text: str) -> None:
        """Print a line."""
        self.stream.write(text + "\n")
        self.stream.flush()
        self.last = self.clock()

    phase = say

    def begin(self, beats: int, frames: int) -> None:
        """Announce the drawing."""
        self.tally = Tally(beats, frames, clock=self.clock)
        self.say(f"drawing {beats} beat{'s' * (beats != 1)}, {frames:,} frame{'s' * (frames != 1)}")

    def drawn(self, frames: int) -> None:
        """Count, and print now and then."""
        self.tally.drawn(frames)
        if self.clock() - self.last >= PLAIN_EVERY:
            self.say(str(self.tally))

    def beat_done(self) -> None:
        """Count and print."""
        self.tally.beats_done += 1
        self.say(str(self.tally))

    def __enter__(self) -> Plain:
        return self

    def __exit__(self, *_: object) -> None:
        return


class Live:
    """One line at the bottom of a terminal that is drawn anew, with a bar."""

    def __init__(self, stream: TextIO):
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

        self.console = Console(file=stream)
        self.tally = Tally()
        self.bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            console=self.console,
            transient=True,
            refresh_per_second=5,
        )
        self.task = self.bar.add_task("starting", total=None)

    def say(self, text: str) -> None:
        """Print a line above the live one."""
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def phase(self, text: str) -> None:
        """Put it in the live line."""
        self.bar.reset(self.task, description=text, total=None)

    def begin(self, beats: int, frames: int) -> None:
        """Start the bar."""
        self.tally = Tally(beats, frames)
        self.bar.reset(self.task, description=str(self.tally), total=frames)

    def drawn(self, frames: int) -> None:
        """Move the bar."""
        self.tally.drawn(frames)
        self._show()

    def beat_done(self) -> None:
        """Count."""
        self.tally.beats_done += 1
        self._show()

    def _show(self) -> None:
        self.bar.update(self.task, completed=self.tally.frames_done, description=str(self.tally))

    def __enter__(self) -> Live:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()


def display(stream: TextIO | None) -> Display:
    """The live display on a terminal, plain lines otherwise; into nothing, if the stream is closed."""
    if stream is None:
        return Plain(StringIO())
    return Live(stream) if stream.isatty() else Plain(stream)
