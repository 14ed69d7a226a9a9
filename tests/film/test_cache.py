from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from xxhash import xxh3_128_hexdigest

from film.cache import ALIVE, NEWBORN, Cache, opened, remove, running
from film.decoded import Decoded
from film.encode import PRINT, Encoded
from film.errors import FilmError
from film.keys import Basis, Stretch, sealed, unsealed
from film.part import Part
from film.plan import BeatTiming, ScenePlan, Sound, Taken
from film.storyboard import Beat, Variant

ROOT = Path(__file__).resolve().parents[2]
PRINTS = bytes(range(48))

BASIS = Basis("wall.one", Stretch(0, 3), {"code": "1", "frames": 3})
READS = (("figure", "gpu.peak", 0.0),)
SOUNDS = (Sound("drop", 0.5, 0.25),)


def plan(peak: float = 1.0) -> ScenePlan:
    timing = BeatTiming("wall", "one", "one", 0, 3, line="A line.")
    return ScenePlan("wall", 15, {"gpu.peak": peak}, {}, {}, {}, (timing,))


Keep = Callable[..., Part]


def silent(text: str) -> None:
    raise AssertionError(text)


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    with opened(tmp_path / "cache", silent) as made:
        yield made


@pytest.fixture
def keep(cache: Cache) -> Keep:
    def made(
        content: bytes = b"pictures",
        of: ScenePlan | None = None,
        frames: int = 3,
        basis: Basis = BASIS,
        cpu: float = 0.0,
    ) -> Part:
        written = cache.scratch / "written.mp4"
        written.write_bytes(content)
        encoded = Encoded(frames, PRINTS[: PRINT * frames].ljust(PRINT * frames), 0.0, 0.0)
        return cache.keep(
            written, encoded, Decoded("seen", "packed"), basis, of or plan(), Taken(READS, SOUNDS), cpu=cpu
        )

    return made


def test_a_kept_part_is_found_with_what_it_was_kept_with(cache: Cache, keep: Keep) -> None:
    part = keep()
    assert cache.find(BASIS, plan(), silent) == part
    assert part.path.read_bytes() == b"pictures"
    assert (part.frames, part.hash, part.bytes, part.reads) == (
        3,
        xxh3_128_hexdigest(PRINTS),
        8,
        (("figure", "gpu.peak", 1.0),),
    )
    assert (part.decoded, part.packets, part.sounds, part.lines) == ("seen", "packed", SOUNDS, {"one": "A line."})


def test_parts_of_several_chips_stand_side_by_side(cache: Cache, keep: Keep) -> None:
    first, second = keep(b"one", plan(1.0)), keep(b"two", plan(2.0))
    assert cache.find(BASIS, plan(1.0), silent) == first
    assert cache.find(BASIS, plan(2.0), silent) == second
    assert cache.find(BASIS, plan(3.0), silent) is None


def test_another_basis_finds_nothing(cache: Cache, keep: Keep) -> None:
    keep()
    assert cache.find(Basis("wall.one", Stretch(0, 3), {"code": "2", "frames": 3}), plan(), silent) is None
    assert cache.find(Basis("wall.two", Stretch(0, 3), BASIS.facts), plan(), silent) is None


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
    "a bit flipped in the sidecar": lambda path: flip(path.with_suffix(".json")),
    "sidecar empty": lambda path: os.truncate(path.with_suffix(".json"), 0),
    "sidecar of another shape": lambda path: path.with_suffix(".json").write_text("[1, 2]"),
    "sidecar of another version": lambda path: path.with_suffix(".json").write_text('{"reads": [], "sounds": []}'),
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


def test_a_stale_part_is_a_rival_of_what_is_drawn_until_it_holds_for_both(cache: Cache, keep: Keep) -> None:
    part = keep()
    assert cache.find(BASIS, plan(2.0), silent) is None
    ((rival, prints),) = cache.rivals(BASIS)
    assert (rival, prints) == (part, PRINTS)
    again = cache.keep_again(rival, prints, BASIS, plan(2.0), Taken(READS, SOUNDS))
    assert cache.find(BASIS, plan(2.0), silent) == again == replace(part, path=again.path, reads=again.reads)
    part.path.unlink()
    assert again.path.read_bytes() == b"pictures"


