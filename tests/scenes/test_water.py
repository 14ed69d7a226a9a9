"""As many drops as tokens: in the sheet at any moment, in the pool once all have fallen."""

from __future__ import annotations

import numpy as np
import pytest

from film.shoot import settings
from scenes.stage.camera import StageCamera
from scenes.stage.chip import Chip
from scenes.stage.flood import Flood
from scenes.stage.geometry import die, tower
from scenes.stage.palette import NIGHT
from scenes.stage.sluice import Sluice
from scenes.stage.streaks import SECONDS, streak_strip, streaks

DIE = die(295)


def flood(tokens: int) -> Flood:
    return Flood(Sluice(tower(DIE)), Chip(DIE), tokens)


@pytest.mark.parametrize("tokens", [1, 34, 2000, 12000])
def test_the_sheet_holds_one_streak_for_each_token_at_any_moment(tokens: int) -> None:
    made = streaks(tokens)
    moments = np.random.default_rng(1).uniform(0, 20, 50)
    assert {int(made.in_sight(float(moment)).sum()) for moment in moments} == {tokens}


def test_streaks_are_not_the_same_from_one_fall_to_the_next() -> None:
    made = streaks(500)
    assert not np.intersect1d(made.where[:500], made.where[500:1000]).size


def test_the_strip_shows_every_streak_in_its_place() -> None:
    made = streaks(3)
    width, rate = 200, 400.0
    strip = streak_strip(made, width, rate, 0.9, NIGHT)
    for when, where, length in zip(made.when, made.where, made.length, strict=True):
        middle = int((when + length / 2) * rate) % len(strip)
        assert strip[middle, min(max(int(where * width), 0), width - 1), 3] > 100
    assert strip[..., 3].any(1).mean() == pytest.approx(made.length.sum() / (3 * SECONDS), abs=0.15)


@pytest.mark.parametrize("tokens", [1, 34, 2000])
def test_as_many_drops_fall_into_the_pool_as_there_are_tokens(tokens: int) -> None:
    water = flood(tokens)
    water.gather().write(1.0, 3.0)
    assert water.rain.landed(1.0) == 0
    assert water.rain.landed(4.0) == tokens
    halfway = water.rain.landed(2.63)
    assert halfway == pytest.approx(tokens / 2, abs=max(1.0, tokens * 0.02))


def test_water_lands_when_it_is_said_to_and_ends_with_its_move() -> None:
    water = flood(200)
    water.pour(3.0).write(1.0, 3.0)
    lands = 1.0 + water.falls
    assert [water.spray.strength(t) > 0.5 for t in (lands - 0.05, lands + 0.1, 3.9, 4.2)] == [False, True, True, False]
    water.sluice.pose(4.2)
    assert water.sluice.opened.at(4.2) == 0.0


def test_a_moment_of_the_water_looks_the_same_whatever_was_drawn_before() -> None:
    with settings((320, 180), 15):
        camera = StageCamera()
        water = flood(2000)
        water.pour(3.0).write(1.0, 3.0)

        def photograph(t: float) -> np.ndarray:
            water.sluice.pose(t)
            water.pose(t)
            camera.reset()
            camera.capture_mobjects([*water.behind, *water.before])
            return camera.pixel_array.copy()

        first = photograph(2.0)
        between = photograph(1.45)
        assert (photograph(2.0) == first).all()
        assert (between != first).any()
