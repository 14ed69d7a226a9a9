from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from film.bench.cold import Measured
from film.bench.floor import Fed
from film.bench.model import alone, expected, makespan
from film.bench.report import Bench, data, text
from film.bench.stock import Stock
from film.costs import Stage
from film.draw import Cost
from film.scenesound import SoundCost


def measured(seconds: Sequence[float] = (4.0, 3.0, 2.0, 1.0), wall: float = 8.0, **changes: Any) -> Measured:
    """A render of beats that took so many CPU seconds, a quarter of them for encoding, with 60 frames each."""
    parts = {
        f"wall.b{number}": (60, Cost(0.1 * each, 0.5 * each, 0.1 * each, 0.25 * each, 0.05 * each, 7, 300_000_000))
        for number, each in enumerate(seconds)
    }
    main = {"voice": Stage(1.0, 1.5), "draw": Stage(0.1, 5.0), "cut": Stage(0.5, 0.5)}
    facts: dict[str, Any] = {
        "fps": 60, "workers": 2, "cores": 2, "wall": wall, "main": main, "parts": parts,
        "sounds": {"wall": SoundCost(0.5, 7, 400_000_000)},
        "memory": {"main": 200_000_000, "worker 1": 300_000_000}, "cpu": sum(seconds) + 2.6,
    }  # fmt: skip
    return Measured(**facts | changes)


def test_a_render_s_rate_is_of_the_whole_command() -> None:
    film = measured()
    assert (film.frames, film.rate, film.share) == (240, 30.0, 0.5)
    assert film.starting == pytest.approx(0.5)
    ((frames, stages),) = film.scenes().values()
    assert (frames, stages["draw"], stages["encode"]) == (240, 5.0, 2.5)


@pytest.mark.parametrize(
    ("lengths", "workers", "end"), [([3, 3, 2, 2, 2], 2, 7.0), ([5], 4, 5.0), ([4, 3, 2, 1], 2, 5.0), ([1] * 8, 4, 2.0)]
)
def test_longest_first_ends_when_the_last_ends(lengths: list[float], workers: int, end: float) -> None:
    assert makespan(lengths, workers) == end


def test_more_cores_help_until_the_longest_part_is_alone() -> None:
    film = measured()
    times = [expected(film, cores) for cores in (1, 2, 4, 8, 64)]
    assert times == sorted(times, reverse=True)
    assert alone(film) == 2.0
    assert times[0] == pytest.approx(1 + 10 + 0.5 + 2)
    assert times[2] == pytest.approx(1 + 4 + 2)
    assert times[3] == times[4] == pytest.approx(1 + 3 + 2), "the longest beat, its encoding beside it"


def test_ratios_are_of_frames_a_second_in_the_same_run() -> None:
    bench = Bench(measured(), (0.5, 0.4, 0.3), Fed(100, 0.5, 1.0, 2.0), [Stock("wall", 100, 9.0, 8.0)])
    assert bench.over_floor == pytest.approx(50 / 30)
    assert bench.over_stock == pytest.approx(30 / 12.5)
    alone = Bench(measured(), (0.5, 0.4, 0.3))
    assert alone.over_floor is alone.over_stock is None


def test_the_tables_and_the_json_hold_what_was_measured() -> None:
    one, two = measured(wall=16.0, workers=1, cores=1), measured()
    bench = Bench(measured(), (0.5, 0.4, 0.3), Fed(100, 0.5, 1.0, 2.0), [Stock("wall", 100, 9.0, 8.0)], [one, two])
    said = text(bench)
    assert "240 frames (0:04) in 0:08: 30.0 frames a second, 0.50 × real time, with 2 workers on 2 cores" in said
    assert "the film takes 1.67 × as long, 3.50 × the CPU" in said
    assert "the film has 2.40 × the frames a second of manim's own command (12.5)" in said
    assert "peak memory: main 200 MB, worker 1 300 MB" in said
    rows = [line.split() for line in said.splitlines()]
    assert ["sound,", "by", "the", "workers", "0.50"] in rows
    assert ["wall", "240", "4.17", "20.83", "4.17", "10.42", "2.08", "41.67"] in rows
    assert ["2", "2", "30.0", "0.50", "2.00", "52.5"] in rows
    found = json.loads(json.dumps(data(bench)))
    assert found["film"]["scenes"]["wall"]["frames"] == 240
    assert found["film"]["parts"]["wall.b0"]["draw"] == 2.0
    assert found["film"]["sounds"]["wall"]["cpu"] == 0.5
    assert found["encoder"]["ratio"] == pytest.approx(5 / 3)
    assert [one["workers"] for one in found["scaling"]] == [1, 2]
