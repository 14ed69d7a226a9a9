"""What python-pptx and LibreOffice find in a deck is what was put in."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE_TYPE
from pptx.oxml.ns import qn

from film.deck.paint import LIGHT, NIGHT, Paint
from film.deck.powerpoint import NO_DATE, write
from scenes.stage import theme
from scenes.stage.printed import printed

A = "http://schemas.openxmlformats.org/drawingml/2006/main"
P14 = "{http://schemas.microsoft.com/office/powerpoint/2010/main}"
SVG = "{http://schemas.microsoft.com/office/drawing/2016/SVG/main}svgBlip"


@pytest.fixture
def file(drawn: Any) -> Path:
    path: Path = drawn.folder / "film.pptx"
    write(drawn.deck, NIGHT, path)
    return path


def read(path: Path) -> Any:
    return Presentation(str(path))


def test_a_slide_is_one_picture_that_fills_it_with_title_notes_and_alt_text(drawn: Any, file: Path) -> None:
    prs = read(file)
    assert (prs.slide_width, prs.slide_height) == (12_192_000, 6_858_000)
    assert len(prs.slides) == 4
    for slide, put in zip(prs.slides, drawn.deck.slides, strict=False):
        title, picture = slide.shapes
        assert (slide.name, title.text) == (put.key, put.title)
        assert title.top + title.height <= 0, "the title is seen on the slide"
        assert (picture.left, picture.top) == (0, 0)
        assert (picture.width, picture.height) == (prs.slide_width, prs.slide_height)
        assert picture.image.blob == put.picture.read_bytes()
        assert picture._element.nvPicPr.cNvPr.get("descr") == put.description
        assert [paragraph.text for paragraph in slide.notes_slide.notes_text_frame.paragraphs] == [
            *([put.line] if put.line else []),
            "decode.step_time: 4.8 ms (0.00479419 s) = max(decode.math_time, decode.memory_time)",
            "gpu.bandwidth: 3.35 TB/s (3.35e+12 B/s; data: h100_sxm.yaml)",
        ]


def test_the_svg_rides_along_where_there_is_one(drawn: Any, file: Path) -> None:
    first, second, *_ = read(file).slides
    blip = first.shapes[1]._element.find(f".//{qn('a:blip')}")
    vector = blip.find(f"{qn('a:extLst')}/{qn('a:ext')}/{SVG}")
    part = first.part.related_part(vector.get(qn("r:embed")))
    assert part.content_type == "image/svg+xml"
    assert part.blob == drawn.deck.slides[0].vector.read_bytes()
    assert second.shapes[1]._element.find(f".//{SVG}") is None


def test_every_slide_is_in_its_scenes_section(file: Path) -> None:
    prs = read(file)
    found = {
        section.get("name"): [one.get("id") for one in section.iter(f"{P14}sldId")]
        for section in prs.element.iter(f"{P14}section")
    }
    ids = [str(slide.slide_id) for slide in prs.slides]
    assert found == {"The wall": ids[:2], "The tap": ids[2:3], "Sources and licence": ids[3:]}
    assert len({section.get("id") for section in prs.element.iter(f"{P14}section")}) == 3


def test_the_last_slide_says_the_sources_in_type_that_fits(drawn: Any, file: Path) -> None:
    def size(path: Path) -> float:
        body = read(path).slides[3].placeholders[1]
        assert [paragraph.text.split("  ")[0] for paragraph in body.text_frame.paragraphs] == ["Chip", "Licence"]
        return float(body.text_frame.paragraphs[0].runs[0].font.size.pt)

    more = drawn.folder / "more.pptx"
    write(replace(drawn.deck, sources=[("Chip", "a chip"), ("Licence", "MIT licence. " * 200)]), NIGHT, more)
    assert 8 <= size(more) < size(file)


def test_the_same_deck_is_the_same_file_and_has_no_date(drawn: Any, file: Path) -> None:
    again = drawn.folder / "again.pptx"
    write(drawn.deck, NIGHT, again)
    assert again.read_bytes() == file.read_bytes()
    known = read(file).core_properties
    assert known.created.replace(tzinfo=None) == known.modified.replace(tzinfo=None) == NO_DATE
    with zipfile.ZipFile(file) as package:
        assert {entry.date_time[0] for entry in package.infolist()} == {1980}
        assert not [name for name in package.namelist() if "printerSettings" in name or "thumbnail" in name]


@pytest.mark.parametrize(
    ("pixels", "slide"), [((240, 180), (9_144_000, 6_858_000)), ((180, 320), (6_858_000, 12_192_000))]
)
def test_a_slide_has_the_shape_of_its_picture(drawn: Any, pixels: tuple[int, int], slide: tuple[int, int]) -> None:
    path = drawn.folder / "shape.pptx"
    write(replace(drawn.deck, size=pixels), NIGHT, path)
    prs = read(path)
    assert (prs.slide_width, prs.slide_height) == slide
    body = prs.slides[3].placeholders[1]
    assert 0 < body.left < body.left + body.width < prs.slide_width
    assert 0 < body.top < body.top + body.height < prs.slide_height


def test_a_clip_plays_muted_and_by_itself_over_its_still(
    drawn: Any, encoded: Callable[[Path, Sequence[int]], Any]
) -> None:
    deck, path = drawn.with_clip(encoded), drawn.folder / "film.pptx"
    write(deck, NIGHT, path)
    first, second, *_ = read(path).slides
    movie = first.shapes[1]
    assert movie.shape_type == MSO_SHAPE_TYPE.MEDIA
    assert movie.poster_frame.blob == deck.slides[0].picture.read_bytes()
    videos = [
        part for part in (rel.target_part for rel in first.part.rels.values()) if part.content_type == "video/mp4"
    ]
    assert {part.blob for part in videos} == {deck.slides[0].clip.path.read_bytes()}
    targets = first.element.findall(f".//{qn('p:spTgt')}")
    assert [target.get("spid") for target in targets] == [str(movie.shape_id)] * 2
    assert first.element.find(f".//{qn('p:cmd')}").get("cmd") == "playFrom(0.0)"
    assert first.element.find(f".//{qn('p:cBhvr')}/{qn('p:cTn')}").get("dur") == "1333"
    assert first.element.find(f".//{qn('p:cMediaNode')}").get("mute") == "1"
    assert second.shapes[1].shape_type == MSO_SHAPE_TYPE.PICTURE


COLOURS = [theme.AMBER, theme.CYAN, theme.CORAL, theme.VIOLET, theme.GREEN, theme.RIM]


@pytest.mark.parametrize(
    ("paint", "tone", "colours"),
    [
        (NIGHT, str, [theme.NIGHT_TOP, theme.INK, theme.NOTE_INK, *COLOURS[:5]]),
        (LIGHT, printed, [theme.NIGHT_DEEP, theme.INK, theme.NOTE_INK, *COLOURS]),
    ],
)
def test_the_colours_are_the_films(drawn: Any, paint: Paint, tone: Callable[[str], str], colours: list[str]) -> None:
    own = [paint.ground, paint.ink, paint.note, *paint.meanings.values()]
    assert own[: len(colours)] == [tone(colour) for colour in colours]
    path = drawn.folder / "film.pptx"
    write(drawn.deck, paint, path)
    with zipfile.ZipFile(path) as package:
        theme_part, master = (
            package.read(f"ppt/{name}1.xml").decode() for name in ("theme/theme", "slideMasters/slideMaster")
        )
    assert all(f'val="{colour[1:]}"' in theme_part for colour in own)
    ground = "dk1" if paint.dark else "lt1"
    assert f'bg1="{ground}"' in master
    assert f'<a:{ground}><a:srgbClr val="{paint.ground[1:]}"/>' in theme_part


@pytest.mark.skipif(
    not (shutil.which("soffice") and shutil.which("pdftoppm")),
    reason="needs LibreOffice and Poppler: apt-get install --no-install-recommends libreoffice-impress poppler-utils",
)
def test_libreoffice_opens_it_and_shows_each_picture_over_the_whole_page(drawn: Any, file: Path) -> None:
    profile = f"-env:UserInstallation=file://{drawn.folder}/profile"
    convert = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(drawn.folder), str(file)]
    subprocess.run(convert, check=True, capture_output=True, timeout=300)
    pdf = file.with_suffix(".pdf")
    subprocess.run(
        ["pdftoppm", "-scale-to-x", "320", "-scale-to-y", "180", "-png", pdf, drawn.folder / "page"], check=True
    )
    pages = sorted(drawn.folder.glob("page-*.png"))
    assert len(pages) == 4
    for page, slide in zip(pages, drawn.deck.slides, strict=False):
        seen, put = (np.asarray(Image.open(path).convert("RGB"), np.int16) for path in (page, slide.picture))
        assert np.abs(seen - put).mean() < 2, f"{page.name} does not show {slide.key}"
    words = subprocess.run(["pdftotext", pdf, "-"], check=True, capture_output=True, text=True).stdout
    assert "Sources and licence" in words
    assert "The wall, 1" not in words, "a hidden title is seen"
