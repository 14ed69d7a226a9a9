"""The clock by which a scene's props are posed: each beat has a stretch of it to itself.

Between two stretches lies far more time than anything takes to come to rest. So what a beat shows does not depend on
how long those before it last, and need not be drawn again when one of them changes. A beat that shows what is still
under way when the one before it ends runs on from that one, without such a gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scenes.stage.theme import Floats
from scenes.stage.tracks import ramp, soft

APART = 4096.0
"""Seconds of the clock from one stretch's beginning to the next's; more than any beat lasts."""

EDGE = 1e-9
"""Seconds by which a moment may miss the end of a beat to which it belongs, for rounding."""


SETTLING = 1.6
"""Seconds before a beat's end in which what goes round comes to where it began."""


@dataclass(frozen=True)
class Slot:
    """A beat's place: its first moment by the clock, and in the scene as it is watched; its length. All in seconds."""

    begins: float
    watched: float
    length: float

    @property
    def ends(self) -> float:
        """The beat's last moment by the clock."""
        return self.begins + self.length


def by_the_clock(slots: Sequence[Slot], watched: float) -> float:
    """What the clock shows when so much of the scene has been watched; between two beats, at the end of the first."""
    before = [slot for slot in slots if slot.watched < watched - EDGE]
    slot = before[-1] if before else slots[0]
    return slot.begins + watched - slot.watched


@dataclass(frozen=True)
class Laps:
    """Whole laps in every beat: what goes round at an even pace is at a beat's end where it was at its beginning.

    `slots` grows while the scene is written.
    """

    slots: Sequence[Slot] = ()

    def at(self, clock: float, rate: Floats) -> Floats:
        """Laps run since the beat began, at `rate` laps a second; near its end a little more or less, until they are
        whole. So what comes before does not depend on how long the beat lasts."""
        slot = next((slot for slot in reversed(self.slots) if slot.begins <= clock + EDGE), Slot(0.0, 0.0, 1.0))
        missing = np.round(rate * slot.length) - rate * slot.length
        last = min(SETTLING, slot.length)
        return np.asarray(rate * (clock - slot.begins) + missing * soft(ramp(clock, slot.ends - last, last)))


STILL = Laps()
"""For what is posed outside a scene."""
