"""Whether a film can be made at all: what stands against it, in one line for the user.

What no figures can be computed of is refused earlier, by `find` and `own`: chips without a published dense BF16 peak
and mixtures of experts.
"""

from __future__ import annotations

from roofline.catalog import gpus
from roofline.prompts import tokens_that_fit
from roofline.sheet import Figures

GIB = 2**30 / 10**9
"""Bytes of a GiB for each of a GB."""

SUGGESTED = 4
"""Chips that are named at most where one with more memory is needed."""


SHORTEST_PROMPT = 16
"""Tokens of a prompt that the film can tell of: as many as there are in the line that it shows, and some more."""

MOST_ARITHMETIC = 0.2
"""How long the arithmetic of one token may take: part of its fetching."""


def objection(figures: Figures) -> str | None:
    """Why the story makes no sense of these figures, and what would; None if it does."""
    v, memory = figures.value, figures.value("gpu.memory")
    chip, model, work = figures.gpu, figures.model, figures.workload
    if v("weights.bytes") > memory:
        return (
            f"the weights of {model.name} ({work.weights.upper()}) are {_gb(v('weights.bytes'))}, and one {chip.name} "
            f"has {_over(v('weights.bytes'), memory)}; {_instead(figures)}"
        )
    if v("weights.bytes") + v("kv.prompt_bytes") > memory:
        fit = tokens_that_fit(chip, model, work)
        shorter = f"--prompt {fit} is the longest that fits" if fit > 0 else _instead(figures)
        return (
            f"the weights of {model.name} and the cache of {work.prompt:,} tokens are "
            f"{_gb(v('weights.bytes') + v('kv.prompt_bytes'))}, and one {chip.name} has {_gb(memory)}; {shorter}"
        )
    if v("batch.most_users") < 1:
        return (
            f"the weights of {model.name} and the cache of one user with {work.context:,} tokens of context are more "
            f"than the {_gb(memory)} of one {chip.name}; --context {tokens_that_fit(chip, model, work)} fits"
        )
    if work.prompt < SHORTEST_PROMPT:
        return (
            f"a prompt of {work.prompt} token{'s' * (work.prompt != 1)} is read as one token is written, and the film "
            f"is about the difference; --prompt {SHORTEST_PROMPT} is the shortest"
        )
    part = v("decode.math_time") / v("decode.memory_time")
    if part > MOST_ARITHMETIC:
        return (
            f"on one {chip.name} the arithmetic of one token takes {part:.0%} of the time that its weights take, and "
            f"the film is about chips that wait for their memory"
        )
    return None


def _over(size: float, memory: float) -> str:
    """The memory, and how far bytes pass it. Sold by the GB, many memories are counted in GiB."""
    if size <= memory * GIB:
        return f"{_gb(memory)}, {_gb(memory * GIB)} if they are GiB: too tight"
    return f"{_gb(memory)}: {_gb(size - memory)} too much"


def _instead(figures: Figures) -> str:
    """What would hold the weights and the prompt."""
    cache, memory = figures.value("kv.prompt_bytes"), figures.value("gpu.memory")
    if figures.workload.weights != "int8" and figures.value("int8.bytes") + cache <= memory:
        return f"--weights int8 makes them {_gb(figures.value('int8.bytes'))}"
    need = figures.value("weights.bytes") + cache
    larger = sorted((chip.memory, key) for key, chip in gpus().items() if chip.memory >= need)
    if not larger:
        return "no chip that is known has room for them"
    return f"room for them have {', '.join(key for _, key in larger[:SUGGESTED])}"


def _gb(size: float) -> str:
    """Bytes in GB, to two decimals, and never as nothing."""
    return f"{max(size, 1e7) / 1e9:,.2f}".rstrip("0").rstrip(".") + " GB"
