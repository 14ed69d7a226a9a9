from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from film.errors import FilmError
from film.request import Request, figures_for, film_figures
from film.story import chosen
from film.storyboard import SceneCard, Storyboard
from roofline.measurements import DEFAULT

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
    {"measurements": Path("int8.toml")},
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


def test_a_file_that_is_called_like_a_known_chip_has_a_folder_of_its_own() -> None:
    assert Request(gpu="a/H100.toml", model="b/phi-4.toml").folder == Path("build/H100-file-phi-4-file-hd")


def test_measurements_of_ones_own_stand_in_the_name() -> None:
    for name in ("mine.toml", "other/measured-mine.toml"):
        assert Request(measurements=Path(name)).folder == Path("build/h100-llama-3.1-8b-hd-measured-mine")


def test_measurements_of_ones_own_give_the_figures(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(DEFAULT.read_text("utf-8").replace("= 156", "= 100"), "utf-8")
    assert figures_for(Request(measurements=path)).value("measured.decode_short") == 100


def test_capitals_make_no_other_film() -> None:
    assert Request(gpu="H100", model="Llama-3.1-8B").folder == Request().folder


def test_where_no_film_can_be_made_the_figures_can_be_seen_all_the_same() -> None:
    asked = Request(model="llama-3.1-70b")
    assert figures_for(asked).value("weights.bytes") > 141e9
    with pytest.raises(
        FilmError, match=r"^the weights of Llama 3\.1 70B \(BF16\) are 141\.11 GB, and one H100 has 80 GB"
    ):
        film_figures(asked)


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


def test_a_scene_whose_claim_fails_is_left_out_of_the_film() -> None:
    board = Storyboard(SceneCard("wall", "a:B"), SceneCard("measured", "a:C", claim="measured.of_this_model"))
    here, elsewhere = Request(), Request(model="mistral-7b-v0.3")
    assert [card.name for card in chosen(here, board, film_figures(here))] == ["wall", "measured"]
    assert [card.name for card in chosen(elsewhere, board, film_figures(elsewhere))] == ["wall"]


def test_a_left_out_scene_that_is_asked_for_is_refused_with_the_reason() -> None:
    board = Storyboard(SceneCard("wall", "a:B"), SceneCard("measured", "a:C", claim="measured.of_this_model"))
    asked = Request(model="mistral-7b-v0.3", scene="measured")
    with pytest.raises(FilmError, match=r"left out .* measurement of this model"):
        chosen(asked, board, film_figures(asked))
