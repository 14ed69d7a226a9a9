"""What a file of pictures decodes to: each part is decoded once, where it was drawn.

The film copies the parts' packets, so a film whose packets are those of its parts decodes to the same pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import av
import numpy as np
import xxhash

from film.encode import BT709, planes_of
from film.errors import FilmError
from film.flashes import MOST, Levels, levels, worst


@dataclass(frozen=True)
class Decoded:
    """The xxh3_128 of a part's pictures as they decode, and of its packets."""

    pictures: str
    packets: str


class Pictures:
    """Hashes decoded pictures, and counts what is wrong with them."""

    def __init__(self, fps: int) -> None:
        self.fps = fps
        self.digest = xxhash.xxh3_128()
        self.count = self.late = 0
        self.off: list[str] = []
        self.light: list[Levels] = []

    def see(self, frame: av.VideoFrame) -> None:
        """Take the next picture."""
        self.late += Fraction(cast(int, frame.pts) * cast(Fraction, frame.time_base)) != Fraction(self.count, self.fps)
        self.count += 1
        self.off = self.off or wrong_tags(frame)
        for number, plane in enumerate(planes_of(frame)):
            half = 2 if number else 1
            lines = plane[: frame.height // half, : frame.width // half]
            if not number:
                self.light.append(levels(lines))
            self.digest.update(np.ascontiguousarray(lines).data)

    def take(self) -> str:
        """The hash of the pictures since the last call."""
        done, self.digest = self.digest.hexdigest(), xxhash.xxh3_128()
        return done

    def wrong(self, frames: int) -> Iterator[str]:
        """What is wrong with so many pictures, as sentences."""
        if self.count != frames:
            yield f"it has {self.count} frames, not {frames}"
        if self.late:
            yield f"{self.late} of its frames are not at their time"
        if self.off:
            yield f"its colour tags are not BT.709 ({', '.join(self.off)})"
        if (flashes := worst(self.light, self.fps)) > MOST:
            yield f"it flashes {flashes} times in a second; more than {MOST} can harm viewers"


def wrong_tags(holder: Any) -> list[str]:
    """The colour tags of a frame or a codec that are not BT.709's."""
    return [tag for tag, value in BT709.items() if getattr(holder, tag) != value]


def decode_part(path: Path, size: tuple[int, int], fps: int, frames: int) -> Decoded:
    """Decode a part. A FilmError if it is not so many frames of this size, each at its time, tagged as BT.709."""
    seen, packets = Pictures(fps), xxhash.xxh3_128()
    try:
        with av.open(str(path)) as file:
            stream = file.streams.video[0]
            stream.thread_type = "NONE"  # other workers have the other cores
            for packet in file.demux(stream):
                packets.update(bytes(packet))
                for frame in packet.decode():
                    seen.see(frame)
            codec = stream.codec_context
            wrong = [*seen.wrong(frames)]
            if (codec.width, codec.height) != size:
                wrong.append(f"it is {codec.width}x{codec.height}, not {size[0]}x{size[1]}")
    except av.FFmpegError as error:
        wrong = [f"it cannot be decoded ({error})"]
    if wrong:
        raise FilmError(f"what was drawn failed its proof, and is not kept: {'; '.join(wrong)}")
    return Decoded(seen.take(), packets.hexdigest())
