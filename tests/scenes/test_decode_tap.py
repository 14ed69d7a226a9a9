"""Decode keeps its word: a whole read for each drop, one light, a word for each drop; seven against the flood."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import cast

import numpy as np
import pytest

from film.plan import BeatTiming
from scenes.decode_tap import DecodeTap
from scenes.stage import FilmScene

Pose = Callable[[type[FilmScene]], FilmScene]


@pytest.fixture
def scene(pose: Pose) -> DecodeTap:
    return cast(DecodeTap, pose(DecodeTap))


def beat(scene: FilmScene, name: str) -> tuple[BeatTiming, float]:
    found = next(one for one in scene.plan.beats if one.name == name)
    return found, scene.begun(found.name)


def laps(scene: DecodeTap, first: float, last: float) -> list[tuple[float, float]]:
    """Start and end of every crossing between two moments of the scene."""
    inside = [slot for slot in scene.slots if slot.begins < last and slot.ends > first]
    moments = np.concatenate([np.arange(max(first, one.begins), min(last, one.ends), 0.002) for one in inside])
    front = np.array([scene.site.wall.front.at(float(t)) for t in moments])
    moving = (front > 0) & (front < 1)
    starts = moments[1:][moving[1:] & (~moving[:-1] | (front[1:] < front[:-1]))]
    ends = moments[:-1][moving[:-1] & (~moving[1:] | (front[1:] < front[:-1]))]
    return list(zip(starts.tolist(), ends.tolist(), strict=True))


def test_every_read_takes_a_step_on_the_slow_clock(scene: DecodeTap) -> None:
    seconds = scene.value("decode.step_time") * scene.value("clock.slow_motion")
    _, first = beat(scene, "one_drop")
    found = laps(scene, first, scene.begun(scene.plan.beats[-1].name))
    assert len(found) >= 3 + 8
    assert [end - start for start, end in found] == pytest.approx([seconds] * len(found), abs=0.006)


def test_the_channel_is_empty_until_a_read_begins(scene: DecodeTap) -> None:
    starts = [start for start, _ in laps(scene, beat(scene, "one_drop")[1], scene.begun(scene.plan.beats[-1].name))]
    alone = [start for start in starts if scene.site.wall.reading.at(start - 0.2) == 0]
    assert len(alone) >= 3
    for start in alone:
        scene.pose_at(start - 0.07)
        assert scene.site.threads.reach == 0


def test_the_first_read_ends_on_the_word_that_tells_its_time(scene: DecodeTap) -> None:
    timing, begins = beat(scene, "one_drop")
    end = begins + timing.said["decode.step_time"][0]
    assert laps(scene, begins, end + 0.1)[0][1] == pytest.approx(end, abs=0.005)


def test_a_drop_waits_through_each_read_and_a_word_follows_it(scene: DecodeTap) -> None:
    drops, words = scene.tapping.drops.lives, [word for word in scene.answer.words if word.at is not None]
    found = laps(scene, 0.0, scene.begun(scene.plan.beats[-1].name) + 20)
    reads = [(start, end) for start, end in found if start > beat(scene, "one_drop")[1]]
    assert len(drops) == len(reads)
    for drop, (_, end) in zip(drops, reads, strict=True):
        # A single drop lets go when its read is done; in steps without a pause it lands then.
        assert min(abs(drop.falls - end), abs(drop.lands - end)) < 0.006
    assert all(drop.brought <= drop.falls - 0.1 for drop in drops)
    # The first word came out of the flood; the line is used again when it is full, and beside the flood from its start.
    assert len(words) >= 8
    begins = scene.begun("seven_tokens")
    assert scene.answer.next == sum(drop.lands > begins for drop in drops) > 0
    assert scene.answer.words[0].at is not None
    assert scene.answer.words[0].at > begins
    for one, other in pairwise(drops):
        assert other.brought > one.lands


@pytest.mark.parametrize("name", ["one_drop", "sixteen_billion", "idle", "the_rate", "seven_tokens"])
def test_one_light_is_on_and_the_channel_is_full(scene: DecodeTap, name: str) -> None:
    timing, begins = beat(scene, name)
    start, end = laps(scene, begins, begins + timing.frames / 60)[0]
    scene.pose_at((start + end) / 2)
    assert (scene.site.chip.lights.level > 0.2).sum() == scene.value("lights.decode")
    assert scene.site.threads.use == 1.0


def test_the_read_stretches_from_its_share_of_the_flood_into_the_whole(scene: DecodeTap) -> None:
    timing, begins = beat(scene, "one_drop")
    width = scene.site.wall.bricks.width
    lengths = []
    for moment in (timing.marks["all"] - 0.1, timing.marks["all"] + 1.2):
        scene.pose_at(begins + moment)
        lengths.append([(bar.right - bar.left) / width for bar in (scene.arithmetic, scene.fetching)])
    step, whole = scene.value("decode.step_time"), scene.value("prefill.time")
    assert lengths[0] == pytest.approx([scene.value("prefill.math_time") / whole, scene.value("prefill.channel_share")])
    assert lengths[1] == pytest.approx([scene.value("decode.math_time") / step, 1.0])


def test_the_page_is_written_at_the_true_rate(scene: DecodeTap) -> None:
    timing, begins = beat(scene, "the_rate")
    scene.pose_at(begins + timing.marks["speed"] + 2.0)
    assert scene.folio.written == int(2.0 * scene.value("decode.rate") + 1e-6)


def test_the_flood_takes_as_long_as_so_many_steps(scene: DecodeTap) -> None:
    timing, begins = beat(scene, "seven_tokens")
    flood = scene.value("prefill.time") * scene.value("clock.slow_motion")
    found = laps(scene, begins, begins + timing.frames / 60)
    tapped, flooded = scene.both.tapped, scene.both.flooded
    assert len(found) == scene.value("prefill.written") == len(tapped.places) == len(tapped.moments)
    start = found[0][0] - 0.001
    assert found[-1][1] - start == pytest.approx(flood, abs=0.5 * (found[0][1] - found[0][0]))
    for share in (0.25, 0.5, 0.75):
        scene.pose_at(start + share * flood)
        assert scene.arithmetic.share == pytest.approx(share, abs=0.002)
        assert flooded.share == pytest.approx(share, abs=0.002)
        # On one scale: what the bars have filled ends at the same place.
        ends = [bar.left + (bar.right - bar.left) * bar.share for bar in (scene.arithmetic, scene.fetching)]
        assert ends[0] == pytest.approx(ends[1], abs=0.01)
    assert found[-1][1] == pytest.approx(begins + timing.said["prefill.written"][0], abs=0.05)


def test_a_drop_stands_for_several_tokens_where_they_are_many(asked: Callable[..., FilmScene]) -> None:
    scene = cast(DecodeTap, asked(DecodeTap, prompt=100_000))
    timing, begins = beat(scene, "seven_tokens")
    each, written = scene.value("clock.drop_tokens"), scene.value("prefill.cached_written")
    drops = len(scene.both.tapped.moments)
    assert each > 1
    assert drops * each <= written < (drops + 1) * each
    assert scene.slowed_both.figures[0] == "clock.drop_tokens"
    # What a drop stands for is no single word, and of each step the cache takes its part.
    assert scene.answer.words[0].at is not None
    assert not any(word.at and word.at > begins for word in scene.answer.words)
    first, second = (one.falls for one in scene.tapping.drops.lives[-drops : -drops + 2])
    found = laps(scene, first, second)
    assert found[0][1] - found[0][0] == pytest.approx(scene.both.of_wall * scene.both.step, abs=0.006)
    assert timing.said["prefill.cached_written"][0] == pytest.approx(
        scene.both.tapped.moments[0] - begins + scene.both.flood - scene.both.step, abs=0.05
    )


def test_a_read_of_a_long_prompts_film_can_be_seen(asked: Callable[..., FilmScene]) -> None:
    scene = cast(DecodeTap, asked(DecodeTap, prompt=100_000))
    assert scene.value("decode.step_time") * scene.value("clock.slow_motion") < 0.05
    assert scene.step >= 0.3
    assert len(scene.tapping.drops.lives) < 200
    assert "clock.read_motion:pace" in scene.slowed_read.figures


@pytest.mark.parametrize(("prompt", "coral"), [(30, False), (500, True)])
def test_the_bar_of_the_flood_has_the_colour_of_its_limit(
    asked: Callable[..., FilmScene], prompt: int, coral: bool
) -> None:
    scene = cast(DecodeTap, asked(DecodeTap, prompt=prompt))
    timing, begins = beat(scene, "seven_tokens")
    scene.pose_at(begins + timing.marks["done"] - 0.1)
    assert (scene.arithmetic.opacity == 1.0) == coral
    assert (scene.both.flood_time.opacity == 1.0) == (not coral)


@pytest.mark.parametrize("prompt", [100_000, 2000])
def test_the_prompt_stands_clear_of_the_cache(asked: Callable[..., FilmScene], prompt: int) -> None:
    scene = cast(DecodeTap, asked(DecodeTap, prompt=prompt))
    timing, begins = beat(scene, "why_one")
    scene.pose_at(begins + timing.marks["known"] + 0.3)
    assert scene.prompt.opacity > 0.99
    assert scene.prompt.under > scene.cache.top
