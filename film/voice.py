"""Voices: what speaks a line, and when each of its words is spoken.

Every voice gives the take of a line with a time for each of its words. The neural voice, in `film.neural`, knows its
own; for the others they are estimated from the words.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from xxhash import xxh3_128_hexdigest

from film.errors import FilmError
from film.script import Spoken, SpokenWord
from film.waves import Samples

WORD, LETTER, CLAUSE, SENTENCE = 0.01, 0.073, 0.22, 0.44
"""Seconds that an estimate gives to a word, to each of its letters, to a pause inside a sentence and to one after it:
fitted to the neural voice's takes of the film, 151 words a minute."""

QUIET = 10 ** (-40 / 20)
"""What counts as silence at the ends of a recorded take, as a share of its peak."""


@dataclass(frozen=True, eq=False)
class Take:
    """A spoken line: samples in mono, (n,), within ±1, and start and end of each word in seconds from the first."""

    samples: Samples
    rate: int
    words: tuple[tuple[float, float], ...]

    @property
    def facts(self) -> tuple[int, tuple[tuple[float, float], ...], str]:
        """All that it is, its samples by their hash."""
        return self.rate, self.words, xxh3_128_hexdigest(self.samples.data)


class Voice(Protocol):
    """What can speak a line."""

    @property
    def key(self) -> str:
        """What the sound of a line depends on besides its words: the voice, its pace, its version."""

    def say(self, spoken: Spoken) -> Take:
        """The take of a line; a FilmError if this voice has none."""


def estimate(words: Sequence[SpokenWord]) -> list[tuple[float, float]]:
    """Start and end in seconds that words may have, from their letters and their punctuation."""
    times, now = [], 0.0
    for word in words:
        end = now + WORD + LETTER * sum(3 if sign.isdigit() else sign.isalnum() for sign in word.voice)
        times.append((now, end))
        now = end + (SENTENCE if word.ends_sentence else CLAUSE if not word.text[-1].isalnum() else 0.0)
    return times


class SilentVoice:
    """No sound, and estimated times: for fast drafts and for a look at the script."""

    key = "silent"

    def say(self, spoken: Spoken) -> Take:
        """Silence as long as the line would take."""
        rate = 24_000
        times = estimate(spoken.words)
        return Take(np.zeros(round(times[-1][1] * rate), np.float32), rate, tuple(times))


@dataclass(frozen=True)
class RecordedVoice:
    """Recorded takes: a folder with one `scene.beat.wav` a line (`scene.beat.otherwise.wav` for a second variant).

    Beside a take may lie `scene.beat.json`, `[[start, end], …]` in seconds, one pair for each word of the line;
    without it, the times are estimated within the part of the take that is not silent.
    """

    folder: Path

    @property
    def key(self) -> str:
        """The folder: whoever changes a take changes its length or its sound, which are compared on their own."""
        return f"recorded:{self.folder}"

    def say(self, spoken: Spoken) -> Take:
        """The recorded take of the line."""
        from scipy.io import wavfile  # takes a tenth of a second to load, and other voices do without

        path = self.folder / f"{spoken.key}.wav"
        try:
            with warnings.catch_warnings(category=wavfile.WavFileWarning, action="ignore"):  # chunks of other programs
                rate, raw = wavfile.read(path)
        except FileNotFoundError:
            raise FilmError(f"no recorded take {path} for the line {spoken.text!r}") from None
        except (OSError, ValueError) as error:
            raise FilmError(f"{path} is no WAV file that can be read ({error})") from None
        samples = _mono(raw)
        sidecar = path.with_suffix(".json")
        times = _timed(sidecar, spoken) if sidecar.exists() else _fitted(path, samples, rate, spoken)
        return Take(samples, rate, times)


def _mono(raw: npt.NDArray[Any]) -> Samples:
    """Samples of any WAV as float32 in mono, within ±1."""
    if raw.dtype.kind in "iu":
        raw = raw / 2.0 ** (8 * raw.itemsize - 1) - (raw.dtype.kind == "u")
    return np.asarray(raw.mean(axis=1) if raw.ndim > 1 else raw, dtype=np.float32)


def _timed(sidecar: Path, spoken: Spoken) -> tuple[tuple[float, float], ...]:
    """The times that stand in the file beside a take."""
    try:
        times = tuple((float(start), float(end)) for start, end in json.loads(sidecar.read_text("utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise FilmError(f"{sidecar}: word times are [[start, end], …] in seconds ({error})") from None
    if len(times) != len(spoken.words):
        raise FilmError(f"{sidecar} times {len(times)} words; the line has {len(spoken.words)}: {spoken.text!r}")
    moments = [moment for pair in times for moment in pair]
    if moments != sorted(moments):
        raise FilmError(f"{sidecar}: the word times run backwards")
    return times


def _fitted(path: Path, samples: Samples, rate: int, spoken: Spoken) -> tuple[tuple[float, float], ...]:
    """Estimated times, stretched over the part of a take that is not silent."""
    level = np.abs(samples)
    loud = np.flatnonzero(level > QUIET * level.max(initial=0.0))
    if not loud.size:
        raise FilmError(f"{path} is silent")
    first, last = loud[0] / rate, (loud[-1] + 1) / rate
    times = estimate(spoken.words)
    stretch = (last - first) / times[-1][1]
    return tuple((first + start * stretch, first + end * stretch) for start, end in times)
