"""What can be known of a scene's texts without drawing: what leaves the safe area, and what touches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from film.errors import FilmError
from film.plan import BeatTiming, ScenePlan
from film.shoot import settings
from scenes.stage.axes import Tick
from scenes.stage.camera import Box
from scenes.stage.scene import LANDING, FilmScene
from scenes.stage.theme import BOTTOM, LEFT, RIGHT, TOP

VISIBLE = 0.05
"""Opacity from which a text counts."""
CLEAR = 0.03
"""Stage units that must stay free between two texts."""
ROUNDING = 0.01
SIZE = (640, 360)


@dataclass(frozen=True)
class Seen:
    """A text that shows, and the box of its ink."""

    text: str
    box: Box


def problems(scene_class: type[FilmScene], plan: ScenePlan) -> list[str]:
    """A line for each text that leaves the safe area or touches another, at any cue or beat's end, and for each with a
    digit that is of no figure.

    A beat that runs over, or waits for a cue that its line does not have, is the only line.
    """
    with settings(SIZE, plan.fps):
        try:
            scene = scene_class(plan, [])
            scene.construct()
        except FilmError as error:
            return [str(error)]
        found = [*typed(scene), *(line for timing in plan.beats for line in _beat(scene, timing))]
    return list(dict.fromkeys(found))


def typed(scene: FilmScene) -> Iterator[str]:
    """The texts of a scene that draw a digit and know no figure that it is of. The numbers on an axis are its own."""
    for written in scene.written:
        if not written.figures and not isinstance(written, Tick):
            for text, _ in written.texts():
                if any(map(str.isdigit, text)):
                    yield f"{scene.plan.scene}: {text!r} draws a number that is no figure"


def _beat(scene: FilmScene, timing: BeatTiming) -> Iterator[str]:
    begins = (timing.start_frame - scene.plan.beats[0].start_frame) / scene.plan.fps
    for moment in moments(timing, scene.plan.fps):
        scene.pose(begins + moment)
        seen = visible(scene)
        for one in seen:
            if not _inside(one.box):
                yield f"{timing.key}: {one.text!r} leaves the safe area"
        for one, other in combinations(seen, 2):
            if _touch(one.box, other.box):
                yield f"{timing.key}: {one.text!r} touches {other.text!r}"


def moments(timing: BeatTiming, fps: int) -> list[float]:
    """The beat's cues, when what they bring in is in full view, and its end, in seconds of the beat."""
    cues = [moment for moments in timing.said.values() for moment in moments] + list(timing.marks.values())
    end = timing.frames / fps
    return sorted({min(moment + shift, end) for moment in cues for shift in (0.0, LANDING)} | {end})


def visible(scene: FilmScene) -> list[Seen]:
    """The texts that show at the moment for which the scene is posed."""
    return [Seen(text, box) for written in scene.written if written.opacity > VISIBLE for text, box in written.texts()]


def _inside(box: Box) -> bool:
    x0, y0, x1, y1 = box
    return x0 >= LEFT - ROUNDING and x1 <= RIGHT + ROUNDING and y0 >= BOTTOM - ROUNDING and y1 <= TOP + ROUNDING


def _touch(one: Box, other: Box) -> bool:
    return (
        one[0] < other[2] + CLEAR
        and other[0] < one[2] + CLEAR
        and one[1] < other[3] + CLEAR
        and other[1] < one[3] + CLEAR
    )
