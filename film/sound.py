"""The sound of one scene: narration, bed and what its pictures make heard, mixed and encoded.

A scene sounds as it does alone, wherever it stands in the film: a line that changes costs the sound of its scene.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from film import mix, stems
from film.cut import encoded
from film.errors import FilmError
from film.plan import Sound
from film.timeline import Timeline
from film.waves import Samples


def scene_sound(alone: Timeline, heard: Mapping[str, Sequence[Sound]], music: bool) -> list[bytes]:
    """The packets of a scene that stands alone in its timeline, as `film.cut.joined` takes them.

    `heard` are the sounds of each beat, by its key. A FilmError says so if it is not loud enough or too loud.
    """
    mixed = mix.mix(alone, _stems(alone, heard, music))
    if wrong := mix.fault(mixed):
        raise FilmError(wrong)
    return encoded(mixed.samples)


def _stems(alone: Timeline, heard: Mapping[str, Sequence[Sound]], music: bool) -> Iterator[Samples]:
    sounds = [(alone.start(beat), sound) for beat in alone.beats for sound in heard.get(beat.key, ())]
    level = stems.ducked(alone) if music or sounds else None
    if music:
        yield stems.music(alone, level)
    if sounds:
        yield stems.effects(alone, sounds, level)
