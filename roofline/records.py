"""The raw record of one request to an endpoint, and the time to the first token and rate that follow from it.

Times in a record are in milliseconds from the moment at which the request went out on an open connection.
Tokens are always those that the server counted; pieces of a stream are not tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

KINDS = ("cold", "calibration", "run")

OK = "ok"
"""The outcome of a request that went well; others are the names of faults."""

FASTEST = 100_000.0
"""Tokens a second that no endpoint reaches: above it the stream came in one piece, from a buffer."""


@dataclass(frozen=True)
class Record:
    """One request. `asked` is the prompt's length asked for, `words` the filler words that made it.

    `chunk_ms` and `chunk_chars` are the pieces of content, reasoning included: when each came and how many
    characters it had. `charged` is what the request counts towards the limit of tokens: the server's own
    count, or the most that it can have been.
    """

    kind: str
    asked: int
    number: int
    words: int
    started: datetime
    outcome: str
    charged: int
    status: int | None = None
    connect_ms: float | None = None
    headers_ms: float | None = None
    chunk_ms: tuple[float, ...] = ()
    chunk_chars: tuple[int, ...] = ()
    reasoning_chunks: int = 0
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    cached_tokens: int | None = None
    finish: str | None = None
    done: bool = False
    answered_by: str | None = None
    answered_model: str | None = None
    note: str | None = None

    @property
    def first_token(self) -> float | None:
        """Seconds until the first content, or None if there was none."""
        return self.chunk_ms[0] / 1000 if self.chunk_ms else None

    @property
    def seconds(self) -> float:
        """Seconds until the last content, 0 if there was none."""
        return self.chunk_ms[-1] / 1000 if self.chunk_ms else 0.0

    @property
    def visible_tokens(self) -> int | None:
        """Tokens that came through the stream: reasoning that the server counts but does not send is left out."""
        if self.completion_tokens is None:
            return None
        hidden = 0 if self.reasoning_chunks else self.reasoning_tokens or 0
        return max(0, self.completion_tokens - hidden)

    @property
    def rate(self) -> float | None:
        """Tokens a second after the first piece, or None where tokens were not counted or came all at once."""
        tokens, span = self.visible_tokens, self.chunk_ms[-1] - self.chunk_ms[0] if self.chunk_ms else 0.0
        if tokens is None or span <= 0:
            return None
        rate = 1000 * (tokens - first_piece(tokens, self.chunk_chars)) / span
        return rate if 0 < rate < FASTEST else None


def first_piece(tokens: int, characters: Sequence[int]) -> float:
    """Tokens in the first of the pieces that `tokens` came in, which took no time between two pieces.

    One, where there are about as many pieces as tokens; otherwise its part of all characters, since a piece may hold
    several tokens, or a part of one.
    """
    if abs(len(characters) - tokens) <= tokens / 20:
        return 1.0
    return tokens * characters[0] / sum(characters)
