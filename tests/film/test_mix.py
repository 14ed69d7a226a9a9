from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from pyloudnorm import Meter
from scipy.signal import resample, resample_poly

from film.cut import RATE, SAMPLES
from film.mix import AHEAD, BETWEEN, CEILING, LOUDNESS, OVERSAMPLING, Mixed, fault, limit, mix, narration, true_peak
from film.plan import BeatTiming
from film.timeline import SceneTiming, Timeline
from film.voice import Take
from film.waves import Samples, faded, resampled


def film(takes: Sequence[Take | None], frames: int = 60, fps: int = 30, spoken: float = 0.5) -> Timeline:
    """One beat a take, each of so many frames; the first word of a take falls on `spoken`."""
    beats = [
        BeatTiming("tap", f"b{number}", f"b{number}", number * frames, frames, spoken=spoken)
        for number in range(len(takes))
    ]
    scene = SceneTiming("tap", "The tap", 0, frames * len(beats), tuple(beats))
    kept = {beat.key: take for beat, take in zip(beats, takes, strict=True) if take}
    return Timeline(fps, (scene,), kept)


def take(samples: np.ndarray[tuple[int], np.dtype[np.float64]], rate: int = 24_000, first: float = 0.0) -> Take:
    return Take(samples.astype(np.float32), rate, ((first, len(samples) / rate),))


