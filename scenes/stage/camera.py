"""Manim's camera with what the night needs: additive light, a dithered sky, props that paint themselves.

Additive blending and radial glows on a raster; on an SVG or PDF surface (`vector`) the same
things are drawn as gradients laid over what is below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import cairo
import numpy as np
from manim import Camera, Mobject, VMobject
from manim.utils.family import extract_mobject_family_members

from scenes.stage.sky import sky
from scenes.stage.theme import rgb

if TYPE_CHECKING:
    Canvas = cairo.Context[Any]
else:
    Canvas = cairo.Context

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in stage units."""

ADD, OVER = cairo.OPERATOR_ADD, cairo.OPERATOR_OVER


class SelfPainting(Protocol):
    """A mobject that draws itself on the camera's cairo context."""

    opacity: float

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Draw in stage units; the context is restored afterwards."""


class StageCamera(Camera):
    """Cairo camera whose mobjects may paint themselves or add light."""

    vector = False
    """True while drawing on an SVG or PDF surface, which keeps red, green, blue in their order."""

    backdrop = "valley"
    _asked: Iterable[Mobject] = ()
    _members: Sequence[Mobject] = ()

    def init_background(self) -> None:
        """The sky for the current size, in place of a plain colour."""
        frame = (float(self.frame_width), float(self.frame_height))
        # Manim keeps its backgrounds as bytes, whatever its stubs say.
        self.background = sky(self.backdrop, self.pixel_width, self.pixel_height, frame)  # type: ignore[assignment]

    def set_backdrop(self, name: str) -> None:
        """Choose the sky: 'valley', 'stars' or 'dark'."""
        if name != self.backdrop:
            self.backdrop = name
            self.init_background()

    def capture_mobjects(self, mobjects: Iterable[Mobject], **options: Any) -> None:
        """Draw mobjects and their families. A beat hands over the same list for every frame; it is unfolded once."""
        if mobjects is not self._asked:
            self._asked, self._members = mobjects, extract_mobject_family_members(mobjects, self.use_z_index)
        ctx = self.get_cairo_context(self.pixel_array)
        for member in self._members:
            if hasattr(member, "paint") or member.has_points():
                self.display_vectorized(member, ctx)

    def display_vectorized(self, vmobject: Any, ctx: Canvas) -> StageCamera:
        """Draw one mobject; one with `paint` draws itself."""
        if hasattr(vmobject, "paint"):
            self._self_painting(vmobject, ctx)
        elif getattr(vmobject, "additive", False) and not self.vector:
            ctx.set_operator(ADD)
            super().display_vectorized(vmobject, ctx)
            ctx.set_operator(OVER)
        else:
            super().display_vectorized(vmobject, ctx)
        return self

    def _self_painting(self, painted: SelfPainting, ctx: Canvas) -> None:
        if painted.opacity <= 0.002:
            return
        ctx.save()
        # Manim leaves its last path on the context, and save() does not put it away.
        ctx.new_path()
        painted.paint(ctx, self)
        ctx.restore()

    def set_cairo_context_color(self, ctx: Canvas, rgbas: Any, vmobject: VMobject) -> Any:
        """Manim hands cairo BGR, because its raster is read as RGBA; vector surfaces are not."""
        if self.vector:
            rgbas = rgbas[:, [2, 1, 0, 3]]
        return super().set_cairo_context_color(ctx, rgbas, vmobject)

    def ordered(self, color: str) -> tuple[float, float, float]:
        """The channels of a colour in the order that the current surface wants."""
        red, green, blue = (float(channel) for channel in rgb(color))
        return (red, green, blue) if self.vector else (blue, green, red)

    def ink(self, ctx: Canvas, color: str, alpha: float = 1.0) -> None:
        """Set a plain colour as the source."""
        ctx.set_source_rgba(*self.ordered(color), alpha)

    def gradient(
        self, start: tuple[float, float], end: tuple[float, float], stops: Iterable[tuple[float, str, float]]
    ) -> cairo.LinearGradient:
        """Colours along a line from `start` to `end`, in stage units: (share of the way, colour, alpha) each."""
        gradient = cairo.LinearGradient(*start, *end)
        for share, color, alpha in stops:
            gradient.add_color_stop_rgba(share, *self.ordered(color), alpha)
        return gradient

    @property
    def scale(self) -> float:
        """Pixels in one stage unit."""
        return float(self.pixel_width / self.frame_width)

    @property
    def to_pixels(self) -> cairo.Matrix:
        """The way from stage units to pixels; y turns over."""
        k = self.scale
        x, y = float(self.frame_center[0]), float(self.frame_center[1])
        return cairo.Matrix(k, 0, 0, -k, self.pixel_width / 2 - x * k, self.pixel_height / 2 + y * k)

    def pixel_box(self, box: Box) -> tuple[int, int, int, int]:
        """The whole pixels that a box touches: left, top, right, bottom."""
        left, bottom = self.to_pixels.transform_point(box[0], box[1])
        right, top = self.to_pixels.transform_point(box[2], box[3])
        return int(np.floor(left)), int(np.floor(top)), int(np.ceil(right)), int(np.ceil(bottom))
