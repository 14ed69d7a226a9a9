"""Chips side by side: what the film tells of each, as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from film.errors import FilmError
from film.language import words_for
from film.numerals import digits
from film.plan import Worded
from film.report import WIDTH, table, wrapped
from film.request import Request, figures_for
from film.script import Script, load_script
from roofline import Figures
from roofline.claims import CLAIMS, evaluate
from roofline.sense import objection

ALWAYS = (
    "gpu.peak",
    "gpu.bandwidth",
    "gpu.memory",
    "gpu.ridge",
    "weights.bytes",
    "prefill.time",
    "prefill.channel_share",
    "prefill.steps",
    "prompt.long",
    "ceiling.ttft_long",
    "decode.step_time",
    "decode.math_time",
    "decode.rate",
    "batch.step_time",
    "batch.rate",
    "batch.ridge_users",
    "batch.ridge_intensity",
    "batch.most_users",
    "batch.crossover_context",
    "int8.rate",
    "kv.long_slowdown",
    "measured.share_of_ceiling",
    "measured.times_ceiling",
)
"""Figures that are compared whatever the script says."""


@dataclass(frozen=True)
class Comparison:
    """Chips with the same model and workload; `names` are the figures that differ, then those that do not."""

    chips: tuple[Figures, ...]
    words: tuple[Mapping[str, Worded], ...]
    names: tuple[str, ...]

    @property
    def titles(self) -> list[str]:
        """The chips' names."""
        return [figures.gpu.name for figures in self.chips]

    def same(self, name: str) -> bool:
        """Whether a figure is the same on all chips."""
        return len({figures.value(name) for figures in self.chips}) == 1

    def ratios(self, name: str) -> list[float | None]:
        """Each chip's figure over the first chip's; None for what cannot be divided."""
        first = self.chips[0].value(name)
        return [figures.value(name) / first if first else None for figures in self.chips]

    def claims(self) -> dict[str, list[bool]]:
        """The claims that do not hold on all chips, or on none, for each chip."""
        found = [evaluate(figures) for figures in self.chips]
        return {name: holds for name in CLAIMS if not all(holds := [claims[name] for claims in found])}

    def objections(self) -> list[str]:
        """Why no film can be made of some."""
        return [why for figures in self.chips if (why := objection(figures))]


def compare(request: Request, gpus: Sequence[str]) -> Comparison:
    """The request's figures on each of the chips; a FilmError for fewer than two, a SpecError for an unknown one."""
    found = {figures.gpu: figures for figures in (figures_for(request, gpu) for gpu in gpus)}
    if len(found) < 2:
        raise FilmError("compare takes two chips or more, such as: compare h100 a100 rtx-4090")
    chips = tuple(found.values())
    everywhere = [name for name in told(load_script(request.script)) if all(name in figures for figures in chips)]
    comparison = Comparison(chips, tuple(words_for(figures, request.language) for figures in chips), ())
    names = sorted(everywhere, key=comparison.same)
    return Comparison(chips, comparison.words, tuple(names))


def told(script: Script) -> list[str]:
    """The figures that are always compared, then the others that the script tells; neither names nor other chips."""
    texts = [text for scene in script.scenes.values() for text in (*scene.lines.values(), *scene.screen.values())]
    found = [piece.figure for text in texts for piece in text.pieces() if piece.kind == "figure"]
    return list(dict.fromkeys([*ALWAYS, *(name for name in found if not name.startswith("other."))]))


def compared_text(comparison: Comparison) -> str:
    """Tables that fit a terminal, as many chips in each as fit; then what is not true everywhere."""
    lines = list(wrapped(_head(comparison)))
    for block in _blocks(comparison):
        lines += ["", *block]
    same = [name for name in comparison.names if comparison.same(name)]
    lines += ["", *wrapped("The same on all: " + "; ".join(f"{name} {_shown(comparison, name)[0]}" for name in same))]
    claims = comparison.claims()
    if claims:
        lines += ["", "Not true:"]
    for name, holds in claims.items():
        where = ", ".join(title for title, true in zip(comparison.titles, holds, strict=True) if not true)
        lines += wrapped(f"{name} on {where}: {CLAIMS[name].statement}", "  ")
    for why in comparison.objections():
        lines += ["", *wrapped(f"No film: {why}")]
    return "\n".join(lines)


def compared_markdown(comparison: Comparison) -> str:
    """A table for a document."""
    rows = [["figure", *comparison.titles], ["---", *("---:" for _ in comparison.titles)]]
    rows += [[f"`{name}`", *_cells(comparison, name)] for name in comparison.names]
    rows += [
        [f"`{name}`", *("true" if true else "not true" for true in holds)]
        for name, holds in comparison.claims().items()
    ]
    lines = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return "\n\n".join([_head(comparison), lines, *(f"No film: {why}" for why in comparison.objections())])


def compared_data(comparison: Comparison) -> dict[str, Any]:
    """As JSON has it: for each figure and chip the value (SI), how shown, and the ratio to the first chip."""
    keys = [figures.gpu.key for figures in comparison.chips]
    return {
        "gpus": keys,
        "model": comparison.chips[0].model.key,
        "figures": {
            name: {
                "unit": comparison.chips[0][name].unit,
                "value": {key: figures.value(name) for key, figures in zip(keys, comparison.chips, strict=True)},
                "shown": dict(zip(keys, _shown(comparison, name), strict=True)),
                "ratio": dict(zip(keys, comparison.ratios(name), strict=True)),
            }
            for name in comparison.names
        },
        "claims": {
            name: dict(zip(keys, holds, strict=True))
            for name, holds in {**dict.fromkeys(CLAIMS, [True] * len(keys)), **comparison.claims()}.items()
        },
        "no_film": {figures.gpu.key: why for figures in comparison.chips if (why := objection(figures))},
    }


def _head(comparison: Comparison) -> str:
    figures = comparison.chips[0]
    work = figures.workload
    return (
        f"{figures.model.name} ({work.weights.upper()} weights). Prompt: {work.prompt:,} tokens. Batch: {work.users:,} "
        f"users, each with {work.context:,} tokens of context. Ratios are to the {figures.gpu.name}."
    )


def _shown(comparison: Comparison, name: str) -> list[str]:
    return [words[name].shown for words in comparison.words]


def _cells(comparison: Comparison, name: str) -> list[str]:
    """What is drawn of a figure on each chip, with its ratio to the first where it differs."""
    shown, ratios = _shown(comparison, name), comparison.ratios(name)
    if comparison.same(name):
        return shown
    rest = [text if ratio is None else f"{text} (×{digits(ratio)})" for text, ratio in zip(shown, ratios, strict=True)]
    return [shown[0], *rest[1:]]


def _blocks(comparison: Comparison) -> Iterator[list[str]]:
    """The figures that differ, in tables of as many chips as fit side by side."""
    names = [name for name in comparison.names if not comparison.same(name)]
    columns = [list(column) for column in zip(*(_cells(comparison, name) for name in names), strict=True)]
    columns = [[title, *column] for title, column in zip(comparison.titles, columns, strict=True)]
    label = ["", *names]
    room = WIDTH - max(map(len, label))
    while columns:
        widths = [2 + max(map(len, column)) for column in columns]
        fit = max(1, sum(sum(widths[: count + 1]) <= room for count in range(len(widths))))
        yield list(table(list(zip(label, *columns[:fit], strict=True)), left=1))
        columns = columns[fit:]
