"""The band under the roofline is true to its shares, the endpoint stands where it was measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import log10

import numpy as np
import pytest

from film.plan import BeatTiming
from film.storyboard import beats_of
from scenes.caveats import Caveats
from scenes.stage import FilmScene, Stage, beat
from scenes.stage.band import Band
from scenes.stage.endpoint import Endpoint
from scenes.stage.plan import default_plan
from scenes.stage.plot import Plot
from scenes.stage.terrain import Terrain

Draw = Callable[..., list[np.ndarray]]
Pose = Callable[[type[FilmScene]], FilmScene]

PLOT = Plot(0.3, 4000.0, 1e12, 1e15)


@pytest.fixture
def scene(pose: Pose) -> Caveats:
    found = pose(Caveats)
    assert isinstance(found, Caveats)
    return found


def test_the_band_lies_on_the_roofline_until_it_sinks_to_its_shares() -> None:
    band = Band(PLOT, 1e15, 3e12)
    assert band.low == band.high == PLOT.profile(1e15, 3e12)
    band.sink_roof(0.4, 0.7).write(0.0, 1.0)
    band.sink_slope(0.7, 0.9).write(1.0, 1.0)
    band.pose(1.0)
    assert band.low == PLOT.profile(0.4e15, 3e12)
    band.pose(2.0)
    assert (band.low, band.high) == (PLOT.profile(0.4e15, 2.1e12), PLOT.profile(0.7e15, 2.7e12))


def test_when_all_is_said_the_band_is_that_of_the_figures(scene: Caveats) -> None:
    first = scene.plan.beats[0]
    scene.pose_at(first.frames / scene.plan.fps)
    peak, bandwidth = scene.value("gpu.peak"), scene.value("gpu.bandwidth")
    for profile, end in ((scene.band.low, "low"), (scene.band.high, "high")):
        shares = (scene.value(f"efficiency.{what}_{end}") for what in ("compute", "bandwidth"))
        reached = next(shares) * peak, next(shares) * bandwidth
        assert profile == scene.terrain.land.plot.profile(*reached)


@pytest.mark.parametrize("share", [0.5, 0.75, 1.2])
def test_the_endpoint_stands_at_its_share_of_the_ceiling_wherever_it_stands(share: float) -> None:
    profile = PLOT.profile(1e15, 3e12)
    places = Endpoint(PLOT, profile, 1.0, share).places
    assert places[0][0] == pytest.approx(PLOT.x(1.0))
    for number, (x, y) in enumerate(places):
        assert x == pytest.approx(PLOT.x(2.0**number))
        assert y - profile.height(x) == pytest.approx(PLOT.up * log10(share))
    x, y = places[-1]
    step = PLOT.across * log10(2)
    assert x <= profile.x
    assert y <= profile.y
    assert x + step > profile.x or y + step * profile.rise > profile.y


def test_beats_alone_equal_the_straight_render(draw: Draw) -> None:
    straight = draw(Caveats)
    alone = [frame for one in beats_of(Caveats) for frame in draw(Caveats, [one.name])]
    assert len(straight) == len(alone)
    assert [n for n, pair in enumerate(zip(straight, alone, strict=True)) if (pair[0] != pair[1]).any()] == []


def test_it_ends_on_the_terrain(draw: Draw) -> None:
    last = draw(Caveats, ["unknown_provider"])[-1]

    class Land(FilmScene):
        """The terrain, for one frame."""

        starts = Stage.TERRAIN

        def build(self) -> None:
            Terrain(self.stage(), self.value).put_on(self)

        @beat
        def still(self) -> None:
            self.wait()

    plan = replace(default_plan(Caveats, 15), beats=(BeatTiming("land", "still", "still", 0, 1),))
    fresh = draw(Land, None, plan)[0]
    assert np.abs(last[..., :3].astype(int) - fresh[..., :3]).max() <= 2
