"""The axes are true, whatever the chip, and the layout holds from the slowest to the fastest."""

from __future__ import annotations

from math import log10

import pytest

import roofline
from roofline import Figures
from scenes.stage.frame import FILM
from scenes.stage.plot import FLOOR, Land, Profile, land
from scenes.stage.theme import RIGHT

CHIPS = list(roofline.gpus())
PROMPTS = (30, 2000, 100_000)


def figures(gpu: str, prompt: int = 2000, weights: str = "bf16") -> Figures:
    return roofline.compute(gpu=gpu, prompt=prompt, weights=weights)


def built(gpu: str, prompt: int = 2000, weights: str = "bf16") -> tuple[Figures, Land]:
    made = figures(gpu, prompt, weights)
    return made, land(made.value)


@pytest.mark.parametrize("gpu", CHIPS)
@pytest.mark.parametrize("prompt", PROMPTS)
def test_a_step_stands_where_its_operations_and_its_time_put_it(gpu: str, prompt: int) -> None:
    made, here = built(gpu, prompt)
    for job, time in (("decode", "step_time"), ("prefill", "time"), ("batch", "step_time")):
        speed = made.value(f"{job}.operations") / made.value(f"{job}.{time}")
        x = here.plot.x(made.value(f"{job}.intensity"))
        assert here.plot.y(speed) == pytest.approx(here.chip.height(x), abs=1e-9)


@pytest.mark.parametrize("gpu", CHIPS)
def test_slope_and_roof_meet_at_the_ridge(gpu: str) -> None:
    made, here = built(gpu)
    assert here.chip.x == pytest.approx(here.plot.x(made.value("gpu.ridge")))
    assert here.chip.y == pytest.approx(here.plot.y(made.value("gpu.peak")))
    assert here.plot.y(here.plot.y_from) == FLOOR
    assert here.plot.x(here.plot.x_from) == FILM.axis == here.chip.foot
    for which, other in zip(("first", "second"), here.others, strict=True):
        assert other.x == pytest.approx(here.plot.x(made.value(f"other.{which}_ridge")))
        assert other.y == pytest.approx(here.plot.y(made.value(f"other.{which}_peak")))


@pytest.mark.parametrize("gpu", CHIPS)
@pytest.mark.parametrize("prompt", PROMPTS)
@pytest.mark.parametrize("weights", ["bf16", "int8"])
def test_all_that_is_told_lies_on_the_axes(gpu: str, prompt: int, weights: str) -> None:
    made, here = built(gpu, prompt, weights)
    assert max(here.chip.y, *(other.y for other in here.others)) == pytest.approx(FILM.highest)
    for figure in ("decode.intensity", "gpu.ridge", "prefill.intensity"):
        assert FILM.axis + 0.5 < here.plot.x(made.value(figure)) < RIGHT - 0.6
    assert here.chip.y > FLOOR + 2.5


@pytest.mark.parametrize("gpu", CHIPS)
def test_ticks_are_powers_of_ten_far_enough_apart(gpu: str) -> None:
    here = land(figures(gpu).value)
    for ticks, unit in ((here.plot.x_ticks(), here.plot.across), (here.plot.y_ticks(), here.plot.up)):
        assert len(ticks) >= 3
        assert unit > 0.9
        assert all(log10(tick) == pytest.approx(round(log10(tick))) for tick in ticks)
    assert 1.0 in here.plot.x_ticks()


def test_a_chip_is_in_front_only_if_it_is_lower_everywhere() -> None:
    for gpu in CHIPS:
        _, here = built(gpu)
        for other, behind in zip(here.others, here.behind, strict=True):
            places = [FILM.axis + 0.1 * step for step in range(128)]
            lower = all(other.height(x) <= here.chip.height(x) + 1e-9 for x in places if other.height(x) > FLOOR)
            assert lower or behind, f"{gpu}: a chip that stands out somewhere would hide it"
    assert built("h100")[1].behind == (False, False)
    assert built("a100")[1].behind == (True, False)
    assert built("rtx-4090")[1].behind == (True, True)


def test_a_profile_crosses_what_is_neither_over_nor_under_it() -> None:
    profile = Profile(-5.0, 0.0, 2.0)
    assert profile.crosses((-2.6, -0.4, -2.4, -0.2))
    assert profile.crosses((1.0, 1.9, 2.0, 2.1))
    assert not profile.crosses((-2.6, 0.0, -2.4, 0.2))
    assert not profile.crosses((1.0, 1.0, 2.0, 1.9))
