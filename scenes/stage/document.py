"""A long text as sheets of paper: exactly one mark for each of its tokens."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.paint import Baked, Fading, Light, Painted, Shape
from scenes.stage.theme import CYAN, CYAN_HOT, GROUND, Floats, mix
from scenes.stage.tracks import Move, Track, arrive, linear, pulse, ramp, smooth

SHEET = 1.08, 1.49
"""A sheet's width and height in stage units."""
MARGIN = 0.11, 0.14
TOKENS_A_SHEET = 500
"""About so many tokens stand on a sheet, as long as there is room for the sheets."""
ROWS, COLUMNS = 3, 11
LINES = 29
WORD_GAP = 0.014
EAR = 0.17
"""The corner that is folded over."""
PAPER, RIMLIGHT, FOLD = "#0C1B2B", "#2F6176", "#1A4354"

DEAL, FLIGHT = 0.40, 0.60
"""The share of a move that one sheet takes: to come and to cool, and to fly to the pile."""
COMING = 0.45
"""The share of that in which it comes; then it cools."""


def shares(tokens: int, sheets: int) -> list[int]:
    """How many tokens stand on each sheet: as even as can be, and all of them together."""
    return [int(n) for n in np.diff(np.round(np.linspace(0, tokens, sheets + 1)))]


def marks(tokens: int, seed: int) -> Floats:
    """A sheet's marks from its lower left corner, shape (tokens, 4): x0, y0, x1, y1, line by line."""
    rng = np.random.default_rng(seed)
    lines = max(1, min(LINES, tokens))
    width, height = SHEET[0] - 2 * MARGIN[0], SHEET[1] - 2 * MARGIN[1]
    pitch = height / lines
    placed = []
    for number, count in enumerate(shares(tokens, lines)):
        # Paragraphs end early, and the first line stops before the folded corner.
        room = width * (rng.uniform(0.45, 0.8) if (number + seed) % 8 == 7 else 1.0) - (EAR if number < 2 else 0.0)
        gap = min(WORD_GAP, 0.35 * room / count)
        wide = rng.uniform(0.5, 1.6, count)
        wide *= (room - gap * (count - 1)) / wide.sum()
        x0 = MARGIN[0] + np.cumsum(wide) - wide + gap * np.arange(count)
        y0 = np.full(count, SHEET[1] - MARGIN[1] - (number + 0.72) * pitch)
        placed.append(np.column_stack([x0, y0, x0 + wide, y0 + 0.46 * pitch]))
    return np.concatenate(placed)


class Sheet(Baked):
    """One sheet, which can stand anywhere at any size."""

    def __init__(self, tokens: int, seed: int):
        self.marks = marks(tokens, seed)
        self.hot = np.random.default_rng(seed).random(tokens)
        super().__init__(Shape((-0.03, -0.03, SHEET[0] + 0.03, SHEET[1] + 0.03), self._draw))
        self.corners = self.points[:, :2].copy()

    def stand(self, x: float, y: float, scale: float, opacity: float) -> Sheet:
        """Put its lower left corner at (x, y)."""
        self.points[:, :2] = self.corners * scale + (x, y)
        self.opacity = opacity
        return self

    def _draw(self, ctx: Canvas, camera: StageCamera) -> None:
        width, height = SHEET
        ctx.move_to(0, 0)
        for corner in ((width, 0), (width, height - EAR), (width - EAR, height), (0, height)):
            ctx.line_to(*corner)
        ctx.close_path()
        camera.ink(ctx, PAPER)
        ctx.fill_preserve()
        ctx.set_line_width(0.014)
        camera.ink(ctx, RIMLIGHT, 0.9)
        ctx.stroke()
        ctx.move_to(width - EAR, height)
        ctx.line_to(width - EAR, height - EAR)
        ctx.line_to(width, height - EAR)
        ctx.close_path()
        camera.ink(ctx, FOLD)
        ctx.fill()
        for low, high, color in ((0.0, 0.35, "#1C87A3"), (0.35, 0.92, CYAN), (0.92, 1.01, CYAN_HOT)):
            some = (self.hot >= low) & (self.hot < high)
            for x0, y0, x1, y1 in self.marks[some].tolist():
                ctx.rectangle(x0, y0, x1 - x0, y1 - y0)
            camera.ink(ctx, mix(color, PAPER, 0.12))
            ctx.fill()


