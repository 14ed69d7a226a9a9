"""The film's chip as a mountain: its dark body, the lines of its slope and its roof, and where they meet."""

from __future__ import annotations

from collections.abc import Hashable

from manim import Mobject

from scenes.stage.camera import OVER, Canvas, StageCamera
from scenes.stage.marks import Mark
from scenes.stage.paint import Baked, Fading, Light, Shape
from scenes.stage.plot import BLEED, FLOOR, Profile
from scenes.stage.shapes import UP, polygon, rects
from scenes.stage.theme import AMBER, CORAL, INK
from scenes.stage.tracks import Curve, Move, Track, smooth, soft

LAND_TOP, LAND_LOW = "#0D1322", "#070A13"
"""The land under the profile, and at its foot."""

UNDER_LINE = 0.035
"""Stage units between the profile and what hangs from it."""


class Face(Mark):
    """The dark body of the mountain; first under the slope, then under the roof."""

    def __init__(self, profile: Profile):
        (foot, low), (x, y), (end, _) = profile.corners
        body = polygon([(foot, low), (x, y), (end, y), (end, low)], LAND_TOP)
        shadow = rects(foot, low, end, y - 0.9, (LAND_LOW, LAND_LOW), (1.0, 0.0)).fading(UP)
        super().__init__(body, _within(profile, shadow), box=(-7.2, FLOOR, 7.2, y + 0.02))
        self.ridge, self.roofed = profile.x, Track(0.0)

    def widen(self, length: float = 0.5) -> Move:
        """Let the land under the roof come into view too."""
        return Move(lambda start, span: self.roofed.to(1.0, start, span, soft), length)

    def pose(self, t: float) -> None:
        """How much of it shows, on either side of the ridge."""
        super().pose(t)
        self.right = self.roofed.at(t)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """All of it, or each side by itself."""
        if self.right >= 1:
            super().paint(ctx, camera)
            return
        shown, (x0, y0, x1, y1) = self.opacity, self.box
        for left, right, part in ((x0, self.ridge, 1.0), (self.ridge, x1, self.right)):
            self.clip, self.opacity = (left, y0, right, y1), shown * part
            if self.opacity > 0.002:
                ctx.save()
                super().paint(ctx, camera)
                ctx.restore()
        self.opacity, self.clip = shown, None

    def state(self, camera: StageCamera) -> Hashable | None:
        """The same, and how much of the land under the roof shows."""
        return super().state(camera), self.right


def _within(profile: Profile, *mobjects: Mobject) -> Shape:
    """Mobjects as far as they lie inside the profile."""

    def draw(ctx: Canvas, camera: StageCamera) -> None:
        trace(ctx, [*profile.corners, (BLEED, FLOOR)])
        ctx.clip()
        for mobject in mobjects:
            for member in camera.get_mobjects_to_display([mobject]):
                camera.display_vectorized(member, ctx)

    return Shape((-7.2, FLOOR, BLEED, profile.y), draw)


def trace(ctx: Canvas, corners: list[tuple[float, float]]) -> None:
    """Lay a path along corners."""
    for corner in corners:
        ctx.line_to(*corner)


class Glow(Shape):
    """A shape that is light."""

    additive = True


class Line(Baked, Fading):
    """A stretch of the roofline with its glow, drawn from left to right by `draw`."""

    def __init__(self, start: tuple[float, float], end: tuple[float, float], color: str, core: str):
        pad = 0.22
        low = FLOOR if start[1] == FLOOR else start[1] - pad
        box = (start[0] - pad, low, end[0] + pad, max(start[1], end[1]) + pad)
        glow = Glow(
            box, lambda ctx, camera: _stroke(ctx, camera, start, end, ((0.18, color, 0.10), (0.10, color, 0.16)))
        )
        line = Shape(box, lambda ctx, camera: _stroke(ctx, camera, start, end, ((0.034, core, 1.0),)))
        Baked.__init__(self, glow, line, box=box, opacity=0.0)
        Fading.__init__(self)
        self.along = Track(0.0)
        layers = ((0.34, color, 0.07), (0.22, color, 0.12), (0.06, core, 0.5))
        wide = Glow(box, lambda ctx, camera: _stroke(ctx, camera, start, end, layers))
        self.flare, self.hot = Baked(wide, box=box, opacity=0.0), Track(0.0)

    def draw(self, length: float = 0.45, curve: Curve = smooth) -> Move:
        """Draw it from its left end."""

        def write(start: float, span: float) -> None:
            self.seen.to(1.0, start)
            self.along.to(1.0, start, span, curve)

        return Move(write, length)

    def heat(self, level: float, length: float = 0.5) -> Move:
        """Let it glow: look here."""
        return Move(lambda start, span: self.hot.to(level, start, span, soft), length)

    def pose(self, t: float) -> None:
        """How far it is drawn, and how much it glows."""
        along = self.along.at(t)
        self.opacity = self.seen.at(t) * (along > 0)
        self.flare.opacity = self.hot.at(t) * self.seen.at(t)
        x0, y0, x1, y1 = self.box
        self.clip = None if along >= 1 else (x0, y0, x0 + (x1 - x0) * along, y1)


def _stroke(
    ctx: Canvas,
    camera: StageCamera,
    start: tuple[float, float],
    end: tuple[float, float],
    layers: tuple[tuple[float, str, float], ...],
) -> None:
    for width, color, alpha in layers:
        ctx.set_operator(camera.adding if alpha < 1 else OVER)
        ctx.set_line_width(width)
        camera.ink(ctx, color, alpha)
        ctx.move_to(*start)
        ctx.line_to(*end)
        ctx.stroke()


def slope_line(profile: Profile) -> Line:
    """The memory's side of the roofline."""
    return Line((profile.foot, FLOOR), (profile.x, profile.y), AMBER, "#FFD08A")


def roof_line(profile: Profile) -> Line:
    """The arithmetic's side of the roofline."""
    return Line((profile.x, profile.y), (BLEED, profile.y), CORAL, "#FF7591")


class Apex(Fading):
    """The point where slope and roof meet."""

    def __init__(self, profile: Profile):
        super().__init__()
        x, y = profile.x, profile.y
        self.light = Light(x, y, 0.5, 0.5, INK)
        self.dot = Baked(rects(x - 0.045, y - 0.045, x + 0.045, y + 0.045, INK, radius=0.045), opacity=0.0)

    def pose(self, t: float) -> None:
        """How much of it shows."""
        self.dot.opacity = self.seen.at(t)
        self.light.opacity = 0.35 * self.dot.opacity
