"""A page seen from afar: it fills with tokens at the true rate, each a short stroke."""

from __future__ import annotations

from typing import Any

import numpy as np

from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.paint import Baked, Fading, Painted
from scenes.stage.shapes import rects
from scenes.stage.theme import CYAN_HOT, INK, RIM, Floats
from scenes.stage.tracks import Move

ROW, STROKE, MARGIN = 0.056, 0.025, 0.08
SHORTEST, LONGEST, SPACE = 0.022, 0.080, 0.017
"""Of a token: how long its stroke is, and the space after it."""

PARAGRAPH = 0.2
"""Share of the lines that end a paragraph."""

FRESH = 20
"""Tokens that are still bright."""


def strokes(box: Box) -> Floats:
    """Strokes of the tokens of a full page in the order in which they are written, (n, 4): x0, y0, x1, y1."""
    left, low, right, high = box
    rng = np.random.default_rng(12)
    rows = []
    for y in np.arange(high - MARGIN - STROKE, low + MARGIN - 1e-9, -ROW).tolist():
        lengths = rng.uniform(SHORTEST, LONGEST, int((right - left) / SHORTEST))
        ends = left + MARGIN + np.cumsum(lengths + SPACE) - SPACE
        short = rng.uniform(0.8, 2.2) * (rng.random() < PARAGRAPH)
        some = ends <= right - MARGIN - short
        level = np.full(len(ends), y)
        rows.append(np.column_stack([ends - lengths, level, ends, level + STROKE])[some])
    return np.concatenate(rows)


class Folio(Painted, Fading):
    """Text that is written at `rate` tokens a second once it has begun; when the page is full, the next begins."""

    def __init__(self, box: Box, rate: float):
        Painted.__init__(self, box, 0.0)
        Fading.__init__(self)
        self.strokes, self.rate = strokes(box), rate
        self.begun, self.written = np.inf, 0
        x0, y0, x1, y1 = self.strokes.T
        self.text = Baked(rects(x0, y0, x1, y1, INK, 0.62), box=box, glide=False)
        edge = rects(box[0], box[3] - 0.012, box[2], box[3], RIM, 0.5)
        self.paper = Baked(rects(*box, "#0E1424", radius=0.04), edge)

    def __deepcopy__(self, memo: Any) -> Folio:
        return self

    def begin(self) -> Move:
        """Write from now on."""

        def write(start: float, span: float) -> None:
            self.begun = start

        return Move(write, 0.0)

    def tokens(self, t: float) -> int:
        """Tokens written by t."""
        # So that a token that is due at a frame is there in spite of rounding.
        return int((t - self.begun) * self.rate + 1e-6) if t > self.begun else 0

    def pose(self, t: float) -> None:
        """How much is written."""
        self.opacity, self.written = self.seen.at(t), self.tokens(t)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The paper, whole lines, the line that is being written, and the newest tokens in their own colour."""
        self.paper.opacity = self.text.opacity = self.opacity
        camera.display_vectorized(self.paper, ctx)
        on_page = (self.written - 1) % len(self.strokes) + 1 if self.written else 0
        if not on_page:
            return
        x0, _, x1, top = self.box
        _, low, end, _ = self.strokes[on_page - 1].tolist()
        for clip in ((x0, low + ROW / 2, x1, top), (x0, low - 0.01, end + 0.01, low + ROW / 2)):
            self.text.clip = clip
            camera.display_vectorized(self.text, ctx)
        for age, (left, y0, right, y1) in enumerate(self.strokes[max(on_page - FRESH, 0) : on_page][::-1].tolist()):
            camera.ink(ctx, CYAN_HOT, self.opacity * (1 - age / FRESH))
            ctx.rectangle(left, y0, right - left, y1 - y0)
            ctx.fill()
