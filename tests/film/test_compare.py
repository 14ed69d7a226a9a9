"""Chips side by side: right ratios, everything the film tells, columns that fit."""

from __future__ import annotations

import json

import pytest

import roofline
from film.compare import ALWAYS, compare, compared_data, compared_markdown, compared_text, told
from film.errors import FilmError
from film.report import WIDTH
from film.request import Request
from film.script import load_script
from roofline import SpecError
from roofline.claims import CLAIMS

FILM = compare(Request(), ["h100", "a100", "rtx-4090"])


def test_ratios_are_to_the_first() -> None:
    assert FILM.ratios("decode.rate") == [1, pytest.approx(2.039 / 3.35), pytest.approx(1.008 / 3.35)]
    other = compare(Request(), ["a100", "h100"])
    assert other.ratios("decode.rate") == [1, pytest.approx(3.35 / 2.039)]


def test_a_line_of_the_table() -> None:
    (line,) = [line for line in compared_text(FILM).splitlines() if line.startswith("decode.rate ")]
    assert line.split() == ["decode.rate", "209", "127", "(×0.61)", "63", "(×0.3)"]


def test_all_that_the_film_tells_is_compared() -> None:
    figures, script = FILM.chips[0], load_script(Request().script)
    texts = [text for scene in script.scenes.values() for text in (*scene.lines.values(), *scene.screen.values())]
    placeholders = {piece.figure for text in texts for piece in text.pieces() if piece.kind == "figure"}
    spoken = {name for name in placeholders if name in figures and not name.startswith("other.")}
    assert spoken | set(ALWAYS) == set(FILM.names)
    assert set(ALWAYS) <= set(told(script))
    text = compared_text(FILM)
    assert all(name in text for name in FILM.names)


def test_what_is_the_same_stands_apart() -> None:
    table, _, same = compared_text(FILM).partition("The same on all: ")
    assert "weights.bytes 16 GB" in same
    assert "weights.bytes" not in table


def test_what_is_not_true_everywhere_is_said_with_the_chip() -> None:
    text = " ".join(compared_text(FILM).split())
    statement = CLAIMS["measured.below_ceiling"].statement
    assert f"measured.below_ceiling on A100, RTX 4090: {statement}" in text
    assert "decode.limited_by_memory" not in text
    assert FILM.claims()["prefill.unnoticed"] == [True, False, False]


def test_what_makes_no_film_is_compared_all_the_same() -> None:
    large = compare(Request(model="llama-3.1-70b"), ["mi300x", "h100"])
    text = " ".join(compared_text(large).split())
    assert "No film: the weights of Llama 3.1 70B (BF16) are 141.11 GB, and one H100 has 80 GB" in text
    assert "No film: " in compared_markdown(large)
    assert list(compared_data(large)["no_film"]) == ["h100"]


@pytest.mark.parametrize("model", roofline.models())
@pytest.mark.parametrize("weights", ["bf16", "int8"])
def test_every_chip_at_once_fits_a_terminal(model: str, weights: str) -> None:
    every = compare(Request(model=model, weights=weights, prompt=500), list(roofline.gpus()))
    assert max(map(len, compared_text(every).splitlines())) <= WIDTH
    text = compared_text(every)
    assert all(figures.gpu.name in text for figures in every.chips)


def test_markdown_is_a_table() -> None:
    rows = [line for line in compared_markdown(FILM).splitlines() if line.startswith("|")]
    assert {row.count("|") for row in rows} == {5}
    assert rows[0] == "| figure | H100 | A100 | RTX 4090 |"
    assert "| `decode.rate` | 209 | 127 (×0.61) | 63 (×0.3) |" in rows
    assert "| `measured.below_ceiling` | true | not true | not true |" in rows


def test_json_holds_values_and_ratios() -> None:
    data = json.loads(json.dumps(compared_data(FILM)))
    assert data["gpus"] == ["h100", "a100", "rtx-4090"]
    rate = data["figures"]["decode.rate"]
    assert rate["unit"] == "token/s"
    assert rate["value"]["a100"] == roofline.compute("a100").value("decode.rate")
    assert rate["shown"] == {"h100": "209", "a100": "127", "rtx-4090": "63"}
    assert rate["ratio"]["h100"] == 1
    assert list(data["claims"]) == list(CLAIMS)
    assert data["claims"]["measured.below_ceiling"] == {"h100": True, "a100": False, "rtx-4090": False}


def test_a_chip_named_twice_is_one() -> None:
    assert len(compare(Request(), ["h100", "a100", "H100"]).chips) == 2
    for names in ([], ["h100"], ["h100", "h100"]):
        with pytest.raises(FilmError, match=r"^compare takes two chips or more, such as"):
            compare(Request(), names)
    with pytest.raises(SpecError, match=r"^unknown chip 'a10' \(did you mean 'a100'\?\)"):
        compare(Request(), ["h100", "a10"])
    with pytest.raises(SpecError, match=r"^no film of the NVIDIA T4"):
        compare(Request(), ["h100", "t4"])
