"""Sharing the read: as many drops and columns as users, areas in bytes, times on the one slow clock."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from scenes.shared_read import SharedRead
from scenes.stage import FilmScene
from scenes.stage.crowd import FALL_SECONDS, places
from scenes.stage.geometry import CHIP_CENTRE, CHIP_ROOM

Pose = Callable[[type[FilmScene]], FilmScene]


@pytest.fixture(scope="module")
def scene(built: Pose) -> SharedRead:
    made = built(SharedRead)
    assert isinstance(made, SharedRead)
    return made


@pytest.mark.parametrize("gpu", ["h100", "a100", "l4"])
def test_in_every_step_the_drops_swell_and_weights_run(asked: Callable[..., FilmScene], gpu: str) -> None:
    made = asked(SharedRead, gpu=gpu)
    assert isinstance(made, SharedRead)
    lands = made.crowd.landings
    assert len(lands) > 4
    for moment in lands:
        made.pose_at(moment - FALL_SECONDS - 0.01)
        assert made.crowd.full > 0.8
    for begins, ends in ((slot.begins, slot.ends) for slot in made.slots):
        for moment in np.arange(begins + 0.1, ends, 0.05).tolist():
            if made.site.wall.front.at(moment - 0.02) < made.site.wall.front.at(moment):
                made.pose_at(moment)
                assert made.site.threads.opacity > 0, f"the read {moment - begins:.2f} s from a beat's start is dark"


@pytest.mark.parametrize("count", [1, 2, 36, 37, 64, 200, 500])
def test_every_user_has_a_seat_of_their_own_over_the_chip(count: int) -> None:
    x, y, radius = places(count)
    assert len({(round(a, 6), round(b, 6)) for a, b in zip(x.tolist(), y.tolist(), strict=True)}) == count
    assert np.abs(x - CHIP_CENTRE).max() + radius <= CHIP_ROOM[0] / 2 + 0.12
    for row in np.unique(y):
        seats = np.sort(x[y == row])
        assert np.diff(seats).min(initial=np.inf) >= 2 * radius


def test_as_many_drops_and_columns_as_users(scene: SharedRead) -> None:
    said = scene.plan.beats[0].said["batch.users"][0]
    scene.pose_at(said + 0.6)
    assert scene.crowd.here == scene.value("batch.users") == len(scene.columns.left)


def test_users_join_by_doubling(scene: SharedRead) -> None:
    seen: list[int] = []
    for moment in np.arange(0, 6, 0.02).tolist():
        scene.pose_at(moment)
        if not seen or scene.crowd.here != seen[-1]:
            seen.append(scene.crowd.here)
    assert seen == [0, 1, 2, 4, 8, 16, 32, 64]


def test_the_columns_have_the_area_of_their_bytes(scene: SharedRead) -> None:
    wall = scene.site.wall.bricks
    unit = (
        scene.value("wall.brick_weights") * scene.value("weights.bytes_each") / (wall.brick_width * wall.brick_height)
    )
    assert scene.columns.tall * scene.columns.pitch * scene.drops * unit == pytest.approx(
        scene.value("batch.cache_bytes")
    )


def test_the_violet_tip_is_to_scale_with_the_read(scene: SharedRead) -> None:
    read, tip = scene.bars.reading.box, scene.bars.caches.box
    grown = (tip[2] - read[0]) / (read[2] - read[0])
    assert grown == pytest.approx(scene.value("batch.step_time") / scene.value("decode.step_time"))


def test_half_the_bytes_are_read_in_half_the_time_from_half_the_wall(scene: SharedRead) -> None:
    last = scene.plan.beats[-1]
    begins = scene.begun(last.name)
    end = begins + last.said["int8.rate"][0]
    seconds = scene.value("int8.step_time") * scene.value("clock.read_motion")
    narrow, whole = scene.narrow, scene.site.wall.bricks
    front = narrow.wall.front
    assert (front.at(end - seconds + 1e-9), front.at(end)) == pytest.approx((0.0, 1.0), abs=1e-6)
    assert seconds == pytest.approx(scene.bars.fetch / 2)
    assert narrow.bricks.width == pytest.approx(whole.width / 2)
    assert len(narrow.bricks.cells) == len(whole.cells)
    assert narrow.bricks.right == whole.right


def test_pressed_bricks_keep_their_number_and_half_their_area(scene: SharedRead) -> None:
    areas = [
        np.prod(cells[:, 2:] - cells[:, :2], axis=1)
        for cells in (scene.site.wall.bricks.cells, scene.narrow.bricks.cells)
    ]
    assert areas[1] == pytest.approx(areas[0] / 2)


@pytest.mark.parametrize(
    "options", [{"context": 100_000, "users": 4}, {"context": 4096}, {"users": 900}, {"users": 300, "context": 64}, {}]
)
def test_what_is_said_of_the_point_stands_beside_it(asked: Callable[..., FilmScene], options: dict[str, int]) -> None:
    made = asked(SharedRead, **options)
    assert isinstance(made, SharedRead)
    land, ink = made.terrain.land, made.signs.here.letters.ink
    x = land.plot.x(made.value(made.signs.far))
    # Off the land, and no farther from the point than another text needs.
    assert ink[1] > max(land.chip.height(ink[0]), land.chip.height(ink[2]))
    assert min(abs(ink[0] - x), abs(ink[2] - x)) < 1.7
    low = made.signs.reached.letters.ink
    assert low[3] < land.chip.height(low[0]) or low[0] < land.chip.foot
    made.pose_at(0.0)
    assert made.climber.intensity == pytest.approx(made.value("batch.alone_intensity"))


def test_a_drop_stands_for_several_users_where_they_are_many(asked: Callable[..., FilmScene]) -> None:
    options = {"gpu": "mi355x", "model": "llama-3.2-1b", "users": 100_000, "context": 16}
    made = asked(SharedRead, **options)
    assert isinstance(made, SharedRead)
    each = made.value("crowd.drop_users")
    assert 500 <= len(made.columns.left) == made.crowd.count <= 1000
    assert made.crowd.count * each == 100_000
    assert made.words.many.note is not None
    assert made.words.many.note.figures == ("crowd.drop_users",)
    # Their step has a clock that leaves it within its beat, and the last read has the usual one.
    assert made.bars.step <= 10
    assert made.words.slowed_one is not made.words.slowed