def test_what_a_frame_of_a_part_cost_is_known_for_other_values_too(cache: Cache, keep: Keep) -> None:
    assert cache.pace(BASIS) is None
    part = keep()
    assert cache.pace(BASIS) is None, "it was not told what it cost"
    part = keep(cpu=0.6)
    assert cache.pace(BASIS) == pytest.approx(0.2)
    assert cache.pace(Basis("wall.one", Stretch(3, 3), BASIS.facts)) is None
    (_, prints), *_ = cache.rivals(BASIS)
    cache.approve(cache.keep_again(part, prints, BASIS, plan(2.0), Taken(READS, SOUNDS)))
    remove(part.path.with_suffix(".json"))
    assert cache.pace(BASIS) == pytest.approx(0.2), "nor is it forgotten of one that is kept again"


def test_a_part_kept_before_costs_were_noted_is_found(cache: Cache, keep: Keep) -> None:
    part = keep(cpu=0.6)
    sidecar = part.path.with_suffix(".json")
    row = {name: value for name, value in unsealed(sidecar).items() if name != "cpu"}
    sidecar.write_bytes(sealed(row))
    assert cache.find(BASIS, plan(), silent) == replace(part, cpu=0.0)
    assert cache.pace(BASIS) is None


def test_parts_of_other_code_are_no_rivals(cache: Cache, keep: Keep) -> None:
    keep(basis=Basis("wall.one", Stretch(0, 3), {"code": "2", "frames": 3}))
    keep().path.with_suffix(".prints").write_bytes(b"0123")
    assert cache.rivals(BASIS) == []


def test_beats_are_remembered_by_code(cache: Cache) -> None:
    beats = (
        Beat("one", (Variant("one", "one"),), still="gate"),
        Beat("two", (Variant("two", "two", "fits"), Variant("two.otherwise", "other", "fits", False)), least=2.5),
    )
    assert cache.beats("code") is None
    cache.keep_beats("code", beats)
    assert cache.beats("code") == beats
    path = cache.root / "beats" / "code.json"
    path.write_text(path.read_text().replace("fits", "fist"))
    assert cache.beats("code") is None
    path.write_text('[{"name": 1}]')
    assert cache.beats("code") is None


def test_scratch_is_removed_even_after_an_error(tmp_path: Path) -> None:
    def fail() -> None:
        with opened(tmp_path, silent) as cache:
            (cache.scratch / "half.mp4").write_bytes(b"x")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert not list((tmp_path / "scratch").iterdir())


def test_scratch_of_a_killed_render_is_swept_by_the_next_that_of_a_running_one_is_not(tmp_path: Path) -> None:
    program = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
from film.cache import opened, silent
with opened(Path({str(tmp_path)!r}), silent) as cache:
    print(cache.scratch.name, flush=True)
    sys.stdin.read()
"""
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        theirs = other.stdout.readline().strip()
        (tmp_path / "scratch" / "run-dead").mkdir()
        (tmp_path / "scratch" / "run-dead" / ALIVE).touch()
        (tmp_path / "scratch" / "run-starting").mkdir()
        with opened(tmp_path, silent) as cache:
            there = {path.name for path in cache.scratch.parent.iterdir()}
            assert there == {theirs, cache.scratch.name, "run-starting"}
            assert len(running(tmp_path)) == 3
        other.kill()
    past = time.time() - 2 * NEWBORN
    os.utime(tmp_path / "scratch" / "run-starting", (past, past))
    with opened(tmp_path, silent) as cache:
        assert [path.name for path in cache.scratch.parent.iterdir()] == [cache.scratch.name]


def test_a_cache_that_cannot_be_written_is_read_and_what_is_made_lasts_until_the_end(
    cache: Cache, keep: Keep, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = keep(b"old", plan(1.0))
    real = Path.mkdir

    def refuse(path: Path, *args: object, **options: bool) -> None:
        if path.is_relative_to(cache.root):
            raise PermissionError(13, "Permission denied", str(path))
        real(path, **options)

    monkeypatch.setattr(Path, "mkdir", refuse)
    said: list[str] = []
    with opened(cache.root, said.append) as other:
        assert other.store != cache.root
        assert other.find(BASIS, plan(1.0), silent) == old
        written = other.scratch / "written.mp4"
        written.write_bytes(b"new")
        made = Encoded(3, PRINTS, 0.0, 0.0)
        new = other.keep(written, made, Decoded("", ""), BASIS, plan(2.0), Taken(READS))
        assert other.find(BASIS, plan(2.0), silent) == new
    assert said == [f"the cache {cache.root} cannot be written; it is read, and nothing of this render is kept"]
    assert not other.store.exists()
    assert cache.find(BASIS, plan(2.0), silent) is None


def test_a_cache_that_is_a_file_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match=r"Not a directory|File exists"), opened(tmp_path / "file", silent):
        pass
