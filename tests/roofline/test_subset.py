"""`passes` and `bounds` stay in the subset of Python that can be translated."""

from __future__ import annotations

import ast
import inspect
from types import ModuleType

import pytest

from roofline import bounds, passes

ALLOWED = (
    ast.FunctionDef, ast.arguments, ast.arg, ast.Assign, ast.Return, ast.If, ast.BinOp, ast.Compare, ast.Call,
    ast.Name, ast.Constant, ast.Attribute, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Lt, ast.LtE, ast.Gt, ast.GtE,
    ast.Eq, ast.Load, ast.Store,
)  # fmt: skip
LIBRARY = {"max", "min", "ceil", "floor", "sqrt"}


@pytest.mark.parametrize("module", [passes, bounds])
def test_only_translatable_code(module: ModuleType) -> None:
    functions = [node for node in ast.parse(inspect.getsource(module)).body if isinstance(node, ast.FunctionDef)]
    known = {function.name for function in functions} | LIBRARY
    for function in functions:
        body = function.body[1:] if ast.get_docstring(function) else function.body
        for node in (inner for statement in body for inner in ast.walk(statement)):
            assert isinstance(node, ALLOWED), f"{module.__name__}.{function.name}: {ast.unparse(node)}"
            if isinstance(node, ast.Call):
                assert isinstance(node.func, ast.Name)
                assert node.func.id in known
