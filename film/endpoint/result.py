"""A measurement as it is told: what was measured, and each chip beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import roofline
from film.errors import FilmError
from roofline import Measurements, Model
from roofline.find import find_model
from roofline.measurements import BYTES_EACH, load_measurements
from roofline.raw import Raw, read_raw
from roofline.rows import read_toml
from roofline.specs import SpecError
from roofline.spread import WHICH, Length, Spread
from roofline.verdict import Verdict, predicted_slowdown, verdict


@dataclass(frozen=True)
class Result:
    """What a measurements file holds. `model` is None if it is none of the film's; `raw` if the file has no records;
    `obstacle` says why the film cannot show it."""

    path: Path
    name: str
    how: str
    precision: str
    model: Model | None
    lengths: tuple[Length, ...]
    raw: Raw | None
    obstacle: str | None

    @property
    def bytes_each(self) -> int:
        """Bytes of a weight at the endpoint."""
        return BYTES_EACH[self.precision]

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """What the rates say about each chip that is known; nothing if the model is not."""
        if self.model is None:
            return []
        kept = bool(self.raw and self.raw.endpoint.same_prompt)
        return [verdict(gpu, self.model, self.bytes_each, self.ends, kept) for gpu in roofline.gpus().values()]

    @property
    def ends(self) -> Sequence[Length]:
        """The shortest and the longest prompt, or the only one."""
        return (self.lengths[0], self.lengths[-1]) if len(self.lengths) > 1 else self.lengths

    @property
    def slowdowns(self) -> tuple[float, float] | None:
        """What the long prompt's cache predicts and what was measured, as parts of the rate; None without two rates."""
        if self.model is None or len(self.lengths) < 2:
            return None
        short, long = self.ends
        if not short.rate or not long.rate:
            return None
        # One user's tokens wait for memory on every chip, and then the chip makes no difference.
        chip = next(iter(roofline.gpus().values()))
        predicted = predicted_slowdown(chip, self.model, self.bytes_each, short, long)
        return predicted, 1 - long.rate.median / short.rate.median


def read_result(path: Path, film_model: str | None = None) -> Result:
    """The measurement in a file: one that `measure` wrote, or one for the film that was written by hand. A FilmError or
    SpecError if it is neither, or not finished. `film_model` says which of the film's models it is, if the file's name
    for it does not."""
    tables = read_toml(path)
    if "endpoint" not in tables:
        measured = load_measurements(path)
        return Result(
            path,
            measured.provider,
            measured.how,
            measured.precision,
            _model(film_model or measured.model),
            tuple(_length(measured, which) for which in WHICH),
            None,
            None,
        )
    raw = read_raw(tables, path.name)
    if raw.missing or not raw.endpoint.finished:
        raise FilmError(f"{path} is not finished: {raw.missing} runs are missing; the command that began it goes on")
    if not raw.lengths:
        raise FilmError(f"{path} holds no run")
    try:
        load_measurements(path)
        obstacle = None
    except SpecError as error:
        obstacle = str(error)
    for key in ("model", "precision", "how"):
        if not isinstance(tables.get(key), str):
            raise FilmError(f"{path}: missing {key}")
    if tables["precision"] not in BYTES_EACH:
        raise FilmError(f"{path}: precision = {tables['precision']!r} is not one of {', '.join(BYTES_EACH)}")
    name = str(tables.get("provider", {}).get("name", raw.endpoint.base_url))
    return Result(
        path,
        name,
        tables["how"],
        tables["precision"],
        _model(film_model or tables["model"]),
        raw.lengths,
        raw,
        obstacle,
    )


def _model(key: str) -> Model | None:
    try:
        return find_model(key)
    except SpecError:
        return None


def _length(measured: Measurements, which: str) -> Length:
    """A prompt of a file without records, as a length without spread."""
    prompt, rate = getattr(measured, which), getattr(measured, f"decode_{which}")

    def spread(value: float, ends: tuple[float, float] | None) -> Spread:
        return Spread(value, *(ends or (value, value)))

    return Length(
        asked=prompt.tokens,
        tokens=prompt.tokens,
        runs=measured.runs,
        first_token=spread(prompt.first_token, prompt.first_token_spread),
        rate=None if rate is None else spread(rate, prompt.rate_spread),
    )
