"""The answer's line under the chip, and the way by which each token written on it comes back to the tap."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import cairo
import numpy as np

from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.geometry import CHIP_CENTRE, SILL, Tower
from scenes.stage.labels import Label
from scenes.stage.letters import Letters, Run, Style, advance
from scenes.stage.paint import Baked, Fading, Painted
from scenes.stage.runner import Route, Runner
from scenes.stage.tap import NOZZLE
from scenes.stage.theme import CYAN, CYAN_HOT, GROUND, INK, NOTE, RIM, STONE, TICK_INK
from scenes.stage.tokens import extents, pieces
from scenes.stage.tracks import Move, linear, soft

LINE = GROUND - 0.40
"""Baseline of the answer."""

RULE = LINE - 0.12
PIPE = 0.055
COOLING = 0.7
"""Seconds in which a token that was just written takes the colour of ink."""

APPEAR = 0.08
WRITING = Style(NOTE)


class Word(Label):
    """One token of the answer: the colour of tokens when it is written, then ink."""

    def __init__(self, text: str, x: float, style: Style):
        super().__init__(Letters([Run(text, INK)], x, LINE, style))
        self.fresh = Baked(Letters([Run(text, CYAN_HOT)], x, LINE, style), glide=False)
        self.at: float | None = None
        self.heat = 0.0

    def write(self) -> Move:
        """Appear, hot."""

        def write(start: float, span: float) -> None:
            self.at = start
            self.seen.to(1.0, start, span, linear)

        return Move(write, APPEAR)

    def pose(self, t: float) -> None:
        """How hot it still is."""
        super().pose(t)
        at = getattr(self, "at", None)
        self.heat = 0.0 if at is None or t < at else float(np.exp(-(t - at) / COOLING))

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The word, and over it its colour while it is fresh."""
        ctx.save()
        super().paint(ctx, camera)
        ctx.restore()
        self.fresh.opacity = self.opacity * self.heat
        camera.display_vectorized(self.fresh, ctx)

    def state(self, camera: StageCamera) -> Hashable | None:
        """The same, and how hot it is."""
        return super().state(camera), self.heat


def lines(text: str, width: float, style: Style) -> list[list[str]]:
    """A text's tokens in its own lines, and in more where one is wider than `width`; a line starts without a space."""
    found: list[list[str]] = []
    for line in text.splitlines():
        found.append([])
        for token in pieces(line):
            if found[-1] and advance("".join([*found[-1], token]), style) > width:
                found.append([])
            found[-1].append(token if found[-1] else token.lstrip())
    return found


