"""Where a measurement comes from, in words; and which of the film's models it is of."""

from __future__ import annotations

import re

import roofline
from film.endpoint.settings import Settings
from roofline import Model
from roofline.find import find_model
from roofline.raw import Raw
from roofline.records import OK

_VARIANT = r"(instruct|chat|it|base|hf|bf16|fp16|fp8|int8|awq|gptq|free|turbo|fast|dynamic|v\d[\d.]*)"
"""What a server's name for a model may have after the model's own, without being another model."""


def film_model(settings: Settings) -> Model | None:
    """The film's model that was measured: `--film-model`, or the one that the server's name for it tells."""
    if settings.film_model:
        return find_model(settings.film_model)
    name = re.sub(r"[_: ]", "-", settings.model.lower().rpartition("/")[2]).removeprefix("meta-")
    for key, model in roofline.models().items():
        if re.fullmatch(rf"{re.escape(key)}(-{_VARIANT})*", name):
            return model
    return None


def providers(raw: Raw) -> list[str]:
    """Who answered the runs, as far as a router says so."""
    return sorted(
        {one.answered_by for one in raw.records if one.answered_by and (one.kind, one.outcome) == ("run", OK)}
    )


def who(raw: Raw, settings: Settings) -> str:
    """The name of who was measured: `--name`, who answered, who was asked for, or the host."""
    answered = providers(raw)
    by = answered[0] if len(answered) == 1 else "several providers" if answered else ""
    return settings.name or by or settings.provider or settings.place


def provenance(raw: Raw, settings: Settings) -> str:
    """How it was measured, in sentences for people."""
    endpoint = raw.endpoint
    day = f"{endpoint.started.day} {endpoint.started:%B %Y}"
    through = f"through {settings.through}, " if settings.through else ""
    pinned = "the provider pinned to" if endpoint.pinned else "answered by" if settings.through else "to"
    runs = f"{endpoint.runs} runs of each prompt" if endpoint.runs > 1 else "one run of each prompt"
    kept = "The prompt was the same every time, so the server may have kept its cache. " if endpoint.same_prompt else ""
    return (
        f"One user's requests {through}{pinned} {who(raw, settings)} (model {endpoint.model}, "
        f"{settings.precision.upper()} as stated by who measured), {day}, {runs}, medians. {kept}"
        f"Times to the first word include network and queue. Measured by {endpoint.program}."
    )
