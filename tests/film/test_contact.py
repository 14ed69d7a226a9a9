"""All stills on one page: every one, as large as can be, and the same file every time."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

from film.contact import GAP, HEAD, MARGIN, NAME, PAGE, ROOM, Thumb, contact_sheet, grid, small


def thumbs(count: int) -> list[Thumb]:
    frame = np.full((540, 960, 4), 255, np.uint8)
    frame[:270, :, :3] = 20, 60, 120
    return [Thumb(f"scene.beat_{number}", small(frame)) for number in range(count)]


@pytest.mark.parametrize("count", [1, 7, 41])
def test_all_of_them_stand_on_one_page(count: int, tmp_path: Path) -> None:
    contact_sheet(tmp_path / "sheet.pdf", "Llama 3.1 8B on one H100", thumbs(count))
    with pypdfium2.PdfDocument(str(tmp_path / "sheet.pdf")) as document:
        assert len(document) == 1
        images = list(document[0].get_objects(filter=[FPDF_PAGEOBJ_IMAGE], max_depth=5))
        width, height = document[0].get_size()
        for left, low, right, high in (image.get_bounds() for image in images):
            assert 0 < left < right < width
            assert 0 < low < high < height
    assert len(images) == count


def test_the_same_pictures_are_the_same_file(tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        contact_sheet(tmp_path / name, "Title", thumbs(3))
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


@pytest.mark.parametrize("shape", [16 / 9, 4 / 3, 1.0, 9 / 16])
@pytest.mark.parametrize("count", [1, 2, 6, 41, 60])
def test_pictures_fit_and_no_other_number_of_columns_has_larger_ones(count: int, shape: float) -> None:
    columns, width = grid(count, shape)

    def fits(columns: int, width: float) -> bool:
        rows = -(-count // columns)
        across = columns * width + (columns - 1) * GAP
        down = rows * (width / shape + NAME * ROOM) + (rows - 1) * GAP
        return across <= PAGE[0] - 2 * MARGIN + 1e-6 and down <= PAGE[1] - 2 * MARGIN - HEAD + 1e-6

    assert fits(columns, width)
    assert not any(fits(other, 1.001 * width) for other in range(1, count + 1))


@pytest.mark.parametrize(("bright", "shade"), [(False, 0), (True, 255)])
def test_where_there_is_no_ground_the_page_is_as_the_slide_will_be(bright: bool, shade: int) -> None:
    with Image.open(BytesIO(small(np.zeros((90, 160, 4), np.uint8), bright))) as picture:
        assert picture.convert("L").getextrema() == (shade, shade)
