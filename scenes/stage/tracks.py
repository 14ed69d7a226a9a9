"""Motion as a function of time: a number's way through a scene, and moves that write it.

A prop's state is a few tracks. A beat writes moves into them; drawing reads them at any moment.
Nothing is integrated and nothing is remembered from frame to frame, so any frame can be drawn
alone and equals the same frame of the straight render.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

Curve = Callable[[float], float]

SAME = 1e-6
"""Seconds by which two moments may differ, for rounding, and still be one."""


def linear(u: float) -> float:
    """For anything that is a rate."""
    return u


def smooth(u: float) -> float:
    """In-out cubic, for props."""
    return 4 * u**3 if u < 0.5 else 1 - 4 * (1 - u) ** 3


def soft(u: float) -> float:
    """Smoothstep, for light and words."""
    return u * u * (3 - 2 * u)


def arrive(u: float) -> float:
    """Out cubic, for what arrives."""
    return 1 - (1 - u) ** 3


def fall(u: float) -> float:
    """Free fall, for what is let go."""
    return u * u


def ramp(t: float, start: float, length: float) -> float:
    """0 before `start`, 1 after `start + length`, linear between; a step when length is 0."""
    return float(t >= start) if length <= 0 else min(max((t - start) / length, 0.0), 1.0)


def pulse(t: float, start: float, attack: float, decay: float) -> float:
    """A flash: linear up within `attack` seconds, then exponential down with `decay`."""
    if t < start:
        return 0.0
    return min((t - start) / attack, 1.0) * float(np.exp(-max(t - start - attack, 0.0) / decay))


@dataclass(frozen=True)
class Key:
    """One stretch of a track: from whatever it was to `value`, in `length` seconds."""

    start: float
    length: float
    value: float
    curve: Curve


class Track:
    """A number over the seconds of a scene."""

    def __init__(self, value: float = 0.0):
        self.first = value
        self.keys: list[Key] = []

    def to(self, value: float, start: float, length: float = 0.0, curve: Curve = smooth) -> None:
        """Go to `value` between `start` and `start + length`."""
        # Where one step ends another begins: what is written last counts, whichever way the moment was rounded.
        place = bisect_right(self.keys, start + SAME, key=lambda key: key.start)
        self.keys.insert(place, Key(start, length, value, curve))

    def clear(self, start: float, end: float) -> None:
        """Drop what is written so far and would begin between two moments."""
        self.keys = [key for key in self.keys if not start < key.start < end]

    def at(self, t: float) -> float:
        """The value at t seconds of the scene."""
        value = self.first
        for key in self.keys:
            if t < key.start:
                break
            value += (key.value - value) * key.curve(ramp(t, key.start, key.length))
        return value

    @property
    def last(self) -> float:
        """Where the track stands when all that is written so far has happened."""
        return self.keys[-1].value if self.keys else self.first


@dataclass(frozen=True)
class Heard:
    """A sound of a move: its name in `film.synth`, and which share of the move it begins at and lasts."""

    name: str
    begins: float = 0.0
    lasts: float = 1.0


@dataclass(frozen=True)
class Move:
    """Something that happens on stage: `write(start, length)` sets it down in the props' tracks.

    `length` is its natural duration in seconds; a beat may stretch it (`over`, `until`). `heard` are
    the sounds that it makes.
    """

    write: Callable[[float, float], None]
    length: float
    heard: tuple[Heard, ...] = ()

    def sounding(self, name: str, begins: float = 0.0, lasts: float = 1.0) -> Move:
        """The same move with a sound, from a share of its length and for a share of it."""
        return replace(self, heard=(*self.heard, Heard(name, begins, lasts)))


def together(*moves: Move) -> Move:
    """Several moves as one, stretched in proportion when the whole is stretched."""
    longest = max((move.length for move in moves), default=0.0)

    def write(start: float, length: float) -> None:
        stretch = length / longest if longest else 1.0
        for move in moves:
            move.write(start, move.length * stretch)

    return Move(write, longest, tuple(_part(one, 0.0, move.length, longest) for move in moves for one in move.heard))


def later(delay: float, move: Move) -> Move:
    """The same move, `delay` seconds later; the delay is not stretched."""
    whole = move.length + delay
    heard = tuple(_part(one, delay, move.length, whole) for one in move.heard)
    return Move(lambda start, length: move.write(start + delay, max(length - delay, 0.0)), whole, heard)


def _part(heard: Heard, delay: float, length: float, whole: float) -> Heard:
    """A sound of a part, as shares of the whole."""
    share = length / whole if whole else 1.0
    return Heard(heard.name, (delay / whole if whole else 0.0) + heard.begins * share, heard.lasts * share)
