"""Where two chips stand one above the other, each in its half of a frame."""

from __future__ import annotations

from dataclasses import dataclass

from scenes.stage.box import Box
from scenes.stage.frame import FILM, Frame
from scenes.stage.theme import TITLE_LINE

HALF = 3.34
"""Height of a half in the film."""
ROOMY = 0.8
"""With a smaller share of the film's width, a chip's second number stands under its first."""
NEXT = 0.42
"""From one line of numbers to the next."""


@dataclass(frozen=True)
class Halves:
    """Places in stage units, those in a half from its upper edge, of which `tops` has both.

    `names`, `speeds` and `ratios` are baselines; `second` is how far under the name the second number stands. `paper`
    is the lower and upper edge of the page, `lane` the line of time while time is real; `stretched` is that line
    later, and `depth` how deep work may hang under it. `wait` is the length of the longer wait then, `numbers` where a
    chip's numbers begin, if its name leaves the room, and `stream` where begins what is told of the stream. `sheets` is
    where the prompt is dealt, `prompt` the baseline of the line on which it stands when it has been gathered.
    """

    tops: tuple[float, float]
    names: float
    second: float
    speeds: float
    ratios: float
    paper: tuple[float, float]
    lane: float
    stretched: float
    depth: float
    wait: float
    numbers: float
    stream: float
    sheets: Box
    prompt: float


IN_FILM = Halves(
    tops=(2.92, -0.42),
    names=-0.28,
    second=0.0,
    speeds=-0.96,
    ratios=-2.93,
    paper=(-2.62, -0.55),
    lane=-2.90,
    stretched=-1.37,
    depth=1.12,
    wait=5.0,
    numbers=-4.2,
    stream=-0.95,
    sheets=(FILM.left, -1.6, FILM.right, 2.0),
    prompt=TITLE_LINE,
)


def halves(frame: Frame) -> Halves:
    """The halves of a frame. In other frames than the film's the prompt has a line of its own, under the title."""
    if frame.wide:
        return IN_FILM
    film, second = IN_FILM, NEXT if frame.across < ROOMY else 0.0
    top = frame.top - 1.65
    half = (top - frame.bottom) / 2
    more = half - HALF
    return Halves(
        tops=(top, top - half),
        names=film.names,
        second=second,
        speeds=film.speeds - second,
        ratios=film.ratios - more + 0.2,
        paper=(film.paper[0] - more, film.paper[1] - second),
        lane=film.lane - more,
        stretched=film.stretched - second,
        depth=film.depth + more - second - 0.1,
        wait=film.wait * frame.across,
        numbers=frame.left + (film.numbers - FILM.left),
        stream=frame.left + (film.stream - FILM.left) * frame.across,
        sheets=(frame.left, frame.middle - 1.8, frame.right, frame.middle + 1.8),
        prompt=top + 0.3,
    )
