"""A deck of three plain pictures, and its clip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from film.clips import Clip
from film.deck.slides import Deck, Fact, Slide
from film.plan import BeatTiming

SIZE = (320, 180)
STEP = Fact("decode.step_time", "4.8 ms", "0.00479419 s", "max(decode.math_time, decode.memory_time)", True)
RATE = Fact("gpu.bandwidth", "3.35 TB/s", "3.35e+12 B/s", "data: h100_sxm.yaml", False)


@dataclass(frozen=True)
class Drawn:
    """A deck and the folder that its files are in."""

    deck: Deck
    folder: Path

    def with_clip(self, encoded: Callable[[Path, Sequence[int]], Any]) -> Deck:
        """The deck, with a clip for its first slide."""
        first, *rest = self.deck.slides
        path = self.folder / "clips" / "wall.one.mp4"
        path.parent.mkdir(exist_ok=True)
        encoded(path, range(20))
        clip = Clip(BeatTiming("wall", "one", "one", 0, 15), path, 20, 5)
        return replace(self.deck, slides=[replace(first, clip=clip, vector=None), *rest])


@pytest.fixture
def drawn(tmp_path: Path) -> Drawn:
    (tmp_path / "deck").mkdir()
    slides = []
    for number, (key, section, line) in enumerate(
        [
            ("wall.one", "The wall", "Weights -- all of them -- wait."),
            ("wall.two", "The wall", "One channel joins them."),
            ("tap.silent", "The tap", ""),
        ]
    ):
        picture = tmp_path / "deck" / f"{key}.png"
        pixels = np.full((SIZE[1], SIZE[0], 3), (20 + 80 * number, 60, 120), np.uint8)
        pixels[: SIZE[1] // 2, : SIZE[0] // 3] = (200, 140, 80)
        Image.fromarray(pixels).save(picture)
        shown = "A wall at the left of the frame, with a “bg fit” <sign>."
        slides.append(Slide(key, f"{section}, {number + 1}: *all* of it", section, picture, shown, line, (STEP, RATE)))
    vector = tmp_path / "deck" / "wall.one.svg"
    vector.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180"><rect width="9" height="9"/></svg>'
    )
    slides[0] = replace(slides[0], vector=vector)
    sources = [("Chip", "a_b, 80 GB"), ("Licence", "MIT licence. " * 40)]
    return Drawn(Deck("A test: one chip", "Stills", "en", SIZE, 15, slides, sources), tmp_path)
