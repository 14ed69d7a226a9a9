"""What a claim is: a statement, and the test of whether it is true of these figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from roofline.sheet import Figures

MEASURED = "measured.decode_short"
"""A figure that is there if the measurement is of the film's model."""

Value = Callable[[str], float]


@dataclass(frozen=True)
class Claim:
    """A statement and the test of whether it is true. A claim that is `of_measurement` is false where
    there is no measurement of the model, one that `needs` a figure also where that figure is not there."""

    name: str
    statement: str
    holds: Callable[[Value], bool]
    of_measurement: bool = False
    needs: str = ""

    def applies(self, figures: Figures) -> bool:
        """Whether the claim holds of these figures."""
        there = all(name in figures for name in (self.of_measurement and MEASURED, self.needs) if name)
        return there and self.holds(figures.value)


def by_name(*claims: Claim) -> dict[str, Claim]:
    """Claims by their names."""
    return {claim.name: claim for claim in claims}
