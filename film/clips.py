"""Clips for slides: each beat as a film of its own without sound, which holds its last frame for a while.

The pictures are those of the film's parts, out of the same cache, and are copied; only the frames held are encoded
anew, from the part's last picture and with its settings. `clips.json` names the clips that are done after each of
them, so a run that was stopped goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
from av.video.frame import PictureType

from film.cut import join
from film.decoded import Decoded, decode_part
from film.encode import add_pictures
from film.errors import FilmError, nearest
from film.jobs import Crew
from film.keys import code_files, digest, file_hash, plain
from film.manifest import versions
from film.outputs import staged, write_json
from film.part import Reel
from film.plan import BeatTiming
from film.poster import decoded_frame
from film.presets import Format
from film.produce import working
from film.progress import Display, minutes
from film.proof import Expected, prove
from film.request import Request
from film.story import Story
from film.storyboard import Storyboard
from film.studio import Studio
from film.titles import titles

LIST = "clips.json"
LONGEST = 60.0
"""Seconds for which a last frame may be held at most."""


@dataclass(frozen=True)
class Clip:
    """A beat's clip: its file, its length in frames, and how many of them hold the last picture."""

    beat: BeatTiming
    path: Path
    frames: int
    held: int


@dataclass(frozen=True)
class Clips:
    """Clips that are ready, in running order; how many of their beats had to be drawn."""

    folder: Path
    clips: Sequence[Clip]
    fps: int
    drawn: int

    def __str__(self) -> str:
        count, size = len(self.clips), sum(clip.path.stat().st_size for clip in self.clips) / 1e6
        seconds = sum(clip.frames for clip in self.clips) / self.fps
        drawn = f"{self.drawn} beat{'s' * (self.drawn != 1)} drawn" if self.drawn else "nothing to draw"
        return f"{self.folder} ({count} clip{'s' * (count != 1)}, {minutes(seconds)}, {size:.1f} MB): {drawn}"


def make(
    request: Request,
    storyboard: Storyboard,
    display: Display,
    only: str | None = None,
    hold: float = 2.0,
    crew: Crew | None = None,
) -> Clips:
    """Write the clip of each beat whose name fits `only`, each holding its last frame for `hold` seconds, and their
    list, into the film's folder. What fails its proof is not left under its name."""
    held = held_frames(hold, request.form.fps)
    folder = request.folder / "clips"
    with working(request, storyboard, folder, display, crew) as studio:
        story = studio.story()
        beats = picked(list(story.timeline.beats), only)
        parts = studio.parts(_of(story, beats))
        called = titles(story)
        kept = _kept(folder, studio.request, story)
        clips = []
        for number, beat in enumerate(beats, start=1):
            reel = parts.found[beat.key]
            clip = Clip(beat, folder / f"{beat.key}.mp4", reel.frames + held, held)
            made_from = _made_from(reel, held, called[beat.key], request.form)
            if not _up_to_date(kept.get(beat.key), made_from, clip.path):
                display.phase(f"writing clip {number} of {len(beats)}")
                _write(clip, reel, called[beat.key], studio)
                kept[beat.key] = _entry(clip, called[beat.key], made_from, story)
                _write_list(folder, studio.request, story, kept)
            clips.append(clip)
        return Clips(folder, clips, request.form.fps, len(parts.drawn))


def held_frames(hold: float, fps: int) -> int:
    """Seconds in whole frames; a FilmError for a number that makes no sense."""
    if not 0 <= hold <= LONGEST:
        raise FilmError(f"--hold {hold:g}: seconds for which the last frame stays, from 0 to {LONGEST:g}")
    return round(hold * fps)


def picked(beats: Sequence[BeatTiming], only: str | None) -> list[BeatTiming]:
    """Those whose names fit a pattern (`decode_tap.*`); a FilmError with the near ones if none does."""
    found = [beat for beat in beats if only is None or fnmatch(beat.key, only)]
    if not found and only is not None:
        known = [beat.key for beat in beats]
        raise FilmError(f"no beat {only!r}{nearest(only, known)}; there are: {', '.join(known)}")
    return found


