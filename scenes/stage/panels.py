"""The site in a frame that is not the film's: as a whole, or broken like a line of text.

Broken, the wall stands above and the tower below; the channel leaves the upper panel at the right and enters the
lower one at the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from manim import Mobject

from scenes.stage.answer import Answer, Loop
from scenes.stage.blocks import Block
from scenes.stage.box import Box, around, grown, touch
from scenes.stage.cache import Cache
from scenes.stage.clock import THICKNESS, UPPER, Bar
from scenes.stage.columns import Columns
from scenes.stage.frame import Frame
from scenes.stage.geometry import TOWER_TOP
from scenes.stage.paint import Painted
from scenes.stage.site import Site
from scenes.stage.tally import Dots
from scenes.stage.theme import GROUND, LEFT, RIGHT
from scenes.stage.views import Shot, View

SHOWS = 0.05
UNDER = 0.2
"""Ground that is seen under what stands on it."""
LINE = 0.32
"""Room between the wall's foot and its clock."""
GAP = 0.35
"""Least room over and under a panel."""
PIECE, END = 0.9, 0.07
"""A piece of the channel that is repeated toward the edge, and how far before the tower it ends."""
NEAR = 0.3
"""Stage units by which a prop may reach out of its box."""
SCALES = 0.02
"""From one scale to the next."""
LARGEST = 1.48
"""The tower is drawn no larger than so many times its size."""


@dataclass(frozen=True)
class Panels:
    """What is drawn of the site, the night behind it, and through which view each place beside it is seen.

    The clock hangs a little lower than it stands, so that between it and the wall there is room for a line of type.
    """

    shots: list[Shot]
    bands: list[tuple[View, float]]
    wall: View
    clock: View
    tower: View
    border: float

    def through(self, box: Box, written: bool = True) -> View:
        """The view through which a box of the stage is seen, in which something is written, or stands."""
        if not _is_upper(box, self.border, written):
            return self.tower
        return self.clock if box[3] < GROUND else self.wall


def panels(
    frame: Frame, mobjects: Sequence[Mobject], beside: Sequence[Block], site: Site, room: tuple[float, float]
) -> Panels:
    """Put the site between two heights of the frame: `room` is (low, high)."""
    low, high = room[0] + GAP, room[1] - GAP
    put = _broken if frame.tall else _whole
    return put(frame, mobjects, beside, site, (low, high))


def _solid(mobjects: Sequence[Mobject]) -> list[Box]:
    """Boxes of what takes room beside wall and tower."""
    found: list[Box] = []
    for one in mobjects:
        if isinstance(one, Bar) and one.opacity > SHOWS:
            found.append((one.left, one.y, one.right, one.y + THICKNESS))
        elif isinstance(one, Cache | Columns | Answer | Loop | Dots) and one.opacity > SHOWS:
            found.append(one.box)
    return found


def _of_wall(site: Site) -> Box:
    bricks = site.wall.bricks
    return bricks.left, GROUND - UNDER, bricks.right, bricks.crest + 0.1


def _of_tower(site: Site) -> Box:
    tower = site.sluice.tower
    return tower.left, GROUND - UNDER, tower.right, TOWER_TOP + 0.1


def _whole(
    frame: Frame, mobjects: Sequence[Mobject], beside: Sequence[Block], site: Site, room: tuple[float, float]
) -> Panels:
    solid = _solid(mobjects)
    _, y0, _, y1 = around([_of_wall(site), _of_tower(site), *solid, *(one.box for one in beside)])
    right = max([RIGHT, *(box[2] for box in solid)])
    scale = min((frame.right - frame.left) / (right - LEFT), (room[1] - room[0]) / (y1 - y0))
    scale = _even(scale)
    view = View(scale, -scale * (LEFT + right) / 2, (room[0] + room[1]) / 2 - scale * (y0 + y1) / 2)
    return _single(frame, mobjects, site.sluice.tower.left, view)


def _single(frame: Frame, mobjects: Sequence[Mobject], border: float, view: View) -> Panels:
    """The site in one panel."""
    clock = [one for one in mobjects if isinstance(one, Painted) and one.box[3] < GROUND and _on_clock(one, border)]
    rest, hung = [one for one in mobjects if one not in clock], _hung(view)
    return Panels([Shot(view, rest), Shot(hung, clock)], [(view, frame.low)], view, hung, view, border)


def _hung(view: View) -> View:
    """The same for the clock."""
    return View(view.scale, view.x, view.y - max(0.0, LINE - view.scale * (GROUND - UPPER - THICKNESS)))


