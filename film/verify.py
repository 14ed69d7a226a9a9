"""Whether a film is what it says it is: checked against its manifest, or rendered again and compared."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import av

from film.cut import Chapter
from film.errors import FilmError
from film.jobs import Crew
from film.keys import file_hash
from film.outputs import FILES, RECORD
from film.produce import make
from film.progress import Display
from film.proof import Expected, problems, read_cues
from film.request import Request
from film.storyboard import Storyboard

NEEDED = ("fps", "width", "height", "frames", "scenes", "options", "versions")
FACTS = ("start_frame", "frames", "line", "hash", "parts")
OF_A_PART = ("frames", "decoded")
"""What a manifest, each of its beats and each part of a beat must hold."""

NOISE = re.compile(r"\[[^]]*]")
"""The name of a sound in a caption: it is not spoken."""


def quick(folder: Path) -> Iterator[str]:
    """All that differs between the files of a film and its manifest, as sentences; the film is decoded."""
    manifest = read_manifest(folder)
    missing = [name for name in FILES if not (folder / name).is_file()]
    yield from (f"{name} is missing" for name in missing)
    yield from _recorded(folder, missing)
    if not {"film.mp4", "film.srt", "film.vtt"} & set(missing):
        try:
            yield from _against(manifest, folder)
        except av.FFmpegError as error:
            yield f"film.mp4 cannot be decoded ({error})"


def _recorded(folder: Path, missing: list[str]) -> Iterator[str]:
    """Files that are not as they were when the film was proven."""
    try:
        files = json.loads((folder / RECORD).read_text("utf-8"))["files"]
        changed = [name for name in FILES if name not in missing and file_hash(folder / name) != files.get(name)]
    except (OSError, ValueError, KeyError, TypeError):
        yield f"{RECORD} is missing or damaged, so nobody knows what the files were when they were proven"
        return
    yield from (f"{name} was changed since it was proven" for name in changed)


def _against(manifest: Mapping[str, Any], folder: Path) -> Iterator[str]:
    beats = _beats(manifest)
    chapters = [Chapter(scene["title"], scene["start_frame"], scene["frames"]) for scene in manifest["scenes"]]
    cues = read_cues((folder / "film.srt").read_text("utf-8", "replace"))
    width, height, fps, frames = (manifest[name] for name in ("width", "height", "fps", "frames"))
    seen = [(key, part["frames"], part["decoded"]) for key, beat in beats.items() for part in beat["parts"]]
    expected = Expected(width, height, fps, frames, cues, chapters, seen=seen)
    yield from problems(folder / "film.mp4", expected, [folder / "film.vtt"])
    spoken = " ".join(beat["line"] for beat in beats.values()).split()
    if NOISE.sub("", " ".join(cue.text for cue in cues)).split() != spoken:
        yield "the captions are not what the manifest's lines say"


def again(
    folder: Path, storyboard: Storyboard, display: Display, crew: Crew | None = None, jobs: int | None = None
) -> Iterator[str]:
    """Render a film once more from nothing, beside itself, and tell all that differs, as sentences."""
    manifest = read_manifest(folder)
    asked = options_of(manifest, folder)
    with tempfile.TemporaryDirectory(prefix=".verify-", dir=folder.parent, ignore_cleanup_errors=True) as beside:
        other = Path(beside) / "film"
        make(replace(asked, output=other, cache=Path(beside) / "cache", jobs=jobs), storyboard, display, crew)
        theirs = read_manifest(other)
        yield from _versions(manifest["versions"], theirs["versions"])
        yield from _compared(_beats(manifest), _beats(theirs))
        for name in FILES:
            if not (folder / name).is_file() or file_hash(folder / name) != file_hash(other / name):
                yield f"{name} differs"


def _versions(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    yield from (f"made with {name} {old.get(name)}, this is {new[name]}" for name in new if old.get(name) != new[name])


def _compared(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """Beats whose pictures, length or words are not the same."""
    yield from (f"{key} is no longer in the film" for key in old if key not in new)
    yield from (f"{key} was not in the film" for key in new if key not in old)
    for key in old:
        if key in new:
            other = [what for what in ("line", "frames", "start_frame") if old[key][what] != new[key][what]]
            if other:
                yield f"{key} has another {' and '.join(other).replace('_', ' ')}"
            elif old[key]["hash"] != new[key]["hash"]:
                yield f"{key} has other pictures"


def read_manifest(folder: Path) -> dict[str, Any]:
    """A film's manifest; a FilmError if there is none that can be read."""
    try:
        manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_text("utf-8"))
        if set(NEEDED) <= set(manifest) and all(map(_whole, _beats(manifest).values())):
            return manifest
    except OSError as error:
        raise FilmError(f"there is no film in {folder}: {error.strerror or error} (manifest.json)") from None
    except (ValueError, KeyError, TypeError):
        pass
    raise FilmError(f"{folder / 'manifest.json'} is damaged, or of another version; the film's command writes it anew")


def _whole(beat: Mapping[str, Any]) -> bool:
    """Whether a manifest has all that it must of a beat, and the beat's parts make it up."""
    if not set(FACTS) <= set(beat) or not all(set(OF_A_PART) <= set(part) for part in beat["parts"]):
        return False
    return bool(sum(part["frames"] for part in beat["parts"]) == beat["frames"])


def options_of(manifest: Mapping[str, Any], folder: Path) -> Request:
    """The request that a film was made for; a FilmError if this version does not know one of its options."""
    options = dict(manifest["options"])
    if options.get("measurements"):
        options["measurements"] = Path(options["measurements"])
    try:
        return Request(**options)
    except TypeError:
        raise FilmError(f"{folder / 'manifest.json'} names options that are not known: {', '.join(options)}") from None


def _beats(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The manifest's beats by their keys."""
    scenes = manifest["scenes"]
    return dict(
        chain.from_iterable(((f"{one['name']}.{beat['name']}", beat) for beat in one["beats"]) for one in scenes)
    )
