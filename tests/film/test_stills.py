"""Stills are the moments that beats declare."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from film.errors import FilmError
from film.export import export
from film.look import GROUNDS, ground_named
from film.plan import BeatTiming
from film.request import Request
from film.stills import Still, StillOptions, formats, picked
from scenes import STORYBOARD

STILLS = [Still(BeatTiming("tap", name, name, 0, 30), 1.0) for name in ("one_drop", "idle")]


def test_an_unknown_ground_names_those_that_there_are() -> None:
    assert [ground_named(name) for name in GROUNDS] == ["night", "light"]
    with pytest.raises(FilmError, match=r"no ground 'ligth' \(did you mean 'light'\?\); there are: night, light"):
        ground_named("ligth")


def test_a_pattern_picks_and_no_pattern_picks_all() -> None:
    assert picked(STILLS, None) == STILLS
    assert picked(STILLS, "tap.*") == STILLS
    assert picked(STILLS, "*.idle") == STILLS[1:]


def test_an_unknown_still_names_the_nearest() -> None:
    with pytest.raises(
        FilmError, match=r"no still 'tap\.idel' \(did you mean 'tap\.idle'\?\); there are: tap\.one_drop"
    ):
        picked(STILLS, "tap.idel")


def test_a_still_is_drawn_at_its_size_with_its_line_and_figures(tmp_path: Path) -> None:
    asked = Request(scene="weight_wall", voice="silent", size="320x180", cache=tmp_path / "cache")
    written = list(export(asked, STORYBOARD, tmp_path / "stills", StillOptions(only="weight_wall.the_channel")))
    assert [path.name for path in written] == ["weight_wall.the_channel.png", "stills.json", "contact-sheet.pdf"]
    with Image.open(written[0]) as picture:
        assert picture.size == (320, 180)
    entry = json.loads((tmp_path / "stills" / "stills.json").read_text("utf-8"))["weight_wall.the_channel"]
    assert list(entry["figures"])[:2] == ["gpu.bandwidth", "decode.memory_time"]  # what the line says, first
    assert "model.parameters" in entry["figures"]  # and what is drawn
    crossing = entry["figures"]["decode.memory_time"]
    assert crossing["formula"] == "decode.bytes / gpu.bandwidth"
    parts = {name: one["value"] for name, one in crossing["inputs"].items()}
    assert crossing["value"] == parts["decode.bytes"] / parts["gpu.bandwidth"]
    assert crossing["shown"] == "4.8 ms"
    assert entry["line"].startswith("One channel joins them")
    assert entry["description"]


@pytest.mark.parametrize(
    ("aspect", "size"),
    [("16:9", (1920, 1080)), ("4:3", (1440, 1080)), ("1:1", (1080, 1080)), ("9:16", (1080, 1920))],
)
def test_each_aspect_has_a_size_of_its_own(aspect: str, size: tuple[int, int]) -> None:
    assert StillOptions(aspect=aspect).look(Request()).size == size


def test_an_aspect_has_as_many_lines_as_the_preset_on_its_shorter_side() -> None:
    assert StillOptions(aspect="9:16").look(Request(preset="uhd")).size == (2160, 3840)
    assert StillOptions(aspect="4:3", size="800x600").look(Request()).size == (800, 600)


def test_a_size_of_another_shape_than_the_aspect_is_refused_with_one_that_fits() -> None:
    with pytest.raises(
        FilmError, match=r"^--size 1280x720: the shape asked for is 9:16; for this width take 1280x2276$"
    ):
        StillOptions(aspect="9:16", size="1280x720").look(Request())
    with pytest.raises(
        FilmError, match=r"^no aspect '9:17' \(did you mean '9:16'\?\); there are: 16:9, 4:3, 1:1, 9:16$"
    ):
        StillOptions(aspect="9:17").look(Request())


def test_another_run_replaces_what_it_draws_and_leaves_the_rest(tmp_path: Path) -> None:
    asked = Request(scene="weight_wall", voice="silent", size="320x180", cache=tmp_path / "cache")
    folder = tmp_path / "stills"
    folder.mkdir()
    (folder / "lecture.txt").write_text("mine", "utf-8")
    for only in ("*.one_model", "*.the_channel"):
        list(export(asked, STORYBOARD, folder, StillOptions(only=only)))
    (folder / "weight_wall.one_chip.png").write_bytes(b"somebody's")
    before = (folder / "weight_wall.one_model.png").read_bytes()
    list(export(asked, STORYBOARD, folder, StillOptions(("svg",), only="*.the_channel")))
    assert (folder / "lecture.txt").read_text("utf-8") == "mine"
    assert (folder / "weight_wall.one_chip.png").read_bytes() == b"somebody's"
    assert (folder / "weight_wall.one_model.png").read_bytes() == before
    book = json.loads((folder / "stills.json").read_text("utf-8"))
    assert {name: one["files"] for name, one in book.items()} == {
        "weight_wall.one_model": {"png": "weight_wall.one_model.png"},
        "weight_wall.the_channel": {"svg": "weight_wall.the_channel.svg"},
    }
    assert not list(folder.glob(".*"))


def test_a_moment_is_drawn_under_its_beat_and_frame(tmp_path: Path) -> None:
    asked = Request(scene="weight_wall", voice="silent", size="320x180", cache=tmp_path / "cache")
    written = list(export(asked, STORYBOARD, tmp_path, StillOptions(at=("f60", "0:01.0", "2"))))
    assert [path.name for path in written[:-2]] == [f"weight_wall.one_model.f{frame}.png" for frame in (60, 120)]
    with pytest.raises(FilmError, match=r"^--at 9:00 is past the end: the film lasts 0:\d\d\.\d\d"):
        list(export(asked, STORYBOARD, tmp_path, StillOptions(at=("9:00",))))
    with pytest.raises(FilmError, match="leave out one of them"):
        list(export(asked, STORYBOARD, tmp_path, StillOptions(at=("1",), only="*")))


def test_formats_may_be_given_one_by_one_or_together() -> None:
    assert formats(()) == ("png",)
    assert formats(("svg,PNG", "pdf", "svg")) == ("svg", "png", "pdf")
    with pytest.raises(FilmError, match=r"^--format pgn \(did you mean 'png'\?\): there are png, svg, pdf$"):
        formats(("pgn",))
