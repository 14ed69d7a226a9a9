"""What is known of the stills, beside the pictures: `stills.json`, and all of them on one page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from film.contact import SHEET, Thumb, contact_sheet
from film.outputs import write_json
from film.portrait import Delivered, whole
from film.stills import Still, description
from film.story import Story
from roofline import Figure

BOOK = "stills.json"


def write_book(folder: Path, story: Story, made: Sequence[tuple[Still, Delivered]]) -> Iterator[Path]:
    """Write what is known of the stills; entries of an earlier run whose pictures are still there stay."""
    before = _before(folder)
    entries = {still.name: entry(story, still, delivered) for still, delivered in made}
    with whole(folder / BOOK) as written:
        write_json(written, before | entries)
    yield folder / BOOK
    with whole(folder / SHEET) as written:
        thumbs = [Thumb(still.name, delivered.jpeg) for still, delivered in made]
        contact_sheet(written, _title(story), thumbs)
    yield folder / SHEET


def _title(story: Story) -> str:
    """What stands over the page."""
    film = f"{story.script.title} · " if story.script.title else ""
    return f"{film}{story.figures.model.name} on one {story.figures.gpu.full_name or story.figures.gpu.name}"


def entry(story: Story, still: Still, made: Delivered) -> dict[str, Any]:
    """One still: files, moment in the film, alt text, line, and the figures that it shows or its line says."""
    names = dict.fromkeys([*still.beat.figures, *made.figures])
    return {
        "files": {form: path.name for form, path in made.files.items()},
        "chip": story.figures.gpu.name,
        "model": story.figures.model.name,
        "scene": still.beat.scene,
        "beat": still.beat.name,
        "moment": round((still.frame + 1) / story.timeline.fps, 6),
        "frame": still.frame,
        "description": description(story, still),
        "line": still.beat.line,
        "figures": {name: derivation(story, story.figures[name]) for name in names if name in story.figures},
    }


def derivation(story: Story, figure: Figure) -> dict[str, Any]:
    """A figure as it is worded, its value in SI units, and the formula with the values of its inputs."""
    return {
        "shown": story.words[figure.name].shown,
        "said": story.words[figure.name].said,
        "value": _plain(figure.value),
        "unit": figure.unit,
        "formula": figure.formula,
        "inputs": {
            name: {"shown": story.words[name].shown, "value": _plain(value), "unit": story.figures[name].unit}
            for name, value in figure.inputs.items()
        },
    }


def _plain(value: float) -> float:
    return int(value) if value.is_integer() else value


def _before(folder: Path) -> dict[str, Any]:
    """The entries that are there already and whose pictures are, too."""
    try:
        entries = json.loads((folder / BOOK).read_text("utf-8"))
        return {
            name: one
            for name, one in entries.items()
            if one["files"] and all((folder / file).is_file() for file in one["files"].values())
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
