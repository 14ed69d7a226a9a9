"""Every formula, evaluated as it is printed, gives the figure; every figure can be followed down to data."""

from __future__ import annotations

from math import ceil, floor, inf
from typing import Any

import pytest

import roofline
from roofline import Figures
from roofline.sheet import NAME


def round_numbers() -> list[float]:
    return [float(f"{step}e{power}") for power in range(-9, 19) for step in (1, 2, 5)]


FUNCTIONS: dict[str, Any] = {
    "max": max,
    "min": min,
    "floor": floor,
    "ceil": ceil,
    "round_above": lambda least: min(number for number in round_numbers() if number >= least),
    "round_below": lambda most: max(number for number in round_numbers() if number <= most),
}

SETTINGS = {
    "default": roofline.compute(),
    "int8": roofline.compute(gpu="a100", weights="int8", prompt=100, users=512, context=512),
    "tied, wide attention": roofline.compute(gpu="rtx-4090", model="gemma-2-9b", prompt=7, users=1, context=40),
    "sliding windows": roofline.compute(gpu="h200", model="gemma-2-9b", prompt=8000, users=1, context=8000),
    "two chips": roofline.compute(gpu="l4", versus="b200", prompt=30_000),
    "contexts past the window": roofline.compute(roofline.Gpu("low", "Low", 1e13, 1e12, 8e10), "gemma-2-9b"),
}


def evaluate(formula: str, inputs: dict[str, float]) -> float:
    symbols = {name: name.replace(".", "__") for name in inputs}
    code = NAME.sub(lambda match: symbols[match[0]], formula).replace("·", "*").replace("²", "**2")
    values = {symbols[name]: value for name, value in inputs.items()}
    return float(eval(code, {"__builtins__": {}}, FUNCTIONS | values))


@pytest.mark.parametrize("setting", SETTINGS)
def test_formulas_give_the_values(setting: str) -> None:
    for figure in SETTINGS[setting].values():
        if figure.inputs:
            assert evaluate(figure.formula, dict(figure.inputs)) == pytest.approx(figure.value, rel=1e-12), figure


@pytest.mark.parametrize("setting", SETTINGS)
def test_figures_come_from_earlier_figures_or_from_data(setting: str) -> None:
    figures = SETTINGS[setting]
    earlier: dict[str, float] = {}
    for name, figure in figures.items():
        for used, value in figure.inputs.items():
            assert earlier.get(used, inf) == value
        if not figure.inputs:
            assert figure.formula.startswith(("data: ", "fact: ", "chosen"))
        earlier[name] = figure.value


def test_formulas_use_every_kind_of_data() -> None:
    """A figure that comes from data, and is used by no formula, would be data for nothing."""
    used = {name for figure in SETTINGS["default"].values() for name in figure.inputs}
    given = {name for name, figure in SETTINGS["default"].items() if not figure.inputs}
    only_shown = {
        name for name in given - used if not name.startswith(("measured.", "efficiency.", "model.context_window"))
    }
    assert only_shown == set()


def test_a_wrong_formula_would_be_noticed() -> None:
    figures: Figures = SETTINGS["default"]
    figure = figures["decode.rate"]
    assert evaluate("decode.step_time", dict(figure.inputs)) != pytest.approx(figure.value)
