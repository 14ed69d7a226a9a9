"""How the names of figures and parameters are written in formulas: as symbols, and as live numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from film.errors import FilmError, nearest
from film.plan import Worded


@dataclass(frozen=True)
class Symbol:
    """A letter or a word, the meaning whose colour it takes, and what it stands for."""

    letter: str
    colour: str = ""
    means: str = ""

    @property
    def mathml(self) -> str:
        """'n_kv' is an n with a lowered kv; all are upright, as the page's font has no others."""
        base, _, low = self.letter.partition("_")
        colour = f' class="{self.colour}"' if self.colour else ""
        text = f'<mi mathvariant="normal"{colour}>{escape(base)}</mi>'
        lowered = f'<mi mathvariant="normal"{colour}>{escape(low)}</mi>'
        return f"<msub>{text}{lowered}</msub>" if low else text


class Symbols:
    """The symbols of the page, by the name of the figure or parameter."""

    def __init__(self, table: Mapping[str, Mapping[str, str]]):
        self.known = {name: Symbol(**row) for name, row in table.items()}

    def __getitem__(self, name: str) -> Symbol:
        if name not in self.known:
            raise FilmError(f"no symbol for {name!r}{nearest(name, self.known)} in symbols.toml")
        return self.known[name]

    def letter(self, name: str) -> str:
        """A name as its symbol."""
        return self[name].mathml

    def number(self, name: str, words: Mapping[str, Worded]) -> str:
        """A figure as its number, in the colour of its symbol, which the page's script keeps up to date."""
        colour = f' class="{self[name].colour}"' if self[name].colour else ""
        shown = words[name].shown if name in words else "–"
        return f'<mn{colour} data-figure="{escape(name)}">{escape(shown)}</mn>'
