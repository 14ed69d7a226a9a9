"""What a worker does for stills: pose a scene, and write the pictures that are asked for."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from film.look import FORMATS, Look
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
    """A still that is written: its files by format, and the figures that are drawn in it."""

    name: str
    files: Mapping[str, Path]
    figures: tuple[str, ...]


def work(commission: Commission, report: Callable[[int], None]) -> list[Delivered]:
    """Draw and write the stills of a scene."""
    scene = commission.card.load()
    made = []
    with SHELF.at(commission.plates), sitting(scene, commission.plan, commission.look) as sat:
        for portrait in commission.portraits:
            sat.pose(portrait.moment)
            files = {form: _write(sat, portrait, form, commission.folder) for form in commission.formats}
            made.append(Delivered(portrait.name, files, sat.figures))
            report(1)
    # A scene refers to itself in many ways; left to the collector, the plates of many would pile up.
    del sat
    gc.collect()
    return made


def _write(sat: Sitting, portrait: Portrait, form: str, folder: Path) -> Path:
    path = folder / f"{portrait.name}.{form}"
    with _whole(path) as written:
        WRITERS[form](sat, portrait, written)
    return path


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """A file beside it to write to, which takes its place when all went well."""
    written = path.with_name(f".{path.name}")
    try:
        yield written
        written.replace(path)
    finally:
        written.unlink(missing_ok=True)


def _png(sat: Sitting, portrait: Portrait, path: Path) -> None:
    frame = sat.pixels()
    picture = frame[..., :3] if sat.camera.ground else straight(frame)
    Image.fromarray(picture).save(path, "PNG", compress_level=PNG_EFFORT)


def _svg(sat: Sitting, portrait: Portrait, path: Path) -> None:
    path.write_text(sat.svg(portrait.title, portrait.description), "utf-8")


def _pdf(sat: Sitting, portrait: Portrait, path: Path) -> None:
    sat.pdf(path, portrait.title, portrait.description)


WRITERS: Mapping[str, Callable[[Sitting, Portrait, Path], None]] = dict(zip(FORMATS, (_png, _svg, _pdf), strict=True))
"""How each format is written."""


def straight(frame: Frame) -> Frame:
    """Premultiplied pixels, in which light has colour but no alpha, as PNG wants them: colour and alpha apart.

    Light gets the least alpha that holds its colour: over black it looks as in the film, over white it is a tint.
    """
    colour, alpha = frame[..., :3].astype(np.uint16), frame.max(-1).astype(np.uint16)
    divided = (colour * 255 + alpha[..., None] // 2) // np.maximum(alpha, 1)[..., None]
    return np.dstack([divided, alpha]).astype(np.uint8)
