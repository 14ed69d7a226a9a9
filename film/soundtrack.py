"""The film's sound, made scene by scene; what is made is kept.

The sounds that pictures make are kept with their parts, or found when their scene is looked through: then the sound is
made by those who draw. Where they are known only when the pictures are there, it is made after them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from av.packet import Packet

from film.cache import Cache
from film.costs import Costs
from film.cut import joined, samples_in
from film.errors import FilmError
from film.jobs import Job
from film.keys import in_stretch
from film.request import Request
from film.scenesound import Heard, SceneSound, Sounded
from film.story import Story
from film.timeline import SceneTiming


class Soundtrack:
    """The sounds of a story's scenes, encoded."""

    def __init__(self, story: Story, request: Request, cache: Cache, costs: Costs):
        self.story, self.request, self.cache, self.costs = story, request, cache, costs
        self.heard: Heard = {}
        self.sounds: Sequence[SceneSound] = ()
        self.packets_of: dict[str, Sequence[bytes]] = {}
        """The packets that are there, by what they were made from."""

    def jobs(self, heard: Heard) -> list[Job]:
        """What there is to make for these sounds of all beats.

        A sound counts as more than a stretch of pictures, so that it is begun early: it is made in one thread and a
        picture in two, which leaves less idle where a picture comes last.
        """
        stretch = in_stretch(self.story.timeline.fps)
        jobs = []
        for sound in self._sounds(heard):
            if (packets := sound.kept()) is None:
                jobs.append(Job(_named(sound), stretch + sound.alone.seconds, sound, "sound"))
            else:
                self.packets_of[sound.about] = packets
        return jobs

    def take(self, sound: SceneSound, made: Sounded) -> None:
        """Take what was made."""
        self.packets_of[sound.about] = made.packets
        self.costs.sounds[sound.scene] = made.cost

    def packets(self, heard: Heard) -> Sequence[Packet[Any]]:
        """The encoded sound for these sounds; a FilmError if it is not as loud as it should be."""
        timeline = self.story.timeline
        with self.costs.stage("sound"):
            starts = [samples_in(scene.start_frame, timeline.fps) for scene in timeline.scenes]
            pieces = [self._packets(sound) for sound in self._sounds(heard)]
            return joined(list(zip(starts, pieces, strict=True)), samples_in(timeline.frames, timeline.fps))

    def _packets(self, sound: SceneSound) -> Sequence[bytes]:
        if sound.about in self.packets_of:
            return self.packets_of[sound.about]
        try:
            return sound.make().packets
        except FilmError as error:
            raise FilmError(f"{_named(sound)}: {error}") from None

    def _sounds(self, heard: Heard) -> Sequence[SceneSound]:
        if not self.sounds or self.heard != heard:
            self.heard, self.sounds = heard, [self._sound(scene, heard) for scene in self.story.timeline.scenes]
        return self.sounds

    def _sound(self, scene: SceneTiming, heard: Heard) -> SceneSound:
        sounds = {beat.key: heard[beat.key] if self.request.effects else () for beat in scene.beats}
        return SceneSound(self.story.timeline.alone(scene), sounds, self.request.music, self.cache.sounds)


def _named(sound: SceneSound) -> str:
    """What it is called in messages."""
    return f"the sound of {sound.scene}"
