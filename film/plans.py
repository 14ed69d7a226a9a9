"""From figures, words and the timeline to what each scene may know."""

from __future__ import annotations

from collections.abc import Mapping

from film.plan import ScenePlan, Worded
from film.script import Script
from film.timeline import SceneTiming, Timeline
from roofline import Figures


def scene_plans(
    figures: Figures, script: Script, words: Mapping[str, Worded], claims: Mapping[str, bool], timeline: Timeline
) -> dict[str, ScenePlan]:
    """The plan of each scene of the timeline, by its name."""
    values = {name: figure.value for name, figure in figures.items()}
    return {
        scene.name: ScenePlan(
            scene=scene.name,
            fps=timeline.fps,
            values=values,
            words=words,
            claims=claims,
            screen=script.screen(scene.name),
            beats=scene.beats,
            where=_where(script, scene),
        )
        for scene in timeline.scenes
    }


def _where(script: Script, scene: SceneTiming) -> dict[str, str]:
    """Where the lines and the drawn texts of a scene stand in the script."""
    lines = {beat.name: script.line(scene.name, beat.variant).where() for beat in scene.beats}
    return lines | {f"screen.{name}": text.where() for name, text in script.scene(scene.name).screen.items()}
