"""Formulas as MathML, from the formulas of the figures and from the functions of `roofline`.

Both are arithmetic that Python can parse, so one walk sets both. MathML needs no TeX and no picture: browsers set it,
screen readers read it, and a symbol in it can be exchanged for its number while the page is open.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from html import escape

from film.errors import FilmError
from film.page.subset import Source
from roofline.sheet import NAME

Symbol = Callable[[str], str]
"""From the name of a figure or parameter to MathML."""

SIGNS: dict[type[ast.AST], str] = {ast.Add: "+", ast.Sub: "−"}
DOT = '<mo lspace="0.18em" rspace="0.18em">·</mo>'
COMMA = '<mo lspace="0" rspace="0.3em" separator="true">,</mo>'

LOOSE, TIGHT, ATOM = 1, 2, 3
"""How tightly a sum, a product and a symbol bind."""


def parse(formula: str) -> ast.expr:
    """A figure's formula as a tree; names of figures keep their dots."""
    code = NAME.sub(lambda found: found[0].replace(".", "__"), formula).replace("·", "*").replace("²", "**2")
    tree = ast.parse(code, mode="eval").body
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = node.id.replace("__", ".")
    return tree


def law(source: Source, name: str) -> ast.expr:
    """What a function of `roofline` returns, with the functions that it calls written out."""
    function = source.function(name)
    known: dict[str, ast.expr] = {}
    for statement in function.body[1:] if ast.get_docstring(function) else function.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=target)], value=value):
                known[target] = _written_out(source, value, known)
            case ast.Return(value=ast.expr() as value):
                return _written_out(source, value, known)
            case _:
                raise source.refusal(statement, "cannot be set as a formula")
    raise FilmError(f"{source.path.name}: {name} returns nothing")


def _written_out(source: Source, node: ast.expr, known: dict[str, ast.expr]) -> ast.expr:
    """The tree with names exchanged for what they are, and calls for what they return."""

    class WriteOut(ast.NodeTransformer):
        def visit_Name(self, name: ast.Name) -> ast.expr:
            return known.get(name.id, name)

        def visit_Call(self, call: ast.Call) -> ast.expr:
            given = [self.visit(argument) for argument in call.args]
            if isinstance(call.func, ast.Name) and call.func.id in source.functions:
                function = source.function(call.func.id)
                bound = dict(zip((arg.arg for arg in function.args.args), given, strict=True))
                return _written_out(source, law(source, call.func.id), bound)
            return ast.Call(call.func, given, [])

    found: ast.expr = WriteOut().visit(node)
    return found


def names(tree: ast.expr) -> list[str]:
    """The names in a formula, each once, in order."""
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    found = (node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in called)
    return list(dict.fromkeys(found))


def typeset(tree: ast.expr, symbol: Symbol) -> str:
    """A formula as the inside of `<math>`; `symbol` writes its names. A FilmError for what it does not know."""
    return _Typesetter(symbol).set(tree)


class _Typesetter:
    def __init__(self, symbol: Symbol):
        self.symbol = symbol

    def set(self, node: ast.expr, above: int = 0) -> str:
        """One expression; in brackets where what stands around it binds more tightly."""
        text, binds = self._set(node)
        return _bracketed(text) if binds < above else text

    def _set(self, node: ast.expr) -> tuple[str, int]:
        match node:
            case ast.Constant(value=int() | float() as value):
                return f"<mn>{escape(f'{value:g}')}</mn>", ATOM
            case ast.Name(id=name):
                return self.symbol(name), ATOM
            case ast.BinOp(op=ast.Mult()):
                return self._product(node), TIGHT
            case ast.BinOp(left=top, op=ast.Div(), right=bottom):
                return f"<mfrac>{_row(self.set(top))}{_row(self.set(bottom))}</mfrac>", TIGHT
            case ast.BinOp(left=base, op=ast.Pow(), right=power):
                return f"<msup>{_row(self.set(base, ATOM))}{self.set(power)}</msup>", ATOM
            case ast.BinOp(left=left, op=op, right=right) if type(op) in SIGNS:
                right_text = self.set(right, TIGHT if isinstance(op, ast.Sub) else LOOSE)
                return f"{self.set(left, LOOSE)}<mo>{SIGNS[type(op)]}</mo>{right_text}", LOOSE
            case ast.Call(func=ast.Name(id=name), args=args):
                inside = COMMA.join(_row(self.set(argument)) for argument in args)
                return f'<mi mathvariant="normal">{escape(name)}</mi>{_bracketed(inside)}', ATOM
        raise FilmError(f"{ast.unparse(node)!r} cannot be set as a formula")

    def _product(self, node: ast.expr) -> str:
        """Factors with a dot between them; the same factor twice is its square."""
        factors = self._factors(node)
        texts = [self.set(factor, TIGHT) for factor in factors]
        counted = [(text, texts.count(text)) for text in dict.fromkeys(texts)]
        return DOT.join(text if n == 1 else f"<msup>{_row(text)}<mn>{n}</mn></msup>" for text, n in counted)

    def _factors(self, node: ast.expr) -> list[ast.expr]:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            return self._factors(node.left) + self._factors(node.right)
        return [node]


def _row(text: str) -> str:
    return f"<mrow>{text}</mrow>"


def _bracketed(text: str) -> str:
    """In brackets; around fractions in taller ones, which a font for text does not stretch by itself."""
    left, right = (f'<mo stretchy="false" lspace="0" rspace="0">{sign}</mo>' for sign in "()")
    if "<mfrac>" in text:
        left, right = (_tall(sign) for sign in (left, right))
    return _row(f"{left}{text}{right}")


def _tall(bracket: str) -> str:
    return f'<mpadded class="tall" voffset="-0.12em">{bracket}</mpadded>'
