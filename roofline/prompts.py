"""The prompts that the film takes as examples, each within what model and chip can take."""

from __future__ import annotations

from math import floor

from roofline.measurements import Measurements
from roofline.passes import kv_bytes, weight_bytes
from roofline.specs import BYTES_EACH, Gpu, Model, SpecError, Workload

KV_BYTES = 2
"""Bytes of one number in the cache, which stays BF16 whatever the weights are."""

LONG_SQUARE = 32_768
"""Tokens at which the square of attention is shown, if the model's context window allows."""

ROOM = 0.75
"""Part of the context window that the long prompt may fill: the rest is for the answer that it slows."""

Prompt = tuple[int, str]
"""Tokens, and where the number comes from."""


def examples(gpu: Gpu, model: Model, work: Workload, measured: Measurements) -> dict[str, Prompt]:
    """The figures `prompt.short`, `prompt.middle`, `prompt.long` and `attention.long_tokens`.

    Where the measurement is of this model, its three prompts; a SpecError if they are longer than its window.
    """
    window = model.context_window
    if measured.model == model.key:
        if measured.long.tokens > window:
            raise SpecError(
                f"the measurement's long prompt, {measured.long.tokens:,} tokens, is longer than the context window "
                f"of {model.name}, {window:,}"
            )
        found = {
            f"prompt.{which}": (getattr(measured, which).tokens, f"data: the {which} prompt of the measurement")
            for which in ("short", "middle", "long")
        }
    else:
        found = {
            f"prompt.{which}": (min(getattr(measured, which).tokens, window), "chosen, within the context window")
            for which in ("short", "middle")
        }
        found["prompt.long"] = _long(measured.long.tokens, window, tokens_that_fit(gpu, model, work))
    return {**found, "attention.long_tokens": (min(LONG_SQUARE, window), "chosen, within the context window")}


def tokens_that_fit(gpu: Gpu, model: Model, work: Workload) -> int:
    """The longest prompt whose cache fits in memory beside the weights; less than one if the weights do not fit."""
    weights = weight_bytes(model.parameters, BYTES_EACH[work.weights])
    per_token = kv_bytes(model.layers, model.kv_heads, model.head_size, 1, KV_BYTES)
    return floor((gpu.memory - weights) / per_token)


def _long(wanted: int, window: int, fit: int) -> Prompt:
    """A long prompt: the one wanted, or the thousands that leave room in the window, and fit in memory."""
    room = floor(ROOM * window)
    most, why = (fit, "chosen, within the memory") if 1 <= fit < room else (room, "chosen, within the context window")
    if wanted <= most:
        return wanted, "chosen: as long as the long prompt of the measurement"
    return (most // 1000 * 1000 or max(1, most)), why
