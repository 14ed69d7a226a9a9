"""A deck as Markdown, for Marp or for reveal.js.

The two agree on what divides slides, but not on notes and backgrounds: Marp takes notes from comments and a background
from a picture that is marked `bg`, reveal.js takes them from what follows `Note:` and from a comment that begins with
`.slide:`. In both, title and description stand on the slide where screen readers find them and nobody sees them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from film.deck.paint import Paint
from film.deck.slides import SOURCES, Deck, Slide

UNSEEN = "position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); margin: 0;"
"""The style of what is only read aloud."""

SMALL = "font-size: 0.5em; line-height: 1.35; text-align: left;"
"""The style of the sources."""

MARP_SIZES = {(16, 9): "16:9", (4, 3): "4:3"}
"""The shapes of slides that Marp knows; on one of another shape the picture is shown as a whole."""

Write = Callable[[Deck, Paint, Path], str]
"""A deck as text, with pictures named from the folder in which it will lie."""


def marp(deck: Deck, paint: Paint, home: Path) -> str:
    """A deck for Marp."""
    width, height = deck.size
    known = [name for (wide, high), name in MARP_SIZES.items() if width * high == height * wide]
    head = {
        "marp": "true",
        "size": known[0] if known else "16:9",
        "title": _quoted(deck.title),
        "description": _quoted(deck.subject),
        "lang": deck.language,
        "backgroundColor": _quoted(paint.ground),
        "color": _quoted(paint.ink),
        "style": f"\n  section.still > :not(video) {{ {UNSEEN} }}\n  section.still > video {{ {WHOLE} }}"
        f"\n  section.sources li {{ {SMALL} }}\n  section :is(h1, strong, code) {{ color: inherit; }}",
    }
    front = "\n".join(f"{key}: {'|' if value.startswith(chr(10)) else ''}{value}" for key, value in head.items())
    slides = [_marp_slide(slide, home) for slide in deck.slides]
    last = "\n\n".join(["<!-- _class: sources -->", _sources(deck)])
    return f"---\n{front}\n---\n\n" + "\n\n---\n\n".join([*slides, last]) + "\n"


WHOLE = "position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain;"
"""The style of what fills the slide."""


def _marp_slide(slide: Slide, home: Path) -> str:
    picture = _address(slide.picture, home)
    if slide.clip:
        clip = _address(slide.clip.path, home)
        # On lines of their own, or they would be taken for words of a paragraph. Marp would start all at once.
        shown = f'<video src="{clip}" poster="{picture}" controls muted playsinline>\n</video>'
    else:
        shown = f"![bg contain]({picture})"
    facts = "\n".join(f"{fact.name}: {fact.told}" for fact in slide.facts)
    notes = "\n\n".join(filter(None, [slide.line, facts])).replace("--", "-\u200b-")
    return "\n\n".join(["<!-- _class: still -->", shown, *_read_aloud(slide), f"<!--\n{notes}\n-->"])


def reveal(deck: Deck, paint: Paint, home: Path) -> str:
    """A deck for the Markdown plugin of reveal.js, and for tools that build on it."""
    style = (
        f"<style>.reveal section.still > * {{ {UNSEEN} }} .reveal .sources li {{ {SMALL} }} "
        f".reveal .sources {{ color: {paint.ink}; }} .reveal .sources h2 {{ color: inherit; }}</style>"
    )
    slides = [_reveal_slide(slide, paint, home) for slide in deck.slides]
    ground = _attributes({"class": "sources", "data-background-color": paint.ground})
    last = "\n\n".join([ground, style, _sources(deck)])
    return "\n\n---\n\n".join([*slides, last]) + "\n"


def _reveal_slide(slide: Slide, paint: Paint, home: Path) -> str:
    shown = {"class": "still", "data-background-color": paint.ground, "data-background-size": "contain"}
    if slide.clip:  # a picture would be shown in its place
        shown |= {"data-background-video": _address(slide.clip.path, home), "data-background-video-muted": "true"}
    else:
        shown["data-background-image"] = _address(slide.picture, home)
    facts = "\n".join(f"- {_escaped(fact.name)}: {_escaped(fact.told)}" for fact in slide.facts)
    notes = "\n\n".join(filter(None, [_escaped(slide.line), facts]))
    return "\n\n".join([_attributes(shown), *_read_aloud(slide), *([f"Note:\n{notes}"] if notes else [])])


def _read_aloud(slide: Slide) -> Sequence[str]:
    """Title and description."""
    return [f"# {_escaped(slide.title)}", *([_escaped(slide.description)] if slide.description else [])]


def _sources(deck: Deck) -> str:
    rows = "\n".join(f"- **{_escaped(heading)}** {_escaped(text)}" for heading, text in deck.sources)
    return f"## {SOURCES}\n\n{rows}"


def _attributes(values: Mapping[str, str]) -> str:
    """The comment by which reveal.js gives attributes to a slide."""
    pairs = [f'{name}="{value}"' for name, value in values.items()]
    return f"<!-- .slide: {' '.join(pairs)} -->"


def _address(path: Path, home: Path) -> str:
    return quote(path.relative_to(home).as_posix())


def _quoted(text: str) -> str:
    """A text as YAML takes it, whatever is in it."""
    return json.dumps(text, ensure_ascii=False)


def _escaped(text: str) -> str:
    """A text of which no letter means anything in Markdown."""
    return re.sub(r"([\\`*_<>\[\]#|~$])", r"\\\1", text)


WRITERS: Mapping[str, Write] = {"marp": marp, "reveal": reveal}
"""The kinds of Markdown that there are, by name."""
