"""OKLab: a space of colours in which equal distances look about equally far apart.

Source: Björn Ottosson, "A perceptual color space for image processing" (2020).
"""

from __future__ import annotations

import numpy as np

from scenes.stage.theme import Floats

_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_FROM_LAB, _FROM_CONES = np.linalg.inv(_TO_LAB), np.linalg.inv(_TO_CONES)

HALVINGS = 16
"""Of the way to grey, until a colour fits into sRGB."""


def linear(rgb: Floats) -> Floats:
    """sRGB from 0 to 1 as light, any shape."""
    return np.where(rgb <= 0.04045, rgb / 12.92, ((np.maximum(rgb, 0.0) + 0.055) / 1.055) ** 2.4)


def encoded(light: Floats) -> Floats:
    """Light from 0 to 1 as sRGB, any shape."""
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * np.maximum(light, 0.0) ** (1 / 2.4) - 0.055)


def lab_of(rgb: Floats) -> Floats:
    """sRGB (…, 3) as lightness, green to red, blue to yellow."""
    return np.asarray(np.cbrt(linear(rgb) @ _TO_CONES.T) @ _TO_LAB.T)


def rgb_of(lab: Floats) -> Floats:
    """OKLab (3,) as sRGB from 0 to 1; what sRGB cannot show is made greyer until it can."""
    inside, outside = 0.0, 1.0
    if _fits(_light(lab)):
        inside = 1.0
    else:
        for _ in range(HALVINGS):
            share = (inside + outside) / 2
            inside, outside = (share, outside) if _fits(_light(_greyer(lab, share))) else (inside, share)
    return np.clip(encoded(_light(_greyer(lab, inside))), 0.0, 1.0)


def _greyer(lab: Floats, share: float) -> Floats:
    return np.asarray(lab * np.array([1.0, share, share]))


def _light(lab: Floats) -> Floats:
    return np.asarray((lab @ _FROM_LAB.T) ** 3 @ _FROM_CONES.T)


def _fits(light: Floats) -> bool:
    return bool(np.all((light > -1e-6) & (light < 1 + 1e-6)))
