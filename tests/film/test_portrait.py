"""Pixels without a ground: colour and alpha apart, and light with as much alpha as it needs."""

from __future__ import annotations

import numpy as np
import pytest

from film.portrait import straight


def one(*premultiplied: int) -> list[int]:
    pixel: list[int] = straight(np.array([[premultiplied]], np.uint8))[0, 0].tolist()
    return pixel


def test_the_edge_of_a_shape_keeps_the_shape_s_colour() -> None:
    assert one(120, 60, 0, 128) == [239, 120, 0, 128]  # half of (240, 120, 0): no dark fringe over white


def test_what_is_opaque_stays_as_it_is() -> None:
    assert one(12, 200, 255, 255) == [12, 200, 255, 255]


def test_light_alone_is_its_own_hue_as_strong_as_it_is() -> None:
    assert one(13, 52, 61, 0) == [54, 217, 255, 61]


def test_light_on_an_edge_makes_it_more_opaque() -> None:
    assert one(100, 0, 0, 40) == [255, 0, 0, 100]


def test_nothing_is_nothing() -> None:
    assert one(0, 0, 0, 0) == [0, 0, 0, 0]


@pytest.mark.parametrize("seed", range(3))
def test_over_black_every_pixel_is_what_it_was(seed: int) -> None:
    frame = np.random.default_rng(seed).integers(0, 256, (40, 40, 4)).astype(np.uint8)
    made = straight(frame).astype(float)
    over_black = made[..., :3] * made[..., 3:] / 255
    assert np.abs(over_black - frame[..., :3]).max() <= 0.51
