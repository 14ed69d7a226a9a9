"""What the page's script reads: the rows of the catalogue as the figures have them, and what a reader can choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import roofline
from film.language import words_for
from roofline import Figures, Gpu, Measurements, Model
from roofline.figures import COMPARED
from roofline.specs import BYTES_EACH

LIMITS: Mapping[str, tuple[int, int]] = {"prompt": (1, 131_072), "batch": (1, 1024), "context": (1, 131_072)}
"""Least and most of what the sliders set."""

MANTISSAS = (1, 1.2, 1.4, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3.2, 3.6, 4, 4.5, 5, 5.6, 6.4, 7.2, 8, 9)
"""Where a slider stops within a power of ten: about equally far apart on its logarithmic way."""

CHOSEN = ("prompt.tokens", "batch.users", "batch.context")
"""The figures that a reader sets."""

ONLY_FILM = ("other.",)
"""Data that only the film shows."""

EXAMPLES = ("prompt.short", "prompt.middle", "prompt.long")
"""Prompts that the film chooses by chip and model where none was measured; the page shows them where they were."""

DRAWN_WIDER, SKY = 1.5, 8.0
"""The axes reach so many times beyond the farthest point that any setting can have, and above the highest roof."""


@dataclass(frozen=True)
class Catalogue:
    """The chips and models that the page offers, the film's own among them, and the film's figures."""

    film: Figures
    gpus: Mapping[str, Gpu]
    models: Mapping[str, Model]

    @classmethod
    def of(cls, film: Figures) -> Catalogue:
        """The tables, and the film's chip and model if they are from files of one's own; the film's chips first."""
        rows = {film.gpu.key: film.gpu, **roofline.gpus()}
        first = [key for key in COMPARED if key in rows]
        gpus = {key: rows[key] for key in dict.fromkeys([*first, *rows])}
        return cls(film, gpus, {**roofline.models(), film.model.key: film.model})

    def figures(self, gpu: str = "", model: str = "", weights: str = "", **amounts: int) -> Figures:
        """The figures of a setting; what is not named is the film's, amounts are small."""
        return roofline.compute(
            self.gpus[gpu] if gpu else self.film.gpu,
            self.models[model] if model else self.film.model,
            weights=weights or self.film.workload.weights,
            measurements=self.film.measurements,
            versus=None,
            **{"prompt": 1, "users": 1, "context": 1, **amounts},
        )

    @cached_property
    def by_model(self) -> dict[str, Figures]:
        """Figures for each model."""
        return {key: self.figures(model=key) for key in self.models}

    @cached_property
    def known(self) -> frozenset[str]:
        """Every name that a text may use: figures of any model and measurement, with their forms, and names."""
        sheets = [*self.by_model.values(), roofline.compute(measurements=_full_measurements())]
        return frozenset(name for figures in sheets for name in words_for(figures))


def _full_measurements() -> Measurements:
    """Measurements with everything that they can have."""
    shipped = roofline.load_measurements()
    prompts = {
        which: replace(getattr(shipped, which), first_token_spread=(1.0, 1.0), rate_spread=(1.0, 1.0))
        for which in ("short", "middle", "long")
    }
    return replace(shipped, **prompts, decode_middle=1.0, other_precision="FP8", decode_other=1.0, router="a", runs=1)


def stops(least: int, most: int, also: Sequence[int]) -> list[int]:
    """The values at which a slider stops: round numbers on a logarithmic way, its ends, and those asked for."""
    round_numbers = (round(mantissa * 10**power) for power in range(7) for mantissa in MANTISSAS)
    return sorted({least, most, *(n for n in (*round_numbers, *also) if least <= n <= most)})