def _of(story: Story, beats: Sequence[BeatTiming]) -> Story:
    """The story with these beats alone on its timeline; the plans still hold the others."""
    scenes = (
        replace(scene, beats=tuple(beat for beat in scene.beats if beat in beats)) for scene in story.timeline.scenes
    )
    return replace(story, timeline=replace(story.timeline, scenes=tuple(scenes)))


def _write(clip: Clip, reel: Reel, title: str, studio: Studio) -> None:
    form = studio.request.form
    with staged(clip.path.parent) as stage:
        whole, pieces, proofs = stage / clip.path.name, reel.paths, reel.copied
        if clip.held:
            pieces.append(stage / "held.mp4")
            proofs.append((clip.held, _hold(reel, clip.held, pieces[-1], form).packets))
        join(whole, pieces, form.fps, title)
        prove(whole, Expected(form.width, form.height, form.fps, clip.frames, (), (), proofs, sound=False))
        whole.replace(clip.path)


def _hold(reel: Reel, frames: int, path: Path, form: Format) -> Decoded:
    """Encode a beat's last picture so many times, as the beat was encoded; what it decodes to."""
    path_of_last, last = reel.at(reel.frames - 1)
    picture = decoded_frame(path_of_last, last, form.fps)
    with av.open(str(path), "w", format="mp4") as file:
        stream = add_pictures(file, form.size, form.fps, form.x264)
        for number in range(frames):
            picture.pts, picture.time_base, picture.pict_type = number, Fraction(1, form.fps), PictureType.NONE
            file.mux(stream.encode(picture))
        file.mux(stream.encode(None))
    return decode_part(path, form.size, form.fps, frames)


def _made_from(reel: Reel, held: int, title: str, form: Format) -> str:
    """A hash of all that a clip is made from."""
    return digest(
        {
            "parts": [part.file for part in reel.parts],
            "held": held,
            "title": title,
            "format": form,
            "code": code_files(["film.clips"]),
            "versions": versions(),
        }
    )


def _up_to_date(entry: Mapping[str, Any] | None, made_from: str, path: Path) -> bool:
    try:
        return entry is not None and entry["made_from"] == made_from and entry["hash"] == file_hash(path)
    except (OSError, KeyError, TypeError):
        return False


def _entry(clip: Clip, title: str, made_from: str, story: Story) -> dict[str, Any]:
    """What the list says of a clip."""
    fps, beat = story.timeline.fps, clip.beat
    return {
        "file": clip.path.name,
        "title": title,
        "seconds": clip.frames / fps,
        "frames": clip.frames,
        "held_seconds": clip.held / fps,
        "description": story.script.description(beat.scene, beat.variant, story.words),
        "line": beat.line,
        "hash": file_hash(clip.path),
        "made_from": made_from,
    }


def _head(request: Request) -> dict[str, Any]:
    form = request.form
    return {"fps": form.fps, "width": form.width, "height": form.height, "options": request.options}


def _kept(folder: Path, request: Request, story: Story) -> dict[str, Any]:
    """What the list in the folder says of this film's clips that still are there; nothing, if it is another film's."""
    try:
        found = json.loads((folder / LIST).read_text("utf-8"))
        entries: Mapping[str, Any] = found.pop("clips")
        if found != plain(_head(request)):
            return {}
        known = {beat.key for beat in story.timeline.beats}
        return {key: one for key, one in entries.items() if key in known and (folder / one["file"]).is_file()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _write_list(folder: Path, request: Request, story: Story, entries: Mapping[str, Any]) -> None:
    clips = {beat.key: entries[beat.key] for beat in story.timeline.beats if beat.key in entries}
    unfinished = folder / f".{LIST}.new"
    write_json(unfinished, {**_head(request), "clips": clips})
    unfinished.replace(folder / LIST)
