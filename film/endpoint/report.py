"""The result for people: a table of what was measured, what is to be known about it, and each chip beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from film.endpoint.notes import notes
from film.endpoint.result import Result
from film.report import table, wrapped
from roofline.spread import Length, Spread
from roofline.verdict import Reason, Verdict

WHY: dict[Reason, str] = {
    "memory": "the weights do not fit in its memory",
    "rate": "it cannot fetch the weights that fast",
    "first_token": "it cannot read the prompt that soon",
}

UNKNOWN = (
    "The film does not know the measured model, so there is no ceiling to set it beside; --film-model names one of "
    "`list models`."
)


def result_text(result: Result) -> str:
    """All of it, for a terminal of 100 columns."""
    lines = [*wrapped(result.how), "", *table(list(_rows(result.lengths)), left=0)]
    lines += [line for note in notes(result) for line in wrapped(note, "  ")]
    if result.model is None:
        return "\n".join([*lines, "", *wrapped(UNKNOWN)])
    lines += ["", *wrapped(_heading(result)), "", *table(list(_chips(result)), left=1), "", *_conclusions(result)]
    if result.obstacle:
        lines += ["", *wrapped(f"The film cannot show this: {result.obstacle}")]
    else:
        lines += [
            "",
            *wrapped(f"The film shows it with: ./run film --model {result.model.key} --measurements {result.path}"),
        ]
    return "\n".join(lines)


def _rows(lengths: Sequence[Length]) -> Iterator[tuple[str, ...]]:
    yield "prompt", "runs", "first token, s", "lowest", "highest", "tokens/s", "lowest", "highest"
    for one in lengths:
        yield (
            f"{one.tokens:,}",
            f"{one.runs}" if one.runs else "–",
            *_spread(one.first_token, 3, one.runs),
            *(_spread(one.rate, 1, one.runs) if one.rate else ("none" if one.runs else "–", "–", "–")),
        )


def _spread(spread: Spread, decimals: int, runs: int) -> tuple[str, str, str]:
    low, high = (f"{end:.{decimals}f}" if runs else "–" for end in (spread.low, spread.high))
    return f"{spread.median:.{decimals}f}", low, high


def _heading(result: Result) -> str:
    assert result.model is not None
    return (
        f"Beside the ceilings of one chip that serves {result.model.name} with {result.precision} weights to one user "
        "and fetches every weight for every token. Rates are tokens a second, shares are of the ceiling at that prompt."
    )


def _chips(result: Result) -> Iterator[tuple[str, ...]]:
    heads = [f"{one.tokens:,}" for one in result.ends]
    yield (
        "chip",
        *(head for tokens in heads for head in (f"ceiling at {tokens}", "share")),
        f"reads {heads[-1]} in",
        "",
    )
    for one in result.verdicts:
        rates = [
            cell
            for ceiling, share in zip(one.ceilings, one.shares, strict=True)
            for cell in (f"{ceiling:,.1f}", "–" if share is None else f"{100 * share:.0f} %")
        ]
        yield one.gpu.key, *rates, f"{one.first_tokens[-1]:.3f} s", _mark(one)


def _mark(one: Verdict) -> str:
    if one.ruled_out:
        return "ruled out"
    return "on the edge" if one.on_the_edge else ""


def _conclusions(result: Result) -> Iterator[str]:
    for reason, why in WHY.items():
        chips = [one.gpu.name for one in result.verdicts if reason in one.reasons]
        if chips:
            yield from wrapped(f"Ruled out, because {why}: {', '.join(chips)}.")
    edge = [one.gpu.name for one in result.verdicts if one.on_the_edge and not one.ruled_out]
    if edge:
        yield from wrapped(
            f"On the edge: {', '.join(edge)}. The rate is above the ceiling if every weight is fetched, and below it "
            "if the input embedding is looked up, not read."
        )
    if any("rate" in one.reasons or "first_token" in one.reasons for one in result.verdicts):
        yield from wrapped("Several such chips together, or speculative decoding, could still do it.")
    if result.slowdowns:
        predicted, measured = result.slowdowns
        yield from wrapped(
            f"The long prompt: its cache predicts {_slower(predicted)}; measured were {_slower(measured)}, from "
            "the medians."
        )


def _slower(part: float) -> str:
    return f"{100 * abs(part):.1f} % {'fewer' if part >= 0 else 'more'} tokens a second"
