"""The film's sound, made while the pictures are drawn.

All that it depends on is known before: the takes, and the sounds of each beat, kept with its parts or found when its
scene was looked through. Where that is not so, it is made when the pictures are there.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
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
    """Narration, bed and the sounds that the pictures make, mixed and encoded."""

    def __init__(self, story: Story, request: Request, costs: Costs):
        self.story, self.request, self.costs = story, request, costs
        self.heard: Heard | None = None
        self.thread: threading.Thread | None = None
        self.made: Sequence[Packet[Any]] = ()
        self.failure: BaseException | None = None

    def begin(self, heard: Heard) -> None:
        """Make it for these sounds, in a thread beside the drawing."""
        self.heard = heard
        self.thread = threading.Thread(target=self._beside, name="sound", daemon=True)
        self.thread.start()

    def _beside(self) -> None:
        try:
            with self.costs.stage("sound", beside=True):
                self.made = self._packets(self.heard or {})
        except BaseException as error:
            self.failure = error

    def packets(self, heard: Heard) -> Sequence[Packet[Any]]:
        """The encoded sound for these sounds; a FilmError if it is not as loud as it should be."""
        if self.thread is not None and self.heard == heard:
            self.thread.join()
            if self.failure:
                raise self.failure
            return self.made
        with self.costs.stage("sound"):
            return self._packets(heard)

    def _packets(self, heard: Heard) -> Sequence[Packet[Any]]:
        from film import mix  # it loads much that a film which is up to date does without
        from film.cut import encoded

        mixed = mix.mix(self.story.timeline, self._stems(heard))
        if wrong := mix.fault(mixed):
            raise FilmError(f"the sound is not what it should be: {wrong}")
        return encoded(mixed.samples)

    def _stems(self, heard: Heard) -> Iterator[Samples]:
        """One after the other: each is as long as the film."""
        from film import stems

        timeline, request = self.story.timeline, self.request
        level = stems.ducked(timeline) if request.music or request.effects else None
        if request.music:
            yield stems.music(timeline, level)
        if request.effects:
            sounds = [(timeline.start(beat), sound) for beat in timeline.beats for sound in heard[beat.key]]
            yield stems.effects(timeline, sounds, level)
