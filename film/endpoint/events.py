"""One event of a stream: what it says, in the dialects of the OpenAI-compatible API."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from film.endpoint.confidential import Confidential
from film.endpoint.faults import Fault, of_stream

END = "[DONE]"


@dataclass(frozen=True)
class Usage:
    """Tokens as the server counted them; None where it does not say."""

    prompt: int | None
    completion: int | None
    reasoning: int | None = None
    cached: int | None = None

    @property
    def total(self) -> int:
        """All tokens."""
        return (self.prompt or 0) + (self.completion or 0)


@dataclass(frozen=True)
class Event:
    """What one event brought: characters of content and of reasoning, and whatever else it says."""

    content: int = 0
    reasoning: int = 0
    finish: str | None = None
    usage: Usage | None = None
    provider: str | None = None
    model: str | None = None


def read_event(kind: str, data: str, hide: Confidential) -> Event:
    """The event of this kind and text; a Fault if it is not JSON, or an error."""
    try:
        body = json.loads(data)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise Fault("malformed", f"malformed JSON inside the stream: {hide.line(data, 60)}", retry=True, spent=True)
    if body.get("error") or kind == "error":
        raise of_stream(body.get("error") or body, hide)
    choice = _first(body.get("choices"))
    delta = _table(choice.get("delta"))
    content = _characters(delta.get("content")) or _characters(choice.get("text"))
    return Event(
        content=content,
        reasoning=_characters(delta.get("reasoning_content")) or _characters(delta.get("reasoning")),
        finish=_text(choice.get("finish_reason"), hide),
        usage=read_usage(body.get("usage")),
        provider=_text(body.get("provider"), hide),
        model=_text(body.get("model"), hide),
    )


def read_usage(usage: Any) -> Usage | None:
    """A server's count of tokens; None if it counts nothing."""
    table = _table(usage)
    prompt, completion = _count(table.get("prompt_tokens")), _count(table.get("completion_tokens"))
    if not prompt and not completion:
        return None
    return Usage(
        prompt,
        completion,
        _count(_table(table.get("completion_tokens_details")).get("reasoning_tokens")),
        _count(_table(table.get("prompt_tokens_details")).get("cached_tokens")),
    )


def _characters(content: Any) -> int:
    """Characters of a text, or of the texts in a list of parts."""
    if isinstance(content, str):
        return len(content)
    if isinstance(content, list):
        return sum(map(_characters, content))
    if isinstance(content, dict):
        return max(_characters(content.get(key)) for key in ("text", "thinking", "content"))
    return 0


def _first(choices: Any) -> Mapping[str, Any]:
    return _table(choices[0]) if isinstance(choices, list) and choices else {}


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any, hide: Confidential) -> str | None:
    return hide.line(value, 80) or None if isinstance(value, str) else None


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
