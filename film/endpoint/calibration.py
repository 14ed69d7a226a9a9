"""How many filler words give a prompt of so many tokens: found by asking the server, which counts them.

Tokens grow evenly with the words, so two counts give the next guess, and the third is nearly always exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from roofline.records import Record

TRIES = 4
"""Most requests for one length."""

MOST_A_WORD = 3
"""Tokens that a word takes at most, while nothing is known; every vocabulary is better than that."""

OVERHEAD = 120
"""Tokens that a chat template adds at most, while nothing is known."""


@dataclass(frozen=True, order=True)
class Point:
    """A prompt of `words` filler words was counted as `tokens`."""

    words: int
    tokens: int


def points(records: Iterable[Record]) -> list[Point]:
    """What was counted before the runs, one point for each number of words: the latest."""
    counted = [one for one in records if one.kind != "run" and one.prompt_tokens]
    found = {one.words: Point(one.words, one.prompt_tokens or 0) for one in counted}
    return sorted(found.values())


def near_enough(tokens: int, asked: int) -> bool:
    """Whether a length is as asked: exactly for a short prompt, within a thousandth for a long one."""
    return abs(tokens - asked) <= asked // 1000


def nearest(known: Sequence[Point], asked: int) -> Point:
    """The point nearest to the length asked for."""
    return min(known, key=lambda point: (abs(point.tokens - asked), point.words))


def guess(known: Sequence[Point], asked: int) -> int:
    """Words for a prompt of `asked` tokens, after what is known: at first one token a word."""
    if not known:
        return max(0, asked - OVERHEAD // 2)
    near = nearest(known, asked)
    return max(0, near.words + round((asked - near.tokens) / _slope(known, asked)))


def settled(known: Sequence[Point], asked: int, tries: int) -> bool:
    """Whether the nearest point will do: it is near enough, no guess is left, or it has been tried often enough."""
    if not known:
        return False
    words = guess(known, asked)
    return (
        near_enough(nearest(known, asked).tokens, asked)
        or tries >= TRIES
        or any(point.words == words for point in known)
    )


def expected(known: Sequence[Point], words: int) -> int:
    """Tokens of a prompt of so many words; the most that it can be while nothing is known."""
    if len(known) < 2:
        return known[0].tokens + MOST_A_WORD * abs(words - known[0].words) if known else OVERHEAD + MOST_A_WORD * words
    near = min(known, key=lambda point: abs(point.words - words))
    return max(1, near.tokens + round((words - near.words) * _slope(known, near.tokens)))


def _slope(known: Sequence[Point], asked: int) -> float:
    """Tokens a word, from the nearest point to the farthest from it, so that a token more or less hardly counts; never
    so small that a guess would run away."""
    near = nearest(known, asked)
    far = max(known, key=lambda point: abs(point.words - near.words))
    if far.words == near.words:
        return 1.0
    return max(0.5, (far.tokens - near.tokens) / (far.words - near.words))
