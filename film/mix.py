"""The sound of a scene: tracks laid out by its timeline, brought to one loudness, exactly as long as the scene.

The narration is one track, bed and effects (`film.stems`) are others; their sum is brought to its loudness last.
All of it is mono, which both channels carry: there is nothing in it that has a side.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from pyloudnorm import Meter
from scipy.ndimage import convolve1d, minimum_filter1d
from scipy.signal import firwin, resample_poly

from film.cut import RATE, SAMPLES, samples_in
from film.timeline import Timeline
from film.waves import Samples, fade, faded, resampled

LOUDNESS = -16.0
"""A scene's loudness in LUFS, and so the film's, (ITU-R BS.1770), as the large video and podcast sites play speech."""

CEILING = -1.5
"""The highest true peak that the limiter lets through, in dB of full scale; AAC adds a few tenths."""

TOLERANCE, LOUDEST = 1.0, -1.0
"""What a scene's loudness may miss, in LU, and the true peak that it must stay below, in dB of full scale."""

FADE = RATE // 200
"""Samples, 5 ms, over which every take and the whole rise and fall, so that no join clicks."""

AHEAD = RATE // 100
"""Samples, 10 ms, by which the limiter begins to turn down before a peak, and ends after it."""

OVERSAMPLING = 4
BETWEEN = firwin(20 * OVERSAMPLING + 1, 1 / OVERSAMPLING, window=("kaiser", 5.0)).astype(np.float32)
"""The filter that finds the samples between two samples: SciPy's own, which it would design anew for every block."""

STEEPEST = float(max(np.abs(OVERSAMPLING * BETWEEN[phase::OVERSAMPLING]).sum() for phase in range(OVERSAMPLING)))
"""How many times as high as the samples around it a sample between them can be."""

BLOCK, MARGIN = 1 << 10, 64
"""True peaks are found between samples too, in blocks that overlap by a margin, where there may be any."""

ROUNDS, NEAR = 5, 0.1
"""How often, at most, the loudness is corrected for what the limiter took, and the dB that need no correction."""

FAINT = 10 ** (-50 / 20)
"""The level under which a narration is no voice: nobody hears it beside the bed."""

SHORTEST = 0.4
"""Seconds; loudness is not defined for less."""

Stereo = npt.NDArray[np.float32]
"""Shape (samples, 2), 48 kHz, from the scene's first sample to its last."""


@dataclass(frozen=True, eq=False)
class Mixed:
    """A scene's sound, its integrated loudness in LUFS and its true peak in dB of full scale.

    Both are minus infinity for silence.
    """

    samples: Stereo
    loudness: float
    peak: float


def mix(timeline: Timeline, stems: Iterable[Samples] = ()) -> Mixed:
    """The sound of a scene that stands alone in its timeline: the narration, and stems as long, mono, beside it."""
    track = narration(timeline)
    spoken = bool(np.abs(track).max() > FAINT)
    for stem in stems:
        track += stem
    _hush(track)
    # Without a voice to set the loudness, bed and effects stay as quiet as they are beside one.
    if spoken or not track.any():
        return mastered(track)
    return Mixed(_both(track), -np.inf, true_peak(track))


def _hush(track: Samples) -> None:
    """Silence at both ends, where the sound of a scene is joined to the next (`film.cut.joined`): 21 ms at its begin,
    43 ms at its end. A scene of less than 64 ms is silent."""
    inner = track[SAMPLES : max(SAMPLES, len(track) - 2 * SAMPLES)]
    fade(inner, FADE)
    track[:SAMPLES] = track[SAMPLES + len(inner) :] = 0


def _both(track: Samples) -> Stereo:
    """Left and right from one track, without a copy."""
    return np.broadcast_to(track[:, np.newaxis], (len(track), 2))


def fault(mixed: Mixed) -> str:
    """What is wrong with a film's loudness or its peaks; nothing for silence, which has neither."""
    if not np.isfinite(mixed.loudness):
        return ""
    if abs(mixed.loudness - LOUDNESS) > TOLERANCE:
        return f"{mixed.loudness:.1f} LUFS, which must be {LOUDNESS:g}, within {TOLERANCE:g}"
    return f"a true peak of {mixed.peak:.1f} dB, which must be below {LOUDEST:g}" if mixed.peak >= LOUDEST else ""


