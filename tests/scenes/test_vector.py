"""A still as SVG or PDF is the picture that it is as PNG: rasterised again, it looks the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest
import resvg_py
from PIL import Image
from pypdfium2.raw import FPDF_PAGEOBJ_FORM, FPDF_PAGEOBJ_PATH, FPDF_PAGEOBJ_SHADING
from skimage.metrics import structural_similarity

from film.look import Look
from film.portrait import straight
from film.request import Request
from film.shelf import SHELF
from film.sitting import Sitting, sitting
from film.stills import Still, declared
from film.story import Story, told
from scenes import STORYBOARD

Pixels = npt.NDArray[np.float64]

HUGE, LARGE, SMALL = (3840, 2160), (2560, 1440), (640, 360)
"""At a small size most of what differs is how two rasterisers soften edges, and text that PNG sets on whole pixels."""

HANDFUL = ("weight_wall.the_channel", "prefill_sluice.the_gate_opens", "roofline_terrain.other_mountains")
"""Stills that hold most of what there is: wall and threads, water and lights, rock and lines."""

HEATED = "roofline_terrain.two_metrics"
"""A still whose lines glow, within clips."""

UNDER_A_SKY = "measured.first_words"
"""A still in which another sky covers what stood before."""


@dataclass(frozen=True)
class Gallery:
    """A film's stills by their names, and where plates are kept."""

    story: Story
    stills: dict[str, Still]
    plates: Path

    @contextmanager
    def sat(self, name: str, look: Look) -> Iterator[Sitting]:
        """A still, posed."""
        still = self.stills[name]
        scene = still.beat.scene
        with SHELF.at(self.plates), sitting(self.story.boards[scene].card.load(), self.story.plans[scene], look) as sat:
            sat.pose(still.moment)
            yield sat


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Gallery:
    cache = tmp_path_factory.mktemp("cache")
    story = told(Request(voice="silent", cache=cache), STORYBOARD)
    return Gallery(story, {still.name: still for still in declared(story)}, cache / "plates")


def from_svg(text: str) -> Pixels:
    data = bytes(resvg_py.svg_to_bytes(svg_string=text))
    return np.asarray(Image.open(BytesIO(data)).convert("RGB"), float)


def from_pdf(path: Path, width: int) -> Pixels:
    with pypdfium2.PdfDocument(str(path)) as document:
        page = document[0]
        return np.asarray(page.render(scale=width / page.get_width()).to_pil().convert("RGB"), float)


def pictures(sat: Sitting, folder: Path) -> tuple[Pixels, dict[str, Pixels]]:
    """The still as pixels, and what becomes of its SVG and PDF."""
    sat.pdf(folder / "still.pdf", "title", "description")
    pixels = np.asarray(sat.pixels()[..., :3], float)
    again = {"svg": from_svg(sat.svg("title", "description")), "pdf": from_pdf(folder / "still.pdf", pixels.shape[1])}
    return pixels, again


def apart(gallery: Gallery, name: str, folder: Path, size: tuple[int, int]) -> dict[str, float]:
    """By how many levels of 255 the shapes of a still differ from those of its PNG, in the mean."""
    with gallery.sat(name, Look(size, glows=False)) as sat:
        pixels, again = pictures(sat, folder)
    return {form: float(np.abs(pixels - picture).mean()) for form, picture in again.items()}


def alike(gallery: Gallery, name: str, folder: Path) -> dict[str, float]:
    """How alike a still and its PNG are with all light, as SSIM."""
    with gallery.sat(name, Look(SMALL)) as sat:
        pixels, again = pictures(sat, folder)
    options = {"channel_axis": 2, "data_range": 255, "gaussian_weights": True}
    measure: Any = structural_similarity  # which has no types
    return {form: float(measure(pixels, picture, **options)) for form, picture in again.items()}


@pytest.mark.parametrize("name", HANDFUL)
def test_shapes_are_where_they_are_in_the_png(gallery: Gallery, name: str, tmp_path: Path) -> None:
    assert max(apart(gallery, name, tmp_path, LARGE).values()) < 1.0


@pytest.mark.parametrize("name", [*HANDFUL, HEATED])
def test_light_says_the_same_as_in_the_png(gallery: Gallery, name: str, tmp_path: Path) -> None:
    assert min(alike(gallery, name, tmp_path).values()) > 0.95


