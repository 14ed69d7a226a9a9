"""Where two chips stand one above the other, each in its half of a frame."""

from __future__ import annotations

from dataclasses import dataclass

from scenes.stage.box import Box
from scenes.stage.frame import FILM, Frame
from scenes.stage.theme import TITLE_LINE

HALF = 3.04
"""Height of a half in the film."""
RULER = 0.44
"""Height of what stands under both halves: the seconds."""
MACHINE = 3.85
"""Width of a machine: wall, channel and chip."""
GUTTER = 0.40
"""Between a machine and its line of time, where the prompt comes down."""
ZERO = 0.12
"""Room for half of the ruler's first number, where the line of time begins at the edge."""
CAPTION = 0.38
"""From the top of the highest work to what is written over it."""


@dataclass(frozen=True)
class Halves:
    """Places in stage units, those in a half from its upper edge, of which `tops` has both.

    `names`, `numbers`, `notes` are baselines over the machine, which stands on `machine`, from `left` on, and is
    `wide`; its second number begins at `second`. `speeds` and `captions` are baselines over the line of time, which
    lies at `lane` from `start` on; of speeds the second begins at `stream`, `lower` than the first. Work is at most
    `high`.
    `paper` is the lower and upper edge of the page, `sheets` where the prompt is dealt, `prompt` the baseline of the
    line on which it stands when it has been gathered, `seconds` that of the ruler's numbers.
    """

    tops: tuple[float, float]
    names: float
    numbers: float
    notes: float
    left: float
    wide: float
    second: float
    machine: float
    start: float
    lane: float
    high: float
    speeds: float
    stream: float
    lower: float
    captions: float
    paper: tuple[float, float]
    sheets: Box
    prompt: float
    seconds: float


START = FILM.left + MACHINE + GUTTER
IN_FILM = Halves(
    tops=(2.98, -0.06),
    names=-0.36,
    numbers=-0.95,
    notes=-1.33,
    left=FILM.left,
    wide=MACHINE,
    second=FILM.left + 2.12,
    machine=-2.80,
    start=START,
    lane=-2.80,
    high=1.12,
    speeds=-0.56,
    stream=START + 4.45,
    lower=0.0,
    captions=-2.80 + 1.12 + CAPTION,
    paper=(-2.52, -0.12),
    sheets=(START, -1.5, FILM.right, 1.9),
    prompt=TITLE_LINE,
    seconds=-3.40,
)


def halves(frame: Frame) -> Halves:
    """The halves of a frame. In other frames than the film's the prompt has a line of its own, under the title; in a
    tall one the line of time lies under the machine."""
    if frame.wide:
        return IN_FILM
    film, top = IN_FILM, frame.top - 1.65
    half = (top - frame.bottom - RULER) / 2
    more = half - HALF
    start = frame.left + (ZERO if frame.tall else MACHINE + GUTTER)
    high = film.high + 0.4 * frame.tall
    lane = film.lane - more
    machine = film.notes - high - 0.42 if frame.tall else lane
    speeds = machine - 0.85 if frame.tall else film.speeds
    return Halves(
        tops=(top, top - half),
        names=film.names,
        numbers=film.numbers,
        notes=film.notes,
        left=frame.left,
        wide=MACHINE,
        second=frame.left + 2.12,
        machine=machine,
        start=start,
        lane=lane,
        high=high,
        speeds=speeds,
        stream=start + 4.45 if frame.tall else start,
        lower=0.0 if frame.tall else 0.55,
        captions=lane + high + CAPTION,
        paper=(lane + 0.28, machine - 0.3 if frame.tall else film.paper[1]),
        sheets=(start, frame.middle - 1.8, frame.right, frame.middle + 1.8),
        prompt=top + 0.3,
        seconds=frame.bottom + 0.06,
    )
