"""What stands still is painted once, and looks as if it were painted in every frame."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import numpy as np
import pytest

from film.keys import Stretch
from film.shoot import settings
from film.storyboard import SceneCard
from scenes import STORYBOARD, stage
from scenes.stage import standing
from scenes.stage.backdrop import Backdrop
from scenes.stage.camera import StageCamera
from scenes.stage.exposures import Exposures
from scenes.stage.paint import Baked, Light, Painted
from scenes.stage.plates import Plate
from scenes.stage.shapes import rects
from tests.scenes.conftest import draw


def painted(kind: type[Painted] = Painted) -> Iterator[type[Painted]]:
    for one in kind.__subclasses__():
        yield one
        yield from painted(one)


def test_who_paints_in_a_way_of_its_own_says_for_itself_whether_it_paints_the_same() -> None:
    for module in pkgutil.iter_modules(stage.__path__, "scenes.stage."):
        importlib.import_module(module.name)
    kinds = set(painted())
    assert len(kinds) > 40
    own = [kind for kind in kinds if "paint" in vars(kind) and "state" not in vars(kind)]
    assert [kind.__name__ for kind in own if kind.state is not Painted.state] == []


def anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint everything in every frame, wherever it is."""
    monkeypatch.setattr(standing, "WORTH", 10**9)
    monkeypatch.setattr(StageCamera, "covered_by", lambda self, cover: False)
    monkeypatch.setattr(Plate, "lit", lambda self, _: (0, 0, self.surface.get_width(), self.surface.get_height()))


@pytest.mark.parametrize("card", STORYBOARD, ids=lambda card: card.name)
@pytest.mark.parametrize("share", [0.3, 0.8])
def test_a_scene_s_frames_are_those_that_are_painted_anew(
    card: SceneCard, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = card.load()
    names = [beat.name for beat in scene(None, []).plan.beats]
    beats, some = [names[int(share * len(names))]], Stretch(8, 24)
    once = draw(scene, beats, stretch=some)
    anew(monkeypatch)
    assert len(once) == 24
    assert all(map(np.array_equal, once, draw(scene, beats, stretch=some)))


class Cells(Exposures):
    """Four squares, each with a light of its own."""

    def __init__(self) -> None:
        cells = np.array([[x, -2.0, x + 1.0, -1.0] for x in range(-2, 2)], float)
        super().__init__(
            lambda level: rects(cells[:, 0], cells[:, 1], cells[:, 2], cells[:, 3], "#C8702A", float(level.mean())),
            cells,
            np.linspace(0.1, 1.0, 4),
            (-2.0, -2.0, 2.0, -1.0),
            ("squares",),
        )


def frames(seed: int, count: int) -> list[np.ndarray]:
    """Frames of a stage on which now and then something changes, and mostly nothing does."""
    rng = np.random.default_rng(seed)
    with settings((320, 180), 15):
        camera = StageCamera()
        squares = [Baked(rects(x, -1, x + 1.5, 0.5, "#3FD0E0", 0.8)) for x in (-3.0, -1.0, 1.0)]
        sky, light, cells = Backdrop("dark"), Light(0.3, -0.2, 6.0, 3.5, "#E0923F", 0.2), Cells()
        members = [squares[0], light, cells, squares[1], sky, squares[2]]
        found = []
        for _ in range(count):
            if rng.random() < 0.2:
                one = squares[rng.integers(3)]
                match rng.integers(8):
                    case 0:
                        one.opacity = float(rng.choice([0.0, 0.5, 1.0]))
                    case 1:
                        one.place(float(rng.integers(-2, 3)) / 4)
                    case 2:
                        one.clip = None if one.clip else (-2.0, -0.5, 2.0, 0.2)
                    case 3:
                        one.picture = squares[rng.integers(3)].picture
                    case 4:
                        light.opacity = float(rng.uniform(0, 0.4))
                    case 5:
                        sky.opacity = float(rng.choice([0.0, 0.0, 0.4, 1.0]))
                    case 6:
                        cells.level = rng.uniform(0.1, 1.0, 4)
                        cells.shown = rng.random(4) < 0.8
                    case _:
                        camera.set_backdrop(str(rng.choice(["valley", "stars"])))
            camera.reset()
            camera.capture_mobjects(members)
            found.append(camera.pixel_array.copy())
    return found


@pytest.mark.parametrize("seed", range(4))
def test_whatever_changes_is_seen_at_once(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    once = frames(seed, 150)
    assert len({frame.tobytes() for frame in once}) > 10
    anew(monkeypatch)
    assert all(map(np.array_equal, once, frames(seed, 150)))


def test_most_of_a_still_stage_is_not_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    painted = []
    monkeypatch.setattr(Baked, "paint", lambda self, ctx, camera: painted.append(self))
    with settings((320, 180), 15):
        camera, members = StageCamera(), [Baked(rects(-1, -1, 1, 1, "#3FD0E0"))]
        for _ in range(20):
            camera.reset()
            camera.capture_mobjects(members)
    assert len(painted) < 8


@pytest.mark.parametrize("color", ["#FFFFFF", "#E0923F", "#010203"])
def test_a_weak_light_is_cut_off_only_where_it_adds_nothing(color: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def shot(strength: float) -> np.ndarray:
        with settings((640, 360), 15):
            camera = StageCamera()
            camera.reset()
            camera.capture_mobjects([Light(0.3, -0.2, 6.0, 3.5, color, strength)])
            return camera.pixel_array.copy()

    strengths = [*np.linspace(0.003, 0.12, 40), 0.3, 0.7, 0.99]
    cut = [shot(float(strength)) for strength in strengths]
    anew(monkeypatch)
    assert all(map(np.array_equal, cut, [shot(float(strength)) for strength in strengths]))
