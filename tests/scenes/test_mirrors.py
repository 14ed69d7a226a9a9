"""What prefill and decode have in common: figures land on their words, any beat can be drawn alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from film.storyboard import beats_of
from scenes.decode_tap import DecodeTap
from scenes.prefill_sluice import PrefillSluice
from scenes.stage import FilmScene
from scenes.stage.labels import Count
from scenes.stage.layout import problems
from scenes.stage.plan import default_plan

SCENES = [PrefillSluice, DecodeTap]


@pytest.mark.parametrize("scene_class", SCENES)
def test_every_figure_lands_on_its_word(
    scene_class: type[FilmScene], pose: Callable[[type[FilmScene]], FilmScene]
) -> None:
    scene = pose(scene_class)
    shown: set[str] = set()
    for one in scene.plan.beats:
        begins = one.start_frame / scene.plan.fps
        for figure, (moment, *_) in one.said.items():
            drawn = [text for text in scene.written if figure in {name.partition(":")[0] for name in text.figures}]
            at = begins + moment
            landed = any(text.seen.at(at - 0.1) < 0.5 < text.seen.at(at + 0.1) for text in drawn)
            counters = [text.reached for text in drawn if isinstance(text, Count)]
            counted = any(reached.at(at - 0.1) < 1.0 == reached.at(at + 0.1) for reached in counters)
            # What is said again may stand already.
            assert landed or counted or figure in shown, f"{one.key}: {figure} does not land on its word"
            shown.add(figure)


@pytest.mark.parametrize("scene_class", SCENES)
def test_a_beat_alone_equals_the_straight_render(
    scene_class: type[FilmScene], draw: Callable[..., list[np.ndarray]]
) -> None:
    straight = draw(scene_class)
    alone = [frame for one in beats_of(scene_class) for frame in draw(scene_class, [one.name])]
    assert len(straight) == len(alone)
    differ = [number for number, pair in enumerate(zip(straight, alone, strict=True)) if (pair[0] != pair[1]).any()]
    assert differ == []


@pytest.mark.parametrize("scene_class", SCENES)
def test_texts_stay_apart_and_inside(scene_class: type[FilmScene]) -> None:
    assert problems(scene_class, default_plan(scene_class, 60)) == []
