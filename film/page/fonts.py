"""The film's font, cut down to the letters of the page, as a style sheet that needs no other file.

WOFF, whose compression Python knows, is a sixth larger than WOFF2 and spares a dependency.
"""

from __future__ import annotations

import base64
import io
from functools import cache
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from film.keys import ROOT

WEIGHTS = {300: "InterTight_300Light.ttf", 400: "InterTight_400Regular.ttf", 500: "InterTight_500Medium.ttf"}

ALWAYS = "".join(map(chr, range(0x20, 0x7F))) + "·×−–—’“”…µ²"
"""Letters that may come with another setting."""

NOTICE = "/* Inter Tight, copyright 2022 The Inter Project Authors, SIL Open Font License 1.1, scripts.sil.org/OFL */"

FEATURES = ("kern", "tnum", "mark", "ccmp", "locl")
"""Kerning, and digits of one width; what else a font can do is left out."""

LEGAL = (0, 1, 2, 3, 4, 5, 6, 13, 14)
"""Entries of the name table that stay: names, copyright, licence."""


def style(text: str) -> str:
    """The font in three weights with the letters of a text."""
    letters = "".join(sorted({*text, *ALWAYS}))
    faces = (_face(weight, ROOT / "assets" / "fonts" / name, letters) for weight, name in WEIGHTS.items())
    return "\n".join([NOTICE, *faces])


@cache
def _face(weight: int, path: Path, letters: str) -> str:
    options = subset.Options(
        layout_features=list(FEATURES), name_IDs=list(LEGAL), hinting=False, desubroutinize=True, notdef_outline=True
    )
    font = TTFont(path, recalcTimestamp=False)
    cut = subset.Subsetter(options)
    cut.populate(text=letters)
    cut.subset(font)
    font.flavor = "woff"
    written = io.BytesIO()
    font.save(written)
    data = base64.b64encode(written.getvalue()).decode()
    return (
        f'@font-face{{font-family:"Inter Tight";font-weight:{weight};'
        f'src:url("data:font/woff;base64,{data}") format("woff")}}'
    )
