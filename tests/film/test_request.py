from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from film.errors import FilmError
from film.request import Request, figures_for, film_figures
from film.story import chosen
from film.storyboard import SceneCard, Storyboard
from roofline.measurements import DEFAULT
from roofline.own import load_gpu, template
from roofline.specs import SpecError

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
    {"versus": "rtx-4090"},
    {"versus": "my/rtx-4090.toml"},
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


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"versus": "H100"}, r"^--versus h100 is the film's own chip; name another$"),
        ({"versus": "rtx-409"}, r"^unknown chip 'rtx-409' \(did you mean 'rtx-4090'\?\)"),
        ({"versus": "m2-ultra"}, r"^no film of the Apple M2 Ultra: .* no TFLOP/s"),
        ({"versus": "none.toml"}, r"^none\.toml: no such file"),
        (
            {"gpu": "h200", "model": "llama-3.1-70b", "weights": "int8", "versus": "l4"},
            r"^--versus l4: the weights of ",
        ),
        ({"prompt": 70_000, "versus": "l4"}, r"^--versus l4: .* cache of 70,000 tokens .* longest that fits$"),
    ],
)
def test_another_chip_that_cannot_answer_is_refused_in_one_line(options: dict[str, Any], says: str) -> None:
    with pytest.raises((FilmError, SpecError), match=says) as refused:
        film_figures(Request(**options))
    assert "\n" not in str(refused.value)


def test_two_chips_of_one_name_could_not_be_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(template("chip").replace('name = "My chip"', 'name = "H100"'), "utf-8")
    assert load_gpu(path).name == "H100"
    with pytest.raises(SpecError, match=r"both chips are called 'H100'"):
        film_figures(Request(versus=str(path)))


def test_the_other_chip_serves_no_batch(tmp_path: Path) -> None:
    """It has to hold the weights and the prompt, not the users of the film's chip and their caches."""
    asked = Request(gpu="mi300x", users=500, context=4000, versus="rtx-4090")
    assert film_figures(asked).value("versus.decode.rate") == pytest.approx(62.76, abs=0.01)


def test_a_scene_that_has_to_be_asked_for_says_how() -> None:
    board = Storyboard(
        SceneCard("wall", "a:B"), SceneCard("versus", "a:C", claim="versus.asked_for", option="--versus")
    )
    with_it, without = Request(versus="l4"), Request()
    assert [card.name for card in chosen(with_it, board, film_figures(with_it))] == ["wall", "versus"]
    assert [card.name for card in chosen(without, board, film_figures(without))] == ["wall"]
    with pytest.raises(FilmError, match="it is there with --versus only"):
        chosen(replace(without, scene="versus"), board, film_figures(without))
