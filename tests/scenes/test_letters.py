"""Text is shaped from the project's own fonts and set on its baseline."""

from __future__ import annotations

import pytest
from fontTools.ttLib import TTFont

from film.errors import FilmError
from scenes.stage.letters import FACES, FONTS, Letters, Run, Style, advance, shape
from scenes.stage.theme import AMBER, INK


@pytest.mark.parametrize("weight", sorted(FACES))
def test_figures_are_tabular(weight: int) -> None:
    style = Style(1.0, weight)
    widths = [advance(digit, style) for digit in "0123456789"]
    assert max(widths) - min(widths) < 0.001


def test_letters_are_as_tall_as_the_font_says() -> None:
    font = TTFont(FONTS / FACES[400])
    cap = font["OS/2"].sCapHeight / font["head"].unitsPerEm
    letters = Letters([Run("H")], 0.0, 1.0, Style(2.0))
    assert letters.ink[1] == pytest.approx(1.0)
    assert letters.ink[3] - letters.ink[1] == pytest.approx(2.0 * cap, rel=1e-3)


def test_descenders_hang_below_the_baseline() -> None:
    assert Letters([Run("gy")], 0.0, 1.0, Style(1.0)).ink[1] < 1.0


@pytest.mark.parametrize(("align", "edge"), [("left", 0), ("right", 2)])
def test_ink_starts_and_ends_on_the_line_it_is_set_to(align: str, edge: int) -> None:
    letters = Letters([Run("16 billion")], 3.0, 0.0, Style(0.9, 300), "left" if align == "left" else "right")
    assert letters.ink[edge] == pytest.approx(3.0)


def test_each_run_keeps_its_colour_and_its_place() -> None:
    whole = Letters([Run("every weight, once")], 0.0, 0.0, Style(0.3))
    parts = Letters([Run("every "), Run("weight", AMBER), Run(", once")], 0.0, 0.0, Style(0.3))
    assert [part.get_fill_color().to_hex().upper() for part in parts] == [INK, AMBER, INK]
    assert parts.ink == pytest.approx(whole.ink)


def test_a_character_that_the_font_lacks_is_an_error_and_names_it() -> None:
    with pytest.raises(FilmError, match="漢"):
        shape("漢", Style(0.3))
