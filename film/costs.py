"""What a render costs: CPU and wall seconds of its stages, and the cost of each part that was drawn."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from film.draw import Cost
from film.scenesound import SoundCost


@dataclass
class Stage:
    """Seconds that the main process spent in a stage: of its CPU time, and as they pass."""

    cpu: float = 0.0
    wall: float = 0.0


@dataclass
class Costs:
    """The stages of the main process, by name; the frames and cost of each part that was drawn, by its name; and
    what each scene's sound cost that was made beside them."""

    stages: dict[str, Stage] = field(default_factory=dict)
    parts: dict[str, tuple[int, Cost]] = field(default_factory=dict)
    sounds: dict[str, SoundCost] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count what is done inside as this stage."""
        stage = self.stages.setdefault(name, Stage())
        cpu, wall = time.thread_time(), time.perf_counter()
        try:
            yield
        finally:
            stage.cpu += time.thread_time() - cpu
            stage.wall += time.perf_counter() - wall
