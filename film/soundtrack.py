"""The film's sound, made while the pictures are drawn, scene by scene; what is made is kept.

The sounds that pictures make are kept with their parts, or found when their scene is looked through; where they are
known only when the pictures are there, the sound waits for them.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from av.packet import Packet

from film.cache import Cache
from film.costs import Costs
from film.cut import joined, packed, samples_in, unpacked
from film.encode import Pixels
from film.errors import FilmError
from film.jobs import give_way
from film.keys import digest, installed
from film.request import Request
from film.shelf import Shelf
from film.story import Story
from film.timeline import SceneTiming

if TYPE_CHECKING:  # it loads much that a film which is up to date does without
    from film.sound import Heard

LIBRARIES = ("pydub", "pyloudnorm")
"""Libraries whose version can change a sound, besides those that can change a picture."""


class Soundtrack:
    """The sounds of a story's scenes, encoded. Use as a context: what is still being made at its end is given up."""

    def __init__(self, story: Story, request: Request, cache: Cache, costs: Costs):
        self.story, self.request, self.costs = story, request, costs
        self.shelf = Shelf(cache.sounds)
        self.heard: Heard = {}
        self.thread: threading.Thread | None = None
        self.made: Sequence[Packet[Any]] = ()
        self.failure: BaseException | None = None
        self.over = threading.Event()

    def __enter__(self) -> Soundtrack:
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        if self.thread:
            self.thread.join()

    def begin(self, heard: Heard) -> None:
        """Begin to make it, in a thread beside the drawing, for these sounds of all beats."""
        self.heard = heard
        self.thread = threading.Thread(target=self._beside, name="sound", daemon=True)
        self.thread.start()

    def _beside(self) -> None:
        give_way()  # it has time until all is drawn
        try:
            with self.costs.stage("sound", beside=True):
                self.made = self._packets(self.heard)
        except BaseException as error:
            self.failure = error

    def packets(self, heard: Heard) -> Sequence[Packet[Any]]:
        """The encoded sound for these sounds; a FilmError if it is not as loud as it should be."""
        if self.thread and self.heard == heard:
            self.thread.join()
            if self.failure:
                raise self.failure
            return self.made
        with self.costs.stage("sound"):
            return self._packets(heard)

    def _packets(self, heard: Heard) -> list[Packet[Any]]:
        timeline = self.story.timeline
        pieces = [(samples_in(scene.start_frame, timeline.fps), self._scene(scene, heard)) for scene in timeline.scenes]
        return joined(pieces, samples_in(timeline.frames, timeline.fps))

    def _scene(self, scene: SceneTiming, heard: Heard) -> list[bytes]:
        """The packets of a scene, as they are kept, or made anew."""
        if self.over.is_set():
            raise FilmError("the film was given up before its sound was made")
        alone, music = self.story.timeline.alone(scene), self.request.music
        sounds = {beat.key: heard[beat.key] if self.request.effects else () for beat in scene.beats}

        def make() -> list[Pixels]:
            from film.sound import scene_sound

            return packed(scene_sound(alone, sounds, music))

        takes = {key: take.facts for key, take in alone.takes.items()}
        libraries = [installed(name) for name in LIBRARIES]
        about = digest([alone.fps, alone.scenes, takes, sounds, music, libraries])
        return unpacked(self.shelf.kept("film.sound", about, make))
