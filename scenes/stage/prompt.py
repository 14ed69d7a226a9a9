"""The box in which a prompt is put, and the button that sends it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import cairo
import numpy as np
from manim import VGroup

from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.paint import Baked, Fading, Light, Painted, Shape
from scenes.stage.shapes import UP, rects
from scenes.stage.theme import CYAN, CYAN_HOT, NOTE_INK, RIM
from scenes.stage.tracks import Move, Track, pulse, soft

CORNER = 0.16
BUTTON = 0.27
"""The button's radius."""


def _box(box: Box) -> VGroup:
    body = rects(*box, ("#0A1120", "#0F1A2C"), (0.9, 0.9), CORNER).fading(UP)
    body.set_stroke(RIM, 1.6, 1.0)
    return VGroup(body)


def _button(x: float, y: float, face: str, arrow: str) -> Shape:
    """A disc with an arrow that points up: send."""

    def draw(ctx: Canvas, camera: StageCamera) -> None:
        ctx.arc(x, y, BUTTON, 0, 2 * np.pi)
        camera.ink(ctx, face)
        ctx.fill()
        ctx.set_line_width(0.045)
        ctx.set_line_cap(cairo.LINE_CAP_ROUND)
        ctx.set_line_join(cairo.LINE_JOIN_ROUND)
        camera.ink(ctx, arrow)
        ctx.move_to(x, y - 0.12)
        ctx.line_to(x, y + 0.12)
        ctx.move_to(x - 0.10, y + 0.02)
        ctx.line_to(x, y + 0.12)
        ctx.line_to(x + 0.10, y + 0.02)
        ctx.stroke()

    return Shape((x - BUTTON, y - BUTTON, x + BUTTON, y + BUTTON), draw)


class PromptBox(Painted, Fading):
    """A box with a send button at its right end. It grows dim when it has been sent."""

    def __init__(self, box: Box):
        Painted.__init__(self, box, 0.0)
        Fading.__init__(self)
        x, y = box[2] - 0.52, (box[1] + box[3]) / 2
        self.frame = Baked(_box(box))
        self.idle, self.lit = Baked(_button(x, y, "#26314A", NOTE_INK)), Baked(_button(x, y, CYAN, "#06222B"))
        self.flare = Light(x, y, 0.85, 0.85, CYAN)
        self.ready, self.dimmed, self.sent = Track(0.0), Track(1.0), np.inf
        self.now = 0.0

    def __deepcopy__(self, memo: Any) -> PromptBox:
        return self

    def arm(self, length: float = 0.3) -> Move:
        """There is something to send: the button lights up."""
        return Move(lambda start, span: self.ready.to(1.0, start, span, soft), length)

    def send(self, dim: float = 0.55) -> Move:
        """The button flashes and goes out."""

        def write(start: float, _: float) -> None:
            self.sent = start
            self.ready.to(0.0, start + 0.12, 0.3, soft)
            self.dimmed.to(dim, start + 0.1, 0.5)

        return Move(write, 0.0)

    def pose(self, t: float) -> None:
        """Light on the box and its button at t."""
        self.opacity, flash = self.seen.at(t), pulse(t, self.sent, 0.04, 0.16)
        ready = self.ready.at(t)
        self.frame.opacity = self.opacity * self.dimmed.at(t)
        self.idle.opacity = self.opacity * self.dimmed.at(t)
        self.lit.opacity = self.opacity * ready
        self.flare.opacity = self.opacity * min(1.0, 0.25 * ready + 0.75 * flash)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The box, then the button in its light."""
        for part in self._parts:
            camera.display_vectorized(part, ctx)

    def state(self, camera: StageCamera) -> Hashable | None:
        """Those of its parts."""
        return camera.states(self._parts)

    @property
    def _parts(self) -> tuple[Baked, ...]:
        return self.frame, self.idle, self.lit, self.flare


class Caret(Shape, Fading):
    """The mark that waits where the answer will be written. It goes off in a flash when the first token comes."""

    def __init__(self, x: float, y: float, height: float):
        Shape.__init__(self, (x, y, x + 0.03, y + height), self._draw)
        Fading.__init__(self)
        self.halo = Light(x + 0.25, y + height / 2, 1.1, 0.7, CYAN)
        self.fired = np.inf
        self.pose(0.0)

    def fire(self) -> Move:
        """The first token is there."""

        def write(start: float, _: float) -> None:
            self.fired = start

        return Move(write, 0.0)

    def pose(self, t: float) -> None:
        """How bright it is."""
        flash = pulse(t, self.fired, 0.01, 0.16)
        self.shown = self.seen.at(t) * float(t < self.fired)
        self.halo.opacity = min(1.0, 0.28 * self.shown + 0.72 * flash)
        self.opacity = max(self.shown, flash)

    def _draw(self, ctx: Canvas, camera: StageCamera) -> None:
        x0, y0, x1, y1 = self.box
        camera.ink(ctx, CYAN_HOT, self.shown)
        ctx.rectangle(x0, y0, x1 - x0, y1 - y0)
        ctx.fill()
        camera.display_vectorized(self.halo, ctx)
