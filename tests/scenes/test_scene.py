"""A scene is a function of time: exact frames, any beat alone, errors that say what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from film.errors import FilmError
from film.keys import Stretch
from film.plan import BeatTiming, ScenePlan, Worded
from film.shoot import frame_times, settings
from film.storyboard import beats_of
from scenes import stage
from scenes.stage import FilmScene, beat
from scenes.stage.labels import Label
from scenes.stage.letters import Letters, Run, Style
from scenes.stage.tracks import Move
from scenes.weight_wall import WeightWall
from tests.scenes.laid import problems


class Small(FilmScene):
    """Two beats with one text."""

    def build(self) -> None:
        self.text = self.label("text", 0.0, 0.0, Style(0.5))

    @beat
    def comes(self) -> None:
        self.land(self.text, "a.figure")

    @beat(claim="it.holds")
    def goes(self) -> None:
        self.play(self.text.hide(), at=self.at("gone"))

    @goes.otherwise
    def stays(self) -> None:
        self.wait(0.1)


def small(said: Mapping[str, tuple[float, ...]], holds: bool = True, fps: int = 15) -> ScenePlan:
    """A plan for `Small`: each beat lasts one second."""
    comes = BeatTiming("small", "comes", "comes", 0, fps, said=said)
    goes = BeatTiming("small", "goes", "goes" if holds else "goes.otherwise", fps, fps, marks={"gone": 0.2})
    words = {"a.figure": Worded("8 ms", "eight milliseconds", "8", "ms")}
    screen, beats = {"text": "{a.figure}"}, (comes, goes)
    return ScenePlan("small", fps, {"a.figure": 0.008}, words, {"it.holds": holds}, screen, beats)


def construct(plan: ScenePlan) -> Small:
    """The scene with its moves written, undrawn."""
    with settings((320, 180), plan.fps):
        scene = Small(plan, [])
        scene.construct()
    return scene


@pytest.mark.parametrize("fps", [15, 24, 25, 30, 60])
@pytest.mark.parametrize("frames", [1, 7, 29, 450, 1201])
def test_a_play_draws_exactly_its_frames_and_ends_on_its_last_state(fps: int, frames: int) -> None:
    times = frame_times(frames / fps, fps)
    assert len(times) == frames
    assert times[-1] == pytest.approx(frames / fps)


def test_a_beat_alone_equals_the_same_frames_of_the_straight_render(draw: Callable[..., list[np.ndarray]]) -> None:
    straight = draw(WeightWall)
    alone = [frame for one in beats_of(WeightWall) for frame in draw(WeightWall, [one.name])]
    assert len(straight) == len(alone)
    differ = [number for number, pair in enumerate(zip(straight, alone, strict=True)) if (pair[0] != pair[1]).any()]
    assert differ == []


def test_a_stretch_of_a_beat_equals_the_same_frames_of_the_beat(draw: Callable[..., list[np.ndarray]]) -> None:
    whole = draw(WeightWall, ["one_chip"])
    some = draw(WeightWall, ["one_chip"], stretch=Stretch(31, 20))
    assert len(some) == 20
    assert all((one == other).all() for one, other in zip(some, whole[31:51], strict=True))


def test_a_scene_notes_what_it_reads() -> None:
    reads = construct(small({"a.figure": (0.5,)})).reads
    assert ("screen", "text", "{a.figure}") in reads
    assert ("word", "a.figure", Worded("8 ms", "eight milliseconds", "8", "ms")) in reads
    assert ("claim", "it.holds", True) in reads


def test_a_scene_notes_the_moments_that_its_last_beat_waits_for_and_which_way_the_others_went() -> None:
    reads = {name: value for kind, name, value in construct(small({"a.figure": (0.5,)})).reads if kind == "time"}
    assert reads == {
        "comes.variant": "comes",
        "goes.variant": "goes",
        "goes.mark.gone": 0.2,
        "goes.frames": 15,
    }


def test_scenes_know_their_times_only_through_what_is_noted() -> None:
    files = [
        path for path in Path(stage.__file__).parents[1].rglob("*.py") if path.name not in ("scene.py", "layout.py")
    ]
    words = {path.name: re.findall(r"\.(?:timing|plan)\b(?! import)", path.read_text("utf-8")) for path in files}
    assert {name: found for name, found in words.items() if found} == {}


def test_a_figure_is_half_in_view_when_its_word_begins() -> None:
    scene = construct(small({"a.figure": (0.5,)}))
    scene.pose(0.5)
    assert scene.text.opacity == pytest.approx(0.5, abs=0.01)


def test_a_digit_that_is_of_no_figure_is_found() -> None:
    class Typed(Small):
        comes, goes = Small.comes, Small.goes

        def build(self) -> None:
            super().build()
            self.write(Label(Letters([Run("× 42")], 1.0, 1.0, Style(0.5))))

    found = problems(Typed, small({"a.figure": (0.5,)}))
    assert "small: '× 42' draws a number that is no figure" in found
    assert not [line for line in problems(Small, small({"a.figure": (0.5,)})) if "no figure" in line]


@pytest.mark.parametrize(("holds", "left"), [(True, 0.0), (False, 1.0)])
def test_the_variant_whose_claim_holds_is_played(holds: bool, left: float) -> None:
    scene = construct(small({"a.figure": (0.5,)}, holds))
    scene.pose(2.0)
    assert scene.text.opacity == left


def test_a_figure_that_the_line_does_not_say_is_an_error_that_names_beat_and_figure() -> None:
    with pytest.raises(FilmError, match=r"small\.comes.*a\.figure"):
        construct(small({}))


def test_errors_of_a_line_and_of_a_text_say_where_they_stand() -> None:
    where = {"comes": "en.toml:7", "goes": "en.toml:8", "screen.text": "en.toml:12"}
    plan = replace(small({}), where=where)
    with pytest.raises(FilmError, match=r"^en\.toml:7: beat 'small\.comes' waits for figure 'a\.figure'"):
        construct(plan)
    plan = replace(small({"a.figure": (0.5,)}), where=where, screen={"text": "[{a.figure}](wieght)"})
    with pytest.raises(FilmError, match=r"^en\.toml:12: .*'wieght' is no meaning"):
        construct(plan)


def test_a_move_past_the_beats_end_is_an_error_that_says_by_how_much() -> None:
    with pytest.raises(FilmError, match=r"small\.comes.*runs over by 0\.05 s"):
        construct(small({"a.figure": (0.95,)}))


def test_moves_without_a_moment_follow_each_other() -> None:
    starts: list[float] = []

    class Follow(Small):
        @beat
        def comes(self) -> None:
            self.play(Move(lambda start, length: starts.append(start), 0.3))
            self.play(Move(lambda start, length: starts.append(start), 0.2))
            self.wait(0.1)
            self.play(Move(lambda start, length: starts.append(start), 0.1))

        goes = Small.goes

    with settings((320, 180), 15):
        Follow(small({"a.figure": (0.5,)}), []).construct()
    assert starts == pytest.approx([0.0, 0.3, 0.6])


def test_beats_are_read_in_the_order_in_which_they_stand() -> None:
    assert [one.name for one in beats_of(Small)] == ["comes", "goes"]
    assert [variant.key for variant in beats_of(Small)[1].variants] == ["goes", "goes.otherwise"]
