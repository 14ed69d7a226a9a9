"""The last picture: sluice and tap stand on the terrain where the jobs stand, and a drop falls once a step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from film.plan import BeatTiming
from film.storyboard import beats_of
from scenes.closing import Closing
from scenes.stage import FilmScene, Stage, beat
from scenes.stage.box import touch
from scenes.stage.miniature import Drips
from scenes.stage.plan import default_plan
from scenes.stage.plot import Plot

Draw = Callable[..., list[np.ndarray]]
Pose = Callable[[type[FilmScene]], FilmScene]


@pytest.fixture
def scene(pose: Pose) -> Closing:
    found = pose(Closing)
    assert isinstance(found, Closing)
    return found


def test_sluice_and_tap_stand_at_the_intensities_of_the_jobs(scene: Closing) -> None:
    plot = scene.terrain.land.plot
    for prop, job in ((scene.gate, "prefill"), (scene.tap, "decode")):
        x0, _, x1, _ = prop.box
        assert (x0 + x1) / 2 == pytest.approx(plot.x(scene.value(f"{job}.intensity")))
    assert scene.flood.ground == pytest.approx(plot.y(scene.value("gpu.peak")))


def test_one_drop_falls_each_step_of_the_slow_clock(scene: Closing) -> None:
    step = scene.value("decode.step_time") * scene.value("clock.slow_motion")
    begun = scene.drips.begun
    for moment, count, share in ((0.5, 0, 0.5), (1.25, 1, 0.25), (3.75, 3, 0.75)):
        scene.pose_at(begun + moment * step)
        assert scene.drips.count == count
        assert scene.drips.within / step == pytest.approx(share, abs=1e-6)


def test_a_drop_has_landed_before_the_next_lets_go() -> None:
    ground = Plot(0.3, 4000.0, 1e12, 1e15).profile(1e15, 3e12)
    assert all(Drips(0.0, ground, step).falls < step for step in (0.05, 0.96, 8.0))


def test_beats_alone_equal_the_straight_render(draw: Draw) -> None:
    straight = draw(Closing)
    alone = [frame for one in beats_of(Closing) for frame in draw(Closing, [one.name])]
    assert len(straight) == len(alone)
    assert [n for n, pair in enumerate(zip(straight, alone, strict=True)) if (pair[0] != pair[1]).any()] == []


@pytest.mark.parametrize("peak", [2.13, 3.3, 8.7, 30, 300])
def test_credits_stand_off_the_lights(peak: float, tmp_path: Path, asked: Callable[..., Closing]) -> None:
    chip = tmp_path / "chip.toml"
    numbers = f"peak_tflops = {peak}\nbandwidth_tb_per_s = {peak / 14}\nmemory_gb = 80\ndense = true\n"
    chip.write_text(f'name = "Own"\nfull_name = "A chip of my own"\n{numbers}', encoding="utf-8")
    scene = asked(Closing, gpu=str(chip))
    lights = scene.terrain.roof.lights.box
    assert not [text for row in scene.credits for text in row if touch(text.letters.ink, lights)]


def test_it_ends_in_the_dark(draw: Draw) -> None:
    last = draw(Closing, ["one_module"])[-1]

    class Dark(FilmScene):
        """The night, for one frame."""

        starts = Stage.DARK

        def build(self) -> None:
            self.stage()

        @beat
        def still(self) -> None:
            self.wait()

    plan = replace(default_plan(Closing, 15), beats=(BeatTiming("dark", "still", "still", 0, 1),))
    fresh = draw(Dark, None, plan)[0]
    assert np.abs(last[..., :3].astype(int) - fresh[..., :3]).max() <= 2


def test_a_prompt_too_short_for_the_roof_has_a_variant() -> None:
    plan = default_plan(Closing, 15)
    by_memory = {"prefill.limited_by_arithmetic": False, "prefill.by_arithmetic_batch_by_memory": False}
    claims = {**plan.claims, **by_memory}
    assert [one.choose(claims).key for one in beats_of(Closing)] == ["two_limits.otherwise", "one_module"]
