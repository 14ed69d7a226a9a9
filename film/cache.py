"""Parts kept from one render to the next, found by what they depend on.

    parts/<scene>.<beat>/<basis>/basis           what was known before drawing, as JSON
    parts/<scene>.<beat>/<basis>/<trace>.mp4     the pictures of a stretch of a beat
    parts/<scene>.<beat>/<basis>/<trace>.prints  a print of each frame
    parts/<scene>.<beat>/<basis>/<trace>.json    hashes, and what was read: the part counts once this is there
    beats/<code>.json                            the beats of a scene, so that a warm render need not load Manim
    plates/<key>                                 pictures that frames are painted from
    sounds/<key>                                 the sound of a scene, encoded
    voice/                                       takes
    scratch/<run>/                               what is being written, and a sign of life

Files are written under `scratch`, read back, and renamed. A part whose bytes are not those that were
written is removed, said, and drawn again. Several basis folders and traces may stand side by side, so
going back to an earlier chip or script finds its parts again. What is used is touched: `film.stock` removes
what was not used for longest, and nothing that was touched since the oldest running render began.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from xxhash import xxh3_128_hexdigest

from film.decoded import Decoded
from film.encode import PRINT, Encoded
from film.errors import FilmError
from film.keys import Basis, digest, file_hash, holds, sealed, trace, unsealed
from film.part import Part, read_part, sidecar_of
from film.plan import ScenePlan, Taken
from film.storyboard import Beat, Variant

ALIVE = ".alive"
"""The file that a render keeps locked in its scratch folder."""

NEWBORN = 60.0
"""Seconds in which a scratch folder need not be locked yet."""

BESIDE = (".mp4", ".prints", ".wav")
"""What may stand beside the file that makes a thing count."""

RIVALS = 6
"""Stale parts, those used last, that a beat's new pictures are compared with."""

READ_ONLY = (errno.EACCES, errno.EPERM, errno.EROFS)

Say = Callable[[str], None]


def silent(text: str) -> None:
    """Say nothing."""


