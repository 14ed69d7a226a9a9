"""The floor: frames of the film that are there already, fed to the encoder alone."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from film.cache import Cache, opened, silent
from film.draw import Shot
from film.encode import Encoder, Pixels
from film.jobs import Job, Pool
from film.keys import basis
from film.progress import Display
from film.request import Request
from film.shelf import SHELF
from film.story import Story, tell
from film.storyboard import Storyboard

FRAMES, TIMES = 48, 6
"""So many frames in a row of each scene are held in memory, and fed so many times, forward and back."""


@dataclass(frozen=True)
class Fed:
    """What the encoder took for so many frames: CPU seconds of converting and encoding, and seconds as they pass."""

    frames: int
    convert: float
    encode: float
    wall: float

    def __add__(self, other: Fed) -> Fed:
        return Fed(
            self.frames + other.frames,
            self.convert + other.convert,
            self.encode + other.encode,
            self.wall + other.wall,
        )

    @property
    def cpu(self) -> float:
        """CPU seconds."""
        return self.convert + self.encode


class _EnoughError(Exception):
    pass


def floor(request: Request, storyboard: Storyboard, display: Display) -> Fed:
    """Feed frames of the longest beat of each scene to the encoder, in one worker."""
    total = Fed(0, 0.0, 0.0, 0.0)
    with (
        tempfile.TemporaryDirectory(prefix="roofline-bench-", ignore_cleanup_errors=True) as folder,
        opened(Path(folder), silent) as cache,
        Pool(1, feed) as pool,
    ):
        jobs = _jobs(request, tell(request, storyboard, cache), cache)
        display.begin(len(jobs), 2 * FRAMES * TIMES * len(jobs))
        for _, fed in pool.run(jobs, display.drawn):
            total += fed
            display.drawn(fed.frames)
            display.beat_done()
    return total


def _jobs(request: Request, story: Story, cache: Cache) -> list[Job]:
    """The longest beat of each scene."""
    jobs = []
    for scene in story.timeline.scenes:
        beat = max(scene.beats, key=lambda one: one.frames)
        plan, board = story.plans[scene.name], story.boards[scene.name]
        base = basis(board.card.path, board.code, plan, beat.name, request.form)
        jobs.append(Job(scene.name, 0, Shot(board.card, plan, beat.name, request.form, base, cache)))
    return jobs


def feed(shot: Shot, report: object) -> Fed:
    """Draw some frames from the middle of a beat, then encode them again and again."""
    frames = _frames(shot)
    form, path = shot.form, shot.cache.scratch / "floor.mp4"
    start = time.perf_counter()
    with Encoder(path, form.width, form.height, form.fps, form.x264) as encoder:
        for frame in _to_and_fro(frames):
            encoder.write(frame)
        made = encoder.close()
    wall = time.perf_counter() - start
    path.unlink()
    return Fed(made.frames, made.convert, made.encode, wall)


def _frames(shot: Shot) -> list[Pixels]:
    from film.shoot import shoot

    kept: list[Pixels] = []
    seen = 0
    first = max(0, (shot.basis.frames - FRAMES) // 2)

    def take(pixels: Pixels, repeat: int) -> None:
        nonlocal seen
        if seen >= first:
            kept.append(pixels.copy())
        seen += repeat
        if len(kept) == FRAMES:
            raise _EnoughError

    try:
        with SHELF.at(shot.cache.plates):
            shoot(shot.card.load(), shot.plan, shot.beat, shot.form.size, shot.form.fps, take, shot.cache.scratch)
    except _EnoughError:
        pass
    return kept


def _to_and_fro(frames: Sequence[Pixels]) -> Iterator[Pixels]:
    for _ in range(TIMES):
        yield from frames
        yield from reversed(frames)
