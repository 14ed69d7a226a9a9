"""Stills for slides: the moment that each beat declares, drawn at any size, without rendering the film."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from PIL import Image

from film.errors import FilmError, nearest
from film.outputs import ready, write_json
from film.plan import BeatTiming
from film.poster import still_frame
from film.report import figures_data
from film.request import Request
from film.story import Story, told
from film.storyboard import Storyboard


@dataclass(frozen=True)
class Still:
    """A beat's still: its beat, and the moment that it shows, in seconds from its scene's start."""

    beat: BeatTiming
    moment: float

    @property
    def name(self) -> str:
        """`scene.beat`."""
        return self.beat.key


def declared(story: Story) -> list[Still]:
    """The still of every beat of a film, in running order."""
    fps = story.timeline.fps
    return [
        Still(beat, (beat.start_frame - scene.start_frame + still_frame(story.beat(beat), beat, fps) + 1) / fps)
        for scene in story.timeline.scenes
        for beat in scene.beats
    ]


def picked(stills: Sequence[Still], only: str | None) -> list[Still]:
    """Those whose names fit a pattern (`decode_tap.*`); a FilmError with the near ones if none does."""
    if only is None:
        return list(stills)
    found = [still for still in stills if fnmatch(still.name, only)]
    if not found:
        known = [still.name for still in stills]
        raise FilmError(f"no still {only!r}{nearest(only, known)}; there are: {', '.join(known)}")
    return found


def listed(request: Request, storyboard: Storyboard, only: str | None) -> str:
    """The stills' names, each with what it shows."""
    story = told(request, storyboard)
    rows = [(still.name, _described(story, still)) for still in picked(declared(story), only)]
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:{width}}  {shown}" for name, shown in rows)


def export(request: Request, storyboard: Storyboard, folder: Path, only: str | None) -> Iterator[Path]:
    """Draw the stills as PNG and write beside them `stills.json`: description, line, moment and figures of each."""
    from film.shoot import photograph  # loads Manim

    size = request.form.size
    ready(folder)
    story = told(request, storyboard)
    chosen = picked(declared(story), only)
    for name, board in story.boards.items():
        own = [still for still in chosen if still.beat.scene == name]
        frames = photograph(board.card.load(), story.plans[name], [still.moment for still in own], size) if own else ()
        for still, frame in zip(own, frames, strict=True):
            path, written = folder / f"{still.name}.png", folder / f".{still.name}.png"
            Image.fromarray(frame[..., :3]).save(written, "PNG")
            yield written.replace(path)
    write_json(folder / "stills.json", {still.name: _entry(story, still) for still in chosen})


def _described(story: Story, still: Still) -> str:
    return story.script.description(still.beat.scene, still.beat.variant, story.words)


def _entry(story: Story, still: Still) -> dict[str, object]:
    figures = figures_data(story.figures, story.words)["figures"]
    return {
        "file": f"{still.name}.png",
        "moment": still.beat.start_frame / story.timeline.fps + still.moment - _begins(still, story),
        "description": _described(story, still),
        "line": still.beat.line,
        "figures": {name: figures[name] for name in still.beat.figures if name in figures},
    }


def _begins(still: Still, story: Story) -> float:
    """The beat's first moment in its scene, in seconds."""
    scene = next(scene for scene in story.timeline.scenes if scene.name == still.beat.scene)
    return (still.beat.start_frame - scene.start_frame) / story.timeline.fps
