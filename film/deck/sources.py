"""The last slide: where the numbers come from, and what one may do with the pictures."""

from __future__ import annotations

from collections.abc import Iterator

from film.report import CONVENTION
from roofline import Figures, Gpu, Model
from roofline.measurements import Measurements

LICENCE = (
    "The pictures are yours, for any purpose; no credit is asked. They were drawn by roofline-film, whose code is "
    "under the MIT licence. Names of chips, models and companies belong to their owners."
)
FORMULAS = "Every figure with its formula: in the notes of its slide, and all of them by ./run figures."


def sources(figures: Figures) -> list[tuple[str, str]]:
    """Headings with their texts: chips, model, formulas, measurements if any are shown, and licence."""
    rows = [
        ("Chip", _chip(figures.gpu)),
        *(("Beside it", _chip(other)) for other in _beside(figures)),
        ("Model", _model(figures.model)),
        ("Formulas", f"{FORMULAS} {CONVENTION}"),
    ]
    if "measured.decode_short" in figures:
        rows.append(("Measured", _measured(figures.measurements)))
    return [*rows, ("Licence", LICENCE)]


def _beside(figures: Figures) -> list[Gpu]:
    """The film's other chips, each once."""
    asked_for = [figures.versus] if figures.versus else []
    return list(dict.fromkeys([*asked_for, *figures.others]))


def _chip(gpu: Gpu) -> str:
    peak, bandwidth, memory = gpu.peak / 1e12, gpu.bandwidth / 1e12, gpu.memory / 1e9
    return " ".join(_row(gpu, f"{peak:,g} TFLOP/s, {bandwidth:g} TB/s, {memory:.4g} GB."))


def _model(model: Model) -> str:
    return " ".join(_row(model, f"{model.parameters:,} parameters, {model.layers} layers."))


def _row(row: Gpu | Model, numbers: str) -> Iterator[str]:
    yield f"{row.full_name or row.name}: {numbers}"
    if row.source:
        yield f"Source: {row.source}" + (f" (read {row.read})." if row.read else ".")


def _measured(measured: Measurements) -> str:
    if measured.raw is None:
        return f"{measured.how} The day was not recorded."
    endpoint = measured.raw.endpoint
    return f"{measured.how} Measured on {endpoint.started:%Y-%m-%d} by {endpoint.program}."
