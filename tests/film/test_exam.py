"""No film is made of what `check` refuses; a preview of one beat is, so that it can be looked at."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from film import request
from film.check import check
from film.errors import FilmError
from film.exam import Marked, neighbours, problems, refuse
from film.keys import file_hash
from film.produce import Result, make
from film.progress import display
from film.request import Request
from film.storyboard import SceneCard, Storyboard

SCENES = '''
from pathlib import Path

import numpy as np

from film.plan import Sound
from film.storyboard import beat


class Wall:
    """Draws without Manim."""

    def __init__(self, plan=None, beats=None):
        self.plan, self.reads, self.sounds = plan, (), (Sound("drop", 0.2, 0.3),)
        self.renderer = type("Renderer", (), {"camera": None, "file_writer": type("Writer", (), {"target": None})()})()

    def dress(self, look): ...

    def construct(self):
        self.heard = {"one": self.sounds}

    def suits(self, stretch):
        return True

    def draw(self):
        self.render()

    def render(self):
        for number in range(self.stretch.first, self.stretch.first + self.stretch.frames):
            self.renderer.file_writer.target(np.full((90, 160, 4), number % 200, np.uint8), 1)

    @beat
    def one(self): ...


def layout(scene, plan, beats):
    Path(__file__).with_name("looked").touch()
    marks = plan.beats[0].marks
    return [f"{type(scene).__name__} has a text outside the picture"] if "outside" in marks else []
'''

SCRIPT = """
title = "A test"

[wall]
title = "The wall"
one = "It holds {model.parameters} weights."
"""


class Made:
    """A film of one scene in a folder of its own."""

    def __init__(self, root: Path, module: str):
        self.root, self.script = root, root / "en.toml"
        self.board = Storyboard(SceneCard("wall", f"{module}:Wall"), layout=f"{module}:layout")
        self.options: dict[str, Any] = {"preset": "draft", "size": "160x90", "voice": "silent", "jobs": 1}

    def asked(self, **options: Any) -> Request:
        return Request(**self.options, output=self.root / "out", cache=self.root / "cache", **options)

    def film(self, **options: Any) -> Result:
        return make(self.asked(**options), self.board, display(None))

    @property
    def looked(self) -> bool:
        """Whether the layout was looked through, once."""
        path = self.root / "looked"
        there = path.exists()
        path.unlink(missing_ok=True)
        return there


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    module = f"exam_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{module}.py").write_text(SCENES)
    (tmp_path / "en.toml").write_text(SCRIPT)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(request, "SCRIPTS", tmp_path)
    return Made(tmp_path, module)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("It holds <outside>", "has a text outside the picture"),
        ("It holds " + "very " * 22, "a sentence of"),
        ('It holds weights."\ntwo = "', "line 'wall.two' has no beat"),
    ],
)
def test_what_check_refuses_is_not_rendered(made: Made, change: str, says: str) -> None:
    made.script.write_text(SCRIPT.replace("It holds ", change))
    (line,) = check(made.asked(), made.board)
    assert says in line
    with pytest.raises(FilmError) as refused:
        made.film()
    assert str(refused.value) == line
    assert not list((made.root / "cache").glob("parts/**/*.mp4"))
    # A single beat can be looked at all the same.
    assert made.film(beat="wall.one").film.exists()
    with pytest.raises(FilmError) as refused:
        made.film()
    assert str(refused.value) == line, "though its pictures are kept"


def test_only_what_is_drawn_is_looked_through(made: Made) -> None:
    assert made.film().drawn == 1
    assert made.looked
    assert made.film().drawn == 0
    assert not made.looked


def test_sound_that_is_made_by_those_who_draw_is_the_same_as_after_them(made: Made) -> None:
    first = made.film()
    assert list(first.costs.sounds) == ["wall"]
    before = file_hash(first.film)
    first.film.unlink()
    shutil.rmtree(made.root / "cache" / "sounds")
    again = made.film()
    assert (again.drawn, again.costs.sounds, file_hash(again.film)) == (0, {}, before)


def test_neighbours_of_what_is_drawn_are_compared() -> None:
    beats = {"a": ["1", "2"], "b": ["1", "2", "3"], "c": ["1"], "d": ["1"]}
    assert neighbours(beats, {"b": ["1", "3"]}) == [("a", "b"), ("b", "c")]
    assert neighbours(beats, {"b": ["1", "2"]}) == [("a", "b")]
    assert neighbours(beats, {"a": ["1"], "b": ["2"]}) == []
    assert neighbours(beats, {"c": ["1"]}) == [("b", "c"), ("c", "d")]
    assert neighbours({"a": ["1"]}, {"a": ["1"]}) == []


def test_a_jump_is_said_where_nothing_else_is_wrong() -> None:
    dark, light = (np.full((4, 4, 4), level, np.uint8) for level in (0, 200))
    marked = {"a": Marked((), (dark, light)), "b": Marked((), (light, dark)), "c": Marked((), (light, light))}
    pairs = [("a", "b"), ("b", "c")]
    (line,) = problems(pairs, marked)
    assert line.startswith("b does not end as c begins: 100.0%")
    assert list(problems(pairs, {**marked, "c": Marked(["c is wrong"], None)})) == ["c is wrong"]


def test_more_than_one_fault_is_counted() -> None:
    refuse([])
    with pytest.raises(FilmError, match=r"^a \(and 2 more: `check` lists them\)$"):
        refuse(["a", "b", "c"])


def test_what_was_drawn_for_a_preview_is_looked_through_once_for_the_film(made: Made) -> None:
    made.film(beat="wall.one")
    before = made.looked
    drawn = [made.film().drawn]
    then = made.looked
    (made.film().film).unlink()
    drawn.append(made.film().drawn)
    assert (before, then, made.looked, drawn) == (False, True, False, [0, 0])
