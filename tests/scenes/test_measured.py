"""What was measured plays at its true speed, beside what arithmetic alone would take."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scenes.measured import PROMPTS, Measured
from scenes.stage import FilmScene

Pose = Callable[[type[FilmScene]], FilmScene]


@pytest.fixture(scope="module")
def scene(built: Pose) -> Measured:
    made = built(Measured)
    assert isinstance(made, Measured)
    return made


@pytest.mark.parametrize(("row", "name"), list(enumerate(PROMPTS)))
def test_each_first_word_comes_in_real_time_on_the_word_that_says_when(scene: Measured, row: int, name: str) -> None:
    came, waited = scene.plan.beats[0].said[f"measured.ttft_{name}"][0], scene.value(f"measured.ttft_{name}")
    run = scene.waits.run[row]
    assert (run.at(came - waited), run.at(came)) == pytest.approx((0.0, 1.0), abs=1e-9)
    assert run.at(came - waited / 2) == pytest.approx(0.5)


def test_rows_are_to_scale(scene: Measured) -> None:
    waits = scene.waits
    lengths = [waits.end(row) - waits.box[0] for row in range(3)]
    assert lengths[2] / lengths[0] == pytest.approx(
        scene.value("measured.ttft_long") / scene.value("measured.ttft_short")
    )


def test_the_measured_step_is_on_the_walls_clock(scene: Measured) -> None:
    ceiling, real = scene.ceiling.box, scene.real.box
    share = (ceiling[2] - ceiling[0]) / (real[2] - real[0])
    assert share == pytest.approx(scene.value("measured.share_of_ceiling"))
    violet = (scene.tip.box[2] - ceiling[2]) / (ceiling[2] - ceiling[0])
    assert violet == pytest.approx(scene.value("kv.long_share"))


def test_two_pages_fill_at_their_true_rates(scene: Measured) -> None:
    last = scene.plan.beats[-1]
    start = scene.begun(last.name) + last.marks["another"]
    for seconds in (1.0, 3.0):
        written = [page.written(start + seconds) for page in scene.pages]
        assert written == [round(156 * seconds), round(48 * seconds)]
