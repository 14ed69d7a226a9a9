"""Texts are filled; a place that makes no sense is named with its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from film.errors import FilmError
from film.page.template import Setting, fill
from film.plan import Worded

SETTING = Setting(
    words={"decode.rate": Worded("209", "two hundred nine"), "gpu.name": Worded("<H100>", "H100")},
    claims={"batch.fits": True, "weights.fit": False},
    known=frozenset({"decode.rate", "gpu.name", "batch.crossover_users"}),
    slots={"twice": lambda words: f"[{words}|{words}]"},
)


def filled(tmp_path: Path, text: str) -> str:
    (tmp_path / "part.html").write_text(text)
    return fill(tmp_path / "part.html", SETTING)


def test_figures_and_slots(tmp_path: Path) -> None:
    assert filled(tmp_path, "<b>{{decode.rate}}</b>") == '<b><span data-figure="decode.rate">209</span></b>'
    assert filled(tmp_path, "{{gpu.name}}") == '<span data-figure="gpu.name">&lt;H100&gt;</span>'
    assert filled(tmp_path, "{{batch.crossover_users}}") == '<span data-figure="batch.crossover_users">–</span>'
    assert filled(tmp_path, "{{@twice a b}}") == "[a b|a b]"


@pytest.mark.parametrize(
    ("conditions", "hidden"),
    [
        ("batch.fits", False),
        ("weights.fit", True),
        ("!weights.fit", False),
        ("batch.fits weights.fit", True),
        ("?decode.rate", False),
        ("?batch.crossover_users", True),
        ("!?batch.crossover_users batch.fits", False),
    ],
)
def test_conditions(tmp_path: Path, conditions: str, hidden: bool) -> None:
    end = " hidden" if hidden else ""
    text = filled(tmp_path, f"{{{{#if:p.why.now {conditions}}}}}yes{{{{/if}}}}")
    assert text == f'<p class="why now" data-when="{conditions}"{end}>yes</p>'


def test_conditions_nest(tmp_path: Path) -> None:
    text = filled(tmp_path, "{{#if:div batch.fits}}{{#if weights.fit}}a{{/if}}{{/if}}")
    assert text == '<div data-when="batch.fits"><span data-when="weights.fit" hidden>a</span></div>'


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("\n{{decode.rat}}", r"part\.html:2: no figure 'decode.rat' \(did you mean 'decode.rate'\?\)"),
        ("{{#if batch.fit}}{{/if}}", r"part\.html:1: no condition 'batch.fit'"),
        ("{{#if ?decode.rats}}{{/if}}", r"no figure 'decode.rats'"),
        ("{{@thrice}}", r"nothing is called 'thrice'"),
        ("{{#if batch.fits}}", r"without \{\{/if\}\}"),
        ("{{/if}}", r"without \{\{#if\}\}"),
    ],
)
def test_what_makes_no_sense_is_named(tmp_path: Path, text: str, wrong: str) -> None:
    with pytest.raises(FilmError, match=wrong):
        filled(tmp_path, text)
