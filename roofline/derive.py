"""From data to figures: each result with its name, and its formula in words of other figures.

The work is done by the functions of `passes`, `bounds` and `pictures`; the formulas are for a reader to
check line by line, and the tests evaluate them. In formulas `round_above` and `round_below` give the next
of 1, 2, 5, 10, 20, … above or below.

`decode.*` is one user and the weights alone; `batch.*` is `batch.users` users of `batch.context` tokens
each. Two other conventions are there to be compared: `lookup.*` (the input embedding is looked up, not
read) and `batch.summed_step_time` (weights and attention each with their own limit).
"""

from __future__ import annotations

from math import ceil, floor, isfinite

from roofline import bounds, passes, pictures
from roofline.sheet import Sheet


def weights_and_cache(sheet: Sheet) -> None:
    """Bytes of the weights and of the cache, and the chip's ridge."""
    v, put = sheet.value, sheet.put
    if "model.sliding_layers" in sheet.figures:
        share = v("model.sliding_layers") / v("model.layers")
        put("model.sliding_share", "share", "model.sliding_layers / model.layers", share)
    width = passes.attention_width(v("model.query_heads"), v("model.head_size"))
    put("model.attention_width", "whole", "model.query_heads·model.head_size", width)
    weights = passes.weight_bytes(v("model.parameters"), v("weights.bytes_each"))
    put("weights.bytes", "bytes", "model.parameters·weights.bytes_each", weights)
    put("gpu.ridge", "intensity", "gpu.peak / gpu.bandwidth", bounds.ridge(v("gpu.peak"), v("gpu.bandwidth")))
    per_token = passes.kv_bytes(v("model.layers"), v("model.kv_heads"), v("model.head_size"), 1, v("kv.bytes_each"))
    formula = "2·model.layers·model.kv_heads·model.head_size·kv.bytes_each"
    put("kv.bytes_per_token", "binary_bytes", formula, per_token)
    formula, cached = _cached(sheet, "prompt.tokens")
    cache = put("kv.prompt_bytes", "bytes", f"{formula}·kv.bytes_per_token", cached * per_token)
    put("kv.prompt_share", "percent", "kv.prompt_bytes / weights.bytes", cache / weights)


def prefill(sheet: Sheet) -> None:
    """Reading the prompt: all its tokens pass each weight together."""
    v, put = sheet.value, sheet.put
    parameters, layers, width = v("model.parameters"), v("model.layers"), v("model.attention_width")
    tokens = v("prompt.tokens")
    formula, square = _square(sheet, "prompt.tokens")
    operations = passes.prefill_operations(parameters, layers, width, tokens, square)
    put("prefill.operations", "operations", f"2·model.parameters·prompt.tokens + {formula}", operations)
    attention = passes.causal_attention_operations(layers, width, square)
    put("attention.share_short", "share", f"{formula} / prefill.operations", attention / operations)
    formula, cached = _cached(sheet, "prompt.tokens")
    moved = passes.prefill_bytes(v("weights.bytes"), v("kv.bytes_per_token"), cached)
    put("prefill.bytes", "bytes", f"weights.bytes + {formula}·kv.bytes_per_token", moved)
    _times(sheet, "prefill", operations, moved)
    time = v("prefill.time")
    put("prefill.channel_share", "share", "prefill.memory_time / prefill.time", v("prefill.memory_time") / time)
    long = v("attention.long_tokens")
    formula, square = _square(sheet, "attention.long_tokens")
    attention = passes.causal_attention_operations(layers, width, square)
    share = attention / passes.prefill_operations(parameters, layers, width, long, square)
    formula = f"{formula} / (2·model.parameters·attention.long_tokens + {formula})"
    put("attention.share_long", "share", formula, share)


def decode(sheet: Sheet) -> None:
    """Writing one token for one user."""
    v, put = sheet.value, sheet.put
    operations = passes.linear_operations(v("model.parameters"), 1)
    put("decode.operations", "operations", "2·model.parameters", operations)
    moved = passes.decode_bytes(v("weights.bytes"), v("kv.bytes_per_token"), 1, 0)
    put("decode.bytes", "bytes", "weights.bytes", moved)
    _times(sheet, "decode", operations, moved, "step_time")
    step = v("decode.step_time")
    put("decode.rate", "rate", "1 / decode.step_time", 1 / step)
    put("prefill.steps", "steps", "prefill.time / decode.step_time", v("prefill.time") / step)