def narration(timeline: Timeline) -> Samples:
    """The takes, each where the timeline has it, mono."""
    track = np.zeros(samples_in(timeline.frames, timeline.fps), np.float32)
    for beat in timeline.beats:
        if take := timeline.takes.get(beat.key):
            sound = faded(resampled(take.samples, take.rate, RATE), FADE)
            start = round(timeline.take_start(beat) * RATE)
            sound = sound[max(0, -start) : len(track) - start]
            start = max(0, start)
            track[start : start + len(sound)] += sound
    return track


def mastered(track: Samples) -> Mixed:
    """A mono track at the film's loudness with its peaks held under the ceiling; silence stays silence."""
    if not track.any():
        return Mixed(_both(track), -np.inf, -np.inf)
    gain = LOUDNESS - loudness(track)
    if not math.isfinite(gain):  # too faint to be measured
        return Mixed(_both(track), -np.inf, true_peak(track))
    for _ in range(ROUNDS):
        out = track * np.float32(10 ** (gain / 20))
        known = limit(out)
        level = loudness(out)
        if abs(LOUDNESS - level) < NEAR:
            break
        gain += LOUDNESS - level
    return Mixed(_both(out), level, true_peak(out, known))


def loudness(track: Samples) -> float:
    """Integrated loudness in LUFS of a mono track on both channels; the wanted one for a track too short to have any.

    One channel is measured, and the other adds as much power.
    """
    if len(track) < SHORTEST * RATE:
        return LOUDNESS
    return float(Meter(RATE).integrated_loudness(track)) + 10 * math.log10(2)


def limit(track: Samples) -> Samples:
    """Keep the true peaks of a track under the ceiling: turn it down smoothly around each above.

    Tells the true peak of each block that was looked at and left as it is; NaN for the others.
    """
    ceiling = 10 ** (CEILING / 20)
    peaks, possible = np.zeros_like(track), _highest_possible(track)
    known = np.full_like(possible, np.nan)
    for number in np.flatnonzero(possible > ceiling):
        start = number * BLOCK
        peaks[start : start + BLOCK] = found = _peaks(track, int(start))
        known[number] = found.max()
    above = np.flatnonzero(peaks > ceiling)
    for group in np.split(above, np.flatnonzero(np.diff(above) > 4 * AHEAD) + 1) if above.size else ():
        part = slice(max(0, group[0] - 2 * AHEAD), group[-1] + 2 * AHEAD + 1)
        track[part] *= _gain(peaks[part], ceiling)
        known[max(0, part.start - MARGIN) // BLOCK : (part.stop + MARGIN) // BLOCK + 1] = np.nan
    return known


def _gain(peaks: Samples, ceiling: float) -> Samples:
    """The factor for each sample: the lowest that a peak near it wants, averaged over as wide a window.

    So it is nowhere above what a peak wants, and has no corners.
    """
    wanted = (ceiling / np.maximum(peaks, ceiling)).astype(np.float32)
    window = np.hanning(2 * AHEAD + 3)[1:-1]
    lowest = minimum_filter1d(wanted, len(window), mode="nearest")
    return np.asarray(convolve1d(lowest, window / window.sum(), mode="nearest"), np.float32)


def true_peak(track: Samples, known: Samples | None = None) -> float:
    """The highest true peak of a track in dB of full scale, looked for where it can be and is not `known` yet."""
    possible = _highest_possible(track)
    known = np.full_like(possible, np.nan) if known is None else known
    highest = float(np.nanmax(known, initial=0.0))
    unknown = np.where(np.isnan(known), possible, 0.0)
    for number in np.argsort(-unknown):
        if unknown[number] <= highest:
            break
        highest = max(highest, float(_peaks(track, int(number) * BLOCK).max()))
    return 20 * math.log10(highest)


def _highest_possible(track: Samples) -> Samples:
    """For each block, what no peak in it can exceed."""
    blocks = np.maximum.reduceat(np.abs(track), np.arange(0, len(track), BLOCK))
    around = np.pad(blocks, 1)
    return np.asarray(STEEPEST * np.maximum(np.maximum(around[:-2], around[2:]), blocks), np.float32)


def _peaks(track: Samples, start: int) -> Samples:
    """For each sample of the block that begins there, the highest level at it and up to the next."""
    first, end = max(0, start - MARGIN), min(len(track), start + BLOCK)
    finer = np.abs(resample_poly(track[first : end + MARGIN], OVERSAMPLING, 1, window=BETWEEN))
    finer = finer[(start - first) * OVERSAMPLING : (end - first) * OVERSAMPLING]
    highest: Samples = finer[::OVERSAMPLING].copy()
    for phase in range(1, OVERSAMPLING):  # far faster than a maximum over four neighbours
        np.maximum(highest, finer[phase::OVERSAMPLING], out=highest)
    return highest
