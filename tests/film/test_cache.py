from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from film.cache import ABANDONED, Cache, Part
from film.encode import Encoded
from film.errors import FilmError
from film.keys import Basis
from film.plan import BeatTiming, ScenePlan, Sound, Taken
from film.storyboard import Beat, Variant

BASIS = Basis("wall.one", 3, {"code": "1"})
READS = (("figure", "gpu.peak", 0.0),)
SOUNDS = (Sound("drop", 0.5, 0.25),)


def plan(peak: float = 1.0) -> ScenePlan:
    timing = BeatTiming("wall", "one", "one", 0, 3)
    return ScenePlan("wall", 15, {"gpu.peak": peak}, {}, {}, {}, (timing,))


Keep = Callable[..., Part]


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


@pytest.fixture
def keep(cache: Cache, tmp_path: Path) -> Keep:
    def made(content: bytes = b"pictures", of: ScenePlan | None = None, frames: int = 3) -> Part:
        written = tmp_path / "written.mp4"
        written.write_bytes(content)
        return cache.keep(written, Encoded(frames, "raw", 0.0, 0.0), BASIS, of or plan(), Taken(READS, SOUNDS))

    return made


def silent(text: str) -> None:
    raise AssertionError(text)


def test_a_kept_part_is_found_with_what_it_was_kept_with(cache: Cache, keep: Keep) -> None:
    part = keep()
    assert cache.find(BASIS, plan(), silent) == part
    assert part.path.read_bytes() == b"pictures"
    assert (part.frames, part.hash, part.bytes, part.reads) == (3, "raw", 8, (("figure", "gpu.peak", 1.0),))
    assert part.sounds == SOUNDS


def test_parts_of_several_chips_stand_side_by_side(cache: Cache, keep: Keep) -> None:
    first, second = keep(b"one", plan(1.0)), keep(b"two", plan(2.0))
    assert cache.find(BASIS, plan(1.0), silent) == first
    assert cache.find(BASIS, plan(2.0), silent) == second
    assert cache.find(BASIS, plan(3.0), silent) is None


def test_another_basis_finds_nothing(cache: Cache, keep: Keep) -> None:
    keep()
    assert cache.find(Basis("wall.one", 3, {"code": "2"}), plan(), silent) is None
    assert cache.find(Basis("wall.two", 3, BASIS.facts), plan(), silent) is None


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "a bit flipped": flip,
    "cut off": lambda path: os.truncate(path, 3),
    "empty": lambda path: os.truncate(path, 0),
    "gone": lambda path: path.unlink(),
    "sidecar cut off": lambda path: os.truncate(path.with_suffix(".json"), 20),
    "sidecar empty": lambda path: os.truncate(path.with_suffix(".json"), 0),
    "sidecar of another shape": lambda path: path.with_suffix(".json").write_text("[1, 2]"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_part_is_said_removed_and_made_again(cache: Cache, keep: Keep, damage: str) -> None:
    said: list[str] = []
    DAMAGE[damage](keep().path)
    assert cache.find(BASIS, plan(), said.append) is None
    assert said == ["the kept part of wall.one is damaged; drawing it again"]
    assert cache.find(BASIS, plan(), silent) is None
    again = keep()
    assert cache.find(BASIS, plan(), silent) == again


def test_a_part_without_its_sidecar_does_not_count(cache: Cache, keep: Keep) -> None:
    keep().path.with_suffix(".json").unlink()
    assert cache.find(BASIS, plan(), silent) is None


def test_a_part_of_the_wrong_length_is_refused(cache: Cache, keep: Keep) -> None:
    with pytest.raises(FilmError, match="drew 4 frames; its time is 3"):
        keep(frames=4)
    assert cache.find(BASIS, plan(), silent) is None


def test_beats_are_remembered_by_code(cache: Cache, tmp_path: Path) -> None:
    beats = (
        Beat("one", (Variant("one", "one"),), still="gate"),
        Beat("two", (Variant("two", "two", "fits"), Variant("two.otherwise", "other", "fits", False)), least=2.5),
    )
    assert cache.beats("code") is None
    cache.keep_beats("code", beats, tmp_path)
    assert cache.beats("code") == beats
    (cache.root / "beats" / "code.json").write_text('[{"name": 1}]')
    assert cache.beats("code") is None


def test_scratch_is_removed_even_after_an_error(cache: Cache) -> None:
    def fail() -> None:
        with cache.scratch() as folder:
            (folder / "half.mp4").write_bytes(b"x")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert not list((cache.root / "scratch").iterdir())


def test_scratch_of_a_killed_render_is_swept_later_that_of_a_running_one_is_not(cache: Cache) -> None:
    home = cache.root / "scratch"
    for name, age in (("run-dead", 2 * ABANDONED), ("run-alive", 1.0)):
        (home / name / "media").mkdir(parents=True)
        for path in (home / name / "media", home / name):
            os.utime(path, (time.time() - age, time.time() - age))
    with cache.scratch() as mine:
        assert {path.name for path in home.iterdir()} == {"run-alive", mine.name}
