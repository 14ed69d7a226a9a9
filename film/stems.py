"""Bed and effects: tracks beside the narration, turned down while somebody speaks."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from scipy.ndimage import uniform_filter1d

from film.cut import RATE, samples_in
from film.plan import Sound
from film.synth import SOUNDS, bed
from film.timeline import Timeline
from film.waves import Samples, faded

DUCK = 14.0
"""dB by which bed and effects are turned down while a word is spoken."""

BEFORE, AFTER, PAUSE = 0.12, 0.30, 0.7
"""Seconds before a word and after it that are turned down too, and the pause between words that is not a pause."""

SLOPE = 0.25
"""Seconds over which the level changes."""

Heard = tuple[float, Sound]
"""A beat's first moment in the film, in seconds, and a sound in the beat."""


def music(timeline: Timeline) -> Samples:
    """The bed, as long as the film, mono; it comes and goes over two seconds."""
    length = samples_in(timeline.frames, timeline.fps)
    return faded(bed(length / RATE)[:length], 2 * RATE) * ducked(timeline)


def effects(timeline: Timeline, sounds: Iterable[Heard]) -> Samples:
    """Each sound where its scene has it, mono; what would last past the film is cut."""
    track = np.zeros(samples_in(timeline.frames, timeline.fps), np.float32)
    for begins, sound in sounds:
        samples = SOUNDS[sound.name](sound.length)
        start = max(0, round((begins + sound.start) * RATE))
        part = track[start : start + len(samples)]
        part += samples[: len(part)]
    return track * ducked(timeline)


def ducked(timeline: Timeline) -> Samples:
    """The factor for bed and effects at each sample, (n,): low while words are spoken, with soft slopes."""
    level = np.ones(samples_in(timeline.frames, timeline.fps), np.float32)
    for start, end in spoken(timeline):
        level[max(0, round((start - BEFORE - SLOPE) * RATE)) : round((end + AFTER + SLOPE) * RATE)] = 10 ** (-DUCK / 20)
    return np.asarray(uniform_filter1d(level, round(SLOPE * RATE), mode="nearest"), np.float32)


def spoken(timeline: Timeline) -> list[tuple[float, float]]:
    """When somebody speaks, in seconds of the film; short pauses count."""
    spans: list[tuple[float, float]] = []
    for beat in timeline.beats:
        for word in beat.words:
            start, end = timeline.start(beat) + word.start, timeline.start(beat) + word.end
            if spans and start - spans[-1][1] < PAUSE:
                spans[-1] = spans[-1][0], max(end, spans[-1][1])
            else:
                spans.append((start, end))
    return spans
