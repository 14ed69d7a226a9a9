"""Two chips that answer the same prompt: the other chip's figures, how the two compare, and what may be said of it.

A figure `versus.X` is of the other chip what `X` is of the film's: `versus.prefill.time`, `versus.decode.rate`.
Operations and bytes are the same for both. A ratio is the larger over the smaller; claims say whose is which.
"""

from __future__ import annotations

from collections.abc import Callable

from roofline import bounds, pictures
from roofline.claim import Claim, Value, by_name
from roofline.sheet import Sheet
from roofline.specs import Gpu, SpecError

ALIKE = 0.05
"""How far a ratio may be from one to be called about the same, as it is in words."""

LONGEST_WAIT = 2.0
"""Seconds on screen that the longer of the two waits may last in real time; a longer one is sped up."""


def other_than(gpu: Gpu, other: Gpu) -> Gpu:
    """The other chip; a SpecError if it is the film's own, or is called like it."""
    if other.key == gpu.key:
        raise SpecError(f"--versus {other.key} is the film's own chip; name another")
    if other.name == gpu.name:
        raise SpecError(f"--versus {other.key}: both chips are called {gpu.name!r}; give one of them another name")
    return other


def figures(sheet: Sheet, other: Gpu) -> None:
    """Put the figures of the other chip, and the ratios of the two."""
    v, put = sheet.value, sheet.put
    row = f"data: {other.source or other.key}"
    peak, bandwidth = other.peak, other.bandwidth
    sheet.given("versus.gpu.peak", "peak", peak, row)
    sheet.given("versus.gpu.bandwidth", "bandwidth", bandwidth, row)
    put(
        "versus.gpu.ridge",
        "intensity",
        "versus.gpu.peak / versus.gpu.bandwidth",
        bounds.ridge(peak, bandwidth),
    )
    for job, time in (("prefill", "time"), ("decode", "step_time")):
        operations, moved = v(f"{job}.operations"), v(f"{job}.bytes")
        formula, value = f"{job}.operations / versus.gpu.peak", bounds.math_time(operations, peak)
        put(f"versus.{job}.math_time", "duration", formula, value)
        formula, value = f"{job}.bytes / versus.gpu.bandwidth", bounds.memory_time(moved, bandwidth)
        put(f"versus.{job}.memory_time", "duration", formula, value)
        longer = bounds.step_time(operations, moved, peak, bandwidth)
        formula = f"max(versus.{job}.math_time, versus.{job}.memory_time)"
        put(f"versus.{job}.{time}", "duration", formula, longer)
    put("versus.decode.rate", "rate", "1 / versus.decode.step_time", 1 / v("versus.decode.step_time"))
    for name, of in RATIOS.items():
        pair = v(of), v(f"versus.{of}")
        put(name, "ratio", f"max({of}, versus.{of}) / min({of}, versus.{of})", max(pair) / min(pair))
    motion = min(1, pictures.round_below(LONGEST_WAIT / max(v("prefill.time"), v("versus.prefill.time"))))
    formula = f"min(1, round_below({LONGEST_WAIT:g} / max(prefill.time, versus.prefill.time)))"
    put("versus.motion", "slow_motion", formula, motion)


RATIOS = {
    "versus.peak_ratio": "gpu.peak",
    "versus.bandwidth_ratio": "gpu.bandwidth",
    "versus.wait_ratio": "prefill.time",
    "versus.rate_ratio": "decode.rate",
}
"""Each ratio, and the figure that it is of."""


def _alike(v: Value, figure: str) -> bool:
    """Whether the two chips have about the same of a figure."""
    pair = v(figure), v(f"versus.{figure}")
    return max(pair) <= (1 + ALIKE) * min(pair)


def _more(v: Value, figure: str) -> bool:
    """Whether the other chip has clearly more of a figure."""
    return v(f"versus.{figure}") > (1 + ALIKE) * v(figure)


def _less(v: Value, figure: str) -> bool:
    """Whether the other chip has clearly less of a figure."""
    return v(figure) > (1 + ALIKE) * v(f"versus.{figure}")


def _by_arithmetic(v: Value, chip: str = "") -> bool:
    return v(f"{chip}prefill.math_time") > v(f"{chip}prefill.memory_time")


def _both_by_arithmetic(v: Value) -> bool:
    return _by_arithmetic(v) and _by_arithmetic(v, "versus.")


def _claim(name: str, statement: str, holds: Callable[[Value], bool]) -> Claim:
    return Claim(f"versus.{name}", statement, holds, needs="versus.decode.rate")


CLAIMS = by_name(
    _claim("asked_for", "Another chip was named, to answer the same prompt.", lambda v: True),
    _claim(
        "reads_slower",
        "Arithmetic limits how both chips read the prompt, and the other takes over a twentieth longer.",
        lambda v: _both_by_arithmetic(v) and _more(v, "prefill.time"),
    ),
    _claim(
        "reads_faster",
        "Arithmetic limits how both chips read the prompt, and the film's takes over a twentieth longer.",
        lambda v: _both_by_arithmetic(v) and _less(v, "prefill.time"),
    ),
    _claim(
        "reads_alike",
        "Arithmetic limits how both chips read the prompt, and they take equally long to a twentieth.",
        lambda v: _both_by_arithmetic(v) and _alike(v, "prefill.time"),
    ),
    _claim(
        "reads_by_memory",
        "Memory limits how both chips read the prompt.",
        lambda v: not _by_arithmetic(v) and not _by_arithmetic(v, "versus."),
    ),
    _claim(
        "writes_slower",
        "The film's chip writes over a twentieth more tokens a second than the other.",
        lambda v: _less(v, "decode.rate"),
    ),
    _claim(
        "writes_faster",
        "The other chip writes over a twentieth more tokens a second.",
        lambda v: _more(v, "decode.rate"),
    ),
    _claim(
        "slower_at_both",
        "The other chip makes one wait longer, and writes more slowly.",
        lambda v: _more(v, "prefill.time") and _less(v, "decode.rate"),
    ),
    _claim(
        "faster_at_both",
        "The other chip's first word comes sooner, and it writes faster.",
        lambda v: _less(v, "prefill.time") and _more(v, "decode.rate"),
    ),
    _claim(
        "later_but_faster",
        "The other chip makes one wait longer, and then writes faster.",
        lambda v: _more(v, "prefill.time") and _more(v, "decode.rate"),
    ),
    _claim(
        "sooner_but_slower",
        "The other chip's first word comes sooner, and then it writes more slowly.",
        lambda v: _less(v, "prefill.time") and _less(v, "decode.rate"),
    ),
    _claim(
        "alike_at_both",
        "The two chips make one wait equally long, and write equally fast, to a twentieth.",
        lambda v: _alike(v, "prefill.time") and _alike(v, "decode.rate"),
    ),
    _claim(
        "waits_differ",
        "The two chips write equally fast, to a twentieth, and one makes one wait longer.",
        lambda v: not _alike(v, "prefill.time") and _alike(v, "decode.rate"),
    ),
)
"""What may be said of two chips, by name."""
