"""The body of a request, and what servers that reject a field are sent instead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from film.endpoint.settings import Settings


@dataclass(frozen=True)
class Dialect:
    """How a server wants to be asked: whether it knows `stream_options`, and what it calls the limit of tokens."""

    stream_options: bool = True
    limit: str = "max_tokens"

    def body(self, settings: Settings, prompt: str, tokens: int, stream: bool) -> dict[str, Any]:
        """The body of a request for at most `tokens` tokens."""
        body: dict[str, Any] = {"model": settings.model, self.limit: tokens, "stream": stream}
        if settings.api == "chat":
            body["messages"] = [{"role": "user", "content": prompt}]
        else:
            body["prompt"] = prompt
        if stream and self.stream_options:
            body["stream_options"] = {"include_usage": True}
        if settings.provider:
            body["provider"] = {"order": [settings.provider], "allow_fallbacks": False}
        return body | settings.extra

    def after(self, complaint: str) -> Dialect | None:
        """The dialect for a server that complained like this, or None if another would not help."""
        if self.stream_options and "stream_options" in complaint:
            return replace(self, stream_options=False)
        if self.limit == "max_tokens" and "max_completion_tokens" in complaint:
            return replace(self, limit="max_completion_tokens")
        return None
