"""A moment of a scene laid out for a frame that is not the film's.

Type keeps its size in stage units. The title goes to the top, the heroes to the bottom, in as many columns as there
is room for; between them stands the picture. What is written beside a prop stays beside it, as near as there is room.
The terrain, pages and tracks are built for the frame and stand where they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from manim import Mobject

from scenes.stage.answer import Word
from scenes.stage.axes import Tick
from scenes.stage.backdrop import Backdrop
from scenes.stage.blocks import Block, Placed, Text, clusters, ink, seen, settle
from scenes.stage.box import Box
from scenes.stage.clock import THICKNESS, Bar
from scenes.stage.folio import Folio
from scenes.stage.frame import Frame
from scenes.stage.heroes import heroes
from scenes.stage.marks import Mark
from scenes.stage.panels import panels
from scenes.stage.site import Site
from scenes.stage.theme import COLUMNS, HERO_LINE, NOTE_DROP, TITLE_LINE
from scenes.stage.titles import SECOND, titles
from scenes.stage.tokens import Prompt
from scenes.stage.views import Arrangement, Seen, Shot, View

SHOWS = 0.02
"""Opacity from which something takes room."""
LEAST, AROUND = 0.85, 0.2
"""No type is made smaller than so many times its size to fit between wall and tower, with so much room around it."""
UNDER_BARS = -2.3
"""What is written below this on the site belongs to the heroes."""


def arrange(frame: Frame, mobjects: Sequence[Mobject], written: Sequence[Text], site: Site | None) -> Arrangement:
    """Lay out what a scene shows now."""
    shown = [text for text in written if text.opacity > SHOWS]
    fixed = [text for text in shown if isinstance(text, Tick | Prompt | Word)]
    texts = [text for text in shown if text not in fixed]
    built = site is None or any(isinstance(one, Backdrop) and one.opacity > 0.5 for one in mobjects)
    over = [text for text in texts if _at(text, TITLE_LINE, TITLE_LINE - SECOND)]
    under = [text for text in texts if _at(text, HERO_LINE, HERO_LINE - NOTE_DROP) or (not built and _under_bars(text))]
    beside = clusters(text for text in texts if text not in over and text not in under)
    props = _props(mobjects) if under else {}
    top, bottom = titles(over, frame), heroes(under, props, frame)
    moved = {id(one) for one in (*texts, *props)}
    stage = [one for one in mobjects if id(one) not in moved]
    taken = [placed.box for placed in (*top, *bottom)]
    if built or site is None:
        still = [one for text in fixed for one in seen(text, View())]
        taken += [one.box for one in still]
        aside = settle(beside, lambda block: (*block.anchor, 1.0), frame, taken)
        return _whole([Shot(View(), stage)], [*top, *bottom, *aside], still, ((View(), frame.low),))
    low = max((placed.box[3] for placed in bottom), default=frame.bottom)
    high = min((placed.box[1] for placed in top), default=frame.top)
    made = panels(frame, stage, beside, site, (low, high))
    still = [one for text in fixed for one in seen(text, made.through(ink(text), False), True)]
    taken += [
        *(one.box for one in still),
        *(made.clock.box(box) for box in _bars(stage)),
        made.wall.box(_channel(site)),
    ]

    def aim(block: Block) -> tuple[float, float, float]:
        view = made.through(block.box)
        return *view.point(*block.anchor), _scale(block, view, site)

    aside = settle(beside, aim, frame, taken)
    return _whole(made.shots, [*top, *bottom, *aside], still, made.bands)


def _whole(
    shots: Sequence[Shot], placed: Sequence[Placed], fixed: Sequence[Seen], bands: Sequence[tuple[View, float]]
) -> Arrangement:
    read = [*fixed, *(one for each in placed for one in each.seen)]
    return Arrangement([*shots, *(each.shot for each in placed)], read, bands)


def _at(text: Text, *lines: float) -> bool:
    """Whether it was set on one of these baselines, and not by chance beside it."""
    return text.letters.baseline in lines


def _under_bars(text: Text) -> bool:
    return bool(text.group) or text.letters.baseline < UNDER_BARS


def _props(mobjects: Sequence[Mobject]) -> dict[Mobject, tuple[str, Box]]:
    """What stands among the heroes: its group and its box."""
    found: dict[Mobject, tuple[str, Box]] = {}
    for one in mobjects:
        if isinstance(one, Folio) and one.opacity > SHOWS:
            found[one] = str(len(COLUMNS) - 1), one.box
        elif isinstance(one, Mark) and one.group and one.opacity > SHOWS:
            found[one] = one.group, one.box
    return found


def _scale(block: Block, view: View, site: Site) -> float:
    """Size of what is written beside the site: over the channel it is made to fit between wall and tower."""
    left, right = site.channel.left, site.sluice.tower.left
    if block.box[1] < site.channel.high or not left - 0.1 < block.box[0] < block.box[2] < right + 0.1:
        return 1.0
    return min(1.0, max(LEAST, (view.scale * (right - left) - AROUND) / block.width))


def _channel(site: Site) -> Box:
    channel = site.channel
    return channel.left, channel.low, channel.right, channel.high


def _bars(mobjects: Sequence[Mobject]) -> list[Box]:
    bars = [one for one in mobjects if isinstance(one, Bar) and one.opacity > SHOWS]
    return [(bar.left, bar.y, bar.right, bar.y + THICKNESS) for bar in bars]
