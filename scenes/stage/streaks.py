"""The streaks of falling water, and the strips of film that show them: one streak for each token of the prompt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from film.shelf import kept
from scenes.stage.palette import Palette
from scenes.stage.theme import CYAN, CYAN_HOT, Floats, ramp, rgb

SECONDS, POWER = 0.62, 1.7
"""A drop falls for so long from the top of the sheet to the chip; the depth grows with this power of its age."""

PERIODS = 3
"""Fall times after which the streaks repeat."""

COLORS = ("#0B5B70", "#1FA4C0", CYAN, "#8FEDFB", CYAN_HOT)
FOLDS, FOLD_SLOWNESS, FOLD_SECONDS, FOLD_LIGHT, FOLD_SEED = 170, 1.35, 1.9, 0.085, 9
HALF_WIDTH = 0.006

SOFT = (0.0, 0.18, 0.5, 0.8, 1.0), (0.0, 0.62, 0.88, 0.5, 0.0)
"""How opaque a streak is, from head to tail."""


@dataclass(frozen=True)
class Streaks:
    """When each streak's head leaves the top (seconds, repeating after SECONDS × PERIODS), where (0 … 1 across),
    how long it is in seconds of fall, and how bright (0 … 1); all of shape (count × PERIODS,)."""

    when: Floats
    where: Floats
    length: Floats
    level: Floats

    def age(self, now: float) -> Floats:
        """Seconds since each one's head left the top."""
        return np.asarray((now - self.when) % (SECONDS * PERIODS))

    def in_sight(self, now: float) -> npt.NDArray[np.bool_]:
        """Those whose heads are between top and chip: exactly one for each token, at any moment."""
        return np.asarray(self.age(now) < SECONDS)


def streaks(count: int) -> Streaks:
    """The streaks of a sheet of `count` tokens. Their moments repeat with every fall time, their places do not."""
    rng = np.random.default_rng(2)
    total = count * PERIODS
    slot = (np.arange(count) + rng.random(count)) / count * SECONDS
    when = (slot + SECONDS * np.arange(PERIODS)[:, None]).ravel()
    where = (rng.permutation(total) + rng.random(total)) / total
    # Gathered a little, so that they look like strands.
    where = where + 0.0045 * np.sin(2 * np.pi * 11 * where) + 0.0022 * np.sin(2 * np.pi * 29 * where + 1)
    level = np.clip(rng.beta(1.6, 2.6, total) + 0.06, 0, 0.999)
    return Streaks(when, where, rng.uniform(0.045, 0.115, total), level)


Strip = npt.NDArray[np.uint8]
"""Premultiplied pixels (rows, width, 4). A row is the moment at which that row of water left the top."""


def streak_strip(made: Streaks, width: int, rate: float, half: float, palette: Palette) -> Strip:
    """The streaks as a strip of `rate` rows a second; `half` is half a streak's width in pixels."""
    rows = round(rate * SECONDS * PERIODS)
    step = np.arange(int(np.ceil(made.length.max() * rate)) + 1)
    start = made.when * rate
    row = np.floor(start).astype(int)[:, None] + step
    share = (row + 0.5 - start[:, None]) / (made.length * rate)[:, None]
    soft = np.interp(share, *SOFT, left=0.0, right=0.0)
    x = made.where * width
    seen = np.zeros((rows, width), np.int32)
    # Opacity and brightness in one number: where streaks cross, the more opaque one shows.
    bright = (made.level * 255).astype(np.int32)[:, None]
    for offset in range(int(np.ceil(2 * half)) + 1):
        column = np.floor(x - half).astype(int) + offset
        cover = np.clip(np.minimum(x + half, column + 1) - np.maximum(x - half, column), 0, 1)
        packed = ((soft * cover[:, None] * 255).astype(np.int32) << 8) | bright
        inside = np.broadcast_to(((column >= 0) & (column < width))[:, None], row.shape)
        where = (row % rows) * width + np.clip(column, 0, width - 1)[:, None]
        np.maximum.at(seen.reshape(-1), where[inside], packed[inside])
    colors = np.array([rgb(palette.tone(ramp(COLORS, level / 255))) for level in range(256)])
    strip = np.zeros((rows, width, 4), np.uint8)
    alpha = seen >> 8
    strip[..., :3] = colors[seen & 255] * alpha[..., None]
    strip[..., 3] = alpha
    return strip


