"""The parts of the page that follow from the catalogue: pills, sliders, tables. Each is what a template's
`{{@name words}}` calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from math import log
from typing import Any
from urllib.parse import urlencode

from film.keys import installed
from film.language import words_for
from film.page.data import Catalogue
from film.report import CONVENTION
from roofline.figures import COMPARED
from roofline.specs import BYTES_EACH


class Parts:
    """Writes them for a catalogue; `data` is what the page's script gets."""

    def __init__(self, catalogue: Catalogue, data: Mapping[str, Any]):
        self.catalogue, self.data = catalogue, data
        self.film = catalogue.film

    @property
    def slots(self) -> dict[str, Callable[[str], str]]:
        """Each part by its name in the templates."""
        made = (self.pills, self.weights, self.models, self.range, self.number, self.mark, self.provenance)
        told = (
            self.measured_model,
            self.measured_setting,
            self.convention,
            self.chip_table,
            self.model_table,
            self.made,
        )
        return {part.__name__: part for part in (*made, *told)}

    def pills(self, _: str) -> str:
        """The chips: the film's first, the others behind a button."""
        gpus, own = self.catalogue.gpus, self.film.gpu.key
        first = [key for key in gpus if key in COMPARED or key == own]
        rest = [key for key in gpus if key not in first]
        return (
            '<fieldset><legend>Chip</legend><div class="pills">'
            + _radios("gpu", ((key, gpus[key].name) for key in first), own)
            + '<button type="button" id="more" aria-expanded="false" aria-controls="more-chips">more</button></div>'
            + '<div id="more-chips" class="pills" hidden>'
            + _radios("gpu", ((key, gpus[key].name) for key in rest), own)
            + "</div></fieldset>"
        )

    def weights(self, _: str) -> str:
        """The precisions of the weights."""
        radios = _radios("weights", ((key, key.upper()) for key in BYTES_EACH), self.film.workload.weights)
        return f'<fieldset><legend>Weights</legend><div class="pills">{radios}</div></fieldset>'

    def models(self, _: str) -> str:
        """The models."""
        own = self.film.model.key
        options = "".join(
            f'<option value="{escape(key)}"{" selected" if key == own else ""}>{escape(row.name)}</option>'
            for key, row in self.catalogue.models.items()
        )
        return f'<div><label class="label" for="model">Model</label><select id="model">{options}</select></div>'

    def range(self, key: str) -> str:
        """A slider over the stops of an amount."""
        stops, value = self.data["stops"][key], self.data["film"][key]
        place = min(range(len(stops)), key=lambda index: abs(log(stops[index] / value)))
        return (
            f'<input type="range" id="{key}" min="0" max="{len(stops) - 1}" step="1" value="{place}" '
            f'aria-labelledby="{key}-label" aria-valuetext="{value:,}">'
        )

    def number(self, key: str) -> str:
        """A field for an exact amount."""
        least, most = self.data["limits"][key]
        return (
            f'<input type="number" id="{key}-number" min="{least}" max="{most}" step="1" inputmode="numeric" '
            f'required value="{self.data["film"][key]}" aria-labelledby="{key}-label">'
        )

    def mark(self, _: str) -> str:
        """The sign of what was measured."""
        return '<i class="mark" aria-hidden="true"></i>'

    def provenance(self, _: str) -> str:
        """How the measurement was made."""
        return escape(self.film.measurements.how)

    def measured_model(self, _: str) -> str:
        """The name of the model that was measured."""
        key = self.film.measurements.model
        return escape(self.catalogue.models[key].name if key in self.catalogue.models else key)

    def measured_setting(self, _: str) -> str:
        """The address of the measured model's setting."""
        return escape(f"#{urlencode({'model': self.film.measurements.model, 'see': 'measured'})}")

    def convention(self, _: str) -> str:
        """Units, and what counts as an operation."""
        return escape(CONVENTION)

    def chip_table(self, _: str) -> str:
        """The chips with their numbers and sources."""
        rows = []
        for key, chip in self.catalogue.gpus.items():
            words = words_for(self.catalogue.figures(gpu=key))
            cells = [words[name].shown for name in ("gpu.peak:tflops", "gpu.bandwidth", "gpu.memory", "gpu.ridge")]
            rows.append([chip.full_name or chip.name, *cells, _source(chip.source, chip.read)])
        return _table("Chips", ["chip", "peak", "bandwidth", "memory", "ridge", "source"], rows)

    def model_table(self, _: str) -> str:
        """The models with their shape and sources."""
        rows = []
        for key, model in self.catalogue.models.items():
            words = words_for(self.catalogue.by_model[key])
            names = ("model.parameters", "model.layers", "kv.bytes_per_token", "model.context_window")
            rows.append(
                [
                    model.full_name or model.name,
                    *(words[name].shown for name in names),
                    _source(model.source, model.read),
                ]
            )
        return _table("Models", ["model", "parameters", "layers", "cache of a token", "context window", "source"], rows)

    def made(self, _: str) -> str:
        """What made the page, and whose font it is set in."""
        return (
            f"Made by roofline-film {escape(installed('roofline-film'))}. The page’s script is written from the source "
            "of the module that the film is computed with, and asks no server for anything. Set in Inter Tight, "
            "copyright 2022 The Inter Project Authors, under the SIL Open Font License 1.1."
        )


def _radios(name: str, rows: Iterable[tuple[str, str]], chosen: str) -> str:
    return "".join(
        f'<label><input type="radio" name="{name}" value="{escape(key)}"{" checked" if key == chosen else ""}>'
        f"{escape(text)}</label>"
        for key, text in rows
    )


def _source(source: str, read: object) -> str:
    return f"{source} (read {read})" if read else source


def _table(name: str, heads: list[str], rows: list[list[str]]) -> str:
    """A table whose first and last column are words."""
    head = "".join(
        f'<th scope="col"{" class=text" if place == len(heads) - 1 else ""}>{text}</th>'
        for place, text in enumerate(heads)
    )
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in middle)}'
        f'<td class="text">{escape(last)}</td></tr>'
        for first, *middle, last in rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{name}"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
