"""The night behind a frame that is put together from several views of the stage."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from scenes.stage.views import View

BLEND = 0.5
"""Stage units over which one view's night turns into the next one's."""

STEP = 200
"""Pixels."""

Pixels = npt.NDArray[np.uint8]
Sky = Callable[[int, int, tuple[float, float]], Pixels]
"""A sky of so many pixels across and up, for so many stage units."""


def night(
    sky: Sky, size: tuple[int, int], frame: tuple[float, float, float], bands: Sequence[tuple[View, float]]
) -> Pixels:
    """Opaque RGBA pixels (height, width, 4) for a frame (width, height, lower edge): each band through its view."""
    (first, _), *others = bands
    image = _through(sky, size, frame, first).astype(np.float32)
    height = np.linspace(frame[2] + frame[1], frame[2], size[1])[:, None, None]
    for view, start in others:
        share = np.clip((height - start) / BLEND + 0.5, 0, 1)
        image += (_through(sky, size, frame, view) - image) * share
    return np.round(image).astype(np.uint8)


def _through(sky: Sky, size: tuple[int, int], frame: tuple[float, float, float], view: View) -> Pixels:
    """What a view shows, cut out of a sky that is large enough."""
    (width, height), (across, up, low) = size, frame
    unit = width * view.scale / across
    aside, middle = -view.x / view.scale * unit, (low + up / 2 - view.y) / view.scale * unit
    # In steps, so that views that differ little are cut out of one sky.
    more = tuple(STEP * -(-2 * abs(shift) // STEP) for shift in (aside, middle))
    wide, high = width + int(more[0]), height + int(more[1])
    whole = sky(wide, high, (wide / unit, high / unit))
    x, y = round((wide - width) / 2 + aside), round((high - height) / 2 - middle)
    return whole[y : y + height, x : x + width]
