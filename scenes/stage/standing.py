"""What stands still at the back of the stage, put together into one picture that frames begin with.

The same is painted as if all of it were painted again: only what says that it paints the same is left out, and what
a sky covers.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from scenes.stage.camera import Canvas, StageCamera

WORTH = 4
"""Frames in which something must stand still: a new picture costs as much as half a frame."""


class Standing:
    """The members at the back of one list that paint what they painted before."""

    def __init__(self, members: Sequence[Any]):
        self.members = members
        self.skies = [number for number, one in enumerate(members) if getattr(one, "covers", False)]
        self.first = 0
        """The first member that is not covered."""
        self.picture: npt.NDArray[Any] | None = None
        self.background: npt.NDArray[Any] | None = None
        """What is behind the members in the picture."""
        self.held: list[Hashable] = []
        """The states of the members in the picture."""
        self.before: list[Hashable] = []
        self.least, self.frames = len(members), 0
        """How many stood still in each of so many frames."""

    def draw(self, ctx: Canvas, camera: StageCamera) -> None:
        """Draw all members, with the camera's background behind them."""
        members = self._uncovered(camera)
        states = list(_states(camera, members))
        done = self._lay(camera, states)
        if self.before:
            self.least, self.frames = min(self.least, _agree(states, self.before)), self.frames + 1
        if self.frames >= WORTH:
            if self.least > done:
                camera.draw_members(ctx, members[done : self.least])
                ctx.get_target().flush()
                self.picture, self.background = camera.pixel_array.copy(), camera.background
                self.held, done = states[: self.least], self.least
            self.least, self.frames = len(self.members), 0
        camera.draw_members(ctx, members[done:])
        self.before = states

    def _uncovered(self, camera: StageCamera) -> Sequence[Any]:
        """The members from the last sky on that covers all before it."""
        first = next((number for number in reversed(self.skies) if camera.covered_by(self.members[number])), 0)
        if first != self.first:
            self.first, self.picture, self.before = first, None, []
        return self.members[first:]

    def _lay(self, camera: StageCamera, states: Sequence[Hashable]) -> int:
        """Put down the picture if all of it still stands, else the background; tells how many are in it."""
        stands = self.background is camera.background and _agree(states, self.held) == len(self.held)
        if self.picture is None or not stands:
            self.picture, self.held = None, []
            camera.clear()
            return 0
        np.copyto(camera.pixel_array, self.picture)
        return len(self.held)


def _states(camera: StageCamera, members: Sequence[Any]) -> Iterator[Hashable]:
    """What each member paints, up to the first that does not say."""
    for member in members:
        state = camera.state(member)
        if state is None:
            return
        yield state


def _agree(some: Sequence[Hashable], others: Sequence[Hashable]) -> int:
    """How many are the same from the first on."""
    shorter = min(len(some), len(others))
    return next((number for number in range(shorter) if some[number] != others[number]), shorter)
