"""What a chip allows: time, intensity, ridge, crossover and capacity.

Plain functions of SI numbers. `peak` is in operations a second, `bandwidth` in bytes a second; for
several chips that share the work evenly, pass their sums. All of them are ceilings: no kernel, network
or scheduler is counted. Keep to the subset of Python that passes.py states.
"""

from __future__ import annotations

from math import ceil, floor, inf


def math_time(operations: float, peak: float) -> float:
    """Seconds that the arithmetic alone takes."""
    return operations / peak


def memory_time(moved: float, bandwidth: float) -> float:
    """Seconds that moving `moved` bytes alone takes."""
    return moved / bandwidth


def step_time(operations: float, moved: float, peak: float, bandwidth: float) -> float:
    """Seconds of a pass: whichever is longer, arithmetic or fetching.

    Takes the sums over a whole pass, as if any fetch could hide behind any arithmetic. This is the
    ceiling that the film draws; `summed_step_time` is the tighter one.
    """
    return max(math_time(operations, peak), memory_time(moved, bandwidth))


def summed_step_time(
    linear_operations: float,
    linear_bytes: float,
    attention_operations: float,
    attention_bytes: float,
    peak: float,
    bandwidth: float,
) -> float:
    """Seconds of a pass whose weights and attention run one after the other, each with its own longer side."""
    linear = step_time(linear_operations, linear_bytes, peak, bandwidth)
    attention = step_time(attention_operations, attention_bytes, peak, bandwidth)
    return linear + attention


def intensity(operations: float, moved: float) -> float:
    """Operations for each byte moved."""
    return operations / moved


def ridge(peak: float, bandwidth: float) -> float:
    """The intensity in operations a byte at which arithmetic and fetching take equally long."""
    return peak / bandwidth


def attainable(intensity: float, peak: float, bandwidth: float) -> float:
    """Operations a second at an intensity: the roofline itself, memory's slope and arithmetic's roof."""
    return min(peak, intensity * bandwidth)


def crossover_batch(parameters: float, weights: float, kv_per_token: float, cached: float, ridge: float) -> float:
    """Smallest number of users at which a decode step is no longer limited by memory; inf if there is none."""
    spare = 2 * parameters - ridge * cached * kv_per_token
    if spare <= 0:
        return inf
    return ceil(ridge * weights / spare)


def crossover_context(parameters: float, kv_per_token: float, ridge: float) -> float:
    """Cached tokens a user from which on no batch, however large, leaves the memory's slope."""
    return 2 * parameters / (kv_per_token * ridge)


def crossover_context_with_attention(
    parameters: float, layers: float, width: float, kv_per_token: float, ridge: float
) -> float:
    """The same with the operations of attention over the cache counted; inf if those alone pass the ridge."""
    spare = kv_per_token * ridge - 4 * layers * width
    if spare <= 0:
        return inf
    return 2 * parameters / spare


def context_of(cached: float, sliding_share: float, window: float) -> float:
    """The context in tokens that keeps `cached` tokens in an average layer (see `passes.cached_tokens`); inf if
    there is none."""
    if cached <= window:
        return cached
    if sliding_share == 1:
        return inf
    return (cached - sliding_share * window) / (1 - sliding_share)


def users_that_fit(memory: float, weights: float, kv_per_token: float, cached: float) -> float:
    """Users of `cached` tokens each whose caches fit in memory beside the weights."""
    return max(0, floor((memory - weights) / (cached * kv_per_token)))


def missing(needed: float, there: float) -> float:
    """How much is needed beyond what is there; nothing if it is enough."""
    return max(0, needed - there)


def slowdown(extra: float) -> float:
    """Part of the rate, 0 to 1, lost to a step that takes `extra` longer: x/(1 + x), not x."""
    return extra / (1 + extra)
