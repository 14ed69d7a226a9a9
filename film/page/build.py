"""Puts the page together: texts, data, script, style and font in one file that asks for no other."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from html import escape
from pathlib import Path

import roofline
from film.cache import Say, silent
from film.errors import FilmError
from film.keys import ROOT
from film.language import words_for
from film.outputs import ready
from film.page import beside, fonts
from film.page.arithmetic import arithmetic
from film.page.conditions import conditions
from film.page.data import Catalogue, page_data
from film.page.maths import Maths
from film.page.parts import Parts
from film.page.symbols import Symbols
from film.page.template import Setting, fill
from film.request import Request, figures_for
from roofline import Figures

ASSETS = ROOT / "assets" / "page"

NAME = "index.html"
"""The page's name in the film's folder, so that a server shows it without being asked for it."""

LIMIT = 400_000
"""Bytes that the page may have at most."""

SCRIPTS = ("words.js", "sheet.js", "address.js", "terrain.js", "page.js", "take.js", "film.js")
"""The hand-written script, in the order in which it runs, after the arithmetic."""

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; font-src data:; img-src data: blob:; "
    "media-src 'self' file: data:"
)
"""What a browser may load for the page: what it carries itself, and the film beside it."""

TITLE = "Roofline, to play with"
ABOUT = "How fast a language model can read and write on a chip: the film’s arithmetic, with sliders."


def make(request: Request, say: Say = silent) -> Path:
    """Write the page into the film's folder; `say` hears if there is no film in it. A FilmError if the folder cannot be
    written, or if the page got too large."""
    folder = request.folder
    ready(folder)
    film = beside.film_in(folder)
    if film is None:
        say(f"there is no film in {folder}, so the page is without one")
    text = page(figures_for(_like(film, request)), film)
    size = len(text.encode())
    if size > LIMIT:
        raise FilmError(f"the page has {size:,} bytes and may have {LIMIT:,}: make assets/page smaller")
    path, unfinished = folder / NAME, folder / f".{NAME}.new"
    unfinished.write_text(text, "utf-8")
    unfinished.replace(path)
    return path


def _like(film: beside.Film | None, request: Request) -> Request:
    """The request; where it asks for nothing in particular, for what the film in its folder is about."""
    subject = ("gpu", "model", "prompt", "users", "context", "weights")
    default = Request()
    if film is None or any(getattr(request, name) != getattr(default, name) for name in subject):
        return request
    if film.gpu not in roofline.gpus() or film.model not in roofline.models():
        return request
    return replace(request, **film.subject)


def page(figures: Figures, film: beside.Film | None = None) -> str:
    """The page of a film's figures as HTML, with the film in it if there is one."""
    catalogue = Catalogue.of(figures)
    data = page_data(catalogue)
    body = _body(catalogue, Parts(catalogue, data), film)
    script = "\n".join([arithmetic(), *(_asset(name) for name in SCRIPTS)])
    # In a script '<' could end it, so JSON writes it by its number.
    values = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{escape(TITLE)}</title>
<meta name="description" content="{escape(ABOUT)}">
<link rel="icon" href="data:,">
<style id="type">{fonts.style(body + values + script)}</style>
<style>{_asset("page.css")}</style>
<style id="terrain-style">{_asset("terrain.css")}</style>
</head>
<body>
{body}
<script type="application/json" id="data">{values}</script>
<script type="module">
/*! roofline-film
{(ROOT / "LICENSE").read_text("utf-8")}*/
{script}
</script>
</body>
</html>
"""


def _body(catalogue: Catalogue, parts: Parts, film: beside.Film | None) -> str:
    """The texts, filled with the film's setting."""
    figures = catalogue.film
    words = words_for(figures)
    symbols = Symbols(tomllib.loads(_asset("symbols.toml")))
    maths = Maths(symbols, [figures, *catalogue.by_model.values()], words)
    slots = {**parts.slots, "law": maths.law, "formula": maths.formula, "where": maths.where}
    setting = Setting(words, conditions(figures), catalogue.known, slots)

    def part(name: str) -> str:
        return fill(ASSETS / f"{name}.html", setting)

    chips = {key: row.name for key, row in catalogue.gpus.items()}
    models = {key: row.name for key, row in catalogue.models.items()}
    films = [beside.section(film, chips, models)] if film else []
    main = [part("play"), *films, *(part(name) for name in ("maths", "measured", "caveats", "terms"))]
    return "\n".join([part("top"), "<main>", *main, "</main>", part("foot")])


def _asset(name: str) -> str:
    return (ASSETS / name).read_text("utf-8")
