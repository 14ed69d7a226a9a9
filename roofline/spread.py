"""What the runs of a measurement amount to: for each prompt length the median and the spread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from roofline.records import OK, Record


@dataclass(frozen=True)
class Spread:
    """The median of several runs, and their lowest and highest."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """The spread of at least one value."""
        return cls(median(values), min(values), max(values))


@dataclass(frozen=True)
class Length:
    """What the runs of one prompt length came to: tokens in the prompt, seconds to the first token, tokens a
    second; `rate` is None where the server counts no tokens."""

    asked: int
    tokens: int
    runs: int
    first_token: Spread
    rate: Spread | None


def good_runs(records: Iterable[Record], asked: int) -> list[Record]:
    """The runs of one length that went well."""
    return [record for record in records if (record.kind, record.asked, record.outcome) == ("run", asked, OK)]


def lengths(records: Sequence[Record]) -> tuple[Length, ...]:
    """What the runs came to, one for each length, from short to long. Calibrated lengths stand in where a stream
    counts nothing."""
    found = []
    for asked in sorted({record.asked for record in records if record.kind == "run"}):
        runs = good_runs(records, asked)
        firsts = [record.first_token for record in runs if record.first_token is not None]
        if not firsts:
            continue
        rates = [record.rate for record in runs if record.rate is not None]
        found.append(
            Length(asked, _tokens(runs, records), len(firsts), Spread.of(firsts), Spread.of(rates) if rates else None)
        )
    return tuple(found)


def _tokens(runs: Sequence[Record], records: Sequence[Record]) -> int:
    """The median length of the runs' prompts, as counted with them or with a calibration's prompt of as many words."""
    counted = [record.prompt_tokens for record in runs if record.prompt_tokens is not None]
    if not counted:
        words = runs[0].words
        counted = [one.prompt_tokens for one in records if one.words == words and one.prompt_tokens is not None]
    return round(median(counted)) if counted else runs[0].asked


WHICH = ("short", "middle", "long")


def chosen(found: Sequence[Length]) -> dict[str, Length]:
    """The three lengths that the film compares: the shortest, the longest and the one in the middle; none of them if
    there are fewer than three."""
    if len(found) < len(WHICH):
        return {}
    return {"short": found[0], "middle": found[(len(found) - 1) // 2], "long": found[-1]}


def summary(found: Sequence[Length]) -> dict[str, int | float]:
    """The film's numbers by their keys in a measurements file (`prompts.short.tokens`)."""
    row: dict[str, int | float] = {}
    for which, length in chosen(found).items():
        first = length.first_token
        row |= {
            f"prompts.{which}.tokens": length.tokens,
            f"prompts.{which}.first_token_s": round(first.median, 6),
            f"prompts.{which}.first_token_low_s": round(first.low, 6),
            f"prompts.{which}.first_token_high_s": round(first.high, 6),
        }
    for which, length in chosen(found).items():
        if length.rate:
            row |= {
                f"decode.{which}_tokens_per_s": round(length.rate.median, 4),
                f"decode.{which}_low_tokens_per_s": round(length.rate.low, 4),
                f"decode.{which}_high_tokens_per_s": round(length.rate.high, 4),
            }
    return row
