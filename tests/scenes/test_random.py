"""Chips as nobody builds them, alone and side by side, under any workload: no text touches another at any cue."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any

import pytest

import roofline
from film.aspects import ASPECTS, WIDE, Aspect
from film.errors import FilmError
from film.request import Request, film_figures
from roofline import Figures
from roofline.own import HIGHEST_RIDGE, LONGEST_FULL_NAME, LONGEST_NAME, LOWEST_RIDGE
from roofline.specs import SpecError
from tests.scenes.laid import wrong_with

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 -"
DEFAULT = {"model": "llama-3.1-8b", "weights": "bf16", "prompt": 2000, "users": 64, "context": 256}
FEW, MANY = 12, 200


def between(chance: Random, low: float, high: float) -> float:
    """A number as likely to be of one size as of another."""
    return exp(chance.uniform(log(low), log(high)))


def name_of(chance: Random, length: int) -> str:
    """A name of so many characters: any, the widest, or one as they are sold."""
    some = "".join(chance.choice(SIGNS) for _ in range(length))
    sold = "NVIDIA H200 NVL 141 GB, a card with a bridge for four"[:length]
    return chance.choice([f"X{some[1:-1]}X", "W" * length, sold])


def own_chip(chance: Random) -> str:
    """The file of a chip as nobody builds it, between a telephone's and ten of today's."""
    bandwidth, ridge = between(chance, 0.1, 30), between(chance, LOWEST_RIDGE + 1, HIGHEST_RIDGE - 10)
    numbers = {
        "name": json.dumps(name_of(chance, chance.choice([2, 8, 14, LONGEST_NAME]))),
        "full_name": json.dumps(name_of(chance, chance.choice([8, 30, LONGEST_FULL_NAME]))),
        "peak_tflops": f"{bandwidth * ridge:.{chance.choice([2, 3, 5])}g}",
        "bandwidth_tb_per_s": f"{bandwidth:.3g}",
        "memory_gb": f"{between(chance, 16, 1500):.3g}",
        "dense": "true",
    }
    return "".join(f"{key} = {value}\n" for key, value in numbers.items())


def workload(chance: Random) -> dict[str, Any]:
    """The film's own, or any."""
    return chance.choice(
        [
            DEFAULT,
            {
                "model": chance.choice(list(roofline.models())),
                "weights": chance.choice(["bf16", "int8"]),
                "prompt": int(between(chance, 16, 120_000)),
                "users": int(between(chance, 1, 3000)),
                "context": int(between(chance, 1, 8000)),
            },
        ]
    )


def random_films(seed: int, file: Path) -> Iterator[Figures]:
    """Films of random chips that are not refused; the chip of the last stands in the file."""
    chance = Random(seed)
    while True:
        file.write_text(own_chip(chance), encoding="utf-8")
        try:
            yield film_figures(Request(gpu=str(file), **workload(chance)))
        except (FilmError, SpecError):
            continue


def random_pairs(seed: int, folder: Path) -> Iterator[Figures]:
    """Films of two chips, of which at least one is random, that are not refused; the files stand in the folder."""
    chance = Random(seed)
    while True:
        files = [folder / name for name in ("one.toml", "other.toml")]
        for file in files:
            file.write_text(own_chip(chance), encoding="utf-8")
        known = chance.choice(list(roofline.gpus()))
        one, other = chance.choice([(str(files[0]), str(files[1])), (str(files[0]), known), (known, str(files[1]))])
        try:
            yield film_figures(Request(gpu=one, versus=other, **workload(chance)))
        except (FilmError, SpecError):
            continue


def seeds(few: int, many: int) -> list[Any]:
    """Some of which all but a few are for `-m full`."""
    return [*range(few), *(pytest.param(seed, marks=pytest.mark.full) for seed in range(few, many))]


def chips_in(folder: Path) -> str:
    """The files of chips in a folder, to be shown beside what is wrong with their film."""
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.toml")))


@pytest.mark.parametrize("seed", seeds(FEW, MANY))
def test_random_chips(tmp_path: Path, seed: int) -> None:
    found = wrong_with(next(random_films(seed, tmp_path / "my-chip.toml")))
    assert found == [], chips_in(tmp_path)


@pytest.mark.parametrize("seed", seeds(FEW // 2, MANY // 2))
def test_random_chips_side_by_side(tmp_path: Path, seed: int) -> None:
    found = wrong_with(next(random_pairs(seed, tmp_path)))
    assert found == [], chips_in(tmp_path)


@pytest.mark.full
@pytest.mark.parametrize("aspect", [aspect for aspect in ASPECTS.values() if aspect is not WIDE], ids=str)
@pytest.mark.parametrize("seed", range(MANY // 6))
def test_random_chips_in_every_aspect(tmp_path: Path, seed: int, aspect: Aspect) -> None:
    found = wrong_with(next(random_films(seed, tmp_path / "my-chip.toml")), aspect)
    assert found == [], chips_in(tmp_path)