def decode_with_cache(sheet: Sheet) -> None:
    """Writing after the prompt, whose cache each step reads too; and what is written while the prompt is read."""
    v, put = sheet.value, sheet.put
    moved = v("weights.bytes") + v("kv.prompt_bytes")
    step = bounds.step_time(v("decode.operations"), moved, v("gpu.peak"), v("gpu.bandwidth"))
    formula = "max(decode.math_time, (weights.bytes + kv.prompt_bytes) / gpu.bandwidth)"
    put("decode.cached_step_time", "duration", formula, step)
    steps = put("prefill.cached_steps", "steps", "prefill.time / decode.cached_step_time", v("prefill.time") / step)
    # Tokens are whole: of 5.1 steps five are written. A step that is all but done counts: of 6.99 seven are.
    put("prefill.written", "whole", "floor(prefill.steps + 0.05)", floor(v("prefill.steps") + 0.05), "token")
    put("prefill.cached_written", "whole", "floor(prefill.cached_steps + 0.05)", floor(steps + 0.05), "token")


def batch(sheet: Sheet) -> None:
    """One decode step for all users: the weights once, each user's own cache."""
    v, put = sheet.value, sheet.put
    weights, per_token = v("weights.bytes"), v("kv.bytes_per_token")
    users = v("batch.users")
    context, cached = _cached(sheet, "batch.context")
    operations = passes.linear_operations(v("model.parameters"), users)
    put("batch.operations", "operations", "2·model.parameters·batch.users", operations)
    cache = users * cached * per_token
    put("batch.cache_bytes", "bytes", f"batch.users·{context}·kv.bytes_per_token", cache)
    moved = passes.decode_bytes(weights, per_token, users, cached)
    put("batch.bytes", "bytes", "weights.bytes + batch.cache_bytes", moved)
    _times(sheet, "batch", operations, moved, "step_time")
    put("batch.rate", "rate", "batch.users / batch.step_time", users / v("batch.step_time"))
    alone = passes.decode_bytes(weights, per_token, 1, cached)
    formula = f"max(decode.math_time, (weights.bytes + {context}·kv.bytes_per_token) / gpu.bandwidth)"
    step = bounds.step_time(v("decode.operations"), alone, v("gpu.peak"), v("gpu.bandwidth"))
    put("batch.alone_time", "duration", formula, step)
    formula = f"decode.operations / (weights.bytes + {context}·kv.bytes_per_token)"
    put("batch.alone_intensity", "intensity", formula, bounds.intensity(v("decode.operations"), alone))
    attention = passes.cached_attention_operations(v("model.layers"), v("model.attention_width"), users, cached)
    formula = f"4·model.layers·model.attention_width·{context}·batch.users"
    put("batch.attention_operations", "operations", formula, attention)
    formula = (
        "max(batch.operations / gpu.peak, weights.bytes / gpu.bandwidth)"
        " + max(batch.attention_operations / gpu.peak, batch.cache_bytes / gpu.bandwidth)"
    )
    summed = bounds.summed_step_time(operations, weights, attention, cache, v("gpu.peak"), v("gpu.bandwidth"))
    put("batch.summed_step_time", "duration", formula, summed)