def speech(seconds: float = 1.0, seed: int = 0, level: float = 0.05) -> Take:
    """Noise with the slow rise and fall and the sharp peaks of speech."""
    random = np.random.default_rng(seed)
    time = np.arange(round(seconds * 24_000)) / 24_000
    noise = random.standard_normal(time.size) * level * (1 + np.sin(2 * np.pi * 4 * time))
    noise[:: 24_000 // 8] *= 6
    return take(np.clip(noise, -1, 1))


@pytest.mark.parametrize(("frames", "fps"), [(60, 30), (61, 60), (37, 24), (25, 25), (100, 15), (50, 11)])
def test_the_sound_is_as_long_as_the_film_to_the_sample(frames: int, fps: int) -> None:
    assert mix(film([speech(0.5)], frames, fps)).samples.shape == (round(frames * RATE / fps), 2)


def test_the_film_is_as_loud_as_wanted_and_its_peaks_are_held() -> None:
    mixed = mix(film([speech(1.2, seed) for seed in range(5)]))
    assert Meter(RATE).integrated_loudness(mixed.samples) == pytest.approx(LOUDNESS, abs=0.5)
    assert mixed.loudness == pytest.approx(Meter(RATE).integrated_loudness(mixed.samples), abs=0.01)
    finer = resample(mixed.samples[:, 0].astype(np.float64), 16 * len(mixed.samples))
    peak = 20 * np.log10(np.abs(finer).max())
    assert peak < -1.0
    assert mixed.peak == pytest.approx(peak, abs=0.15)
    assert mixed.samples.dtype == np.float32


def test_loudness_does_not_depend_on_the_takes_own() -> None:
    quiet, loud = (mix(film([speech(1.2, level=level)])) for level in (0.005, 0.1))
    assert quiet.loudness == pytest.approx(loud.loudness, abs=0.3)


def test_the_first_word_of_a_take_falls_on_its_moment() -> None:
    sound = np.concatenate([np.zeros(6_000), np.full(2_400, 0.5)])  # a quarter of a second of silence first
    track = narration(film([None, take(sound, first=0.25)], spoken=0.5))
    loud = np.flatnonzero(np.abs(track) > 0.25) / RATE
    assert loud[0] == pytest.approx(2.5, abs=0.004)
    assert loud[-1] == pytest.approx(2.6, abs=0.004)


def test_left_and_right_are_the_same_voice() -> None:
    mixed = mix(film([speech()]))
    assert mixed.samples.any()
    assert np.array_equal(mixed.samples[:, 0], mixed.samples[:, 1])


def test_a_take_that_reaches_out_of_the_film_is_cut() -> None:
    early = narration(film([take(np.full(48_000, 0.5), first=1.0)], spoken=0.25))
    assert abs(early[RATE]) == pytest.approx(0.5, abs=0.01)  # 1.75 s of it are in the film
    late = narration(film([take(np.full(48_000, 0.5))], frames=30))
    assert len(late) == RATE
    assert abs(late[-RATE // 4]) == pytest.approx(0.5, abs=0.01)


def test_nothing_clicks_where_takes_begin_end_and_are_cut() -> None:
    steep = [take(np.full(12_000, 0.8)), take(np.full(72_000, -0.8)), take(np.full(72_000, 0.8), first=1.0)]
    track = mix(film(steep, spoken=0.25)).samples[:, 0]
    assert np.abs(track).max() > 0.1
    assert np.abs(np.diff(track)).max() < 0.02


def test_a_scene_begins_and_ends_in_the_silence_that_joins_it_to_others() -> None:
    loud = take(np.full(96_000, 0.8))
    track = mix(film([loud], spoken=0.0)).samples[:, 0]
    assert not track[:SAMPLES].any()
    assert not track[-2 * SAMPLES :].any()
    assert track[SAMPLES + 500] > 0.1
    assert track[-2 * SAMPLES - 500] > 0.1


@pytest.mark.parametrize("level", [1e-5, 3e-4])
def test_a_voice_that_nobody_hears_does_not_raise_the_bed(level: float) -> None:
    faint = film([take(level * np.random.default_rng(1).standard_normal(48_000))], frames=90)
    bed = np.full(3 * RATE, 0.01, np.float32)
    assert np.abs(mix(faint, [bed]).samples).max() < 0.012
    assert np.isfinite(mix(faint).samples).all()


def test_silence_stays_silence() -> None:
    mixed = mix(film([None, take(np.zeros(24_000))]))
    assert not mixed.samples.any()
    assert mixed.loudness == mixed.peak == -np.inf


def test_a_film_too_short_to_measure_is_mixed_all_the_same() -> None:
    mixed = mix(film([speech(0.2)], frames=6, spoken=0.0))
    assert mixed.samples.any()
    assert mixed.peak < -1.0


def test_the_limiter_turns_down_peaks_and_nothing_far_from_them() -> None:
    track = np.full(RATE, 0.1, np.float32)
    track[RATE // 2] = 2.0
    before = track.copy()
    limit(track)
    assert np.abs(track).max() <= 10 ** (CEILING / 20) + 1e-6
    far = np.abs(np.arange(RATE) - RATE // 2) > 2 * AHEAD
    assert np.array_equal(track[far], before[far])
    gain = track / before
    assert np.abs(np.diff(gain)).max() < 0.01


@pytest.mark.parametrize("seed", range(6))
def test_the_peak_after_the_limiter_is_that_of_the_whole_track(seed: int) -> None:
    rng = np.random.default_rng(seed)
    envelope = np.interp(np.arange(3 * RATE), np.linspace(0, 3 * RATE, 20), rng.uniform(0, 1.6, 20))
    track = (rng.standard_normal(3 * RATE) * envelope / 3).astype(np.float32)
    known = limit(track)
    assert np.isfinite(known).any()
    assert true_peak(track, known) == true_peak(track)
    finer = np.abs(resample_poly(np.pad(track, 64), OVERSAMPLING, 1, window=BETWEEN)).max()
    assert true_peak(track, known) == pytest.approx(20 * np.log10(finer), abs=1e-4)


def test_the_same_film_has_the_same_sound() -> None:
    assert np.array_equal(mix(film([speech()])).samples, mix(film([speech()])).samples)


@pytest.mark.parametrize("rate", [16_000, 22_050, 44_100, 48_000])
def test_takes_of_any_rate_keep_their_pitch(rate: int) -> None:
    tone: Samples = np.sin(2 * np.pi * 440 * np.arange(rate) / rate).astype(np.float32)
    out = resampled(tone, rate, RATE)
    assert len(out) == RATE
    assert np.abs(np.fft.rfft(out)).argmax() == 440
    assert np.abs(out[1000:-1000]).max() == pytest.approx(1.0, abs=0.01)


def test_fades_of_a_very_short_sound_meet_in_its_middle() -> None:
    assert faded(np.ones(4, np.float32), 100).tolist() == pytest.approx([0.0, 0.5, 0.5, 0.0])
    assert faded(np.zeros(0, np.float32), 100).size == 0


@pytest.mark.parametrize(
    ("loudness", "peak", "said"),
    [
        (-16.0, -1.5, ""),
        (-14.9, -1.5, "-14.9 LUFS"),
        (-17.2, -1.5, "-17.2 LUFS"),
        (-16.0, -0.9, "-0.9 dB"),
        (-np.inf, -np.inf, ""),
    ],
)
def test_a_sound_that_misses_its_loudness_or_its_peak_is_found(loudness: float, peak: float, said: str) -> None:

    assert said in fault(Mixed(np.zeros((1, 2), np.float32), loudness, peak))
    assert bool(said) == bool(fault(Mixed(np.zeros((1, 2), np.float32), loudness, peak)))


def test_without_a_voice_the_bed_stays_quiet() -> None:
    bed = np.full(RATE, 0.01, np.float32)
    mixed = mix(film([None], frames=25, fps=25), [bed])
    assert np.abs(mixed.samples).max() == pytest.approx(0.01)
    assert fault(mixed) == ""
