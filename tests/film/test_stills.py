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
from film.stills import Still, StillOptions, picked
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
    assert [path.name for path in written] == ["weight_wall.the_channel.png", "stills.json"]
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
