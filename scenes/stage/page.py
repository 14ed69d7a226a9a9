"""A page on which a model writes: one token after another, at a true rate.

How many tokens stand on the page is floor(rate · seconds), at every frame. When the page is full, the
writing goes on at its top; older lines grow dim and make room.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from math import floor
from typing import Any

import numpy as np

from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.letters import Letters, Run, Style, advance, shape
from scenes.stage.paint import Baked, Fading, Light, Painted
from scenes.stage.shapes import rects
from scenes.stage.theme import CYAN, CYAN_HOT, INK, Floats
from scenes.stage.tracks import Move, ramp

WRITING = Style(0.235)
LEADING = 1.40
"""From baseline to baseline, as a share of the font size."""

LONGEST_PIECE = 6
WHOLE_WORD = 8
"""A word of up to so many letters is one token; a longer one is cut into pieces."""

_WORD = re.compile(r"\n+|\s*[^\W\d_]+|\s*[^\s\w]|\s*\w+")

OLD = 0.34
"""Light on a line that was written long ago."""
AGEING = 0.3
"""A line's light falls with this share of the page's rows."""
COOLING = 0.35
"""Seconds in which a new line cools."""
GAP = 2.5
"""Rows ahead of the pen that have made room."""
DASH_DROP, DASH_HEIGHT, DASH_GAP = 0.052, 0.018, 0.016
DASH = 0.30, 1.0
"""How opaque the dash under each token is, on a line that has cooled and on a new one."""


def pieces(text: str) -> list[str]:
    """A text cut into tokens: words with the space before them, signs, and pieces of long words.

    A rule of thumb, about as fine as the tokens of a language model; not the model's own table.
    """
    found: list[str] = []
    for word in _WORD.findall(text):
        letters = word.lstrip()
        if not letters or len(letters) <= WHOLE_WORD:
            found.append(word)
            continue
        count = -(-len(letters) // LONGEST_PIECE)
        cuts = [round(len(letters) * cut / count) for cut in range(count + 1)]
        parts = [letters[a:b] for a, b in pairwise(cuts)]
        found += [word[: len(word) - len(letters)] + parts[0], *parts[1:]]
    return found


def broken(tokens: list[str], width: float, style: Style) -> list[list[str]]:
    """Tokens set in lines no wider than `width`, broken only between words; a line break ends a line."""
    rows: list[list[str]] = [[]]
    word: list[str] = []
    for token in [*tokens, "\n"]:
        if word and token[0].isspace():
            if rows[-1] and advance("".join([*rows[-1], *word]).lstrip(), style) > width:
                rows.append([])
            rows[-1] += word
            word = []
        if token.startswith("\n"):
            rows.append([])
        else:
            word.append(token)
    return [row for row in rows if row]


@dataclass(frozen=True)
class Line:
    """A line of the page: how many tokens come before it, where each of its own ends, and its pictures."""

    before: int
    ends: Floats
    cool: Baked
    hot: Baked

    @property
    def tokens(self) -> int:
        """How many tokens it has."""
        return len(self.ends)


def _line(tokens: list[str], before: int, left: float, style: Style, dash: float) -> Line:
    text = "".join(tokens).lstrip()
    letters = [Letters([Run(text, color)], left, 0.0, style) for color in (INK, CYAN_HOT)]
    starts, ends = _pens(tokens, text, style)
    starts, ends = (pens + letters[0].end - letters[0].advance_width for pens in (starts, ends))
    low, high = dash * (-DASH_DROP - DASH_HEIGHT), dash * -DASH_DROP
    stops = np.maximum(ends - dash * DASH_GAP, starts + 0.01)
    dim, bright = (rects(starts, low, stops, high, CYAN, share) for share in DASH)
    return Line(before, ends, Baked(letters[0], dim, glide=False), Baked(letters[1], bright, glide=False))


def _pens(tokens: list[str], text: str, style: Style) -> tuple[Floats, Floats]:
    """Where each token's ink may start, and where the pen stands after it, from the line's own pen 0."""
    glyphs, width = shape(text, style)
    after = np.cumsum([len(token) for token in tokens]) - len("".join(tokens)) + len(text)
    place = np.searchsorted([glyph.cluster for glyph in glyphs], after)
    ends = np.array([glyph.x for glyph in glyphs] + [width])[place]
    spaces = np.array([0.0, *(advance(" ", style) * token[0].isspace() for token in tokens[1:])])
    return np.concatenate([[0.0], ends[:-1]]) + spaces, ends


class Page(Painted, Fading):
    """Text that is written into a box (left, low, right, high) from `begin` on, until it is told to `halt`.

    When the text ends, it starts again. `dash` is the size of the dash under each token, 1 for `WRITING`; `old` the
    light on a line that was written long ago.
    """

    def __init__(self, text: str, box: Box, style: Style = WRITING, dash: float = 1.0, old: float = OLD):
        Painted.__init__(self, box, 0.0)
        Fading.__init__(self, 1.0)
        left, low, right, high = box
        self.old = old
        self.leading = LEADING * style.size
        self.rows = max(1, floor((high - low) / self.leading))
        self.first_baseline = high - 0.8 * style.size
        self.set_lines: list[Line] = []
        before = 0
        for tokens in broken(pieces(text), right - left, style):
            self.set_lines.append(_line(tokens, before, left, style, dash))
            before += len(tokens)
        self.tokens = before
        self.starts = np.array([line.before for line in self.set_lines] + [before])
        self.warmth = Light(0.0, 0.0, 0.62 * (right - left), 3.2 * self.leading, CYAN)
        self.rate, self.begun, self.halted = 0.0, np.inf, np.inf
        self.now, self.count = 0.0, 0

    def __deepcopy__(self, memo: Any) -> Page:
        return self

    def begin(self, rate: float) -> Move:
        """Write so many tokens a second from now on; the first is complete 1 / rate seconds later."""

        def write(start: float, _: float) -> None:
            self.rate, self.begun = rate, start

        return Move(write, 0.0)

    def halt(self) -> Move:
        """Write no more."""

        def write(start: float, _: float) -> None:
            self.halted = start

        return Move(write, 0.0)

    def written(self, t: float) -> int:
        """How many tokens have been written by t seconds of the scene."""
        seconds = min(t, self.halted) - self.begun
        # So that a token that is due at a frame is there in spite of rounding.
        return floor(self.rate * seconds + 1e-6) if seconds > 0 else 0

    def pose(self, t: float) -> None:
        """What has been written at t."""
        self.now, self.count = t, self.written(t)
        self.opacity = self.seen.at(t) * float(self.count > 0)

    def place_of(self, count: int) -> tuple[int, int]:
        """The line of the last of `count` tokens, counted from the first written, and how many of its tokens stand."""
        laps, rest = divmod(count - 1, self.tokens)
        line = int(np.searchsorted(self.starts, rest, side="right")) - 1
        return laps * len(self.set_lines) + line, rest - int(self.starts[line]) + 1

    def pen(self) -> tuple[float, float]:
        """Where the last token ends: x, and its baseline."""
        number, standing = self.place_of(max(self.count, 1))
        line = self.set_lines[number % len(self.set_lines)]
        return float(line.ends[standing - 1]), self.first_baseline - number % self.rows * self.leading

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Every line that is still there, in its light."""
        number, standing = self.place_of(self.count)
        current = self.set_lines[number % len(self.set_lines)]
        head = number + standing / current.tokens
        self._warm(ctx, camera, head)
        for row in range(max(0, number - self.rows + 1), number + 1):
            line = self.set_lines[row % len(self.set_lines)]
            end = line.ends[standing - 1] if row == number else None
            self._paint_line(ctx, camera, line, row, head, end)

    def _warm(self, ctx: Canvas, camera: StageCamera, head: float) -> None:
        place = head % self.rows
        near_edge = min(1.0, (place + 0.4) / 1.5, (self.rows - place + 0.4) / 1.5)
        cooling = np.exp(-max(0.0, self.now - self.halted) / COOLING)
        self.warmth.place((self.box[0] + self.box[2]) / 2, self.first_baseline - (place - 0.6) * self.leading)
        self.warmth.opacity = 0.17 * self.opacity * near_edge * cooling
        camera.display_vectorized(self.warmth, ctx)

    def _paint_line(
        self, ctx: Canvas, camera: StageCamera, line: Line, row: int, head: float, end: float | None
    ) -> None:
        y = self.first_baseline - row % self.rows * self.leading
        past = max(0.0, head - row - 1)
        room = 1 - ramp(past, self.rows - 1 - GAP, GAP - 1)
        light = (self.old + (1 - self.old) * np.exp(-past / (AGEING * self.rows))) * room
        for picture, opacity in ((line.cool, light), (line.hot, 0.9 * self._heat(row))):
            picture.place(0.0, y).opacity = self.opacity * float(opacity)
            x0, y0, x1, y1 = picture.box
            picture.clip = x0, y0 + y, x1 if end is None else end, y1 + y
            camera.display_vectorized(picture, ctx)

    def _heat(self, row: int) -> float:
        """How hot a line is: new, or cooled since its last token."""
        laps, line = divmod(row, len(self.set_lines))
        last = laps * self.tokens + int(self.starts[line + 1])
        age = self.now - self.begun - min(last, self.count) / self.rate
        return float(np.exp(-max(0.0, age) / COOLING))
