"""A frame of a part as a PNG."""

from __future__ import annotations

from pathlib import Path

import av
from PIL import Image

from film.plan import BeatTiming
from film.storyboard import Beat


def still_frame(beat: Beat, timing: BeatTiming, fps: int) -> int:
    """The frame of a beat, from 0, that shows its still: frame n shows the moment (n + 1) / fps."""
    if beat.still is None:
        return timing.frames - 1
    moment = timing.marks[beat.still] if isinstance(beat.still, str) else beat.still
    return min(max(round(moment * fps) - 1, 0), timing.frames - 1)


def write_png(part: Path, frame: int, path: Path) -> None:
    """Decode one frame of a part, from 0, and write it as PNG."""
    with av.open(str(part)) as file:
        for number, picture in enumerate(file.decode(video=0)):
            if number == frame:
                Image.fromarray(picture.to_ndarray(format="rgb24")).save(path, "PNG")
                return
    raise ValueError(f"{part} has no frame {frame}")
