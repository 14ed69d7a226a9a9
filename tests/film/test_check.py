from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from film import check as module
from film import request
from film.check import check, missing_fonts, variant_problems
from film.errors import FilmError
from film.plan import ScenePlan
from film.request import Request
from film.story import Board
from film.storyboard import Beat, SceneCard, Storyboard, Variant
from roofline.measurements import DEFAULT
from roofline.specs import SpecError

SCENE = """
from film.storyboard import beat


class Wall:
    heard, renderer = {}, type("Renderer", (), {"camera": None})

    def __init__(self, plan, beats): ...

    def dress(self, look): ...

    def construct(self): ...

    @beat
    def one(self): ...
"""

SCRIPT = """
[wall]
title = "The wall"
one = "It holds {model.parameters} <here>weights."
"""


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Storyboard:
    name = f"walls_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(SCENE)
    (tmp_path / "en.toml").write_text(SCRIPT)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(request, "SCRIPTS", tmp_path)
    return Storyboard(SceneCard("wall", f"{name}:Wall"))


def found(board: Storyboard, tmp_path: Path, layout: Any, **options: Any) -> list[str]:
    return check(Request(voice="silent", cache=tmp_path / "cache", **options), board, layout)


def test_what_the_layout_finds_is_listed_once(board: Storyboard, tmp_path: Path) -> None:
    plans: list[ScenePlan] = []

    def layout(scene: object, plan: ScenePlan, beats: object) -> Sequence[str]:
        assert type(scene).__name__ == "Wall"
        plans.append(plan)
        return ["a title leaves the safe area", "a title leaves the safe area"]

    assert found(board, tmp_path, layout) == ["a title leaves the safe area"]
    assert plans[0].beats[0].marks.keys() == {"here"}


def never(scene: object, plan: ScenePlan, beats: object) -> Sequence[str]:
    raise AssertionError("the script is wrong, so no scene can be set up")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("one =", "two ="), "'one'"),
        (("{model.parameters}", "{model.parametres}"), "did you mean 'model.parameters'"),
        (("It holds", "It holds 8"), "'8'"),
    ],
)
def test_a_wrong_script_is_listed_with_its_line(
    board: Storyboard, tmp_path: Path, change: tuple[str, str], says: str
) -> None:
    script = tmp_path / "en.toml"
    script.write_text(script.read_text().replace(*change))
    problems = found(board, tmp_path, never)
    assert any(says in problem for problem in problems)
    assert all(str(script) in problem for problem in problems)


def test_what_is_wrong_with_the_request_is_an_error(board: Storyboard, tmp_path: Path) -> None:
    for options in ({"gpu": "h10"}, {"preset": "hdd"}, {"scene": "tap"}, {"language": "fr"}):
        with pytest.raises((FilmError, SpecError)):
            found(board, tmp_path, never, **options)


def test_a_font_that_is_missing_or_empty_is_named(tmp_path: Path) -> None:
    for name in module.FONTS:
        (tmp_path / name).write_bytes(b"font")
    assert list(missing_fonts(tmp_path)) == []
    (tmp_path / module.FONTS[0]).unlink()
    (tmp_path / module.FONTS[1]).write_bytes(b"")
    assert [line.split()[1] for line in missing_fonts(tmp_path)] == list(module.FONTS[:2])


def variants(*variants: Variant) -> list[str]:
    board = Board(SceneCard("wall", "walls:Wall"), {}, (Beat("one", variants),))
    return list(variant_problems([board], Request()))


def test_on_every_chip_exactly_one_variant_must_apply() -> None:
    claim = "measured.below_ceiling"
    assert variants(Variant("one", "one")) == []
    assert variants(Variant("one", "one", claim), Variant("one.otherwise", "other", claim, holds=False)) == []
    alone = variants(Variant("one", "one", claim))
    assert any("wall.one: on rtx-4090, 0 variants apply" in line for line in alone)
    assert not any("on h100," in line for line in alone)
    assert not any("on tpu-v5e," in line for line in alone)  # the weights do not fit, so there is no film
    assert any("on h100, 2 variants apply" in line for line in variants(Variant("one", "one"), Variant("b", "b")))


def test_a_claim_that_does_not_exist_is_named() -> None:
    assert set(variants(Variant("one", "one", "weights.fitt"))) == {
        "wall.one rests on claim 'weights.fitt', which does not exist"
    }


def test_lines_for_another_measurement_may_name_what_this_one_does_not_have(board: Storyboard, tmp_path: Path) -> None:
    module = next(tmp_path.glob("walls_*.py"))
    module.write_text(
        SCENE.replace("@beat\n", '@beat(claim="measured.through_router")\n')
        + "\n    @one.otherwise\n    def directly(self): ...\n"
    )
    routed, direct = '"Through {measured.router}."', '"Of {measured.provider}."'
    (tmp_path / "en.toml").write_text(f'[wall]\ntitle = "The wall"\none = {routed}\n"one.otherwise" = {direct}\n')
    mine = tmp_path / "mine.toml"
    text = DEFAULT.read_text("utf-8")
    mine.write_text(text.replace('[router]\nname = "OpenRouter"\nsaid = "Open Router"\n', ""), "utf-8")
    assert found(board, tmp_path, lambda *_: [], measurements=mine) == []
    (tmp_path / "en.toml").write_text(f'[wall]\ntitle = "The wall"\none = {routed}\n"one.otherwise" = {routed}\n')
    assert "measured.router" in found(board, tmp_path, lambda *_: [], measurements=mine)[0]
