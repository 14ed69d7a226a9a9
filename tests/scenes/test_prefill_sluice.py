"""Prefill keeps its word: one crossing in its own time, a channel filled to its share, every light on."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np
import pytest

from scenes.prefill_sluice import PrefillSluice
from scenes.stage import FilmScene

Pose = Callable[[type[FilmScene]], FilmScene]


@pytest.fixture
def scene(pose: Pose) -> PrefillSluice:
    return cast(PrefillSluice, pose(PrefillSluice))


def begins(scene: FilmScene, name: str) -> float:
    found = next(one for one in scene.plan.beats if one.name == name)
    return scene.begun(found.name)


def crossing(scene: PrefillSluice) -> tuple[float, float]:
    """When the read of the flood starts and ends, in seconds of the scene, as its front has it."""
    front = scene.site.wall.front
    first = begins(scene, "the_gate_opens")
    moments = np.arange(first, begins(scene, "the_work"), 0.001)
    values = np.array([front.at(float(t)) for t in moments])
    moving = moments[(values > 0) & (values < 1)]
    return float(moving[0]), float(moving[-1])


def test_the_front_crosses_once_in_the_time_that_prefill_takes(scene: PrefillSluice) -> None:
    start, end = crossing(scene)
    seconds = scene.value("prefill.time") * scene.value("clock.slow_motion")
    assert end - start == pytest.approx(seconds, abs=0.01)
    for share in (0.1, 0.5, 0.9):
        scene.pose_at(start + share * seconds)
        assert scene.site.wall.front.at(start + share * seconds) == pytest.approx(share, abs=0.002)
        assert scene.arithmetic.share == pytest.approx(share, abs=0.002)
        assert scene.fetching.share == pytest.approx(share, abs=0.002)


def test_the_bars_are_as_long_as_their_times(scene: PrefillSluice) -> None:
    scene.pose_at(begins(scene, "the_work"))
    arithmetic, fetching = (bar.right - bar.left for bar in (scene.arithmetic, scene.fetching))
    assert fetching / arithmetic == pytest.approx(scene.value("prefill.memory_time") / scene.value("prefill.math_time"))
    assert fetching / arithmetic == pytest.approx(scene.value("prefill.channel_share"))


def test_the_channel_carries_its_share_and_every_light_is_on_while_water_falls(scene: PrefillSluice) -> None:
    start, end = crossing(scene)
    share = scene.value("prefill.channel_share")
    scene.pose_at((start + end) / 2)
    threads, chip = scene.site.threads, scene.site.chip
    assert threads.use == pytest.approx(share)
    drawn = sum(int((dashes.turn < threads.use).sum()) for dashes in threads.dashes)
    whole = sum(len(dashes.turn) for dashes in threads.dashes)
    assert drawn / whole == pytest.approx(share, abs=1.5 / whole)
    height = threads.end_y.max() - scene.site.channel.low
    assert height / scene.site.channel.height <= share + 0.07
    assert (chip.lights.level > 0.3).all()
    assert scene.flood.sheet.opacity == 1.0
    scene.pose_at(begins(scene, "the_work"))
    assert (chip.lights.level < 0.05).all()
    assert scene.flood.sheet.opacity == 0.0
    assert threads.opacity == 0.0


def test_every_token_is_a_drop(scene: PrefillSluice) -> None:
    scene.pose_at(begins(scene, "the_gate_opens"))
    fallen = scene.flood.rain.landed(begins(scene, "the_gate_opens"))
    assert fallen + len(scene.flights.flights) == scene.value("prompt.tokens")
    assert scene.drops.count == scene.value("prompt.tokens")
    assert len(scene.drops.x) == scene.drops.count


def test_in_real_time_the_bars_take_what_prefill_takes(scene: PrefillSluice) -> None:
    clock = next(one for one in scene.plan.beats if one.name == "the_clock")
    blink = begins(scene, "the_clock") + clock.marks["short"]
    seconds = scene.value("prefill.time")
    filled = scene.arithmetic.filled
    assert (filled.at(blink), filled.at(blink + seconds / 2), filled.at(blink + seconds)) == pytest.approx((0, 0.5, 1))
    ends = begins(scene, "the_clock") + clock.said["ceiling.ttft_long"][0]
    long = scene.value("ceiling.ttft_long")
    assert [scene.longer.filled.at(t) for t in (ends - long, ends - long / 2, ends)] == pytest.approx([0, 0.5, 1])
    scene.pose_at(ends)
    lengths = [bar.right - bar.left for bar in (scene.arithmetic, scene.longer)]
    assert lengths[1] / lengths[0] == pytest.approx(long / seconds)


def test_the_cache_is_as_many_bricks_as_its_bytes(scene: PrefillSluice) -> None:
    of_brick = scene.value("wall.brick_weights") * scene.value("weights.bytes_each")
    assert scene.cache.widths.sum() * of_brick == pytest.approx(scene.value("kv.prompt_bytes"))
    scene.pose_at(scene.plan.beats[-1].marks["cache"] + begins(scene, "the_cache") + 0.2)
    assert (scene.cache.now > scene.cache.starts).all()


@pytest.mark.parametrize("prompt", [30, 2000])
def test_as_many_lights_work_as_are_told(asked: Callable[..., FilmScene], prompt: int) -> None:
    scene = cast(PrefillSluice, asked(PrefillSluice, prompt=prompt))
    work = next(one for one in scene.plan.beats if one.name == "the_work")
    scene.pose_at(begins(scene, "the_work") + work.said["prefill.operations"][0])
    assert (scene.site.chip.lights.level > 0.3).sum() == scene.value("lights.prefill")


@pytest.mark.parametrize("prompt", [30, 300, 2000])
def test_the_still_of_the_flood_shows_water_lights_and_a_read(asked: Callable[..., FilmScene], prompt: int) -> None:
    scene = cast(PrefillSluice, asked(PrefillSluice, prompt=prompt))
    opens = next(one for one in scene.plan.beats if one.name == "the_gate_opens")
    scene.pose_at(begins(scene, "the_gate_opens") + opens.marks["lights"])
    assert scene.flood.sheet.opacity == 1.0
    assert (scene.site.chip.lights.level > 0.3).sum() == scene.value("lights.prefill")
    assert 0.1 < scene.site.wall.front.at(begins(scene, "the_gate_opens") + opens.marks["lights"]) < 1.0
