"""The page's arithmetic: `roofline`'s functions, figures and claims, written anew as JavaScript from their source."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping, Sequence
from types import ModuleType

from film.errors import FilmError
from film.page import conditions as own
from film.page.javascript import Writer
from film.page.subset import Source, needed, read
from roofline import bounds, claims, derive, figures, passes, reach

MAKERS: Mapping[str, ModuleType] = {"derive": derive, "reach": reach}
"""The modules whose functions make figures."""

ONLY_DRAWN = "pictures"
"""What uses this module counts bricks and lights, which only the film draws, and is left out."""


def parts() -> list[tuple[str, str]]:
    """The functions that make the page's figures, as (module, name), in the order in which `roofline.compute` calls
    them."""
    calls = [node for node in ast.walk(read(figures).function("compute")) if isinstance(node, ast.Call)]
    found = []
    for call in sorted(calls, key=lambda node: node.lineno):
        match call.func:
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in MAKERS:
                body = ast.walk(read(MAKERS[module]).function(name))
                if not any(isinstance(node, ast.Name) and node.id == ONLY_DRAWN for node in body):
                    found.append((module, name))
    return found


def arithmetic() -> str:
    """Everything that computes, as JavaScript: an object for each module, the list `parts` of the functions that make
    figures, and the list `conditions`."""
    calls = parts()
    modules = [_whole(read(module)) for module in (passes, bounds)]
    for maker, module in MAKERS.items():
        modules.append(_parts(read(module), [name for owner, name in calls if owner == maker]))
    listed = ", ".join(f"{module}.{name}" for module, name in calls)
    return "\n".join([*modules, f"const parts = [{listed}];", *_conditions()])


def _whole(source: Source) -> str:
    return Writer(source).module(list(source.functions.values()))


def _parts(source: Source, names: Sequence[str]) -> str:
    return Writer(source).module(needed(source, names))


def _conditions() -> list[str]:
    """The list `conditions`: of each its name, the figures that it needs, and its predicate over `v`."""
    rows = _claims(read(claims)) | _claims(read(own))
    missing = [name for name in own.CLAIMS if name not in rows]
    if missing:
        raise FilmError(f"claims.py has no claim {missing[0]!r}")
    names = [*own.CLAIMS, *(claim.name for claim in own.OWN)]
    used = [rows[name] for name in names]
    constants = _constants(read(claims), "\n".join(used))
    return [*constants, "const conditions = [", *used, "];"]


def _claims(source: Source) -> dict[str, str]:
    writer, rows = Writer(source), {}
    for node in ast.walk(source.tree):
        match node:
            case ast.Call(func=ast.Name(id="Claim"), args=[ast.Constant(value=str(name)), _, ast.Lambda() as holds]):
                rows[name] = f"  [{json.dumps(name)}, {json.dumps(_needs(node))}, {writer.expression(holds)}],"
    return rows


def _needs(claim: ast.Call) -> list[str]:
    """The figures without which a claim does not hold."""
    given = {keyword.arg: ast.literal_eval(keyword.value) for keyword in claim.keywords}
    return [name for name in (claims.MEASURED if given.get("of_measurement") else "", given.get("needs", "")) if name]


def _constants(source: Source, text: str) -> list[str]:
    """The source's constants that a text names."""
    writer, named = Writer(source), set(re.findall(r"\w+", text))
    return [f"const {name} = {writer.expression(value)};" for name, value in source.constants.items() if name in named]
