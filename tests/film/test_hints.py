"""What is wrong is said with the place where it stands, and what was meant is said too."""

from __future__ import annotations

from pathlib import Path

import pytest

from film.errors import FilmError, Unspeakable
from film.page import build as page
from film.plans import scene_plans
from film.request import Request, film_figures
from film.script import Spoken, load_script
from film.story import chosen, notes
from film.storyboard import Beat, Variant
from film.timeline import build
from film.unused import unused
from film.voice import SilentVoice, Take
from scenes import STORYBOARD

SCRIPT = """
[wall]
one = "It holds weights."
two = "It holds them."

[wall.screen]
heading = "The wall"
needs_long = "needs"
forgotten = "nowhere"
"""

BEATS = tuple(Beat(name, (Variant(name, name),)) for name in ("one", "two"))


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "en.toml"
    path.write_text(SCRIPT)
    return path


class Speechless(SilentVoice):
    """Has no sound for one word."""

    def say(self, spoken: Spoken) -> Take:
        if "them" in spoken.text:
            raise Unspeakable("the voice has no sound for 'them.'")
        return super().say(spoken)


def test_a_word_without_a_sound_is_named_with_its_line(script: Path) -> None:
    with pytest.raises(FilmError) as error:
        build({"wall": BEATS}, load_script(script), {}, {}, Speechless(), 15)
    assert str(error.value) == f"{script}:4: the voice has no sound for 'them.'"


def test_a_plan_knows_where_lines_and_texts_stand(script: Path) -> None:
    read = load_script(script)
    timeline = build({"wall": BEATS}, read, {}, {}, SilentVoice(), 15)
    where = scene_plans(film_figures(Request()), read, {}, {}, timeline)["wall"].where
    assert {name: place.rpartition(":")[2] for name, place in where.items()} == {
        "one": "3", "two": "4", "screen.heading": "7", "screen.needs_long": "8", "screen.forgotten": "9",
    }  # fmt: skip


def test_a_text_that_nothing_draws_is_found(script: Path, tmp_path: Path) -> None:
    code = tmp_path / "wall.py"
    code.write_text('self.label("heading")\nself.label(f"needs_{which}")\nself.read(f"{kind}")\n')
    (line,) = unused(load_script(script).scenes["wall"], [str(code)])
    assert line == f"{script}:9: [wall.screen] has 'forgotten', which nothing in the scene draws"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"scene": "decode_tap.idle"}, "one beat of it is --beat decode_tap.idle"),
        ({"beat": "idle"}, "write --beat decode_tap.idle"),
        ({"beat": "decode_tap"}, "all of it is --scene decode_tap"),
        ({"beat": "nothing"}, "--beat takes a scene and a beat of it"),
    ],
)
def test_a_beat_for_a_scene_and_the_other_way_round_are_said(options: dict[str, str], says: str) -> None:
    asked = Request(**options)  # type: ignore[arg-type]
    with pytest.raises(FilmError) as error:
        chosen(asked, STORYBOARD, film_figures(asked))
    assert says in str(error.value)


def test_what_a_film_does_not_tell_as_asked_is_noted() -> None:
    assert list(notes(Request(), STORYBOARD)) == []
    (line,) = notes(Request(users=1), STORYBOARD)
    assert line.startswith("scene 'shared_read' is left out")
    (line,) = notes(Request(gpu="l4", users=100_000), STORYBOARD)
    assert line.startswith("100,000 users do not fit")


def test_a_page_without_a_film_says_so_and_one_that_cannot_be_written_too(tmp_path: Path) -> None:
    said: list[str] = []
    page.make(Request(output=tmp_path / "empty"), said.append)
    assert said == [f"there is no film in {tmp_path / 'empty'}, so the page is without one"]
    (tmp_path / "file").touch()
    with pytest.raises(FilmError, match=f"^cannot write to {tmp_path / 'file' / 'page'}: .*--output"):
        page.make(Request(output=tmp_path / "file" / "page"))


def test_the_film_has_a_title_of_its_own() -> None:
    script = load_script(Request().script)
    assert script.title
    assert script.title not in {str(scene.title and scene.title.raw) for scene in script.scenes.values()}
