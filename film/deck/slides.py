"""What a deck holds, whatever it is written as: slides, and the sources of what they show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from film.clips import Clip

SOURCES = "Sources and licence"
"""Title of the last slide, and of its section."""


@dataclass(frozen=True)
class Fact:
    """A figure of a slide: its name, as it is shown, its value with its SI unit, and its formula or where it is from.

    What is computed has `inputs`, which its formula names.
    """

    name: str
    shown: str
    value: str
    formula: str
    inputs: bool

    @property
    def told(self) -> str:
        """All of it but the name."""
        if self.inputs:
            return f"{self.shown} ({self.value}) = {self.formula}"
        return f"{self.shown} ({self.value}; {self.formula})"


@dataclass(frozen=True)
class Slide:
    """One still: its title, the section that it belongs to, its files, its line, what it shows in words, its figures.

    `vector` is the same picture as SVG, `clip` the motion that leads to it.
    """

    key: str
    title: str
    section: str
    picture: Path
    description: str
    line: str
    facts: Sequence[Fact] = ()
    vector: Path | None = None
    clip: Clip | None = None


@dataclass(frozen=True)
class Deck:
    """Slides of one size in pixels, and the headings and texts of the last one. Clips have `fps` frames a second."""

    title: str
    subject: str
    language: str
    size: tuple[int, int]
    fps: int
    slides: Sequence[Slide]
    sources: Sequence[tuple[str, str]]

    @property
    def sections(self) -> dict[str, int]:
        """How many slides there are in each section, in order."""
        names = [slide.section for slide in self.slides]
        return {name: names.count(name) for name in dict.fromkeys(names)}
