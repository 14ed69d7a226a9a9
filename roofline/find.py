"""From what a user names to a chip or a model: a key of the tables, or a file of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from roofline import own
from roofline.catalog import LeftOut, gpus, left_out_gpus, left_out_models, models
from roofline.rows import SpecError, nearest
from roofline.specs import Gpu, Model

Row = TypeVar("Row", Gpu, Model)


def find_gpu(gpu: str | Gpu) -> Gpu:
    """The chip itself, the one of that key, or the one of that `.toml` file; a SpecError that says what is wrong."""
    if isinstance(gpu, Gpu):
        return gpu
    return own.load_gpu(Path(gpu)) if own.is_file(gpu) else _find(gpu, gpus(), left_out_gpus(), "chip")


def find_model(model: str | Model) -> Model:
    """The model itself, the one of that key, or the one of that `.toml` file; a SpecError that says what is wrong."""
    if isinstance(model, Model):
        return model
    return own.load_model(Path(model)) if own.is_file(model) else _find(model, models(), left_out_models(), "model")


def _find(key: str, known: Mapping[str, Row], left_out: Mapping[str, LeftOut], what: str) -> Row:
    row = known.get(key.lower())
    if row is not None:
        return row
    if key.lower() in left_out:
        raise SpecError(str(left_out[key.lower()]))
    guess = nearest(key, [*known, *left_out])
    raise SpecError(f"unknown {what} {key!r}{guess}; known: {', '.join(known)}; or a file, my-{what}.toml")
