"""What is made once and kept on disk: pictures that frames are painted from, the sound of scenes.

What is kept is found by all that it depends on: the code that makes it and what that imports, the libraries, and
what it is made from. Files are mapped into memory, so that workers share them, and checked when they are opened.
"""

from __future__ import annotations

import json
import os
import pickle
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import FunctionType
from typing import Any

import numpy as np
import xxhash

from film.encode import Pixels
from film.keys import code_files, digest, surroundings

ALIGNED = 4096
"""Each array starts at a multiple of so many bytes."""

ROOM = 1 << 30
"""Bytes that must stay free on the disk: what can be made again leaves room for the film."""


@dataclass
class Shelf:
    """Where things are kept, or None."""

    folder: Path | None = None

    @contextmanager
    def at(self, folder: Path) -> Iterator[None]:
        """Keep things in a folder for a while."""
        before, self.folder = self.folder, folder
        try:
            yield
        finally:
            self.folder = before

    def find(self, module: str, about: Any) -> list[Pixels] | None:
        """The arrays that are kept of what `kept` would make, or None."""
        return None if self.folder is None else _read(self.folder / _key(module, about))

    def kept(self, module: str, about: Any, make: Callable[[], Sequence[Pixels]]) -> list[Pixels]:
        """The arrays that `make` gives, made by the code of `module` from nothing but `about`.

        They may be written on: what is on disk stays as it is. Where nothing can be kept, or the disk is nearly full,
        they are made every time.
        """
        if self.folder is None:
            return list(make())
        path = self.folder / _key(module, about)
        found = _read(path)
        if found is None:
            found = list(make())
            with suppress(OSError):
                _write(path, found)
        return found


SHELF = Shelf()
"""This process's, for pictures."""

kept = SHELF.kept
"""What is kept on it."""


def contents(maker: Any) -> Any:
    """What a function or an object that makes pictures depends on besides its code, as something to pickle."""
    if not isinstance(maker, FunctionType):
        return maker
    cells = maker.__closure__ or ()
    return maker.__module__, maker.__qualname__, [cell.cell_contents for cell in cells]


def home(maker: Any) -> str:
    """The module in which a function or an object's class is written."""
    return str(maker.__module__ if isinstance(maker, FunctionType) else type(maker).__module__)


def _key(module: str, about: Any) -> str:
    return xxhash.xxh3_128_hexdigest(pickle.dumps((_code(module), about), protocol=5))


@cache
def _code(module: str) -> str:
    return digest([surroundings(), code_files([module])])


def _read(path: Path) -> list[Pixels] | None:
    """The arrays in a file, or None if there is none, or it is damaged."""
    try:
        with path.open("rb") as file:
            head = json.loads(file.readline(ALIGNED))
        shapes = [tuple(shape) for shape in head["shapes"]]
        if path.stat().st_size != ALIGNED + _length(shapes):
            return None
        body = np.memmap(path, np.uint8, "c", offset=ALIGNED)
        if xxhash.xxh3_128_hexdigest(body.data) != head["hash"]:
            return None
        os.utime(path)
        return [body[at : at + _size(shape)].reshape(shape) for at, shape in zip(_places(shapes), shapes, strict=True)]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(path: Path, pictures: Sequence[Pixels]) -> None:
    """Write a file so that it is there whole, or not at all."""
    shapes = [picture.shape for picture in pictures]
    body = np.zeros(_length(shapes), np.uint8)
    for at, picture in zip(_places(shapes), pictures, strict=True):
        body[at : at + picture.size] = picture.ravel()
    head = json.dumps({"hash": xxhash.xxh3_128_hexdigest(body.data), "shapes": shapes}).encode() + b"\n"
    if len(head) > ALIGNED:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(path.parent).free < ROOM + body.size:
        return
    with NamedTemporaryFile(dir=path.parent, prefix=path.name, suffix=".part", delete=False) as part:
        temporary = Path(part.name)
        try:
            part.write(head.ljust(ALIGNED, b"\0"))
            part.write(body.data)
            part.close()
            temporary.replace(path)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise


def _size(shape: tuple[int, ...]) -> int:
    return int(np.prod(shape))


def _length(shapes: Sequence[tuple[int, ...]]) -> int:
    *_, last = _places(shapes)
    return last + _size(shapes[-1])


def _places(shapes: Sequence[tuple[int, ...]]) -> Iterator[int]:
    at = 0
    for shape in shapes:
        yield at
        at += -(-_size(shape) // ALIGNED) * ALIGNED