def page_data(catalogue: Catalogue) -> dict[str, Any]:
    """All of it, as JSON has it."""
    film = catalogue.film
    work, measured = film.workload, film.measurements
    prompts = [measured.short.tokens, measured.middle.tokens, measured.long.tokens]
    powers = [2**power for power in range(18)]
    words = words_for(film)
    return {
        "film": {
            "gpu": film.gpu.key,
            "model": film.model.key,
            "weights": work.weights,
            "prompt": work.prompt,
            "batch": work.users,
            "context": work.context,
        },
        "chips": {key: _chip(catalogue, key) for key in catalogue.gpus},
        "compared": [key for key in COMPARED if key in catalogue.gpus],
        "models": {key: {"name": row.name, "tied": row.tied} for key, row in catalogue.models.items()},
        "precisions": {key: key.upper() for key in BYTES_EACH},
        "limits": LIMITS,
        "stops": {
            "prompt": stops(*LIMITS["prompt"], also=[work.prompt, *prompts]),
            "batch": stops(*LIMITS["batch"], also=[work.users, *powers]),
            "context": stops(*LIMITS["context"], also=[work.context, *powers, *prompts]),
        },
        "extent": _extent(catalogue),
        "kinds": {name: figure.kind for figures in catalogue.by_model.values() for name, figure in _given(figures)},
        "given": _tables(catalogue),
        "names": {name: word.shown for name, word in words.items() if name.startswith("measured.") and not word.number},
    }


def _chip(catalogue: Catalogue, key: str) -> dict[str, str]:
    chip = catalogue.gpus[key]
    ridge = words_for(catalogue.figures(gpu=key))["gpu.ridge"].shown
    return {"name": chip.name, "full_name": chip.full_name or chip.name, "ridge": ridge}


def _given(figures: Figures) -> list[tuple[str, Any]]:
    """The figures that come from data, without those that the page does not have."""
    unmeasured = EXAMPLES if figures.measurements.model != figures.model.key else ()
    return [
        (name, figure)
        for name, figure in figures.items()
        if not figure.inputs and not name.startswith(ONLY_FILM) and name not in unmeasured
    ] + [(name, figures[name]) for name in CHOSEN]


def _tables(catalogue: Catalogue) -> dict[str, Any]:
    """The data of every chip, model and precision, and what is the same for all."""
    rows = {
        "gpu": {key: catalogue.figures(gpu=key) for key in catalogue.gpus},
        "model": catalogue.by_model,
        "weights": {key: catalogue.figures(weights=key) for key in BYTES_EACH},
    }
    values = {
        what: {key: {name: _number(figure.value) for name, figure in _given(figures)} for key, figures in table.items()}
        for what, table in rows.items()
    }
    everywhere = [row for table in values.values() for row in table.values()]
    always = {name: value for name, value in everywhere[0].items() if all(row.get(name) == value for row in everywhere)}
    own = {"gpu": ("gpu.",), "weights": ("weights.",)}
    tables: dict[str, Any] = {"always": {name: value for name, value in always.items() if name not in CHOSEN}}
    for what, table in values.items():
        taken = own.get(what)
        others = tuple(prefix for prefixes in own.values() for prefix in prefixes)
        tables[what] = {
            key: {
                name: value
                for name, value in row.items()
                if name not in always
                and name not in CHOSEN
                and (name.startswith(taken) if taken else not name.startswith(others))
            }
            for key, row in table.items()
        }
    return tables


def _number(value: float) -> int | float:
    return int(value) if value.is_integer() else value


def _extent(catalogue: Catalogue) -> list[float]:
    """The ends of both axes: intensities and speeds that hold every point of every setting, and every roofline."""
    points = []
    for key, model in catalogue.models.items():
        for weights in BYTES_EACH:
            for users, tokens in ((1, 1), (1, _most("context", model)), (LIMITS["batch"][1], 1)):
                prompt = 1 if tokens == 1 else _most("prompt", model)
                made = catalogue.figures(model=key, weights=weights, prompt=prompt, users=users, context=tokens)
                points += [made.value("prefill.intensity"), made.value("batch.intensity")]
    least, most = min(points) / DRAWN_WIDER, max(points) * DRAWN_WIDER
    peaks = [chip.peak for chip in catalogue.gpus.values()]
    return [least, most, min(chip.bandwidth for chip in catalogue.gpus.values()) * least, max(peaks) * SKY]


def _most(what: str, model: Model) -> int:
    return min(LIMITS[what][1], model.context_window)
