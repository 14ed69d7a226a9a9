"""Reading modules whose functions can be translated: their functions and constants, and where each thing stands."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from film.errors import FilmError


@dataclass(frozen=True)
class Source:
    """A module as text that was parsed. `name` is its last name (`passes`)."""

    name: str
    path: Path
    tree: ast.Module

    @property
    def functions(self) -> dict[str, ast.FunctionDef]:
        """Its functions by name, in the order in which they stand."""
        return {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}

    @property
    def constants(self) -> dict[str, ast.expr]:
        """What its names in capitals are given, where that is a literal."""
        return {
            node.targets[0].id: node.value
            for node in self.tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id.isupper()
            and isinstance(node.value, ast.Constant)
        }

    def refusal(self, node: ast.AST, why: str = "cannot be translated") -> FilmError:
        """The error for what is outside the subset, with its file and line."""
        return FilmError(f"{self.path.name}:{getattr(node, 'lineno', 1)}: {ast.unparse(node)!r} {why}")

    def function(self, name: str) -> ast.FunctionDef:
        """The function of that name; a FilmError if there is none."""
        if name not in self.functions:
            raise FilmError(f"{self.path.name} has no function {name!r}")
        return self.functions[name]


def read(module: ModuleType) -> Source:
    """The source of a module that was imported."""
    return Source(
        module.__name__.rpartition(".")[2], Path(module.__file__ or "?"), ast.parse(inspect.getsource(module))
    )


def needed(source: Source, names: Sequence[str]) -> list[ast.FunctionDef]:
    """The functions of these names and those of the same module that they call, in the order in which they stand."""
    wanted: set[str] = set()
    left = list(names)
    while left:
        name = left.pop()
        if name not in wanted:
            wanted.add(name)
            calls = (node.func for node in ast.walk(source.function(name)) if isinstance(node, ast.Call))
            left += [call.id for call in calls if isinstance(call, ast.Name) and call.id in source.functions]
    return [function for name, function in source.functions.items() if name in wanted]
