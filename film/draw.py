"""What a worker process does: read a scene's beats, look through a scene, draw a part into the cache, make a sound."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from film.cache import Cache
from film.decoded import decode_part
from film.encode import PRINT, Encoded, Encoder, Pixels, digests, print_of
from film.errors import FilmError
from film.exam import Exam, Marked, loaded
from film.keys import Basis
from film.memory import peak_memory
from film.part import Part
from film.plan import ScenePlan, Taken
from film.presets import Format
from film.rivals import Differs, Rivals
from film.scenesound import SceneSound, Sounded
from film.shelf import SHELF
from film.storyboard import Beat, SceneCard, beats_of

if TYPE_CHECKING:
    from film.shoot import Ready

SELDOM = 50_000
"""New objects after which Python looks for those that are no longer needed. By its default of 700 it would look many
times while Manim loads or a scene is built; what a scene leaves is put away when it goes."""

REPORT_EVERY = 0.2
"""Seconds between two reports of progress."""

Report = Callable[[int], None]
"""Called with the number of frames drawn since the last call."""


@dataclass(frozen=True)
class Shot:
    """A stretch of a beat to draw, and where to. Plain data, so that any process can draw it."""

    card: SceneCard
    plan: ScenePlan
    beat: str
    form: Format
    basis: Basis
    cache: Cache
    examined: bool = False


@dataclass(frozen=True)
class Cost:
    """What a part cost: CPU seconds by stage, and who drew it, with its peak memory so far in bytes.

    `ready` is all before the first frame: the scene is built, its plates are made or fetched, the beats before are
    run through. `prove` is the decoding of the part.
    """

    ready: float
    draw: float
    convert: float
    encode: float
    prove: float
    worker: int
    memory: int

    @property
    def total(self) -> float:
        """CPU seconds of all stages."""
        return self.ready + self.draw + self.convert + self.encode + self.prove


@dataclass(frozen=True)
class Drawn:
    """A part that was drawn, and what it cost. `anew` is False if its frames turned out to be those of a kept one."""

    part: Part
    cost: Cost
    anew: bool = True


def prepare(layout: str) -> None:
    """Load what every beat needs, while the voice is still speaking. `layout` is the storyboard's: the module that it
    is in loads what scenes are made of."""
    gc.set_threshold(SELDOM)
    import film.shoot  # noqa: F401

    loaded(layout)
    gc.freeze()  # what stays until the end need not be looked through each time, nor be written to where it is shared


def work(task: Shot | SceneSound | Exam | SceneCard, report: Report) -> Drawn | Sounded | Marked | tuple[Beat, ...]:
    """Draw a part, make a scene's sound, look through a scene, or say which beats it has."""
    if isinstance(task, Shot):
        return draw(task, report)
    if isinstance(task, SceneSound):
        return task.make()
    _STAGE.clear()
    return task.sit() if isinstance(task, Exam) else beats_of(task.load())


def draw(shot: Shot, report: Report) -> Drawn:
    """Draw a part and keep it; the file counts as soon as it is whole."""
    ready = _STAGE.ready(shot)
    take = _Take(shot, Rivals(shot.cache.rivals(shot.basis)), report)
    try:
        try:
            return take.run(ready)
        except Differs:
            report(-take.reported)  # they will be drawn again
        gc.collect()  # the scene that was broken off, which the error held until here
        return _Take(shot, Rivals([]), report).run(ready)
    except BaseException:
        _STAGE.clear()
        raise


class _Stage:
    """The scene that was drawn last: another part of the same beat is drawn from it as it stands."""

    def __init__(self) -> None:
        self.beat: tuple[object, ...] = ()
        self.scene: Ready | None = None

    def ready(self, shot: Shot) -> Ready:
        """The scene that a part is drawn from."""
        from film.shoot import Ready

        beat = _beat(shot)
        if self.scene is None or self.beat != beat:
            self.clear()
            scene, media = shot.card.load(), shot.cache.scratch / "media"
            self.scene = Ready(scene, shot.plan, shot.beat, shot.form.size, shot.form.fps, media)
            self.beat = beat
        return self.scene

    def clear(self) -> None:
        """Nothing stands any more."""
        self.scene = None
        # A scene refers to itself in many ways; left to the collector, the plates of many would pile up.
        gc.collect()


_STAGE = _Stage()


