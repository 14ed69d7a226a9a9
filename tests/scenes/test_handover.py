"""Scenes hand over in named states of the stage."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from film.plan import BeatTiming, ScenePlan
from film.shoot import Shootable
from scenes import STORYBOARD
from scenes.stage import FilmScene, Stage, beat
from scenes.stage.plan import default_plan
from scenes.weight_wall import WeightWall
from tests.scenes.laid import jumps


class Rests(FilmScene):
    """The stage at rest, which nothing disturbs."""

    starts, ends = Stage.REST, Stage.REST

    def build(self) -> None:
        self.stage()

    @beat
    def still(self) -> None:
        self.wait(0.1)


class StartsInTheDark(Rests):
    """Not what a scene at rest hands over to."""

    starts = Stage.DARK
    still = Rests.still


@pytest.fixture(scope="module")
def plan() -> ScenePlan:
    real = default_plan(WeightWall, 15)
    return ScenePlan(
        "still", 15, real.values, real.words, real.claims, {}, (BeatTiming("still", "still", "still", 0, 15),)
    )


def test_states_that_are_equal_hand_over_and_others_are_named(plan: ScenePlan) -> None:
    smooth: Mapping[str, type[Shootable]] = {"first": Rests, "second": Rests}
    torn: Mapping[str, type[Shootable]] = {"first": Rests, "second": StartsInTheDark}
    plans = {"first": plan, "second": plan}
    assert list(jumps(smooth, plans)) == []
    assert [line.startswith("first does not end as second begins") for line in jumps(torn, plans)] == [True]


def test_the_film_has_no_jump() -> None:
    scenes = {card.name: card.load() for card in STORYBOARD}
    plans = {name: default_plan(scene, 15) for name, scene in scenes.items()}
    assert list(jumps(scenes, plans)) == []
    for before, after in zip(list(scenes.values())[:-1], list(scenes.values())[1:], strict=True):
        assert getattr(before, "ends") is getattr(after, "starts")  # noqa: B009
