"""An empty presentation in the film's colours, with two layouts: a picture, and text."""

from __future__ import annotations

from typing import Any

from lxml import etree
from pptx import Presentation
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.opc.constants import RELATIONSHIP_TYPE as RT
from pptx.oxml.ns import qn
from pptx.presentation import Presentation as Slides
from pptx.util import Emu, Length

from film.deck.paint import Paint

SHORT_SIDE = Emu(6_858_000)
"""The shorter side of a slide, 7.5 inches, as every program has it."""

FONT = "Arial"
"""What every computer has, or something of the same widths."""

PICTURE, TEXT = "Title Only", "Title and Content"
"""The layouts of python-pptx's own template that stay."""

TITLE_SIZE = 2800
"""In hundredths of a point."""


def blank(size: tuple[int, int], paint: Paint) -> Slides:
    """A presentation without slides whose slides have the shape of a picture of this size."""
    prs = Presentation()
    scale = SHORT_SIDE / min(size)
    width, height = (Emu(round(pixels * scale)) for pixels in size)
    prs.slide_width, prs.slide_height = width, height
    prs.element.find(qn("p:sldSz")).attrib.pop("type", None)
    for layout in list(prs.slide_layouts):
        if layout.name not in (PICTURE, TEXT):
            prs.slide_layouts.remove(layout)
    _drop(prs.part, RT.PRINTER_SETTINGS)
    _drop(prs.part.package, RT.THUMBNAIL)
    _colours(prs, paint)
    _places(prs, width, height)
    _notes(prs, width / height)
    return prs


def layout(prs: Slides, name: str) -> Any:
    """One of the two layouts."""
    return next(one for one in prs.slide_layouts if one.name == name)


def _drop(holder: Any, kind: str) -> None:
    """Let go of what a part refers to by a relationship of this kind."""
    for key in [key for key, relation in holder._rels.items() if relation.reltype == kind]:
        holder._rels.pop(key)


def _colours(prs: Slides, paint: Paint) -> None:
    """Ground, inks and the film's meanings as the theme's colours, so that what is added later has them as well."""
    part: Any = prs.slide_master.part.part_related_by(RT.THEME)
    theme = etree.fromstring(part.blob)
    light, dark = (paint.ink, paint.ground) if paint.dark else (paint.ground, paint.ink)
    values = {"dk1": dark, "lt1": light, "dk2": dark, "lt2": light, "hlink": paint.note, "folHlink": paint.note}
    values |= {f"accent{number}": colour for number, colour in enumerate(paint.meanings.values(), start=1)}
    for name, colour in values.items():
        slot = theme.find(f".//{qn('a:clrScheme')}/{qn(f'a:{name}')}")
        slot[:] = [etree.Element(qn("a:srgbClr"), val=colour.removeprefix("#"))]
    for latin in theme.iterfind(f".//{qn('a:fontScheme')}/*/{qn('a:latin')}"):
        latin.set("typeface", FONT)
    part._blob = etree.tostring(theme, xml_declaration=True, encoding="UTF-8", standalone=True)
    if paint.dark:
        swapped = {"bg1": "dk1", "tx1": "lt1", "bg2": "dk2", "tx2": "lt2"}
        prs.slide_master.element.find(qn("p:clrMap")).attrib.update(swapped)


def _places(prs: Slides, width: Length, height: Length) -> None:
    """Put the placeholders where they belong on a slide of this size, and the title of a picture above it: there
    readers, outlines and menus find it, and nobody sees it. PowerPoint hides a title in the same way."""
    master, margin = prs.slide_master, Emu(SHORT_SIDE // 16)
    wide, title = Emu(width - 2 * margin), Emu(SHORT_SIDE // 8)
    own = Presentation()
    across, down = width / (own.slide_width or width), height / (own.slide_height or height)
    for shape in master.placeholders:
        shape.left, shape.width = Emu(round(shape.left * across)), Emu(round(shape.width * across))
        shape.top, shape.height = Emu(round(shape.top * down)), Emu(round(shape.height * down))
    for shape in master.placeholders:
        if shape.placeholder_format.type == PP_PLACEHOLDER.TITLE:
            _put(shape, margin, Emu(margin // 2), wide, title)
        elif shape.placeholder_format.type == PP_PLACEHOLDER.BODY:
            top = Emu(margin // 2 + title)
            _put(shape, margin, top, wide, Emu(height - top - margin))
    for shape in layout(prs, PICTURE).placeholders:
        if shape.placeholder_format.type == PP_PLACEHOLDER.TITLE:
            _put(shape, margin, Emu(-title - margin // 4), wide, title)
    style = master.element.find(f".//{qn('p:titleStyle')}/{qn('a:lvl1pPr')}")
    style.set("algn", "l")
    style.find(qn("a:defRPr")).set("sz", str(TITLE_SIZE))


def _notes(prs: Slides, shape: float) -> None:
    """Give the picture of the slide on its page of notes the slide's shape."""
    master: Any = prs.notes_master  # whose types are wrong
    for place in master.placeholders:
        if place.placeholder_format.type == PP_PLACEHOLDER.SLIDE_IMAGE:
            width, height = min(place.width, place.height * shape), min(place.height, place.width / shape)
            left, top = place.left + (place.width - width) / 2, place.top + (place.height - height) / 2
            _put(place, *(Emu(round(number)) for number in (left, top, width, height)))


def _put(shape: Any, left: Length, top: Length, width: Length, height: Length) -> None:
    shape.left, shape.top, shape.width, shape.height = left, top, width, height
