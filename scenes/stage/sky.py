"""The night behind the stage, as pixels: dithered, so that the dark does not band.

'valley' has two ridges and a ground; 'stars' only the sky; 'dark' is 'stars' without stars; 'terrain' is
'stars' with a light behind the mountains and the dark strip under the axis.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from film.shelf import kept
from scenes.stage.palette import NIGHT, Palette
from scenes.stage.plot import FLOOR
from scenes.stage.printed import PAPER
from scenes.stage.theme import GROUND, NIGHT_DEEP, NIGHT_LOW, NIGHT_TOP, Floats, rgb

ZENITH = 4.0
"""Height at which the gradient of the sky begins."""
STARS = 70
DITHER = 2.4 / 255

BEHIND = "#2F5FA0", 0.22, (2.4, 1.6), (8.0, 3.8)
"""Light behind the mountains: colour, strength, middle and radii."""
UNDER = "#060911"

EARTH, PRINTED_GROUND = "#F3F0E8", {"valley": GROUND, "terrain": FLOOR}
"""On paper: what is under the ground line, and where that is."""
PRINTED_FAR, PRINTED_NEAR = ("#F5F3EE", PAPER), ("#F1EFEA", "#F8F6F0")

FAR, NEAR = ("#121E34", "#16243C"), ("#0C1424", "#111C30")
"""Tone at the ridge and haze at its foot."""


def _fractal(x: Floats, seed: int, scale: float) -> Floats:
    """Six octaves of value noise over x."""
    rng = np.random.default_rng(seed)
    total = np.zeros_like(x)
    for octave in range(6):
        dice = rng.uniform(-1, 1, 512)
        place = (x + 20) * scale * 2**octave
        cell = np.floor(place).astype(int)
        share = place - cell
        total += 0.5**octave * (dice[cell % 512] * (1 - share) + dice[(cell + 1) % 512] * share)
    return total


def far_ridge(x: Floats) -> Floats:
    """Height of the farther hills."""
    hills: Floats = 1.5 * np.exp(-(((x + 7.2) / 2.6) ** 2)) + 0.5 * np.exp(-(((x - 6.9) / 2.2) ** 2))
    return 1.15 + 0.55 * _fractal(x, 11, 0.35) + hills


def near_ridge(x: Floats) -> Floats:
    """Height of the nearer hills."""
    hills: Floats = 3.4 * np.exp(-(((x + 7.6) / 1.25) ** 2)) + 1.1 * np.exp(-(((x - 7.6) / 1.3) ** 2))
    return -0.55 + 0.42 * _fractal(x, 5, 0.7) + hills


def _gradient(y: Floats) -> Floats:
    share = np.clip((ZENITH - y) / (ZENITH - GROUND), 0, 1)[..., None] ** 1.6
    return rgb(NIGHT_TOP) * (1 - share) + rgb(NIGHT_LOW) * share


def _ridge(image: Floats, height: Floats, y: Floats, tones: tuple[str, str], edge: float) -> Floats:
    cover = np.clip((height - y) / edge * 0.5 + 0.5, 0, 1)[..., None]
    depth = np.clip((height - y) / np.maximum(height - GROUND, 0.2), 0, 1)[..., None] ** 1.5
    return image * (1 - cover) + cover * (rgb(tones[0]) * (1 - depth) + rgb(tones[1]) * depth)


def _ground(image: Floats, y: Floats, edge: float) -> Floats:
    depth = np.clip((GROUND - y) / 2.2, 0, 1)[..., None] ** 0.55
    ground = rgb(NIGHT_LOW) * 0.55 * (1 - depth) + rgb(NIGHT_DEEP) * depth
    above = np.clip((y - GROUND) / edge * 0.5 + 0.5, 0, 1)[..., None]
    return image * above + ground * (1 - above)


def _terrain(image: Floats, x: Floats, y: Floats, edge: float) -> Floats:
    color, strength, (cx, cy), (rx, ry) = BEHIND
    light = np.exp(-4.2 * (((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2))[..., None]
    above = np.clip((y - FLOOR) / edge * 0.5 + 0.5, 0, 1)[..., None]
    return (image + strength * light * rgb(color)) * above + rgb(UNDER) * (1 - above)


@lru_cache(4)
def sky(
    name: str,
    width: int,
    height: int,
    frame: tuple[float, float],
    dither: float = DITHER,
    palette: Palette = NIGHT,
) -> npt.NDArray[np.uint8]:
    """Opaque RGBA pixels, shape (height, width, 4), for a frame of so many stage units (width, height)."""
    paint = _painted if palette.adds else _printed
    about = name, width, height, frame, dither
    (pixels,) = kept(__name__, (*about, palette.name), lambda: [paint(*about)])
    return pixels


def _places(width: int, height: int, frame: tuple[float, float]) -> tuple[Floats, Floats, float]:
    """Where the pixels' columns (1, width) and rows (height, 1) stand, and half the height of a pixel."""
    x = np.linspace(-frame[0] / 2, frame[0] / 2, width)[None, :]
    y = np.linspace(frame[1] / 2, -frame[1] / 2, height)[:, None]
    return x, y, frame[1] / 2 / height


def _opaque(image: Floats) -> npt.NDArray[np.uint8]:
    pixels = np.full((*image.shape[:2], 4), 255, np.uint8)
    pixels[..., :3] = np.clip(image * 255 + 0.5, 0, 255)
    return pixels


def _printed(name: str, width: int, height: int, frame: tuple[float, float], _: float) -> npt.NDArray[np.uint8]:
    """Bare paper, on which the ridges are a faint tint and the ground a stronger one."""
    x, y, edge = _places(width, height, frame)
    image = np.broadcast_to(rgb(PAPER), (height, width, 3)).copy()
    if name == "valley":
        for ridge, tones in ((far_ridge, PRINTED_FAR), (near_ridge, PRINTED_NEAR)):
            image = _ridge(image, ridge(x), y, tones, edge)
    if name in PRINTED_GROUND:
        above = np.clip((y - PRINTED_GROUND[name]) / edge * 0.5 + 0.5, 0, 1)[..., None]
        image = image * above + rgb(EARTH) * (1 - above)
    return _opaque(image)


def _painted(name: str, width: int, height: int, frame: tuple[float, float], dither: float) -> npt.NDArray[np.uint8]:
    x, y, edge = _places(width, height, frame)
    rng = np.random.default_rng(3)
    image = np.broadcast_to(_gradient(y), (height, width, 3)).copy()
    if name != "dark":
        for column, row, light in zip(
            rng.integers(0, width, STARS),
            rng.random(STARS) ** 1.3 * 0.42 * height,
            rng.uniform(0.10, 0.42, STARS),
            strict=True,
        ):
            image[int(row), int(column)] += light
    if name == "valley":
        image = _ridge(image, far_ridge(x), y, FAR, edge)
        image = _ridge(image, near_ridge(x), y, NEAR, edge)
        image = _ground(image, y, edge)
    if name == "terrain":
        image = _terrain(image, x, y, edge)
    vignette = 1 - 0.42 * np.clip((x / 8.2) ** 2 + (y / 5.2) ** 2, 0, 1) ** 1.3
    image = image * vignette[..., None] + (rng.random((height, width, 1)) - 0.5) * dither
    return _opaque(image)
