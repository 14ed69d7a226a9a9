"""The film's sound, made while the pictures are drawn.

Narration and bed depend on the takes alone. The sounds of each beat are kept with its parts, or found when its scene
is looked through; where they are known only when the pictures are there, the sound waits for them.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from av.packet import Packet

from film.costs import Costs
from film.errors import FilmError
from film.plan import Sound
from film.request import Request
from film.story import Story
from film.waves import Samples

Heard = Mapping[str, Sequence[Sound]]
"""The sounds of each beat, by its key."""


class Soundtrack:
    """Narration, bed and the sounds that the pictures make, mixed and encoded. Use as a context."""

    def __init__(self, story: Story, request: Request, costs: Costs):
        self.story, self.request, self.costs = story, request, costs
        self.told: queue.SimpleQueue[Heard | None] = queue.SimpleQueue()
        self.heard: Heard | None = None
        self.thread: threading.Thread | None = None
        self.made: Sequence[Packet[Any]] = ()
        self.failure: BaseException | None = None

    def begin(self) -> None:
        """Begin to make it, in a thread beside the drawing."""
        self.thread = threading.Thread(target=self._beside, name="sound", daemon=True)
        self.thread.start()

    def hear(self, heard: Heard) -> None:
        """Be told the sounds of all beats."""
        self.heard = heard
        self.told.put(heard)

    def __enter__(self) -> Soundtrack:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.told.put(None)  # else a thread that was told nothing would wait, and hold the film's sound, for ever

    def _beside(self) -> None:
        try:
            with self.costs.stage("sound", beside=True):
                self.made = self._packets(self._told)
        except BaseException as error:
            self.failure = error

    def _told(self) -> Heard:
        heard = self.told.get()
        if heard is None:
            raise FilmError("the film was given up before its sounds were known")
        return heard

    def packets(self, heard: Heard) -> Sequence[Packet[Any]]:
        """The encoded sound for these sounds; a FilmError if it is not as loud as it should be."""
        if self.thread and self.heard is None:
            self.hear(heard)
        if self.thread and self.heard == heard:
            self.thread.join()
            if self.failure:
                raise self.failure
            return self.made
        with self.costs.stage("sound"):
            return self._packets(lambda: heard)

    def _packets(self, heard: Callable[[], Heard]) -> Sequence[Packet[Any]]:
        from film import mix  # it loads much that a film which is up to date does without
        from film.cut import encoded

        mixed = mix.mix(self.story.timeline, self._stems(heard))
        if wrong := mix.fault(mixed):
            raise FilmError(f"the sound is not what it should be: {wrong}")
        return encoded(mixed.samples)

    def _stems(self, heard: Callable[[], Heard]) -> Iterator[Samples]:
        """One after the other: each is as long as the film. What is heard is asked for last."""
        from film import stems

        timeline, request = self.story.timeline, self.request
        level = stems.ducked(timeline) if request.music or request.effects else None
        if request.music:
            yield stems.music(timeline, level)
        if request.effects:
            of = heard()
            sounds = [(timeline.start(beat), sound) for beat in timeline.beats for sound in of[beat.key]]
            yield stems.effects(timeline, sounds, level)
