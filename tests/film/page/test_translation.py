"""What is written as JavaScript, what is refused, and with what words."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from film.errors import FilmError
from film.page.arithmetic import arithmetic, parts
from film.page.javascript import Writer
from film.page.subset import Source, needed


def source(code: str) -> Source:
    return Source("some", Path("roofline/some.py"), ast.parse(code))


def written(body: str, parameters: str = "a, b, c") -> str:
    """The body of a function, line by line."""
    indented = "\n".join(f"    {line}" for line in body.splitlines())
    made = source(f"def f({parameters}):\n{indented}\n")
    return "\n".join(Writer(made).function(made.function("f"))[1:-1])


@pytest.mark.parametrize(
    ("python", "javascript"),
    [
        ("a + b * c", "a + b * c"),
        ("(a + b) * c", "(a + b) * c"),
        ("a - (b - c)", "a - (b - c)"),
        ("a / (b * c)", "a / (b * c)"),
        ("a / b * c", "a / b * c"),
        ("max(0, floor(a / b))", "Math.max(0, Math.floor(a / b))"),
        ("a if b <= c else -a", "b <= c ? a : -a"),
        ("a and (b or not c)", "a && (b || !c)"),
        ("abs(a - 2) == b", "Math.abs(a - 2) === b"),
        ("'x' not in a.figures", '!("x" in a.figures)'),
        ('f"{a}·`{b}`"', "`${a}·\\`${b}\\``"),
        ("inf", "Infinity"),
        ("all(a(f'{p}.x') > 2 for p in ('y', 'z'))", '["y", "z"].every((p) => a(`${p}.x`) > 2)'),
    ],
)
def test_expressions(python: str, javascript: str) -> None:
    assert written(f"return {python}") == f"  return {javascript};"


def test_statements() -> None:
    code = """
x, y = a, b
for name, size in (("p", a), ("q", b)):
    if size > c:
        x = size
    else:
        print_ = a
return x
"""
    assert written(code).splitlines() == [
        "  let x, y, name, size, print_;",
        "  [x, y] = [a, b];",
        '  for ([name, size] of [["p", a], ["q", b]]) {',
        "    if (size > c) {",
        "      x = size;",
        "    } else {",
        "      print_ = a;",
        "    }",
        "  }",
        "  return x;",
    ]


@pytest.mark.parametrize(
    ("python", "named"),
    [
        ("return a ** b", "a ** b"),
        ("return a // b", "a // b"),
        ("return a % b", "a % b"),
        ("return 0 < a < b", "0 < a < b"),
        ("return round(a)", "round(a)"),
        ("return max(a, key=b)", "key=b"),
        ("return [x for x in a]", "for x in a"),
        ("return a in (b, c)", "a in (b, c)"),
        ("return f'{a:g}'", "{a:g}"),
        ("return 9007199254740993", "9007199254740993"),
        ("while a:\n    b = 1", "while a"),
        ("new = a\nreturn new", "'new'"),
        ("import math", "import math"),
        ("return", "return"),
    ],
)
def test_everything_else_is_refused_with_its_line(python: str, named: str) -> None:
    with pytest.raises(FilmError, match=r"some\.py:[23]: ") as refused:
        written(python)
    assert named in str(refused.value)


def test_parameters_that_cannot_be_written_are_refused() -> None:
    for parameters in ("*a", "a, *, b", "**a"):
        with pytest.raises(FilmError, match="parameters"):
            written("return 1", parameters)
    assert Writer(made := source("def f(a, b=2): return 1")).function(made.function("f"))[0] == "function f(a, b = 2) {"


def test_only_what_is_called_is_taken_along() -> None:
    made = source("def a(): return b()\ndef b(): return 1\ndef c(): return a()")
    assert [function.name for function in needed(made, ["a"])] == ["a", "b"]


def test_the_films_own_figures_are_left_out_and_no_others() -> None:
    calls = parts()
    assert ("derive", "drawn") not in calls
    assert (
        calls.index(("derive", "weights_and_cache"))
        < calls.index(("derive", "prefill"))
        < calls.index(("reach", "speeds"))
    )
    assert "pictures" not in arithmetic()


def test_a_claim_that_the_page_needs_must_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("film.page.conditions.CLAIMS", ("weights.fit", "weights.float"))
    with pytest.raises(FilmError, match=r"no claim 'weights.float'"):
        arithmetic()
