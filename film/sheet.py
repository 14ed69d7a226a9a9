"""Contact sheets: moments of a scene side by side, as everybody sees them, or as others do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from film.errors import FilmError
from film.keys import ROOT
from film.look import GROUNDS, Look, ground_named
from film.outputs import ready
from film.plan import BeatTiming, ScenePlan
from film.poster import still_frame
from film.request import Request
from film.shoot import Frame, Shootable
from film.sitting import photograph
from film.story import told
from film.storyboard import Beat, Storyboard

Floats = npt.NDArray[np.float64]

FRAME = (640, 360)
PHONE = (480, 270)
"""The smallest picture at which everything must still read."""
GAP, LABEL = 6, 22
PAPER, PENCIL = (58, 60, 66), (235, 225, 140)

VISION: Mapping[str, Floats] = {
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
    "grey": np.tile(np.array([0.2126, 0.7152, 0.0722]), (3, 1)),
}
"""What linear RGB becomes for viewers without one kind of cone, and without colour.

Source: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency" (2009), severity 1.0; grey is the luminance of BT.709.
"""


@dataclass(frozen=True)
class Shot:
    """A moment of a scene, in seconds from its start, and what stands under it."""

    moment: float
    label: str


@dataclass(frozen=True)
class Kind:
    """How the pictures of a sheet are drawn: `phone` at 480 pixels; `cvd` with how colour-blind viewers see each, and
    grey, beside it; and on which ground. A FilmError if there is no such ground.
    """

    phone: bool = False
    cvd: bool = False
    ground: str = GROUNDS[0]

    def __post_init__(self) -> None:
        ground_named(self.ground)

    @property
    def size(self) -> tuple[int, int]:
        """Of a picture, in pixels."""
        return PHONE if self.phone else FRAME

    @property
    def tags(self) -> list[str]:
        """A word for all that is not the default."""
        rows = (("phone", self.phone), ("cvd", self.cvd), (self.ground, self.ground != GROUNDS[0]))
        return [word for word, on in rows if on]


def sheets(request: Request, storyboard: Storyboard, folder: Path, step: float | None, kind: Kind) -> Iterator[Path]:
    """Write the sheet of each scene asked for into the folder; a FilmError for a step that makes no sense."""
    if step is not None and not step > 0:
        raise FilmError(f"--step {step:g} makes no sense: it is the seconds between two frames, such as 1")
    ready(folder)
    story = told(request, storyboard)
    for name, board in story.boards.items():
        path, plan = folder / f"{'-'.join([name, *kind.tags])}.png", story.plans[name]
        contact_sheet(board.card.load(), plan, moments(board.beats, plan, step), path, kind)
        yield path


def moments(beats: Sequence[Beat], plan: ScenePlan, step: float | None) -> list[Shot]:
    """Each beat's still and its last frame; with `step`, also a moment every so many seconds."""
    shots = []
    for beat, timing in zip(beats, plan.beats, strict=True):
        start = (timing.start_frame - plan.beats[0].start_frame) / plan.fps
        shots += [Shot(start + at, label) for at, label in _of_beat(beat, timing, plan.fps, step)]
    return shots


def _of_beat(beat: Beat, timing: BeatTiming, fps: int, step: float | None) -> list[tuple[float, str]]:
    length = timing.frames / fps
    named = {(still_frame(beat, timing, fps) + 1) / fps: f"{timing.name} · still", length: f"{timing.name} · end"}
    every = np.arange(step, length, step).tolist() if step else []
    return sorted({**dict.fromkeys(every, ""), **named}.items())


def as_seen(frame: Frame, vision: str) -> Frame:
    """The frame as a viewer with this vision sees it, computed in linear light."""
    encoded = frame[..., :3] / 255
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ VISION[vision].T, 0, 1)
    back = np.where(seen <= 0.0031308, seen * 12.92, 1.055 * seen ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(back * 255), np.uint8)


def contact_sheet(scene: type[Shootable], plan: ScenePlan, shots: Sequence[Shot], path: Path, kind: Kind) -> None:
    """Draw the shots of a scene and write them as one PNG."""
    look = Look(kind.size, palette=kind.ground)
    frames = photograph(scene, plan, [shot.moment for shot in shots], look)
    pictures = [picture for frame in frames for picture in _versions(frame, kind.cvd)]
    columns = 1 + len(VISION) if kind.cvd else 4
    labels = [f"{shot.moment:.2f} s  {shot.label}" for shot in shots]
    if kind.cvd:
        labels = [text for label in labels for text in (label, *VISION)]
    _paste(pictures, labels, columns, kind.size).save(path, "PNG")


def _versions(frame: Frame, cvd: bool) -> Iterator[Frame]:
    yield frame[..., :3]
    if cvd:
        yield from (as_seen(frame, vision) for vision in VISION)


def _paste(pictures: Sequence[Frame], labels: Sequence[str], columns: int, size: tuple[int, int]) -> Image.Image:
    width, height = size[0] + GAP, size[1] + GAP + LABEL
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * width + GAP, rows * height + GAP), PAPER)
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.truetype(ROOT / "assets" / "fonts" / "InterTight_400Regular.ttf", 15)
    for number, (picture, label) in enumerate(zip(pictures, labels, strict=True)):
        x, y = GAP + number % columns * width, GAP + number // columns * height
        sheet.paste(Image.fromarray(picture), (x, y))
        pen.text((x, y + size[1] + 2), label, PENCIL, font)
    return sheet
