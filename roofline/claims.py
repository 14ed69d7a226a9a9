"""The statements that the story rests on, as predicates over figures.

A line or picture that says more than a number names a claim; where the claim does not hold, the film
says and shows something else.
"""

from __future__ import annotations

from roofline import versus
from roofline.claim import MEASURED, Claim, by_name
from roofline.sheet import Figures

__all__ = ["CLAIMS", "MEASURED", "Claim", "evaluate", "find"]

SMALL = 0.02
"""Part of the weights' bytes under which one user's own cache is called small."""

ABOUT = 0.05
"""How far a ratio may be from two to be called about double: part of two."""

NOTICED = 0.1
"""Seconds under which a wait is not noticed as one."""

TINY = 0.001
"""Part of the weights' bytes under which one user's own cache is called almost nothing."""

SLIVER = 0.05
"""Part of a bar under which another beside it is a sliver."""

BARELY = 0.25
"""How much longer a step may take to be called barely longer: part of the step."""

NEAR = 0.02
"""How far a measured slowdown may be from the predicted one to be called close: two percent of the rate."""

CLAIMS = by_name(
    Claim(
        "weights.fit",
        "The weights fit in the chip's memory.",
        lambda v: v("weights.bytes") <= v("gpu.memory"),
    ),
    Claim(
        "weights.of_16_bits",
        "The film's weights are of 16 bits, so weights of 8 bits are half the bytes.",
        lambda v: v("weights.bytes_each") == 2,
    ),
    Claim(
        "prompt.fits",
        "The weights and the prompt's cache fit in memory.",
        lambda v: v("weights.bytes") + v("kv.prompt_bytes") <= v("gpu.memory"),
    ),
    Claim(
        "long.fits",
        "The weights and the long prompt's cache fit in memory.",
        lambda v: v("weights.bytes") + v("kv.long_bytes") <= v("gpu.memory"),
    ),
    Claim(
        "prefill.limited_by_arithmetic",
        "Reading the prompt takes the arithmetic longer than the fetching.",
        lambda v: v("prefill.math_time") > v("prefill.memory_time"),
    ),
    Claim(
        "prefill.by_arithmetic_batch_by_memory",
        "Reading the prompt is limited by arithmetic, and a step for all users by memory.",
        lambda v: v("prefill.math_time") > v("prefill.memory_time") and v("batch.memory_time") > v("batch.math_time"),
    ),
    Claim(
        "prefill.slower_than_step",
        "Reading the prompt takes at least twice as long as writing one token.",
        lambda v: v("prefill.steps") >= 2,
    ),
    Claim(
        "prefill.unnoticed",
        "Reading the prompt takes less than a tenth of a second.",
        lambda v: v("prefill.time") < NOTICED,
    ),
    Claim(
        "prefill.unnoticed_beside_long",
        "Reading the prompt takes less than a tenth of a second, and reading the long prompt at least twice as long.",
        lambda v: v("prefill.time") < NOTICED and v("ceiling.long_times") >= 2,
    ),
    Claim(
        "prefill.many_steps",
        "Reading the prompt takes at least three times as long as writing one token, whose own cache is small here.",
        lambda v: v("prefill.steps") >= 3 and v("kv.prompt_share") < SMALL,
    ),
    Claim(
        "prefill.every_light",
        "Reading the prompt keeps every light busy, or all but a half of one.",
        lambda v: v("lights.prefill") == v("chip.lights"),
    ),
    Claim(
        "prefill.every_light_attention_small",
        "Reading the prompt keeps every light busy, and attention is under a twentieth of its operations.",
        lambda v: v("lights.prefill") == v("chip.lights") and v("attention.share_short") < SLIVER,
    ),
    Claim(
        "long.takes_longer",
        "Reading the long prompt takes at least twice as long as reading the prompt.",
        lambda v: v("ceiling.long_times") >= 2,
    ),
    Claim(
        "attention.long_is_longer",
        "The longer prompt of which attention's share is told has at least twice the tokens of the prompt.",
        lambda v: v("attention.long_tokens") >= 2 * v("prompt.tokens"),
    ),
    Claim(
        "attention.small_here",
        "Attention is under a twentieth of the operations that read the prompt.",
        lambda v: v("attention.share_short") < SLIVER,
    ),
    Claim(
        "attention.looks_at_all",
        "In every layer, each token looks back at all before it.",
        lambda v: v("attention.windowed") == 0,
    ),
    Claim(
        "attention.told_twice",
        "Every token looks back at all before it, and the longer prompt has at least twice the tokens of the prompt.",
        lambda v: v("attention.windowed") == 0 and v("attention.long_tokens") >= 2 * v("prompt.tokens"),
    ),
    Claim(
        "decode.limited_by_memory",
        "Writing one token takes the fetching longer than the arithmetic.",
        lambda v: v("decode.memory_time") > v("decode.math_time"),
    ),
    Claim(
        "decode.math_is_a_sliver",
        "The arithmetic of one token takes at most a twentieth of its fetching.",
        lambda v: v("decode.math_time") <= SLIVER * v("decode.memory_time"),
    ),
    Claim(
        "decode.one_light",
        "One token keeps one light busy.",
        lambda v: v("lights.decode") == 1 and v("chip.lights") > 1,
    ),
    Claim(
        "cache.small_here",
        "The cache of the prompt adds under two percent to the bytes of a step.",
        lambda v: v("kv.prompt_share") < SMALL,
    ),
    Claim(
        "cache.a_little_here",
        "The cache of the prompt adds under two percent to the bytes of a step, and a tenth of a percent or more.",
        lambda v: v("kv.prompt_share") >= TINY and v("kv.prompt_share") < SMALL,
    ),
    Claim(
        "cache.almost_nothing",
        "The cache of the prompt adds under a tenth of a percent to the bytes of a step.",
        lambda v: v("kv.prompt_share") < TINY,
    ),
    Claim(
        "cache.counts_here",
        "The cache of the prompt adds two percent or more to the bytes of a step.",
        lambda v: v("kv.prompt_share") >= SMALL,
    ),
    Claim(
        "batch.several",
        "There is more than one user.",
        lambda v: v("batch.users") > 1,
    ),
    Claim(
        "batch.fits",
        "The weights and the caches of all users fit in memory.",
        lambda v: v("batch.bytes") <= v("gpu.memory"),
    ),
    Claim(
        "batch.step_barely_longer",
        "A step for all users takes at most a quarter longer than a step for one of them.",
        lambda v: v("batch.step_time") <= (1 + BARELY) * v("batch.alone_time"),
    ),
    Claim(
        "batch.shares_the_step",
        "A step for all users is limited by memory, and takes at most a quarter longer than a step for one.",
        lambda v: (
            v("batch.memory_time") > v("batch.math_time")
            and v("batch.step_time") <= (1 + BARELY) * v("batch.alone_time")
        ),
    ),
    Claim(
        "batch.limited_by_memory",
        "A step for all users takes the fetching longer than the arithmetic.",
        lambda v: v("batch.memory_time") > v("batch.math_time"),
    ),
    Claim(
        "batch.ridge_fits",
        "The weights and the caches of as many users as the ridge fit in memory.",
        lambda v: v("batch.ridge_bytes") <= v("gpu.memory"),
    ),
    Claim(
        "batch.ridge_memory_bound",
        "With as many users as the ridge, a step is still limited by memory.",
        lambda v: v("batch.ridge_intensity") < v("gpu.ridge"),
    ),
    Claim(
        "batch.below_ridge",
        "There are fewer users than the ridge.",
        lambda v: v("batch.users") < v("batch.ridge_users"),
    ),
    Claim(
        "batch.ridge_ahead",
        "There are fewer users than the ridge; as many as the ridge are limited by memory, and as many as fit are not.",
        lambda v: (
            v("batch.users") < v("batch.ridge_users")
            and v("batch.ridge_intensity") < v("gpu.ridge")
            and v("batch.crossover_users") <= v("batch.most_users")
        ),
        needs="batch.crossover_users",
    ),
    Claim(
        "batch.many_below_ridge",
        "There are at least as many users as the ridge, limited by memory all the same, and as many as fit are not.",
        lambda v: (
            v("batch.users") >= v("batch.ridge_users")
            and v("batch.intensity") < v("gpu.ridge")
            and v("batch.crossover_users") <= v("batch.most_users")
        ),
        needs="batch.crossover_users",
    ),
    Claim(
        "batch.past_ridge",
        "A step for all users is no longer limited by memory.",
        lambda v: v("batch.intensity") >= v("gpu.ridge"),
    ),
    Claim(
        "batch.crossover_fits",
        "So many users fit in memory that a step for them is no longer limited by it.",
        lambda v: v("batch.crossover_users") <= v("batch.most_users"),
        needs="batch.crossover_users",
    ),
    Claim(
        "batch.never_at_ridge",
        "However many users there are, reading their caches keeps a step limited by memory.",
        lambda v: v("batch.limit_intensity") <= v("gpu.ridge"),
    ),
    Claim(
        "int8.about_double",
        "Weights of 8 bits give about double the rate of BF16 weights.",
        lambda v: abs(v("int8.speedup") - 2) <= 2 * ABOUT,
    ),
    Claim(
        "embedding.looked_up",
        "The input embedding is a table of its own, of which a step looks up one row.",
        lambda v: v("lookup.parameters") < v("model.parameters"),
    ),
    Claim(
        "embedding.worth_telling",
        "Looking up one row of the input embedding gives at least one token a second more than reading all of it.",
        lambda v: v("lookup.rate") - v("decode.rate") >= 1,
    ),
    Claim(
        "measured.below_ceiling",
        "The measured rate is below what this chip can reach for one user.",
        lambda v: v("measured.decode_short") < v("decode.rate"),
        of_measurement=True,
    ),
    Claim(
        "measured.first_words_above_ceiling",
        "No measured first word came sooner than this chip can read the prompt.",
        lambda v: all(v(f"measured.ttft_{p}") >= v(f"ceiling.ttft_{p}") for p in ("short", "middle", "long")),
        of_measurement=True,
    ),
    Claim(
        "measured.long_word_above_ceiling",
        "After the long prompt, the first word came no sooner than this chip can read it.",
        lambda v: v("measured.ttft_long") >= v("ceiling.ttft_long"),
        of_measurement=True,
    ),
    Claim(
        "measured.first_words_through_router",
        "No measured first word came sooner than this chip can read the prompt, and all came through a router.",
        lambda v: (
            v("measured.routers") > 0
            and all(v(f"measured.ttft_{p}") >= v(f"ceiling.ttft_{p}") for p in ("short", "middle", "long"))
        ),
        of_measurement=True,
    ),
    Claim(
        "measured.network_dominates",
        "Most of the wait for the first word is not this chip's arithmetic, at the two shorter prompts.",
        lambda v: all(v(f"measured.ttft_{p}") > 2 * v(f"ceiling.ttft_{p}") for p in ("short", "middle")),
        of_measurement=True,
    ),
    Claim(
        "measured.slows",
        "The endpoint was slower after the long prompt.",
        lambda v: v("measured.slowdown") > 0,
        of_measurement=True,
    ),
    Claim(
        "measured.near_prediction",
        "The measured slowdown is within two percent of the rate of what the cache predicts.",
        lambda v: abs(v("measured.slowdown") - v("kv.long_slowdown")) <= NEAR,
        of_measurement=True,
    ),
    Claim(
        "measured.fp8_slower",
        "The other provider's endpoint was slower, although its weights are half the bytes.",
        lambda v: (
            v("measured.decode_fp8") < v("measured.decode_short")
            and 2 * v("measured.fp8_bytes_each") == v("measured.bytes_each")
        ),
        of_measurement=True,
        needs="measured.decode_fp8",
    ),
    Claim(
        "measured.another_provider",
        "The same model was measured at another provider too.",
        lambda v: True,
        of_measurement=True,
        needs="measured.decode_fp8",
    ),
    Claim(
        "measured.through_router",
        "The endpoint was reached through a router.",
        lambda v: v("measured.routers") > 0,
        of_measurement=True,
    ),
    Claim(
        "measured.of_this_model",
        "There is a measurement of this model.",
        lambda v: True,
        of_measurement=True,
    ),
    Claim(
        "measured.under_this_roof",
        "The measured endpoint kept its weights as the film does, and was no faster than this chip can be.",
        lambda v: v("measured.bytes_each") == v("weights.bytes_each") and v("measured.decode_short") < v("decode.rate"),
        of_measurement=True,
    ),
    Claim(
        "measured.of_these_weights",
        "The measured endpoint kept its weights in as many bytes as the film does.",
        lambda v: v("measured.bytes_each") == v("weights.bytes_each"),
        of_measurement=True,
    ),
)
"""All claims by name, but for those on two chips side by side, which are in `versus`."""


def evaluate(figures: Figures) -> dict[str, bool]:
    """Whether each claim holds, by name; those on two chips only where there are two."""
    every = CLAIMS if figures.versus is None else {**CLAIMS, **versus.CLAIMS}
    return {name: claim.applies(figures) for name, claim in every.items()}


def find(name: str) -> Claim:
    """The claim of that name, on one chip or on two."""
    return CLAIMS[name] if name in CLAIMS else versus.CLAIMS[name]
