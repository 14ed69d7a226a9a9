"""From a request to a proven film.

Nothing stands under a final name before it is proven, and nothing that is whole is made twice: parts come
from the cache, and a film whose parts, words and sound are those of the last time is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from film import voices
from film.cache import Say, opened, silent
from film.captions import Cue, Noise, cues, described, srt, transcript, vtt
from film.captions import chapters as chapter_list
from film.costs import Costs
from film.cut import Chapter, assemble, iso639
from film.draw import prepare, work
from film.encode import Pixels
from film.jobs import Crew, Pool
from film.keys import PACKAGES, ROOT, code_files, digest
from film.manifest import manifest, versions
from film.outputs import locked, probably_stale, publish, ready, staged, up_to_date, write_json
from film.part import Reel
from film.poster import png, still_frame
from film.presets import check_jobs, choose
from film.progress import Display, minutes
from film.proof import Expected, prove
from film.report import figures_data
from film.request import Request, film_figures
from film.script import draw, load_script
from film.shelf import Shelf
from film.soundtrack import Soundtrack
from film.stock import limit, prune
from film.story import Story, chosen
from film.storyboard import Storyboard
from film.studio import Parts, Studio, soon_spoken


@dataclass(frozen=True)
class Result:
    """A film that is ready: its file, length in seconds, how many beats were drawn and how many kept; what it cost."""

    film: Path
    seconds: float
    drawn: int
    kept: int
    costs: Costs

    def __str__(self) -> str:
        size = self.film.stat().st_size / 1e6
        plural = "" if self.drawn == 1 else "s"
        beats = f"{self.drawn} beat{plural} drawn, {self.kept} kept" if self.drawn else "nothing to draw"
        return f"{self.film} ({minutes(self.seconds)}, {size:.1f} MB): {beats}"


def make(
    request: Request, storyboard: Storyboard, display: Display, crew: Crew | None = None, why: bool = False
) -> Result:
    """The whole film, or one scene of it, in its folder; or the preview of one beat.

    `crew` draws, if it is given; `why` tells the display what has to be drawn, and for which reasons.
    """
    folder = request.folder
    with working(request, storyboard, folder, display, crew, why) as studio:
        return _preview(studio, folder) if request.beat else _film(studio, folder)


@contextmanager
def working(
    request: Request, storyboard: Storyboard, folder: Path, display: Display, crew: Crew | None, why: bool = False
) -> Iterator[Studio]:
    """A studio that makes something in a folder, which is its own for so long; at the end the cache is kept small.

    A FilmError or SpecError if the request makes no sense or the folder cannot be written.
    """
    validate(request, storyboard)
    most = limit()
    ready(folder)
    with ExitStack() as stack:
        stack.enter_context(locked(folder, display.say))
        cache = stack.enter_context(opened(request.cache_folder, display.say))
        crew = crew or stack.enter_context(hired(storyboard, request.jobs, say=display.say))
        try:
            yield Studio(request, storyboard, cache, crew, display, why=why)
            if cache.store == cache.root and (pruned := prune(cache.root, most)).removed:
                display.say(f"the cache was full: {pruned}")
        except OSError as error:
            if error.errno is None or error.filename:
                raise
            raise OSError(error.errno, error.strerror, str(folder)) from error  # a write that fails does not say where


def hired(storyboard: Storyboard, jobs: int | None, scheduler: str | None = None, say: Say = silent) -> Crew:
    """So many workers of this machine, which start when there is something to do; or those of a Dask scheduler."""
    if scheduler is None:
        return Pool(check_jobs(jobs), work, partial(prepare, storyboard.layout), say)
    from film.cluster import Cluster

    return Cluster(scheduler)


def validate(request: Request, storyboard: Storyboard) -> None:
    """A FilmError or SpecError for what makes no sense, before anything is made."""
    choose(request.preset, request.size, request.fps)
    check_jobs(request.jobs)
    chosen(request, storyboard, film_figures(request))
    load_script(request.script)
    voices.choose(request.voice)


def _film(studio: Studio, folder: Path) -> Result:
    sources = (path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))
    if probably_stale(folder, [studio.request.script, *sources]):
        studio.crew.expect()
    if probably_stale(folder, [studio.request.script]):
        soon_spoken(studio.request.voice)
    story = studio.story()
    soundtrack = Soundtrack(story, studio.request, studio.cache, studio.costs)
    parts = studio.parts(story, soundtrack)
    captions = _captions(story, studio.request, parts.found)
    made_from = digest(_ingredients(story, studio.request, parts.found, captions))
    with studio.costs.stage("assemble"):
        if not up_to_date(folder, made_from):
            with staged(folder) as stage:
                _write_beside(stage, story, studio.request, parts.found, captions)
                (stage / "poster.png").write_bytes(_poster(studio, story, parts.found))
                beside = [stage / "film.srt", stage / "film.vtt"]
                _assemble(stage / "film.mp4", studio, story, parts.found, soundtrack, captions, beside)
                publish(stage, folder, made_from)
    return _result(folder / "film.mp4", studio, story, parts)


def _preview(studio: Studio, folder: Path) -> Result:
    """One beat with its sound, as a film of its own beside the whole one."""
    story = only(studio.story(), studio.request.beat or "")
    parts = studio.parts(story)
    soundtrack = Soundtrack(story, studio.request, studio.cache, studio.costs)
    with staged(folder) as stage:
        captions = _captions(story, studio.request, parts.found)
        _assemble(stage / "beat.mp4", studio, story, parts.found, soundtrack, captions, [])
        film = (stage / "beat.mp4").replace(folder / f"{studio.request.beat}.mp4")
    return _result(film, studio, story, parts)


def _result(film: Path, studio: Studio, story: Story, parts: Parts) -> Result:
    return Result(film, story.timeline.seconds, len(parts.drawn), parts.kept, studio.costs)


def only(story: Story, key: str) -> Story:
    """The story of one beat: its timeline holds nothing else, its plan still holds the beats before it."""
    timeline = story.timeline
    scene = next(scene for scene in timeline.scenes if key.startswith(f"{scene.name}."))
    beat = next(beat for beat in scene.beats if beat.key == key)
    alone = replace(scene, start_frame=0, frames=beat.frames, beats=(replace(beat, start_frame=0),))
    takes = {key: timeline.takes[key]} if key in timeline.takes else {}
    return replace(story, timeline=replace(timeline, scenes=(alone,), takes=takes))


def _assemble(
    path: Path,
    studio: Studio,
    story: Story,
    reels: Mapping[str, Reel],
    soundtrack: Soundtrack,
    captions: Sequence[Cue],
    beside: Sequence[Path],
) -> None:
    """Cut and proof; a FilmError if the film is not what the timeline says."""
    form, timeline, say = studio.request.form, story.timeline, studio.display.phase
    chapters = [Chapter(scene.title, scene.start_frame, scene.frames) for scene in timeline.scenes]
    files = [path for beat in timeline.beats for path in reels[beat.key].paths]
    stage = studio.costs.stage
    say("mixing the sound")
    sound = soundtrack.packets({key: reel.sounds for key, reel in reels.items()})
    say("putting the film together")
    with stage("cut"):
        assemble(path, files, sound, captions, chapters, form.fps, story.title, iso639(studio.request.language))
    say("proving the film")
    whole = [part for beat in timeline.beats for part in reels[beat.key].copied]
    with stage("prove"):
        prove(path, Expected(form.width, form.height, form.fps, timeline.frames, captions, chapters, whole), beside)


def _captions(story: Story, request: Request, reels: Mapping[str, Reel]) -> list[Cue]:
    """What is said, and the name of each sound where a beat makes it first."""
    noises = []
    for beat in story.timeline.beats if request.effects else ():
        first = {sound.name: sound for sound in reversed(reels[beat.key].sounds) if sound.name in story.script.sounds}
        for name, sound in first.items():
            called = draw(story.script.sounds[name], story.words)
            noises.append(Noise(story.timeline.start(beat) + sound.start, called))
    return cues(story.timeline, sorted(noises, key=lambda noise: noise.start))


def _descriptions(story: Story) -> dict[str, str]:
    """What each beat shows, in words, by its key."""
    return {beat.key: story.script.description(beat.scene, beat.variant, story.words) for beat in story.timeline.beats}


def _write_beside(
    stage: Path, story: Story, request: Request, reels: Mapping[str, Reel], captions: Sequence[Cue]
) -> None:
    """Everything that stands beside the film."""
    timeline, descriptions = story.timeline, _descriptions(story)
    texts = {
        "film.srt": srt(captions),
        "film.vtt": vtt(captions),
        "film.described.vtt": described(timeline, descriptions),
        "transcript.md": transcript(timeline, story.title, descriptions),
        "chapters.txt": chapter_list(timeline),
    }
    for name, text in texts.items():
        (stage / name).write_text(text, "utf-8")
    write_json(stage / "figures.json", figures_data(story.figures, story.words))
    write_json(stage / "manifest.json", manifest(request, timeline, reels))


def _poster(studio: Studio, story: Story, reels: Mapping[str, Reel]) -> bytes:
    """The film's poster as PNG, kept: nothing else can be done beside it, and few changes reach it."""
    face, fps = story.poster, studio.request.form.fps
    reel, frame = reels[face.key], still_frame(story.beat(face), face, fps)

    def make() -> list[Pixels]:
        return [np.frombuffer(png(*reel.at(frame), fps), np.uint8)]

    (packed,) = Shelf(studio.cache.plates).kept("film.poster", (reel.copied, frame, fps), make)
    return packed.tobytes()


def _ingredients(
    story: Story, request: Request, reels: Mapping[str, Reel], captions: Sequence[Cue]
) -> dict[str, object]:
    """All that the files of a film are made from; where it is the same as last time, so are they."""
    timeline, face = story.timeline, story.poster
    return {
        "code": code_files(["film.produce"]),
        "versions": versions(),
        "format": request.form,
        "options": request.options,
        "title": story.title,
        "timeline": timeline.scenes,
        "takes": {key: take.facts for key, take in timeline.takes.items()},
        "figures": figures_data(story.figures, story.words),
        "parts": {key: [part.file for part in reel.parts] for key, reel in reels.items()},
        "sounds": {key: reel.sounds for key, reel in reels.items()},
        "captions": captions,
        "descriptions": _descriptions(story),
        "poster": [face.key, still_frame(story.beat(face), face, timeline.fps)],
    }
