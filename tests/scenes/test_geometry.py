"""Area is bytes, height is bandwidth, a light is one part in the ridge: for any chip and model."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from scenes.stage.geometry import CHIP_ROOM, WALL_HEIGHT, WALL_WIDTH, conduit, die, masonry

RIDGES = (1, 2, 7, 57, 153, 164, 246, 281, 295, 403, 560)


@pytest.mark.parametrize("bricks", [400, 617, 803, 999])
@pytest.mark.parametrize("width", [WALL_WIDTH, WALL_WIDTH / 2])
def test_the_pieces_cover_the_wall_and_add_up_to_the_bricks(bricks: int, width: float) -> None:
    wall = masonry(bricks, width)
    sides = wall.cells[:, 2:] - wall.cells[:, :2]
    assert (sides > 0).all()
    assert sides.prod(1).sum() == pytest.approx(width * WALL_HEIGHT)
    assert sides.prod(1).sum() / (wall.brick_width * wall.brick_height) == pytest.approx(bricks)


def test_no_piece_is_longer_than_a_brick_and_joints_are_staggered() -> None:
    wall = masonry(803)
    assert (wall.cells[:, 2] - wall.cells[:, 0]).max() <= wall.brick_width * (1 + 1e-9)
    rows = [wall.cells[wall.cells[:, 1] == low] for low in np.unique(wall.cells[:, 1])]
    assert len(rows) == wall.courses == 33
    for lower, upper in pairwise(rows):
        assert not set(lower[1:, 0].round(6)) & set(upper[1:, 0].round(6))


def test_bricks_of_a_narrow_wall_keep_their_shape() -> None:
    shapes = [wall.brick_width / wall.brick_height for wall in (masonry(803), masonry(803, WALL_WIDTH / 2))]
    assert shapes[0] == pytest.approx(shapes[1], rel=0.05)


@pytest.mark.parametrize("ridge", RIDGES)
def test_a_chip_has_exactly_its_lights_inside_its_edge_and_apart(ridge: int) -> None:
    chip = die(ridge)
    assert len(chip.x) == ridge
    places = {(round(x, 6), round(y, 6)) for x, y in zip(chip.x.tolist(), chip.y.tolist(), strict=True)}
    assert len(places) == ridge
    half = chip.pitch / 2 - 1e-9
    assert (chip.x - half > chip.box[0]).all()
    assert (chip.x + half < chip.box[2]).all()
    assert (chip.y - half > chip.box[1]).all()
    assert (chip.y + half < chip.box[3]).all()


@pytest.mark.parametrize("ridge", [ridge for ridge in RIDGES if ridge > 50])
def test_lights_fill_the_room(ridge: int) -> None:
    chip = die(ridge)
    assert ridge * chip.pitch**2 > 0.8 * CHIP_ROOM[0] * CHIP_ROOM[1]


def test_the_channel_is_as_high_as_the_bandwidth() -> None:
    wall, chip = masonry(803), die(295)
    heights = [conduit(bandwidth, wall, chip).height for bandwidth in (0.3e12, 3.35e12, 8e12)]
    assert heights[1] == pytest.approx(0.86)
    assert np.array(heights) / heights[1] == pytest.approx(np.array([0.3, 3.35, 8]) / 3.35)
    assert heights[2] < chip.top - chip.box[1]
