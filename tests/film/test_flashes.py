"""What flashes more than three times a second is found, wherever in the picture it is."""

from __future__ import annotations

import numpy as np
import pytest

from film.flashes import levels, worst

FPS = 60


def blinking(
    hertz: float, dark: int = 30, light: int = 200, seconds: float = 2.0, part: float = 0.3
) -> list[np.ndarray]:
    """Luma of a picture of which a square in a corner blinks."""
    pictures = []
    for number in range(round(seconds * FPS)):
        luma = np.full((180, 320), 30, np.uint8)
        on = (number * hertz / FPS) % 1 < 0.5
        luma[: round(180 * part), : round(320 * part)] = light if on else dark
        pictures.append(luma)
    return pictures


@pytest.mark.parametrize(("hertz", "most"), [(1, 1), (3, 3), (5, 5), (12, 12)])
def test_flashes_are_counted_by_the_second(hertz: float, most: int) -> None:
    assert worst([levels(luma) for luma in blinking(hertz)], FPS) == most


def test_a_change_too_small_to_be_a_flash_is_none() -> None:
    assert worst([levels(luma) for luma in blinking(10, dark=30, light=70)], FPS) == 0


def test_a_slow_fade_is_no_flash() -> None:
    fade = [np.full((180, 320), 16 + number, np.uint8) for number in range(200)]
    assert worst([levels(luma) for luma in fade], FPS) == 0


def test_no_picture_has_no_flash() -> None:
    assert worst([], FPS) == 0


def test_black_and_white_are_the_ends_of_the_scale() -> None:
    ends = [levels(np.full((36, 64), luma, np.uint8)) for luma in (16, 235)]
    assert [float(level.mean()) for level in ends] == pytest.approx([0.0, 1.0])
