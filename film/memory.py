"""The memory of a process."""

from __future__ import annotations

import resource
import sys


def peak_memory() -> int:
    """The most memory that this process has held so far, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