class Answer(Painted):
    """Tokens on one line, from `left` to `right`, written one after another; when it is full, it starts afresh."""

    def __init__(self, text: str, left: float, right: float, style: Style = WRITING):
        super().__init__((left, LINE - 0.1, right, LINE + style.size), 0.0)
        self.words: list[Word] = []
        self.line_of: list[int] = []
        for number, line in enumerate(lines(text, right - left, style)):
            for token, (start, _) in zip(line, extents(line, left, style), strict=True):
                self.words.append(Word(token.lstrip(), start, style))
                self.line_of.append(number)
        self.next = 0

    def __deepcopy__(self, memo: Any) -> Answer:
        return self

    def pose(self, t: float) -> None:
        """Every word at t."""
        for word in self.words:
            word.pose(t)
        self.opacity = float(any(word.opacity > 0 for word in self.words))

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The words that are there."""
        for word in self.words:
            camera.display_vectorized(word, ctx)

    def write(self, wipe: float = 0.12) -> Move:
        """Write the next token; before the first of a new line, the old one goes within `wipe` seconds."""
        number = self.next % len(self.words)
        self.next += 1
        word = self.words[number]
        old = [] if number and self.line_of[number] == self.line_of[number - 1] else self.words

        def write(start: float, span: float) -> None:
            for other in old:
                if other is not word and other.seen.last > 0:
                    other.hide().write(start - wipe, wipe)
            word.write().write(start, span)

        return Move(write, APPEAR)

    def blanks(self, count: int) -> Blanks:
        """Empty places for the tokens that follow the first on its line."""
        return Blanks([word.letters.ink for word in self.words[1 : 1 + count]])

    @property
    def upcoming(self) -> Word:
        """The token that is written next."""
        return self.words[self.next % len(self.words)]

    @property
    def last(self) -> Word:
        """The token written last."""
        return self.words[(self.next - 1) % len(self.words)]

    def clear(self, length: float = 0.3) -> Move:
        """Take what is written away; the answer begins again."""

        def write(start: float, span: float) -> None:
            for word in self.words:
                if word.seen.last > 0:
                    word.hide().write(start, span)

        self.next = 0
        return Move(write, length)


class Blanks(Painted, Fading):
    """Outlines where tokens are yet to be written."""

    def __init__(self, inks: Sequence[Box]):
        left, right = min(ink[0] for ink in inks), max(ink[2] for ink in inks)
        Painted.__init__(self, (left, LINE - 0.1, right, LINE + 0.3), 0.0)
        Fading.__init__(self)
        self.inks = inks

    def __deepcopy__(self, memo: Any) -> Blanks:
        return self

    def pose(self, t: float) -> None:
        """How much of them shows."""
        self.opacity = self.seen.at(t)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """A dashed box for each."""
        ctx.set_dash([0.05, 0.04])
        ctx.set_line_width(0.014)
        camera.ink(ctx, TICK_INK, self.opacity)
        for left, _, right, _ in self.inks:
            ctx.rectangle(left, LINE - 0.03, right - left, 0.25)
        ctx.stroke()


class Loop(Painted, Fading):
    """The pipe from the answer's line up the tower and along the leaf to the tap, and the tokens in it."""

    def __init__(self, tower: Tower, left: float):
        self.left = left
        self.corner, self.along = tower.right - 0.08, SILL + 0.25
        Painted.__init__(self, (left, RULE - 0.1, tower.right + 0.1, self.along + 0.1), 0.0)
        Fading.__init__(self)
        self.sparks = Runner(self.box, CYAN, CYAN_HOT, tail=1.1, width=PIPE)
        self.drips = Runner(self.box, CYAN, CYAN_HOT, tail=0.3, width=0.06)

    def __deepcopy__(self, memo: Any) -> Loop:
        return self

    def back(self, word: Word) -> Route:
        """From a word on the line to the tap."""
        return Route(
            [
                (word.letters.right, RULE),
                (self.corner, RULE),
                (self.corner, self.along),
                (CHIP_CENTRE, self.along),
                (CHIP_CENTRE, NOZZLE),
            ]
        )

    def drip(self, word: Word, length: float) -> Move:
        """A token comes out of the chip, down to where its word is to stand."""
        middle = (word.letters.left + word.letters.right) / 2
        return self.drips.go(Route([(middle, GROUND + 0.06), (middle, LINE + 0.12)]), length, linear)

    def rise(self, word: Word, length: float) -> Move:
        """A token runs back from its word to the tap."""
        return self.sparks.go(self.back(word), length, soft)

    def pose(self, t: float) -> None:
        """How much of it shows."""
        self.opacity = self.seen.at(t)
        self.sparks.pose(t)
        self.drips.pose(t)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """A dark pipe with a light edge."""
        ctx.set_line_cap(cairo.LINE_CAP_ROUND)
        ctx.set_line_join(cairo.LINE_JOIN_ROUND)
        for width, color, alpha in ((PIPE + 0.03, RIM, 0.75), (PIPE, STONE, 1.0)):
            ctx.move_to(self.left, RULE)
            ctx.line_to(self.corner, RULE)
            ctx.line_to(self.corner, self.along)
            ctx.line_to(CHIP_CENTRE, self.along)
            ctx.line_to(CHIP_CENTRE, SILL)
            ctx.set_line_width(width)
            camera.ink(ctx, color, alpha * self.opacity)
            ctx.stroke()
