"""What more cores would do, from what the parts cost here."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from film.bench.cold import Measured

CORES = (1, 2, 4, 8, 16, 32, 64)

START = 1.0
"""CPU seconds for the start of a worker: Python, Manim, the first scene's module."""


def expected(measured: Measured, cores: int, apart: bool = True) -> float:
    """Seconds until the film is there, with one worker a core, the longest parts and sounds first (workers do so near
    the end, where it matters).

    What the main process does alone comes before and after. With more cores than parts a part has one core for drawing
    and one for encoding (`apart`), which is as far as it goes: a part is not divided.
    """
    costs = sorted((cost for _, cost in measured.parts.values()), key=lambda cost: cost.total, reverse=True)
    workers = min(cores, len(costs))
    spare = cores - workers if apart else 0  # these encode for the longest parts
    lengths = [
        cost.total if place >= spare else max(cost.total - cost.encode, cost.encode) for place, cost in enumerate(costs)
    ]
    return START + makespan([*lengths, *(cost.cpu for cost in measured.sounds.values())], workers) + alone(measured)


def alone(measured: Measured) -> float:
    """Seconds in which the main process works and no worker does."""
    return sum(stage.wall for name, stage in measured.main.items() if name != "draw")


def makespan(lengths: Sequence[float], workers: int) -> float:
    """When the last of some jobs ends, if the longest go first, each to whoever is free."""
    ends = [0.0] * workers
    for length in sorted(lengths, reverse=True):
        heapq.heappush(ends, heapq.heappop(ends) + length)
    return max(ends)
