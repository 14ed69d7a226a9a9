"""The file of a measurement: every record is in it as soon as there is one, so that nothing is measured twice."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from film.endpoint import toml
from film.endpoint.provenance import film_model, provenance, who
from film.endpoint.settings import Settings
from film.errors import FilmError
from film.keys import installed
from roofline.raw import Endpoint, Raw, read_raw, row_of
from roofline.records import Record
from roofline.rows import read_toml
from roofline.spread import lengths, summary

SAME = ("base_url", "api", "model", "prompts", "output_tokens", "same_prompt", "pinned", "extra_body", "headers")
"""What must be the same for a measurement to go on."""

PROGRAM = "roofline-film"


class Ledger:
    """Everything that was recorded, in memory and in the file."""

    def __init__(self, path: Path, settings: Settings, raw: Raw):
        self.path, self.settings = path, settings
        self.endpoint, self.records = raw.endpoint, list(raw.records)

    @classmethod
    def open(cls, settings: Settings) -> Ledger:
        """The measurement that the file holds, to go on with, or a new one. A FilmError if the file holds another."""
        path, new = settings.path, _endpoint(settings)
        if not path.exists():
            ledger = cls(path, settings, Raw(new, ()))
            ledger.write()  # what cannot be written is said before anything is spent
            return ledger
        raw = read_raw(read_toml(path), path.name)
        for name in SAME:
            old, asked = getattr(raw.endpoint, name), getattr(new, name)
            if old != asked:
                raise FilmError(
                    f"{path} holds a measurement with another {name} ({old!r}, not {asked!r}); choose another --output"
                )
        if raw.missing or settings.runs > raw.endpoint.runs:
            raw = Raw(replace(raw.endpoint, runs=settings.runs, finished=None), raw.records)
        return cls(path, settings, raw)

    @property
    def raw(self) -> Raw:
        """What there is so far."""
        return Raw(self.endpoint, tuple(self.records))

    @property
    def spent(self) -> int:
        """Tokens so far: counted, or the most that they can have been."""
        return sum(record.charged for record in self.records)

    def add(self, record: Record) -> None:
        """Keep a record."""
        self.records.append(record)
        self.write()

    def finish(self) -> Raw:
        """Write the result, if no run is missing."""
        if not self.raw.missing:
            self.endpoint = replace(self.endpoint, finished=max(record.started for record in self.records))
        self.write()
        return self.raw

    def write(self) -> None:
        """Write the file anew, whole or not at all."""
        new = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(self._text(), encoding="utf-8")
            new.replace(self.path)
        except OSError as error:
            raise FilmError(f"cannot write {self.path}: {error.strerror or error}") from None
        finally:
            new.unlink(missing_ok=True)

    def _text(self) -> str:
        raw = self.raw
        head = (
            "# What an endpoint did, measured; `--measurements` shows it in the film in place of the one that ships.\n"
        )
        if not raw.endpoint.finished:
            head = "# A measurement that is not finished: the command that began it goes on from here.\n"
        tables = _result(raw, self.settings) if raw.endpoint.finished else {}
        rows = {"endpoint": row_of(raw.endpoint), "record": [row_of(record) for record in raw.records]}
        return f"{head}\n{toml.dumps(tables | rows)}"


def _endpoint(settings: Settings) -> Endpoint:
    hide = settings.confidential
    return Endpoint(
        base_url=settings.address,
        api=settings.api,
        model=settings.model,
        prompts=settings.lengths,
        runs=settings.runs,
        output_tokens=settings.output_tokens,
        same_prompt=settings.same_prompt,
        program=f"{PROGRAM} {installed(PROGRAM)}",
        started=now(),
        pinned=settings.provider,
        extra_body=hide.line(settings.extra_body, 10_000) if settings.extra_body else None,
        headers=tuple(sorted(name for name in settings.headers if name != "Authorization")),
    )


def _result(raw: Raw, settings: Settings) -> dict[str, Any]:
    """The tables that the film reads."""
    model = film_model(settings)
    tables: dict[str, Any] = {
        "model": model.key if model else settings.model,
        "precision": settings.precision.upper(),
        "how": provenance(raw, settings),
    }
    if settings.through:
        tables["router"] = spoken(settings.through)
    tables["provider"] = spoken(who(raw, settings))
    for key, value in summary(lengths(raw.records)).items():
        table = tables
        *path, last = key.split(".")
        for part in path:
            table = table.setdefault(part, {})
        table[last] = value
    return tables


SAID = {"OpenRouter": "Open Router", "CoreWeave": "Core Weave"}
"""How names are said that a voice would not guess."""


def spoken(name: str) -> dict[str, str]:
    """A name and, where it differs, how it is said."""
    return {"name": name, **({"said": SAID[name]} if name in SAID else {})}


def now() -> datetime:
    """The moment, to the millisecond, in UTC."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold the file for oneself; a FilmError if another measurement is writing it."""
    lock = FileLock(path.with_name(f".{path.name}.lock"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        raise FilmError(f"another measurement is writing {path}; wait for it, or choose another --output") from None
    except OSError as error:
        raise FilmError(f"cannot write {path}: {error.strerror or error}") from None
    try:
        yield
    finally:
        lock.release()
        Path(lock.lock_file).unlink(missing_ok=True)
