"""A scene's sound as a job: what it is made from, and what came of it.

What makes it, `film.sound`, is loaded where it is made, as it takes half a second to load.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from film.cut import packed, unpacked
from film.encode import Pixels
from film.keys import digest, installed
from film.memory import peak_memory
from film.plan import Sound
from film.shelf import Shelf
from film.timeline import Timeline

Heard = Mapping[str, Sequence[Sound]]
"""The sounds of each beat, by its key."""

LIBRARIES = ("pydub", "pyloudnorm")
"""Libraries whose version can change a sound, besides those that can change a picture."""


@dataclass(frozen=True)
class SoundCost:
    """What a scene's sound cost in CPU seconds, and who made it, with its peak memory so far in bytes."""

    cpu: float
    worker: int
    memory: int


@dataclass(frozen=True)
class Sounded:
    """A scene's sound: its packets, as `film.cut.joined` takes them, and what it cost."""

    packets: Sequence[bytes]
    cost: SoundCost


@dataclass(frozen=True)
class SceneSound:
    """The sound of the scene that stands alone in a timeline, for what is heard in its beats.

    Plain data, the takes included, so that any process can make it; in `folder` it is kept.
    """

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
        packets = unpacked(Shelf(self.folder).kept("film.sound", self.about, self._made))
        return Sounded(packets, SoundCost(time.thread_time() - start, os.getpid(), peak_memory()))

    def _made(self) -> list[Pixels]:
        from film.sound import scene_sound

        return packed(scene_sound(self.alone, self.heard, self.music))
