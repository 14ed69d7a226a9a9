"""Drive Manim: exact frames of one beat, straight to a sink.

The only module of `film` that imports Manim. Manim opens no file here (format 'none'); every frame
that it draws goes to `Sink.target`. A play draws round(run_time · fps) frames, the k-th (from 0)
at (k + 1) / fps, so that it ends on its last state, which stock Manim never draws.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from manim import Camera, tempconfig
from manim.renderer.cairo_renderer import CairoRenderer
from manim.scene.scene_file_writer import SceneFileWriter

from film.aspects import aspect_of
from film.keys import Stretch
from film.look import Look
from film.plan import Reads, ScenePlan, Sound, Taken

Frame = npt.NDArray[np.uint8]
"""Raw pixels, shape (height, width, 4): red, green, blue, alpha."""

Target = Callable[[Frame, int], None]
"""Takes a frame and how many times it repeats; must not keep the array, which is drawn on again."""


class Sink(SceneFileWriter):
    """Receives frames in place of Manim's own encoder; without a target it is the stock writer."""

    target: Target | None = None

    def write_frame(self, pixels: Any, *, repeat: int = 1) -> None:
        """Hand a frame to the target."""
        if self.target is None:
            super().write_frame(pixels, repeat=repeat)
        else:
            self.target(pixels, repeat)


class ExactRenderer(CairoRenderer):
    """Manim's renderer without the copy of each frame: the sink reads it before the next is drawn."""

    def __init__(self, camera_class: type[Camera]):
        super().__init__(file_writer_class=Sink, camera_class=camera_class)

    def get_frame(self) -> Any:
        """The camera's own pixels while a target reads them at once, else a copy."""
        pixels = self.camera.pixel_array
        return pixels if getattr(self.file_writer, "target", None) else pixels.copy()

    def save_static_frame_data(self, scene: Any, static_mobjects: Any) -> Any:
        """Draw what stands still once; kept apart from the pixels that are drawn on."""
        self.static_image = None
        if static_mobjects:
            self.update_frame(scene, mobjects=static_mobjects)
            self.static_image = self.camera.pixel_array.copy()
        return self.static_image


class FrameTimes(list[float]):
    """The moments at which a play is drawn; Manim closes it as it would a progress bar."""

    def close(self) -> None:
        """Nothing to close."""


def frame_times(seconds: float, fps: float) -> FrameTimes:
    """Times of a play's frames: (k + 1) / fps for k = 0 … round(seconds · fps) − 1."""
    return FrameTimes((k + 1) / fps for k in range(round(seconds * fps)))


def settings(size: tuple[int, int], fps: int, media_dir: Path | None = None) -> AbstractContextManager[Any]:
    """Manim's configuration for one picture size: no files, no cache, no progress bar.

    A picture that has the shape of no aspect shows all of the film's frame, and more night.
    """
    width, height = size
    aspect = aspect_of(size)
    unit = min(width / aspect.width, height / aspect.height)
    values: dict[str, Any] = {
        "pixel_width": width,
        "pixel_height": height,
        "frame_height": height / unit,
        "frame_width": width / unit,
        "frame_rate": fps,
        "format": "none",
        "disable_caching": True,
        "progress_bar": "none",
        "verbosity": "ERROR",
    }
    if media_dir is not None:
        values["media_dir"] = str(media_dir / str(os.getpid()))
    return tempconfig(values)


class Shootable(Protocol):
    """What a scene offers to be shot: it draws the chosen beats and says what it read."""

    renderer: Any

    @property
    def reads(self) -> Reads:
        """What it has read so far."""

    @property
    def sounds(self) -> tuple[Sound, ...]:
        """The sounds of the beat that was written last."""

    @property
    def heard(self) -> Mapping[str, tuple[Sound, ...]]:
        """The sounds of each beat that was written, by its name."""

    @property
    def on_stage(self) -> Sequence[Any]:
        """What is drawn, from the back to the front."""

    @property
    def shown_figures(self) -> tuple[str, ...]:
        """The figures that texts show as it is posed."""

    def __init__(self, plan: ScenePlan | None = None, beats: Sequence[str] | None = None) -> None: ...

    stretch: Stretch | None
    """The frames of a beat that are drawn; all if None."""

    def render(self) -> Any:
        """Draw the chosen beats."""

    def suits(self, stretch: Stretch | None) -> bool:
        """Whether a stretch of the beat that was written last can be drawn from the scene as it stands."""

    def draw(self) -> None:
        """Draw the beat that was written last, once more."""

    def dress(self, look: Look) -> None:
        """Be drawn as a still looks; before anything is built."""

    def construct(self) -> None:
        """Write down all that moves; nothing is drawn where no beat is chosen."""

    def pose(self, t: float) -> None:
        """Put every prop where it is at t seconds of the scene."""


class Ready:
    """A scene that has been written up to a beat, and draws stretches of it."""

    def __init__(
        self,
        scene_class: type[Shootable],
        plan: ScenePlan,
        beat: str,
        size: tuple[int, int],
        fps: int,
        media_dir: Path | None = None,
    ):
        self.made_of = scene_class, plan, beat, size, fps, media_dir
        self.scene: Shootable | None = None

    def shoot(self, target: Target, stretch: Stretch | None = None) -> Taken:
        """Draw a stretch of the beat, or all of it, each frame to `target`."""
        scene_class, plan, beat, size, fps, media_dir = self.made_of
        standing, self.scene = self.scene, None  # one that is broken off is not drawn from again
        if standing and not standing.suits(stretch):
            standing = None
            gc.collect()  # a scene refers to itself in many ways, and holds many pictures
        with settings(size, fps, media_dir):
            scene = standing or scene_class(plan, [beat])
            scene.stretch = stretch
            scene.renderer.file_writer.target = target
            if standing:
                scene.draw()
            else:
                scene.render()
        self.scene = scene
        return Taken(scene.reads, scene.sounds)


def shoot(
    scene_class: type[Shootable],
    plan: ScenePlan,
    beat: str,
    size: tuple[int, int],
    fps: int,
    target: Target,
    media_dir: Path | None = None,
    stretch: Stretch | None = None,
) -> Taken:
    """Draw one beat, or a stretch of it, each frame to `target`."""
    return Ready(scene_class, plan, beat, size, fps, media_dir).shoot(target, stretch)
