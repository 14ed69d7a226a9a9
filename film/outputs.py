"""The output folder: its lock, and how files get there."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from film.errors import FilmError
from film.keys import file_hash

FILES = (
    "film.mp4",
    "film.srt",
    "film.vtt",
    "film.described.vtt",
    "transcript.md",
    "chapters.txt",
    "poster.png",
    "figures.json",
    "manifest.json",
)
"""What a film leaves in its folder; the manifest last, so that it never speaks of files that are not there yet."""

RECORD = ".proven.json"
"""Beside them: from what they were made, and their hashes. Written after the proof."""


def ready(folder: Path) -> None:
    """Make the folder; a FilmError if it cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trial = folder / f".trial-{os.getpid()}"
        trial.touch()
        trial.unlink()
    except OSError as error:
        raise FilmError(
            f"cannot write to {folder}: {error.strerror or error}; choose another folder with --output"
        ) from None


@contextmanager
def locked(folder: Path, say: Callable[[str], None]) -> Iterator[None]:
    """Hold the folder for oneself; if another render holds it, say so and wait."""
    lock = FileLock(folder / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        say(f"another render is writing to {folder}; waiting for it to end (Ctrl-C gives up)")
        lock.acquire(poll_interval=0.1)
    try:
        yield
    finally:
        lock.release()


@contextmanager
def staged(folder: Path) -> Iterator[Path]:
    """A folder inside the output folder for files that are not proven yet; removed at the end."""
    stage = folder / ".unproven"
    _clear(stage)
    stage.mkdir()
    try:
        yield stage
    finally:
        _clear(stage)


def _clear(stage: Path) -> None:
    if stage.is_dir():
        for path in stage.iterdir():
            path.unlink()
        stage.rmdir()


def publish(stage: Path, folder: Path, made_from: str) -> None:
    """Move the proven files to their final names, and record them."""
    record = {"from": made_from, "files": {name: file_hash(stage / name) for name in FILES}}
    (folder / RECORD).unlink(missing_ok=True)
    for name in FILES:
        (stage / name).replace(folder / name)
    write_json(stage / RECORD, record)
    (stage / RECORD).replace(folder / RECORD)


def up_to_date(folder: Path, made_from: str) -> bool:
    """Whether the folder holds a proven film made from the same things, with every file as it was written."""
    try:
        record = json.loads((folder / RECORD).read_text("utf-8"))
        files: Mapping[str, str] = record["files"]
        return (
            record["from"] == made_from
            and set(files) == set(FILES)
            and all(file_hash(folder / name) == files[name] for name in FILES)
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False


def probably_stale(folder: Path, sources: Iterable[Path]) -> bool:
    """Whether the folder holds no proven film, or a source is newer than it: a guess, by the clocks of the files."""
    try:
        proven = (folder / RECORD).stat().st_mtime
        return any(path.stat().st_mtime > proven for path in sources)
    except OSError:
        return True


def write_json(path: Path, value: Any) -> None:
    """JSON for people and programs: indented, letters as they are."""
    path.write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n", "utf-8")
