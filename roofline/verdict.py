"""What measured rates say about a chip: which share of its ceiling they are, or that it cannot be the one.

All of it for one chip that fetches every weight for every token. Several chips, speculative decoding or a prompt that
was kept can do what is ruled out here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from roofline import bounds
from roofline.figures import compute
from roofline.sheet import Figures
from roofline.specs import Gpu, Model
from roofline.spread import Length

Reason = Literal["memory", "rate", "first_token"]
"""Why a chip cannot be the one: the weights do not fit; tokens came faster than it can fetch the weights; a first token
came sooner than it can read the prompt."""


@dataclass(frozen=True)
class Verdict:
    """One chip beside what was measured. Rates are tokens a second, times seconds, one for each length.

    `ceilings` is the rate with the prompt's cache, `shares` the measured part of it (None where no rate was measured).
    A chip is `on_the_edge` if a rate is above its ceiling and below the one for an input embedding that is looked up,
    not read.
    """

    gpu: Gpu
    ceilings: tuple[float, ...]
    shares: tuple[float | None, ...]
    first_tokens: tuple[float, ...]
    reasons: tuple[Reason, ...]
    on_the_edge: bool

    @property
    def ruled_out(self) -> bool:
        """Whether such a chip alone cannot have done this."""
        return bool(self.reasons)


def verdict(gpu: Gpu, model: Model, bytes_each: int, measured: Sequence[Length], kept: bool) -> Verdict:
    """The verdict on one chip; `bytes_each` is a weight's size, `kept` says that the prompts may have been in a cache.

    Of weights of one byte the first tokens say nothing: a chip may have arithmetic for them that is faster than its
    peak in BF16.
    """
    at = [_at(gpu, model, bytes_each, one) for one in measured]
    ceilings = tuple(_rate(figures, figures.value("weights.bytes")) for figures in at)
    looser = [_rate(figures, figures.value("lookup.bytes")) for figures in at]
    first_tokens = tuple(figures.value("prefill.time") for figures in at)
    rates = [one.rate.median if one.rate else None for one in measured]
    reasons: list[Reason] = []
    if at[0].value("weights.bytes") > gpu.memory:
        reasons.append("memory")
    if any(rate is not None and rate > most for rate, most in zip(rates, looser, strict=True)):
        reasons.append("rate")
    sooner = (one.first_token.median < least for one, least in zip(measured, first_tokens, strict=True))
    if bytes_each == 2 and not kept and any(sooner):
        reasons.append("first_token")
    shares = tuple(None if rate is None else rate / most for rate, most in zip(rates, ceilings, strict=True))
    above = any(share is not None and share > 1 for share in shares)
    return Verdict(gpu, ceilings, shares, first_tokens, tuple(reasons), above and "rate" not in reasons)


def _at(gpu: Gpu, model: Model, bytes_each: int, length: Length) -> Figures:
    """The figures for a prompt of this length."""
    tokens = min(length.tokens, model.context_window)
    return compute(gpu, model, tokens, weights="bf16" if bytes_each == 2 else "int8")


def _rate(figures: Figures, weights: float) -> float:
    """Tokens a second at best, with the prompt's cache read in each step."""
    v = figures.value
    moved = weights + v("kv.prompt_bytes")
    return 1 / bounds.step_time(v("decode.operations"), moved, v("gpu.peak"), v("gpu.bandwidth"))


def predicted_slowdown(gpu: Gpu, model: Model, bytes_each: int, short: Length, long: Length) -> float:
    """Part of the rate, 0 to 1, that the longer prompt's cache should cost against the shorter one's, on a chip."""
    before, after = (_at(gpu, model, bytes_each, one) for one in (short, long))
    return 1 - _rate(after, after.value("weights.bytes")) / _rate(before, before.value("weights.bytes"))
