"""A beat does not depend on the times of those before it, unless it runs on from them; and the picture never jumps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
import pytest

from film.keys import Stretch
from film.plan import BeatTiming, ScenePlan, Taken
from film.shoot import Frame, Ready, settings
from film.sitting import Sitting
from film.storyboard import SceneCard, beats_of
from roofline import compute
from scenes import STORYBOARD
from scenes.stage import FilmScene
from scenes.stage.plan import VERSUS, default_plan
from scenes.stage.slots import APART, Laps, Slot, by_the_clock

FPS = 15
MOVED, LONGER = 0.4, 7
"""Seconds by which moments after the first second are moved, and frames by which their beat is longer."""

UNSEEN = 24
"""Levels of 255 by which one pixel may differ when a beat begins: a light that breathes."""

CHIPS = ("a100", "rtx-4090", "l4", "mi300x")


def later(beat: BeatTiming) -> BeatTiming:
    """A beat of which the line has grown."""

    def moved(moment: float) -> float:
        return moment + MOVED if moment > 1 else moment

    return replace(
        beat,
        frames=beat.frames + LONGER,
        said={figure: tuple(map(moved, moments)) for figure, moments in beat.said.items()},
        marks={mark: moved(moment) for mark, moment in beat.marks.items()},
    )


def shifted(plan: ScenePlan, until: int) -> ScenePlan:
    """The plan with other times for all beats before one."""
    beats, start = [], plan.beats[0].start_frame
    for number, beat in enumerate(plan.beats):
        beats.append(replace(later(beat) if number < until else beat, start_frame=start))
        start += beats[-1].frames
    return replace(plan, beats=tuple(beats))


def pictures(scene_class: type[FilmScene], plan: ScenePlan, number: int) -> list[Frame]:
    """A beat before its first frame and at its first, and the thirds of it, its end last."""
    with settings((320, 180), FPS):
        scene = scene_class(plan, [])
        scene.construct()
        frames = plan.beats[number].frames
        return [photo(scene, number, frame) for frame in (0, 1, frames // 3, 2 * frames // 3, frames)]


def photo(scene: FilmScene, number: int, frame: int) -> Frame:
    scene.pose_at(scene.slots[number].begins + frame / FPS)
    return Sitting(scene).pixels()


def cases() -> Iterator[object]:
    for chip in ("h100", *CHIPS):
        for card in STORYBOARD:
            marks = [] if chip == "h100" else [pytest.mark.full]
            yield pytest.param(chip, card, id=f"{chip}-{card.name}", marks=marks)


@pytest.mark.parametrize(("chip", "card"), list(cases()))
def test_a_beat_that_does_not_run_on_is_the_same_whenever_those_before_it_end(chip: str, card: SceneCard) -> None:
    scene = card.load()
    figures = compute(gpu=chip, versus=VERSUS if chip != VERSUS else "h100")
    plan = default_plan(scene, FPS, figures)
    runs_on = {beat.name: beat.runs_on for beat in beats_of(scene)}
    drawn = [pictures(scene, plan, number) for number in range(len(plan.beats))]
    for number, beat in enumerate(plan.beats[1:], start=1):
        apart = np.abs(drawn[number][0].astype(int) - drawn[number - 1][-1])
        assert apart.max() <= UNSEEN, f"{beat.key} does not begin as the beat before it ends"
        if not runs_on[beat.name]:
            moved = pictures(scene, shifted(plan, number), number)
            assert all((a == b).all() for a, b in zip(drawn[number], moved, strict=True)), f"{beat.key} depends on it"


def test_watched_seconds_follow_the_clock_and_a_beat_ends_before_the_next_begins() -> None:
    slots = [Slot(0.0, 0.0, 2.0), Slot(APART, 2.0, 3.0), Slot(APART + 3.0, 5.0, 1.0)]
    times: Mapping[float, float] = {0.0: 0.0, 1.5: 1.5, 2.0: 2.0, 2.5: APART + 0.5, 5.0: APART + 3.0, 6.0: APART + 4.0}
    assert {watched: by_the_clock(slots, watched) for watched in times} == times


@pytest.mark.parametrize("rate", [0.03, 0.5, 1.3, 2.26])
@pytest.mark.parametrize("length", [0.7, 5.0, 12.4])
def test_what_goes_round_is_at_a_beat_s_end_where_it_began(rate: float, length: float) -> None:
    laps = Laps([Slot(0.0, 0.0, 9.0), Slot(APART, 9.0, length)])
    run = float(laps.at(APART + length, np.array(rate)))
    assert run == pytest.approx(round(run))
    assert abs(run - rate * length) <= 0.5
    assert laps.at(APART, np.array(rate)) == 0


def test_what_goes_round_does_not_depend_on_the_beat_s_length_until_near_its_end() -> None:
    one, other = (Laps([Slot(APART, 0.0, length)]) for length in (8.0, 9.3))
    rates = np.array([0.5, 0.93, 1.3])
    assert (one.at(APART + 6.0, rates) == other.at(APART + 6.0, rates)).all()
    steps = np.diff([one.at(APART + moment, rates) for moment in np.linspace(0, 8, 481)], axis=0)
    assert steps.min() >= 0, "it never goes back"


@pytest.mark.parametrize("card", list(STORYBOARD), ids=lambda card: str(card.name))
def test_a_stretch_is_the_same_from_a_scene_that_has_drawn_another(card: SceneCard) -> None:
    scene = card.load()
    plan = default_plan(scene, FPS, compute(versus=VERSUS))
    for beat in (plan.beats[0], plan.beats[-1]):
        late, early = Stretch(beat.frames - 3, 3), Stretch(2, 3)
        standing = Ready(scene, plan, beat.name, (320, 180), FPS)
        taken = [filmed(standing, stretch) for stretch in (late, early, late)]
        fresh = [filmed(Ready(scene, plan, beat.name, (320, 180), FPS), stretch) for stretch in (late, early)]
        assert taken == [*fresh, fresh[0]]


def filmed(ready: Ready, stretch: Stretch) -> tuple[list[bytes], Taken]:
    """The frames of a stretch, and what was read and heard."""
    frames: list[bytes] = []
    taken = ready.shoot(lambda pixels, repeat: frames.extend([pixels.tobytes()] * repeat), stretch)
    assert len(frames) == stretch.frames
    return frames, taken
