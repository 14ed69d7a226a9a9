"""What is wrong with the texts of a film, of any chip, model and workload."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any, cast

import roofline
from film.aspects import WIDE, Aspect
from film.errors import FilmError
from film.exam import examined, loaded
from film.exam import problems as found_wrong
from film.language import words_for
from film.look import Look
from film.plan import ScenePlan
from film.plans import scene_plans
from film.request import Request, film_figures
from film.script import Script, load_script
from film.shoot import Shootable
from film.sitting import sitting
from film.story import holds
from film.storyboard import Beat, beats_of
from film.timeline import build
from film.voice import SilentVoice
from roofline import Figures
from roofline.claims import evaluate
from roofline.sense import objection
from scenes import STORYBOARD
from scenes.stage import FilmScene
from scenes.stage.layout import faults
from scenes.stage.plan import SCRIPT

FPS = 15
LINES = 360


def problems(scene_class: type[FilmScene], plan: ScenePlan, aspect: Aspect = WIDE) -> list[str]:
    """What is wrong with the texts of a scene in a frame of a shape."""
    try:
        with sitting(scene_class, plan, Look(aspect.lines(LINES))) as sat:
            return faults(cast(FilmScene, sat.scene), plan, [beat.name for beat in plan.beats])
    except FilmError as error:
        return [str(error)]


def jumps(scenes: Mapping[str, type[Shootable]], plans: Mapping[str, ScenePlan]) -> list[str]:
    """Where the picture jumps between one scene and the next."""
    marked = {name: examined(scene, plans[name], loaded(""), (), True) for name, scene in scenes.items()}
    return list(found_wrong(list(pairwise(marked)), marked))


@cache
def script() -> Script:
    return load_script(SCRIPT)


@cache
def scene(name: str) -> tuple[type, tuple[Beat, ...]]:
    made = STORYBOARD.scene(name).load()
    return made, beats_of(made)


def wrong(**asked: Any) -> list[str]:
    """What is wrong with the texts of a film; nothing if it is refused, with a reason."""
    if objection(roofline.compute(**asked)):
        return []
    return wrong_with(film_figures(Request(**asked)))


def wrong_with(figures: Figures, aspect: Aspect = WIDE) -> list[str]:
    """What is wrong with the texts of the film of these figures, in a frame of a shape."""
    words, claims = words_for(figures), evaluate(figures)
    beats = {card.name: scene(card.name)[1] for card in STORYBOARD if holds(card, figures)}
    for own in beats.values():
        for beat in own:
            assert sum(variant.applies(claims) for variant in beat.variants) == 1
    timeline = build(beats, script(), words, claims, SilentVoice(), FPS)
    plans = scene_plans(figures, script(), words, claims, timeline)
    return [line for name, plan in plans.items() for line in problems(scene(name)[0], plan, aspect=aspect)]
