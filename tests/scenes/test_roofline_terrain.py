"""The scene of the terrain keeps its word, on any chip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import roofline
from film.language import words_for
from film.plan import BeatTiming, ScenePlan
from film.plans import scene_plans
from film.script import load_script
from film.shoot import settings
from film.storyboard import beats_of
from film.timeline import build
from film.voice import SilentVoice
from roofline.claims import evaluate
from scenes.roofline_terrain import RooflineTerrain
from scenes.stage import FilmScene, Stage, beat
from scenes.stage.box import touch
from scenes.stage.plan import SCRIPT, default_plan
from scenes.stage.plot import FLOOR
from scenes.stage.terrain import Terrain
from tests.scenes.laid import problems

NAME = "roofline_terrain"
ALONE = ("slope_and_roof", "the_ridge", "other_mountains")


def plan(fps: int = 15, **chosen: Any) -> ScenePlan:
    """The scene's plan for a chip, a prompt, …"""
    figures, script = roofline.compute(**chosen), load_script(SCRIPT)
    words, claims = words_for(figures), evaluate(figures)
    timeline = build({NAME: beats_of(RooflineTerrain)}, script, words, claims, SilentVoice(), fps)
    return scene_plans(figures, script, words, claims, timeline)[NAME]


def posed(made: ScenePlan) -> RooflineTerrain:
    with settings((320, 180), made.fps):
        scene = RooflineTerrain(made, [])
        scene.construct()
    return scene


def timing(scene: FilmScene, name: str) -> tuple[BeatTiming, float]:
    found = next(one for one in scene.plan.beats if one.name == name)
    return found, scene.begun(found.name)


def test_point_number_and_lights_climb_together_and_meet_the_ridge_on_its_word() -> None:
    scene = posed(plan(60))
    one, begins = timing(scene, "the_ridge")
    start, meet = begins + one.marks["below"], begins + one.said["gpu.ridge"][0]
    for share in (0.3, 0.5, 0.8, 0.95):
        scene.pose_at(start + share * (meet - start))
        intensity = scene.climber.intensity
        assert intensity == pytest.approx(scene.ridge**share)
        assert float(scene.signs.ridge.number.reads) == pytest.approx(intensity, abs=0.6)
        on = (scene.terrain.roof.pieces.level > 0.1).sum()
        assert on == pytest.approx(intensity, abs=1.1)
    scene.pose_at(meet)
    assert scene.climber.x == pytest.approx(scene.terrain.land.chip.x)
    assert scene.signs.ridge.number.reads == scene.word("gpu.ridge").number
    assert scene.longer.lengths[0] == pytest.approx(scene.longer.lengths[1])


def test_memory_is_named_before_the_ridge_and_arithmetic_after() -> None:
    scene = posed(plan(60))
    one, begins = timing(scene, "the_ridge")
    scene.pose_at(begins + one.said["gpu.ridge"][0])
    assert scene.signs.by_memory.opacity == 1.0
    assert scene.signs.by_arithmetic.opacity == 0.0
    scene.pose_at(begins + one.frames / 60)
    assert scene.signs.by_arithmetic.opacity == 1.0
    assert scene.climber.intensity > scene.ridge


@pytest.mark.parametrize("chosen", [{}, {"prompt": 200}, {"prompt": 100_000}], ids=["default", "short", "long"])
def test_every_figure_that_is_said_lands_on_its_word(
    chosen: dict[str, Any], unlanded: Callable[[FilmScene], list[str]]
) -> None:
    assert unlanded(posed(plan(60, **chosen))) == []


@pytest.mark.parametrize(
    "chosen",
    [
        {"gpu": "h100"},
        {"gpu": "a100"},
        {"gpu": "rtx-4090"},
        {"gpu": "l4"},
        {"gpu": "b200", "weights": "int8"},
        {"gpu": "tpu-v6e"},
        {"gpu": "rtx-3090", "prompt": 16_000},
        {"gpu": "h200", "prompt": 30},
        {"gpu": "h100", "prompt": 200},
        {"gpu": "mi300x", "prompt": 100_000},
        {"gpu": "h100", "prompt": 100_000},
        {"gpu": "h100", "model": "llama-3.2-1b"},
        {"gpu": "b200", "model": "llama-3.1-70b"},
    ],
    ids=str,
)
def test_no_text_leaves_the_safe_area_or_touches_another(chosen: dict[str, Any]) -> None:
    assert problems(RooflineTerrain, plan(**chosen)) == []


@pytest.mark.parametrize(("peak", "bandwidth"), [(2.13, 0.161), (5.5, 0.555), (30, 1), (300, 30), (989, 3.35)])
def test_what_makes_a_speed_stands_on_the_land_and_off_the_lights(
    peak: float, bandwidth: float, tmp_path: Path
) -> None:
    chip = tmp_path / "chip.toml"
    numbers = f"peak_tflops = {peak}\nbandwidth_tb_per_s = {bandwidth}\nmemory_gb = 80\ndense = true\n"
    chip.write_text(f'name = "Own"\nfull_name = "A chip of my own"\n{numbers}', encoding="utf-8")
    scene = posed(plan(gpu=str(chip)))
    signs, lights = scene.signs, scene.terrain.roof.lights.box
    for shown in (signs.bandwidth, signs.peak, *signs.speeds):
        for box in (box for part in shown.parts for _, box in part.texts()):
            assert box[1] > FLOOR
            assert not touch(box, lights)


@pytest.mark.parametrize(("prompt", "variant"), [(2000, ""), (200, ".otherwise")])
def test_a_short_prompt_is_not_said_to_stand_on_the_roof(prompt: int, variant: str) -> None:
    made = plan(prompt=prompt)
    keys = {one.variant for one in made.beats}
    assert {f"two_points{variant}", f"two_metrics{variant}"} <= keys
    scene = posed(made)
    assert (scene.downpour.ground == pytest.approx(scene.terrain.land.chip.y)) == (not variant)


def test_beats_drawn_alone_equal_the_whole_scene(draw: Callable[..., list[np.ndarray]]) -> None:
    made = plan(4)
    whole, done = draw(RooflineTerrain, None, made), 0
    for one in made.beats:
        # Where bricks and lights move, where the point climbs, and where rock comes in.
        alone = draw(RooflineTerrain, [one.name], made) if one.name in ALONE else whole[done : done + one.frames]
        assert len(alone) == one.frames
        same = [np.array_equal(first, second) for first, second in zip(alone, whole[done:], strict=False)]
        assert all(same), f"{one.key} differs first at frame {same.index(False)}"
        done += one.frames
    assert done == len(whole)


def test_it_ends_as_a_scene_on_the_terrain_begins(draw: Callable[..., list[np.ndarray]]) -> None:
    last = draw(RooflineTerrain, ["other_mountains"])[-1]

    class There(FilmScene):
        """The terrain, for one frame."""

        starts = ends = Stage.TERRAIN

        def build(self) -> None:
            Terrain(self.stage(), self.value).put_on(self)

        @beat
        def still(self) -> None:
            self.wait()

    still = BeatTiming("there", "still", "still", 0, 1)
    fresh = draw(There, None, replace(default_plan(RooflineTerrain, 15), beats=(still,)))[0]
    assert np.abs(last[..., :3].astype(int) - fresh[..., :3]).max() <= 1