@dataclass(frozen=True)
class Folds:
    """Broad soft lights in the water, slower than the streaks: where across (0 … 1), at which share of FOLD_SECONDS,
    half how wide (stage units) and long (seconds), and how strong; all of shape (n,)."""

    where: Floats
    turn: Floats
    wide: Floats
    long: Floats
    power: Floats


def folds(rng: np.random.Generator) -> Folds:
    """The folds of a sheet."""
    shares = rng.random(FOLDS), rng.random(FOLDS)
    sizes = rng.uniform(0.02, 0.11, FOLDS), rng.uniform(0.08, 0.22, FOLDS)
    return Folds(*shares, *sizes, rng.uniform(0.2, 1.0, FOLDS))


def fold_strip(width: int, rate: float, unit: float, palette: Palette) -> Strip:
    """The folds as a strip, behind the streaks; `unit` is a stage unit in pixels."""
    rng, rows = np.random.default_rng(FOLD_SEED), round(rate * FOLD_SECONDS)
    made = folds(rng)
    middle_x, middle_y = made.where * width, made.turn * rows
    wide, long, power = made.wide * unit, made.long * rate, made.power
    down = (np.arange(rows)[:, None] - middle_y + rows / 2) % rows - rows / 2
    across = np.arange(width)[None, :] - middle_x[:, None]
    level = (np.exp(-((down / long) ** 2)) * power) @ np.exp(-((across / wide[:, None]) ** 2))
    return palette.light(CYAN, np.clip(level * FOLD_LIGHT, 0, 0.30), rng.random((rows, width, 1)))


def ragged(width: int) -> Floats:
    """Seconds by which each column of the water is late (width,): broad tongues with fine fingers."""
    rng, x = np.random.default_rng(4), np.linspace(0, 1, width)
    waves = ((1.3, 1.0), (2.9, 0.8), (6.1, 0.7), (13.0, 0.5), (27.0, 0.4))
    slow = sum((size * np.sin(2 * np.pi * often * x + rng.uniform(0, 6.28)) for often, size in waves), np.zeros(width))
    fine = np.convolve(rng.random(width), np.ones(3) / 3, "same")
    return np.asarray(0.075 * (slow - slow.min()) / np.ptp(slow) + 0.04 * fine)


@dataclass(frozen=True)
class Layer:
    """A strip, its rows a second, how much slower than the streaks it falls, and whether it is light without alpha."""

    strip: Strip
    rate: float
    slowness: float
    light: bool


@dataclass(frozen=True)
class Film:
    """Layers from the back to the front, and the columns' delays (width,)."""

    layers: tuple[Layer, ...]
    late: Floats


_FILMS: dict[tuple[int, int, int, str], Film] = {}
"""Made once a process, by number of streaks, the sheet's size in pixels and the palette: beats of a scene share it."""


def film(made: Streaks, width: int, height: int, unit: float, palette: Palette) -> Film:
    """The film of a sheet so many pixels wide and high; `unit` is a stage unit in pixels."""
    key = len(made.when), width, height, palette.name
    if key not in _FILMS:
        # At the foot a row of the strip is a row of the screen.
        rate = POWER * height / SECONDS
        folded, streaked = kept(
            __name__,
            (made, width, rate, unit, palette.name),
            lambda: [
                fold_strip(width, rate / 2, unit, palette),
                streak_strip(made, width, rate, HALF_WIDTH * unit, palette),
            ],
        )
        folds = Layer(folded, rate / 2, FOLD_SLOWNESS, light=palette.adds)
        drops = Layer(streaked, rate, 1.0, light=False)
        _FILMS[key] = Film((folds, drops), ragged(width))
    return _FILMS[key]
