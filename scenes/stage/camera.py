"""Manim's camera with what the night needs: additive light, a dithered sky, props that paint themselves.

Additive blending and radial glows on a raster; on an SVG or PDF surface (`vector`) the same things are drawn as
gradients that screen what is below: of those who read such files, all know how, or lay them over, which is close.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

import cairo
import numpy as np
import numpy.typing as npt
from manim import Camera, Mobject, VMobject
from manim.utils.family import extract_mobject_family_members

from scenes.stage.box import Box
from scenes.stage.frame import FILM, Frame
from scenes.stage.night import night
from scenes.stage.palette import NIGHT, PALETTES, Palette
from scenes.stage.sky import DITHER, sky
from scenes.stage.skyline import draw_sky
from scenes.stage.standing import Standing
from scenes.stage.theme import Floats, channels, hexed, rgb
from scenes.stage.views import Arrangement, View

if TYPE_CHECKING:
    Canvas = cairo.Context[Any]
else:
    Canvas = cairo.Context

__all__ = ["ADD", "OVER", "Box", "Canvas", "StageCamera"]

ADD, OVER, SCREEN = cairo.OPERATOR_ADD, cairo.OPERATOR_OVER, cairo.OPERATOR_SCREEN

OPAQUE, UNSEEN = 0.998, 0.002
"""What has more opacity than this is painted as it is; what has less, not at all."""


class SelfPainting(Protocol):
    """A mobject that draws itself on the camera's cairo context."""

    opacity: float

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Draw in stage units; the context is restored afterwards."""

    def state(self, camera: StageCamera) -> Hashable | None:
        """All that `paint` depends on, if it can say so: equal states paint the same."""


class StageCamera(Camera):
    """Cairo camera whose mobjects may paint themselves or add light."""

    vector = False
    """True while drawing on an SVG or PDF surface, which keeps red, green, blue in their order."""

    ground = True
    """False leaves out the sky: nothing is behind what stands on stage."""

    palette: Palette = NIGHT
    """What colours, which are named as they are at night, come out as."""

    glows = True
    """False leaves out glows, particles and the sky's grain: shapes alone, to be compared."""

    backdrop = "valley"
    frame: Frame = FILM
    """What it takes a picture of; FILM also stands for any that has no layout of its own."""
    shift: tuple[int, int] = (0, 0)
    """Pixels to the right and down by which pictures are painted from where they were drawn."""
    arrangement: Arrangement | None = None
    """How the stage is put into the frame; None shows it as it stands."""
    _asked: Iterable[Mobject] = ()
    _standing: Standing | None = None
    _fresh = False

    def init_background(self) -> None:
        """The sky for the current size, in place of a plain colour; or nothing."""
        nothing = np.zeros((self.pixel_height, self.pixel_width, 4), np.uint8)
        # Manim keeps its backgrounds as bytes, whatever its stubs say.
        self.background = self.night(self.backdrop) if self.ground else nothing  # type: ignore[assignment]

    def night(self, name: str) -> npt.NDArray[np.uint8]:
        """A sky by name for the current size and frame."""
        size, dither = (self.pixel_width, self.pixel_height), DITHER if self.glows else 0.0
        if self.frame.wide:
            return sky(name, *size, (float(self.frame_width), float(self.frame_height)), dither, self.palette)
        frame = self.frame.width, self.frame.height, self.frame.low
        return night(lambda *about: sky(name, *about, dither, self.palette), size, frame, self._bands)

    @property
    def _bands(self) -> Sequence[tuple[View, float]]:
        return self.arrangement.bands if self.arrangement else [(View(), self.frame.low)]

    def set_frame(self, frame: Frame) -> None:
        """Choose what it takes a picture of."""
        self.frame = frame
        if not frame.wide:
            self.look(View())
            self.init_background()

    def arrange(self, arrangement: Arrangement) -> None:
        """Take the next picture of the stage put together like this."""
        self.arrangement, self._asked = arrangement, ()
        self.init_background()

    def look(self, view: View) -> None:
        """See the stage through a view."""
        frame, scale = self.frame, view.scale
        self.frame_width, self.frame_height = frame.width / scale, frame.height / scale
        # By whole pixels: what was drawn once for a scale can be painted anywhere.
        pixel = frame.width / self.pixel_width
        self.shift = round(view.x / pixel), -round((view.y - frame.middle) / pixel)

    def set_backdrop(self, name: str) -> None:
        """Choose the sky: 'valley', 'stars' or 'dark'."""
        if name != self.backdrop:
            self.backdrop = name
            self.init_background()

    def set_palette(self, name: str) -> None:
        """Choose what is drawn on: 'night' or 'light'."""
        self.palette = PALETTES[name]

    def capture_mobjects(self, mobjects: Iterable[Mobject], **options: Any) -> None:
        """Draw mobjects and their families. A beat hands over the same list for every frame; it is unfolded once."""
        if mobjects is not self._asked or self._standing is None:
            self._asked = mobjects
            self._standing = Standing(extract_mobject_family_members(mobjects, self.use_z_index))
        ctx, fresh = self.get_cairo_context(self.pixel_array), self._fresh
        self._fresh = False
        if self.arrangement is None and fresh:
            self._standing.draw(ctx, self)
            return
        if fresh:
            self.clear()
        shots = [self._standing.members] if self.arrangement is None else self._shots(ctx, self.arrangement)
        for members in shots:
            self.draw_members(ctx, members)

    def reset(self) -> StageCamera:
        """Begin a new picture: what is behind it is put down when it is drawn (`clear`)."""
        self._fresh = True
        if not hasattr(self, "pixel_array"):
            self.clear()
        return self

    def clear(self) -> None:
        """Put down the background alone."""
        super().reset()

    def covered_by(self, cover: Mobject) -> bool:
        """Whether nothing is seen of what was put on stage before a sky."""
        return self.ground and _covers(cover, OPAQUE)

    def states(self, members: Iterable[Any]) -> Hashable | None:
        """All that drawing some members depends on, if each can say so."""
        states = tuple(map(self.state, members))
        return None if None in states else states

    def state(self, member: Any) -> Hashable | None:
        """All that drawing a member depends on, if it can say so."""
        if hasattr(member, "paint"):
            if member.opacity <= UNSEEN:
                return False  # and its picture need not be made yet
            state: Hashable | None = member.state(self)
            return state
        return None if member.has_points() else False

    def _shots(self, ctx: Canvas, arrangement: Arrangement) -> Iterator[Sequence[Mobject]]:
        """The members of families that are drawn together, while the stage is seen through their view."""
        for shot in arrangement.shots:
            ctx.save()
            if shot.view.clip is not None:
                self._clip(ctx, shot.view.clip)
            self.look(shot.view)
            ctx.set_matrix(self.to_canvas)
            yield extract_mobject_family_members(shot.mobjects, self.use_z_index)
            ctx.restore()
        self.look(View())

    def _clip(self, ctx: Canvas, clip: Box) -> None:
        """Draw only inside a box of the frame from now on."""
        self.look(View())
        ctx.set_matrix(self.to_canvas)
        ctx.new_path()
        ctx.rectangle(clip[0], clip[1], clip[2] - clip[0], clip[3] - clip[1])
        ctx.clip()

    def draw_members(self, ctx: Canvas, members: Iterable[Mobject]) -> None:
        """Draw members of families, the first at the back."""
        for member in members:
            if hasattr(member, "paint") or member.has_points():
                self.display_vectorized(member, ctx)

    def display_vectorized(self, vmobject: Any, ctx: Canvas) -> StageCamera:
        """Draw one mobject; one with `paint` draws itself."""
        if hasattr(vmobject, "paint"):
            self._self_painting(vmobject, ctx)
        elif getattr(vmobject, "additive", False):
            ctx.set_operator(self.adding)
            super().display_vectorized(vmobject, ctx)
            ctx.set_operator(OVER)
        else:
            super().display_vectorized(vmobject, ctx)
        if self.vector:
            # Manim leaves its path, to which whoever draws next would add; pictures are painted without one.
            ctx.new_path()
        return self

    def _self_painting(self, painted: SelfPainting, ctx: Canvas) -> None:
        if painted.opacity <= UNSEEN or (getattr(painted, "additive", False) and not self.glows):
            return
        ctx.save()
        # Manim leaves its last path on the context, and save() does not put it away.
        ctx.new_path()
        painted.paint(ctx, self)
        ctx.restore()

    def draw(self, ctx: Canvas, mobjects: Iterable[Mobject]) -> None:
        """Draw the sky and mobjects as shapes, on a vector surface whose units are pixels."""
        self.vector = True
        try:
            ctx.set_matrix(self.to_canvas)
            if self.arrangement is None:
                self._shapes(ctx, extract_mobject_family_members(mobjects, self.use_z_index), self.ground)
                return
            covered = any(_covers(one, OPAQUE) for one in self.arrangement.shots[0].mobjects)
            if self.ground and not covered:
                self._behind(ctx, self.arrangement)
            for members in self._shots(ctx, self.arrangement):
                self._shapes(ctx, members, False)
        finally:
            self.vector = False

    def _behind(self, ctx: Canvas, arrangement: Arrangement) -> None:
        """Draw the sky as shapes, each band of it through its view."""
        frame = self.frame
        ends = [start for _, start in arrangement.bands[1:]] + [frame.low + frame.height]
        for (view, start), end in zip(arrangement.bands, ends, strict=True):
            ctx.save()
            self._clip(ctx, (-frame.width / 2, start, frame.width / 2, end))
            self.look(view)
            ctx.set_matrix(self.to_canvas)
            draw_sky(ctx, self, self.backdrop)
            ctx.restore()

    def _shapes(self, ctx: Canvas, members: Sequence[Mobject], behind: bool) -> None:
        """Draw members as shapes, and `behind` them the sky, if no other covers it."""
        hidden = max((number for number, one in enumerate(members) if _covers(one, OPAQUE)), default=-1)
        members = members[hidden + 1 :] if hidden >= 0 and not self.ground else members[max(hidden, 0) :]
        if behind and hidden < 0:
            draw_sky(ctx, self, self.backdrop)
        # Without a ground a sky that fades in takes away what it would cover.
        veils = [one for one in members if _covers(one, UNSEEN)] if not self.ground else []
        for _ in veils:
            ctx.push_group()
        for member in members:
            if member in veils:
                ctx.pop_group_to_source()
                ctx.paint_with_alpha(1 - float(cast(SelfPainting, member).opacity))
            else:
                self.draw_members(ctx, [member])

    def set_cairo_context_color(self, ctx: Canvas, rgbas: Any, vmobject: VMobject) -> Any:
        """Manim hands cairo BGR, because its raster is read as RGBA; vector surfaces are not."""
        if self.palette is not NIGHT:
            rgbas = self._on_palette(rgbas, vmobject)
        if self.vector:
            rgbas = rgbas[:, [2, 1, 0, 3]]
        return super().set_cairo_context_color(ctx, rgbas, vmobject)

    def _on_palette(self, rgbas: Floats, vmobject: VMobject) -> Floats:
        """Colours of one of Manim's mobjects, (n, 4), as they come out when it is not night."""
        tone = self.palette.letter if getattr(vmobject, "lettering", False) else self.palette.tone
        names = [hexed(rgba[:3]) for rgba in rgbas]
        shares = [self.palette.share(name) if getattr(vmobject, "additive", False) else 1.0 for name in names]
        return np.column_stack([[rgb(tone(name)) for name in names], rgbas[:, 3] * shares])

    def ordered(self, color: str) -> tuple[float, float, float]:
        """The channels of a colour in the order that the current surface wants."""
        red, green, blue = channels(self.palette.tone(color))
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
    def adding(self) -> cairo.Operator:
        """How light is put on what is below."""
        if not self.palette.adds:
            return OVER
        return SCREEN if self.vector else ADD

    @property
    def scale(self) -> float:
        """Pixels in one stage unit."""
        return float(self.pixel_width / self.frame_width)

    @property
    def sized(self) -> tuple[int, int, float, str]:
        """What a finished picture of something depends on: size in pixels, width of what the frame shows, palette."""
        return self.pixel_width, self.pixel_height, float(self.frame_width), self.palette.name

    @property
    def to_pixels(self) -> cairo.Matrix:
        """The way from stage units to the pixels of finished pictures; y turns over."""
        k = self.scale
        x, y = float(self.frame_center[0]), float(self.frame_center[1])
        return cairo.Matrix(k, 0, 0, -k, self.pixel_width / 2 - x * k, self.pixel_height / 2 + y * k)

    @property
    def shifted(self) -> cairo.Matrix:
        """The way from the pixels of finished pictures to those of the canvas."""
        return cairo.Matrix(x0=self.shift[0], y0=self.shift[1])

    @property
    def to_canvas(self) -> cairo.Matrix:
        """The way from stage units to the pixels of the canvas."""
        return self.to_pixels.multiply(self.shifted)

    def pixel_box(self, box: Box) -> tuple[int, int, int, int]:
        """The whole pixels that a box touches: left, top, right, bottom."""
        left, bottom = self.to_pixels.transform_point(box[0], box[1])
        right, top = self.to_pixels.transform_point(box[2], box[3])
        return int(np.floor(left)), int(np.floor(top)), int(np.ceil(right)), int(np.ceil(bottom))


def _covers(mobject: Any, more_than: float) -> bool:
    """Whether it is a sky of more than this opacity, over what was put on stage before it."""
    return getattr(mobject, "covers", False) and mobject.opacity > more_than
