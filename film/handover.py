"""Where one scene hands over to the next: the last frame of one is the other's state before its first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from film.plan import ScenePlan

if TYPE_CHECKING:  # they load Manim, which whoever compares pictures that are there does without
    from film.shoot import Frame
    from film.sitting import Sitting

SIZE = (640, 360)
UNSEEN = 2
"""Levels of 255 by which a pixel may differ: the rounding of a fade, which no eye sees."""


def torn(names: tuple[str, str], last: Frame, first: Frame) -> Iterator[str]:
    """A line if the last picture of one scene is not the next one's first."""
    apart = np.abs(last[..., :3].astype(int) - first[..., :3]).max(-1)
    if apart.max() > UNSEEN:
        before, after = names
        share = (apart > UNSEEN).mean()
        yield (
            f"{before} does not end as {after} begins: {share:.1%} of the picture differs, "
            f"by up to {apart.max()} of 255; both must be in the same state of the stage"
        )


def ends(sat: Sitting, plan: ScenePlan) -> tuple[Frame, Frame]:
    """A scene before its first frame, and its last frame."""
    sat.pose(0.0)
    first = sat.pixels()
    sat.pose(sum(timing.frames for timing in plan.beats) / plan.fps)
    return first, sat.pixels()
