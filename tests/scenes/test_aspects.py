"""Stills in other shapes than the film's: laid out, not cut."""

from __future__ import annotations

import numpy as np
import pytest

from film.aspects import ASPECTS, WIDE, Aspect, aspect_of
from film.look import Look
from film.plan import ScenePlan
from film.request import Request
from film.shoot import settings
from film.sitting import Sitting, sitting
from film.stills import declared
from film.story import Story, told
from scenes import STORYBOARD
from scenes.stage.backdrop import Backdrop
from scenes.stage.frame import FILM, FRAMES, frame_of
from scenes.stage.plot import FLOOR
from scenes.stage.scene import FilmScene
from tests.scenes.laid import problems

OTHERS = [aspect for aspect in ASPECTS.values() if aspect is not WIDE]
SMALL = 270
"""Lines of the film's size at which a test draws."""


@pytest.fixture(scope="module")
def story() -> Story:
    return told(Request(voice="silent"), STORYBOARD)


def of(story: Story, scene: str) -> tuple[type[FilmScene], ScenePlan]:
    loaded: type[FilmScene] = story.boards[scene].card.load()
    return loaded, story.plans[scene]


def moment(story: Story, name: str) -> float:
    """Of a beat's still, in seconds of its scene."""
    return next(still.moment for still in declared(story) if still.name == name)


@pytest.mark.parametrize("aspect", ASPECTS.values(), ids=str)
def test_a_frame_has_its_shape_in_stage_units_and_in_pixels(aspect: Aspect) -> None:
    assert aspect.width / aspect.height == pytest.approx(float(aspect.shape))
    assert aspect_of(aspect.size) is aspect
    assert min(aspect.size) == WIDE.size[1]
    with settings(aspect.size, 60) as _:
        from manim import config

        assert frame_of(config.frame_width, config.frame_height).name == aspect.name


def test_a_shape_without_a_layout_shows_the_film_s_frame() -> None:
    assert aspect_of((1000, 700)) is WIDE
    assert frame_of(14.5, 9.0) is FILM


@pytest.mark.parametrize("aspect", OTHERS, ids=str)
@pytest.mark.parametrize("scene", ["weight_wall", "roofline_terrain"])
def test_texts_have_room_in_every_aspect(story: Story, scene: str, aspect: Aspect) -> None:
    assert problems(*of(story, scene), aspect=aspect) == []


@pytest.mark.full
@pytest.mark.parametrize("aspect", OTHERS, ids=str)
@pytest.mark.parametrize("gpu", ["h100", "rtx-4090", "l4", "mi300x"])
def test_texts_of_all_beats_have_room_in_every_aspect(gpu: str, aspect: Aspect) -> None:
    story = told(Request(gpu=gpu, voice="silent"), STORYBOARD)
    assert [line for scene in story.boards for line in problems(*of(story, scene), aspect=aspect)] == []


def seen(story: Story, scene: str, beat: str, aspect: Aspect) -> tuple[Sitting, np.ndarray]:
    made, plan = of(story, scene)
    with sitting(made, plan, Look(aspect.lines(SMALL))) as sat:
        sat.pose(moment(story, f"{scene}.{beat}"))
        return sat, sat.pixels()[..., :3].astype(int)


def amber(pixels: np.ndarray) -> np.ndarray:
    """Where there is the light of weights: more red than blue, and bright."""
    found: np.ndarray = (pixels[..., 0] > 120) & (pixels[..., 0] > pixels[..., 2] + 50)
    return found


def test_in_a_tall_frame_the_channel_leaves_at_the_right_and_enters_at_the_left(story: Story) -> None:
    sat, pixels = seen(story, "weight_wall", "the_channel", ASPECTS["9:16"])
    middle = next(start for _, start in sat.scene.arrangement.bands[1:])  # type: ignore[attr-defined]
    frame = FRAMES["9:16"]
    row = round((frame.low + frame.height - middle) / frame.height * pixels.shape[0])
    assert 0.3 < row / pixels.shape[0] < 0.6
    upper, lower = amber(pixels[:row]), amber(pixels[row:])
    edge = pixels.shape[1] // 25
    assert upper[:, -edge:].any()
    assert not upper[:, : edge // 2].any()
    assert lower[:, :edge].any()
    assert not lower[:, -edge:].any()


@pytest.mark.parametrize("aspect", OTHERS, ids=str)
def test_the_wall_goes_nearly_from_edge_to_edge_where_it_stands_alone(story: Story, aspect: Aspect) -> None:
    _, pixels = seen(story, "weight_wall", "one_model", aspect)
    lit = np.flatnonzero(amber(pixels[: pixels.shape[0] * 3 // 4]).any(0))
    share = (lit[-1] - lit[0]) / pixels.shape[1]
    assert share > (0.8 if aspect.height > aspect.width else 0.45)


@pytest.mark.parametrize("aspect", OTHERS, ids=str)
def test_a_site_s_numbers_stand_under_the_picture_and_its_title_over_it(story: Story, aspect: Aspect) -> None:
    sat, _ = seen(story, "weight_wall", "one_chip", aspect)
    scene = sat.scene
    boxes = {one.text: one.box for one in scene.arrangement.seen}  # type: ignore[attr-defined]
    frame = FRAMES[aspect.name]
    assert boxes["Llama 3.1 8B"][1] > frame.top - 0.8
    assert all(boxes[number][3] < frame.middle for number in ("8.03", "16", "989"))
    rows = {round(boxes[number][1], 2) for number in ("8.03", "16", "989")}
    assert len(rows) == (1 if aspect.name == "4:3" else 2)


@pytest.mark.parametrize("aspect", OTHERS, ids=str)
def test_the_terrain_is_a_plot_of_the_frame_and_not_the_film_s_scaled(story: Story, aspect: Aspect) -> None:
    made, plan = of(story, "roofline_terrain")
    with settings(aspect.lines(SMALL), plan.fps):
        scene = made(plan, [])
        scene.construct()
        scene.pose(moment(story, "roofline_terrain.two_metrics"))
        frame, land = scene.frame, scene.terrain.land  # type: ignore[attr-defined]
        assert land.chip.y == pytest.approx(frame.highest)
        assert (land.chip.y - FLOOR) / frame.height > 0.55
        assert land.chip.x < frame.right - 2
        assert scene.arrangement.shots[0].view.scale == 1.0  # type: ignore[union-attr]
        sky = next(one for one in scene.mobjects if isinstance(one, Backdrop))
        assert sky.opacity == 1


def test_the_film_s_own_frame_is_not_arranged(story: Story) -> None:
    sat, _ = seen(story, "weight_wall", "one_chip", WIDE)
    assert sat.scene.arrangement is None  # type: ignore[attr-defined]
    assert sat.camera.arrangement is None
    assert tuple(sat.camera.frame_center) == (0, 0, 0)
    assert sat.camera.shift == (0, 0)