@pytest.mark.full
def test_so_it_is_with_every_still(gallery: Gallery, tmp_path: Path) -> None:
    far = {name: apart(gallery, name, tmp_path, HUGE) for name in gallery.stills}
    assert {name: levels for name, levels in far.items() if max(levels.values()) >= 1.0} == {}
    similar = {name: alike(gallery, name, tmp_path) for name in gallery.stills}
    assert {name: shares for name, shares in similar.items() if min(shares.values()) <= 0.95} == {}


@pytest.mark.parametrize("name", [*HANDFUL, UNDER_A_SKY])
def test_nothing_is_a_raster_or_needs_a_font(gallery: Gallery, name: str, tmp_path: Path) -> None:
    with gallery.sat(name, Look(SMALL)) as sat:
        tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(sat.svg("title", "text")).iter()}
        sat.pdf(tmp_path / "still.pdf", "title", "text")
    assert tags <= {"svg", "title", "desc", "defs", "clipPath", "linearGradient", "radialGradient", "stop", "g", "path"}
    with pypdfium2.PdfDocument(str(tmp_path / "still.pdf")) as document:
        assert len(document) == 1
        kinds = {one.type for one in document[0].get_objects(max_depth=15)}
    assert kinds <= {FPDF_PAGEOBJ_PATH, FPDF_PAGEOBJ_SHADING, FPDF_PAGEOBJ_FORM}
    assert FPDF_PAGEOBJ_PATH in kinds


def test_the_same_still_is_the_same_file(gallery: Gallery, tmp_path: Path) -> None:
    texts, files = [], []
    for path in (tmp_path / "one.pdf", tmp_path / "two.pdf"):
        with gallery.sat(HANDFUL[1], Look(SMALL)) as sat:
            texts.append(sat.svg("title", "text"))
            sat.pdf(path, "title", "text")
            files.append(path.read_bytes())
    assert texts[0] == texts[1]
    assert files[0] == files[1]


def test_an_svg_is_named_and_described(gallery: Gallery) -> None:
    with gallery.sat(UNDER_A_SKY, Look(SMALL)) as sat:
        root = ElementTree.fromstring(sat.svg("Prefill & decode", "2,000 tokens < 1 s"))
    named = {element.get("id"): element.text for element in root[:2]}
    assert named == {"title": "Prefill & decode", "desc": "2,000 tokens < 1 s"}
    assert (root.get("role"), root.get("aria-labelledby"), root.get("aria-describedby")) == ("img", "title", "desc")


@pytest.mark.parametrize("name", [HANDFUL[0], UNDER_A_SKY])
def test_without_a_ground_nothing_is_behind_the_stage(gallery: Gallery, name: str) -> None:
    with gallery.sat(name, Look(SMALL, ground=False)) as sat:
        png = straight(sat.pixels())
        svg = np.asarray(Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=sat.svg("", ""))))))
    for picture in (png, svg):
        assert picture[..., 3].max() == 255
        assert (picture[[0, 0, -1, -1], [0, -1, 0, -1], 3] == 0).all()


def test_without_a_ground_the_stage_over_black_is_as_it_is(gallery: Gallery) -> None:
    with gallery.sat(HANDFUL[1], Look(SMALL, ground=False)) as sat:
        frame = sat.pixels()
    over_black = Image.new("RGBA", SMALL, "black")
    over_black.alpha_composite(Image.fromarray(straight(frame)))
    assert np.abs(np.asarray(over_black)[..., :3].astype(int) - frame[..., :3]).max() <= 1


def test_a_plain_still_is_the_same_picture_without_title_and_large_numbers(gallery: Gallery) -> None:
    name = "decode_tap.one_drop"
    with gallery.sat(name, Look(SMALL)) as sat:
        titled, shown = sat.pixels(), sat.figures
    with gallery.sat(name, Look(SMALL, plain=True)) as sat:
        plain, still_shown = sat.pixels(), sat.figures
    assert "decode.step_time" in shown
    assert "decode.step_time" not in still_shown
    rows = np.flatnonzero((titled != plain).any((1, 2)))
    heads, heroes = rows[rows < SMALL[1] // 8], rows[rows > 3 * SMALL[1] // 4]
    assert len(heads)
    assert len(heroes)
    assert len(heads) + len(heroes) == len(rows)
