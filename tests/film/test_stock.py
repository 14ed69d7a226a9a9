from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from film.cache import Cache, opened, silent
from film.decoded import Decoded
from film.encode import Encoded
from film.errors import FilmError
from film.keys import Basis, Stretch, unsealed
from film.part import Part
from film.plan import BeatTiming, ScenePlan, Taken
from film.stock import limit, list_text, prune, shown, size, size_text, stock

Keep = Callable[..., Part]
OLD = 5000.0


def plan(peak: float) -> ScenePlan:
    return ScenePlan("wall", 15, {"gpu.peak": peak}, {}, {}, {}, (BeatTiming("wall", "one", "one", 0, 3),))


def basis(beat: str = "one") -> Basis:
    return Basis(f"wall.{beat}", Stretch(0, 3), {"code": "1", "frames": 3})


def put(cache: Cache, peak: float = 1.0, count: int = 1000, beat: str = "one") -> Part:
    written = cache.scratch / "written.mp4"
    written.write_bytes(bytes(count))
    made = Encoded(3, bytes(48), 0.0, 0.0)
    of = plan(peak)
    timing = BeatTiming("wall", beat, beat, 0, 3)
    of = ScenePlan("wall", 15, of.values, {}, {}, {}, (timing,))
    return cache.keep(written, made, Decoded("", ""), basis(beat), of, Taken((("figure", "gpu.peak", peak),)))


def age(root: Path, seconds: float) -> None:
    past = time.time() - seconds
    for path in root.rglob("*"):
        if path.is_file() and "scratch" not in path.parts:
            os.utime(path, (past, past))


def peaks(root: Path) -> list[float]:
    return sorted(part[2] for thing in stock(root) for part in _reads(thing.path))


def _reads(path: Path) -> list[tuple[str, str, float]]:
    return [tuple(read) for read in unsealed(path)["reads"]]


def test_what_was_not_used_for_longest_goes_first_until_the_rest_fits(tmp_path: Path) -> None:
    with opened(tmp_path, silent) as cache:
        for number, peak in enumerate((3.0, 1.0, 2.0)):
            part = put(cache, peak)
            past = time.time() - OLD + number
            os.utime(part.path.with_suffix(".json"), (past, past))
    whole = size(stock(tmp_path))
    done = prune(tmp_path, whole - 1)
    assert peaks(tmp_path) == [1.0, 2.0]
    assert (done.removed, done.in_use, done.left) == (1, 0, size(stock(tmp_path)))
    assert done.freed == whole - done.left > 1000
    assert prune(tmp_path, done.left).removed == 0
    assert prune(tmp_path, 0).left == 0
    assert {path.name for path in (tmp_path / "parts").rglob("*") if path.is_file()} == {"basis"}
    for folder in (tmp_path / "parts").glob("*/*"):
        os.utime(folder, (time.time() - OLD, time.time() - OLD))
    prune(tmp_path, 0)
    assert not list((tmp_path / "parts").iterdir())


def test_what_a_running_render_found_or_made_is_never_removed(tmp_path: Path) -> None:
    with opened(tmp_path, silent) as cache:
        put(cache, 1.0), put(cache, 2.0)
    age(tmp_path, OLD)
    with opened(tmp_path, silent) as cache:
        found, made = cache.find(basis(), plan(1.0), silent), put(cache, 3.0)
        assert found
        done = prune(tmp_path, 0)
        assert (done.removed, done.in_use) == (1, 2)
        assert str(done).endswith("2 of them in use by a running render")
        assert found.whole
        assert made.whole
        assert peaks(tmp_path) == [1.0, 3.0]
    assert prune(tmp_path, 0).removed == 2


def test_a_file_that_two_parts_share_counts_once_and_goes_with_the_last(tmp_path: Path) -> None:
    with opened(tmp_path, silent) as cache:
        put(cache, 1.0, count=100_000)
        ((part, prints),) = cache.rivals(basis())
        cache.keep_again(part, prints, basis(), plan(2.0), Taken((("figure", "gpu.peak", 2.0),)))
    assert 100_000 < size(stock(tmp_path)) < 110_000
    assert prune(tmp_path, 100_500).freed < 10_000
    assert prune(tmp_path, 50_000).freed > 100_000


