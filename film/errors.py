"""The one error that a user sees: a line that says what is wrong, where, and what would be right."""

from __future__ import annotations

import errno

from roofline.specs import nearest

__all__ = ["FilmError", "nearest"]


class FilmError(Exception):
    """Something the user can mend. `render.py` prints it as one line and exits with code 2."""


class Unspeakable(FilmError):
    """A word that a voice has no sound for."""


def of_the_disk(error: OSError) -> str:
    """An error of the file system as one line."""
    where = f"{error.filename}: " if error.filename else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"{where}no space left on the disk; the parts that are done are kept: make room and run it again"
    return f"{where}{error.strerror or error}"
