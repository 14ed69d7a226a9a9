"""Figures, chips and models as text for a terminal, and figures as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from film.plan import Worded
from roofline import Figure, Figures, Gpu, Model
from roofline.catalog import LeftOut
from roofline.sheet import NAME

WIDTH = 100
"""Columns of a terminal that every table fits into."""

CONVENTION = (
    "Decimal units: 1 GB is 10⁹ bytes, 1 TB/s is 10¹² bytes a second; KiB (1,024 bytes) only for the cache of one "
    "token. An operation is one multiply or one add. Peaks are dense, BF16 with FP32 accumulation. Every time is a "
    "ceiling of the chip, not a prediction: the longer of arithmetic and fetching."
)


def figures_text(figures: Figures, words: Mapping[str, Worded]) -> str:
    """Every figure with what the film shows, its SI value, its formula, and the formula with its numbers."""
    work = figures.workload
    head = (
        f"{figures.model.name} ({work.weights.upper()} weights) on one {figures.gpu.full_name or figures.gpu.name}. "
        f"Prompt: {work.prompt:,} tokens. Batch: {work.users:,} users, each with {work.context:,} tokens of context."
    )
    if figures.versus:
        head += f" Beside it, the same prompt on one {figures.versus.full_name or figures.versus.name}."
    lines = [*wrapped(head), *wrapped(CONVENTION)]
    for _, group in groupby(figures.values(), key=lambda figure: figure.name.partition(".")[0]):
        lines += ["", *_group(list(group), words)]
    if "measured.decode_short" in figures:
        lines += ["", *wrapped(f"Measured: {figures.measurements.how}")]
    return "\n".join(lines)


def figures_data(figures: Figures, words: Mapping[str, Worded]) -> dict[str, Any]:
    """The figures as JSON has them: value (SI), unit, how shown and said, and formula, by name."""
    return {
        "gpu": figures.gpu.key,
        **({"versus": figures.versus.key} if figures.versus else {}),
        "model": figures.model.key,
        "figures": {
            name: {
                "value": int(figure.value) if figure.value.is_integer() else figure.value,
                "unit": figure.unit,
                "shown": words[name].shown,
                "said": words[name].said,
                "formula": figure.formula,
            }
            for name, figure in figures.items()
        },
    }


def chips_text(chips: Iterable[Gpu], left_out: Iterable[LeftOut] = ()) -> str:
    """The chips that can be chosen, with the numbers that matter and their sources; and those that are left out."""
    rows: list[tuple[str, ...]] = [("chip", "", "TFLOP/s", "TB/s", "GB", "ridge")]
    chips = list(chips)
    for chip in chips:
        peak, bandwidth, memory = chip.peak / 1e12, chip.bandwidth / 1e12, chip.memory / 1e9
        ridge = f"{chip.peak / chip.bandwidth:.0f}"
        rows.append((chip.key, chip.full_name or chip.name, f"{peak:,g}", f"{bandwidth:g}", f"{memory:.4g}", ridge))
    note = "Dense BF16 with FP32 accumulation; decimal units; ridge in operations a byte. Or a file: --gpu my-chip.toml"
    return "\n".join([*table(rows, left=2), "", *wrapped(note), *_sources(chips), *_left_out(left_out)])


def models_text(models: Iterable[Model], left_out: Iterable[LeftOut] = ()) -> str:
    """The models that can be chosen, with their shape and sources; and those that are left out."""
    rows: list[tuple[str, ...]] = [("model", "", "parameters", "layers", "hidden", "heads", "KV heads", "window")]
    models = list(models)
    for model in models:
        shape = (model.layers, model.hidden, model.query_heads, model.kv_heads, model.context_window)
        rows.append((model.key, model.name, f"{model.parameters:,}", *(f"{number:,}" for number in shape)))
    note = "Dense models; every parameter is counted; the context window is in tokens. Or a file: --model my-model.toml"
    return "\n".join([*table(rows, left=2), "", *wrapped(note), *_sources(models), *_left_out(left_out)])


def _group(group: Sequence[Figure], words: Mapping[str, Worded]) -> Iterator[str]:
    for figure, after in zip(group, [*group[1:], None], strict=True):
        unit = "" if figure.unit == "1" else f" {figure.unit}"
        yield f"{figure.name:<39} {words[figure.name].shown:<15} {_number(figure.value)}{unit}"
        if figure.inputs:
            yield from wrapped(figure.formula, "    = ")
            yield from wrapped(_with_numbers(figure), "    = ")
        elif after is None or after.formula != figure.formula:
            yield from wrapped(figure.formula, "    ")


def _with_numbers(figure: Figure) -> str:
    """The formula with its inputs' values, without commas, which separate arguments here."""
    return NAME.sub(lambda name: _number(figure.inputs[name[0]]).replace(",", ""), figure.formula)


def _number(value: float) -> str:
    """A value to calculate with: whole numbers in full, others to six significant digits."""
    return f"{value:,.0f}" if value.is_integer() else f"{value:,.6g}"


def table(rows: Sequence[Sequence[str]], left: int) -> Iterator[str]:
    """Rows in columns: the first `left` columns flush left, numbers flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            f"{cell:<{width}}" if place < left else f"{cell:>{width}}"
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def _sources(rows: Sequence[Gpu] | Sequence[Model]) -> Iterator[str]:
    for row in rows:
        yield from wrapped(f"{row.key}: {row.source} (read {row.read})")


def _left_out(rows: Iterable[LeftOut]) -> Iterator[str]:
    for row in rows:
        yield from wrapped(f"{row.key}: {row}; {row.source} (read {row.read})")


def wrapped(text: str, indent: str = "") -> list[str]:
    """A text as lines of a terminal; those after the first are indented like it."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=" " * len(indent),
        break_long_words=False,
        break_on_hyphens=False,
    )
