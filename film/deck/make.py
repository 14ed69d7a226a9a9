"""From a request to a deck in the film's folder."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from film import clips
from film.deck import markdown
from film.deck.paint import PAINTS, Paint
from film.deck.slides import Deck, Fact, Slide
from film.deck.sources import sources
from film.errors import FilmError, nearest
from film.export import export
from film.jobs import Crew
from film.look import ground_named
from film.moments import clock
from film.outputs import locked, ready, staged
from film.produce import validate
from film.progress import Display
from film.request import Request, named
from film.stillbook import BOOK
from film.stills import Still, StillOptions, chosen
from film.story import Story, told
from film.storyboard import Storyboard
from film.titles import titles


@dataclass(frozen=True)
class DeckOptions:
    """Whether a deck is Markdown, and for which tool, or PowerPoint; whether each still's SVG rides along in that; and
    whether the beats' clips are in it, each holding its last frame for `hold` seconds."""

    markdown: str | None = None
    vector: bool = True
    clips: bool = False
    hold: float = 2.0


@dataclass(frozen=True)
class Made:
    """A deck that is ready: its file, and how many stills it shows."""

    path: Path
    slides: int
    beside: Sequence[Path] = ()

    def __str__(self) -> str:
        size = sum(path.stat().st_size for path in (self.path, *self.beside)) / 1e6
        with_them = " with its pictures" if self.beside else ""
        return f"{self.path} ({self.slides} still{'s' * (self.slides != 1)} and the sources, {size:.1f} MB{with_them})"


def make(
    request: Request,
    storyboard: Storyboard,
    display: Display,
    options: DeckOptions,
    wanted: StillOptions,
    crew: Crew | None = None,
) -> Made:
    """Draw the stills, cut the clips if they are asked for, and write the deck beside the film."""
    tool, tools = options.markdown, markdown.WRITERS
    if tool is not None and tool not in tools:
        raise FilmError(f"--markdown {tool}{nearest(tool, tools)}: the tool that will read it, {' or '.join(tools)}")
    validate(request, storyboard)
    formats = ("png", "svg") if options.vector and tool is None and not options.clips else ("png",)
    wanted = replace(wanted, formats=formats)
    paint = PAINTS[ground_named(wanted.ground)]
    folder, name = request.folder, _name(options, wanted)
    pictures = folder / "-".join(["deck", *wanted.tags])
    moving = _clips(request, storyboard, display, options, wanted, crew) if options.clips else {}
    ready(pictures)
    with locked(pictures, display.say):
        display.phase("speaking the lines")
        story = told(request, storyboard)
        stills = chosen(story, wanted)
        _draw(request, storyboard, pictures, wanted, len(stills), display)
        deck = _deck(request, wanted.look(request).size, story, stills, pictures, moving)
        display.phase("writing the deck")
        return _write(deck, paint, folder / name, pictures, tool)


def _name(options: DeckOptions, wanted: StillOptions) -> str:
    """The name of the deck's file, which says every option that is not the default, as the folder's does."""
    parts = ["film" if options.markdown is None else "deck", *wanted.tags]
    parts += [named(text) for text in (wanted.only or "", *wanted.at) if text]
    parts += ["clips"] if options.clips else []
    parts += [options.markdown] if options.markdown and options.markdown != "marp" else []
    return f"{'-'.join(filter(None, parts))}{'.pptx' if options.markdown is None else '.md'}"


def _clips(
    request: Request,
    storyboard: Storyboard,
    display: Display,
    options: DeckOptions,
    wanted: StillOptions,
    crew: Crew | None,
) -> dict[str, clips.Clip]:
    """The clips by the names of the beats' own stills, which they lead to."""
    if wanted.at:
        raise FilmError("--with-clips shows whole beats and --at takes a moment; leave out one of them")
    if wanted.tags:
        raise FilmError(f"--with-clips shows the film as it is, not {' and '.join(wanted.tags)}; leave out one of them")
    made = clips.make(request, storyboard, display, wanted.only, options.hold, crew)
    return {clip.beat.key: clip for clip in made.clips}


def _draw(
    request: Request, storyboard: Storyboard, folder: Path, wanted: StillOptions, count: int, display: Display
) -> None:
    display.begin(count, count)
    for path in export(request, storyboard, folder, wanted):
        if path.suffix == ".png":
            display.drawn(1)
            display.beat_done()


def _deck(
    request: Request,
    size: tuple[int, int],
    story: Story,
    stills: Sequence[Still],
    folder: Path,
    moving: Mapping[str, clips.Clip],
) -> Deck:
    known = json.loads((folder / BOOK).read_text("utf-8"))
    called, scenes = titles(story), {scene.name: scene.title for scene in story.timeline.scenes}
    figures = story.figures
    about = f"{figures.model.name} on one {figures.gpu.name}"
    if figures.versus:
        about += f", beside one {figures.versus.name}"
    slides = []
    for still in stills:
        entry, files = known[still.name], known[still.name]["files"]
        slides.append(
            Slide(
                key=still.name,
                title=_titled(called[still.beat.key], still, story),
                section=scenes[still.beat.scene],
                picture=folder / files["png"],
                description=entry["description"],
                line=entry["line"],
                facts=[_fact(name, row) for name, row in entry["figures"].items()],
                vector=folder / files["svg"] if "svg" in files else None,
                clip=moving.get(still.name),
            )
        )
    return Deck(
        title=f"{story.title}: {about}",
        subject=f"Stills of a film, computed for {about}",
        language=request.language,
        size=size,
        fps=request.form.fps,
        slides=slides,
        sources=sources(figures),
    )


def _titled(title: str, still: Still, story: Story) -> str:
    """A slide's title; no two slides have the same."""
    return f"{title} ({clock((still.frame + 1) / story.timeline.fps)})" if still.tag else title


def _fact(name: str, row: Mapping[str, Any]) -> Fact:
    whole = isinstance(row["value"], int) and row["value"] < 1e12
    number = f"{row['value']:,}" if whole else f"{row['value']:,.6g}"
    unit = re.sub(r"^(parameter|token|user)\b", r"\1s", row["unit"])
    value = number if unit == "1" else f"{number} {unit}"
    return Fact(name, row["shown"], value, row["formula"], bool(row["inputs"]))


def _write(deck: Deck, paint: Paint, path: Path, pictures: Path, tool: str | None) -> Made:
    """Put the deck into its folder as a whole."""
    beside = list[Path]()
    with staged(pictures) as stage:
        written = stage / path.name
        if tool is None:
            from film.deck import powerpoint  # loads python-pptx

            powerpoint.write(deck, paint, written)
        else:
            written.write_text(markdown.WRITERS[tool](deck, paint, path.parent), "utf-8")
            for slide in deck.slides:
                beside += [slide.picture, *([slide.clip.path] if slide.clip else [])]
        return Made(written.replace(path), len(deck.slides), beside)
