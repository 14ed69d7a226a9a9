"""What came back from one request: filled while the answer arrives, so that a fault loses nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from film.endpoint.events import Event, Usage
from roofline.records import Record


@dataclass
class Answer:
    """Times are in milliseconds from the moment at which the request went out."""

    status: int | None = None
    connect_ms: float | None = None
    headers_ms: float | None = None
    chunk_ms: list[float] = field(default_factory=list)
    chunk_chars: list[int] = field(default_factory=list)
    reasoning_chunks: int = 0
    events: int = 0
    usage: Usage | None = None
    finish: str | None = None
    done: bool = False
    by: str | None = None
    model: str | None = None

    def take(self, event: Event, ms: float) -> None:
        """Add what one event brought. The first that has content is the first token: a role, a comment or an empty
        piece is not. The last count of tokens stands: some servers count along."""
        self.events += 1
        characters = event.content + event.reasoning
        if characters:
            self.chunk_ms.append(ms)
            self.chunk_chars.append(characters)
            self.reasoning_chunks += bool(event.reasoning)
        self.usage = event.usage or self.usage
        self.finish = event.finish or self.finish
        self.by = event.provider or self.by
        self.model = event.model or self.model

    def record(
        self, kind: str, asked: int, number: int, words: int, started: datetime, outcome: str, charged: int, note: str
    ) -> Record:
        """The record of the request."""
        usage = self.usage or Usage(None, None)
        return Record(
            kind=kind,
            asked=asked,
            number=number,
            words=words,
            started=started,
            outcome=outcome,
            charged=charged,
            status=self.status,
            connect_ms=self.connect_ms,
            headers_ms=self.headers_ms,
            chunk_ms=tuple(self.chunk_ms),
            chunk_chars=tuple(self.chunk_chars),
            reasoning_chunks=self.reasoning_chunks,
            prompt_tokens=usage.prompt,
            completion_tokens=usage.completion,
            reasoning_tokens=usage.reasoning,
            cached_tokens=usage.cached,
            finish=self.finish,
            done=self.done,
            answered_by=self.by,
            answered_model=self.model,
            note=note or None,
        )
