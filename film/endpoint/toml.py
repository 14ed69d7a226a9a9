"""Writing TOML: tables, lists of tables, and plain values. Python reads it, but does not write it."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

WIDTH = 116


def dumps(tables: Mapping[str, Any]) -> str:
    """The tables as TOML."""
    return "\n".join(_lines(tables, "")).strip("\n") + "\n"


def _lines(table: Mapping[str, Any], path: str) -> Iterator[str]:
    inner = {key: value for key, value in table.items() if _is_table(value) or _is_tables(value)}
    for key, value in table.items():
        if key not in inner:
            yield from _pair(key, value)
    for key, value in inner.items():
        name = f"{path}{_key(key)}"
        for one in [value] if _is_table(value) else value:
            if not _is_table(value) or not value or any(not _is_table(part) for part in value.values()):
                yield ""
                yield f"[{name}]" if _is_table(value) else f"[[{name}]]"
            yield from _lines(one, f"{name}.")


def _pair(key: str, value: Any) -> list[str]:
    line = f"{_key(key)} = {_value(value)}"
    if len(line) <= WIDTH or not isinstance(value, list | tuple) or any(isinstance(item, str) for item in value):
        return [line]
    items = ", ".join(map(_value, value))
    return [f"{_key(key)} = [", *textwrap.wrap(items, WIDTH, initial_indent="  ", subsequent_indent="  "), "]"]


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").replace("-", "").isalnum() else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return repr(value)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)
