"""Texts, readouts and counters of a scene: what they say comes from the script and the figures.

Each knows which figures it draws and when it shows, so that a check can prove that every drawn
number has its figure and that no text touches another.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np

from film.errors import FilmError
from film.markup import parse
from film.plan import Worded
from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.letters import Inked, Letters, Run, Style, points_of, shape
from scenes.stage.paint import Baked, Fading, Painted, bounds
from scenes.stage.theme import HERO, INK, MEANINGS, NOTE, NOTE_INK, STAGE, UNIT_SHARE
from scenes.stage.tracks import Curve, Move, Track, linear, soft, together

NUMBER_STYLE = Style(HERO, 300, -0.045)
COUNT_SECONDS = 1.2
UNIT_CLEAR = 0.05


def runs_of(template: str, words: Mapping[str, Worded], color: str) -> tuple[list[Run], tuple[str, ...]]:
    """A text of the script as coloured runs, and the figures in it.

    A FilmError names a colour that is no meaning.
    """
    runs, figures = [], []
    for piece in parse(template):
        if piece.note and piece.note not in MEANINGS:
            raise FilmError(f"{template!r}: {piece.note!r} is no meaning; there are {', '.join(MEANINGS)}")
        text = piece.text
        if piece.kind == "figure":
            figures.append(piece.text)
            text = words[piece.text].shown
        runs.append(Run(text, MEANINGS[piece.note] if piece.note else color))
    return runs, tuple(figures)


class Label(Baked, Fading):
    """One line of text on stage. Hidden until a beat reveals it.

    `group` names texts that belong together wherever a frame has room for them; without it, those of a column do.
    """

    group = ""

    def __init__(self, letters: Letters, figures: tuple[str, ...] = (), shown: float = 0.0):
        Baked.__init__(self, letters, glide=False)
        Fading.__init__(self, shown)
        self.letters, self.figures = letters, figures
        self.pose(0.0)

    def pose(self, t: float) -> None:
        """Fade as its track says."""
        self.opacity = self.seen.at(t)

    def texts(self) -> list[tuple[str, Box]]:
        """What it reads and the box of its ink."""
        return [(self.letters.text, self.letters.ink)]


class Count(Painted, Fading):
    """A number that counts up to its figure; its digits are baked once and only moved.

    It is right-aligned to its final form, and figures are tabular, so nothing jitters while it runs. `group` is as
    a label's.
    """

    group = ""

    def __init__(self, name: str, number: str, x: float, y: float, style: Style = NUMBER_STYLE, color: str = INK):
        Fading.__init__(self)
        self.number, self.figures, self.style = number, (name,), style
        self.final, self.places = float(number.replace(",", "")), len(number.partition(".")[2])
        self.reached = Track(1.0)
        self.letters = Letters([Run(number, color)], x, y, style)
        self.signs = {sign: _sign(sign, y, style, color) for sign in "0123456789,."}
        self.end = self.letters.end
        self.reads = number
        Painted.__init__(self, bounds([self.letters]), 0.0)

    def __deepcopy__(self, memo: Any) -> Count:
        return self

    def count(self, length: float = COUNT_SECONDS, curve: Curve = linear) -> Move:
        """Run from nothing to the figure, coming into view on the way."""

        def write(start: float, span: float) -> None:
            self.reached.to(0.0, start)
            self.reached.to(1.0, start, span, curve)
            self.seen.to(1.0, start, min(0.3, span), soft)

        return Move(write, length)

    def pose(self, t: float) -> None:
        """The number and its opacity at t."""
        self.opacity = self.seen.at(t)
        share = self.reached.at(t)
        self.reads = self.number if share >= 1 else f"{self.final * share:,.{self.places}f}"

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Paint the digits of what it reads now."""
        glyphs, width = shape(self.reads, self.style)
        for glyph in glyphs:
            sign = self.signs[self.reads[glyph.cluster]]
            sign.place(self.end - width + glyph.x).opacity = self.opacity
            camera.display_vectorized(sign, ctx)

    def state(self, camera: StageCamera) -> Hashable | None:
        """What it reads, and how much of it shows."""
        return self.reads, self.opacity

    def texts(self) -> list[tuple[str, Box]]:
        """Its final form and the box of its ink."""
        return [(self.number, self.letters.ink)]


def _sign(sign: str, y: float, style: Style, color: str) -> Baked:
    """One digit at pen 0, ready to be moved."""
    glyphs, _ = shape(sign, style)
    return Baked(Inked(points_of(glyphs, style) + np.array([0.0, y, 0.0]), color), glide=False)


class Readout:
    """A hero number, its unit, and one quiet line under it."""

    def __init__(self, number: Count, unit: Label | None, note: Label | None):
        self.number, self.unit, self.note = number, unit, note
        self.parts: list[Count | Label] = [part for part in (number, unit, note) if part is not None]

    @property
    def right(self) -> float:
        """Where the number and its unit end."""
        return (self.unit or self.number).letters.right

    def reveal(self, length: float = 0.35) -> Move:
        """Come into view as a whole."""
        return together(*(part.reveal(length) for part in self.parts))

    def hide(self, length: float = 0.35) -> Move:
        """Go out of view as a whole."""
        return together(*(part.hide(length) for part in self.parts))

    def count(self, length: float = COUNT_SECONDS) -> Move:
        """Count up; the unit and the line under it come at once."""
        still = [part for part in self.parts if part is not self.number]

        def write(start: float, span: float) -> None:
            self.number.count().write(start, span)
            for part in still:
                part.reveal().write(start, min(0.3, span))

        return Move(write, length)


def width_of(worded: Worded, style: Style) -> float:
    """The width that a readout's number and unit take."""
    number = Letters([Run(worded.number)], 0.0, 0.0, style).right
    if not worded.unit:
        return number
    return number + _gap(style) + Letters([Run(worded.unit)], 0.0, 0.0, Style(style.size * UNIT_SHARE)).right


def _gap(style: Style) -> float:
    """Between a number and its unit."""
    return 0.11 * style.size + 0.03


def readout(name: str, worded: Worded, note: Label | None, x: float, y: float, style: Style = NUMBER_STYLE) -> Readout:
    """The readout of a figure with its left edge at x and its baseline at y."""
    number = Count(name, worded.number, x, y, style)
    unit = None
    if worded.unit:
        # Narrow figures keep their own room: a unit stands clear of the number's pen, too.
        left = max(number.letters.right + _gap(style), number.letters.end + UNIT_CLEAR)
        letters = Letters([Run(worded.unit)], left, y, Style(style.size * UNIT_SHARE))
        unit = Label(letters, (name,))
    return Readout(number, unit, note)


def stacked(name: str, worded: Worded, x: float, y: float) -> Readout:
    """A number centred at x with its baseline at y, and its unit centred under it."""
    style = Style(STAGE, 300, -0.02)
    width = Letters([Run(worded.number)], 0.0, y, style)
    number = Count(name, worded.number, x - (width.right - width.left) / 2, y, style)
    unit = Label(Letters([Run(worded.unit, NOTE_INK)], x, y - 0.30, Style(NOTE), "centre"), (name,))
    return Readout(number, unit, None)
