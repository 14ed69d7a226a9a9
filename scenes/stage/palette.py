"""What colours come out as: on the film's night, where light adds up, or paper, on which it is a tint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scenes.stage.printed import colored, lettered, printed
from scenes.stage.theme import Floats, rgb


@dataclass(frozen=True)
class Palette:
    """How colours, which are named as they are at night, come out.

    `tone` is the colour of a shape, `letter` that of a text. `tint` is how strong a light of full power is where it is
    laid over what is below it, by its colour and its size; None where light adds to it.
    """

    name: str
    tone: Callable[[str], str]
    letter: Callable[[str], str]
    tint: Callable[[str, float], float] | None = None

    @property
    def adds(self) -> bool:
        """Whether light adds to what is below it."""
        return self.tint is None

    def share(self, color: str, size: float = 1.0) -> float:
        """How strong a light of full power is, of so many square stage units."""
        return 1.0 if self.tint is None else self.tint(color, size)

    def light(self, color: str, level: Floats, noise: Floats, size: float = 1.0) -> npt.NDArray[np.uint8]:
        """Light of a level (height, width) as premultiplied pixels (height, width, 4), dithered by `noise` (…, 1).

        Where light adds it has no alpha, and OVER adds it.
        """
        pixels = np.zeros((*level.shape, 4), np.uint8)
        level = level[..., None] * self.share(color, size)
        pixels[..., :3] = np.floor(level * rgb(self.tone(color)) * 255 + noise)
        if not self.adds:
            pixels[..., 3:] = np.floor(level * 255 + noise)
        return pixels


def _same(color: str) -> str:
    return color


TINT = 0.0, 0.52
"""Of a light without a hue, and of one with the hue of a meaning."""
AIR = 2.0
"""Square stage units; a light that is larger is air rather than a mark, and weaker by as much."""


def _tint(color: str, size: float) -> float:
    return (TINT[0] + (TINT[1] - TINT[0]) * colored(color)) * min(1.0, AIR / size)


NIGHT = Palette("night", _same, _same)
LIGHT = Palette("light", printed, lettered, _tint)

PALETTES = {palette.name: palette for palette in (NIGHT, LIGHT)}
