"""The sound of one scene: narration, bed and what its pictures make heard, mixed and encoded.

A scene sounds as it does alone, wherever it stands in the film: a line that changes costs the sound of its scene.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from film.cut import encoded, packed, unpacked
from film.errors import FilmError
from film.keys import digest, installed
from film.plan import Sound
from film.shelf import Shelf
from film.timeline import Timeline

if TYPE_CHECKING:
    from film.waves import Samples

Heard = Mapping[str, Sequence[Sound]]
"""The sounds of each beat, by its key."""

LIBRARIES = ("pydub", "pyloudnorm")
"""Libraries whose version can change a sound, besides those that can change a picture."""


@dataclass(frozen=True)
class Sounded:
    """A scene's sound: its packets, as `film.cut.joined` takes them, and the CPU seconds that it cost."""

    packets: Sequence[bytes]
    cpu: float


@dataclass(frozen=True)
class SceneSound:
    """The sound of the scene that stands alone in a timeline. Plain data, so that any process can make it."""

    alone: Timeline
    heard: Heard
    music: bool
    folder: Path

    @property
    def scene(self) -> str:
        """The scene's name."""
        return self.alone.scenes[0].name

    @cached_property
    def about(self) -> str:
        """The hash of all that it is made from."""
        takes = {key: take.facts for key, take in self.alone.takes.items()}
        libraries = [installed(name) for name in LIBRARIES]
        return digest([self.alone.fps, self.alone.scenes, takes, self.heard, self.music, libraries])

    def kept(self) -> list[bytes] | None:
        """Its packets, if they were kept."""
        found = Shelf(self.folder).find("film.sound", self.about)
        return None if found is None else unpacked(found)

    def make(self) -> Sounded:
        """Make it, and keep it; a FilmError if it is not as loud as it should be."""
        start = time.thread_time()
        arrays = Shelf(self.folder).kept("film.sound", self.about, lambda: packed(self._encoded()))
        return Sounded(unpacked(arrays), time.thread_time() - start)

    def _encoded(self) -> list[bytes]:
        from film import mix  # loads much that nothing else needs

        mixed = mix.mix(self.alone, self._stems())
        if wrong := mix.fault(mixed):
            raise FilmError(wrong)
        return encoded(mixed.samples)

    def _stems(self) -> Iterator[Samples]:
        from film import stems

        alone = self.alone
        sounds = [(alone.start(beat), sound) for beat in alone.beats for sound in self.heard.get(beat.key, ())]
        level = stems.ducked(alone) if self.music or sounds else None
        if self.music:
            yield stems.music(alone, level)
        if sounds:
            yield stems.effects(alone, sounds, level)
