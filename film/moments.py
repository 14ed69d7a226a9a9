"""A moment of the film as a user writes it: a time, seconds or a frame."""

from __future__ import annotations

import re

from film.errors import FilmError
from film.timeline import Timeline

GRAMMAR = "write a time (1:23.5), seconds (83.5) or a frame from 0 (f5012)"

_CLOCK = re.compile(r"(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6}(?:\.\d{1,6})?)s?")
_FRAME = re.compile(r"f(\d{1,9})")


def frame_at(text: str, timeline: Timeline) -> int:
    """The film's frame, from 0, that is seen at a moment; a FilmError if it cannot be read or is past the end."""
    asked = text.strip().lower()
    if frame := _FRAME.fullmatch(asked):
        return _inside(text, int(frame[1]), timeline)
    time = _CLOCK.fullmatch(asked)
    if not time or (time[2] and float(time[3]) >= 60):
        raise FilmError(f"--at {text}: {GRAMMAR}")
    seconds = 3600 * int(time[1] or 0) + 60 * int(time[2] or 0) + float(time[3])
    # The very end still shows the last frame; a moment on a frame's edge shows the frame that begins there.
    frame_number = int(seconds * timeline.fps + 1e-6)
    return _inside(
        text, min(frame_number, timeline.frames - 1) if seconds <= timeline.seconds else frame_number, timeline
    )


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
