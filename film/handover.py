"""Where one scene hands over to the next: the last frame of one is the other's state before its first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np

from film.look import Look
from film.plan import ScenePlan
from film.shoot import Frame, Shootable
from film.sitting import photograph

SIZE = (640, 360)
UNSEEN = 2
"""Levels of 255 by which a pixel may differ: the rounding of a fade, which no eye sees."""


def jumps(scenes: Mapping[str, type[Shootable]], plans: Mapping[str, ScenePlan]) -> Iterator[str]:
    """A line for each pair of neighbours (in running order) between which the picture jumps."""
    for before, after in pairwise(scenes):
        last, first = _ends(scenes[before], plans[before])[1], _ends(scenes[after], plans[after])[0]
        apart = np.abs(last[..., :3].astype(int) - first[..., :3]).max(-1)
        if apart.max() > UNSEEN:
            share = (apart > UNSEEN).mean()
            yield (
                f"{before} does not end as {after} begins: {share:.1%} of the picture differs, "
                f"by up to {apart.max()} of 255; both must be in the same state of the stage"
            )


def _ends(scene: type[Shootable], plan: ScenePlan) -> list[Frame]:
    """The scene before its first frame, and its last frame."""
    length = sum(timing.frames for timing in plan.beats) / plan.fps
    return list(photograph(scene, plan, [0.0, length], Look(SIZE)))
