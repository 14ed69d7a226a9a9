"""Figures that the page tells beside the film's: the speeds that are reached, each user's part of a batch, and how
much memory is left or missing. Written like `derive`, after whose figures they come.
"""

from __future__ import annotations

from roofline import bounds
from roofline.sheet import Sheet


def speeds(sheet: Sheet) -> None:
    """How high each pass stands on the roofline: operations a second at its intensity."""
    v, put = sheet.value, sheet.put
    for name in ("prefill", "decode", "batch"):
        speed = bounds.attainable(v(f"{name}.intensity"), v("gpu.peak"), v("gpu.bandwidth"))
        put(f"{name}.speed", "peak", f"min(gpu.peak, {name}.intensity·gpu.bandwidth)", speed)


def users(sheet: Sheet) -> None:
    """What each user of the batch gets, and what the caches take of the reading."""
    v, put = sheet.value, sheet.put
    put("batch.user_rate", "rate", "1 / batch.step_time", 1 / v("batch.step_time"))
    extra = put(
        "batch.cache_ratio", "percent", "batch.cache_bytes / weights.bytes", v("batch.cache_bytes") / v("weights.bytes")
    )
    put("batch.cache_share", "percent", "batch.cache_ratio / (1 + batch.cache_ratio)", bounds.slowdown(extra))


def room(sheet: Sheet) -> None:
    """What is left of the memory, or missing, for the weights, and for them and the caches."""
    v, put = sheet.value, sheet.put
    prompt = put("prompt.bytes", "bytes", "weights.bytes + kv.prompt_bytes", v("weights.bytes") + v("kv.prompt_bytes"))
    memory = v("gpu.memory")
    for name, size in (("weights", v("weights.bytes")), ("prompt", prompt), ("batch", v("batch.bytes"))):
        put(f"{name}.missing", "bytes", f"max(0, {name}.bytes - gpu.memory)", bounds.missing(size, memory))
    put("batch.left", "bytes", "max(0, gpu.memory - batch.bytes)", bounds.missing(memory, v("batch.bytes")))


def measured(sheet: Sheet) -> None:
    """How high the measured endpoint stands, and what this chip could write at most after the long prompt."""
    v, put = sheet.value, sheet.put
    moved = v("weights.bytes") + v("kv.long_bytes")
    step = bounds.step_time(v("decode.operations"), moved, v("gpu.peak"), v("gpu.bandwidth"))
    formula = "1 / max(decode.math_time, (weights.bytes + kv.long_bytes) / gpu.bandwidth)"
    put("ceiling.decode_long", "rate", formula, 1 / step)
    speed = v("decode.operations") * v("measured.decode_short")
    put("measured.speed", "peak", "decode.operations·measured.decode_short", speed)
