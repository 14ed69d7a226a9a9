"""Stills for slides: which there are, which are asked for, and what they show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from fnmatch import fnmatch

from film.aspects import WIDE, aspect_named
from film.errors import FilmError, nearest
from film.look import FORMATS, GROUNDS, Look, ground_named
from film.moments import frame_at, read
from film.plan import BeatTiming
from film.poster import still_frame
from film.presets import parse_size
from film.request import Request
from film.story import Story, told
from film.storyboard import Storyboard

SAME_LOOK = ("formats", "only", "at", "size")
"""Options of stills by which no picture looks different."""


@dataclass(frozen=True)
class StillOptions:
    """Which stills are asked for and how they look, besides what a `Request` says; as the user gave it.

    `only` is a pattern of names and `at` are moments of the film; with neither it is every beat's still. `size` may
    have the shape of the `aspect`; without it, it is the request's, or one that has as many lines on its shorter side.
    """

    formats: tuple[str, ...] = ("png",)
    only: str | None = None
    at: tuple[str, ...] = ()
    transparent: bool = False
    plain: bool = False
    ground: str = GROUNDS[0]
    aspect: str = WIDE.name
    size: str | None = None

    @property
    def tags(self) -> list[str]:
        """A word for each option by which the pictures are not the usual ones: its name, or what was chosen."""
        usual = StillOptions()
        given = {field.name: getattr(self, field.name) for field in fields(self) if field.name not in SAME_LOOK}
        changed = {name: value for name, value in given.items() if value != getattr(usual, name)}
        return [value.replace(":", "x") if isinstance(value, str) else name for name, value in changed.items()]

    def look(self, request: Request) -> Look:
        """How they are drawn."""
        size, palette = self._size(request), ground_named(self.ground)
        return Look(size, ground=not self.transparent, plain=self.plain, palette=palette)

    def _size(self, request: Request) -> tuple[int, int]:
        aspect, form = aspect_named(self.aspect), request.form
        if self.size is not None:
            return parse_size(self.size, aspect)
        return form.size if aspect.fits(form.size) else aspect.lines(form.height)


@dataclass(frozen=True)
class Still:
    """A still: its beat, the moment that it shows, in seconds from its scene's start, and its frame in the film.

    `tag` tells a moment that was asked for from the beat's own still.
    """

    beat: BeatTiming
    moment: float
    frame: int = 0
    tag: str = ""

    @property
    def name(self) -> str:
        """`scene.beat`, with the frame if it was asked for."""
        return f"{self.beat.key}{self.tag}"


def declared(story: Story) -> list[Still]:
    """The still of every beat of a film, in running order."""
    fps = story.timeline.fps
    return [
        _still(story, beat, beat.start_frame + still_frame(story.beat(beat), beat, fps))
        for beat in story.timeline.beats
    ]


def at_moment(story: Story, text: str) -> Still:
    """The still of a moment that a user wrote; a FilmError if the film has no such moment."""
    frame = frame_at(text, story.timeline)
    beat = next(beat for beat in story.timeline.beats if frame < beat.start_frame + beat.frames)
    return _still(story, beat, frame, f".f{frame}")


def _still(story: Story, beat: BeatTiming, frame: int, tag: str = "") -> Still:
    first = story.plans[beat.scene].beats[0].start_frame
    return Still(beat, (frame - first + 1) / story.timeline.fps, frame, tag)


def picked(stills: Sequence[Still], only: str | None) -> list[Still]:
    """Those whose names fit a pattern (`decode_tap.*`); a FilmError with the near ones if none does."""
    if only is None:
        return list(stills)
    found = [still for still in stills if fnmatch(still.name, only)]
    if not found:
        known = [still.name for still in stills]
        raise FilmError(f"no still {only!r}{nearest(only, known)}; there are: {', '.join(known)}")
    return found


def validate(request: Request, options: StillOptions) -> None:
    """A FilmError for what makes no sense, before a line is spoken."""
    if options.only is not None and options.at:
        raise FilmError("--only picks among the beats' stills and --at takes a moment; leave out one of them")
    for text in options.at:
        read(text)
    options.look(request)


def chosen(story: Story, options: StillOptions) -> list[Still]:
    """The stills that are asked for, in running order."""
    if options.at:
        found = {still.name: still for still in (at_moment(story, text) for text in options.at)}
        return sorted(found.values(), key=lambda still: still.frame)
    return picked(declared(story), options.only)


def formats(given: Iterable[str]) -> tuple[str, ...]:
    """Formats as they are given on the command line, alone or with commas between them; a FilmError for others."""
    found = dict.fromkeys(name.strip().lower() for text in given for name in text.split(",") if name.strip())
    for name in found:
        if name not in FORMATS:
            raise FilmError(f"--format {name}{nearest(name, FORMATS)}: there are {', '.join(FORMATS)}")
    return tuple(found) or StillOptions().formats


def listed(request: Request, storyboard: Storyboard, only: str | None) -> str:
    """The stills' names, each with what it shows."""
    story = told(request, storyboard)
    rows = [(still.name, description(story, still)) for still in picked(declared(story), only)]
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:{width}}  {shown}" for name, shown in rows)


def description(story: Story, still: Still) -> str:
    """What a still shows, for those who do not see it."""
    return story.script.description(still.beat.scene, still.beat.variant, story.words)
