"""Frames of a scene at a small size, for the tests of pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
import pytest

import roofline
from film.keys import Stretch
from film.plan import ScenePlan
from film.shoot import Sink, settings
from scenes.stage import FilmScene
from scenes.stage.labels import Count, Label
from scenes.stage.plan import default_plan

FPS, SIZE = 15, (320, 180)

Frames = list[np.ndarray]
Draw = Callable[..., Frames]


def draw(
    scene_class: type[FilmScene],
    beats: Sequence[str] | None = None,
    plan: ScenePlan | None = None,
    stretch: Stretch | None = None,
) -> Frames:
    """The raw frames of some beats of a scene (all if None), or of a stretch of each."""
    frames: Frames = []

    def keep(pixels: np.ndarray, repeat: int) -> None:
        frames.extend([pixels.copy()] * repeat)

    with settings(SIZE, FPS):
        scene = scene_class(plan or default_plan(scene_class, FPS), beats)
        scene.stretch = stretch
        cast(Sink, scene.renderer.file_writer).target = keep
        scene.render()
    return frames


@pytest.fixture(name="draw")
def _draw() -> Draw:
    return draw


def build(scene_class: type[FilmScene], plan: ScenePlan | None = None) -> FilmScene:
    """A scene with all its moves written, undrawn, ready to be posed at any moment."""
    with settings(SIZE, 60):
        scene = scene_class(plan or default_plan(scene_class, 60), [])
        scene.construct()
    return scene


@pytest.fixture(scope="session")
def built() -> Callable[..., FilmScene]:
    """Builds a scene with all its moves written; for fixtures that several tests share."""
    return build


@pytest.fixture
def pose() -> Callable[[type[FilmScene]], FilmScene]:
    """Builds a scene with all its moves written, undrawn, ready to be posed at any moment."""
    return build


@pytest.fixture
def asked() -> Callable[..., FilmScene]:
    """Builds a scene of another film, such as `asked(DecodeTap, prompt=30)`."""

    def of(scene_class: type[FilmScene], **options: Any) -> FilmScene:
        plan = default_plan(scene_class, 60, roofline.compute(**options))
        with settings(SIZE, 60):
            scene = scene_class(plan, [])
            scene.construct()
        return scene

    return of


@pytest.fixture
def unlanded() -> Callable[[FilmScene], list[str]]:
    """Finds the figures that a scene says but does not bring into view within a tenth of a second of their word. What
    was said in an earlier beat may stand already."""

    def find(scene: FilmScene) -> list[str]:
        found: list[str] = []
        said: set[str] = set()
        for one in scene.plan.beats:
            begins = scene.begun(one.name)
            for figure, (moment, *_) in one.said.items():
                drawn = [text for text in scene.written if figure in {name.partition(":")[0] for name in text.figures}]
                landed = any(_lands(text, begins + moment) for text in drawn)
                stands = figure in said and any(text.seen.at(begins + moment) == 1.0 for text in drawn)
                found += [] if landed or stands else [f"{one.key}: {figure}"]
                said.add(figure)
        return found

    return find


def _lands(text: Label | Count, moment: float) -> bool:
    before, after = moment - 0.1, moment + 0.1
    counted = isinstance(text, Count) and text.reached.at(before) < 1.0 == text.reached.at(after)
    return counted or text.seen.at(before) < 0.5 < text.seen.at(after)
