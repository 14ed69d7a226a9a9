"""Mobjects that paint themselves: baked pictures, lights, and small things drawn afresh.

Manim orders, moves, fades and removes a `Painted` like any other mobject. Its state is set by
`pose(t)`, a pure function of the seconds of the scene.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any

import cairo
import numpy as np
from manim import Mobject, VMobject

from scenes.stage.camera import ADD, OPAQUE, Box, Canvas, StageCamera
from scenes.stage.plates import GlowPicture, Picture, Plate, dim, strength_of
from scenes.stage.tracks import Curve, Move, Track, soft

WHOLE_PIXEL = 0.02
"""A shift within this of a whole pixel is painted as one: the cheap way, and the same picture."""

WORTH_DIMMING = 4
"""Frames after which a light that stays as strong is dimmed once, which costs as much as painting it five times."""


class Painted(VMobject):
    """A rectangle of the stage that paints itself."""

    def __init__(self, box: Box, opacity: float = 1.0):
        super().__init__(stroke_width=0, fill_opacity=opacity)
        x0, y0, x1, y1 = box
        self.set_points_as_corners(np.array([[x0, y0, 0], [x1, y0, 0], [x1, y1, 0], [x0, y1, 0], [x0, y0, 0]], float))
        self.box = box
        self.home = self.points[[0, 4, 12], :2].copy()
        self.origin, self.across, self.up = self.home.tolist()
        self.clip: Box | None = None

    @property
    def opacity(self) -> float:
        """0 is not painted at all."""
        return float(self.fill_rgbas[0, 3])

    @opacity.setter
    def opacity(self, value: float) -> None:
        self.fill_rgbas[:, 3] = value

    def place(self, x: float = 0.0, y: float = 0.0) -> Painted:
        """Set its offset from where it was made: a pose, not a step."""
        self.points[:, :2] += self.home[0] + (x, y) - self.points[0, :2]
        return self

    def offset(self) -> tuple[float, float] | None:
        """How far it has been shifted, if that is all that has been done to it."""
        # Asked many times a frame: plain numbers are ten times as fast as arrays of six.
        at = self.points.item
        x, y = at(0, 0) - self.origin[0], at(0, 1) - self.origin[1]
        for point, (home_x, home_y) in ((4, self.across), (12, self.up)):
            if abs(at(point, 0) - home_x - x) > 1e-6 or abs(at(point, 1) - home_y - y) > 1e-6:
                return None
        return x, y

    def affine(self) -> cairo.Matrix:
        """Where it has been moved to: home coordinates → stage coordinates."""
        (origin, across, up), (to, to_across, to_up) = self.home, self.points[[0, 4, 12], :2]
        xx, yx = (to_across - to) / (across - origin)[0]
        xy, yy = (to_up - to) / (up - origin)[1]
        x0, y0 = to - origin @ np.array([[xx, yx], [xy, yy]])
        return cairo.Matrix(xx, yx, xy, yy, x0, y0)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Draw in stage units."""
        raise NotImplementedError

    def state(self, camera: StageCamera) -> Hashable | None:
        """All that `paint` depends on: equal states paint the same. None if that is not known."""
        return None


