"""The voices by the names that `--voice` takes."""

from __future__ import annotations

from pathlib import Path

from film.errors import FilmError, nearest
from film.neural import NeuralVoice
from film.voice import RecordedVoice, SilentVoice, Voice


def choose(name: str, kept: Path | None = None) -> Voice:
    """`neural`, `silent`, or `recorded:FOLDER`; `kept` is the folder for the takes of the neural voice."""
    kind, _, folder = name.partition(":")
    if name == "neural":
        return NeuralVoice(kept)
    if name == "silent":
        return SilentVoice()
    if kind == "recorded" and folder and Path(folder).is_dir():
        return RecordedVoice(Path(folder))
    if kind == "recorded":
        raise FilmError(f"no folder of recorded takes {folder!r}; write --voice recorded:FOLDER")
    known = ("neural", "silent", "recorded:FOLDER")
    raise FilmError(f"no voice {name!r}{nearest(kind, ('neural', 'silent', 'recorded'))}; known: {', '.join(known)}")
