"""The film of every chip that is known: one after the other, by the same workers, out of one cache.

A film that fails does not keep the others from being made; at the end it is told which failed, and why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import roofline
from film.errors import FilmError, of_the_disk
from film.jobs import Crew
from film.produce import Result, make
from film.progress import Display, minutes
from film.report import table, wrapped
from film.request import Request, figures_for
from film.storyboard import Storyboard
from roofline.sense import objection
from roofline.specs import SpecError


@dataclass(frozen=True)
class Outcome:
    """What became of a chip's film: it is there, or there is a reason why not."""

    gpu: str
    result: Result | None = None
    reason: str = ""
    failed: bool = False


def catalogue(request: Request, storyboard: Storyboard, display: Display, crew: Crew) -> Iterator[Outcome]:
    """Make the film of each chip with the request's other options; what became of each, as it is done.

    A chip of which no film can be made, because the model does not fit it, say, is left out, which is no failure.
    """
    for number, gpu in enumerate(chips := roofline.gpus(), start=1):
        asked = replace(request, gpu=gpu)
        if request.output:
            asked = replace(asked, output=request.output / replace(asked, output=None).folder.name)
        display.say(f"{gpu}, {number} of {len(chips)}")
        yield _made(asked, storyboard, display, crew)


def _made(request: Request, storyboard: Storyboard, display: Display, crew: Crew) -> Outcome:
    try:
        if why := objection(figures_for(request)):
            return Outcome(request.gpu, reason=why)
        return Outcome(request.gpu, make(request, storyboard, display, crew))
    except (FilmError, SpecError) as error:
        reason = str(error)
    except OSError as error:
        if not error.errno:
            raise
        reason = of_the_disk(error)
    display.say(f"{request.gpu} failed: {reason}")
    return Outcome(request.gpu, reason=reason, failed=True)


def outcomes_text(outcomes: Sequence[Outcome]) -> str:
    """A table of the films, and under it those that are not there, each with the reason."""
    rows: list[Sequence[str]] = [("chip", "film", "lasts", "drawn", "kept")]
    for outcome in outcomes:
        if made := outcome.result:
            rows.append((outcome.gpu, str(made.film), minutes(made.seconds), str(made.drawn), str(made.kept)))
    lines = list(table(rows, left=2))
    for title, failed in (("Failed:", True), ("Left out:", False)):
        some = [outcome for outcome in outcomes if outcome.reason and outcome.failed == failed]
        if some:
            lines += ["", title, *(line for one in some for line in wrapped(f"{one.gpu}: {one.reason}", "  "))]
    return "\n".join(lines)
