"""A light that stays as it is, is painted from a dimmed plate: nobody sees that."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from film.shoot import settings
from scenes.stage.camera import StageCamera
from scenes.stage.paint import Light


def frames(strengths: Sequence[float], fresh: bool) -> list[np.ndarray]:
    """The frames of a large light over a sky, each by the same light or by a new one."""
    found = []
    with settings((640, 360), 15):
        camera, light = StageCamera(), Light(0.3, -0.2, 6.0, 3.5, "#E0923F")
        for strength in strengths:
            if fresh:
                light = Light(0.3, -0.2, 6.0, 3.5, "#E0923F")
            light.opacity = strength
            camera.reset()
            camera.capture_mobjects([light])
            found.append(camera.pixel_array.copy())
    return found


@pytest.mark.parametrize("strength", [0.003, 0.1, 1 / 3, 0.7211, 0.99])
def test_a_steady_light_is_painted_as_one_just_lit(strength: float) -> None:
    breath = [strength, strength + 1e-4, strength - 1e-4]
    strengths = breath * 3 + [0.5, strength, strength, 1.0, *[strength] * 6]
    assert all(map(np.array_equal, frames(strengths, fresh=False), frames(strengths, fresh=True)))
