from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from film.encode import Pixels
from film.shelf import SHELF, contents, home, kept

ROOT = Path(__file__).resolve().parents[2]
MODULE = "film.shelf"


class Maker:
    """Makes two pictures and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> list[Pixels]:
        self.times += 1
        return [np.arange(24, dtype=np.uint8).reshape(2, 3, 4), np.full((5, 1, 4), 9, np.uint8)]


def same(found: list[Pixels]) -> bool:
    return all(map(np.array_equal, found, Maker()())) and len(found) == 2


def test_pictures_are_made_once_and_may_be_written_on(tmp_path: Path) -> None:
    make = Maker()
    with SHELF.at(tmp_path / "plates"):
        assert same(kept(MODULE, "wall", make))
        found = kept(MODULE, "wall", make)
        assert same(found)
        found[0][:] = 0
        assert same(kept(MODULE, "wall", make))
        assert make.times == 1
        kept(MODULE, "chip", make)
        kept("film.keys", "wall", make)
    assert make.times == 3
    assert len(list((tmp_path / "plates").iterdir())) == 3


def test_without_a_folder_they_are_made_every_time() -> None:
    make = Maker()
    assert same(kept(MODULE, "wall", make))
    kept(MODULE, "wall", make)
    assert make.times == 2


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "a bit flipped": flip,
    "cut off": lambda path: os.truncate(path, 4100),
    "without pictures": lambda path: os.truncate(path, 4096),
    "empty": lambda path: os.truncate(path, 0),
    "something else": lambda path: path.write_text("[1, 2]\n"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_made_again(tmp_path: Path, damage: str) -> None:
    make = Maker()
    with SHELF.at(tmp_path):
        kept(MODULE, "wall", make)
        (path,) = tmp_path.iterdir()
        DAMAGE[damage](path)
        assert same(kept(MODULE, "wall", make))
        assert same(kept(MODULE, "wall", make))
    assert make.times == 2


def test_where_nothing_can_be_written_pictures_are_made_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    make = Maker()
    with SHELF.at(tmp_path / "file" / "plates"):
        assert same(kept(MODULE, "wall", make))


def test_on_a_disk_that_is_nearly_full_they_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = Maker()
    monkeypatch.setattr("film.shelf.ROOM", shutil.disk_usage(tmp_path).total)
    with SHELF.at(tmp_path / "plates"):
        assert same(kept(MODULE, "wall", make))
        assert same(kept(MODULE, "wall", make))
    assert make.times == 2
    assert not list((tmp_path / "plates").iterdir())


def test_another_process_finds_them(tmp_path: Path) -> None:
    make = Maker()
    about = ("wall", 803, np.linspace(0, 1, 7), (0.1, 0.2))
    with SHELF.at(tmp_path):
        kept(MODULE, about, make)
    program = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
import numpy as np
from film.shelf import SHELF, kept
with SHELF.at(Path({str(tmp_path)!r})):
    kept("film.shelf", ("wall", 803, np.linspace(0, 1, 7), (0.1, 0.2)), lambda: 1 / 0)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_function_is_told_apart_by_what_it_encloses() -> None:
    def maker(number: int) -> Callable[[], int]:
        return lambda: number

    assert contents(maker(1)) == contents(maker(1)) != contents(maker(2))
    assert home(maker(1)) == __name__
    assert home(Maker()) == __name__
