"""From a request to a deck: the first scene, very small."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pptx import Presentation

from film.deck.make import DeckOptions, Made, make
from film.errors import FilmError
from film.keys import file_hash
from film.progress import display
from film.request import Request
from film.stills import StillOptions
from scenes import STORYBOARD


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def asked(folder: Path, cache: Path, **options: Any) -> Request:
    return Request(scene="weight_wall", voice="silent", size="160x90", fps=15, output=folder, cache=cache, **options)


def deck(folder: Path, cache: Path, options: DeckOptions, only: str | None = "*.the_channel", **given: Any) -> Made:
    return make(asked(folder, cache, **given), STORYBOARD, display(None), options, StillOptions(only=only))


def test_different_decks_have_different_names(tmp_path: Path, cache: Path) -> None:
    light = StillOptions(only="*.the_channel", ground="light", plain=True)
    made = make(asked(tmp_path, cache), STORYBOARD, display(None), DeckOptions(markdown="reveal"), light)
    assert made.path == tmp_path / "deck-plain-light-the_channel-reveal.md"
    assert made.beside == [tmp_path / "deck-plain-light" / "weight_wall.the_channel.png"]
    with Image.open(made.beside[0]) as picture:
        assert min(picture.convert("L").resize((1, 1)).tobytes()) > 160, "it is not light"


def test_a_deck_has_the_stills_with_their_lines_figures_and_sources(tmp_path: Path, cache: Path) -> None:
    made = deck(tmp_path, cache, DeckOptions(), only=None)
    assert (made.path, made.slides) == (tmp_path / "film.pptx", 4)
    prs: Any = Presentation(str(made.path))
    titles = [slide.shapes.title.text for slide in prs.slides]
    assert titles[3:] == ["The wall of weights, 4 of 4: One channel joins them", "Sources and licence"]
    assert len(set(titles)) == 5
    notes = prs.slides[3].notes_slide.notes_text_frame.text
    assert notes.startswith("One channel joins them: three point three five terabytes per second.")
    assert "gpu.bandwidth: 3.35 TB/s (3.35e+12 B/s; data: NVIDIA aiconfigurator" in notes
    assert "decode.memory_time: 4.8 ms (0.00479419 s) = decode.bytes / gpu.bandwidth" in notes
    assert "TB/s" not in prs.slides[0].notes_slide.notes_text_frame.text
    sources = prs.slides[4].placeholders[1].text_frame.text
    for said in ("NVIDIA H100 SXM", "read 20", "8,030,261,248 parameters", "through OpenRouter", "MIT licence"):
        assert said in sources
    assert prs.core_properties.title == "The wall of weights: Llama 3.1 8B on one H100"


def test_slides_have_the_aspect_of_their_stills(tmp_path: Path, cache: Path) -> None:
    tall = StillOptions(only="*.the_channel", aspect="9:16", size="180x320")
    given = Request(scene="weight_wall", voice="silent", fps=15, output=tmp_path, cache=cache)
    made = make(given, STORYBOARD, display(None), DeckOptions(vector=False), tall)
    assert made.path == tmp_path / "film-9x16-the_channel.pptx"
    prs: Any = Presentation(str(made.path))
    assert (prs.slide_width, prs.slide_height) == (6_858_000, 12_192_000)
    assert prs.slides[0].shapes[1].image.size == (180, 320)


def test_a_deck_of_another_model_does_not_speak_of_the_measurement(tmp_path: Path, cache: Path) -> None:
    prs: Any = Presentation(str(deck(tmp_path, cache, DeckOptions(vector=False), model="qwen3-8b").path))
    assert "OpenRouter" not in prs.slides[1].placeholders[1].text_frame.text


def test_a_deck_with_clips_carries_the_same_files_as_their_folder(tmp_path: Path, cache: Path) -> None:
    made = deck(tmp_path, cache, DeckOptions(clips=True, hold=0.2), jobs=1)
    prs: Any = Presentation(str(made.path))
    clip = (tmp_path / "clips" / "weight_wall.the_channel.mp4").read_bytes()
    assert clip in [relation.target_part.blob for relation in prs.slides[0].part.rels.values()]


def test_what_lies_in_the_folder_stays(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "deck").mkdir()
    mine = [tmp_path / "deck" / "weight_wall.mine.png", tmp_path / "film.mp4"]
    for path in mine:
        path.write_text("mine")
    made = deck(tmp_path, cache, DeckOptions(markdown="marp"))
    assert made.path == tmp_path / "deck-the_channel.md"
    assert [path.read_text() for path in mine] == ["mine", "mine"]
    before = file_hash(made.path)
    assert file_hash(deck(tmp_path, cache, DeckOptions(markdown="marp")).path) == before


@pytest.mark.parametrize(
    ("options", "wanted", "says"),
    [
        (DeckOptions(markdown="marb"), StillOptions(), r"--markdown marb \(did you mean 'marp'\?\): .*marp or reveal"),
        (DeckOptions(), StillOptions(only="weight_wall.the_chanel"), r"did you mean 'weight_wall\.the_channel'\?"),
        (DeckOptions(clips=True), StillOptions(at=("0:01",)), "--with-clips shows whole beats and --at takes a moment"),
        (DeckOptions(clips=True), StillOptions(ground="light", plain=True), "the film as it is, not plain and light"),
        (DeckOptions(), StillOptions(ground="lite"), r"no ground 'lite' \(did you mean 'light'\?\)"),
        (DeckOptions(clips=True, hold=-1), StillOptions(), "--hold -1"),
        (DeckOptions(), StillOptions(at=("9:00",)), "--at 9:00 is past the end: the film lasts"),
    ],
)
def test_what_makes_no_sense_is_refused(
    tmp_path: Path, cache: Path, options: DeckOptions, wanted: StillOptions, says: str
) -> None:
    with pytest.raises(FilmError, match=says):
        make(asked(tmp_path, cache), STORYBOARD, display(None), options, wanted)
    assert not list(tmp_path.glob("*.*"))
