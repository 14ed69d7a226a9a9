"""What can be chosen: chips, models, scenes."""

from __future__ import annotations

import roofline
from film.errors import FilmError, nearest
from film.report import chips_text, models_text
from film.storyboard import Storyboard
from roofline.catalog import left_out_gpus, left_out_models

KINDS = ("chips", "models", "scenes")


def listed(kind: str, storyboard: Storyboard) -> str:
    """A table of all there are of a kind; a FilmError for a kind that is not one."""
    if kind == "chips":
        return chips_text(roofline.gpus().values(), left_out_gpus().values())
    if kind == "models":
        return models_text(roofline.models().values(), left_out_models().values())
    if kind == "scenes":
        return "\n".join(card.name for card in storyboard)
    raise FilmError(f"cannot list {kind!r}{nearest(kind, KINDS)}; there are: {', '.join(KINDS)}")