def _broken(
    frame: Frame, mobjects: Sequence[Mobject], beside: Sequence[Block], site: Site, room: tuple[float, float]
) -> Panels:
    tower = site.sluice.tower
    solid = _solid(mobjects)
    boxes = [(box, False) for box in solid] + [(one.box, True) for one in beside]
    upper = [box for box, written in boxes if _is_upper(box, tower.left, written)]
    lower = [box for box, written in boxes if not _is_upper(box, tower.left, written)]
    up, down = around([_of_wall(site), *upper]), around([_of_tower(site), *lower])
    edge = frame.width / 2
    wide = min((edge - frame.left) / (tower.left - END - LEFT), (frame.right - frame.left) / (up[2] - LEFT))
    if site.sluice.back.opacity <= SHOWS:
        wide = _even((frame.right - frame.left) / (up[2] - LEFT))
        view = View(wide, frame.left - wide * LEFT, (room[0] + room[1]) / 2 - wide * (up[1] + up[3]) / 2)
        return _single(frame, mobjects, tower.left, view)
    space = room[1] - room[0] - GAP
    large = min(LARGEST, (space - wide * (up[3] - up[1])) / (down[3] - down[1]))
    if large < wide:
        wide = large = min(wide, space / (up[3] - up[1] + down[3] - down[1]))
    wide, large = _even(wide), _even(large)
    spare = (space - wide * (up[3] - up[1]) - large * (down[3] - down[1])) / 3
    wall = View(wide, frame.left - wide * LEFT, room[1] - spare - wide * up[3])
    border = wall.point(0.0, up[1])[1] - (GAP + spare) / 2
    below = View(large, -large * (tower.left + tower.right) / 2, room[0] + spare - large * down[1])
    shots = _upper(frame, mobjects, site, wall, border) + _lower(frame, mobjects, site, below, border)
    return Panels(shots, [(below, frame.low), (wall, border)], wall, _hung(wall), below, tower.left)


def _even(scale: float) -> float:
    """A scale that moments share: what was drawn for one of them serves others."""
    return floor(scale / SCALES) * SCALES


def _is_upper(box: Box, border: float, written: bool) -> bool:
    """Whether a box belongs to the wall: what stands left of the tower, and what is written on the clock."""
    if box[3] < GROUND:
        return written or box[0] < border
    return (box[0] + box[2]) / 2 < border


def _of_panel(mobjects: Sequence[Mobject], border: float, upper: bool) -> list[Mobject]:
    """What can be seen under the ground line of one of the panels, if it is not on both."""
    return [
        one
        for one in mobjects
        if not (isinstance(one, Painted) and one.box[3] < GROUND and _on_clock(one, border) != upper)
        and not (upper and isinstance(one, Loop))
    ]


def _on_clock(one: Painted, border: float) -> bool:
    return isinstance(one, Bar) or _is_upper(one.box, border, False)


def _upper(frame: Frame, mobjects: Sequence[Mobject], site: Site, view: View, low: float) -> list[Shot]:
    """The wall, and the channel as far as the frame's right edge."""
    end, edge, top = site.sluice.tower.left - END, frame.width / 2, frame.low + frame.height
    ground = view.point(0.0, GROUND)[1]
    cut = view.point(end, 0.0)[0]
    mobjects = _of_panel(mobjects, site.sluice.tower.left, True)
    shots = [
        _shot(view, (-edge, ground, min(cut, edge), top), mobjects),
        _shot(_hung(view), (-edge, low, edge, ground), mobjects),
    ]
    return shots + _pieces(mobjects, site, view, cut, edge, 1)


def _lower(frame: Frame, mobjects: Sequence[Mobject], site: Site, view: View, high: float) -> list[Shot]:
    """The tower, and the channel from the frame's left edge on."""
    start, edge = site.sluice.tower.left - END - PIECE, frame.width / 2
    cut = view.point(start, 0.0)[0]
    mobjects = _of_panel(mobjects, site.sluice.tower.left, False)
    main = _shot(view, (max(cut, -edge), frame.low, edge, high), mobjects)
    return [main, *_pieces(mobjects, site, view, cut, -edge, -1)]


def _pieces(mobjects: Sequence[Mobject], site: Site, view: View, cut: float, edge: float, way: int) -> list[Shot]:
    """The channel's last piece, repeated from a place of the frame to its edge."""
    end, step = site.sluice.tower.left - END, PIECE * view.scale
    low, high = (view.point(0.0, y)[1] for y in (site.channel.low - UNDER, site.channel.high + UNDER))
    shots: list[Shot] = []
    number = 1
    while (edge - cut) * way > (number - 1) * step:
        shift = step * number * way
        x0, x1 = (view.point(x, 0.0)[0] + shift for x in (end - PIECE, end))
        shots.append(_shot(View(view.scale, view.x + shift, view.y), (x0, low, x1, high), mobjects))
        number += 1
    return shots


def _shot(view: View, clip: Box, mobjects: Sequence[Mobject]) -> Shot:
    """What is seen inside a box of the frame; what is far from it is left out."""
    near = grown(clip, NEAR * view.scale, NEAR * view.scale)
    some = [one for one in mobjects if not isinstance(one, Painted) or touch(view.box(_now(one)), near)]
    return Shot(View(view.scale, view.x, view.y, clip), some)


def _now(one: Painted) -> Box:
    """The box of a prop where it has been moved to."""
    (x0, y0), (x1, y1) = one.points[:, :2].min(0).tolist(), one.points[:, :2].max(0).tolist()
    return x0, y0, x1, y1
