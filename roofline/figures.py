"""Every number that the film shows or says, by name: the data, and what `derive` makes of them."""

from __future__ import annotations

from roofline import derive, reach
from roofline import versus as beside
from roofline.find import find_gpu, find_model
from roofline.measurements import Measurements, load_measurements
from roofline.prompts import KV_BYTES, examples
from roofline.sheet import Figures, Kind, Sheet
from roofline.specs import BYTES_EACH, Gpu, Model, Workload

COMPUTE_BAND = (0.40, 0.70)
"""Parts of the peak arithmetic that real kernels reach."""

BANDWIDTH_BAND = (0.70, 0.90)
"""Parts of the memory bandwidth that real kernels reach."""

COMPARED = ("h100", "a100", "rtx-4090")
"""The film's chips: the first two that are not its own stand beside it on the same axes."""


def compute(
    gpu: str | Gpu = "h100",
    model: str | Model = "llama-3.1-8b",
    prompt: int = 2000,
    users: int = 64,
    context: int = 256,
    weights: str = "bf16",
    measurements: Measurements | None = None,
    versus: str | Gpu | None = None,
) -> Figures:
    """All figures of one chip serving one model.

    `gpu` and `model` are keys of the tables or objects of your own. `prompt` is the prompt's length in
    tokens; a batch has `users` users with `context` tokens each; `weights` is "bf16" or "int8";
    `measurements` replaces the ones that ship; `versus` is another chip, which answers the same prompt
    beside the first (figures `versus.*`). Raises SpecError, one line that says what is wrong.

    >>> figures = compute(gpu="a100", prompt=4000)
    >>> round(figures["decode.rate"].value)
    127
    """
    chip, net = find_gpu(gpu), find_model(model)
    other = None if versus is None else beside.other_than(chip, find_gpu(versus))
    work = Workload(prompt, users, context, weights)
    work.check(net)
    measured = load_measurements() if measurements is None else measurements
    sheet = Sheet()
    others = _others(chip)
    _chip_and_model(sheet, chip, net)
    _other_chips(sheet, others)
    _workload(sheet, work)
    for name, (tokens, source) in examples(chip, net, work, measured).items():
        sheet.given(name, "whole", tokens, source, "token")
    _efficiency(sheet)
    derive.weights_and_cache(sheet)
    derive.prefill(sheet)
    derive.decode(sheet)
    derive.decode_with_cache(sheet)
    derive.batch(sheet)
    derive.ridge_batch(sheet)
    derive.long_prompts(sheet)
    derive.precisions(sheet)
    derive.lookup(sheet, net.tied)
    derive.other_ridges(sheet)
    derive.attention_windows(sheet)
    derive.drawn(sheet)
    reach.speeds(sheet)
    reach.users(sheet)
    reach.room(sheet)
    if measured.model == net.key:
        _measured(sheet, measured)
        derive.compared(sheet)
        derive.drawn_measured(sheet)
        reach.measured(sheet)
    if other:
        beside.figures(sheet, other)
    return Figures(chip, net, work, measured, others, sheet.figures, other)


def _chip_and_model(sheet: Sheet, gpu: Gpu, model: Model) -> None:
    row = f"data: {gpu.source or gpu.key}"
    sheet.given("gpu.peak", "peak", gpu.peak, row)
    sheet.given("gpu.bandwidth", "bandwidth", gpu.bandwidth, row)
    sheet.given("gpu.memory", "bytes", gpu.memory, row)
    row = f"data: {model.source or model.key}"
    sheet.given("model.parameters", "count", model.parameters, row)
    for name in ("layers", "hidden", "query_heads", "kv_heads", "head_size", "vocabulary"):
        sheet.given(f"model.{name}", "whole", getattr(model, name), row)
    sheet.given("model.context_window", "whole", model.context_window, row, "token")
    if model.sliding_layers:
        sheet.given("model.sliding_layers", "whole", model.sliding_layers, row)
        sheet.given("model.sliding_window", "whole", model.sliding_window, row, "token")


def _others(gpu: Gpu) -> tuple[Gpu, Gpu]:
    chips = [find_gpu(key) for key in COMPARED if key != gpu.key]
    # One with the very same roof would be drawn over the film's own.
    first, second, *_ = sorted(chips, key=lambda chip: chip.peak == gpu.peak)
    return first, second


def _other_chips(sheet: Sheet, others: tuple[Gpu, Gpu]) -> None:
    for which, gpu in zip(("first", "second"), others, strict=True):
        row = f"data: {gpu.source}"
        sheet.given(f"other.{which}_peak", "peak", gpu.peak, row)
        sheet.given(f"other.{which}_bandwidth", "bandwidth", gpu.bandwidth, row)


def _workload(sheet: Sheet, work: Workload) -> None:
    sheet.given("weights.bytes_each", "bytes", BYTES_EACH[work.weights], f"chosen: {work.weights} weights")
    for precision, size in BYTES_EACH.items():
        sheet.given(f"{precision}.bytes_each", "bytes", size, "fact: bytes of one such weight")
    sheet.given("kv.bytes_each", "bytes", KV_BYTES, "fact: the cache is kept in BF16")
    sheet.given("prompt.tokens", "whole", work.prompt, "chosen", "token")
    sheet.given("batch.users", "whole", work.users, "chosen", "user")
    sheet.given("batch.context", "whole", work.context, "chosen: tokens in the cache of each user", "token")


def _efficiency(sheet: Sheet) -> None:
    for side, (low, high) in (("compute", COMPUTE_BAND), ("bandwidth", BANDWIDTH_BAND)):
        sheet.given(f"efficiency.{side}_low", "percent", low, "fact: lower end of what real kernels reach")
        sheet.given(f"efficiency.{side}_high", "percent", high, "fact: upper end of what real kernels reach")


def _measured(sheet: Sheet, measured: Measurements) -> None:
    row = f"data: measured {_where(measured)}, {measured.precision}"
    for which in ("short", "middle", "long"):
        prompt = getattr(measured, which)
        sheet.given(f"measured.prompt_{which}", "whole", prompt.tokens, row, "token")
        sheet.given(f"measured.ttft_{which}", "seconds", prompt.first_token, row)
        _spread(sheet, f"measured.ttft_{which}", "seconds", prompt.first_token_spread, row)
        rate = getattr(measured, f"decode_{which}")
        if rate is not None:
            sheet.given(f"measured.decode_{which}", "rate", rate, row)
        _spread(sheet, f"measured.decode_{which}", "rate", prompt.rate_spread, row)
    sheet.given("measured.bytes_each", "bytes", measured.bytes_each, row)
    sheet.given("measured.routers", "whole", int(bool(measured.router)), row)
    if measured.runs:
        sheet.given("measured.runs", "whole", measured.runs, row)
    if measured.decode_other:
        router = f" through {measured.router}" if measured.router else ""
        other = f"data: measured{router}, another provider, {measured.other_precision}"
        sheet.given("measured.decode_fp8", "rate", measured.decode_other, other)
        sheet.given("measured.fp8_bytes_each", "bytes", measured.other_bytes_each, other)


def _where(measured: Measurements) -> str:
    return f"through {measured.router}, {measured.provider}" if measured.router else f"at {measured.provider}"


def _spread(sheet: Sheet, name: str, kind: Kind, spread: tuple[float, float] | None, row: str) -> None:
    """The lowest and highest of the runs that a figure is the median of."""
    for end, value in zip(("low", "high"), spread or (), strict=False):
        sheet.given(f"{name}_{end}", kind, value, f"{row}, the {end}est run")
