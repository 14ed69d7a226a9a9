"""What the page's sentences rest on: claims of `roofline`, and a few of its own that only a reader's setting can break.

`arithmetic.py` writes all of them anew as JavaScript.
"""

from __future__ import annotations

from math import nan

from roofline import Figures
from roofline.claims import Claim, evaluate

CLAIMS = (
    "weights.fit",
    "prompt.fits",
    "prefill.limited_by_arithmetic",
    "decode.limited_by_memory",
    "decode.math_is_a_sliver",
    "batch.several",
    "batch.fits",
    "batch.limited_by_memory",
    "measured.of_this_model",
    "measured.of_these_weights",
    "measured.below_ceiling",
    "measured.network_dominates",
    "measured.slows",
)
"""The claims of `roofline` that the page uses."""

OWN = (
    Claim(
        "prompt.in_window",
        "The prompt is no longer than the model's context window.",
        lambda v: v("prompt.tokens") <= v("model.context_window"),
    ),
    Claim(
        "context.in_window",
        "A user's context is no longer than the model's context window.",
        lambda v: v("batch.context") <= v("model.context_window"),
    ),
    Claim(
        "crossover.fits",
        "As many users as take decode to the roof fit in memory.",
        lambda v: v("batch.crossover_users") <= v("batch.most_users"),
    ),
)


def conditions(figures: Figures) -> dict[str, bool]:
    """Whether each condition holds, by name. A comparison with a figure that is not there does not hold."""

    def value(name: str) -> float:
        return figures.value(name) if name in figures else nan

    held = evaluate(figures)
    return {name: held[name] for name in CLAIMS} | {claim.name: claim.holds(value) for claim in OWN}