def ridge_batch(sheet: Sheet) -> None:
    """As many users as the ridge; where batching would leave the slope; how many users fit."""
    v, put = sheet.value, sheet.put
    parameters, weights, per_token = v("model.parameters"), v("weights.bytes"), v("kv.bytes_per_token")
    ridge = v("gpu.ridge")
    context, cached = _cached(sheet, "batch.context")
    # Rounded as the ridge itself is told, for the film says "at {gpu.ridge} users".
    users = max(1, floor(ridge + 0.5))
    put("batch.ridge_users", "whole", "max(1, floor(gpu.ridge + 0.5))", users, "user")
    moved = passes.decode_bytes(weights, per_token, users, cached)
    formula = f"weights.bytes + batch.ridge_users·{context}·kv.bytes_per_token"
    put("batch.ridge_bytes", "bytes", formula, moved)
    climbed = bounds.intensity(passes.linear_operations(parameters, users), moved)
    formula = "2·model.parameters·batch.ridge_users / batch.ridge_bytes"
    put("batch.ridge_intensity", "intensity", formula, climbed)
    crossover = bounds.crossover_batch(parameters, weights, per_token, cached, ridge)
    if isfinite(crossover):
        spare = f"2·model.parameters - gpu.ridge·{context}·kv.bytes_per_token"
        put("batch.crossover_users", "whole", f"ceil(gpu.ridge·weights.bytes / ({spare}))", crossover, "user")
    limit = bounds.crossover_context(parameters, per_token, ridge)
    formula = "2·model.parameters / (kv.bytes_per_token·gpu.ridge)"
    _context(sheet, "batch.crossover_context", formula, limit)
    layers, width = v("model.layers"), v("model.attention_width")
    limit = bounds.crossover_context_with_attention(parameters, layers, width, per_token, ridge)
    formula = "2·model.parameters / (kv.bytes_per_token·gpu.ridge - 4·model.layers·model.attention_width)"
    _context(sheet, "batch.crossover_context_with_attention", formula, limit)
    # However many share the weights, each brings its cache, and the arithmetic of its attention.
    own = passes.cached_attention_operations(layers, width, 1, cached)
    ever = bounds.intensity(passes.linear_operations(parameters, 1) + own, cached * per_token)
    formula = f"(2·model.parameters + 4·model.layers·model.attention_width·{context}) / ({context}·kv.bytes_per_token)"
    put("batch.limit_intensity", "intensity", formula, ever)
    put("batch.limit_below", "whole", "ceil(batch.limit_intensity)", ceil(ever))
    most = bounds.users_that_fit(v("gpu.memory"), weights, per_token, cached)
    formula = f"max(0, floor((gpu.memory - weights.bytes) / ({context}·kv.bytes_per_token)))"
    put("batch.most_users", "whole", formula, most, "user")
    moved = passes.decode_bytes(weights, per_token, most, cached)
    climbed = bounds.intensity(passes.linear_operations(parameters, most), moved)
    formula = f"2·model.parameters·batch.most_users / (weights.bytes + batch.most_users·{context}·kv.bytes_per_token)"
    put("batch.most_intensity", "intensity", formula, climbed)


def long_prompts(sheet: Sheet) -> None:
    """The least time to the first token for the measured prompts, and what the long one's cache costs."""
    v, put = sheet.value, sheet.put
    weights, per_token = v("weights.bytes"), v("kv.bytes_per_token")
    for which in ("short", "middle", "long"):
        name = f"prompt.{which}"
        attention, square = _square(sheet, name)
        operations = passes.prefill_operations(
            v("model.parameters"), v("model.layers"), v("model.attention_width"), v(name), square
        )
        tokens, cached = _cached(sheet, name)
        moved = passes.prefill_bytes(weights, per_token, cached)
        formula = (
            f"max((2·model.parameters·{name} + {attention}) / gpu.peak,"
            f" (weights.bytes + {tokens}·kv.bytes_per_token) / gpu.bandwidth)"
        )
        time = bounds.step_time(operations, moved, v("gpu.peak"), v("gpu.bandwidth"))
        put(f"ceiling.ttft_{which}", "duration", formula, time)
    times = v("ceiling.ttft_long") / v("prefill.time")
    put("ceiling.long_times", "steps", "ceiling.ttft_long / prefill.time", times)
    tokens, cached = _cached(sheet, "prompt.long")
    cache = put("kv.long_bytes", "bytes", f"{tokens}·kv.bytes_per_token", cached * per_token)
    share = put("kv.long_share", "percent", "kv.long_bytes / weights.bytes", cache / weights)
    put("kv.long_slowdown", "percent", "kv.long_share / (1 + kv.long_share)", bounds.slowdown(share))


def precisions(sheet: Sheet) -> None:
    """One user's step with BF16 and with INT8 weights, whichever the film itself uses."""
    v, put = sheet.value, sheet.put
    steps = {}
    for precision in ("bf16", "int8"):
        moved = passes.weight_bytes(v("model.parameters"), v(f"{precision}.bytes_each"))
        put(f"{precision}.bytes", "bytes", f"model.parameters·{precision}.bytes_each", moved)
        step = bounds.step_time(v("decode.operations"), moved, v("gpu.peak"), v("gpu.bandwidth"))
        formula = f"max(decode.math_time, {precision}.bytes / gpu.bandwidth)"
        steps[precision] = put(f"{precision}.step_time", "duration", formula, step)
    put("bf16.rate", "rate", "1 / bf16.step_time", 1 / steps["bf16"])
    put("int8.rate", "rate", "1 / int8.step_time", 1 / steps["int8"])
    put("int8.speedup", "ratio", "bf16.step_time / int8.step_time", steps["bf16"] / steps["int8"])


