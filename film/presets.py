"""Picture formats: the presets, and what `--size`, `--fps` and `--jobs` may be."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from film.aspects import WIDE, Aspect
from film.errors import FilmError, nearest

SMALLEST, LARGEST = 160, 7680
"""Least width of a picture, and greatest length of a side, in pixels."""

FASTEST = 120
"""Greatest number of frames a second."""

X264_FAST = {"preset": "ultrafast", "crf": "21", "threads": "1"}
X264_GOOD = {
    "preset": "ultrafast",
    "crf": "20",
    "threads": "1",
    "x264-params": "mbtree=1:rc-lookahead=6:deblock=1,1:keyint=infinite:zones=0,0,q=8",
}
"""The fastest search there is, with what shows put back: deblocking, bits where they last (mbtree), and a first picture
that keeps the grain of the sky (q=8), which pictures after it leave as it is where nothing moves."""


@dataclass(frozen=True)
class Format:
    """Size in pixels, whole frames a second, and the encoder's settings."""

    width: int
    height: int
    fps: int
    x264: Mapping[str, str] = field(default_factory=lambda: X264_GOOD)

    @property
    def size(self) -> tuple[int, int]:
        """(width, height)."""
        return self.width, self.height


PRESETS = {
    "draft": Format(640, 360, 15, X264_FAST),
    "hd": Format(1920, 1080, 60),
    "uhd": Format(3840, 2160, 60),
}


def choose(preset: str, size: str | None = None, fps: int | None = None) -> Format:
    """The preset's format, with its size (`1280x720`) or frame rate replaced; FilmError if that makes no sense."""
    if preset not in PRESETS:
        raise FilmError(f"no preset {preset!r}{nearest(preset, PRESETS)}; there are: {', '.join(PRESETS)}")
    chosen = PRESETS[preset]
    if size is not None:
        width, height = parse_size(size)
        chosen = replace(chosen, width=width, height=height)
    if fps is not None:
        if not 1 <= fps <= FASTEST:
            raise FilmError(f"--fps {fps}: a frame rate is a whole number from 1 to {FASTEST}")
        chosen = replace(chosen, fps=fps)
    return chosen


def parse_size(text: str, aspect: Aspect = WIDE) -> tuple[int, int]:
    """'1280x720' as (1280, 720): even numbers in a shape (to two pixels), of a size that makes sense."""
    match = re.fullmatch(r"\s*(-?\d{1,9})\s*[x×X]\s*(-?\d{1,9})\s*", text)
    if not match:
        raise FilmError(f"--size {text}: write width x height in pixels, such as 1280x720")
    width, height = int(match[1]), int(match[2])
    if width <= 0 or height <= 0:
        raise FilmError(f"--size {text}: both numbers must be greater than zero")
    if not SMALLEST <= width <= LARGEST:
        raise FilmError(f"--size {text}: the width must be from {SMALLEST} to {LARGEST} pixels")
    if not aspect.fits((width, height)):
        fitting = f"{width - width % 2}x{2 * round(width / aspect.shape / 2)}"
        whose = "the film's shape" if aspect is WIDE else "the shape asked for"
        raise FilmError(f"--size {text}: {whose} is {aspect.name}; for this width take {fitting}")
    if height > LARGEST:
        raise FilmError(f"--size {text}: the height must be at most {LARGEST} pixels")
    if width % 2 or height % 2:
        raise FilmError(f"--size {text}: both numbers must be even; take {width - width % 2}x{height - height % 2}")
    return width, height


WORKING_MEMORY = 2 << 30
"""Bytes that a process which draws may need: under 1 GiB in hd, more in uhd."""


def default_jobs() -> int:
    """How many processes draw by default: one a core, and no more than memory holds.

    Each draws in one thread and encodes in another, so one for two cores would do if both took as long; they do not.
    """
    return max(1, min(available_cores(), memory() // WORKING_MEMORY))


def memory() -> int:
    """Bytes of memory that the machine has."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def available_cores() -> int:
    """The cores that this process may use (on Linux fewer than the machine has, if it is confined)."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def check_jobs(jobs: int | None) -> int:
    """The number of worker processes: the default for None, a FilmError if it makes no sense here."""
    if jobs is None:
        return default_jobs()
    cores = available_cores()
    most = max(8, 4 * cores)
    if not 1 <= jobs <= most:
        raise FilmError(f"--jobs {jobs}: a number from 1 to {most} (this machine offers {cores} cores)")
    return jobs
