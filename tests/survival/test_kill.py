"""kill -9 at random moments: the same command goes on and ends with the same film."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from film.keys import file_hash
from film.outputs import FILES, RECORD

pytestmark = pytest.mark.survival

DRAFT = ("--preset", "draft")
KILLS = 20


@pytest.fixture(scope="module")
def whole(two: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], float]:
    """The draft, undisturbed: its hashes, and the seconds that it took."""
    film = Film(two, tmp_path_factory.mktemp("whole"))
    start = time.monotonic()
    film.make()
    return film.hashes(), time.monotonic() - start


class Film:
    """The draft of two scenes, by a neural voice."""

    def __init__(self, program: Path, home: Path):
        import sys

        self.home = home
        where = ["--output", str(home / "out"), "--cache", str(home / "cache")]
        self.command = [sys.executable, str(program), "film", *DRAFT, *where]

    def make(self) -> str:
        done = subprocess.run(self.command, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def hashes(self) -> dict[str, str]:
        return {name: file_hash(self.home / "out" / name) for name in FILES}


def workers(group: int) -> list[int]:
    """The processes of a group that still run."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            found.append(int(folder.name))
    return found


def wait_until(condition: Callable[[], Any]) -> bool:
    for _ in range(200):
        if condition():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("number", range(KILLS))
def test_a_killed_render_goes_on_and_gives_the_same_film(
    whole: tuple[dict[str, str], float], two: Path, tmp_path: Path, number: int
) -> None:
    hashes, seconds = whole
    dice = random.Random(number)
    film = Film(two, tmp_path)
    pipes: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(film.command, start_new_session=True, **pipes) as process:
        try:
            process.wait(dice.uniform(0, seconds))
        except subprocess.TimeoutExpired:
            some = workers(process.pid)
            victim = process.pid if number % 4 else dice.choice(some or [process.pid])
            os.kill(victim, signal.SIGKILL)
        process.wait(60)
        assert wait_until(lambda: not workers(process.pid)), "workers outlive the render"
    there = {path.name for path in (tmp_path / "out").glob("*")} - {".lock", ".unproven"}
    assert there in (set(), {*FILES, RECORD}), "files stand there that are not proven"
    film.make()
    assert film.hashes() == hashes
    assert {path.name for path in (tmp_path / "out").iterdir()} == {*FILES, RECORD, ".lock"}
    assert not list((tmp_path / "cache" / "scratch").iterdir()), "what the killed render had begun is swept"
