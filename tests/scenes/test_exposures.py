"""A wall painted from photographs looks like a wall drawn at the same light."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from film.shelf import SHELF
from film.shoot import settings
from scenes.stage import exposures
from scenes.stage.camera import StageCamera
from scenes.stage.geometry import masonry
from scenes.stage.sky import sky
from scenes.stage.wall import READ, UNREAD, Wall

SIZE = (640, 360)


def _paint(camera: StageCamera, wall: Wall, level: np.ndarray) -> np.ndarray:
    wall.level = level
    camera.reset()
    camera.capture_mobjects([wall])
    return camera.pixel_array[..., :3].astype(int)


@pytest.mark.parametrize("level", [UNREAD, READ, 1.0])
def test_levels_where_the_light_dwells_are_exact(level: float) -> None:
    with settings(SIZE, 15):
        camera, wall = StageCamera(), Wall(masonry(803))
        levels = np.full(len(wall.cells), level)
        painted = _paint(camera, wall, levels)
        camera.reset()
        camera.capture_mobjects([wall.make(levels)])
        drawn = camera.pixel_array[..., :3].astype(int)
    assert np.abs(painted - drawn).mean() < 0.25


def test_each_brick_shows_its_own_light() -> None:
    with settings(SIZE, 15):
        camera, wall = StageCamera(), Wall(masonry(803))
        dark = _paint(camera, wall, np.full(len(wall.cells), 0.1))
        levels = np.full(len(wall.cells), 0.1)
        levels[400] = 2.3
        one = _paint(camera, wall, levels)
        x0, y0, x1, y1 = wall.cells[400]
        left, top, right, bottom = camera.pixel_box((x0, y0, x1, y1))
    changed = np.argwhere(np.abs(one - dark).max(-1) > 8)
    assert len(changed)
    assert changed[:, 0].min() >= top - 1
    assert changed[:, 0].max() <= bottom
    assert changed[:, 1].min() >= left - 1
    assert changed[:, 1].max() <= right


def test_photographs_kept_on_disk_give_the_same_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = []
    with settings(SIZE, 15):
        for _ in range(3):  # without a shelf, filling it, reading from it
            monkeypatch.setattr(exposures, "_DARKROOMS", {})
            sky.cache_clear()
            camera, wall = StageCamera(), Wall(masonry(803))
            pictures.append(_paint(camera, wall, np.linspace(0, 2.3, len(wall.cells))))
            monkeypatch.setattr(SHELF, "folder", tmp_path)
    assert len(list(tmp_path.iterdir())) == 2, "the sky and the wall"
    assert (pictures[0] == pictures[1]).all()
    assert (pictures[0] == pictures[2]).all()
