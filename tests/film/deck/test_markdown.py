"""Markdown decks, as text and as their tools read them."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from film.deck.markdown import marp, reveal
from film.deck.paint import NIGHT
from film.keys import ROOT

MARP = Path(os.environ.get("MARP") or ROOT / "build" / "marp" / "node_modules" / ".bin" / "marp")
"""Marp from npm, for the tests alone."""


def slides(text: str) -> list[str]:
    return text.split("\n\n---\n\n")


def pictures(text: str) -> list[str]:
    return re.findall(r"deck/[\w.]+\.png", text)


@pytest.mark.parametrize("written", [marp, reveal])
def test_each_slide_has_its_picture_title_and_description(drawn: Any, written: Any) -> None:
    text = written(drawn.deck, NIGHT, drawn.folder)
    assert len(slides(text)) == 4
    assert [drawn.folder / name for name in pictures(text)] == [slide.picture for slide in drawn.deck.slides]
    for number, slide in enumerate(slides(text)[:3]):
        assert re.search(rf"^# The \w+, {number + 1}: \\\*all\\\* of it$", slide, re.M)
        assert "\n\nA wall at the left of the frame, with a “bg fit” \\<sign\\>.\n" in slide
    assert "- **Chip** a\\_b, 80 GB" in slides(text)[3]


def test_marp_takes_notes_from_comments(drawn: Any) -> None:
    _, first, second, third, _ = re.split(r"<!-- _class: \w+ -->", marp(drawn.deck, NIGHT, drawn.folder))
    notes = [re.findall(r"<!--\n(.*?)\n-->", slide, re.S) for slide in (first, second, third)]
    assert [len(found) for found in notes] == [1, 1, 1]
    assert "--" not in notes[0][0]
    assert notes[1][0].startswith("One channel joins them.\n\ndecode.step_time: 4.8 ms (0.00479419 s) = max(")
    assert notes[2][0].startswith("decode.step_time")


def test_reveal_takes_notes_from_what_follows_note(drawn: Any) -> None:
    text = reveal(drawn.deck, NIGHT, drawn.folder)
    assert [slide.count("\n\nNote:\n") for slide in slides(text)] == [1, 1, 1, 0]
    assert slides(text)[1].split("Note:\n")[1].startswith("One channel joins them.\n\n- decode.step\\_time: 4.8 ms")
    assert all(slide.startswith("<!-- .slide: ") for slide in slides(text))


def test_clips_take_the_pictures_place(drawn: Any, encoded: Callable[[Path, Sequence[int]], Any]) -> None:
    deck = drawn.with_clip(encoded)
    shown = slides(marp(deck, NIGHT, drawn.folder))
    assert (
        '<video src="clips/wall.one.mp4" poster="deck/wall.one.png" controls muted playsinline>\n</video>' in shown[0]
    )
    assert "<video" not in shown[1]
    shown = slides(reveal(deck, NIGHT, drawn.folder))
    assert 'data-background-video="clips/wall.one.mp4" data-background-video-muted="true"' in shown[0]
    assert "background-image" not in shown[0]  # it would be shown in the clip's place
    assert "background-image" in shown[1]


@pytest.mark.skipif(not MARP.exists(), reason="needs Marp: npm install --prefix build/marp @marp-team/marp-cli")
def test_marp_shows_the_pictures_and_keeps_the_notes(drawn: Any) -> None:
    path = drawn.folder / "deck.md"
    path.write_text(marp(drawn.deck, NIGHT, drawn.folder), "utf-8")
    subprocess.run([MARP, path, "-o", path.with_suffix(".html")], check=True, capture_output=True, timeout=120)
    page = path.with_suffix(".html").read_text("utf-8")
    grounds = re.findall(r"<figure style=\"background-image:url\(&quot;(.*?)&quot;\);background-size:contain", page)
    assert grounds == [f"deck/{slide.key}.png" for slide in drawn.deck.slides]
    notes = re.findall(r'<div class="bespoke-marp-note" data-index="(\d)" tabindex="0">(.*?)</div>', page, re.S)
    assert [number for number, note in notes if "decode.step_time: 4.8 ms" in note] == ["0", "1", "2"]