def _beat(shot: Shot) -> tuple[object, ...]:
    """What parts have in common that are drawn from one scene as it stands."""
    return shot.card, shot.plan, shot.beat, shot.form, shot.cache


class _Take:
    """One way through a part: its frames are compared with those of rivals, and encoded unless one will probably do."""

    def __init__(self, shot: Shot, rivals: Rivals, report: Report):
        self.shot, self.rivals, self.report = shot, rivals, report
        self.encoder: Encoder | None = None
        self.ends = ExitStack()
        self.written = shot.cache.scratch / f"{os.getpid()}-{shot.basis.hash[:16]}.mp4"
        self.start, self.ready = time.thread_time(), 0.0
        self.frames = self.pending = self.reported = 0
        self.last = time.monotonic()

    def run(self, ready: Ready) -> Drawn:
        """Draw all frames; `Differs` if they were only compared, and are not those of any rival."""
        try:
            with self.ends:
                with SHELF.at(self.shot.cache.plates):
                    taken = ready.shoot(self, self.shot.basis.stretch)
                same = self.rivals.same()
                made = self.encoder.close() if self.encoder and not same else None
            if not self.frames:
                raise FilmError(f"drew 0 frames; its time is {self.shot.basis.frames}")
            self._flush()
            if same:
                return self._same(*same, taken)
            if not made:
                raise Differs
            return self._encoded(made, taken)
        finally:
            self.written.unlink(missing_ok=True)

    def _encoded(self, made: Encoded, taken: Taken) -> Drawn:
        """The new file is the part, once it was decoded."""
        shot, drawn = self.shot, time.thread_time()
        decoded = decode_part(self.written, shot.form.size, shot.form.fps, shot.basis.frames)
        cost = self._cost(drawn, time.thread_time() - drawn)
        cpu = cost.total - cost.ready  # which falls to whichever part a worker draws first
        part = shot.cache.keep(self.written, made, decoded, shot.basis, shot.plan, taken, shot.examined, cpu)
        return Drawn(part, cost)

    def _same(self, part: Part, prints: bytes, taken: Taken) -> Drawn:
        """A rival is the part: what was encoded is not needed."""
        shot, drawn = self.shot, time.thread_time()
        kept = shot.cache.keep_again(part, prints, shot.basis, shot.plan, taken, shot.examined)
        return Drawn(kept, self._cost(drawn, 0.0), anew=False)

    def _cost(self, drawn: float, prove: float) -> Cost:
        """What it has cost, if all was drawn at that moment of the thread's CPU time."""
        spent = self.encoder.seconds if self.encoder else {"convert": 0.0, "encode": 0.0}
        pictures = drawn - self.start - self.ready - spent["convert"]
        return Cost(self.ready, pictures, spent["convert"], spent["encode"], prove, os.getpid(), peak_memory())

    def __call__(self, pixels: Pixels, repeat: int) -> None:
        """Take a frame from the scene; reports now and then."""
        if repeat < 1:
            return
        if not self.frames:
            self.ready = time.thread_time() - self.start
        self.frames += repeat
        self._write(pixels, repeat)
        self.pending += repeat
        if time.monotonic() - self.last >= REPORT_EVERY:
            self._flush()

    def _write(self, pixels: Pixels, repeat: int) -> None:
        """Encode them, unless a rival will probably do: then compare them with its frames, and nothing else."""
        first = self.frames == repeat
        if first and not self._likely():
            self._encode()
        if self.encoder:
            self.encoder.write(pixels, repeat)
            self.rivals.see(bytes(self.encoder.prints[-PRINT * repeat :]))
            return
        self.rivals.see(print_of(digests(pixels)) * repeat)
        if not self.rivals:
            if not first:
                raise Differs
            self._encode().write(pixels, repeat)

    def _likely(self) -> bool:
        plan, stretch = self.shot.plan, self.shot.basis.stretch
        return self.rivals.likely(plan, self.shot.beat, (stretch.first + stretch.frames) / plan.fps)

    def _encode(self) -> Encoder:
        form = self.shot.form
        self.encoder = self.ends.enter_context(Encoder(self.written, form.width, form.height, form.fps, form.x264))
        return self.encoder

    def _flush(self) -> None:
        """Report what was not reported yet."""
        self.report(self.pending)
        self.reported += self.pending
        self.pending, self.last = 0, time.monotonic()
