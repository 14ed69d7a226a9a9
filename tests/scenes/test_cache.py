"""A brick of cache has the bytes of a brick of weights."""

from __future__ import annotations

import numpy as np
import pytest

from film.shoot import settings
from scenes.stage.cache import Cache, bricks
from scenes.stage.camera import StageCamera
from scenes.stage.geometry import WALL_HEIGHT, conduit, die, masonry

BRICK = 20e6


@pytest.mark.parametrize("size", [0.0, 5e6, 20e6, 262_144_000.0, 2.14e9])
def test_the_bricks_add_up_to_the_bytes(size: float) -> None:
    widths = bricks(size, BRICK)
    assert widths.sum() * BRICK == pytest.approx(size)
    assert (widths[:-1] == 1.0).all()


@pytest.mark.parametrize("size", [262_144_000.0, 2.14e9])
def test_its_area_is_to_the_walls_as_its_bytes_are(size: float) -> None:
    wall = masonry(803)
    cache = Cache(wall, conduit(3.35e12, wall, die(295)), size, BRICK)
    lengths = cache.cells[:, 2] - cache.cells[:, 0]
    share = lengths.sum() * wall.brick_height / (wall.width * WALL_HEIGHT)
    assert share == pytest.approx(size / (803 * BRICK), rel=1e-6)
    assert cache.cells[:, 0].min() >= wall.left - 1e-9
    assert cache.cells[:, 1].min() > wall.crest


def test_bricks_are_set_one_after_another_and_all_by_the_end() -> None:
    wall = masonry(803)
    cache = Cache(wall, conduit(3.35e12, wall, die(295)), 262_144_000.0, BRICK)
    cache.lay().write(2.0, 4.0)
    assert (np.diff(cache.starts) > 0).all()
    assert cache.starts.min() >= 2.0
    assert cache.starts.max() <= 6.0
    cache.pose(1.9)
    assert cache.opacity == 0.0


def test_a_prompt_without_a_cache_has_no_bricks() -> None:
    wall = masonry(803)
    cache = Cache(wall, conduit(3.35e12, wall, die(295)), 0.0, BRICK)
    cache.lay().write(0.0, 2.0)
    cache.pose(1.0)
    assert cache.opacity == 0.0


def test_every_brick_is_drawn_by_itself() -> None:
    wall = masonry(803)
    cache = Cache(wall, conduit(3.35e12, wall, die(295)), 2.14e9, BRICK)
    cache.lay().write(0.0, 2.0)
    with settings((1920, 1080), 60):
        camera = StageCamera()
        cache.pose(60.0)
        camera.capture_mobjects([cache])
    x0, y0, x1, y1 = cache.cells[:-1].T
    middles, joints = _blue(camera, (x0 + x1) / 2, (y0 + y1) / 2), _blue(camera, x0, (y0 + y1) / 2)
    assert middles.min() > 200
    assert joints.max() < 100


def _blue(camera: StageCamera, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The blue in the pixels at places on stage."""
    at = [camera.to_pixels.transform_point(*place) for place in zip(x.tolist(), y.tolist(), strict=True)]
    return np.array([camera.pixel_array[int(down), int(across), 2] for across, down in at])
