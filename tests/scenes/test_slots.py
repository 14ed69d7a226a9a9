"""A beat does not depend on the times of those before it, unless it runs on from them, and then no longer than it says;
and the picture never jumps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import floor

import numpy as np
import pytest

from film.keys import Read, Stretch, holds, stretches, trace
from film.plan import BeatTiming, Reads, ScenePlan, Taken
from film.shoot import Frame, Ready, settings
from film.sitting import Sitting
from film.storyboard import THROUGHOUT, SceneCard, beats_of
from roofline import compute
from scenes import STORYBOARD
from scenes.stage import FilmScene
from scenes.stage.plan import VERSUS, default_plan
from scenes.stage.slots import APART, Laps, Slot, by_the_clock

FPS = 15
Change = tuple[float, float, int]
CHANGES: Sequence[Change] = ((1.0, 0.4, 7), (0.0, 2.2, 33))
"""Moments after this one are moved by so many seconds, and their beat is longer by so many frames: from the second word
on, and from the first, by as much as another step needs."""

UNSEEN = 24
"""Levels of 255 by which one pixel may differ when a beat begins: a light that breathes."""

ROUNDING = 4
"""Levels by which it may differ on another stretch of the clock: a fade that ends on just that frame."""

AT_THE_CUT = ("shared_read.pages", "versus.the_stream", "versus.both_speeds")
"""Beats that begin with a read or a run: the picture changes at the cut, on purpose."""

FILMS = ("h100 int8", "a100", "rtx-4090", "l4", "mi300x")
"""Chip and weights of other films."""


def later(beat: BeatTiming, since: float, seconds: float, longer: int) -> BeatTiming:
    """A beat whose line has grown: by so many frames, and what is said or marked after a moment comes later."""

    def moved(moment: float) -> float:
        return moment + seconds if moment > since else moment

    return replace(
        beat,
        frames=beat.frames + longer,
        said={figure: tuple(map(moved, moments)) for figure, moments in beat.said.items()},
        marks={mark: moved(moment) for mark, moment in beat.marks.items()},
    )


def shifted(plan: ScenePlan, names: Sequence[str], change: Change) -> ScenePlan:
    """The plan with other times for some beats."""
    beats, start = [], plan.beats[0].start_frame
    for beat in plan.beats:
        beats.append(replace(later(beat, *change) if beat.name in names else beat, start_frame=start))
        start += beats[-1].frames
    return replace(plan, beats=tuple(beats))


def pictures(scene_class: type[FilmScene], plan: ScenePlan, number: int, written: int) -> tuple[Frame, Frame]:
    """A beat before its first frame and at its end, with the beats up to the one of number `written` written, or
    all."""
    with settings((320, 180), FPS), pytest.MonkeyPatch.context() as patch:
        patch.setattr(FilmScene, "draw", lambda scene: None)
        scene = scene_class(plan, [beat.name for beat in plan.beats[written:][:1]])
        scene.construct()
        return photo(scene, number, 0), photo(scene, number, plan.beats[number].frames)


def photo(scene: FilmScene, number: int, frame: int) -> Frame:
    scene.pose_at(scene.slots[number].begins + frame / FPS)
    return Sitting(scene).pixels()


def cases() -> Iterator[object]:
    for film in ("h100", *FILMS):
        for card in STORYBOARD:
            marks = [] if film == "h100" else [pytest.mark.full]
            yield pytest.param(film, card, id=f"{film}-{card.name}", marks=marks)


def plan_of(film: str, scene: type[FilmScene]) -> ScenePlan:
    chip, _, weights = film.partition(" ")
    return default_plan(
        scene, FPS, compute(gpu=chip, weights=weights or "bf16", versus=VERSUS if chip != VERSUS else "h100")
    )


@pytest.mark.parametrize(("film", "card"), list(cases()))
def test_a_beat_begins_as_the_one_before_it_ends(film: str, card: SceneCard) -> None:
    scene = card.load()
    plan = plan_of(film, scene)
    for number, beat in enumerate(plan.beats[1:], start=1):
        # When the film draws a beat's end, what comes after it is not written yet.
        whole = len(plan.beats) if beat.key in AT_THE_CUT else 0
        _, end = pictures(scene, plan, number - 1, whole or number - 1)
        begin, _ = pictures(scene, plan, number, whole or number)
        apart = np.abs(begin.astype(int) - end)
        assert apart.max() <= UNSEEN, f"{beat.key} does not begin as the beat before it ends"


@pytest.mark.parametrize(("film", "card"), list(cases()))
def test_what_is_kept_when_other_lines_change_would_be_drawn_the_same(film: str, card: SceneCard) -> None:
    scene = card.load()
    plan = plan_of(film, scene)
    for number, beat in enumerate(plan.beats[1:], start=1):
        for part in stretches(beat.frames, FPS, beats_of(scene)[number].runs_on):
            drawn, seen = shot(scene, plan, number, part)
            for change in CHANGES:
                before = [one.name for one in plan.beats[:number]]
                moved = shifted(plan, [one for one in before if holds(shifted(plan, [one], change), seen)], change)
                if moved != plan:
                    assert holds(moved, seen)
                    again, _ = shot(scene, moved, number, part)
                    assert again == drawn, f"{beat.key} from frame {part.first} depends on a line before it"


@pytest.mark.parametrize(("film", "card"), list(cases()))
def test_what_a_beat_runs_on_from_is_seen_for_no_longer_than_it_says(film: str, card: SceneCard) -> None:
    scene = card.load()
    plan = plan_of(film, scene)
    with settings((320, 180), FPS):
        for number, beat in enumerate(beats_of(scene)):
            if not 0 < beat.runs_on < THROUGHOUT:
                continue
            # With all that is before it, but nothing that is after: the next one may begin where this one ends.
            whole = scene(replace(plan, beats=plan.beats[: number + 1]), [])
            whole.construct()
            first, last = floor(beat.runs_on * FPS), plan.beats[number].frames - 1
            alone = scene(plan, [beat.name])
            alone.stretch = Stretch(first, 1)
            alone.construct()
            assert earlier(alone.reads, beat.name) == set()
            for frame in (first, (2 * first + last) // 3, (first + 2 * last) // 3, last):
                one, other = (photo(made, number, frame + 1).astype(int) for made in (alone, whole))
                assert np.abs(one - other).max() <= ROUNDING, f"{beat.name} shows at frame {frame} what began before it"


def earlier(reads: Reads, beat: str) -> set[str]:
    """The other beats of which moments were read."""
    times = [name.split(".", 1) for kind, name, _ in reads if kind == "time"]
    return {name for name, what in times if what != "variant"} - {beat}


def shot(
    scene_class: type[FilmScene], plan: ScenePlan, number: int, part: Stretch
) -> tuple[list[bytes], tuple[Read, ...]]:
    """Some frames of a part of a beat, its first and last among them, and what they depend on."""
    last = part.first + part.frames - 1
    with settings((320, 180), FPS), pytest.MonkeyPatch.context() as patch:
        patch.setattr(FilmScene, "draw", lambda scene: None)
        scene = scene_class(plan, [plan.beats[number].name])
        scene.stretch = part
        scene.construct()
        frames = part.first, (2 * part.first + last) // 3, (part.first + 2 * last) // 3, last
        return [photo(scene, number, frame + 1).tobytes() for frame in frames], trace(plan, scene.reads)


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
    some = [beat.name for beat in beats_of(scene) if 0 < beat.runs_on < THROUGHOUT]
    for beat in (timing for timing in plan.beats if timing in (plan.beats[0], plan.beats[-1]) or timing.name in some):
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
