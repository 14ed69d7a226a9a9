"""What a worker process does: read a scene's beats, draw a beat into the cache."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from film.cache import Cache, Part
from film.encode import Encoder, Pixels
from film.keys import Basis
from film.plan import ScenePlan
from film.presets import Format
from film.storyboard import Beat, SceneCard, beats_of

REPORT_EVERY = 0.2
"""Seconds between two reports of progress."""

Report = Callable[[int], None]
"""Called with the number of frames drawn since the last call."""


@dataclass(frozen=True)
class Shot:
    """One beat to draw, and where to. Plain data, so that any process can draw it."""

    card: SceneCard
    plan: ScenePlan
    beat: str
    form: Format
    basis: Basis
    cache: Path
    scratch: Path


@dataclass(frozen=True)
class Drawn:
    """A part that was drawn, and what it cost: CPU seconds before the first frame, and by stage after it."""

    part: Part
    ready: float
    draw: float
    convert: float
    encode: float


def prepare() -> None:
    """Load what every beat needs, while the voice is still speaking."""
    import film.shoot  # noqa: F401


def work(task: Shot | SceneCard, report: Report) -> Drawn | tuple[Beat, ...]:
    """Draw a beat, or say which beats a scene has."""
    return draw(task, report) if isinstance(task, Shot) else beats_of(task.load())


def draw(shot: Shot, report: Report) -> Drawn:
    """Draw a beat and keep it; the file counts as soon as it is whole."""
    from film.shoot import shoot

    start = time.thread_time()
    scene = shot.card.load()
    written = shot.scratch / f"{os.getpid()}-{shot.basis.hash[:16]}.mp4"
    try:
        with Encoder(written, shot.form.width, shot.form.height, shot.form.fps, shot.form.x264) as encoder:
            target = _Target(encoder, report)
            taken = shoot(scene, shot.plan, shot.beat, shot.form.size, shot.form.fps, target, shot.scratch / "media")
            made = encoder.close()
        target.flush()
        cost = time.thread_time() - start
        part = Cache(shot.cache).keep(written, made, shot.basis, shot.plan, taken)
    finally:
        written.unlink(missing_ok=True)
    ready = (target.ready or start + cost) - start
    return Drawn(part, ready, cost - ready - made.convert, made.convert, made.encode)


class _Target:
    """Takes frames from the scene to the encoder and reports now and then."""

    def __init__(self, encoder: Encoder, report: Report):
        self.encoder, self.report = encoder, report
        self.pending, self.last = 0, time.monotonic()
        self.ready: float | None = None

    def __call__(self, pixels: Pixels, repeat: int) -> None:
        if self.ready is None:
            self.ready = time.thread_time()
        self.encoder.write(pixels, repeat)
        self.pending += repeat
        if time.monotonic() - self.last >= REPORT_EVERY:
            self.flush()

    def flush(self) -> None:
        """Report what was not reported yet."""
        self.report(self.pending)
        self.pending, self.last = 0, time.monotonic()
