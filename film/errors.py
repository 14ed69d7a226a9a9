"""The one error that a user sees: a line that says what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class FilmError(Exception):
    """Something the user can mend. `render.py` prints it as one line and exits with code 2."""


def nearest(word: str, known: Iterable[str]) -> str:
    """' (did you mean …?)' for the closest known word, or nothing."""
    match = get_close_matches(word.lower(), list(known), n=1, cutoff=0.5)
    return f" (did you mean {match[0]!r}?)" if match else ""
