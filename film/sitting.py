"""A scene that stands still: posed at a moment, and drawn as pixels, SVG or PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import cairo

from film.contact import NO_DATE
from film.look import Look
from film.pdf import PdfCanvas
from film.plan import ScenePlan
from film.shoot import Frame, Shootable, settings
from film.svg import SvgCanvas

POINTS = 960
"""The longer side of a PDF's page in points: that of a slide, 13 1/3 inches."""

JUST_BEFORE = 1e-6
"""Seconds before a moment at which it is posed, so that a step at a beat's end still belongs to the next."""


class Sitting:
    """A scene whose props have been put at a moment."""

    def __init__(self, scene: Shootable):
        self.scene, self.camera = scene, scene.renderer.camera

    def pose(self, moment: float) -> None:
        """Put every prop where it is at so many seconds of the scene; between two beats, at the end of the first."""
        self.scene.pose(moment - JUST_BEFORE)

    @property
    def figures(self) -> tuple[str, ...]:
        """The figures that texts show now, in the order in which they were put on stage."""
        return self.scene.shown_figures

    def pixels(self) -> Frame:
        """A new array."""
        self.scene.renderer.static_image = None
        self.scene.renderer.update_frame(self.scene, self.scene.on_stage)
        frame: Frame = self.camera.pixel_array.copy()
        return frame

    def svg(self, title: str, description: str) -> str:
        """An SVG, named and described for those who do not see it."""
        canvas = SvgCanvas(self.camera.pixel_width, self.camera.pixel_height)
        self.camera.draw(canvas, self.scene.on_stage)
        return canvas.text(title, description)

    def pdf(self, path: Path, title: str, description: str) -> None:
        """Write a PDF of one page."""
        width, height = self.camera.pixel_width, self.camera.pixel_height
        unit = POINTS / max(width, height)
        surface = cairo.PDFSurface(str(path), unit * width, unit * height)
        surface.set_metadata(cairo.PDF_METADATA_TITLE, title)
        surface.set_metadata(cairo.PDF_METADATA_SUBJECT, description)
        surface.set_metadata(cairo.PDF_METADATA_CREATE_DATE, NO_DATE)
        surface.set_device_scale(unit, unit)
        self.camera.draw(PdfCanvas(surface), self.scene.on_stage)
        surface.finish()


@contextmanager
def sitting(scene_class: type[Shootable], plan: ScenePlan, look: Look) -> Iterator[Sitting]:
    """A scene, ready to be posed and drawn."""
    with settings(look.size, plan.fps):
        scene = scene_class(plan, [])
        scene.dress(look)
        scene.construct()
        yield Sitting(scene)


def photograph(scene_class: type[Shootable], plan: ScenePlan, moments: Sequence[float], look: Look) -> Iterator[Frame]:
    """Draw single moments of a scene, in seconds from its start, each as a new array."""
    with sitting(scene_class, plan, look) as sat:
        for moment in moments:
            sat.pose(moment)
            yield sat.pixels()
