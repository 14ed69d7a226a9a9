"""The one error that a user sees: a line that says what is wrong, where, and what would be right."""

from __future__ import annotations

from roofline.specs import nearest

__all__ = ["FilmError", "nearest"]


class FilmError(Exception):
    """Something the user can mend. `render.py` prints it as one line and exits with code 2."""
