"""What real code reaches: a band under the roofline, from a lower to an upper share of each ceiling."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.paint import Fading, Painted
from scenes.stage.plot import FLOOR, Plot, Profile
from scenes.stage.theme import INK
from scenes.stage.tracks import Curve, Move, Track, smooth

FRAME: Box = (-7.2, FLOOR, 7.2, 4.05)

LOST = "#04070D"
"""Over what no code reaches."""
EDGE = 0.016
"""Half the thickness of the band's edges."""


class Band(Painted, Fading):
    """The land between two rooflines, whose peak and bandwidth are shares of the chip's.

    Both lie on the roofline until `sink_roof` and `sink_slope` let them down. What lies between the
    roofline and the band grows dark.
    """

    def __init__(self, plot: Plot, peak: float, bandwidth: float):
        Painted.__init__(self, FRAME, 0.0)
        Fading.__init__(self)
        self.plot, self.peak, self.bandwidth = plot, peak, bandwidth
        self.roof, self.slope = (Track(1.0), Track(1.0)), (Track(1.0), Track(1.0))
        self.pose(0.0)

    def __deepcopy__(self, memo: Any) -> Band:
        return self

    def sink_roof(self, low: float, high: float, length: float = 0.9, curve: Curve = smooth) -> Move:
        """Let the roof's band down to these shares of the peak."""
        return _sink(self.roof, low, high, length, curve)

    def sink_slope(self, low: float, high: float, length: float = 0.9, curve: Curve = smooth) -> Move:
        """Let the slope's band down to these shares of the bandwidth."""
        return _sink(self.slope, low, high, length, curve)

    def profile(self, peak: float, bandwidth: float) -> Profile:
        """The roofline at these shares of peak and bandwidth."""
        return self.plot.profile(self.peak * peak, self.bandwidth * bandwidth)

    def pose(self, t: float) -> None:
        """Where the band's edges lie at t."""
        self.opacity = self.seen.at(t)
        self.low, self.high = (
            self.profile(roof.at(t), slope.at(t)) for roof, slope in zip(self.roof, self.slope, strict=True)
        )

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The dark above, the band, and its edges."""
        _between(ctx, self.high, self.profile(1.0, 1.0))
        camera.ink(ctx, LOST, 0.62 * self.opacity)
        ctx.fill()
        _between(ctx, self.low, self.high)
        camera.ink(ctx, INK, 0.20 * self.opacity)
        ctx.fill()
        for profile in (self.low, self.high):
            for corner in profile.corners:
                ctx.line_to(*corner)
            ctx.set_line_width(2 * EDGE)
            camera.ink(ctx, INK, 0.85 * self.opacity)
            ctx.stroke()

    def state(self, camera: StageCamera) -> Hashable | None:
        """Its edges, and how much of it shows."""
        return self.low, self.high, self.opacity


def _sink(pair: tuple[Track, Track], low: float, high: float, length: float, curve: Curve) -> Move:
    def write(start: float, span: float) -> None:
        for track, value in zip(pair, (low, high), strict=True):
            track.to(value, start, span, curve)

    return Move(write, length)


def _between(ctx: Canvas, low: Profile, high: Profile) -> None:
    """The path around what lies over one profile and under the other."""
    for corner in (*low.corners, *reversed(high.corners)):
        ctx.line_to(*corner)
    ctx.close_path()
