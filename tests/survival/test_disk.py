"""A disk that is full, cannot be written, or gives back other bytes than it was given."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from film.outputs import FILES

pytestmark = pytest.mark.survival


def remount(place: Path, options: str) -> None:
    import subprocess

    subprocess.run(["mount", "-o", f"remount,{options}", str(place)], check=True)


@pytest.mark.parametrize("size", ["64k", "256k", "1m", "2m", "3m", "4m", "5m", "6m"])
def test_a_disk_that_fills_up_is_said_and_the_render_goes_on_when_there_is_room(
    film: Any, reference: dict[str, str], mounted: Callable[[str], Path], size: str
) -> None:
    disk = mounted(size)
    made = film(home=disk)
    done = made.make()
    if done.returncode:
        assert done.returncode == 2
        assert "no space left on the disk" in done.stderr.splitlines()[-1]
        assert "Traceback" not in done.stderr
        assert not (made.folder / "film.mp4").exists()
    remount(disk, "size=200m")
    again = made.make()
    assert again.returncode == 0, again.stderr
    assert made.hashes() == reference


def test_a_cache_that_cannot_be_written_is_used_and_not_filled(
    film: Any, rendered: Any, reference: dict[str, str], mounted: Callable[[str], Path], tmp_path: Path
) -> None:
    disk = mounted("200m")
    shutil.copytree(rendered.home / "cache", disk / "cache")
    shutil.rmtree(next((disk / "cache" / "parts").glob("closing.*")))
    before = sorted(disk.rglob("*"))
    remount(disk, "ro")
    made = film(home=tmp_path, cache=f"{disk.name}/cache", out="other")
    done = made.make()
    assert done.returncode == 0, done.stderr
    assert "cannot be written; it is read, and nothing of this render is kept" in done.stderr
    assert "1 beat drawn" in done.stdout
    assert made.hashes() == reference
    assert sorted(disk.rglob("*")) == before


def test_a_cache_that_cannot_even_be_made_is_done_without(
    film: Any, reference: dict[str, str], mounted: Callable[[str], Path], tmp_path: Path
) -> None:
    disk = mounted("1m")
    remount(disk, "ro")
    made = film(home=tmp_path, cache=f"{disk.name}/cache")
    done = made.make()
    assert done.returncode == 0, done.stderr
    assert made.hashes() == reference


def test_an_output_that_cannot_be_written_is_said(film: Any, mounted: Callable[[str], Path], tmp_path: Path) -> None:
    disk = mounted("1m")
    remount(disk, "ro")
    done = film(home=tmp_path, out=f"{disk.name}/out").make()
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "choose another folder with --output" in done.stderr


@pytest.mark.parametrize("how", ["cut off", "zeros", "a bit flipped", "empty"])
@pytest.mark.parametrize("kind", ["parts/*/*/*.mp4", "parts/*/*/*.json", "parts/*/*/*.prints", "plates/*", "beats/*"])
def test_damage_in_the_cache_is_found_and_made_good(
    rendered: Any, reference: dict[str, str], kind: str, how: str
) -> None:
    made = rendered
    damaged = sorted((made.home / "cache").glob(kind))
    assert damaged
    for path in damaged:
        data = path.read_bytes()
        half = len(data) // 2
        path.write_bytes(
            {
                "cut off": data[:half],
                "zeros": bytes(len(data)),
                "a bit flipped": data[:half] + bytes([data[half] ^ 1]) + data[half + 1 :],
                "empty": b"",
            }[how]
        )
    for name in FILES:
        (made.folder / name).unlink()
    done = made.make()
    assert done.returncode == 0, done.stderr
    assert made.hashes() == reference
    if kind.endswith((".mp4", ".json")):
        assert "is damaged; drawing it again" in done.stderr
        beats = {path.parents[1].name for path in damaged}  # a long one has several parts
        assert f"{len(beats)} beats drawn, 0 kept" in done.stdout or how == "a bit flipped"


def test_damaged_takes_are_spoken_again(film: Any) -> None:
    made = film(options=("--preset", "draft", "--size", "160x90", "--fps", "6"))
    assert made.make().returncode == 0
    before = made.hashes()
    for path in (made.home / "cache" / "voice").iterdir():
        os.truncate(path, path.stat().st_size // 2)
    assert made.make().returncode == 0
    assert made.hashes() == before
