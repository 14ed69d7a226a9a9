"""Bed and effects: tracks beside the narration, turned down while somebody speaks."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter

import numpy as np
from scipy.ndimage import uniform_filter1d

from film.cut import RATE, samples_in
from film.plan import Sound
from film.synth import SOUNDS, bed
from film.timeline import Timeline
from film.waves import Samples, fade

with warnings.catch_warnings(action="ignore"):  # it looks for ffmpeg, which laying sounds over each other does not need
    from pydub import AudioSegment

DUCK = 14.0
"""dB by which bed and effects are turned down while a word is spoken."""

BEFORE, AFTER, PAUSE = 0.12, 0.30, 0.7
"""Seconds before a word and after it that are turned down too, and the pause between words that is not a pause."""

SLOPE = 0.25
"""Seconds over which the level changes."""

WIDTH, FULL = 4, 2.0**31 - 128
"""Bytes of a sample in pydub's hands, and full scale: the largest that a float can name."""

Heard = tuple[float, Sound]
"""A beat's first moment in the film, in seconds, and a sound in the beat."""


def music(timeline: Timeline, level: Samples | None = None) -> Samples:
    """The bed, as long as the film, mono; it comes and goes over a second. `level` is
    `ducked(timeline)`, if that is known already."""
    length = samples_in(timeline.frames, timeline.fps)
    track = fade(bed(length / RATE)[:length], RATE)
    track *= ducked(timeline) if level is None else level
    return track


def effects(timeline: Timeline, sounds: Iterable[Heard], level: Samples | None = None) -> Samples:
    """Each sound where its scene has it, mono; what would last past the film is cut. `level` is as for `music`."""
    track = np.zeros(samples_in(timeline.frames, timeline.fps), np.float32)
    for begins, beat in groupby(sounds, key=itemgetter(0)):
        samples = _layered([sound for _, sound in beat])
        start = round(begins * RATE)
        part = track[start : start + len(samples)]
        part += samples[: len(part)]
    track *= ducked(timeline) if level is None else level
    return track


def _layered(sounds: list[Sound]) -> Samples:
    """The sounds of one beat over each other, from its first moment on.

    pydub copies the whole track for every sound laid over it, so a track is no longer than a beat.
    """
    layers = [(max(0, round(sound.start * 1000)), _segment(SOUNDS[sound.name](sound.length))) for sound in sounds]
    length = max(start + len(segment) for start, segment in layers)
    track = AudioSegment.silent(length, RATE).set_sample_width(WIDTH)
    for start, segment in layers:
        track = track.overlay(segment, position=start)
    return np.frombuffer(track.raw_data, "<i4").astype(np.float32) / np.float32(FULL)


def _segment(samples: Samples) -> AudioSegment:
    return AudioSegment((samples * FULL).astype("<i4").tobytes(), sample_width=WIDTH, frame_rate=RATE, channels=1)


def ducked(timeline: Timeline) -> Samples:
    """The factor for bed and effects at each sample, (n,): low while words are spoken, with soft slopes."""
    level = np.ones(samples_in(timeline.frames, timeline.fps), np.float32)
    for start, end in spoken(timeline):
        level[max(0, round((start - BEFORE - SLOPE) * RATE)) : round((end + AFTER + SLOPE) * RATE)] = 10 ** (-DUCK / 20)
    return np.asarray(uniform_filter1d(level, round(SLOPE * RATE), mode="nearest"))


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
