"""What prefill and decode have in common: any beat can be drawn alone, and texts stay apart."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from film.storyboard import beats_of
from scenes.decode_tap import DecodeTap
from scenes.prefill_sluice import PrefillSluice
from scenes.stage import FilmScene
from scenes.stage.plan import default_plan
from tests.scenes.laid import problems

SCENES = [PrefillSluice, DecodeTap]


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
