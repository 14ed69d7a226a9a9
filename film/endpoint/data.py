"""The result as JSON has it. Times are in seconds, rates in tokens a second, shares and slowdowns parts of one."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from film.endpoint.notes import notes
from film.endpoint.result import Result
from roofline.records import Record
from roofline.spread import Length
from roofline.verdict import Verdict


def result_data(result: Result) -> dict[str, Any]:
    """All of it."""
    raw = result.raw
    cold = next((one for one in raw.records if one.kind == "cold" and one.first_token), None) if raw else None
    return {
        "file": str(result.path),
        "how": result.how,
        "name": result.name,
        "precision": result.precision,
        "model": result.model.key if result.model else None,
        "endpoint": _endpoint(result),
        "prompts": [_length(length) for length in result.lengths],
        "cold": _cold(cold) if cold else None,
        "notes": list(notes(result)),
        "chips": {one.gpu.key: _chip(result, one) for one in result.verdicts},
        "slowdown": dict(zip(("predicted", "measured"), result.slowdowns, strict=True)) if result.slowdowns else None,
        "film": result.obstacle or "ok",
    }


def _length(length: Length) -> dict[str, Any]:
    """A length; without runs there is no spread."""
    data = asdict(length)
    for spread in filter(None, (data["first_token"], data["rate"])):
        if not length.runs:
            spread |= {"low": None, "high": None}
    return data


def _endpoint(result: Result) -> dict[str, Any] | None:
    if not result.raw:
        return None
    endpoint = result.raw.endpoint
    times = {"started": endpoint.started.isoformat(), "finished": endpoint.finished and endpoint.finished.isoformat()}
    return {**asdict(endpoint), **times}


def _cold(record: Record) -> dict[str, float | None]:
    connect = record.connect_ms / 1000 if record.connect_ms else None
    return {"first_token": record.first_token, "connection": connect, "rate": record.rate}


def _chip(result: Result, one: Verdict) -> dict[str, Any]:
    at = [
        {"tokens": length.tokens, "ceiling": ceiling, "share": share, "first_token": first}
        for length, ceiling, share, first in zip(result.ends, one.ceilings, one.shares, one.first_tokens, strict=True)
    ]
    return {"at": at, "ruled_out": one.ruled_out, "because": list(one.reasons), "on_the_edge": one.on_the_edge}
