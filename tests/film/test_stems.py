"""Bed and effects stand where the picture has them, and never in the voice's way."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.signal import butter, sosfilt

from film.cut import RATE
from film.mix import mix, narration
from film.plan import BeatTiming, Sound, WordTime
from film.stems import DUCK, ducked, effects, music, spoken
from film.synth import SOUNDS, bed
from film.timeline import SceneTiming, Timeline
from film.voice import Take

SECONDS = 12
WORDS = ((3.0, 3.6), (3.7, 4.4), (7.5, 8.2))


@pytest.fixture
def timeline() -> Timeline:
    """Twelve seconds with words from 3.0 to 4.4 and from 7.5 to 8.2, spoken as loudly as the neural voice does."""
    words = tuple(WordTime("word", start, end) for start, end in WORDS)
    beat = BeatTiming("scene", "beat", "beat", 0, SECONDS * 60, words=words, spoken=3.0, silent=8.2)
    t = np.arange(round(5.2 * 24_000)) / 24_000
    voiced = sum((np.sin(2 * np.pi * hertz * t) for hertz in (220, 440, 880, 1760, 2640)), np.zeros_like(t)) / 5
    inside = np.zeros_like(t)
    for start, end in WORDS:
        inside[round((start - 3) * 24_000) : round((end - 3) * 24_000)] = 1
    take = Take((0.25 * voiced * inside).astype(np.float32), 24_000, tuple((a - 3, b - 3) for a, b in WORDS))
    return Timeline(60, (SceneTiming("scene", "Scene", 0, SECONDS * 60, (beat,)),), {"scene.beat": take})


def level(samples: np.ndarray, start: float, end: float) -> float:
    """RMS in dB of the voice's band between two moments."""
    band = sosfilt(butter(4, (300, 4000), "bandpass", fs=RATE, output="sos"), samples)
    part = band[round(start * RATE) : round(end * RATE)]
    return float(20 * np.log10(np.sqrt((part**2).mean()) + 1e-12))


def test_short_pauses_between_words_count_as_speech(timeline: Timeline) -> None:
    assert spoken(timeline) == [(3.0, 4.4), (7.5, 8.2)]


def test_bed_and_effects_are_turned_down_under_words_and_only_there(timeline: Timeline) -> None:
    factor = ducked(timeline)
    assert len(factor) == SECONDS * RATE
    for start, end in spoken(timeline):
        assert factor[round(start * RATE) : round(end * RATE)].max() == pytest.approx(10 ** (-DUCK / 20), rel=1e-3)
    assert factor[: 2 * RATE].min() == 1
    assert factor[6 * RATE] == 1
    assert np.abs(np.diff(factor)).max() < 1e-3


def test_a_sound_stands_where_its_picture_is(timeline: Timeline) -> None:
    track = effects(timeline, [(0.5, Sound("drop", 0.75, 0.3))])
    heard = np.flatnonzero(np.abs(track) > 1e-4)
    assert heard[0] / RATE == pytest.approx(1.25, abs=0.01)


def test_what_would_last_past_the_film_is_cut(timeline: Timeline) -> None:
    assert len(effects(timeline, [(0.0, Sound("rush", 11.0, 9.0))])) == SECONDS * RATE


@pytest.mark.parametrize("name", SOUNDS)
def test_nothing_masks_a_word(timeline: Timeline, name: str) -> None:
    beside = music(timeline) + effects(timeline, [(0.0, Sound(name, start, end - start)) for start, end in WORDS])
    voice = narration(timeline)
    for start, end in WORDS:
        assert level(voice, start, end) - level(beside, start, end) > 12


@pytest.mark.parametrize("name", SOUNDS)
@pytest.mark.parametrize("seconds", [0.1, 0.96, 6.7])
def test_sounds_begin_and_end_in_silence_within_full_scale(name: str, seconds: float) -> None:
    sound = SOUNDS[name](seconds)
    assert len(sound) >= round(seconds * RATE)
    assert np.abs(sound[[0, -1]]).max() < 1e-3
    assert 0.01 < np.abs(sound).max() < 0.5


def test_the_bed_has_no_step_and_is_the_same_every_time() -> None:
    first, second = bed(40.0), bed(40.0)
    assert np.array_equal(first, second)
    assert np.abs(np.diff(first)).max() < 0.01


def test_the_film_keeps_its_loudness_with_all_of_it(timeline: Timeline) -> None:
    stems = [music(timeline), effects(timeline, [(0.0, Sound("rush", 1.0, 6.0))])]
    mixed = mix(timeline, stems)
    assert mixed.loudness == pytest.approx(-16, abs=1)
    assert mixed.peak < -1
    assert len(mixed.samples) == SECONDS * RATE
