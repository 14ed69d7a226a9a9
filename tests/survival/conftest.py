"""Renders in processes of their own, to be killed, starved and disturbed. Run with: ./run test -m survival"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from film.keys import file_hash
from film.outputs import FILES

ROOT = Path(__file__).resolve().parents[2]

TWO = f"""
import sys
from dataclasses import replace
sys.path.insert(0, {str(ROOT)!r})
import render
import scenes
from film.storyboard import Storyboard

if __name__ == "__main__":
    board = scenes.STORYBOARD
    cards = [card if card.name in ("caveats", "closing") else replace(card, claim="versus.asked_for") for card in board]
    scenes.STORYBOARD = Storyboard(*cards, layout=board.layout)
    render.main()
"""
"""`render.py` with a film of two scenes."""

TINY = ("--preset", "draft", "--size", "160x90", "--fps", "6", "--voice", "silent")
"""Options of a film that is soon there."""


@dataclass(frozen=True)
class Film:
    """A film of two scenes: its command, and where it goes."""

    program: Path
    home: Path
    options: Sequence[str] = TINY
    env: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    out: str = "out"
    cache: str = "cache"

    @property
    def folder(self) -> Path:
        """Where the film goes."""
        return self.home / self.out

    @property
    def command(self) -> list[str]:
        """The command that makes it."""
        where = ["--output", str(self.folder), "--cache", str(self.home / self.cache)]
        return [sys.executable, str(self.program), "film", *self.options, *where]

    def start(self) -> subprocess.Popen[str]:
        """Start making it, in a group of processes of its own."""
        pipe = subprocess.PIPE
        return subprocess.Popen(
            self.command, env=self.env, stdout=pipe, stderr=pipe, text=True, start_new_session=True, encoding="utf-8"
        )

    def make(self) -> subprocess.CompletedProcess[str]:
        """Make it, or fail."""
        return subprocess.run(
            self.command, env=self.env, capture_output=True, encoding="utf-8", errors="replace", timeout=300
        )

    def hashes(self) -> dict[str, str]:
        """The hash of each of its files."""
        return {name: file_hash(self.folder / name) for name in FILES}


Make = Callable[..., Film]


@pytest.fixture(scope="session")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that makes a film of two scenes."""
    path = tmp_path_factory.mktemp("two") / "two.py"
    path.write_text(TWO)
    return path


@pytest.fixture
def film(two: Path, tmp_path: Path) -> Make:
    """Sets up a film in a folder of its own."""

    def made(**changes: object) -> Film:
        return Film(two, **{"home": tmp_path, **changes})  # type: ignore[arg-type]

    return made


@pytest.fixture(scope="session")
def undisturbed(two: Path, tmp_path_factory: pytest.TempPathFactory) -> Film:
    """The film as it comes out undisturbed, with its cache."""
    film = Film(two, tmp_path_factory.mktemp("reference"))
    done = film.make()
    assert done.returncode == 0, done.stderr
    return film


@pytest.fixture(scope="session")
def reference(undisturbed: Film) -> dict[str, str]:
    """The hashes of the film as it comes out undisturbed."""
    return undisturbed.hashes()


@pytest.fixture
def rendered(undisturbed: Film, tmp_path: Path) -> Film:
    """A copy of the undisturbed film and its cache, to be spoiled."""
    return replace(undisturbed, home=Path(shutil.copytree(undisturbed.home, tmp_path / "rendered")))


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Mounts small disks in memory, or tells that this needs root."""
    places: list[Path] = []

    def mount(size: str) -> Path:
        place = tmp_path / f"disk {len(places)}"
        place.mkdir()
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(place)], capture_output=True)
        if done.returncode:
            pytest.skip("mounting a disk in memory needs root")
        places.append(place)
        return place

    try:
        yield mount
    finally:
        for place in places:
            subprocess.run(["umount", "-l", str(place)], check=True)
