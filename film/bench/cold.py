"""A film rendered from nothing, and what each scene, stage and process of it took."""

from __future__ import annotations

import os
import resource
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from film.costs import Costs, Stage
from film.draw import Cost
from film.memory import peak_memory
from film.presets import available_cores
from film.produce import hired, make
from film.progress import Display
from film.request import Request
from film.scenesound import SoundCost
from film.storyboard import Storyboard

DRAWING = ("ready", "draw", "convert", "encode", "prove")
"""The stages of a beat, in CPU seconds of the worker."""


@dataclass(frozen=True)
class Measured:
    """One cold render: its length, how long it took, and who did what. Times in seconds, memory in bytes."""

    fps: int
    workers: int
    cores: int
    wall: float
    main: Mapping[str, Stage]
    parts: Mapping[str, tuple[int, Cost]]
    sounds: Mapping[str, SoundCost]
    memory: Mapping[str, int]
    cpu: float
    """CPU seconds of all processes, from their start to their end."""

    @property
    def frames(self) -> int:
        """The film's length in frames."""
        return sum(frames for frames, _ in self.parts.values())

    @property
    def rate(self) -> float:
        """Frames a second, from the command to the proven film."""
        return self.frames / self.wall

    @property
    def share(self) -> float:
        """How many seconds of film are made in a second."""
        return self.rate / self.fps

    @property
    def starting(self) -> float:
        """CPU seconds that no stage accounts for: the start of the workers, and what goes between them."""
        made = sum(cost.total for _, cost in self.parts.values()) + sum(cost.cpu for cost in self.sounds.values())
        return max(0.0, self.cpu - made - sum(stage.cpu for stage in self.main.values()))

    def scenes(self) -> dict[str, tuple[int, dict[str, float]]]:
        """Frames of each scene, and CPU seconds of each stage of drawing it."""
        found: dict[str, tuple[int, dict[str, float]]] = {}
        for key, (frames, cost) in self.parts.items():
            before, spent = found.get(key.partition(".")[0], (0, dict.fromkeys(DRAWING, 0.0)))
            stages = {stage: spent[stage] + getattr(cost, stage) for stage in DRAWING}
            found[key.partition(".")[0]] = before + frames, stages
        return found


def cold(
    request: Request, storyboard: Storyboard, display: Display, workers: int, cores: int | None = None
) -> Measured:
    """Render a film from nothing with so many workers, on no more than so many cores (all, if None)."""
    with tempfile.TemporaryDirectory(prefix="roofline-bench-", ignore_cleanup_errors=True) as folder, _confined(cores):
        asked = replace(request, output=Path(folder) / "film", cache=Path(folder) / "cache", jobs=workers)
        start, spent = time.perf_counter(), _spent()
        with hired(storyboard, workers) as crew:
            costs = make(asked, storyboard, display, crew).costs
        wall, cpu = time.perf_counter() - start, _spent() - spent
        used = cores or available_cores()
    main = {name: stage for name, stage in costs.stages.items() if name != "assemble"}
    return Measured(request.form.fps, workers, used, wall, main, costs.parts, costs.sounds, _memory(costs), cpu)


def _spent() -> float:
    """CPU seconds of this process and of those that it started and that have ended."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in spent)


def _memory(costs: Costs) -> dict[str, int]:
    """Peak memory of each process."""
    seen = [(cost.worker, cost.memory) for _, cost in costs.parts.values()]
    seen += [(cost.worker, cost.memory) for cost in costs.sounds.values()]
    peaks: dict[int, int] = {}
    for worker, memory in seen:
        peaks[worker] = max(peaks.get(worker, 0), memory)
    workers = {f"worker {number}": peak for number, peak in enumerate(peaks.values(), start=1)}
    return {"main": peak_memory(), **workers}


@contextmanager
def _confined(cores: int | None) -> Iterator[None]:
    """Keep this process, and the workers that it starts, to so many cores; where that can be done."""
    if cores is None or not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:cores])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
