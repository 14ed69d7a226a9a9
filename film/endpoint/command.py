"""The command: what it will cost is said and agreed to, then everything that is missing is measured."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from film.endpoint import schedule
from film.endpoint.client import Client
from film.endpoint.ledger import Ledger, alone
from film.endpoint.provenance import film_model
from film.endpoint.session import Session
from film.endpoint.settings import Settings
from film.errors import FilmError
from film.progress import display

Agree = Callable[[str], bool]
"""Asks a question; whether the answer is yes."""


def measure(settings: Settings, agree: Agree, stream: TextIO) -> Path:
    """Measure what is missing, and give the file with the result back. Progress goes to `stream`. A FilmError for what
    the user can mend; what was measured until then is kept."""
    settings.check()
    film_model(settings)
    with alone(settings.path):
        new = not settings.path.exists()
        ledger = Ledger.open(settings)
        if ledger.endpoint.finished:
            stream.write(f"{settings.path} is finished; nothing is sent\n")
            return settings.path
        left = schedule.budget(settings.lengths, settings.runs, settings.output_tokens, ledger.records)
        limit = settings.max_tokens_total or ledger.spent + math.ceil(schedule.ROOM * left.tokens)
        if not agree(_question(settings, ledger, left, limit)):
            if new:
                settings.path.unlink()
            raise FilmError("nothing was sent; --yes goes ahead without asking")
        with display(stream) as shown, Client(settings) as client:
            Session(settings, ledger, client, shown, limit).run()
        ledger.finish()
    return settings.path


def _question(settings: Settings, ledger: Ledger, left: schedule.Budget, limit: int) -> str:
    done = settings.runs * len(settings.lengths) - ledger.raw.missing
    before = f"{done} runs are done, {ledger.spent:,} tokens spent. " if ledger.records else ""
    return (
        f"{before}This sends about {left.requests} requests to {settings.address} (model {settings.model}): about "
        f"{left.prompt_tokens:,} tokens of prompts and up to {left.output_tokens:,} of answers. It stops before "
        f"{limit:,} tokens in all. Go on?"
    )
