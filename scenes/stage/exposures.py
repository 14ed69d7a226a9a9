"""One picture photographed at several brightnesses; each cell shows the exposure that it asks for.

The wall's bricks or the chip's lights, every cell at its own level, every frame, in about 0.7 ms:
runs of equal cells in a row are one box filled from one plate.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from manim import Mobject
from xxhash import xxh3_64_hexdigest

from film.shelf import contents, home, kept
from scenes.stage.camera import Box, Canvas, StageCamera
from scenes.stage.paint import Painted
from scenes.stage.plates import Pixels, Plate, bake, halfway, pixels_of, plate_of
from scenes.stage.theme import Floats


@dataclass(frozen=True)
class Darkroom:
    """Plates by exposure, the cells in pixels (n, 4), and where a new row or a gap begins (n − 1,)."""

    plates: list[Plate]
    cells: npt.NDArray[np.int_]
    apart: npt.NDArray[np.bool_]


DARKROOMS = 8
"""How many are kept at once, in a process; a scene has fewer."""

_DARKROOMS: dict[tuple[Any, ...], Darkroom] = {}
"""Developed once a process, by what is photographed, the size and the palette: beats of a scene share it."""


class Exposures(Painted):
    """Cells (n, 4) in stage units, each at its own `level`.

    `make(levels)` draws all cells at the given levels; cells must be opaque and their borders
    fall in joints. Between two photographs one more is interpolated, and cells change exposure at
    slightly different levels, so that a slow fade of the whole never steps. A cell whose `shown`
    is False is left out. `key` says what is photographed: equal keys share their plates.
    """

    def __init__(self, make: Callable[[Floats], Mobject], cells: Floats, stops: Floats, box: Box, key: tuple[Any, ...]):
        Painted.__init__(self, box)
        self.make, self.cells, self.photographs = make, cells, np.asarray(stops, float)
        places = np.arange(2 * len(stops) - 1) / 2
        self.stops = np.interp(places, np.arange(len(stops)), self.photographs)
        self.level: Floats = np.full(len(cells), self.stops[0])
        self.shown: npt.NDArray[np.bool_] = np.ones(len(cells), bool)
        self.grain = np.random.default_rng(8).uniform(-0.5, 0.5, len(cells))
        self.key, self.places = key, xxh3_64_hexdigest(np.ascontiguousarray(cells).data)

    def __deepcopy__(self, memo: Any) -> Exposures:
        return self

    def _develop(self, camera: StageCamera) -> Darkroom:
        about = contents(self.make), self.key, self.cells, self.photographs, self.box, camera.sized
        left, top, *_ = camera.pixel_box(self.box)
        plates = [plate_of(pixels, left, top) for pixels in kept(home(self.make), about, lambda: self._expose(camera))]
        to = camera.to_pixels.transform_point
        corners = np.array([(*to(x0, y1), *to(x1, y0)) for x0, y0, x1, y1 in self.cells.tolist()])
        pixels = np.round(corners).astype(int)
        joined = (pixels[1:, [1, 3]] == pixels[:-1, [1, 3]]).all(1) & (pixels[1:, 0] == pixels[:-1, 2])
        return Darkroom(plates, pixels, ~joined)

    def _expose(self, camera: StageCamera) -> list[Pixels]:
        shots = [bake(camera, [self.make(np.full(len(self.cells), stop))], self.box) for stop in self.photographs]
        plates = shots[:1]
        for darker, brighter in pairwise(shots):
            plates += [halfway(darker, brighter), brighter]
        return [pixels_of(plate) for plate in plates]

    def paint(self, ctx: Canvas, camera: StageCamera) -> None:
        """Fill runs of equal cells from their plates."""
        if camera.vector:
            if not self.shown.all():
                for x0, y0, x1, y1 in self.cells[self.shown].tolist():
                    ctx.rectangle(x0, y0, x1 - x0, y1 - y0)
                ctx.clip()
            for mobject in camera.get_mobjects_to_display([self.make(self.stops[self._exposed()])]):
                camera.display_vectorized(mobject, ctx)
            return
        ctx.set_matrix(camera.shifted)
        self._fill(ctx, self._darkroom(camera))

    def state(self, camera: StageCamera) -> Hashable | None:
        """The exposure of each cell that is shown."""
        return self._exposed().tobytes(), self.shown.tobytes()

    def _darkroom(self, camera: StageCamera) -> Darkroom:
        key = (*self.key, self.places, camera.sized)
        # The one that was used last stands last; a worker that makes many films does not keep them all.
        room = _DARKROOMS.pop(key, None) or self._develop(camera)
        while len(_DARKROOMS) >= DARKROOMS:
            _DARKROOMS.pop(next(iter(_DARKROOMS)))
        _DARKROOMS[key] = room
        return room

    def _exposed(self) -> npt.NDArray[np.int_]:
        """The number of the exposure that each cell asks for."""
        place = np.interp(self.level, self.stops, np.arange(len(self.stops)))
        return np.clip(np.round(place + self.grain), 0, len(self.stops) - 1).astype(int)

    def _fill(self, ctx: Canvas, room: Darkroom) -> None:
        exposure = self._exposed()
        exposure[~self.shown] = -1
        starts = np.concatenate([[0], np.flatnonzero(room.apart | (exposure[1:] != exposure[:-1])) + 1])
        ends = np.append(starts[1:], len(exposure)) - 1
        first, last = room.cells[starts], room.cells[ends]
        runs = np.stack([first[:, 0], first[:, 1], last[:, 2] - first[:, 0], last[:, 3] - first[:, 1]], 1)
        order = np.argsort(exposure[starts], kind="stable")
        current = -1
        for number, (x, y, width, height) in zip(exposure[starts][order].tolist(), runs[order].tolist(), strict=True):
            if number < 0:
                continue
            if number != current:
                ctx.fill()
                plate = room.plates[number]
                ctx.set_source_surface(plate.surface, plate.x, plate.y)
                current = number
            ctx.rectangle(x, y, width, height)
        ctx.fill()
