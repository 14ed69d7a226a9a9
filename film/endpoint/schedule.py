"""Which runs there are, in which order, what they will cost, and how long the rest will take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from roofline.records import OK, Record
from roofline.spread import good_runs

COUNTS = 2
"""Requests that finding the words for one length takes, as a rule."""

ROOM = 1.5
"""The limit of tokens, if none is given, as a multiple of what the measurement should take: room for second tries."""


@dataclass(frozen=True)
class Step:
    """One run: the prompt's length asked for and the run's number, from 1."""

    asked: int
    number: int


def rounds(lengths: Sequence[int], runs: int) -> list[Step]:
    """All runs, round by round: each length once a round, each round beginning with the next length, so that neither
    drift nor the place in the round falls on one length."""
    steps = []
    for turn in range(runs):
        first = turn % len(lengths)
        steps += [Step(asked, turn + 1) for asked in (*lengths[first:], *lengths[:first])]
    return steps


def left(lengths: Sequence[int], runs: int, records: Sequence[Record]) -> list[Step]:
    """The runs that are still to be done."""
    done = {(one.asked, one.number) for asked in lengths for one in good_runs(records, asked)}
    return [step for step in rounds(lengths, runs) if (step.asked, step.number) not in done]


@dataclass(frozen=True)
class Budget:
    """What is still to be spent: requests, tokens of prompts, tokens of answers."""

    requests: int
    prompt_tokens: int
    output_tokens: int

    @property
    def tokens(self) -> int:
        """All tokens."""
        return self.prompt_tokens + self.output_tokens


def budget(lengths: Sequence[int], runs: int, output_tokens: int, records: Sequence[Record]) -> Budget:
    """What the measurement takes from here, if nothing goes wrong."""
    steps = left(lengths, runs, records)
    counted = {one.asked for one in records if one.kind != "cold" and one.outcome == OK}
    to_count = [asked for asked in lengths if asked not in counted]
    return Budget(
        requests=1 + COUNTS * len(to_count) + len(steps),
        prompt_tokens=lengths[0] + COUNTS * sum(to_count) + sum(step.asked for step in steps),
        output_tokens=output_tokens * (1 + len(steps)) + COUNTS * len(to_count),
    )


def seconds_left(steps: Sequence[Step], records: Sequence[Record]) -> float | None:
    """How long these runs will take, after those that are done: a length that has none yet takes as long as the longest
    known. None before the first."""
    known: dict[int, list[float]] = {}
    for one in records:
        if one.outcome == OK and one.chunk_ms:
            known.setdefault(one.asked, []).append(one.seconds)
    if not known:
        return None
    longest = max(mean(times) for times in known.values())
    return sum(mean(known[step.asked]) if step.asked in known else longest for step in steps)
