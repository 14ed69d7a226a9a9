"""Text as tokens: a prompt cut into its pieces, each of which becomes a drop."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.labels import Label
from scenes.stage.letters import Letters, Run, Style, advance
from scenes.stage.paint import Painted
from scenes.stage.pool import CEILING
from scenes.stage.teardrop import mark
from scenes.stage.theme import CYAN, NOTE_INK
from scenes.stage.tracks import Move, Track, linear, ramp, smooth, soft

CUT = "|"
"""Stands between two tokens in a text of the script."""

OVER = 4.75
"""Height of the handle over which a drop flies to the tower."""

FLIGHT = 0.9
"""Seconds that a token takes from its place in the text into the tower."""


def pieces(text: str) -> list[str]:
    """The tokens of a text of the script, each with the space before it."""
    return text.split(CUT)


def extents(tokens: list[str], x: float, style: Style) -> list[tuple[float, float]]:
    """Where the ink of each token begins and ends in a line that starts at x."""
    found, done = [], ""
    for token in tokens:
        blank = len(token) - len(token.lstrip())
        start, end = (x + _pen(text, style) for text in (done + token[:blank], done + token))
        found.append((start, end))
        done += token
    return found


def _pen(text: str, style: Style) -> float:
    return advance(text, style) if text else 0.0


class Prompt(Label):
    """A line of text under whose tokens lines are drawn, one after another: `cut` 0 … 1."""

    def __init__(self, text: str, x: float, y: float, style: Style):
        self.tokens = pieces(text)
        super().__init__(Letters([Run("".join(self.tokens), NOTE_INK)], x, y, style))
        self.extents = extents(self.tokens, self.letters.left, style)
        self.under = y - 0.32 * style.size
        self.parted, self.share = Track(0.0), 0.0

    def cut(self, length: float = 1.2) -> Move:
        """Draw a line under each token, from the first to the last."""
        return Move(lambda start, span: self.parted.to(1.0, start, span, linear), length)

    def pose(self, t: float) -> None:
        """Text and lines at t."""
        super().pose(t)
        self.share = self.parted.at(t) if hasattr(self, "parted") else 0.0

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The text, then the lines."""
        ctx.save()
        super().paint(ctx, camera)
        ctx.restore()
        for number, (left, right) in enumerate(self.extents):
            drawn = min(max(self.share * len(self.extents) - number, 0.0), 1.0)
            if drawn > 0:
                ctx.rectangle(left + 0.012, self.under, max((right - left - 0.024) * drawn, 0.02), 0.028)
        camera.ink(ctx, CYAN, self.opacity)
        ctx.fill()

    def state(self, camera: StageCamera) -> Hashable | None:
        """That of the text, and how far the lines are drawn."""
        return super().state(camera), self.share


@dataclass(frozen=True)
class Flight:
    """A drop's way: from where to where, and when, in seconds of the scene."""

    start: tuple[float, float]
    end: tuple[float, float]
    at: float


class Flights(Painted):
    """Tokens of a text on their way to the tower. Belongs under the leaf and the lintel."""

    def __init__(self) -> None:
        super().__init__((-7.0, 0.0, 7.0, 4.0), 0.0)
        self.flights: list[Flight] = []
        self.now = 0.0

    def __deepcopy__(self, memo: Any) -> Flights:
        return self

    def fly(self, prompt: Prompt, left: float, right: float, length: float = 1.6) -> Move:
        """Every token leaves its place, from the first to the last, for a place between `left` and `right`."""

        def write(start: float, span: float) -> None:
            count = len(prompt.extents)
            for number, (x0, x1) in enumerate(prompt.extents):
                to = left + (right - left) * (0.12 + 0.76 * ((number * 0.618) % 1.0))
                at = start + max(span - FLIGHT, 0.0) * number / max(count - 1, 1)
                self.flights.append(Flight(((x0 + x1) / 2, prompt.letters.baseline + 0.05), (to, CEILING - 0.7), at))

        return Move(write, length)

    def pose(self, t: float) -> None:
        """Whether any is in the air."""
        self.now = t
        self.opacity = float(any(one.at < t < one.at + FLIGHT for one in self.flights))

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """A drop for each token in the air."""
        for one in self.flights:
            share = ramp(self.now, one.at, FLIGHT)
            if 0 < share < 1:
                (x0, y0), (x1, y1) = one.start, one.end
                x, up = x0 + (x1 - x0) * smooth(share), soft(share)
                y = (1 - up) ** 2 * y0 + 2 * up * (1 - up) * OVER + up**2 * y1
                mark(ctx, camera, x, y, 0.055, min(1.0, share / 0.12))
