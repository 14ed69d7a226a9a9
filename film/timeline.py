"""The timeline: which beat stands at which frame, and when each of its words is spoken.

Everything in the film that has a time has it from here: pictures, sound, captions and chapters.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from film.errors import FilmError, Unspeakable
from film.plan import BeatTiming, Worded, WordTime
from film.script import Line, Script, Spoken
from film.storyboard import Beat
from film.voice import Take, Voice

AT_ONCE = 2
"""Lines that are spoken at the same time."""

LATE = 1e-6
"""Seconds that a beat may run over before it takes one more frame: less than any sample, more than any rounding."""


@dataclass(frozen=True)
class SceneTiming:
    """A scene's place in the film, in frames, its title and its beats."""

    name: str
    title: str
    start_frame: int
    frames: int
    beats: tuple[BeatTiming, ...]


@dataclass(frozen=True)
class Timeline:
    """The whole film. `takes` holds the take of each beat that has a line, by the beat's key (`scene.beat`)."""

    fps: int
    scenes: tuple[SceneTiming, ...]
    takes: Mapping[str, Take]

    @property
    def beats(self) -> Iterator[BeatTiming]:
        """All beats, in running order."""
        return (beat for scene in self.scenes for beat in scene.beats)

    @property
    def frames(self) -> int:
        """The film's length in frames."""
        return sum(scene.frames for scene in self.scenes)

    @property
    def seconds(self) -> float:
        """The film's length in seconds."""
        return self.frames / self.fps

    def alone(self, scene: SceneTiming) -> Timeline:
        """One of its scenes as a film of its own."""
        moved = tuple(replace(beat, start_frame=beat.start_frame - scene.start_frame) for beat in scene.beats)
        takes = {beat.key: self.takes[beat.key] for beat in scene.beats if beat.key in self.takes}
        return Timeline(self.fps, (replace(scene, start_frame=0, beats=moved),), takes)

    def start(self, beat: BeatTiming) -> float:
        """The moment of a beat's first frame in the film, in seconds."""
        return beat.start_frame / self.fps

    def take_start(self, beat: BeatTiming) -> float:
        """The moment of the first sample of a beat's take in the film, in seconds.

        The line's first word falls on `beat.spoken`; what a take has before it may reach into the beat before,
        but not out of its scene.
        """
        return self.start(beat) + beat.spoken - self.takes[beat.key].words[0][0]


def build(
    storyboard: Mapping[str, Sequence[Beat]],
    script: Script,
    words: Mapping[str, Worded],
    claims: Mapping[str, bool],
    voice: Voice,
    fps: int,
) -> Timeline:
    """Speak every line and set the beats one after the other, each in whole frames.

    `storyboard` holds the beats of each scene by its name, in running order. A beat lasts as long as its lead,
    its line and its breath, and no less than its least length; a beat without a line lasts its least length.
    A FilmError names the beat without a line, the unknown figure, or the take that is missing.
    """
    variants = {f"{name}.{beat.name}": beat.choose(claims).key for name, beats in storyboard.items() for beat in beats}
    lines = {key: script.line(key.partition(".")[0], variant) for key, variant in variants.items()}
    spoken = {key: line.render(words) for key, line in lines.items()}
    takes = _takes(lines, spoken, voice)
    scenes, frame = [], 0
    for name, beats in storyboard.items():
        timings: list[BeatTiming] = []
        for beat in beats:
            key = f"{name}.{beat.name}"
            start = timings[-1].start_frame + timings[-1].frames if timings else frame
            timings.append(_timing(name, beat, variants[key], spoken[key], takes.get(key), start, fps))
        length = sum(timing.frames for timing in timings)
        scenes.append(SceneTiming(name, script.heading(name, words), frame, length, tuple(timings)))
        frame += length
    return Timeline(fps, tuple(scenes), takes)


def _takes(lines: Mapping[str, Line], spoken: Mapping[str, Spoken], voice: Voice) -> dict[str, Take]:
    """The takes of all lines that have words, by the beat's key, spoken a few at a time."""
    takes: dict[str, Take] = {}
    pool = ThreadPoolExecutor(AT_ONCE)
    try:
        saying = {key: pool.submit(voice.say, text) for key, text in spoken.items() if text.words}
        for key, take in saying.items():
            try:
                takes[key] = take.result()
            except Unspeakable as error:
                raise FilmError(f"{lines[key].where()}: {error}") from None
    finally:
        pool.shutdown(cancel_futures=True)
    return takes


def _timing(
    scene: str, beat: Beat, variant: str, spoken: Spoken, take: Take | None, start: int, fps: int
) -> BeatTiming:
    if take is None:
        if beat.least <= 0:
            raise FilmError(f"beat {scene}.{beat.name} has neither a line nor a least length")
        return BeatTiming(scene, beat.name, variant, start, whole_frames(beat.least, fps))
    shift = beat.lead - take.words[0][0]
    times = [(begin + shift, end + shift) for begin, end in take.words]
    moments = [begin for begin, _ in times] + [times[-1][1]]
    return BeatTiming(
        scene=scene,
        name=beat.name,
        variant=variant,
        start_frame=start,
        frames=whole_frames(max(times[-1][1] + beat.breath, beat.least), fps),
        line=spoken.text,
        words=tuple(
            WordTime(word.text, begin, end, word.figure) for word, (begin, end) in zip(spoken.words, times, strict=True)
        ),
        said={name: tuple(moments[index] for index in indices) for name, indices in spoken.said.items()},
        marks={name: moments[index] for name, index in spoken.marks.items()},
        spoken=moments[0],
        silent=moments[-1],
    )


def whole_frames(seconds: float, fps: int) -> int:
    """The fewest whole frames that last so long, at least one."""
    return max(1, math.ceil((seconds - LATE) * fps))
