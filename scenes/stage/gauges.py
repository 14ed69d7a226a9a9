"""Two small pictures in the sky over the slope: what a step takes, and how attention grows."""

from __future__ import annotations

from typing import Any

import numpy as np

from scenes.stage.camera import Canvas, StageCamera
from scenes.stage.frame import FILM, Frame
from scenes.stage.paint import Fading, Painted
from scenes.stage.points import Climber
from scenes.stage.theme import AMBER, CORAL, CORAL_HOT, INK, Floats, mix
from scenes.stage.tracks import Curve, Move, Track, linear, smooth, soft

THICK = 0.13
FETCH_LINE, MATH_LINE = 1.66, 1.43
"""The lower edges of the two bars, in the film: what is fetched stands over what is computed."""
ROOM, WIDTH = 4.7, 4.2
"""The longest bar, and the width of the wedge, where there is room."""
BED = "#0A1222"


class Longer(Painted, Fading):
    """The two times of a step to one scale: fetching the weights, and the arithmetic at the climber's intensity.

    The step ends with whichever is longer: there stands the line. `most` is the intensity up to which there
    must be room for the bars, `room` how much there is.
    """

    def __init__(self, climber: Climber, ridge: float, most: float, room: float = ROOM, frame: Frame = FILM):
        room = min(room, ROOM)
        self.left, self.lines = frame.aside, (FETCH_LINE + frame.lift, MATH_LINE + frame.lift)
        low, high = self.lines[1] - 0.07, self.lines[0] + THICK + 0.07
        Painted.__init__(self, (self.left, low, self.left + room + 0.02, high), 0.0)
        Fading.__init__(self)
        self.climber, self.ridge = climber, ridge
        self.fetch = room / max(1.0, most / ridge)
        self.grown = Track(0.0)
        self.pose(0.0)

    def __deepcopy__(self, memo: Any) -> Longer:
        return self

    def grow(self, length: float = 0.8, curve: Curve = linear) -> Move:
        """Let both times pass."""

        def write(start: float, span: float) -> None:
            self.seen.to(1.0, start)
            self.grown.to(1.0, start, span, curve)

        return Move(write, length)

    def pose(self, t: float) -> None:
        """Both lengths at t; the climber must have been posed."""
        self.opacity, passed = self.seen.at(t), self.grown.at(t)
        share = self.climber.intensity / self.ridge
        longest = self.fetch * max(1.0, share) * passed
        self.lengths = min(self.fetch, longest), min(self.fetch * share, longest)
        # Which of them decides; where they are equal, both do.
        self.decides = min(max((1.25 - share) / 0.25, 0.0), 1.0), min(max((share - 0.8) / 0.2, 0.0), 1.0)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The bars, the deciding one bright, and the line where the step ends."""
        rows = zip(self.lengths, self.lines, (AMBER, CORAL), self.decides, strict=True)
        for length, y, color, decides in rows:
            camera.ink(ctx, mix(mix(color, BED, 0.5), color, decides), self.opacity)
            ctx.rectangle(self.left, y, max(length, 0.012), THICK)
            ctx.fill()
        x = self.left + max(self.lengths)
        camera.ink(ctx, INK, self.opacity)
        ctx.rectangle(x - 0.009, self.lines[1] - 0.07, 0.018, FETCH_LINE - MATH_LINE + THICK + 0.14)
        ctx.fill()


BASE = 1.06
"""The lower edge of the strip, in the film."""
HEIGHT = 1.24
"""Room for the strip and, at its right end, what stands on it."""


class Wedge(Painted, Fading):
    """The operations of a prompt, token after token to the right: area is operations.

    Every token takes the same work with the weights, a strip; attention adds to each token as much as
    there are tokens before it, a wedge. A prompt of `least` tokens is read in from the left; then it grows
    to `most` tokens, and two marks stay where it ended. `share` is the wedge's part of the whole at `most`.
    With `window`, a part of the layers looks back so many tokens and no farther: (part, tokens).
    """

    def __init__(
        self,
        least: float,
        most: float,
        share: float,
        window: tuple[float, float] = (0.0, 1.0),
        room: float = WIDTH,
        frame: Frame = FILM,
    ):
        self.span, self.left, self.base = min(room, WIDTH), frame.aside, BASE + frame.lift
        self.most, self.window = most, window
        mean = self._seen(np.linspace(0, most, 4001)).mean()
        # Heights in strips: the mean of the wedge is its share over the strip's.
        self.rise = share / (1 - share) / float(mean)
        self.strip = HEIGHT / (1 + self.rise * float(self._seen(np.array(most))))
        Painted.__init__(self, (self.left, self.base, self.left + self.span, self.base + HEIGHT), 0.0)
        Fading.__init__(self)
        self.least = least
        self.tokens, self.looks = Track(0.0), Track(0.0)
        self.pose(0.0)

    def __deepcopy__(self, memo: Any) -> Wedge:
        return self

    def x(self, token: float) -> float:
        """Where a token stands now: a prompt longer than the least fills the width."""
        return self.left + self.span * token / max(self.count, self.least)

    def _seen(self, token: Floats) -> Floats:
        """How many tokens a token looks back at, as the mean of the layers."""
        part, window = self.window
        return np.asarray((1 - part) * token + part * np.minimum(token, window))

    def top(self, token: float) -> float:
        """How high the wedge stands at a token."""
        return self.base + self.strip * (1 + self.rise * float(self._seen(np.array(token))))

    def read(self, length: float = 2.0) -> Move:
        """Read the short prompt in, each token looking back at those before it."""

        def write(start: float, span: float) -> None:
            self.seen.to(1.0, start)
            self.looks.to(1.0, start, 0.3, soft)
            self.tokens.to(self.least, start, span, linear)
            self.looks.to(0.0, start + span, 0.4, soft)

        return Move(write, length)

    def lengthen(self, length: float = 2.0, curve: Curve = smooth) -> Move:
        """Let the prompt get as long as it will be."""
        return Move(lambda start, span: self.tokens.to(self.most, start, span, curve), length)

    def pose(self, t: float) -> None:
        """How long the prompt is."""
        self.opacity, self.count, self.looking = self.seen.at(t), self.tokens.at(t), self.looks.at(t)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The strip, the wedge on it, and how the newest token looks back."""
        right, level = self.x(self.count), self.base + self.strip
        camera.ink(ctx, mix(CORAL, BED, 0.45), self.opacity)
        ctx.rectangle(self.left, self.base, right - self.left, self.strip)
        ctx.fill()
        camera.ink(ctx, CORAL_HOT, self.opacity)
        ctx.move_to(self.left, level)
        ctx.line_to(right, level)
        ctx.line_to(right, self.top(self.count))
        if self.window[0] and self.window[1] < self.count:
            ctx.line_to(self.x(self.window[1]), self.top(self.window[1]))
        ctx.close_path()
        ctx.fill()
        if self.looking > 0:
            self._look_back(ctx, camera, right)
        if self.count > self.least:
            camera.ink(ctx, INK, self.opacity)
            for y in (self.base - NOTCH, self.top(self.least)):
                ctx.rectangle(self.x(self.least) - 0.009, y, 0.018, NOTCH)
            ctx.fill()

    def _look_back(self, ctx: Canvas, camera: StageCamera, right: float) -> None:
        level = self.top(self.count) + 0.03
        ctx.set_line_width(0.014)
        camera.ink(ctx, CORAL_HOT, 0.8 * self.looking * self.opacity)
        for number in range(GLANCES):
            to = self.left + self.span * number / GLANCES
            if to < right - 0.05:
                high = level + 0.12 + 0.13 * (right - to)
                ctx.move_to(right, level)
                ctx.curve_to(right, high, to, high, to, level)
        ctx.stroke()


NOTCH = 0.1
"""Length of the two marks, under and over the strip, where the shorter prompt ends."""
GLANCES = 9
"""Places at which a token is shown to look back."""
