"""The first scene keeps its word: what counts, counts what is drawn; what is timed, takes its time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from film.plan import BeatTiming
from scenes.stage import FilmScene, beat
from scenes.stage.plan import default_plan
from scenes.weight_wall import WeightWall

Pose = Callable[[type[FilmScene]], FilmScene]


def timing(scene: FilmScene, name: str) -> tuple[BeatTiming, float]:
    """A beat's timing, and its first moment in seconds of the scene."""
    found = next(one for one in scene.plan.beats if one.name == name)
    return found, scene.begun(found.name)


def test_the_number_counts_the_bricks_that_stand(pose: Pose) -> None:
    scene = pose(WeightWall)
    assert isinstance(scene, WeightWall)
    first, begins = timing(scene, "one_model")
    for moment in np.linspace(0.5, first.said["model.parameters"][0], 9):
        scene.pose_at(begins + float(moment))
        standing = scene.site.wall.shown.mean() * scene.value("model.parameters") / 1e9
        assert float(scene.parameters.number.reads) == pytest.approx(standing, abs=0.012)


def test_the_read_takes_the_step_on_the_slow_clock_and_ends_on_its_word(pose: Pose) -> None:
    scene = pose(WeightWall)
    assert isinstance(scene, WeightWall)
    last, begins = timing(scene, "the_channel")
    end = begins + last.said["decode.memory_time"][0]
    seconds = scene.value("decode.memory_time") * scene.value("clock.slow_motion")
    front = scene.site.wall.front
    assert (front.at(end - seconds), front.at(end)) == pytest.approx((0.0, 1.0), abs=1e-9)
    assert front.at(end - seconds / 2) == pytest.approx(0.5)
    scene.pose_at(end - seconds / 2)
    assert scene.bar.share == pytest.approx(0.5)


def test_it_ends_as_a_scene_at_rest_begins(draw: Callable[..., list[np.ndarray]]) -> None:
    last = draw(WeightWall, ["the_channel"])[-1]

    class Rest(FilmScene):
        """The stage at rest, for one frame."""

        def build(self) -> None:
            self.stage()

        @beat
        def still(self) -> None:
            self.wait()

    plan = replace(default_plan(WeightWall, 15), beats=(BeatTiming("rest", "still", "still", 0, 1),))
    fresh = draw(Rest, None, plan)[0]
    assert np.abs(last[..., :3].astype(int) - fresh[..., :3]).max() <= 1
