"""Python's functions as JavaScript: the same names, the same operations in the same order, so the same bits.

A small subset is known: assignment, return, if, for over what is written out, + - * /, comparisons, max, min,
abs, ceil, floor, sqrt, calls, attributes, f-strings. Everything else is refused with its line.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Sequence

from film.page.subset import Source

LIBRARY = {
    "max": "Math.max",
    "min": "Math.min",
    "abs": "Math.abs",
    "ceil": "Math.ceil",
    "floor": "Math.floor",
    "sqrt": "Math.sqrt",
    "isfinite": "Number.isFinite",
}
NAMES = {"inf": "Infinity"}

_RESERVED = """
arguments await break case catch class const continue debugger default delete do else enum eval export extends
false finally for function if implements import in instanceof interface let new null package private protected
public return static super switch this throw true try typeof undefined var void while with yield
"""
RESERVED = frozenset(_RESERVED.split())
"""Words that JavaScript keeps for itself."""

OPERATORS: dict[type[ast.AST], tuple[str, int]] = {
    ast.Add: ("+", 2),
    ast.Sub: ("-", 2),
    ast.Mult: ("*", 3),
    ast.Div: ("/", 3),
}
"""How an operator is written, and how tightly it binds."""

COMPARISONS: dict[type[ast.AST], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "===",
    ast.NotEq: "!==",
}

SAFE_WHOLE = 2**53
"""Whole numbers beyond this are not exact in JavaScript."""

ATOM = 9
"""How tightly a name, a call and a literal bind."""


class Writer:
    """Writes what a source holds as JavaScript."""

    def __init__(self, source: Source):
        self.source = source
        self.local: set[str] = set()

    def module(self, functions: Sequence[ast.FunctionDef]) -> str:
        """The functions and the module's constants as one object, named like the module."""
        constants = [f"  const {name} = {self.expression(value)};" for name, value in self.source.constants.items()]
        bodies = [line for function in functions for line in self._indented(self.function(function))]
        names = ", ".join(function.name for function in functions)
        return "\n".join(
            [f"const {self.source.name} = (() => {{", *constants, *bodies, f"  return {{ {names} }};", "})();"]
        )

    def function(self, function: ast.FunctionDef) -> list[str]:
        """One function, as lines."""
        given = function.args
        if given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs or function.decorator_list:
            raise self.source.refusal(function.args, "are parameters that cannot be translated")
        plain = len(given.args) - len(given.defaults)
        parameters = [self.name(arg.arg, arg) for arg in given.args]
        for place, default in enumerate(given.defaults, start=plain):
            parameters[place] += f" = {self.expression(default)}"
        body = function.body[1:] if ast.get_docstring(function) else function.body
        own = [name for name in _assigned(body) if name not in {arg.arg for arg in given.args}]
        self.local = {arg.arg for arg in given.args} | set(own)
        return [
            f"function {self.name(function.name, function)}({', '.join(parameters)}) {{",
            *([f"  let {', '.join(own)};"] if own else []),
            *self._indented(line for statement in body for line in self.statement(statement)),
            "}",
        ]

    def statement(self, node: ast.stmt) -> Iterator[str]:
        """One statement, as lines."""
        match node:
            case ast.Return(value=ast.expr() as value):
                yield f"return {self.expression(value)};"
            case ast.Assign(targets=[target]):
                yield f"{self.target(target)} = {self.expression(node.value)};"
            case ast.Expr(value=ast.Call() as call):
                yield f"{self.expression(call)};"
            case ast.If():
                yield f"if ({self.expression(node.test)}) {{"
                yield from self._block(node.body)
                if node.orelse:
                    yield "} else {"
                    yield from self._block(node.orelse)
                yield "}"
            case ast.For(iter=ast.Tuple() as items, orelse=[]):
                yield f"for ({self.target(node.target)} of {self.expression(items)}) {{"
                yield from self._block(node.body)
                yield "}"
            case _:
                raise self.source.refusal(node)

    def target(self, node: ast.expr) -> str:
        """What is assigned to."""
        match node:
            case ast.Name(id=name):
                return self.name(name, node)
            case ast.Tuple(elts=parts):
                return f"[{', '.join(map(self.target, parts))}]"
            case ast.Subscript(value=ast.Name(id=name), slice=key):
                return f"{self.name(name, node)}[{self.expression(key)}]"
        raise self.source.refusal(node)

    def name(self, name: str, node: ast.AST) -> str:
        """A name of our own; refused if JavaScript keeps it for itself."""
        if name in RESERVED:
            raise self.source.refusal(node, "has a name that JavaScript keeps for itself")
        return name

    def expression(self, node: ast.expr, above: int = 0) -> str:
        """An expression; in brackets if what stands around it binds more tightly than `above`."""
        text, binds = self._expression(node)
        return f"({text})" if binds < above else text

    def _expression(self, node: ast.expr) -> tuple[str, int]:
        match node:
            case ast.Constant(value=value):
                return self._constant(node, value), ATOM
            case ast.Name(id=name):
                return NAMES.get(name) or self.name(name, node), ATOM
            case ast.Attribute(value=value, attr=attr):
                return f"{self.expression(value, ATOM)}.{attr}", ATOM
            case ast.Subscript(value=value, slice=key):
                return f"{self.expression(value, ATOM)}[{self.expression(key)}]", ATOM
            case ast.Tuple(elts=parts):
                return f"[{', '.join(map(self.expression, parts))}]", ATOM
            case ast.Dict(keys=[]):
                return "{}", ATOM
            case ast.JoinedStr(values=parts):
                return f"`{''.join(map(self._piece, parts))}`", ATOM
            case ast.Call():
                return self._call(node), ATOM
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                sign, binds = OPERATORS[type(op)]
                return f"{self.expression(left, binds)} {sign} {self.expression(right, binds + 1)}", binds
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._comparison(node, left, op, right), 1
            case ast.BoolOp(op=op, values=values):
                sign = " && " if isinstance(op, ast.And) else " || "
                return sign.join(self.expression(value, 1) for value in values), 0
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!{self.expression(operand, ATOM)}", ATOM
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"-{self.expression(operand, ATOM)}", ATOM - 1
            case ast.IfExp(test=test, body=body, orelse=other):
                return f"{self.expression(test, 1)} ? {self.expression(body, 1)} : {self.expression(other, 1)}", 0
            case ast.Lambda(args=ast.arguments(args=[parameter], defaults=[]), body=body):
                self.local = {parameter.arg}
                return f"({self.name(parameter.arg, parameter)}) => {self.expression(body)}", 0
        raise self.source.refusal(node)

    def _constant(self, node: ast.expr, value: object) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int | float) and abs(value) <= SAFE_WHOLE:
            return repr(value)
        if isinstance(value, str):
            return json.dumps(value, ensure_ascii=False)
        raise self.source.refusal(node)

    def _piece(self, node: ast.expr) -> str:
        """A part of an f-string."""
        match node:
            case ast.Constant(value=str(text)):
                return text.replace("\\", "\\\\").replace("`", "\\`").replace("$", "\\$")
            case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
                return f"${{{self.expression(value)}}}"
        raise self.source.refusal(node)

    def _call(self, node: ast.Call) -> str:
        if node.keywords:
            raise self.source.refusal(node, "names its arguments, which cannot be translated")
        match node:
            case ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp() as every]):
                return self._every(every)
            case ast.Call(func=ast.Name(id=name)) if name in LIBRARY:
                called = LIBRARY[name]
            case ast.Call(func=ast.Name(id=name)) if name not in self.source.functions and name not in self.local:
                raise self.source.refusal(node, "calls what is not known here")
            case _:
                called = self.expression(node.func, ATOM)
        return f"{called}({', '.join(map(self.expression, node.args))})"

    def _every(self, node: ast.GeneratorExp) -> str:
        match node.generators:
            case [ast.comprehension(target=ast.Name(id=name), iter=ast.Tuple() as items, ifs=[])]:
                return f"{self.expression(items)}.every(({name}) => {self.expression(node.elt)})"
        raise self.source.refusal(node)

    def _comparison(self, node: ast.Compare, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Attribute):
            text = f"{self.expression(left, 2)} in {self.expression(right, 2)}"
            return text if isinstance(op, ast.In) else f"!({text})"
        if type(op) not in COMPARISONS:
            raise self.source.refusal(node)
        return f"{self.expression(left, 2)} {COMPARISONS[type(op)]} {self.expression(right, 2)}"

    def _block(self, statements: Sequence[ast.stmt]) -> Iterator[str]:
        return self._indented(line for statement in statements for line in self.statement(statement))

    @staticmethod
    def _indented(lines: Iterator[str] | list[str]) -> Iterator[str]:
        return (f"  {line}" for line in lines)


def _assigned(body: Sequence[ast.stmt]) -> list[str]:
    """The names that statements assign, in order."""
    nodes = (node for statement in body for node in ast.walk(statement))
    targets = (
        node.targets[0] if isinstance(node, ast.Assign) else node.target
        for node in nodes
        if isinstance(node, ast.Assign | ast.For)
    )
    names = (
        node.id
        for target in targets
        for node in ast.walk(target)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    return list(dict.fromkeys(names))
