"""Other chips' mountains: bare rock in the dark. The upper edge is exact; only the face is invented."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
from manim import VGroup
from scipy.spatial import Delaunay

from scenes.stage.backdrop import ABOVE, FRAME
from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.mountain import trace
from scenes.stage.paint import Baked, Fading, Painted
from scenes.stage.plot import BLEED, FLOOR, Profile
from scenes.stage.shapes import Drawn, polygon
from scenes.stage.theme import Floats, mix, ramp
from scenes.stage.tracks import Curve, Move, Track, smooth

SLATE = ("#04060B", "#090D17", "#101727", "#1A2338", "#28334D", "#3B4868")
HAZE = "#16223C"
SHADES = 22
MOON = np.array([-0.62, 0.55, 0.30])
"""Where the light on the rock comes from."""
CELL = 0.42
RELIEF = 0.22
"""How far the rock's corners stand out."""
FADE = 1.5
"""Stage units under the edge after which the light has fallen to a third."""


def _corners(profile: Profile, seed: int) -> tuple[Floats, Floats]:
    """Corners of the facets: on a shaken grid under the edge, and on the edge itself; and how far each stands out."""
    rng = np.random.default_rng(seed)
    left = max(profile.foot, FRAME[0])
    rows = CELL * 0.62
    across, up = np.meshgrid(np.arange(left - 1, BLEED + 1, CELL), np.arange(FLOOR - 0.3, profile.y, rows))
    shaken = np.stack([across.ravel(), up.ravel()], 1) + rng.uniform(-0.42, 0.42, (across.size, 2)) * [CELL, rows]
    top = _heights(profile, shaken[:, 0])
    inside = shaken[shaken[:, 1] < top - 0.12 * CELL]
    slope = np.linspace(left, profile.x, max(2, int((profile.x - left) / CELL)))
    roof = np.linspace(profile.x, BLEED, max(2, int((BLEED - profile.x) / CELL)))[1:]
    edge = np.concatenate([slope, roof])
    corners = np.vstack([inside, np.stack([edge, _heights(profile, edge)], 1)])
    return corners, rng.normal(0, 1, len(corners))


def _heights(profile: Profile, x: Floats) -> Floats:
    return np.minimum(profile.y, FLOOR + (x - profile.foot) * profile.rise)


def facets(profile: Profile, seed: int, power: float, haze: float) -> VGroup:
    """The rock's face: triangles grouped by shade. `haze` is how far its colours have gone into the night."""
    corners, out = _corners(profile, seed)
    triangles = Delaunay(corners).simplices
    place, depth = corners[triangles], RELIEF * out[triangles]
    inside = (place[..., 1] <= _heights(profile, place[..., 0]) + 1e-6).all(1) & (place[..., 1].max(1) > FLOOR)
    middle = place.mean(1)
    inside &= middle[:, 1] <= _heights(profile, middle[:, 0])
    place, depth, middle = place[inside], depth[inside], middle[inside]
    solid = np.concatenate([place, depth[..., None]], -1)
    normal = np.cross(solid[:, 1] - solid[:, 0], solid[:, 2] - solid[:, 0])
    normal *= (np.sign(normal[:, 2]) / np.linalg.norm(normal, axis=1))[:, None]
    lit = 0.10 + 0.90 * (0.5 + 0.5 * normal @ MOON)
    level = power * lit * np.exp(-(_heights(profile, middle[:, 0]) - middle[:, 1]) / FADE)
    shade = (np.clip(level, 0, 0.99) * SHADES).astype(int)
    group = VGroup()
    for number in np.unique(shade).tolist():
        color = mix(ramp(SLATE, (number + 0.5) / SHADES), HAZE, haze)
        facet = Drawn(_paths(place[shade == number]), color)
        # Neighbours share an edge; a hair of stroke closes it.
        facet.set_stroke(color, 0.6)
        group.add(facet)
    return group


def _paths(triangles: Floats) -> Floats:
    """Triangles (n, 3, 2) as cubics, (n · 12, 3)."""
    start = np.concatenate([triangles, np.zeros((*triangles.shape[:2], 1))], -1)
    end = np.roll(start, -1, 1)
    cubic = np.stack([start, start + (end - start) / 3, start + (end - start) * 2 / 3, end], 2)
    return cubic.reshape(-1, 3)


class Rock(Baked, Fading):
    """The body of another chip's mountain."""

    def __init__(self, profile: Profile, seed: int, power: float = 1.0, haze: float = 0.0):
        left = max(profile.foot, FRAME[0])
        body = polygon([(profile.foot, FLOOR), *profile.corners[1:], (BLEED, FLOOR)], mix("#080C16", HAZE, haze))
        box = left, FLOOR, FRAME[2], profile.y + 0.02
        Baked.__init__(self, body, facets(profile, seed, power, haze), box=box, opacity=0.0)
        Fading.__init__(self)
        self.clip = box

    def pose(self, t: float) -> None:
        """How much of it shows."""
        self.opacity = self.seen.at(t)


class Rim(Painted, Fading):
    """The edge of another chip's mountain, drawn from its foot, and the point of its ridge.

    It is interrupted where `gaps` stand, as a contour on a map is by its number: texts with their boxes. A gap
    closes as its text goes.
    """

    def __init__(self, profile: Profile, color: str):
        Painted.__init__(self, FRAME, 0.0)
        Fading.__init__(self)
        self.profile, self.hue = profile, color
        self.along, self.gaps = Track(0.0), list[tuple[Fading, Box]]()

    def draw(self, length: float = 0.8, curve: Curve = smooth) -> Move:
        """Draw it from the left."""

        def write(start: float, span: float) -> None:
            self.seen.to(1.0, start)
            self.along.to(1.0, start, span, curve)

        return Move(write, length)

    def pose(self, t: float) -> None:
        """How far it is drawn."""
        self.now = t
        self.reach = self.along.at(t)
        self.opacity = self.seen.at(t) * (self.reach > 0)

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """The line, as far as it is drawn, and the point once it is passed."""
        x0, y0, x1, y1 = *FRAME[:3], ABOVE
        left = max(self.profile.foot, x0)
        end = left + (x1 - left) * self.reach
        for text, box in self.gaps:
            half = (box[2] - box[0]) / 2 * text.seen.at(self.now)
            middle = (box[0] + box[2]) / 2
            gap = middle - half, box[1], middle + half, box[3]
            ctx.rectangle(x0, y0, x1 - x0, y1 - y0)
            ctx.move_to(gap[0], gap[1])
            trace(ctx, [(gap[0], gap[3]), (gap[2], gap[3]), (gap[2], gap[1])])
            ctx.close_path()
            ctx.clip()
        ctx.rectangle(x0, FLOOR, end - x0, y1 - FLOOR)
        ctx.clip()
        camera.ink(ctx, self.hue, self.opacity)
        ctx.set_line_width(0.02)
        trace(ctx, self.profile.corners)
        ctx.stroke()
        ctx.arc(self.profile.x, self.profile.y, 0.04, 0, 2 * np.pi)
        ctx.fill()

    def state(self, camera: StageCamera) -> Hashable | None:
        """How far it is drawn, its gaps, and how much of it shows."""
        return self.reach, tuple(text.seen.at(self.now) for text, _ in self.gaps), self.opacity