def lookup(sheet: Sheet, tied: bool) -> None:
    """Decode, counting only what it reads: of the input embedding it looks up one row a token."""
    v, put = sheet.value, sheet.put
    read = passes.looked_up_parameters(v("model.parameters"), v("model.vocabulary"), v("model.hidden"), tied)
    formula = "model.parameters" if tied else "model.parameters - model.vocabulary·model.hidden"
    put("lookup.parameters", "count", formula, read)
    moved = passes.weight_bytes(read, v("weights.bytes_each"))
    put("lookup.bytes", "bytes", "lookup.parameters·weights.bytes_each", moved)
    step = bounds.step_time(passes.linear_operations(read, 1), moved, v("gpu.peak"), v("gpu.bandwidth"))
    formula = "max(2·lookup.parameters / gpu.peak, lookup.bytes / gpu.bandwidth)"
    put("lookup.step_time", "duration", formula, step)
    put("lookup.rate", "rate", "1 / lookup.step_time", 1 / step)
    extra = v("kv.long_bytes") / moved
    formula = "(kv.long_bytes / lookup.bytes) / (1 + kv.long_bytes / lookup.bytes)"
    put("lookup.long_slowdown", "percent", formula, bounds.slowdown(extra))


def other_ridges(sheet: Sheet) -> None:
    """The ridges of the two chips that stand beside the film's own."""
    v, put = sheet.value, sheet.put
    for which in ("first", "second"):
        peak, bandwidth = f"other.{which}_peak", f"other.{which}_bandwidth"
        put(f"other.{which}_ridge", "intensity", f"{peak} / {bandwidth}", bounds.ridge(v(peak), v(bandwidth)))


def attention_windows(sheet: Sheet) -> None:
    """How far back attention looks: a part of the layers no farther than a window, the others at everything."""
    v, put = sheet.value, sheet.put
    whole, window = "model.layers", "model.context_window"
    sliding = 0.0
    if "model.sliding_layers" in sheet.figures:
        whole, window, sliding = f"{whole} - model.sliding_layers", "model.sliding_window", v("model.sliding_layers")
    layers = put("attention.whole_layers", "whole", whole, v("model.layers") - sliding)
    put("attention.windowed", "share", "1 - attention.whole_layers / model.layers", 1 - layers / v("model.layers"))
    put("attention.window", "whole", window, v(window), "token")


def drawn(sheet: Sheet) -> None:
    """Bricks, lights and the slow clock."""
    v, put = sheet.value, sheet.put
    parameters, read, wait = v("model.parameters"), pictures.LONGEST_READ, pictures.LONGEST_WAIT
    brick = pictures.round_above(parameters / pictures.MOST_BRICKS)
    put("wall.brick_weights", "round", f"round_above(model.parameters / {pictures.MOST_BRICKS})", brick)
    bricks = floor(parameters / brick)
    put("wall.bricks", "whole", "floor(model.parameters / wall.brick_weights)", bricks, "brick")
    slow = pictures.round_below(min(pictures.LONGEST_FLOOD / v("prefill.time"), read / v("decode.step_time")))
    formula = f"round_below(min({pictures.LONGEST_FLOOD:g} / prefill.time, {read:g} / decode.step_time))"
    put("clock.slow_motion", "slow_motion", formula, slow)
    # A long prompt's flood sets a clock on which a read would be too short to see: then reads have their own.
    seen = pictures.round_above(pictures.SHORTEST_READ / v("decode.step_time"))
    formula = f"max(clock.slow_motion, round_above({pictures.SHORTEST_READ:g} / decode.step_time))"
    put("clock.read_motion", "slow_motion", formula, max(slow, seen))
    # A step for very many users would outlast its beat: then it has a clock of its own, too.
    whole = pictures.round_below(pictures.LONGEST_STEP / v("batch.step_time"))
    formula = f"min(clock.read_motion, round_below({pictures.LONGEST_STEP:g} / batch.step_time))"
    put("clock.batch_motion", "slow_motion", formula, min(v("clock.read_motion"), whole))
    true = min(1, pictures.round_below(wait / max(v("prefill.time"), v("ceiling.ttft_long"))))
    formula = f"min(1, round_below({wait:g} / max(prefill.time, ceiling.ttft_long)))"
    put("clock.true_motion", "slow_motion", formula, true)
    every = max(1, floor(v("gpu.ridge") + 0.5))
    put("chip.lights", "whole", "max(1, floor(gpu.ridge + 0.5))", every, "light")
    for name in ("prefill", "decode", "batch"):
        on = pictures.lights(v(f"{name}.intensity"), every)
        formula = f"max(1, min(floor({name}.intensity + 0.5), chip.lights))"
        put(f"lights.{name}", "whole", formula, on, "light")
    most = pictures.MOST_DROPS
    each = pictures.round_above(max(1, v("prefill.written") / most))
    put("clock.drop_tokens", "whole", f"round_above(max(1, prefill.written / {most}))", each, "token")
    most = pictures.MOST_SEATS
    each = pictures.round_above(max(1, v("batch.users") / most))
    put("crowd.drop_users", "whole", f"round_above(max(1, batch.users / {most}))", each, "user")
    put("crowd.drops", "whole", "ceil(batch.users / crowd.drop_users)", ceil(v("batch.users") / each))


