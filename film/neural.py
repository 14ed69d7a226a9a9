"""The neural voice: hibari-tts, offline, with the time of every word.

Its network predicts how long each phoneme lasts, divides that by the speed, rounds it to whole units of 25 ms, and
makes the sound from it. The predictions are no output of the shipped model and the speed is one number; here they
become an output, and the speed one number a phoneme. So the units of each phoneme are chosen outside, such that the
pace is exactly what was asked for (rounded one by one, most phonemes have two units at any speed above 0.8, three
below), and where each word lies in the sound is known.
"""

from __future__ import annotations

import json
import re
import threading
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from xxhash import xxh3_64_hexdigest

from film import waves
from film.errors import FilmError, Unspeakable
from film.script import Spoken, SpokenWord
from film.takes import Takes
from film.voice import Take
from film.waves import Samples, faded

SPEED = 0.87
"""The pace asked of the network, 1 being its own; with `PAUSE` it makes 140 to 155 words a minute."""

PAUSE = 0.55
"""Seconds between the last word of a sentence and the first of the next."""

BEFORE, AFTER = 0.08, 0.12
"""Seconds of sound kept before the first word of a sentence and after its last."""

RATE = 24_000
UNIT = 600
"""Samples a second, and samples in a unit of the durations."""

PREDICTED = "/Sub_output_0"
"""The value inside hibari-tts 0.2.1's network that holds the predicted units of each phoneme, before rounding."""

FIXED_SPEED = b"\x0a\x05speed\x12\x0a\x0a\x08\x08\x01\x12\x04\x0a\x02\x08\x01"
ANY_SPEED = FIXED_SPEED[:-2] + b"\x12\x00"
"""The model's declaration of its input `speed`: one number; and any number of them, by a dimension without a size."""

QUIET = 10 ** (-35 / 20)
"""What counts as a pause between words, as a share of the loudest moment of the sentence."""

_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_PAUSING = frozenset(",;:—….!?")


@dataclass(frozen=True)
class NeuralVoice:
    """The voice `heart`, which ships inside the package. `folder` keeps its takes; None keeps none."""

    folder: Path | None = None
    speed: float = SPEED
    pause: float = PAUSE

    @cached_property
    def key(self) -> str:
        """Voice, pace and versions, of this code too."""
        code = xxh3_64_hexdigest(b"".join(Path(str(file)).read_bytes() for file in (__file__, waves.__file__)))
        try:
            versions = [f"{name} {version(name)}" for name in ("hibari-tts", "onnxruntime", "numpy", "scipy")]
        except PackageNotFoundError as error:
            raise FilmError(f"the neural voice needs {error.name}; --voice silent makes the film without it") from None
        return f"heart, speed {self.speed:g}, pause {self.pause:g}, {', '.join(versions)}, code {code}"

    def say(self, spoken: Spoken) -> Take:
        """The take of a line, from the folder if it was spoken before; the same samples on every call."""
        key = json.dumps([self.key, [[word.voice, word.ends_sentence] for word in spoken.words]], ensure_ascii=False)
        takes = Takes(self.folder) if self.folder else None
        take = takes.read(key) if takes else None
        if take is None:
            parts = [network().sentence(spoken.words[start:end], self.speed) for start, end in spoken.sentences()]
            take = _join(parts, self.pause)
            if takes:
                takes.write(key, take)
        return take


_LOADING = threading.Lock()


def network() -> Network:
    """The model and what belongs to it, loaded once, whoever asks for it at the same time."""
    with _LOADING:
        return _network()


@cache
def _network() -> Network:
    return Network()


class Network:
    """The model, loaded, with what turns words into its phonemes."""

    def __init__(self) -> None:
        try:
            import onnxruntime
            from hibari import dsp, tts
            from hibari.g2p import G2P
        except ImportError as error:
            raise FilmError(f"the neural voice cannot be loaded ({error}); --voice silent does without it") from None
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # more threads add in another order
        options.log_severity_level = 3
        assets = Path(tts.ASSETS)
        model = opened((assets / "hibari.onnx").read_bytes())
        self.session: Any = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self.vocabulary: dict[str, int] = json.loads((assets / "vocab.json").read_text("utf-8"))
        self.g2p: Any = G2P()
        self.dsp: Any = dsp

    def sentence(self, words: Sequence[SpokenWord], speed: float) -> Take:
        """One sentence with the times of its words, with whatever silence the network leaves around it."""
        phonemes, owners = self.phonemes(words)
        ids = np.asarray([[0, *(self.vocabulary[phoneme] for phoneme in phonemes), 0]], np.int64)
        even = np.ones(ids.size, np.float32)
        (predicted,) = self.session.run([PREDICTED], {"ids": ids, "speed": even})
        units = paced(predicted, speed)
        *spectra, _ = self.session.run(None, {"ids": ids, "speed": (predicted / units).astype(np.float32)})
        samples = np.asarray(self.dsp.synth(*(part[0] for part in spectra), np.random.default_rng(0)), np.float32)
        assert len(samples) == units.sum() * UNIT
        moments = np.cumsum(units).astype(np.float64) * (UNIT / RATE)
        return Take(samples, RATE, tuple(_times(samples, phonemes, owners, moments[:-1])))

    def phonemes(self, words: Sequence[SpokenWord]) -> tuple[str, list[int]]:
        """The phonemes of a sentence, and for each of them the word that it belongs to (-1 between words)."""
        voices = [word.voice.replace("’", "'") for word in words]
        starts = [0]
        for voice in voices:
            starts.append(starts[-1] + len(_LINK.sub(r"\1", voice)) + 1)
        phonemes, owners, place = "", [], 0
        for token in self.g2p.phonemize_tokens(self.g2p.tokenize(" ".join(voices))):
            known = "".join(sound for sound in token.phonemes or "" if sound in self.vocabulary)
            phonemes += known + " " * bool(token.whitespace)
            owners += [bisect_right(starts, place) - 1] * len(known) + [-1] * bool(token.whitespace)
            place += len(token.text) + len(token.whitespace)
        for index, word in enumerate(words):
            if not any(owner == index and sound not in _PAUSING for owner, sound in zip(owners, phonemes, strict=True)):
                own = ", for a name as its said = …" if word.figure else ""
                raise Unspeakable(f"the voice has no sound for {word.voice!r}; give it one with [word](/ipa/){own}")
        return phonemes, owners


