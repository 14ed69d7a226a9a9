"""The page's numbers are Python's, to the bit, and are shown as the film shows them: in a real browser."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import roofline
from film import english
from film.language import words_for
from film.page.conditions import conditions
from film.page.data import EXAMPLES, LIMITS
from roofline import Figures
from roofline.specs import BYTES_EACH
from tests.film.page.browser import Page

pytestmark = pytest.mark.browser

Setting = dict[str, Any]

ONLY_FILM = ("other.", "wall.", "clock.", "chip.", "lights.", "crowd.")
"""What the film draws and the page does not."""


def setting(**changes: Any) -> Setting:
    film = {"gpu": "h100", "model": "llama-3.1-8b", "weights": "bf16", "prompt": 2000, "batch": 64, "context": 256}
    return film | changes


def some_setting(source: random.Random) -> Setting:
    """Any setting that a reader can choose and Python does not refuse."""
    model = source.choice(list(roofline.models()))
    window = roofline.models()[model].context_window

    def amount(key: str) -> int:
        most = LIMITS[key][1] if key == "batch" else min(LIMITS[key][1], window)
        return int(most ** source.random())

    return {
        "gpu": source.choice(list(roofline.gpus())),
        "model": model,
        "weights": source.choice(list(BYTES_EACH)),
        **{key: amount(key) for key in LIMITS},
    }


GRID = [
    *(setting(gpu=gpu) for gpu in roofline.gpus()),
    *(setting(model=model, prompt=8000, context=4500, batch=3) for model in roofline.models()),
    *(setting(weights=weights, prompt=prompt) for weights in BYTES_EACH for prompt in (1, 294, 295, 16_361, 131_072)),
    *(setting(batch=batch, context=context) for batch in (1, 295, 1024) for context in (1, 415, 131_072)),
    *(some_setting(random.Random(seed)) for seed in range(200)),
]


def figures_of(chosen: Setting) -> Figures:
    return roofline.compute(
        chosen["gpu"], chosen["model"], chosen["prompt"], chosen["batch"], chosen["context"], chosen["weights"]
    )


def expected(figures: Figures) -> dict[str, float]:
    """Python's figures, without those that rest on a prompt that the film chose, or that it alone draws."""
    unmeasured = set(EXAMPLES) if "measured.decode_short" not in figures else set()
    left_out = {name for name in figures if name.startswith(ONLY_FILM)}
    for name, figure in figures.items():
        if name in unmeasured or (left_out | unmeasured) & set(figure.inputs):
            unmeasured.add(name)
    return {name: figures.value(name) for name in figures if name not in left_out | unmeasured}


def test_grid_has_both_kinds_of_models_and_both_measured_and_not() -> None:
    sheets = [figures_of(chosen) for chosen in GRID]
    assert {"model.sliding_share" in sheet for sheet in sheets} == {True, False}
    assert {"measured.speed" in sheet for sheet in sheets} == {True, False}
    assert {"batch.crossover_users" in sheet for sheet in sheets} == {True, False}
    for name in ("weights.fit", "batch.fits", "batch.limited_by_memory", "prefill.limited_by_arithmetic"):
        assert {conditions(sheet)[name] for sheet in sheets} == {True, False}


def test_every_figure_of_every_setting_is_pythons(page: Page) -> None:
    found = page.run(
        f"{json.dumps(GRID)}.map((setting) => Object.fromEntries(Object.entries(roofline.figuresOf(setting).figures)"
        ".map(([name, figure]) => [name, figure.value])))"
    )
    for chosen, values in zip(GRID, found, strict=True):
        assert {name: float(value) for name, value in values.items()} == expected(figures_of(chosen)), chosen


def test_every_condition_is_pythons(page: Page) -> None:
    found = page.run(f"{json.dumps(GRID)}.map((setting) => roofline.truths(roofline.figuresOf(setting)))")
    for chosen, truths in zip(GRID, found, strict=True):
        assert truths == conditions(figures_of(chosen)), chosen


def test_formulas_are_pythons(page: Page) -> None:
    chosen = [setting(), setting(model="gemma-2-9b", context=4500)]
    found = page.run(
        f"{json.dumps(chosen)}.map((setting) => Object.fromEntries(Object.entries(roofline.figuresOf(setting).figures)"
        ".map(([name, figure]) => [name, figure.formula])))"
    )
    for one, formulas in zip(chosen, found, strict=True):
        figures = figures_of(one)
        assert {n: f for n, f in formulas.items() if f} == {
            n: figures[n].formula for n in formulas if figures[n].inputs
        }


def test_what_the_page_shows_is_what_the_film_shows(page: Page) -> None:
    """Twenty settings in the address; every figure on the page, read off it."""
    for seed in range(20):
        chosen = some_setting(random.Random(1000 + seed))
        page.run(f"location.hash = {json.dumps('&'.join(f'{key}={value}' for key, value in chosen.items()))}")
        page.run("new Promise((done) => setTimeout(done))")
        figures = figures_of(chosen)
        words, there = words_for(figures), expected(figures)
        shown = page.run(
            "[...document.querySelectorAll('[data-figure]')].map((e) => [e.dataset.figure, e.textContent])"
        )
        assert len(shown) > 150
        for name, text in shown:
            if (plain := name.partition(":")[0]) in there:
                assert text == words[name].shown, (name, chosen)
            elif plain in figures:
                assert text == "–", (name, chosen)


def numbers() -> list[float]:
    """Of all sizes, and on both sides of where a digit, a unit or a word changes."""
    source = random.Random(7)
    edges = [edge * 10.0**power for power in range(-8, 17) for edge in (1, 0.995, 0.9995, 9.995, 9.95, 2.5, 4.445)]
    near = [edge * (1 + step) for edge in edges for step in (-1e-15, 1e-15, -1e-4, 1e-4)]
    binary = [2.0**power * step for power in range(4, 40) for step in (1, 0.9995, 1.0005, 1023.5 / 1024)]
    halves = [half + 0.5 for half in range(2200)]
    return [
        0.0,
        0.99,
        0.995,
        0.9999,
        *edges,
        *near,
        *binary,
        *halves,
        *(10 ** source.uniform(-8, 17) for _ in range(2000)),
    ]


def test_words_are_the_films(page: Page) -> None:
    values = numbers()
    found = page.run(
        f"((values) => Object.entries(roofline.forms).flatMap(([kind, forms]) => Object.entries(forms).map("
        f"([form, rule]) => [kind, form, values.map((value) => rule(value))])))({json.dumps(values)})"
    )
    for kind, form, texts in found:
        rule = english.FORMS[kind][form]
        for value, text in zip(values, texts, strict=True):
            assert text == rule(value).shown, (kind, form, value)


def test_every_kind_that_the_page_has_is_worded(page: Page) -> None:
    sheets = [figures_of(chosen) for chosen in GRID[:40]]
    kinds = {sheet[name].kind for sheet in sheets for name in expected(sheet)}
    assert kinds <= set(page.run("Object.keys(roofline.forms)"))