@dataclass(frozen=True)
class Cache:
    """The folder of parts; shared by all outputs, and safe to share by several renders at once.

    New things are kept in `store`, which is `root` unless that cannot be written; `scratch` is on the same disk.
    """

    root: Path
    store: Path
    scratch: Path

    @property
    def voice(self) -> Path:
        """Where takes are kept."""
        return self.root / "voice"

    @property
    def plates(self) -> Path:
        """Where plates are kept."""
        return self.store / "plates"

    @property
    def sounds(self) -> Path:
        """Where the sounds of scenes are kept."""
        return self.store / "sounds"

    def find(self, basis: Basis, plan: ScenePlan, say: Say) -> Part | None:
        """The part for these values, if it is kept and whole. A damaged one is removed and reported to `say`."""
        for sidecar in self._sidecars(basis):
            part = read_part(sidecar)
            if part is not None and (part.frames != basis.frames or not holds(plan, part.reads)):
                continue
            if not self._touch(sidecar):
                continue
            if part is not None and part.whole:
                return part
            say(f"the kept part of {basis.name} is damaged; drawing it again")
            remove(sidecar)
        return None

    def rivals(self, basis: Basis) -> list[tuple[Part, bytes]]:
        """Parts drawn by the same code in the same format for other values, with the prints of their frames."""
        found = []
        for sidecar in self._lately_used(basis)[:RIVALS]:
            part = read_part(sidecar)
            with suppress(OSError):
                prints = sidecar.with_suffix(".prints").read_bytes()
                if part and len(prints) == PRINT * part.frames and self._touch(sidecar):
                    found.append((part, prints))
        return found

    def pace(self, basis: Basis) -> float | None:
        """CPU seconds that a frame of such a part cost, drawn by the same code for other values, the first frame's
        preparation left out. Of several parts it is that which was used last; None if there is none."""
        for sidecar in self._lately_used(basis):
            if (part := read_part(sidecar)) and part.cpu:
                return part.cpu / part.frames
        return None

    def keep(
        self,
        written: Path,
        made: Encoded,
        decoded: Decoded,
        basis: Basis,
        plan: ScenePlan,
        taken: Taken,
        examined: bool = False,
        cpu: float = 0.0,
    ) -> Part:
        """Move a finished file into the cache with its trace, its sounds and what it cost."""
        if made.frames != basis.frames:
            raise FilmError(f"drew {made.frames} frames; its time is {basis.frames}")
        seen = trace(plan, taken.reads)
        part = Part(
            path=self._folder(self.store, basis) / f"{digest(seen)[:16]}.mp4",
            frames=made.frames,
            hash=xxh3_128_hexdigest(made.prints),
            decoded=decoded.pictures,
            packets=decoded.packets,
            bytes=written.stat().st_size,
            file=file_hash(written),
            reads=seen,
            sounds=taken.sounds,
            lines=_lines(plan, basis),
            examined=examined,
            cpu=cpu,
        )
        return self._put(written, made.prints, part, basis)

    def approve(self, part: Part) -> None:
        """Note that the beat of a part that was drawn for a preview has been looked through."""
        sidecar = part.path.with_suffix(".json")
        with suppress(OSError):  # else it is looked through again
            _write(self.scratch / sidecar.name, sidecar, sidecar_of(replace(part, examined=True)))

    def keep_again(
        self, rival: Part, prints: bytes, basis: Basis, plan: ScenePlan, taken: Taken, examined: bool = False
    ) -> Part:
        """Keep the pictures of a part under other values too, which gave the same frames."""
        seen = trace(plan, taken.reads)
        written = self.scratch / f"{os.getpid()}-{basis.hash[:16]}-again.mp4"
        written.unlink(missing_ok=True)  # never copied into: it may be another name of a kept part
        try:
            os.link(rival.path, written)
        except OSError:
            shutil.copyfile(rival.path, written)
        path = self._folder(self.store, basis) / f"{digest(seen)[:16]}.mp4"
        part = replace(rival, path=path, reads=seen, sounds=taken.sounds, lines=_lines(plan, basis), examined=examined)
        return self._put(written, prints, part, basis)

    def keep_sent(self, part: Part, file: bytes, prints: bytes, basis: Basis) -> Part:
        """Keep a part that was drawn elsewhere."""
        written = self.scratch / part.path.name
        written.write_bytes(file)
        return self._put(written, prints, replace(part, path=self._folder(self.store, basis) / part.path.name), basis)

    def _put(self, written: Path, prints: bytes, part: Part, basis: Basis) -> Part:
        folder, path = part.path.parent, part.path
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "basis").exists():
            _write(written.with_suffix(".basis"), folder / "basis", sealed(basis.facts))
        _write(written.with_suffix(".prints"), path.with_suffix(".prints"), prints)
        written.replace(path)
        written.unlink(missing_ok=True)  # a second name of the file at `path` stays where it is
        _write(written.with_suffix(".json"), path.with_suffix(".json"), sidecar_of(part))
        return part

    def beats(self, code: str) -> tuple[Beat, ...] | None:
        """The beats of the scene with this code, if they are known."""
        path = self.root / "beats" / f"{code}.json"
        try:
            rows = unsealed(path)
            beats = tuple(Beat(**{**row, "variants": tuple(_variant(one) for one in row["variants"])}) for row in rows)
        except (OSError, ValueError, TypeError, KeyError):
            return None
        self._touch(path)
        return beats

    def keep_beats(self, code: str, beats: Sequence[Beat]) -> None:
        """Remember the beats of the scene with this code."""
        folder = self.store / "beats"
        folder.mkdir(parents=True, exist_ok=True)
        _write(self.scratch / f"{code}.json", folder / f"{code}.json", sealed(list(beats)))

    def _folder(self, home: Path, basis: Basis) -> Path:
        return home / "parts" / basis.beat / basis.hash[:16]

    def _sidecars(self, basis: Basis) -> list[Path]:
        homes = dict.fromkeys([self.store, self.root])
        return [path for home in homes for path in sorted(self._folder(home, basis).glob("*.json"))]

    def _lately_used(self, basis: Basis) -> list[Path]:
        """The sidecars, that which was used last first."""
        return sorted(self._sidecars(basis), key=modified, reverse=True)

    def _touch(self, path: Path) -> bool:
        """Note that a file is used, so that it stays; False if it is gone."""
        with guard(self.root):
            try:
                os.utime(path)
            except FileNotFoundError:
                return False
            except OSError:  # nobody can remove it from there either
                pass
        return True


