"""A figure: a number with its unit, its formula and the figures that it was made from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from roofline.measurements import Measurements
from roofline.specs import Gpu, Model, SpecError, Workload, nearest

Kind = Literal[
    "bandwidth",  # bytes a second
    "binary_bytes",  # told in KiB
    "bytes",
    "count",  # of parameters
    "duration",  # told in the unit that suits its size
    "intensity",  # operations a byte
    "operations",
    "peak",  # operations a second
    "percent",
    "rate",  # tokens a second
    "ratio",  # how many times as fast
    "round",  # a round count of parameters
    "seconds",  # a duration measured in seconds, and told so
    "share",  # a fraction, told in words where they are true
    "slow_motion",
    "steps",  # how many times as long
    "whole",  # a count told in full
]
"""What a figure is, so that a language can word it."""

UNITS: Mapping[Kind, str] = {
    "bandwidth": "B/s",
    "binary_bytes": "B",
    "bytes": "B",
    "count": "parameter",
    "duration": "s",
    "intensity": "op/B",
    "operations": "op",
    "peak": "op/s",
    "rate": "token/s",
    "round": "parameter",
    "seconds": "s",
}
"""SI units by kind; what is not here is a plain number, "1", or names its own unit."""

NAME = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+")


@dataclass(frozen=True)
class Figure:
    """One number of the film. `value` and `unit` are SI.

    `formula` is arithmetic over the names in `inputs`, which are figures too, so it can be followed
    down to data; for data it says where the number comes from, and `inputs` is empty.
    """

    name: str
    value: float
    unit: str
    kind: Kind
    formula: str
    inputs: Mapping[str, float]

    def __str__(self) -> str:
        unit = "" if self.unit == "1" else f" {self.unit}"
        return f"{self.name} = {self.value:,.6g}{unit} ({self.formula})"


class UnknownFigure(SpecError, KeyError):
    """A figure that does not exist; says which is nearest."""

    def __str__(self) -> str:
        return str(self.args[0])


class Figures(Mapping[str, Figure]):
    """Every figure of one chip, model and workload, by name, in order of derivation.

    `figures["decode.rate"].value` and `figures.value("decode.rate")` are the same number. Figures of
    the measured endpoint are there only if the measurement is of this model. `others` are the two chips
    of the figures `other.first_*` and `other.second_*`, `versus` is the one of the figures `versus.*`.
    """

    def __init__(
        self,
        gpu: Gpu,
        model: Model,
        workload: Workload,
        measurements: Measurements,
        others: tuple[Gpu, Gpu],
        figures: Mapping[str, Figure],
        versus: Gpu | None = None,
    ):
        self.gpu, self.model, self.workload, self.measurements = gpu, model, workload, measurements
        self.others, self.versus = others, versus
        self._figures = dict(figures)

    def __getitem__(self, name: str) -> Figure:
        try:
            return self._figures[name]
        except KeyError:
            raise UnknownFigure(f"no figure {name!r}{nearest(name, self._figures)}") from None

    def __contains__(self, name: object) -> bool:
        return name in self._figures

    def __iter__(self) -> Iterator[str]:
        return iter(self._figures)

    def __len__(self) -> int:
        return len(self._figures)

    def value(self, name: str) -> float:
        """The figure's number in SI units."""
        return self[name].value

    def __repr__(self) -> str:
        work = self.workload
        return (
            f"<Figures: {self.model.name} ({work.weights}) on {self.gpu.name}, prompt {work.prompt:,}, "
            f"{work.users:,} users x {work.context:,} tokens: {len(self)} figures>"
        )

    def __str__(self) -> str:
        return "\n".join([repr(self), *(f"  {figure}" for figure in self.values())])


class Sheet:
    """Figures in the making. Inputs are read off the formula, so the two cannot differ."""

    def __init__(self) -> None:
        self.figures: dict[str, Figure] = {}

    def value(self, name: str) -> float:
        """The number of a figure that was put before."""
        return self.figures[name].value

    def given(self, name: str, kind: Kind, value: float, source: str, unit: str = "") -> None:
        """Put a figure that comes from data; `source` says which."""
        self.figures[name] = Figure(name, float(value), unit or UNITS.get(kind, "1"), kind, source, {})

    def put(self, name: str, kind: Kind, formula: str, value: float, unit: str = "") -> float:
        """Put a figure that `formula` derives from figures put before; gives `value` back."""
        inputs = {used: self.value(used) for used in dict.fromkeys(NAME.findall(formula))}
        self.figures[name] = Figure(name, float(value), unit or UNITS.get(kind, "1"), kind, formula, inputs)
        return value
