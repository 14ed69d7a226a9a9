"""Parts kept from one render to the next, found by what they depend on.

    parts/<scene>.<beat>/<basis>/<trace>.mp4    the pictures of one beat
    parts/<scene>.<beat>/<basis>/<trace>.json   frames, hashes, and what was read: the part counts once this is there
    beats/<code>.json                           the beats of a scene, so that a warm render need not load Manim
    voice/                                      takes
    scratch/<run>/                              what is being written

Files are written under `scratch`, read back, and renamed. A part whose bytes are not those that were
written is removed, said, and drawn again. Several basis folders and traces may stand side by side, so
going back to an earlier chip or script finds its parts again.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from film.encode import Encoded
from film.errors import FilmError
from film.keys import Basis, Read, digest, file_hash, holds, plain, trace
from film.plan import ScenePlan, Sound, Taken
from film.storyboard import Beat, Variant

ABANDONED = 3600.0
"""Seconds after which scratch that nobody writes to is left over from a render that was killed."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class Part:
    """The pictures of one beat: H.264 without sound. `hash` is of the raw frames, `file` of the bytes at `path`."""

    path: Path
    frames: int
    hash: str
    bytes: int
    file: str
    reads: tuple[Read, ...]
    sounds: tuple[Sound, ...] = ()


class Cache:
    """The folder of parts; shared by all outputs, and safe to share by several renders at once."""

    def __init__(self, root: Path):
        self.root = root

    @property
    def voice(self) -> Path:
        """Where takes are kept."""
        return self.root / "voice"

    def find(self, basis: Basis, plan: ScenePlan, say: Say) -> Part | None:
        """The part for these values, if it is kept and whole. A damaged one is removed and reported to `say`."""
        for sidecar in sorted(self._folder(basis).glob("*.json")):
            part = _read(sidecar)
            if part is not None and (part.frames != basis.frames or not holds(plan, part.reads)):
                continue
            if part is not None and _whole(part):
                return part
            say(f"the kept part of {basis.beat} is damaged; drawing it again")
            sidecar.unlink(missing_ok=True)
            sidecar.with_suffix(".mp4").unlink(missing_ok=True)
        return None

    def keep(self, written: Path, made: Encoded, basis: Basis, plan: ScenePlan, taken: Taken) -> Part:
        """Move a finished file into the cache with its trace and its sounds."""
        if made.frames != basis.frames:
            raise FilmError(f"drew {made.frames} frames; its time is {basis.frames}")
        seen = trace(plan, taken.reads)
        folder = self._folder(basis)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{digest(seen)[:16]}.mp4"
        part = Part(path, made.frames, made.hash, written.stat().st_size, file_hash(written), seen, taken.sounds)
        written.replace(path)
        _write_json(written.with_suffix(".json"), path.with_suffix(".json"), {**asdict(part), "path": path.name})
        return part

    def beats(self, code: str) -> tuple[Beat, ...] | None:
        """The beats of the scene with this code, if they are known."""
        try:
            rows = json.loads((self.root / "beats" / f"{code}.json").read_text("utf-8"))
            return tuple(Beat(**{**row, "variants": tuple(Variant(**one) for one in row["variants"])}) for row in rows)
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def keep_beats(self, code: str, beats: Sequence[Beat], scratch: Path) -> None:
        """Remember the beats of the scene with this code."""
        folder = self.root / "beats"
        folder.mkdir(parents=True, exist_ok=True)
        _write_json(scratch / f"{code}.json", folder / f"{code}.json", plain(list(beats)))

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """A folder of one's own for files that are being written; removed at the end, whatever happens."""
        home = self.root / "scratch"
        home.mkdir(parents=True, exist_ok=True)
        _sweep(home)
        folder = Path(tempfile.mkdtemp(prefix="run-", dir=home))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _folder(self, basis: Basis) -> Path:
        return self.root / "parts" / basis.beat / basis.hash[:16]


def _read(sidecar: Path) -> Part | None:
    """The part that a sidecar describes, or None if it cannot be understood."""
    try:
        row = json.loads(sidecar.read_text("utf-8"))
        reads = tuple((kind, name, value) for kind, name, value in row.pop("reads"))
        sounds = tuple(Sound(**sound) for sound in row.pop("sounds"))
        return Part(**row | {"path": sidecar.with_suffix(".mp4"), "reads": reads, "sounds": sounds})
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _whole(part: Part) -> bool:
    try:
        return part.path.stat().st_size == part.bytes and file_hash(part.path) == part.file
    except OSError:
        return False


def _write_json(temporary: Path, path: Path, value: Any) -> None:
    temporary.write_text(json.dumps(value, ensure_ascii=False, indent=1), "utf-8")
    temporary.replace(path)


def _sweep(home: Path) -> None:
    """Remove what killed renders left behind."""
    for folder in home.iterdir():
        newest = max((_modified(path) for path in [folder, *folder.glob("**/*")]), default=0.0)
        if time.time() - newest > ABANDONED:
            shutil.rmtree(folder, ignore_errors=True)


def _modified(path: Path) -> float:
    try:
        return os.lstat(path).st_mtime
    except OSError:
        return 0.0
