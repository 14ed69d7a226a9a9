"""What a film is made of: scenes in running order, each a sequence of beats.

A beat is one spoken line and the motion that proves it. This module knows no pictures: a scene
class marks its methods with `beat`, and `beats_of` reads the marks back in running order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import inf
from typing import Any, overload

from film.errors import FilmError, nearest

LEAD = 0.22
"""Seconds between a beat's first frame and the first word of its line."""

BREATH = 0.32
"""Seconds between the last word of a line and the beat's last frame."""

AT_ONCE, THROUGHOUT = 1e-3, inf
"""Seconds for which a beat runs on that is done with what was under way by its first frame, and one that shows it to
its end."""


@dataclass(frozen=True)
class Variant:
    """One way to show and say a beat.

    `key` names its line in the script (`idle` or `idle.otherwise`), `method` the scene's method.
    `claim` is the claim it rests on and `holds` the value that this variant needs it to have; the
    claims of `unless`, on which earlier variants rest, must be false.
    """

    key: str
    method: str
    claim: str | None = None
    holds: bool = True
    unless: tuple[str, ...] = ()

    @property
    def claims(self) -> tuple[str, ...]:
        """All claims that decide on it."""
        return (*self.unless, self.claim) if self.claim else self.unless

    def applies(self, claims: Mapping[str, bool]) -> bool:
        """Whether the claims that decide on it have the values that it needs."""
        own = self.claim is None or claims[self.claim] == self.holds
        return own and not any(claims[claim] for claim in self.unless)


@dataclass(frozen=True)
class Beat:
    """One spoken line and its motion.

    `lead` and `breath` are the silent seconds before and after the line, `least` the shortest
    length in seconds, `still` the moment that stands on a slide: a mark in the line, seconds
    from the beat's start, or None for the last frame. For as many seconds as it `runs_on` it shows what is still
    under way when the beat before it ends; parts of it that begin later do not depend on how long that one lasts.
    """

    name: str
    variants: tuple[Variant, ...]
    lead: float = LEAD
    breath: float = BREATH
    least: float = 0.0
    still: str | float | None = None
    runs_on: float = 0.0

    def choose(self, claims: Mapping[str, bool]) -> Variant:
        """The one variant that applies; a FilmError when none or several do."""
        fit = [variant for variant in self.variants if variant.applies(claims)]
        if len(fit) != 1:
            raise FilmError(f"beat {self.name!r} has {len(fit)} variants that apply; exactly one must")
        return fit[0]


class BeatMethod:
    """What `@beat` leaves in the class body. `@name.otherwise` adds what is true where the claim fails,
    `@name.otherwise(claim=…)` before it what is true where only that other claim holds."""

    def __init__(self, function: Callable[..., None], claim: str | None, options: Mapping[str, Any]):
        self.function, self.claim, self.options = function, claim, dict(options)
        self.name = function.__name__
        self.others: list[tuple[Callable[..., None], str | None]] = []

    @overload
    def otherwise(self, function: Callable[..., None], /) -> Callable[..., None]: ...

    @overload
    def otherwise(self, /, *, claim: str) -> Callable[[Callable[..., None]], Callable[..., None]]: ...

    def otherwise(
        self, function: Callable[..., None] | None = None, /, *, claim: str | None = None
    ) -> Callable[..., None] | Callable[[Callable[..., None]], Callable[..., None]]:
        """Mark the method that shows what is true where the claims so far fail, and this one, if given, holds."""
        if self.claim is None:
            raise FilmError(f"beat {self.name!r} rests on no claim, so it can have no 'otherwise'")
        if self.others and self.others[-1][1] is None:
            raise FilmError(f"beat {self.name!r} has an 'otherwise' after the one without a claim")

        def mark(method: Callable[..., None]) -> Callable[..., None]:
            self.others.append((method, claim))
            return method

        return mark if function is None else mark(function)

    def beat(self) -> Beat:
        """The beat as plain data. The line of an `otherwise` with a claim is `beat.method`."""
        variants = [Variant(self.name, self.name, self.claim)]
        failed = [self.claim] if self.claim else []
        for method, claim in self.others:
            name = method.__name__
            if claim is None:
                variants.append(Variant(f"{self.name}.otherwise", name, failed[-1], False, tuple(failed[:-1])))
            else:
                variants.append(Variant(f"{self.name}.{name}", name, claim, True, tuple(failed)))
                failed.append(claim)
        return Beat(self.name, tuple(variants), **self.options)

    def __get__(self, instance: Any, owner: type) -> Any:
        return self if instance is None else self.function.__get__(instance, owner)


@overload
def beat(function: Callable[..., None], /) -> BeatMethod: ...


@overload
def beat(
    *,
    claim: str | None = None,
    lead: float = LEAD,
    breath: float = BREATH,
    least: float = 0.0,
    still: str | float | None = None,
    runs_on: float = 0.0,
) -> Callable[[Callable[..., None]], BeatMethod]: ...


def beat(
    function: Callable[..., None] | None = None,
    /,
    *,
    claim: str | None = None,
    lead: float = LEAD,
    breath: float = BREATH,
    least: float = 0.0,
    still: str | float | None = None,
    runs_on: float = 0.0,
) -> BeatMethod | Callable[[Callable[..., None]], BeatMethod]:
    """Mark a method of a scene as a beat, with or without options (see `Beat`)."""
    options = {"lead": lead, "breath": breath, "least": least, "still": still, "runs_on": runs_on}

    def mark(method: Callable[..., None]) -> BeatMethod:
        return BeatMethod(method, claim, options)

    return mark if function is None else mark(function)


def beats_of(scene: type) -> tuple[Beat, ...]:
    """The beats of a scene class, in the order in which its methods stand."""
    return tuple(value.beat() for value in vars(scene).values() if isinstance(value, BeatMethod))


@dataclass(frozen=True)
class SceneCard:
    """A scene's place in the film, without loading its pictures: `path` is 'module:Class'.

    A scene with a `claim` is left out of a film for which it does not hold. One that is there only because it was
    asked for names the `option` that asks.
    """

    name: str
    path: str
    claim: str | None = None
    option: str | None = None

    def load(self) -> type:
        """Import the scene class (and with it Manim)."""
        module, _, name = self.path.partition(":")
        found: type = getattr(import_module(module), name)
        return found


class Storyboard(Sequence[SceneCard]):
    """The scenes in running order. `poster` is the beat whose still stands for the film ('scene.beat').

    `layout` is the function ('module:function') that says what is wrong with the texts of a scene; none if it is empty.
    """

    def __init__(self, *cards: SceneCard, poster: str = "", layout: str = ""):
        self.cards, self.poster, self.layout = cards, poster, layout

    def __getitem__(self, index: Any) -> Any:
        return self.cards[index]

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[SceneCard]:
        return iter(self.cards)

    def scene(self, name: str) -> SceneCard:
        """The card of that name; a FilmError that lists the known ones otherwise."""
        for card in self.cards:
            if card.name == name:
                return card
        known = [card.name for card in self.cards]
        raise FilmError(f"no scene {name!r}{nearest(name, known)}; the film has: {', '.join(known)}")
