"""What `check` finds wrong with a film's pictures, found before they are drawn, scene by scene, by whoever draws."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from film.cache import Cache
from film.errors import FilmError
from film.look import Look
from film.plan import ScenePlan, Sound
from film.shelf import SHELF
from film.storyboard import SceneCard

if TYPE_CHECKING:
    from film.shoot import Frame, Shootable

Layout = Callable[[Any, ScenePlan, Collection[str]], Sequence[str]]
"""What is wrong with the texts of a scene that has been written, at the cues of the beats of these names."""


@dataclass(frozen=True)
class Exam:
    """A scene to be looked through. Plain data, so that any process can do it.

    `layout` is 'module:function', a `Layout`, for the `beats` of these names; with `ends` its first and last pictures
    are wanted too.
    """

    card: SceneCard
    plan: ScenePlan
    layout: str
    beats: Collection[str]
    ends: bool
    cache: Cache

    def sit(self) -> Marked:
        """Look through it."""
        with SHELF.at(self.cache.plates):
            return examined(self.card.load(), self.plan, loaded(self.layout), self.beats, self.ends)


@dataclass(frozen=True)
class Marked:
    """What was found of a scene: a line for each thing that is wrong; its first and its last picture, if wanted; the
    sounds of each beat by its name."""

    problems: Sequence[str]
    ends: tuple[Frame, Frame] | None = None
    heard: Mapping[str, Sequence[Sound]] = field(default_factory=dict)


def examined(
    scene: type[Shootable], plan: ScenePlan, layout: Layout, beats: Collection[str], with_ends: bool
) -> Marked:
    """What is wrong with a scene; if nothing is, how it begins and ends, if that is wanted, and what is heard in it.

    A beat that runs over, or waits for a cue that its line does not have, is the only line.
    """
    from film.handover import SIZE, ends  # loads Manim
    from film.sitting import sitting

    try:
        with sitting(scene, plan, Look(SIZE)) as sat:
            if found := tuple(layout(sat.scene, plan, beats)) if beats else ():
                return Marked(found)
            return Marked((), ends(sat, plan) if with_ends else None, sat.scene.heard)
    except FilmError as error:
        return Marked((str(error),))
    finally:
        gc.collect()  # a scene refers to itself in many ways


def loaded(layout: str) -> Layout:
    """The function of that name; without a name one that finds nothing."""
    if not layout:
        return lambda scene, plan, beats: ()
    module, _, name = layout.partition(":")
    found: Layout = getattr(import_module(module), name)
    return found


def neighbours(beats: Mapping[str, Sequence[str]], stale: Mapping[str, Collection[str]]) -> list[tuple[str, str]]:
    """The pairs of scenes that follow each other in the film where the last beat of the first or the first of the
    second is stale. Both arguments have the names of beats by scene, `beats` all of them in their order."""
    return [
        (before, after)
        for before, after in pairwise(beats)
        if beats[before][-1] in stale.get(before, ()) or beats[after][0] in stale.get(after, ())
    ]


def problems(pairs: Sequence[tuple[str, str]], marked: Mapping[str, Marked]) -> Iterator[str]:
    """What is wrong with scenes; if nothing is, between which the picture jumps."""
    from film.handover import torn

    found = [line for one in marked.values() for line in one.problems]
    yield from found
    for before, after in pairs if not found else ():
        last, first = marked[before].ends, marked[after].ends
        if last and first:
            yield from torn((before, after), last[1], first[0])


def refuse(found: Sequence[str]) -> None:
    """A FilmError if something was found: no film is made of what `check` refuses."""
    if found:
        more = f" (and {len(found) - 1} more: `check` lists them)" if len(found) > 1 else ""
        raise FilmError(f"{found[0]}{more}")