def test_what_others_have_put_into_the_folder_stays_and_what_killed_renders_left_goes(tmp_path: Path) -> None:
    with opened(tmp_path, silent) as cache:
        part = put(cache)
    theirs = [
        *(tmp_path / name for name in ("notes.txt", "plates/holiday.jpg", "voice/mine.json", "beats/mine.json")),
        *(tmp_path / "parts" / name for name in ("mine.mp4", "wall.one/thesis/chapter.tex", "wall.one/thesis/a.mp4")),
        *(tmp_path / "scratch" / name for name in ("notes.txt", "paper/notes.txt", "run-1/log", "run-2")),
        part.path.with_name("mine.json"),
        part.path.with_name("mine.txt"),
    ]
    begun = [tmp_path / folder / f"{'0123' * 8}x_1.part" for folder in ("voice", "plates")]
    for path in (*theirs, *begun):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    past = time.time() - OLD
    for path in (*tmp_path.rglob("*"),):
        os.utime(path, (past, past))
    assert [thing.path for thing in stock(tmp_path)] == [part.path.with_suffix(".json")]
    assert prune(tmp_path, 0).removed == 1
    for folder in tmp_path.glob("*/*/*"):
        os.utime(folder, (past, past))
    with opened(tmp_path, silent):
        prune(tmp_path, 0)
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == {*theirs, tmp_path / ".lock"}


def test_an_empty_or_missing_cache_is_no_mistake(tmp_path: Path) -> None:
    assert prune(tmp_path / "none", 0).removed == 0
    assert stock(tmp_path / "none") == []
    assert "0 bytes in" in size_text(tmp_path / "none")
    assert list_text(tmp_path / "none").startswith("nothing is kept")


def test_what_is_kept_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROOFLINE_CACHE_LIMIT", "3 GB")
    with opened(tmp_path, silent) as cache:
        put(cache, 1.0), put(cache, 2.0), put(cache, 1.0, beat="two")
        cache.plates.mkdir()
        (cache.plates / ("0123" * 8)).write_bytes(b"x" * 2_000_000)
    assert re.search(
        r"2\.0 MB in .* at most 3\.0 GB \(ROOFLINE_CACHE_LIMIT\)\n  3 parts: .*\n  1 file of plates: 2",
        size_text(tmp_path),
    )
    age(tmp_path, 2 * 3600 + 5)
    rows = [line.split() for line in list_text(tmp_path).splitlines()]
    assert rows[0] == ["what", "of", "number", "size", "used"]
    assert [row[:3] for row in rows[1:3]] == [["part", "wall.one", "2"], ["part", "wall.two", "1"]]
    assert rows[1][-3:] == ["2", "hours", "ago"]


@pytest.mark.parametrize(
    ("text", "count"), [("20 GB", 20e9), ("500MB", 5e8), ("1.5g", 1.5e9), ("0", 0), ("12 kB", 12e3), ("7b", 7)]
)
def test_sizes_are_read(text: str, count: float) -> None:
    assert limit(text) == count


@pytest.mark.parametrize("text", ["much", "-1 GB", "20 GiB", "GB", "1 GB 2"])
def test_what_is_no_size_is_a_mistake(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FilmError, match="no size of a cache; write one such as '20 GB'"):
        limit(text)
    monkeypatch.setenv("ROOFLINE_CACHE_LIMIT", text)
    with pytest.raises(FilmError):
        limit()


def test_bytes_are_shown_for_people() -> None:
    assert [shown(count) for count in (0, 999, 1000, 2_540_000, 20 * 10**9)] == [
        "0 bytes", "999 bytes", "1.0 kB", "2.5 MB", "20.0 GB",
    ]  # fmt: skip
