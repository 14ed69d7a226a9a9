"""The plan that a scene gets when nobody hands it one: default figures, estimated times.

With it a scene file opens in plain `manim -pql`.
"""

from __future__ import annotations

from pathlib import Path
from re import sub

import roofline
from film.language import words_for
from film.plan import ScenePlan
from film.plans import scene_plans
from film.script import load_script
from film.storyboard import beats_of
from film.timeline import build
from film.voice import SilentVoice
from roofline.claims import evaluate

VERSUS = "rtx-4090"
"""The other chip of the scene that has two."""

SCRIPT = Path(__file__).resolve().parents[2] / "assets" / "script" / "en.toml"


def script_name(scene: type) -> str:
    """A scene's name in the script: `WeightWall` → `weight_wall`."""
    return sub(r"(?<!^)(?=[A-Z])", "_", scene.__name__).lower()


def default_plan(scene: type, fps: int, figures: roofline.Figures | None = None) -> ScenePlan:
    """The scene for the default chip and model, or for other figures, timed by an estimate of its lines."""
    figures, script = figures or roofline.compute(versus=VERSUS), load_script(SCRIPT)
    words, claims = words_for(figures), evaluate(figures)
    name = script_name(scene)
    timeline = build({name: beats_of(scene)}, script, words, claims, SilentVoice(), fps)
    return scene_plans(figures, script, words, claims, timeline)[name]
