"""The raw part of a measurements file: what was measured, and the record of every request, validated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from roofline.records import KINDS, OK, Record
from roofline.rows import Field, Flag, Many, Moment, Quantity, SpecError, Text, Whole, read_row
from roofline.spread import Length, good_runs, lengths


@dataclass(frozen=True)
class Endpoint:
    """What was measured, how, when and by which version. `finished` is None while runs are missing."""

    base_url: str
    api: str
    model: str
    prompts: tuple[int, ...]
    runs: int
    output_tokens: int
    same_prompt: bool
    program: str
    started: datetime
    finished: datetime | None = None
    pinned: str | None = None
    extra_body: str | None = None
    headers: tuple[str, ...] = ()


ENDPOINT_FIELDS: Mapping[str, Field] = {
    "base_url": Text(),
    "api": Text(),
    "model": Text(),
    "prompts": Many(Whole()),
    "runs": Whole(),
    "output_tokens": Whole(),
    "same_prompt": Flag(),
    "program": Text(),
    "started": Moment(),
    "finished": Moment(required=False),
    "pinned": Text(required=False),
    "extra_body": Text(required=False),
    "headers": Many(Text(), required=False),
}

COUNT = Whole(required=False, least=0)

RECORD_FIELDS: Mapping[str, Field] = {
    "kind": Text(),
    "asked": Whole(),
    "number": Whole(),
    "words": Whole(least=0),
    "started": Moment(),
    "outcome": Text(),
    "charged": Whole(least=0),
    "status": COUNT,
    "connect_ms": Quantity("milliseconds", 0.001, 3_600_000, required=False),
    "headers_ms": Quantity("milliseconds", 0.001, 3_600_000, required=False),
    "chunk_ms": Many(Quantity("milliseconds", 0.001, 3_600_000), required=False),
    "chunk_chars": Many(Whole(), required=False),
    "reasoning_chunks": COUNT,
    "prompt_tokens": COUNT,
    "completion_tokens": COUNT,
    "reasoning_tokens": COUNT,
    "cached_tokens": COUNT,
    "finish": Text(required=False),
    "done": Flag(required=False),
    "answered_by": Text(required=False),
    "answered_model": Text(required=False),
    "note": Text(required=False),
}


@dataclass(frozen=True)
class Raw:
    """Everything that a measurement recorded."""

    endpoint: Endpoint
    records: tuple[Record, ...]

    @property
    def lengths(self) -> tuple[Length, ...]:
        """What the runs came to."""
        return lengths(self.records)

    @property
    def missing(self) -> int:
        """Runs that are not done yet."""
        asked = self.endpoint.runs
        return sum(max(0, asked - len(good_runs(self.records, length))) for length in self.endpoint.prompts)


def read_raw(tables: Mapping[str, Any], where: str) -> Raw:
    """The tables `[endpoint]` and `[[record]]` of a measurements file; a SpecError that says where they are wrong."""
    endpoint = Endpoint(**read_row(_table(tables.get("endpoint"), f"{where} [endpoint]"), ENDPOINT_FIELDS, where))
    rows = tables.get("record", [])
    if not isinstance(rows, list):
        raise SpecError(f"{where}: record must be a list of tables, each under [[record]]")
    return Raw(endpoint, tuple(_record(row, f"{where} [[record]] {place + 1}") for place, row in enumerate(rows)))


def _table(row: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(row, dict):
        raise SpecError(f"{where}: missing, or not a table")
    return row


def _record(row: Any, where: str) -> Record:
    record = Record(**read_row(_table(row, where), RECORD_FIELDS, where))
    if record.kind not in KINDS:
        raise SpecError(f"{where}: kind = {record.kind!r} is not one of {', '.join(KINDS)}")
    if len(record.chunk_ms) != len(record.chunk_chars):
        raise SpecError(f"{where}: chunk_ms and chunk_chars differ in length")
    if list(record.chunk_ms) != sorted(record.chunk_ms):
        raise SpecError(f"{where}: chunk_ms must not fall")
    if record.kind == "run" and record.outcome == OK and not record.chunk_ms:
        raise SpecError(f"{where}: a run that went well has no chunk_ms")
    return record


def row_of(value: Record | Endpoint) -> dict[str, Any]:
    """A record or endpoint as a row of a file: what is None, empty or zero by default is left out."""
    pairs = {field.name: (getattr(value, field.name), field.default) for field in fields(value)}
    return {key: one for key, (one, default) in pairs.items() if one != default}
