"""The two chips that stand beside the film's own."""

from __future__ import annotations

import pytest

import roofline
from film.language import words_for
from roofline import Gpu

RIDGES = {"h100": 295.34, "a100": 153.02, "rtx-4090": 163.89}


@pytest.mark.parametrize(
    ("gpu", "first", "second"),
    [("h100", "a100", "rtx-4090"), ("a100", "h100", "rtx-4090"), ("rtx-4090", "h100", "a100")],
)
def test_they_are_the_film_s_other_two(gpu: str, first: str, second: str) -> None:
    figures = roofline.compute(gpu=gpu)
    assert [chip.key for chip in figures.others] == [first, second]
    assert figures.value("other.first_ridge") == pytest.approx(RIDGES[first], abs=0.01)
    assert figures.value("other.second_ridge") == pytest.approx(RIDGES[second], abs=0.01)


def test_a_chip_of_one_s_own_stands_beside_the_first_two() -> None:
    figures = roofline.compute(gpu=Gpu("mine", "Mine", 1e14, 1e12, 80e9))
    assert [chip.key for chip in figures.others] == ["h100", "a100"]


def test_how_far_attention_looks_back() -> None:
    whole, half = roofline.compute(), roofline.compute(model="gemma-2-9b")
    assert (whole.value("attention.windowed"), whole.value("attention.window")) == (0.0, 131_072)
    assert (half.value("attention.windowed"), half.value("attention.window")) == (0.5, 4096)


def test_their_names_are_words_of_the_film() -> None:
    words = words_for(roofline.compute())
    assert words["other.first_name"].shown == "A100"
    assert words["other.second_name"].said == "R T X forty ninety"
