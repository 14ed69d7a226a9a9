"""The formulas of the page: each with letters, and with the numbers of the setting."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from types import ModuleType

from film.errors import FilmError
from film.page import mathml
from film.page.subset import read
from film.page.symbols import Symbols
from film.plan import Worded
from roofline import Figures, bounds, passes

MODULES: Mapping[str, ModuleType] = {"passes": passes, "bounds": bounds}

UNITS = {
    "op": "operations",
    "op/B": "operations a byte",
    "op/s": "operations a second",
    "token/s": "tokens a second",
    "token": "tokens",
}
"""What stands behind a result whose wording has no unit, by the figure's SI unit."""


class Maths:
    """Writes formulas, and remembers the symbols that they used, so that `where` can explain them."""

    def __init__(self, symbols: Symbols, figures: list[Figures], words: Mapping[str, Worded]):
        """`figures` are those of every model, for a formula may differ between them; `words` those of the setting."""
        self.symbols, self.figures, self.words = symbols, figures, words
        self.used: dict[str, None] = {}

    def law(self, arguments: str) -> str:
        """`bounds.step_time time`: what a function of `roofline` returns, as an equation for a symbol."""
        function, _, left = arguments.partition(" ")
        module, _, name = function.partition(".")
        tree = mathml.law(read(MODULES[module]), name)
        right = mathml.typeset(tree, self.symbols.letter)
        return _block(_line(_equation(self.symbols.letter(left), right)))

    def formula(self, name: str) -> str:
        """A figure's formula, its numbers and its result; once for each way in which models derive it."""
        ways = {figures[name].formula: figures[name] for figures in self.figures if name in figures}
        if not ways:
            raise FilmError(f"no figure {name!r}")
        now = self.figures[0][name].formula if name in self.figures[0] else ""
        unit = _unit(next(iter(ways.values())).unit)
        result = f'<mrow class="result">{self.symbols.number(name, self.words)}{unit}</mrow>'
        blocks = []
        for formula in ways:
            tree = mathml.parse(formula)
            self.used.update(dict.fromkeys(mathml.names(tree)))
            letters = mathml.typeset(tree, self.symbols.letter)
            numbers = mathml.typeset(tree, lambda used: self.symbols.number(used, self.words))
            lines = (
                _line(_equation(self.symbols.letter(name), letters)),
                _line(_equation("", numbers), _equation("", result)),
            )
            hidden = "" if formula == now else " hidden"
            blocks.append(
                f'<div data-of="{escape(name)}" data-formula="{escape(formula)}"{hidden}>{"".join(lines)}</div>'
            )
        return _block("".join(blocks))

    def where(self, _: str) -> str:
        """What the symbols mean that were used since this was last asked."""
        rows = [
            f"<li{self._when(name)}><math>{self.symbols.letter(name)}</math> {escape(self.symbols[name].means)}</li>"
            for name in self.used
            if self.symbols[name].means
        ]
        self.used.clear()
        return f'<ul class="where">{"".join(rows)}</ul>'

    def _when(self, name: str) -> str:
        """The condition of a symbol that only some models have."""
        if all(name in figures for figures in self.figures):
            return ""
        return f' data-when="?{escape(name)}"{"" if name in self.words else " hidden"}'


def _block(inside: str) -> str:
    return f'<div class="formula" tabindex="0" role="group" aria-label="Formula">{inside}</div>'


def _line(*equations: str) -> str:
    return f'<div class="line">{"".join(equations)}</div>'


def _equation(left: str, right: str) -> str:
    return f'<math displaystyle="true"><mrow>{left}<mo>=</mo>{right}</mrow></math>'


def _unit(unit: str) -> str:
    return f"<mtext>&nbsp;{UNITS[unit]}</mtext>" if unit in UNITS else ""
