"""Small tools for sound as arrays of samples."""

from __future__ import annotations

from math import gcd

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float32]
"""Samples within ±1: mono (n,), or (n, channels)."""


def faded(samples: Samples, length: int) -> Samples:
    """A copy of mono sound that rises from nothing and falls to nothing within `length` samples at its ends."""
    length = min(length, len(samples) // 2)
    ramp = np.sin(np.linspace(0, np.pi / 2, length, endpoint=False, dtype=np.float32)) ** 2
    out = samples.copy()
    out[:length] *= ramp
    out[len(out) - length :] *= ramp[::-1]
    return out


def resampled(samples: Samples, rate: int, wanted: int) -> Samples:
    """Mono sound at another rate; both in samples a second."""
    if rate == wanted:
        return samples
    from scipy.signal import resample_poly  # takes half a second to load, and only the mix needs it

    common = gcd(rate, wanted)
    return np.asarray(resample_poly(samples, wanted // common, rate // common), np.float32)
