"""The film's own sounds, synthesised: each means one thing, wherever it is heard.

    rush    water runs through the sluice: a prompt, all of it at once
    drop    one token lands
    sweep   the weights are read, once across the wall
    mark    a figure lands
    bed     the night: a quiet chord under everything

Everything is mono at 48 kHz within ±1, and the same in every run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt
from scipy.signal import butter, resample_poly, sosfilt

from film.cut import RATE
from film.waves import Samples, fade

Wave = npt.NDArray[np.float64]

EDGE = RATE // 100
"""Samples, 10 ms, over which a sound begins and ends at least, so that nothing clicks."""


def _time(seconds: float) -> Wave:
    return np.arange(max(1, round(seconds * RATE))) / RATE


def _noise(length: int, low: float, high: float, seed: int) -> Wave:
    """Noise between two frequencies in Hz, with unit RMS."""
    white = np.random.default_rng(seed).standard_normal(length + RATE // 4)
    band = sosfilt(butter(2, (low, high), "bandpass", fs=RATE, output="sos"), white)[RATE // 4 :]
    return np.asarray(band / np.sqrt((band**2).mean()))


def rush(seconds: float) -> Samples:
    """Water: a low body and a high spray, with the voice's band left free between them."""
    t = _time(seconds)
    slow = 1 + 0.16 * np.sin(2 * np.pi * 0.9 * t) + 0.10 * np.sin(2 * np.pi * 2.3 * t + 1)
    body, spray = _noise(len(t), 70, 260, 1), _noise(len(t), 5200, 9800, 2)
    swell = np.minimum(t / 0.25, 1) * np.minimum((seconds - t) / min(0.8, seconds / 2), 1)
    return _sound((0.045 * body + 0.012 * spray) * slow * swell)


def drop(seconds: float = 0.28) -> Samples:
    """A drop: a bubble's rising note, gone in a fifth of a second."""
    t = _time(max(seconds, 0.28))
    pitch = 720 + 900 * (1 - np.exp(-t / 0.045))
    note = np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * np.exp(-t / 0.040)
    thud = np.sin(2 * np.pi * 140 * t) * np.exp(-t / 0.030)
    return _sound((0.20 * note + 0.10 * thud) * np.minimum(t / 0.003, 1))


def sweep(seconds: float) -> Samples:
    """A read: breath that opens from dark to bright as the front crosses the wall."""
    t = _time(seconds)
    share = t / seconds
    dark, bright = _noise(len(t), 90, 300, 3), _noise(len(t), 4200, 7600, 4)
    shape = np.sin(np.pi * np.clip(share, 0, 1)) ** 0.7
    return _sound((0.05 * dark * (1 - 0.6 * share) + 0.015 * bright * share**1.5) * shape)


def mark(seconds: float = 0.35) -> Samples:
    """A figure lands: two soft notes a fifth apart, struck lightly."""
    t = _time(max(seconds, 0.35))
    notes = np.sin(2 * np.pi * 587.33 * t) + 0.5 * np.sin(2 * np.pi * 880.0 * t)
    return _sound(0.055 * notes * np.exp(-t / 0.075) * np.minimum(t / 0.006, 1))


CHORDS = (
    (110.0, 164.81, 246.94, 329.63),
    (98.0, 146.83, 246.94, 293.66),
    (87.31, 130.81, 220.0, 329.63),
    (98.0, 146.83, 220.0, 293.66),
)
"""Four open chords in Hz, each held for `HELD` seconds and melting into the next."""
HELD = 16.0
SLOWER = 16
"""The bed has no tone above 700 Hz: it is made at a sixteenth of the rate, and filled in."""


def bed(seconds: float) -> Samples:
    """A chord that changes every sixteen seconds, each of its notes breathing at its own slow rate."""
    t = np.arange(max(1, round(seconds * RATE)) // SLOWER + 2) / (RATE / SLOWER)
    total = np.zeros_like(t)
    for number in range(int(seconds / HELD) + 2):
        begin, end = (number - 0.5) * HELD, (number + 1.5) * HELD
        here = slice(int(np.searchsorted(t, begin)), int(np.searchsorted(t, end)))
        part = t[here]
        if part.size:
            swell = np.sin(np.pi * (part - begin) / (end - begin)) ** 2
            total[here] += swell * _chord(part, CHORDS[number % len(CHORDS)])
    whole = resample_poly(total.astype(np.float32), SLOWER, 1, window=("kaiser", 9.0))
    whole = whole[: max(1, round(seconds * RATE))]
    whole *= np.float32(0.030)
    return _sound(whole)


def _chord(t: Wave, notes: tuple[float, ...]) -> Wave:
    total = np.zeros_like(t)
    for number, hertz in enumerate(notes):
        breath = 0.75 + 0.25 * np.sin(2 * np.pi * (0.07 + 0.023 * number) * t + number)
        tone = np.sin(2 * np.pi * hertz * t) + 0.28 * np.sin(4 * np.pi * hertz * t + 0.5)
        total += tone * breath / (1 + 0.5 * number)
    return total


def _sound(wave: Wave | Samples) -> Samples:
    return fade(wave.astype(np.float32, copy=False), min(EDGE, len(wave) // 2))


SOUNDS: Mapping[str, Callable[[float], Samples]] = {"rush": rush, "drop": drop, "sweep": sweep, "mark": mark}
"""What a scene may ask for, by name: a function of the seconds that it is to last."""
