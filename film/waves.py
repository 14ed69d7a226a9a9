"""Small tools for sound as arrays of samples."""

from __future__ import annotations

from math import gcd

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float32]
"""Samples within ±1: mono (n,), or (n, channels)."""


def faded(samples: Samples, length: int) -> Samples:
    """A copy of mono sound that rises from nothing and falls to nothing within `length` samples at its ends."""
    return fade(samples.copy(), length)


def fade(samples: Samples, length: int) -> Samples:
    """The same in place, for what is as long as the film; returns what it was given."""
    length = min(length, len(samples) // 2)
    ramp = np.sin(np.linspace(0, np.pi / 2, length, endpoint=False, dtype=np.float32)) ** 2
    samples[:length] *= ramp
    samples[len(samples) - length :] *= ramp[::-1]
    return samples


def resampled(samples: Samples, rate: int, wanted: int) -> Samples:
    """Mono sound at another rate; both in samples a second."""
    if rate == wanted:
        return samples
    from scipy.signal import resample_poly  # takes half a second to load, and only the mix needs it

    common = gcd(rate, wanted)
    return np.asarray(resample_poly(samples, wanted // common, rate // common), np.float32)
