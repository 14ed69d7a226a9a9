"""A moment of the film as a user writes it: a time, seconds or a frame."""

from __future__ import annotations

import re
from dataclasses import dataclass

from film.errors import FilmError
from film.timeline import Timeline

GRAMMAR = "write a time (1:23.5), seconds (83.5) or a frame from 0 (f5012)"

_CLOCK = re.compile(r"(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6}(?:\.\d{1,6})?)s?")
_FRAME = re.compile(r"f(\d{1,9})")


@dataclass(frozen=True)
class Moment:
    """What a user wrote: seconds of the film, or a frame from 0."""

    seconds: float | None = None
    frame: int = 0


def read(text: str) -> Moment:
    """The moment that a text names; a FilmError that says how one is written if it names none."""
    asked = text.strip().lower()
    if frame := _FRAME.fullmatch(asked):
        return Moment(frame=int(frame[1]))
    time = _CLOCK.fullmatch(asked)
    if not time or (time[2] and float(time[3]) >= 60):
        raise FilmError(f"--at {text}: {GRAMMAR}")
    return Moment(3600 * int(time[1] or 0) + 60 * int(time[2] or 0) + float(time[3]))


def frame_at(text: str, timeline: Timeline) -> int:
    """The film's frame, from 0, that is seen at a moment; a FilmError if it cannot be read or is past the end."""
    moment = read(text)
    if moment.seconds is None:
        return _inside(text, moment.frame, timeline)
    if moment.seconds == timeline.seconds:  # the very end still shows the last frame
        return timeline.frames - 1
    # On a frame's edge it is the frame that begins there.
    return _inside(text, int(moment.seconds * timeline.fps + 1e-6), timeline)


def _inside(text: str, frame: int, timeline: Timeline) -> int:
    if frame < timeline.frames:
        return frame
    last = timeline.frames - 1
    meant = f"; frame {text} is written f{text}" if text.isdecimal() and int(text) <= last else ""
    raise FilmError(
        f"--at {text} is past the end: the film lasts {clock(timeline.seconds)}, its last frame is f{last}{meant}"
    )


def clock(seconds: float) -> str:
    """Seconds as people read them on a player: 83.54 is '1:23.54'."""
    minutes, rest = divmod(round(seconds, 2), 60)
    return f"{minutes:.0f}:{rest:05.2f}"
