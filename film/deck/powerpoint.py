"""A deck as a PowerPoint file, which LibreOffice, Keynote and Google Slides open too."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from pptx.oxml.ns import qn
from pptx.presentation import Presentation
from pptx.util import Length, Pt

from film.deck.ooxml import add_sections, add_vector, save, start_by_itself
from film.deck.paint import Paint
from film.deck.slides import SOURCES, Deck, Slide
from film.deck.template import PICTURE, TEXT, blank, layout

NO_DATE = datetime(1980, 1, 1)
"""In place of the day on which the file was made, so that the same deck is the same file."""

SIZES = (16, 15, 14, 13, 12, 11, 10, 9, 8)
"""Sizes of the last slide's type in points, of which the largest is taken that leaves room for all of it."""

SAID, BELOW = Pt(12), Pt(9)
"""Sizes of the notes: of the line, and of its figures."""

LETTER, LINE = 0.52, 1.2
"""Width of a letter, on average, and height of a line, in sizes of the type."""

AFTER = 0.45
"""Space after a paragraph, in sizes of the type."""


def write(deck: Deck, paint: Paint, path: Path) -> None:
    """Write the deck to `path`, which must not be one that somebody reads meanwhile."""
    prs = blank(deck.size, paint)
    for slide in deck.slides:
        _still(prs, slide, deck.fps)
    _sources(prs, deck)
    add_sections(prs, {**deck.sections, SOURCES: 1})
    _properties(prs, deck)
    save(prs, path)


def _still(prs: Presentation, slide: Slide, fps: int) -> None:
    """One picture that fills the slide, or its clip with the picture as what is seen before it plays."""
    made: Any = prs.slides.add_slide(layout(prs, PICTURE))
    made.shapes.title.text = slide.title
    made.element.cSld.set("name", slide.key)
    box = (0, 0, prs.slide_width, prs.slide_height)
    if slide.clip:
        picture = made.shapes.add_movie(str(slide.clip.path), *box, str(slide.picture), "video/mp4")
        start_by_itself(made, picture, round(1000 * slide.clip.frames / fps))
    else:
        picture = made.shapes.add_picture(str(slide.picture), *box)
        if slide.vector:
            add_vector(made, picture, slide.vector)
    picture.name = slide.key
    picture.element.find(f".//{qn('p:cNvPr')}").set("descr", slide.description)
    _notes(made, [slide.line] if slide.line else [], [f"{fact.name}: {fact.told}" for fact in slide.facts])


def _notes(slide: Any, lines: Sequence[str], small: Sequence[str]) -> None:
    """Write a slide's notes: what is said, and under it, smaller, what belongs to it."""
    frame = slide.notes_slide.notes_text_frame
    rows = [(text, SAID) for text in lines] + [(text, BELOW) for text in small]
    for number, (text, size) in enumerate(rows):
        paragraph = frame.paragraphs[0] if number == 0 else frame.add_paragraph()
        _plain(paragraph)
        run = paragraph.add_run()
        run.text, run.font.size = text, size
        paragraph.space_after = Pt(8 if size == SAID else 2)


def _sources(prs: Presentation, deck: Deck) -> None:
    """The last slide, in type as large as fits."""
    made: Any = prs.slides.add_slide(layout(prs, TEXT))
    made.shapes.title.text = SOURCES
    made.element.cSld.set("name", "sources")
    body = made.placeholders[1]
    texts = [f"{heading}  {text}" for heading, text in deck.sources]
    size = next((size for size in SIZES if _height(texts, size, body.width) < body.height), SIZES[-1])
    frame = body.text_frame
    frame.paragraphs[0].text = ""
    for number, (heading, text) in enumerate(deck.sources):
        paragraph = frame.paragraphs[0] if number == 0 else frame.add_paragraph()
        paragraph.space_after, paragraph.space_before = Pt(AFTER * size), Pt(0)
        _plain(paragraph)
        for words, bold in ((f"{heading}  ", True), (text, False)):
            run = paragraph.add_run()
            run.text, run.font.size, run.font.bold = words, Pt(size), bold
    _notes(made, [], texts)


def _height(texts: list[str], size: int, width: Length) -> Length:
    """About how high so many paragraphs get."""
    letters = width.pt / (LETTER * size)
    lines = sum(-(-len(text) // letters) for text in texts)
    return Pt((lines * LINE + len(texts) * AFTER) * size)


def _plain(paragraph: Any) -> None:
    """No bullet and no indentation."""
    properties = paragraph._p.get_or_add_pPr()
    properties.set("marL", "0")
    properties.set("indent", "0")
    properties.append(properties.makeelement(qn("a:buNone"), {}))  # after spacing, which python-pptx puts before it


def _properties(prs: Presentation, deck: Deck) -> None:
    known = prs.core_properties
    known.title, known.subject, known.language = deck.title, deck.subject, deck.language
    known.author = known.last_modified_by = "roofline-film"
    known.category = known.comments = known.content_status = known.keywords = ""
    known.created = known.modified = NO_DATE
    known.revision = 1
