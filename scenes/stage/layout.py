"""What can be known of a scene's texts without drawing: what leaves the safe area, and what touches."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from film.plan import BeatTiming, ScenePlan
from scenes.stage.axes import Tick
from scenes.stage.blocks import seen
from scenes.stage.box import Box, touch
from scenes.stage.frame import Frame
from scenes.stage.scene import LANDING, FilmScene
from scenes.stage.views import Seen, View

VISIBLE = 0.05
"""Opacity from which a text counts."""
CLEAR = 0.03
"""Stage units that must stay free between two texts."""
ROUNDING = 0.01
SMALLEST, WRITING = 0.022, 0.018
"""Size of the smallest type, as a share of the frame's shorter side, and of type that is seen being written."""


def faults(scene: FilmScene, plan: ScenePlan, beats: Collection[str]) -> list[str]:
    """A line for each text of a scene that leaves the safe area, touches another, or is too small for a phone, at any
    cue or end of the beats of these names, and for each with a digit that is of no figure."""
    found = [line for timing in plan.beats if timing.name in beats for line in _beat(scene, timing)]
    return list(dict.fromkeys([*typed(scene), *found]))


def typed(scene: FilmScene) -> Iterator[str]:
    """The texts of a scene that draw a digit and know no figure that it is of. The numbers on an axis are its own."""
    for written in scene.written:
        if not written.figures and not isinstance(written, Tick):
            for text, _ in written.texts():
                if any(map(str.isdigit, text)):
                    yield f"{scene.plan.scene}: {text!r} draws a number that is no figure"


def _beat(scene: FilmScene, timing: BeatTiming) -> Iterator[str]:
    begins = scene.begun(timing.name)
    for moment in moments(timing, scene.plan.fps):
        scene.pose_at(begins + moment)
        yield from (f"{timing.key}: {line}" for line in misplaced(scene))


def misplaced(scene: FilmScene) -> Iterator[str]:
    """What is wrong with the texts that show at the moment for which the scene is posed."""
    frame, texts = scene.frame, visible(scene)
    short = min(frame.width, frame.height)
    for one in texts:
        if not _inside(one.box, frame):
            yield f"{one.text!r} leaves the safe area"
        if one.size < short * (WRITING if one.drawn else SMALLEST) - ROUNDING / short:
            yield f"{one.text!r} is too small: {one.size / short:.1%} of the frame's shorter side"
    for one, other in combinations(texts, 2):
        if touch(one.box, other.box, CLEAR):
            yield f"{one.text!r} touches {other.text!r}"


def moments(timing: BeatTiming, fps: int) -> list[float]:
    """The beat's cues, when what they bring in is in full view, and its end, in seconds of the beat."""
    cues = [moment for moments in timing.said.values() for moment in moments] + list(timing.marks.values())
    end = timing.frames / fps
    return sorted({min(moment + shift, end) for moment in cues for shift in (0.0, LANDING)} | {end})


def visible(scene: FilmScene) -> Sequence[Seen]:
    """The texts that show at the moment for which the scene is posed, where its frame has them."""
    if scene.arrangement is not None:
        return scene.arrangement.seen
    return [one for written in scene.written if written.opacity > VISIBLE for one in seen(written, View())]


def _inside(box: Box, frame: Frame) -> bool:
    x0, y0, x1, y1 = box
    across = x0 >= frame.left - ROUNDING and x1 <= frame.right + ROUNDING
    return across and y0 >= frame.bottom - ROUNDING and y1 <= frame.top + ROUNDING
