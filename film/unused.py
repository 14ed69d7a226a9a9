"""Texts under `[scene.screen]` that no code draws: nothing in the code of their scene names them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from film.keys import ROOT
from film.script import SceneScript

_NAMED = re.compile(r"""["']([a-z][a-z0-9_.]*)["']""")
_FORMED = re.compile(r"""\bf["']([a-z0-9_{}.\[\]]*\{[^"'\n]*)["']""")
_FIELD = re.compile(r"\{[^{}]*\}")


def unused(scene: SceneScript, code: Iterable[str]) -> Iterator[str]:
    """A line for each text of a scene that none of its files of code names, whole or as `f"{…}_name"`."""
    named: set[str] = set()
    formed: list[re.Pattern[str]] = []
    for file in code:
        names, forms = _names((ROOT / file).read_text("utf-8"))
        named |= names
        formed += forms
    for name, text in scene.screen.items():
        if name not in named and not any(form.fullmatch(name) for form in formed):
            yield f"{text.where()}: [{scene.name}.screen] has {name!r}, which nothing in the scene draws"


@lru_cache(None)
def _names(source: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """The names that stand in quotes in a source, and the forms of those that it puts together."""
    forms = [found[1] for found in _FORMED.finditer(source)]
    # A form that says nothing of its own would fit every name.
    telling = [form for form in forms if len(_FIELD.sub("", form).strip("_.")) > 1]
    patterns = tuple(re.compile("[a-z0-9_]+".join(re.escape(part) for part in _FIELD.split(form))) for form in telling)
    return frozenset(found[1] for found in _NAMED.finditer(source)), patterns