class Baked(Painted):
    """Mobjects drawn once, then painted. `clip` (stage units) shows a part: a veil, a wipe.

    `glide=False` snaps to whole pixels: right for light, and for anything that moves fast.
    """

    def __init__(
        self,
        *mobjects: Mobject,
        box: Box | None = None,
        opacity: float = 1.0,
        glide: bool = True,
        picture: Picture | None = None,
    ):
        picture = picture or Picture(mobjects, box or bounds(mobjects))
        super().__init__(picture.box, opacity)
        self.picture, self.glide, self.framed = picture, glide, box is not None
        self.steady: Plate | None = None
        self.dimmed: Plate | None = None
        self.strength = self.frames = 0

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Paint the plate, or draw the mobjects on a vector surface."""
        if self.clip is not None:
            x0, y0, x1, y1 = self.clip
            ctx.rectangle(x0, y0, x1 - x0, y1 - y0)
            ctx.clip()
        if camera.vector:
            ctx.transform(self.affine())
            if self.framed:
                x0, y0, x1, y1 = self.picture.box
                ctx.rectangle(x0, y0, x1 - x0, y1 - y0)
                ctx.clip()
            self.picture.lay(ctx, camera, self.opacity)
            return
        plate, opacity = self.picture.plate(camera), self.opacity
        weak = opacity <= OPAQUE and plate.large and plate.operator == ADD
        if weak:
            plate, opacity = self._steady(plate, opacity)
        at = self._source(ctx, camera, plate)
        if opacity > OPAQUE:
            ctx.paint()
            return
        if weak and at is not None:
            left, top, right, bottom = plate.lit(strength_of(opacity))
            ctx.rectangle(at[0] + left, at[1] + top, right - left, bottom - top)
            ctx.clip()
        ctx.paint_with_alpha(opacity)

    def state(self, camera: StageCamera) -> Hashable | None:
        """The plate, where it is and how much of it shows."""
        plate = self.picture.plate(camera)
        shows = strength_of(self.opacity) if plate.operator == ADD else self.opacity
        return plate, shows, self.points[[0, 4, 12], :2].tobytes(), self.clip

    def _steady(self, plate: Plate, opacity: float) -> tuple[Plate, float]:
        """A light that stays as strong for some frames is dimmed once, and then costs a third; one that breathes a
        little does, too."""
        strength = strength_of(opacity)
        if (plate, strength) != (self.steady, self.strength):
            self.steady, self.strength, self.frames, self.dimmed = plate, strength, 0, None
        self.frames += 1
        if self.frames < WORTH_DIMMING:
            return plate, opacity
        self.dimmed = self.dimmed or dim(plate, opacity)
        return self.dimmed, 1.0

    def _source(self, ctx: Canvas, camera: StageCamera, plate: Plate) -> tuple[int, int] | None:
        """Choose the plate as source; tells the pixel at which its upper left corner stands, if it is a whole one."""
        shift = self.offset()
        if shift is not None:
            x, y = shift[0] * camera.scale, -shift[1] * camera.scale
            near = max(abs(x - round(x)), abs(y - round(y))) < WHOLE_PIXEL
            if near or not self.glide or plate.operator == ADD:
                ctx.set_matrix(camera.shifted)
                at = plate.x + round(x), plate.y + round(y)
                ctx.set_source_surface(plate.surface, *at)
                ctx.set_operator(plate.operator)
                return at
        # Bilinear: OVER is three times faster than ADD, and light has no alpha.
        back = camera.to_pixels
        back.invert()
        ctx.set_matrix(back.multiply(self.affine()).multiply(camera.to_canvas))
        ctx.set_source_surface(plate.surface, plate.x, plate.y)
        ctx.get_source().set_filter(cairo.FILTER_BILINEAR)
        return None


def bounds(mobjects: Sequence[Mobject]) -> Box:
    """The box of all that is drawn, with room for strokes and antialiasing."""
    family = [member for top in mobjects for member in top.family_members_with_points()]
    points = np.concatenate([member.points for member in family])[:, :2]
    pad = 0.03 + 0.005 * max(float(member.get_stroke_width()) for member in family)
    (x0, y0), (x1, y1) = points.min(0) - pad, points.max(0) + pad
    return float(x0), float(y0), float(x1), float(y1)


@cache
def _glow(rx: float, ry: float, color: str) -> GlowPicture:
    return GlowPicture(rx, ry, color)


class Light(Baked):
    """A soft light, baked once per size and colour however many there are; opacity is its strength."""

    def __init__(self, x: float, y: float, rx: float, ry: float, color: str, strength: float = 0.0):
        super().__init__(picture=_glow(rx, ry, color), opacity=strength, glide=False)
        self.additive = True
        self.place(x, y)


class Shape(Painted):
    """Something small and simple enough to draw afresh each frame, in stage units."""

    def __init__(self, box: Box, draw: Callable[[Canvas, StageCamera], None]):
        super().__init__(box)
        self.draw = draw

    def __deepcopy__(self, memo: Any) -> Shape:
        return self

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Draw it."""
        self.draw(ctx, camera)


class Fading:
    """A prop with a track for how much of it shows."""

    def __init__(self, shown: float = 0.0):
        self.seen = Track(shown)

    def reveal(self, length: float = 0.35, curve: Curve = soft) -> Move:
        """Come into view."""
        return self.seen_to(1.0, length, curve)

    def hide(self, length: float = 0.35, curve: Curve = soft) -> Move:
        """Go out of view."""
        return self.seen_to(0.0, length, curve)

    def seen_to(self, value: float, length: float = 0.35, curve: Curve = soft) -> Move:
        """Let a share of it show."""
        return Move(lambda start, span: self.seen.to(value, start, span, curve), length)
