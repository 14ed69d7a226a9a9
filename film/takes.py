"""Kept takes: a line that was once spoken is not spoken again.

A take is a WAV file and, beside it, a JSON with its word times and the hash of the WAV. Both are written under
another name and renamed, the JSON last; a take whose files do not fit together counts as not there.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile

from xxhash import xxh3_128_hexdigest

from film.voice import Take


class Takes:
    """The takes in a folder, by a text that says all that they depend on."""

    def __init__(self, folder: Path):
        self.folder = folder

    def read(self, key: str) -> Take | None:
        """The take kept under that key, or None if there is none, or it is damaged."""
        from scipy.io import wavfile  # a tenth of a second, before which no worker would start

        path = self._path(key)
        try:
            facts = json.loads(path.with_suffix(".json").read_text("utf-8"))
            data = path.read_bytes()
            if facts["key"] != key or facts["hash"] != xxh3_128_hexdigest(data):
                return None
            with suppress(OSError):
                os.utime(path.with_suffix(".json"))  # it is used, so it stays
            rate, samples = wavfile.read(BytesIO(data))
            return Take(samples, rate, tuple((float(start), float(end)) for start, end in facts["words"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, key: str, take: Take) -> None:
        """Keep a take. Where nothing can be written, the take is made again next time."""
        from scipy.io import wavfile

        path = self._path(key)
        wav = BytesIO()
        wavfile.write(wav, take.rate, take.samples)
        facts = {"key": key, "hash": xxh3_128_hexdigest(wav.getvalue()), "words": take.words}
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            _write(path, wav.getvalue())
            _write(path.with_suffix(".json"), json.dumps(facts, ensure_ascii=False).encode())

    def _path(self, key: str) -> Path:
        return self.folder / f"{xxh3_128_hexdigest(key.encode())}.wav"


def _write(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole, or not at all."""
    with NamedTemporaryFile(dir=path.parent, prefix=path.stem, suffix=".part", delete=False) as part:
        temporary = Path(part.name)
        try:
            part.write(data)
            part.close()
            temporary.replace(path)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise
