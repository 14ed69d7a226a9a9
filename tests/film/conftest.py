"""A tiny film of plain pictures, encoded once for all tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from film.cut import RATE, Chapter, Sound, assemble, joined, samples_in
from film.cut import encoded as aac
from film.encode import Encoded, Encoder, Pixels
from film.presets import X264_FAST
from film.proof import Expected, ReadCue

WIDTH, HEIGHT, FPS = 160, 90, 15


def picture(number: int) -> Pixels:
    """A frame that differs from its neighbours: a bar that moves over a plain ground."""
    frame = np.full((HEIGHT, WIDTH, 4), 255, np.uint8)
    frame[..., :3] = (20, 40 + number % 60, 60)
    frame[:, (3 * number) % WIDTH :, :3] = (200, 140, 80)
    return frame


def encode(path: Path, numbers: Sequence[int]) -> Encoded:
    """Encode the pictures of these numbers."""
    with Encoder(path, WIDTH, HEIGHT, FPS, X264_FAST) as encoder:
        for number in numbers:
            encoder.write(picture(number))
        return encoder.close()


@dataclass(frozen=True)
class Tiny:
    """Three parts, sound with a click at one second, two captions, two chapters."""

    parts: tuple[Path, ...]
    sound: Sound
    expected: Expected

    def assemble(self, path: Path) -> Path:
        """Write it as a film."""
        sound = joined([(0, aac(self.sound))], len(self.sound))
        assemble(path, self.parts, sound, self.expected.cues, self.expected.chapters, FPS, "Tiny")
        return path


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    folder = tmp_path_factory.mktemp("tiny")
    cuts = (0, 19, 20, 45)
    parts = []
    for start, end in pairwise(cuts):
        parts.append(folder / f"{start}.mp4")
        encode(parts[-1], range(start, end))
    sound = np.zeros((samples_in(cuts[-1], FPS), 2), np.float32)
    sound[RATE : RATE + 48] = 0.8
    cues = (ReadCue(0.2, 1.1, "A “first” caption,\nin two lines."), ReadCue(1.4, 2.9, "Größe: 3 < 4."))
    chapters = (Chapter("One", 0, 20), Chapter("Zwei – ü", 20, 25))
    return Tiny(tuple(parts), sound, Expected(WIDTH, HEIGHT, FPS, cuts[-1], cues, chapters))


@pytest.fixture(scope="session")
def encoded() -> Callable[[Path, Sequence[int]], Encoded]:
    return encode
