"""What is to be known about a measurement beside its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from film.endpoint.result import Result
from roofline.raw import Raw
from roofline.records import OK, Record

KEPT = 0.1
"""Part of a prompt above which tokens from the server's cache are worth a word; a template is always kept."""

KEPT_TOKENS = 64
"""And so many of them."""


def notes(result: Result) -> Iterator[str]:
    """One sentence or two for each."""
    if not result.raw:
        return
    raw = result.raw
    runs = [one for one in raw.records if (one.kind, one.outcome) == ("run", OK)]
    yield from _cold(raw)
    yield from _lengths(result)
    yield from _tokens(runs)
    yield from _streams(raw, runs)
    yield from _faults(raw)


def _cold(raw: Raw) -> Iterator[str]:
    cold = next((one for one in raw.records if (one.kind, one.outcome) == ("cold", OK)), None)
    if cold and cold.first_token is not None:
        connection = f", after {cold.connect_ms / 1000:.3f} s for the connection" if cold.connect_ms else ""
        yield f"The cold first request, not among these: first token after {cold.first_token:.3f} s{connection}."


def _lengths(result: Result) -> Iterator[str]:
    for one in result.lengths:
        if abs(one.tokens - one.asked) > one.asked // 1000:
            yield f"Asked for {one.asked:,} prompt tokens, came to {one.tokens:,}, as near as this endpoint allows."


def _tokens(runs: Sequence[Record]) -> Iterator[str]:
    uncounted = sum(one.completion_tokens is None for one in runs)
    if uncounted:
        yield (
            f"{uncounted} of {len(runs)} runs have no rate: the server counts no tokens in its stream (no `usage`), "
            "and pieces are not tokens."
        )
    else:
        yield "Tokens are those that the server counts (`usage`)."
    together = sum(one.completion_tokens is not None and one.rate is None for one in runs)
    if together:
        yield f"{together} of {len(runs)} runs have no rate: all came at once, as from a buffer."
    if any(one.reasoning_chunks for one in runs):
        yield "Reasoning that was streamed counts as content."
    if any(one.reasoning_tokens and not one.reasoning_chunks for one in runs):
        yield (
            "The model reasons without streaming it: those tokens are not in the rate, but the time for them is in the "
            "first token's."
        )
    kept = [one for one in runs if (one.cached_tokens or 0) > max(KEPT_TOKENS, KEPT * (one.prompt_tokens or one.asked))]
    if kept:
        yield f"In {len(kept)} of {len(runs)} runs the server took a part of the prompt from its cache."


def _streams(raw: Raw, runs: Sequence[Record]) -> Iterator[str]:
    if raw.endpoint.same_prompt:
        yield "The prompt was the same every time: first tokens may be those of a kept cache."
    short = sum(one.finish == "stop" and (one.completion_tokens or 0) < raw.endpoint.output_tokens / 2 for one in runs)
    if short:
        yield f"In {short} of {len(runs)} runs the model stopped before half of the tokens asked for."
    open_ended = sum(not one.done for one in runs)
    if open_ended:
        yield f"{open_ended} of {len(runs)} streams ended without [DONE], but said why they end."
    if len({one.answered_by for one in runs}) > 1:
        yield "Several providers answered; --provider pins one."


def _faults(raw: Raw) -> Iterator[str]:
    faults: dict[str, int] = {}
    for one in raw.records:
        if one.outcome != OK:
            faults[one.outcome] = faults.get(one.outcome, 0) + 1
    if faults:
        listed = ", ".join(f"{name} {count}" for name, count in faults.items())
        yield f"Requests that failed and were made again: {listed}."
