"""Prompts of any length, without a tokenizer: a few random words, filler words, and a task with a long answer.

The random words come first, so that no two prompts share a beginning that a server could have kept.
"""

from __future__ import annotations

from random import SystemRandom

# Short and common: hardly a vocabulary has them in two pieces, so every prompt of as many words has as many tokens.
_LIST = """
time year way day man life hand part case week work home room area fact lot book eye job word side kind head hour
game line end law car city name team idea kid body back face door art war girl guy air food sun sea tree road wind
fire bird fish ship king song snow rain hill lake wall milk salt gold iron
"""
_WORDS = _LIST.split()

TASK = "Tell a long story."

SAME = ("time", "year", "way", "day")
"""The first words of a prompt that is to be the same every time."""

_random = SystemRandom()


def unique() -> tuple[str, ...]:
    """Four words that have hardly been sent before: one of over ten million choices."""
    return tuple(_random.choice(_WORDS) for _ in SAME)


def prompt(words: int, first: tuple[str, ...]) -> str:
    """A prompt with so many filler words, which are always the same, after the words `first`."""
    filler = [_WORDS[place % len(_WORDS)] for place in range(words)]
    return f"{' '.join([*first, *filler])}. {TASK}"