@contextmanager
def opened(root: Path, say: Say) -> Iterator[Cache]:
    """The cache in a folder, with scratch of one's own that is removed at the end, whatever happens.

    Where the folder cannot be written it is only read; what is made is kept until the end, and `say` hears of it.
    """
    with ExitStack() as stack:
        try:
            scratch = stack.enter_context(_scratch(root))
            cache = Cache(root, root, scratch)
        except OSError as error:
            if error.errno not in READ_ONLY:
                raise
            say(f"the cache {root} cannot be written; it is read, and nothing of this render is kept")
            store = Path(
                stack.enter_context(tempfile.TemporaryDirectory(prefix="roofline-", ignore_cleanup_errors=True))
            )
            cache = Cache(root, store, stack.enter_context(_scratch(store)))
        yield cache


@contextmanager
def _scratch(root: Path) -> Iterator[Path]:
    home = root / "scratch"
    home.mkdir(parents=True, exist_ok=True)
    with guard(root):
        _sweep(home)
        folder = Path(tempfile.mkdtemp(prefix="run-", dir=home))
        alive = FileLock(folder / ALIVE)
        alive.acquire()
    try:
        yield folder
    finally:
        alive.release()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def guard(root: Path) -> Iterator[None]:
    """Held while things are removed from a cache, and while what is used is touched."""
    lock = FileLock(root / ".lock")
    try:
        lock.acquire()
    except OSError as error:
        if error.errno not in READ_ONLY:
            raise
    try:
        yield
    finally:
        lock.release()


def running(root: Path) -> list[float]:
    """When each running render of a cache began, by its file system's clock."""
    return [modified(folder / ALIVE) for folder in (root / "scratch").glob("run-*") if _lives(folder)]


def _lives(folder: Path) -> bool:
    """Whether the render that a scratch folder belongs to is still running."""
    if not (folder / ALIVE).exists():
        return time.time() - modified(folder) < NEWBORN
    try:
        with FileLock(folder / ALIVE, timeout=0):
            return False
    except Timeout:
        return True
    except OSError:
        return False


def _sweep(home: Path) -> None:
    """Remove what killed renders left behind, and nothing else that may stand in a folder called scratch."""
    for folder in home.glob("run-*"):
        if folder.is_dir() and ((folder / ALIVE).exists() or not any(folder.iterdir())) and not _lives(folder):
            shutil.rmtree(folder, ignore_errors=True)


def remove(path: Path) -> None:
    """Remove a kept thing, what makes it count first."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
        for suffix in BESIDE:
            path.with_suffix(suffix).unlink(missing_ok=True)


def modified(path: Path) -> float:
    """When a file was last used, as a time stamp; 0 if it is gone."""
    try:
        return os.lstat(path).st_mtime
    except OSError:
        return 0.0


def _lines(plan: ScenePlan, basis: Basis) -> dict[str, str]:
    """What each beat up to this one says."""
    names = [timing.name for timing in plan.beats]
    upto = plan.beats[: names.index(basis.beat.partition(".")[2]) + 1]
    return {timing.name: timing.line for timing in upto}


def _write(temporary: Path, path: Path, data: bytes) -> None:
    temporary.write_bytes(data)
    temporary.replace(path)


def _variant(row: Mapping[str, Any]) -> Variant:
    return Variant(**{**row, "unless": tuple(row["unless"])})
