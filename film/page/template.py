"""The page's texts: HTML with places for figures, and parts that hold under conditions.

`{{decode.rate}}` is a figure or a name as the film words it; the page's script exchanges it when the setting changes.
`{{#if:p batch.fits !prompt.fits}} … {{/if}}` is an element that is shown while all its conditions hold: a claim, its
opposite (`!`), or that a figure exists (`?batch.crossover_users`). `{{@name some words}}` is what the builder puts
there. Everything else stands as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from film.errors import FilmError, nearest
from film.plan import Worded

PLACE = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
OPEN = re.compile(r"#if(?::(?P<tag>[a-z0-9]+))?(?P<classes>(?:\.[\w-]+)*)\s+(?P<conditions>[^{}]+)")

ABSENT = "–"
"""What stands for a figure that this setting does not have."""

Slot = Callable[[str], str]


@dataclass(frozen=True)
class Setting:
    """What a text is filled with. `known` are the names of all figures there can be, `words` those there are now."""

    words: Mapping[str, Worded]
    claims: Mapping[str, bool]
    known: frozenset[str]
    slots: Mapping[str, Slot] = field(default_factory=dict)

    def holds(self, condition: str) -> bool:
        """Whether a condition holds now; a FilmError if there is none of that name."""
        if condition.startswith("!"):
            return not self.holds(condition[1:])
        if condition.startswith("?"):
            self.check(condition[1:])
            return condition[1:] in self.words
        if condition not in self.claims:
            raise FilmError(f"no condition {condition!r}{nearest(condition, self.claims)}")
        return self.claims[condition]

    def check(self, name: str) -> None:
        """A FilmError if no setting has a figure of that name."""
        if name not in self.known:
            raise FilmError(f"no figure {name!r}{nearest(name, self.known)}")

    def figure(self, name: str) -> str:
        """A figure as an element that the script can fill again."""
        self.check(name)
        shown = self.words[name].shown if name in self.words else ABSENT
        return f'<span data-figure="{escape(name)}">{escape(shown)}</span>'


def fill(path: Path, setting: Setting) -> str:
    """The text of a file, filled; a FilmError with file and line for a place that makes no sense."""
    text, end = path.read_text("utf-8"), 0
    opened: list[str] = []
    parts: list[str] = []
    for place in PLACE.finditer(text):
        parts.append(text[end : place.start()])
        end = place.end()
        try:
            parts.append(_filled(place[1].strip(), setting, opened))
        except FilmError as error:
            raise FilmError(f"{path}:{text.count(chr(10), 0, place.start()) + 1}: {error}") from None
    if opened:
        raise FilmError(f"{path}: {{{{#if}}}} without {{{{/if}}}}")
    return "".join([*parts, text[end:]])


def _filled(place: str, setting: Setting, opened: list[str]) -> str:
    if found := OPEN.fullmatch(place):
        opened.append(found["tag"] or "span")
        conditions = found["conditions"].split()
        hidden = "" if all(map(setting.holds, conditions)) else " hidden"
        classes = f' class="{found["classes"].replace(".", " ").strip()}"' if found["classes"] else ""
        return f'<{opened[-1]}{classes} data-when="{escape(" ".join(conditions))}"{hidden}>'
    if place == "/if":
        if not opened:
            raise FilmError("{{/if}} without {{#if}}")
        return f"</{opened.pop()}>"
    if place.startswith("@"):
        name, _, words = place[1:].partition(" ")
        if name not in setting.slots:
            raise FilmError(f"nothing is called {name!r}{nearest(name, setting.slots)}")
        return setting.slots[name](words)
    return setting.figure(place)
