from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from film.errors import FilmError
from film.request import Request

CHANGES: list[dict[str, Any]] = [
    {},
    {"gpu": "a100"},
    {"model": "llama-3.2-1b"},
    {"prompt": 500},
    {"users": 500},
    {"context": 500},
    {"weights": "int8"},
    {"preset": "draft"},
    {"size": "1280x720"},
    {"fps": 30},
    {"voice": "silent"},
    {"voice": "recorded:takes/anna"},
    {"language": "de"},
    {"scene": "weight_wall"},
]


def test_the_default_film_has_the_plain_name() -> None:
    assert Request().folder == Path("build/h100-llama-3.1-8b-hd")


def test_options_that_are_not_default_stand_in_the_name() -> None:
    asked = Request(gpu="a100", preset="draft", weights="int8", prompt=500, size="320x180", voice="silent")
    assert asked.folder == Path("build/a100-llama-3.1-8b-draft-int8-prompt500-320x180-silent")


def test_what_equals_the_default_does_not() -> None:
    assert Request(size="1920x1080", fps=60, voice="neural").folder == Request().folder


def test_different_films_never_share_a_folder() -> None:
    asked = [Request(**{**one, **other}) for one, other in combinations(CHANGES, 2)]
    assert len({request.folder for request in asked}) == len({repr(request) for request in asked})


def test_a_chip_of_ones_own_gives_its_file_s_name() -> None:
    assert Request(gpu="my chips/große Karte.toml").folder == Path("build/große-Karte-llama-3.1-8b-hd")


def test_the_output_and_the_cache_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ROOFLINE_CACHE", raising=False)
    assert Request(output=Path("x")).folder == Path("x")
    assert Request().cache_folder == Path("build/.cache")
    monkeypatch.setenv("ROOFLINE_CACHE", "/elsewhere")
    assert Request().cache_folder == Path("/elsewhere")
    assert Request(cache=Path("here")).cache_folder == Path("here")


@pytest.mark.parametrize("language", ["fr", "../script/en", "", "EN"])
def test_an_unknown_language_lists_the_known(language: str) -> None:
    with pytest.raises(FilmError, match=r"there are: .*en"):
        Request(language=language).script  # noqa: B018
