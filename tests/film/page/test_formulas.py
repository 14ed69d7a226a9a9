"""A formula as it is set, read back from its MathML and calculated, is the figure."""

from __future__ import annotations

import re
import tomllib
from xml.etree import ElementTree

import pytest

import roofline
from film.errors import FilmError
from film.language import words_for
from film.page import mathml
from film.page.build import ASSETS
from film.page.maths import Maths
from film.page.subset import read
from film.page.symbols import Symbols
from roofline import bounds, passes

Element = ElementTree.Element


def calculated(element: Element) -> str:
    """MathML as a Python expression."""
    inside = "".join(calculated(child) for child in element)
    text = (element.text or "").strip()
    match element.tag:
        case "mfrac":
            top, bottom = (calculated(child) for child in element)
            return f"(({top})/({bottom}))"
        case "msup":
            base, power = (calculated(child) for child in element)
            return f"(({base})**({power}))"
        case "mo":
            return {"·": "*", "−": "-"}.get(text, text)
        case "mn" if "data-figure" in element.attrib:
            return f"v({element.attrib['data-figure']!r})"
        case "mn" | "mi":
            return text
        case "mrow" | "mpadded" | "math":
            return f"({inside})" if element.tag == "mrow" and "," not in inside else inside
    raise AssertionError(element.tag)


def tree(text: str) -> Element:
    return ElementTree.fromstring(f"<math>{text}</math>")


TEMPLATE = (ASSETS / "maths.html").read_text("utf-8")
FORMULAS = re.findall(r"\{\{@formula ([\w.]+)\}\}", TEMPLATE)
LAWS = re.findall(r"\{\{@law ([\w.]+) (\w+)\}\}", TEMPLATE)
SETTINGS = [
    roofline.compute(),
    roofline.compute("l4", "gemma-2-9b", prompt=8000, users=3, context=5000, weights="int8"),
    roofline.compute("mi300x", "llama-3.2-1b", prompt=7, users=900, context=100),
]


def maths() -> Maths:
    models = [roofline.compute(model=key) for key in roofline.models()]
    return Maths(Symbols(tomllib.loads((ASSETS / "symbols.toml").read_text("utf-8"))), models, words_for(models[0]))


def test_the_maths_has_its_four_parts_and_all_figures_that_they_speak_of() -> None:
    assert re.findall(r'<article id="maths-(\w+)"', TEMPLATE) == ["roofline", "prefill", "decode", "cache"]
    assert {"prefill.time", "decode.step_time", "batch.step_time", "batch.cache_share", "gpu.ridge"} <= set(FORMULAS)


@pytest.mark.parametrize("figures", SETTINGS, ids=lambda figures: figures.model.key)
@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_as_it_is_set_gives_the_figure(name: str, figures: roofline.Figures) -> None:
    figure = figures[name]
    symbols = maths().symbols
    text = mathml.typeset(mathml.parse(figure.formula), lambda used: symbols.number(used, words_for(figures)))
    value = eval(calculated(tree(text)), {"v": figures.value, "max": max, "min": min})
    assert value == pytest.approx(figure.value, rel=1e-12)


@pytest.mark.parametrize("name", FORMULAS)
def test_each_way_in_which_models_derive_a_figure_is_set(name: str) -> None:
    ways = {roofline.compute(model=key)[name].formula for key in roofline.models()}
    block = ElementTree.fromstring(maths().formula(name).replace("&nbsp;", " ").replace(" hidden>", ' hidden="">'))
    assert {child.attrib["data-formula"] for child in block} == ways
    assert [child.attrib["data-formula"] for child in block if "hidden" not in child.attrib] == [
        SETTINGS[0][name].formula
    ]


@pytest.mark.parametrize(("function", "left"), LAWS)
def test_a_law_as_it_is_set_is_the_function(function: str, left: str) -> None:
    module = {"bounds": bounds, "passes": passes}[function.partition(".")[0]]
    name = function.partition(".")[2]
    python = getattr(module, name)
    given = dict(zip(python.__code__.co_varnames[: python.__code__.co_argcount], (7.0, 3.0, 11.0, 2.0), strict=False))
    text = mathml.typeset(mathml.law(read(module), name), lambda used: f"<mi>{used}</mi>")
    assert eval(calculated(tree(text)), {"max": max, "min": min, **given}) == pytest.approx(python(**given))


def test_brackets_and_squares_are_where_they_must_be() -> None:
    def text(formula: str) -> str:
        return calculated(tree(mathml.typeset(mathml.parse(formula), lambda used: f"<mi>{used[-1]}</mi>")))

    values = {"a": 2.0, "b": 3.0, "c": 5.0}
    for formula in ("x.a - (x.b - x.c)", "x.a·(x.b + x.c)", "x.a·x.b² / (x.c + x.a)", "x.a·x.a·x.b", "max(x.a, x.b)²"):
        python = re.sub(r"x\.", "", formula).replace("·", "*").replace("²", "**2")
        assert eval(text(formula), {"max": max, **values}) == eval(python, {"max": max, **values}), formula


def test_a_symbol_is_explained_once_and_only_where_it_was_used() -> None:
    made = maths()
    made.formula("prefill.operations")
    told = made.where("")
    assert told.count("tokens of the prompt") == 1
    assert "users in the batch" not in told
    assert 'data-when="?model.sliding_window" hidden' in told
    assert made.where("") == '<ul class="where"></ul>'


def test_what_cannot_be_set_says_so() -> None:
    with pytest.raises(FilmError, match="cannot be set"):
        mathml.law(read(bounds), "crossover_batch")
    with pytest.raises(FilmError, match="cannot be set"):
        mathml.typeset(mathml.parse("x.a % x.b"), str)
    with pytest.raises(FilmError, match=r"no symbol for 'gpu.peek' \(did you mean 'gpu.peak'\?\)"):
        maths().symbols["gpu.peek"]
    with pytest.raises(FilmError, match="no figure"):
        maths().formula("prefill.taste")
