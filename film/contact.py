"""All stills on one page, each with its name: `contact-sheet.pdf`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import cairo
import numpy as np
import uharfbuzz as hb
from PIL import Image

from film.keys import ROOT
from film.shoot import Frame

SHEET = "contact-sheet.pdf"

PAGE = 841.89, 595.28
"""A4 across, in points."""
MARGIN, GAP, HEAD = 28.0, 8.0, 30.0
NAME, TITLE = 5.6, 11.0
"""Font sizes in points."""
ROOM = 1.9
"""Height of a name's line in font sizes."""
INK, NOTE = (0.09, 0.11, 0.17), (0.35, 0.38, 0.45)

THUMB = 480
"""Width of a picture in pixels: 200 a inch and more on a full page."""

FONT = ROOT / "assets" / "fonts" / "InterTight_400Regular.ttf"

NO_DATE = "1970-01-01T00:00:00Z"
"""In place of the day on which a PDF was made, so that the same pictures are the same file."""


@dataclass(frozen=True)
class Thumb:
    """A still as it stands on the sheet: its name, and a small JPEG."""

    name: str
    jpeg: bytes


def small(frame: Frame, bright: bool = False) -> bytes:
    """A frame as a small JPEG; where it has no ground it is over white if it is `bright`, else over black."""
    behind = 255 - frame[..., 3:] if bright else np.zeros_like(frame[..., 3:])
    picture = Image.fromarray(np.minimum(frame[..., :3].astype(np.uint16) + behind, 255).astype(np.uint8))
    picture.thumbnail((THUMB, THUMB * frame.shape[0] // frame.shape[1] + 1), Image.Resampling.LANCZOS)
    data = BytesIO()
    picture.save(data, "JPEG", quality=88, subsampling=0)
    return data.getvalue()


def contact_sheet(path: Path, title: str, thumbs: Sequence[Thumb]) -> None:
    """Write the page; the pictures are as large as they can be."""
    surface = cairo.PDFSurface(str(path), *PAGE)
    surface.set_metadata(cairo.PDF_METADATA_TITLE, title)
    surface.set_metadata(cairo.PDF_METADATA_CREATE_DATE, NO_DATE)
    ctx = cairo.Context(surface)
    _write(ctx, title, (MARGIN, MARGIN + TITLE), TITLE, INK)
    with Image.open(BytesIO(thumbs[0].jpeg)) as first:
        shape = first.width / first.height
    columns, width = grid(len(thumbs), shape)
    pasted = []
    for number, thumb in enumerate(thumbs):
        x = MARGIN + number % columns * (width + GAP)
        y = MARGIN + HEAD + number // columns * (width / shape + NAME * ROOM + GAP)
        pasted.append(_paste(ctx, thumb.jpeg, (x, y), width))
        size = min(NAME, NAME * width / max(_advance(thumb.name) * NAME, 1e-9))
        _write(ctx, thumb.name, (x, y + width / shape + 1.25 * NAME), size, NOTE)
    surface.finish()
    del pasted  # not before: pycairo lets go of a JPEG by way of the surface that it came with


def grid(count: int, shape: float) -> tuple[int, float]:
    """Columns, and the width of a picture, so that `count` of them fill the page."""
    wide, high = PAGE[0] - 2 * MARGIN, PAGE[1] - 2 * MARGIN - HEAD
    sizes = []
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        across = (wide - (columns - 1) * GAP) / columns
        down = ((high + GAP) / rows - GAP - NAME * ROOM) * shape
        sizes.append((min(across, down), columns))
    width, columns = max(sizes)
    return columns, width


def _paste(ctx: Any, jpeg: bytes, place: tuple[float, float], width: float) -> cairo.ImageSurface:
    """Put a picture on the page, and give the surface that holds it, which must outlive the page."""
    with Image.open(BytesIO(jpeg)) as picture:
        pixels = np.ascontiguousarray(np.asarray(picture.convert("RGBX"))[..., [2, 1, 0, 3]])
    rows, columns = pixels.shape[:2]
    surface = cairo.ImageSurface.create_for_data(memoryview(pixels.data), cairo.FORMAT_RGB24, columns, rows)
    surface.set_mime_data(cairo.MIME_TYPE_JPEG, jpeg)  # goes into the file as it is
    ctx.save()
    ctx.translate(*place)
    ctx.scale(width / columns, width / columns)
    ctx.set_source_surface(surface, 0, 0)
    ctx.paint()
    ctx.restore()
    return surface


def _font() -> Any:
    return hb.Font(hb.Face(hb.Blob.from_file_path(str(FONT))))


def _shaped(font: Any, text: str) -> Any:
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(font, buffer)
    return buffer


def _advance(text: str) -> float:
    """A text's width in font sizes."""
    font = _font()
    return float(sum(one.x_advance for one in _shaped(font, text).glyph_positions) / font.face.upem)


def _write(ctx: Any, text: str, place: tuple[float, float], size: float, color: tuple[float, float, float]) -> None:
    """Draw a line of text as shapes, from a place on its baseline."""
    font = _font()
    buffer = _shaped(font, text)
    unit = size / font.face.upem
    ctx.save()
    ctx.translate(*place)
    ctx.scale(unit, -unit)
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        font.draw_glyph_with_pen(info.codepoint, _Pen(ctx))
        ctx.translate(position.x_advance, 0)
    ctx.set_source_rgb(*color)
    ctx.fill()
    ctx.restore()


class _Pen:
    """Draws a glyph's outline on a context."""

    def __init__(self, ctx: Any):
        self.moveTo: Callable[[tuple[float, float]], None] = lambda point: ctx.move_to(*point)
        self.lineTo: Callable[[tuple[float, float]], None] = lambda point: ctx.line_to(*point)
        self.closePath: Callable[[], None] = ctx.close_path
        self.ctx = ctx

    def qCurveTo(self, handle: tuple[float, float], point: tuple[float, float]) -> None:
        (x0, y0), (hx, hy), (x1, y1) = self.ctx.get_current_point(), handle, point
        first = (x0 + 2 * (hx - x0) / 3, y0 + 2 * (hy - y0) / 3)
        self.ctx.curve_to(*first, x1 + 2 * (hx - x1) / 3, y1 + 2 * (hy - y1) / 3, x1, y1)

    def curveTo(self, first: tuple[float, float], second: tuple[float, float], point: tuple[float, float]) -> None:
        self.ctx.curve_to(*first, *second, *point)
