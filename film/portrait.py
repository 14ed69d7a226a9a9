"""What a worker does for stills: pose a scene, and write the pictures that are asked for."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from film.contact import small
from film.look import FORMATS, GROUNDS, Look
from film.plan import ScenePlan
from film.shelf import SHELF
from film.shoot import Frame
from film.sitting import Sitting, sitting
from film.storyboard import SceneCard

PNG_EFFORT = 4
"""Of zlib, 0 … 9: higher takes much longer, and the grain of the night does not compress."""


@dataclass(frozen=True)
class Portrait:
    """One still to draw: its file's name without what stands after the dot, its moment in seconds of the scene, and
    its title and description."""

    name: str
    moment: float
    title: str
    description: str


@dataclass(frozen=True)
class Commission:
    """Stills of one scene. Plain data, so that any process can draw them."""

    card: SceneCard
    plan: ScenePlan
    portraits: tuple[Portrait, ...]
    look: Look
    formats: tuple[str, ...]
    folder: Path
    plates: Path


@dataclass(frozen=True)
class Delivered:
    """A still that is written: its files by format, the figures that are drawn in it, and a small JPEG of it."""

    name: str
    files: Mapping[str, Path]
    figures: tuple[str, ...]
    jpeg: bytes


def work(commission: Commission, report: Callable[[int], None]) -> list[Delivered]:
    """Draw and write the stills of a scene."""
    scene = commission.card.load()
    made, bright = [], commission.look.palette != GROUNDS[0]
    with SHELF.at(commission.plates), sitting(scene, commission.plan, commission.look) as sat:
        for portrait in commission.portraits:
            sat.pose(portrait.moment)
            frame = sat.pixels()
            shown = _Shown(sat, frame, portrait)
            files = {form: _write(shown, form, commission.folder) for form in commission.formats}
            made.append(Delivered(portrait.name, files, sat.figures, small(frame, bright)))
            report(1)
    # A scene refers to itself in many ways; left to the collector, the plates of many would pile up.
    del sat
    gc.collect()
    return made


@dataclass(frozen=True)
class _Shown:
    """A still as it sits, and its pixels."""

    sat: Sitting
    frame: Frame
    portrait: Portrait


def _write(shown: _Shown, form: str, folder: Path) -> Path:
    path = folder / f"{shown.portrait.name}.{form}"
    with whole(path) as written:
        WRITERS[form](shown, written)
    return path


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A file beside it to write to, which takes its place when all went well."""
    written = path.with_name(f".{path.name}")
    try:
        yield written
        written.replace(path)
    finally:
        written.unlink(missing_ok=True)


def _png(shown: _Shown, path: Path) -> None:
    picture = shown.frame[..., :3] if shown.sat.camera.ground else straight(shown.frame)
    Image.fromarray(picture).save(path, "PNG", compress_level=PNG_EFFORT)


def _svg(shown: _Shown, path: Path) -> None:
    path.write_text(shown.sat.svg(shown.portrait.title, shown.portrait.description), "utf-8")


def _pdf(shown: _Shown, path: Path) -> None:
    shown.sat.pdf(path, shown.portrait.title, shown.portrait.description)


WRITERS: Mapping[str, Callable[[_Shown, Path], None]] = dict(zip(FORMATS, (_png, _svg, _pdf), strict=True))
"""How each format is written."""


def straight(frame: Frame) -> Frame:
    """Premultiplied pixels, in which light has colour but no alpha, as PNG wants them: colour and alpha apart.

    Light gets the least alpha that holds its colour: over black it looks as in the film, over white it is a tint.
    """
    colour, alpha = frame[..., :3].astype(np.uint16), frame.max(-1).astype(np.uint16)
    divided = (colour * 255 + alpha[..., None] // 2) // np.maximum(alpha, 1)[..., None]
    return np.dstack([divided, alpha]).astype(np.uint8)