class Document(Painted, Fading):
    """The sheets of a text of so many tokens: dealt out over `box`, then gathered into a pile.

    `pile` is the lower left corner of the first sheet in the pile and the size of a sheet there.
    """

    def __init__(self, tokens: int, box: Box, pile: tuple[float, float, float], peek: float = 0.03):
        Painted.__init__(self, (min(box[0], pile[0]), box[1], box[2], pile[1] + SHEET[1]), 0.0)
        Fading.__init__(self, 1.0)
        count = max(1, min(ROWS * COLUMNS, round(tokens / TOKENS_A_SHEET)))
        self.sheets = [Sheet(share, seed) for seed, share in enumerate(shares(tokens, count))]
        self.tokens = sum(len(sheet.marks) for sheet in self.sheets)
        self.grid, self.pile, self.peek = _grid(count, box), pile, peek
        self.dealt, self.gathered = Track(0.0), Track(0.0)
        self.light, self.sent = Track(1.0), np.inf
        self.halo, self.spill = Light(0.0, 0.0, 8.0, 3.6, CYAN), Light(0.0, GROUND - 0.06, 7.5, 0.62, CYAN)
        self.spark = Light(0.0, 0.0, 0.95, 1.15, CYAN)
        self.flare = Light(0.0, 0.0, 1.6, 1.0, CYAN)
        self.heat = [0.0] * count
        self.now = 0.0

    def __deepcopy__(self, memo: Any) -> Document:
        return self

    @property
    def right(self) -> float:
        """Where the pile ends."""
        return self.pile[0] + SHEET[0] * self.pile[2] + self.peek * (len(self.sheets) - 1)

    def deal(self, length: float = 1.2) -> Move:
        """Sheet after sheet comes down to its place."""
        return Move(lambda start, span: self.dealt.to(1.0, start, span, linear), length)

    def gather(self, length: float = 1.0) -> Move:
        """Sheet after sheet flies to the pile."""
        return Move(lambda start, span: self.gathered.to(1.0, start, span, linear), length)

    def send(self, dim: float = 0.45) -> Move:
        """A flash, and then the pile grows dim: it is gone, and waited for."""

        def write(start: float, _: float) -> None:
            self.sent = start
            self.light.to(dim, start + 0.1, 0.5)

        return Move(write, 0.0)

    def glow(self, level: float = 1.0, length: float = 0.5) -> Move:
        """Change the light of the pile."""
        return Move(lambda start, span: self.light.to(level, start, span, smooth), length)

    def pose(self, t: float) -> None:
        """Where every sheet is at t."""
        self.now = t
        self.opacity = self.seen.at(t) * float(self.dealt.at(t) > 0)
        come, gone = self.dealt.at(t), self.gathered.at(t)
        for number, sheet in enumerate(self.sheets):
            turn = number / len(self.sheets)
            since = come - turn * (1 - DEAL)
            shown = ramp(since, 0.0, COMING * DEAL)
            self.heat[number] = shown * (1 - ramp(since, COMING * DEAL, (1 - COMING) * DEAL))
            way = smooth(ramp(gone, turn * (1 - FLIGHT), FLIGHT))
            (x0, y0), x1 = self.grid[number], self.pile[0] + self.peek * number
            y0 += 0.35 * (1 - arrive(shown))
            scale = 1 + (self.pile[2] - 1) * way
            x, y = x0 + (x1 - x0) * way, y0 + (self.pile[1] - y0) * way
            sheet.stand(x, y, scale, self.opacity * shown)
        self._glow(t, come, smooth(gone))

    def _glow(self, t: float, come: float, gone: float) -> None:
        middle = sum(x for x, _ in self.grid) / len(self.grid) + SHEET[0] / 2
        self.halo.place(middle, self.grid[0][1] - 0.3).opacity = 0.17 * come * (1 - gone) * self.opacity
        self.spill.opacity = 0.16 * come * (1 - gone) * self.opacity
        place = (self.pile[0] + self.right) / 2, self.pile[1] + SHEET[1] * self.pile[2] / 2
        strength = 0.14 * gone * self.light.at(t) + 0.55 * pulse(t, self.sent, 0.06, 0.22)
        self.flare.place(*place).opacity = min(1.0, strength) * self.opacity

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The light behind, the sheets, the first on top, and the veil over a pile that is waited for."""
        for part in (self.halo, self.spill, *reversed(self.sheets)):
            camera.display_vectorized(part, ctx)
        for (x, y), heat in zip(self.grid, self.heat, strict=True):
            self.spark.place(x + SHEET[0] / 2, y + SHEET[1] / 2).opacity = 0.32 * heat * self.opacity
            camera.display_vectorized(self.spark, ctx)
        dim = 1 - self.light.at(self.now)
        if dim > 0:
            left, low, size = self.pile
            camera.ink(ctx, "#0B1524", dim * self.opacity)
            ctx.rectangle(left - 0.02, low - 0.02, self.right - left + 0.04, SHEET[1] * size + 0.04)
            ctx.fill()
        camera.display_vectorized(self.flare, ctx)

    def state(self, camera: StageCamera) -> Hashable | None:
        """Those of lights and sheets, the sparks on them, and the veil."""
        parts = camera.states([self.halo, self.spill, *self.sheets, self.flare])
        return parts, tuple(self.heat), self.light.at(self.now), self.opacity


def _grid(count: int, box: Box) -> list[tuple[float, float]]:
    """Lower left corners of the sheets in even rows, from the upper left."""
    rows = -(-count // COLUMNS)
    columns = -(-count // rows)
    left, low, right, high = box
    across = (right - left - SHEET[0]) / max(columns - 1, 1)
    up = (high - low - SHEET[1]) / max(rows - 1, 1)
    start = left if columns > 1 else (left + right - SHEET[0]) / 2
    return [(start + n % columns * across, high - SHEET[1] - n // columns * up) for n in range(count)]
