"""What must never be seen: the key, the values of headers, the query of an address."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from film.errors import FilmError

HIDDEN = "•••"

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

KEY_HEADERS = frozenset({"authorization", "proxy-authorization", "api-key", "x-api-key", "x-goog-api-key", "cookie"})
"""Headers that hold keys: their values come from the environment only."""


class Confidential:
    """Hides secrets in text that came from elsewhere. Its own text form shows none."""

    def __init__(self, secrets: Iterable[str]):
        # The longest first, for one may be a part of another. What is under four letters is no secret.
        self._secrets = sorted({secret for secret in secrets if len(secret) >= 4}, key=len, reverse=True)

    def line(self, text: str, most: int = 200) -> str:
        """The text as one line of at most `most` characters, printable, without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        text = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
        return text if len(text) <= most else f"{text[: most - 1]}…"

    def __repr__(self) -> str:
        return f"<Confidential: {len(self._secrets)} secrets>"


def from_environment(name: str, option: str) -> str:
    """The secret in the environment variable of this name. The name itself is not repeated in errors: it may be the
    key, given by mistake."""
    if not _NAME.fullmatch(name):
        raise FilmError(f"{option} takes the name of an environment variable, and never a key itself")
    value = os.environ.get(name, "").strip()
    if not value:
        raise FilmError(f"the environment variable that {option} names is not set")
    if not (value.isascii() and value.isprintable()):
        raise FilmError(f"the environment variable that {option} names holds letters that no header can carry")
    return value


def read_header(text: str) -> tuple[str, str]:
    """'Name: value' as a pair. A value `$NAME` comes from the environment; one that is a key must."""
    name, colon, value = (part.strip() for part in text.partition(":"))
    if not colon or not value or not re.fullmatch(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+", name):
        raise FilmError("--header takes 'Name: value'")
    if value.startswith("$"):
        return name, from_environment(value[1:], f"--header '{name}: $…'")
    if name.lower() in KEY_HEADERS:
        raise FilmError(
            f"--header {name}: a key does not belong on the command line; --api-key-env names the variable that holds "
            f"it, or write '{name}: $VARIABLE' in single quotes"
        )
    if not (value.isascii() and value.isprintable()):
        raise FilmError(f"--header {name}: the value has letters that no header can carry")
    return name, value
