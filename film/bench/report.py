"""The results as tables for people and as JSON for programs."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from film.bench.cold import DRAWING, Measured
from film.bench.floor import Fed
from film.bench.model import CORES, expected
from film.bench.stock import Stock
from film.progress import minutes
from film.report import table

NAMED = {"ready": "fast-forward"}
"""What a stage is called in the tables, where it is not its own name."""

MB = 1e6


@dataclass
class Bench:
    """All that was measured in one run."""

    film: Measured
    load: tuple[float, float, float]
    floor: Fed | None = None
    stock: Sequence[Stock] = ()
    scaling: Sequence[Measured] = field(default_factory=list)

    @property
    def over_floor(self) -> float | None:
        """How many times as long a frame takes as the encoder alone takes for it, as seconds pass."""
        return self.floor.frames / self.floor.wall / self.film.rate if self.floor else None

    @property
    def over_stock(self) -> float | None:
        """How many times as many frames a second there are as with Manim's own command."""
        if not self.stock:
            return None
        return self.film.rate / (sum(one.frames for one in self.stock) / sum(one.wall for one in self.stock))


def text(bench: Bench) -> str:
    """Tables."""
    film = bench.film
    workers = f"{film.workers} worker{'s' if film.workers > 1 else ''}"
    lines = [
        f"{film.frames:,} frames ({minutes(film.frames / film.fps)}) in {minutes(film.wall)}: {film.rate:.1f} frames a "
        f"second, {film.share:.2f} × real time, with {workers} on {film.cores} cores "
        f"(load before: {bench.load[0]:.1f})",
        f"{1e3 * film.cpu / film.frames:.1f} ms of CPU a frame; as many cores with nothing else to do could reach "
        f"{film.cores * film.frames / film.cpu / film.fps:.2f} × real time",
        "",
        "CPU ms a frame",
        *table(list(_scenes(film)), left=1),
        "",
        *table([("", "CPU s", "s"), *_main(film)], left=1),
        "",
        "peak memory: " + ", ".join(f"{name} {count / MB:.0f} MB" for name, count in film.memory.items()),
    ]
    if bench.floor:
        fed = bench.floor
        lines += [
            "",
            f"the encoder alone: {fed.frames / fed.wall:.1f} frames a second, {1e3 * fed.cpu / fed.frames:.1f} ms of "
            f"CPU a frame; the film takes {bench.over_floor:.2f} × as long, "
            f"{film.cpu / film.frames / (fed.cpu / fed.frames):.2f} × the CPU",
        ]
    if bench.stock:
        lines += ["", *_stock(bench)]
    if bench.scaling:
        lines += ["", *_scaling(bench)]
    lines += ["", *_model(film)]
    return "\n".join(lines)


def _scenes(film: Measured) -> Iterator[Sequence[str]]:
    yield ("scene", "frames", *(NAMED.get(stage, stage) for stage in DRAWING), "all")
    for name, (frames, stages) in film.scenes().items():
        yield _scene(name, frames, stages)
    whole = {stage: sum(spent[stage] for _, spent in film.scenes().values()) for stage in DRAWING}
    yield _scene("all", film.frames, whole)


def _scene(name: str, frames: int, stages: dict[str, float]) -> Sequence[str]:
    numbers = [1e3 * seconds / frames for seconds in (*stages.values(), sum(stages.values()))]
    return name, f"{frames:,}", *(f"{number:.2f}" for number in numbers)


def _main(film: Measured) -> Iterator[Sequence[str]]:
    for name, stage in film.main.items():
        yield name, f"{stage.cpu:.2f}", f"{stage.wall:.2f}"
    yield "sound, by the workers", f"{sum(cost.cpu for cost in film.sounds.values()):.2f}", ""
    yield "start of workers, and the rest", f"{film.starting:.2f}", ""


def _stock(bench: Bench) -> Iterator[str]:
    frames, wall = sum(one.frames for one in bench.stock), sum(one.wall for one in bench.stock)
    cpu = sum(one.cpu for one in bench.stock)
    rows = [("manim's own command", "frames", "frames a second", "CPU ms a frame")]
    rows += [
        (one.scene, f"{one.frames:,}", f"{one.frames / one.wall:.1f}", f"{1e3 * one.cpu / one.frames:.1f}")
        for one in bench.stock
    ]
    yield from table(rows, left=1)
    mine = bench.film.cpu / bench.film.frames
    yield (
        f"the film has {bench.over_stock:.2f} × the frames a second of manim's own command ({frames / wall:.1f}), "
        f"and takes 1/{cpu / frames / mine:.2f} of its CPU a frame"
    )


def _scaling(bench: Bench) -> Iterator[str]:
    rows = [("workers", "cores", "frames a second", "× real time", "× the first", "CPU ms a frame")]
    first = bench.scaling[0]
    for one in bench.scaling:
        ratio = one.rate / first.rate
        cpu = 1e3 * one.cpu / one.frames
        numbers = (f"{one.rate:.1f}", f"{one.share:.2f}", f"{ratio:.2f}", f"{cpu:.1f}")
        rows.append((str(one.workers), str(one.cores), *numbers))
    yield from table(rows, left=0)


def _model(film: Measured) -> Iterator[str]:
    yield "expected from the parts' costs, with one worker a core:"
    rows = [("cores", *map(str, CORES))]
    times = [expected(film, cores) for cores in CORES]
    rows.append(("seconds", *(f"{seconds:.0f}" for seconds in times)))
    rows.append(("× real time", *(f"{film.frames / film.fps / seconds:.1f}" for seconds in times)))
    yield from table(rows, left=1)


def data(bench: Bench) -> dict[str, Any]:
    """The same as JSON: seconds, bytes, ratios."""
    film = bench.film
    return {
        "machine": {"cores": os.cpu_count(), "system": platform.platform(), "load": list(bench.load)},
        "film": _measured(film),
        "expected": {str(cores): expected(film, cores) for cores in CORES},
        "encoder": vars(bench.floor) | {"ratio": bench.over_floor} if bench.floor else None,
        "manim": {"scenes": [vars(one) for one in bench.stock], "ratio": bench.over_stock} if bench.stock else None,
        "scaling": [_measured(one) for one in bench.scaling],
    }


def _measured(one: Measured) -> dict[str, Any]:
    return {
        "frames": one.frames,
        "fps": one.fps,
        "workers": one.workers,
        "cores": one.cores,
        "seconds": one.wall,
        "frames_a_second": one.rate,
        "real_time": one.share,
        "cpu_seconds": one.cpu,
        "scenes": {name: {"frames": frames, **stages} for name, (frames, stages) in one.scenes().items()},
        "parts": {name: {"frames": frames, **vars(cost)} for name, (frames, cost) in one.parts.items()},
        "sounds": {name: vars(cost) for name, cost in one.sounds.items()},
        "main": {name: vars(stage) for name, stage in one.main.items()},
        "memory": dict(one.memory),
    }