def compared(sheet: Sheet) -> None:
    """The measured endpoint beside its ceiling."""
    v, put = sheet.value, sheet.put
    short, long = v("measured.decode_short"), v("measured.decode_long")
    put("measured.step_short", "duration", "1 / measured.decode_short", 1 / short)
    put("measured.step_long", "duration", "1 / measured.decode_long", 1 / long)
    put("measured.slowdown", "percent", "1 - measured.decode_long / measured.decode_short", 1 - long / short)
    part = short / v("decode.rate")
    put("measured.share_of_ceiling", "share", "measured.decode_short / decode.rate", part)
    put("measured.times_ceiling", "ratio", "measured.decode_short / decode.rate", part)


def drawn_measured(sheet: Sheet) -> None:
    """The clock on which a measured step is drawn."""
    v = sheet.value
    # Beside a chip that is much faster, a measured step would outlast its beat.
    whole = pictures.round_below(pictures.LONGEST_MEASURED / v("measured.step_short"))
    formula = f"min(clock.read_motion, round_below({pictures.LONGEST_MEASURED:g} / measured.step_short))"
    sheet.put("clock.measured_motion", "slow_motion", formula, min(v("clock.read_motion"), whole))


def _times(sheet: Sheet, name: str, operations: float, moved: float, time: str = "time") -> None:
    """A pass's two times, the longer of them as `time`, and its intensity."""
    peak, bandwidth, put = sheet.value("gpu.peak"), sheet.value("gpu.bandwidth"), sheet.put
    put(f"{name}.math_time", "duration", f"{name}.operations / gpu.peak", bounds.math_time(operations, peak))
    put(f"{name}.memory_time", "duration", f"{name}.bytes / gpu.bandwidth", bounds.memory_time(moved, bandwidth))
    longer = bounds.step_time(operations, moved, peak, bandwidth)
    put(f"{name}.{time}", "duration", f"max({name}.math_time, {name}.memory_time)", longer)
    put(f"{name}.intensity", "intensity", f"{name}.operations / {name}.bytes", bounds.intensity(operations, moved))


def _cached(sheet: Sheet, name: str) -> tuple[str, float]:
    """How many tokens of `name` an average layer keeps in its cache, as formula and value."""
    if "model.sliding_share" not in sheet.figures:
        return name, sheet.value(name)
    share, window = sheet.value("model.sliding_share"), sheet.value("model.sliding_window")
    formula = f"({name} - model.sliding_share·max(0, {name} - model.sliding_window))"
    return formula, passes.cached_tokens(sheet.value(name), share, window)


def _square(sheet: Sheet, name: str) -> tuple[str, float]:
    """The operations of causal attention over a prompt of `name` tokens as formula; its attended square as value."""
    tokens, scale = sheet.value(name), "2·model.layers·model.attention_width"
    if "model.sliding_share" not in sheet.figures:
        return f"{scale}·{name}²", passes.attended_square(tokens, 0, 0)
    share, window = sheet.value("model.sliding_share"), sheet.value("model.sliding_window")
    formula = f"{scale}·({name}² - model.sliding_share·max(0, {name} - model.sliding_window)²)"
    return formula, passes.attended_square(tokens, share, window)


def _context(sheet: Sheet, name: str, formula: str, cached: float) -> None:
    """Put the context that keeps `cached` tokens, if there is one."""
    context = cached
    if "model.sliding_share" in sheet.figures and cached > sheet.value("model.sliding_window"):
        context = bounds.context_of(cached, sheet.value("model.sliding_share"), sheet.value("model.sliding_window"))
        formula = f"({formula} - model.sliding_share·model.sliding_window) / (1 - model.sliding_share)"
    if isfinite(context):
        sheet.put(name, "whole", formula, context, "token")