def opened(model: bytes) -> bytes:
    """The voice's model with its predicted durations as one more output, and a speed for each phoneme.

    Two serialised messages that follow each other are read as one with their fields merged, so for the output it is
    enough to add ModelProto{graph (field 7){output (12){name (1)}}}, each a tag, a length below 128, and what it holds.
    """
    if model.count(FIXED_SPEED) != 1:
        raise FilmError("the voice's model is not the one of hibari-tts 0.2.1; --voice silent does without it")
    output = PREDICTED.encode()
    for field in (1, 12, 7):
        output = bytes([field << 3 | 2, len(output)]) + output
    return model.replace(FIXED_SPEED, ANY_SPEED) + output


def paced(predicted: npt.NDArray[np.float32], speed: float) -> npt.NDArray[np.int64]:
    """Whole units for each phoneme, at least one, that follow the predicted ones at a speed without drifting."""
    ends, end = [], 0
    for wanted in np.cumsum(predicted, dtype=np.float64) / speed:
        end = max(end + 1, round(wanted))
        ends.append(end)
    return np.diff(ends, prepend=0)


def _times(
    samples: Samples, phonemes: str, owners: Sequence[int], moments: npt.NDArray[np.float64]
) -> list[tuple[float, float]]:
    """Start and end of each word of a sentence in seconds; `moments` are the bounds of its phonemes.

    A word is heard from the bound where the space before it begins: measured against aligned speech, within 35 ms.
    Where a pause precedes or follows a word, it begins and ends with its sound.
    """
    spans = []
    for index in range(max(owners) + 1):
        own = [place for place, owner in enumerate(owners) if owner == index]
        spans.append((own[0], own[-1] + 1))
    starts = [float(moments[first - (first > 0)]) for first, _ in spans]
    ends = [*starts[1:], float(moments[-1])]
    level = _envelope(samples)
    quiet = level < QUIET * level.max()
    for index, (first, last) in enumerate(spans[:-1]):
        if phonemes[last - 1] in _PAUSING:
            window = (moments[first + 1], moments[spans[index + 1][0]] + 0.1)
            ends[index], starts[index + 1] = _pause(quiet, window) or (ends[index], starts[index + 1])
    sound = np.flatnonzero(~quiet)
    starts[0], ends[-1] = sound[0] / RATE, (sound[-1] + 1) / RATE
    return [(float(start), float(end)) for start, end in zip(starts, ends, strict=True)]


def _envelope(samples: Samples) -> npt.NDArray[np.float64]:
    """The level of a sound, (n,), smoothed over 10 ms."""
    window = np.hanning(RATE // 100 + 1)
    power = np.convolve(np.square(samples, dtype=np.float64), window / window.sum(), "same")
    return np.sqrt(np.maximum(power, 0.0))


def _pause(quiet: npt.NDArray[np.bool_], window: tuple[float, float]) -> tuple[float, float] | None:
    """Start and end of the longest quiet stretch in a window, in seconds; None if it is shorter than 50 ms."""
    first = round(window[0] * RATE)
    inside = quiet[first : round(window[1] * RATE)]
    bounds = np.flatnonzero(np.diff(np.concatenate([[False], inside, [False]])))
    stretches = [(int(start), int(end)) for start, end in zip(bounds[::2], bounds[1::2], strict=True)]
    start, end = max(stretches, key=lambda stretch: stretch[1] - stretch[0], default=(0, 0))
    return ((first + start) / RATE, (first + end) / RATE) if end - start >= 0.05 * RATE else None


def _join(sentences: Sequence[Take], pause: float) -> Take:
    """Sentences as one take, cut close to their words, with a pause between them."""
    pieces: list[Samples] = []
    words: list[tuple[float, float]] = []
    length = 0
    for sentence in sentences:
        start = max(0, round((sentence.words[0][0] - BEFORE) * RATE))
        end = min(len(sentence.samples), round((sentence.words[-1][1] + AFTER) * RATE))
        if words:
            gap = round((words[-1][1] + pause - (sentence.words[0][0] - start / RATE)) * RATE) - length
            pieces.append(np.zeros(max(0, gap), np.float32))
            length += len(pieces[-1])
        shift = (length - start) / RATE
        words += [(begin + shift, stop + shift) for begin, stop in sentence.words]
        pieces.append(faded(sentence.samples[start:end], RATE // 100))
        length += len(pieces[-1])
    assert all(earlier[1] <= later[0] + 1e-9 for earlier, later in pairwise(words))
    return Take(np.concatenate(pieces), RATE, tuple(words))
