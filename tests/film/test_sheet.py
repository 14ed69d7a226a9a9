"""Contact sheets show the moments that they name, and what other eyes see."""

from __future__ import annotations

import numpy as np
import pytest

from film.plan import BeatTiming, ScenePlan
from film.sheet import VISION, Kind, as_seen, moments
from film.storyboard import Beat, Variant


def _plan() -> ScenePlan:
    beats = (
        BeatTiming("scene", "one", "one", 30, 60, marks={"here": 0.5}),
        BeatTiming("scene", "other", "other", 90, 30),
    )
    return ScenePlan("scene", 30, {}, {}, {}, {}, beats)


BEATS = [Beat("one", (Variant("one", "one"),), still="here"), Beat("other", (Variant("other", "other"),))]


def test_a_sheet_has_each_still_and_each_last_frame_in_the_scenes_own_time() -> None:
    shots = moments(BEATS, _plan(), None)
    assert [(shot.moment, shot.label) for shot in shots] == [
        (0.5, "one · still"),
        (2.0, "one · end"),
        (3.0, "other · end"),
    ]


def test_a_step_adds_moments_between() -> None:
    shots = moments(BEATS, _plan(), 0.75)
    assert [shot.moment for shot in shots] == [0.5, 0.75, 1.5, 2.0, 2.75, 3.0]


def test_what_is_not_the_default_stands_in_a_sheets_name() -> None:
    assert Kind().tags == []
    assert Kind(phone=True, cvd=True, ground="light").tags == ["phone", "cvd", "light"]


@pytest.mark.parametrize("vision", VISION)
def test_every_eye_sees_white_grey_and_black_alike(vision: str) -> None:
    ramp = np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, axis=2)
    assert np.abs(as_seen(ramp, vision).astype(int) - ramp).max() <= 1


def test_red_and_green_of_one_lightness_meet_without_red_or_green_cones() -> None:
    pair = np.array([[[200, 90, 40], [110, 130, 40]]], np.uint8)
    apart = np.abs(np.diff(pair.astype(int), axis=1)).sum()
    for vision in ("protan", "deutan"):
        assert np.abs(np.diff(as_seen(pair, vision).astype(int), axis=1)).sum() < apart / 2


def test_grey_has_no_colour() -> None:
    seen = as_seen(np.random.default_rng(1).integers(0, 256, (4, 4, 3)).astype(np.uint8), "grey")
    assert (seen == seen[..., :1]).all()
