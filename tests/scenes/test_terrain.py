"""The terrain is made of the wall's bricks and the chip's lights, and its small pictures are to scale."""

from __future__ import annotations

import numpy as np
import pytest

import roofline
from scenes.stage.axes import lower_axis, upward_axis
from scenes.stage.frame import FILM
from scenes.stage.gauges import BASE, Longer, Wedge
from scenes.stage.geometry import die, masonry
from scenes.stage.plot import FLOOR, TRILLION, land
from scenes.stage.points import Climber
from scenes.stage.rock import facets
from scenes.stage.roof import Roof, seats
from scenes.stage.slope import Slope

H100 = roofline.compute()
LAND = land(H100.value)
RIDGES = (40, 57, 153, 164, 246, 281, 295, 403, 560)


def test_every_brick_goes_to_the_slope_and_the_crest_becomes_its_line() -> None:
    bricks, chip = masonry(803), LAND.chip
    slope = Slope(bricks, chip)
    assert len(slope.start_corners) == len(bricks.cells)
    slope.clock.to(slope.seconds, 0.0)
    slope.pose(1.0)
    assert slope.arrived
    top = np.flatnonzero(bricks.cells[:, 3] > bricks.crest - 1e-6)
    corners = slope.corners[top][:, [3, 2]].reshape(-1, 2)
    under = [chip.height(x) - y for x, y in corners.tolist()]
    assert np.ptp(under) < 1e-9
    assert 0 < under[0] < 0.06
    assert corners[:, 0].min() == pytest.approx(chip.foot, abs=0.02)
    assert corners[:, 0].max() == pytest.approx(chip.x, abs=0.02)


def test_a_shear_keeps_the_height_and_the_order_of_bricks() -> None:
    slope = Slope(masonry(617), LAND.chip)
    start, end = slope.start_corners, slope.end_corners
    assert (end[:, 3, 1] - end[:, 0, 1]) == pytest.approx(start[:, 3, 1] - start[:, 0, 1])
    assert (np.argsort(end[:, 0, 0], kind="stable") == np.argsort(start[:, 0, 0], kind="stable")).all()


def test_neighbours_stay_neighbours_on_the_way() -> None:
    slope = Slope(masonry(803), LAND.chip)
    slope.clock.to(0.6 * slope.seconds, 0.0)
    slope.pose(1.0)
    cells = slope.bricks.cells
    joined = np.flatnonzero((cells[1:, 1] == cells[:-1, 1]) & (cells[1:, 0] == cells[:-1, 2]))
    gaps = slope.corners[joined + 1, 0] - slope.corners[joined, 1]
    assert (np.hypot(gaps[:, 0], gaps[:, 1]) < 0.04).all()


@pytest.mark.parametrize("ridge", RIDGES)
def test_every_light_has_one_place_in_the_roof_and_can_be_seen(ridge: int) -> None:
    chip = die(ridge)
    light, column, row = seats(chip, LAND.chip.x)
    assert sorted(light.tolist()) == list(range(ridge))
    assert len(set(zip(column.tolist(), row.tolist(), strict=True))) == ridge
    roof = Roof(chip, LAND.chip)
    ends = roof.pieces.end_corners
    assert LAND.chip.x < ends[..., 0].min()
    assert ends[..., 0].max() <= FILM.last
    assert ends[..., 1].min() > FLOOR
    assert ends[..., 1].max() < LAND.chip.y


def test_so_many_lights_are_on_as_are_busy() -> None:
    roof = Roof(die(295), LAND.chip)
    for busy in (0, 1, 56, 295):
        roof.busy.first = float(busy)
        roof.pose(0.0)
        assert (roof.pieces.level > 0.1).sum() == busy


def test_the_bars_of_a_step_are_to_scale_and_the_step_ends_with_the_longer() -> None:
    ridge = H100.value("gpu.ridge")
    for intensity in (1.0, 17.0, ridge, 1000.0):
        climber = Climber(LAND, intensity)
        bars = Longer(climber, ridge, 2032.0)
        bars.grown.first = 1.0
        bars.pose(0.0)
        fetching, arithmetic = bars.lengths
        assert arithmetic / fetching == pytest.approx(intensity / ridge)
        assert bars.decides == pytest.approx((float(intensity <= ridge), float(intensity >= ridge)))


def test_the_climber_stands_on_the_roofline() -> None:
    for intensity in (1.0, 30.0, 295.34, 2000.0):
        climber = Climber(LAND, intensity)
        speed = min(H100.value("gpu.peak"), intensity * H100.value("gpu.bandwidth"))
        assert (climber.x, climber.y) == pytest.approx((LAND.plot.x(intensity), LAND.plot.y(speed)))


@pytest.mark.parametrize("model", list(roofline.models()))
def test_the_wedge_s_area_is_attention_s_share_at_both_prompts(model: str) -> None:
    made = roofline.compute(gpu="b200", model=model)
    short, long = made.value("prompt.tokens"), made.value("attention.long_tokens")
    window = made.value("attention.windowed"), made.value("attention.window")
    wedge = Wedge(short, long, made.value("attention.share_long"), window)
    for tokens, figure in ((short, "attention.share_short"), (long, "attention.share_long")):
        tops = [wedge.top(token) for token in np.linspace(0, tokens, 5001).tolist()]
        on_top = float(np.mean(tops)) - BASE - wedge.strip
        assert on_top / (on_top + wedge.strip) == pytest.approx(made.value(figure), rel=1e-3)


def test_the_numbers_on_the_axes_are_the_axes_own() -> None:
    for gpu in ("h100", "l4", "b200"):
        plot = land(roofline.compute(gpu=gpu).value).plot
        for tick in lower_axis(plot).numbers:
            middle = (tick.letters.left + tick.letters.right) / 2
            assert float(tick.letters.text.replace(",", "")) == tick.value
            assert middle == pytest.approx(plot.x(tick.value))
        for tick in upward_axis(plot).numbers:
            assert float(tick.letters.text.replace(",", "")) == tick.value
            assert tick.letters.baseline + 0.08 == pytest.approx(plot.y(tick.value * TRILLION))


@pytest.mark.parametrize("which", [0, 1])
def test_rock_stays_under_its_edge(which: int) -> None:
    profile = LAND.others[which]
    for facet in facets(profile, 11, 1.0, 0.0):
        x, y = facet.points[:, 0], facet.points[:, 1]
        edge = np.minimum(profile.y, FLOOR + (x - profile.foot) * profile.rise)
        assert (y <= edge + 1e-6).all()
