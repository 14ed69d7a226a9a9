"""Prompts of any length, without a tokenizer: a few random words, filler words, and a task with a long answer.

The random words come first, so that no two prompts share a beginning that a server could have kept.
"""

from __future__ import annotations

from random import SystemRandom

# Short and common, so that most vocabularies have each of them as one token.
_LIST = """
time year people way day man thing woman life child world school state family student group country problem hand
part place case week company system program question work night point home water room mother area money story fact
month lot right study book eye job word business issue side kind head house service friend father power hour game
line end member law car city name team minute idea kid body back parent face others level office door health person
art war history party result change morning reason research girl guy moment air teacher force education food sun
sea tree river road stone wind fire horse bird fish ship island king garden window paper letter music song voice
snow rain cloud field hill forest lake bridge wall table chair glass bread milk apple sugar salt gold silver iron
"""
_WORDS = _LIST.split()

TASK = "Tell a long story."

_FIRST = [word for word in _WORDS if len(word) <= 4]
"""The shortest: hardly a vocabulary has them in two pieces, so every prompt of as many words has as many tokens."""

SAME = ("time", "year", "way", "day")
"""The first words of a prompt that is to be the same every time."""

_random = SystemRandom()


def unique() -> tuple[str, ...]:
    """Four words that have hardly been sent before: one of over ten million choices."""
    return tuple(_random.choice(_FIRST) for _ in SAME)


def prompt(words: int, first: tuple[str, ...]) -> str:
    """A prompt with so many filler words, which are always the same, after the words `first`."""
    filler = [_WORDS[place % len(_WORDS)] for place in range(words)]
    return f"{' '.join([*first, *filler])}. {TASK}"
