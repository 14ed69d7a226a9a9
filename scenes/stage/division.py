"""A division written out: operations over bytes, and what comes out."""

from __future__ import annotations

from scenes.stage.labels import NUMBER_STYLE, Label, Readout, width_of
from scenes.stage.letters import Style, advance
from scenes.stage.marks import Mark, rule
from scenes.stage.scene import FilmScene
from scenes.stage.theme import HERO_LINE, INK, NOTE, RIGHT, STAGE, TITLE

NUMBER = Style(STAGE, 300, -0.02)
NAME_LINE, OVER, UNDER = -1.93, -2.47, -3.14
"""Baselines of the job's name, and over and under the line."""

SPACE = 0.27 * NOTE
AROUND = 0.18, 0.22
"""Free room before and after the equals sign."""


class Division:
    """The arithmetic intensity of a job ('decode', 'prefill'), worked out from its operations and bytes."""

    def __init__(self, scene: FilmScene, job: str, x: float):
        x = min(x, RIGHT - _width(scene, job))
        self.name = scene.label(job, x, NAME_LINE, Style(TITLE, 500), color=INK)
        self.over = scene.readout(f"{job}.operations", x, y=OVER, style=NUMBER)
        self.operations = _after(scene, self.over, "operations")
        self.under = scene.readout(f"{job}.bytes", x, y=UNDER, style=NUMBER)
        self.fetched = _after(scene, self.under, "fetched")
        right = self.operations.letters.right
        self.line: Mark = rule(x, right, (OVER + UNDER) / 2 + 0.19)
        scene.put(self.line)
        self.equals = scene.label("equals", right + AROUND[0], HERO_LINE + 0.14, Style(STAGE, 300), color=INK)
        self.result = scene.readout(f"{job}.intensity", self.equals.letters.right + AROUND[1], "per_byte")
        for part in self.parts:
            for one in part.parts if isinstance(part, Readout) else [part]:
                one.group = job

    @property
    def parts(self) -> tuple[Label | Readout | Mark, ...]:
        """All of it."""
        return (
            self.name, self.over, self.operations, self.line, self.under, self.fetched, self.equals, self.result,
        )  # fmt: skip


def _width(scene: FilmScene, job: str) -> float:
    """How much room a division takes, about."""
    above = width_of(scene.word(f"{job}.operations"), NUMBER) + SPACE + 1.3
    sign = sum(AROUND) + advance("=", Style(STAGE, 300))
    return above + sign + max(width_of(scene.word(f"{job}.intensity"), NUMBER_STYLE), 2.25)


def _after(scene: FilmScene, number: Readout, key: str) -> Label:
    last = number.unit or number.number
    return scene.label(key, last.letters.right + SPACE, number.number.letters.baseline)
