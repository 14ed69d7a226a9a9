"""Where one scene hands over to the next: the last frame of one is the other's state before its first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from film.look import Look
from film.plan import ScenePlan

if TYPE_CHECKING:  # they load Manim, which whoever compares pictures that are there does without
    from film.shoot import Frame, Shootable
    from film.sitting import Sitting

SIZE = (640, 360)
UNSEEN = 2
"""Levels of 255 by which a pixel may differ: the rounding of a fade, which no eye sees."""


def jumps(scenes: Mapping[str, type[Shootable]], plans: Mapping[str, ScenePlan]) -> Iterator[str]:
    """A line for each pair of neighbours (in running order) between which the picture jumps."""
    before: tuple[str, Frame] | None = None
    for name, scene in scenes.items() if len(scenes) > 1 else ():
        first, last = ends(scene, plans[name])
        if before:
            yield from torn((before[0], name), before[1], first)
        before = name, last


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


def ends(scene: type[Shootable], plan: ScenePlan) -> tuple[Frame, Frame]:
    """The scene before its first frame, and its last frame."""
    from film.sitting import sitting

    with sitting(scene, plan, Look(SIZE)) as sat:
        return ends_of(sat, plan)


def ends_of(sat: Sitting, plan: ScenePlan) -> tuple[Frame, Frame]:
    """The same of a scene that sits already."""
    sat.pose(0.0)
    first = sat.pixels()
    sat.pose(sum(timing.frames for timing in plan.beats) / plan.fps)
    return first, sat.pixels()
