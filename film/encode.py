"""Raw frames in, one H.264 file out, and a hash of the frames.

Colours are converted in bands of rows, each by itself, and a band that has not changed since the
frame before keeps its last conversion: the result does not depend on what came before, and still
pictures cost little. x264 works in a second thread (it lets go of the interpreter) while the next
frame is drawn.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import av
import numpy as np
import numpy.typing as npt
import xxhash
from av.container import OutputContainer
from av.video.reformatter import (
    ColorPrimaries,
    ColorRange,
    Colorspace,
    ColorTrc,
    Interpolation,
    VideoReformatter,
)
from av.video.stream import VideoStream

Pixels = npt.NDArray[np.uint8]

BT709: Mapping[str, int] = {
    "colorspace": Colorspace.ITU709,
    "color_range": ColorRange.MPEG,
    "color_primaries": ColorPrimaries.BT709,
    "color_trc": ColorTrc.BT709,
}
"""The tags that tell a player how colours were converted; on every frame and on the stream."""

MEANS = Interpolation.AREA | Interpolation.FULL_CHR_H_INP
"""The colour of four pixels becomes their mean, which comes nearest to what was drawn; the second flag gives the same
values in three quarters of the time."""

BANDS = 12
AHEAD = 3
"""Frames that may wait for x264 while the next is drawn."""

PRINT = 16
"""Bytes of a frame's print, by which two frames are told apart."""


@dataclass(frozen=True)
class Encoded:
    """What an encoder wrote: its frames, the print of each in order (`prints`), CPU seconds by stage."""

    frames: int
    prints: bytes
    convert: float
    encode: float


def planes_of(frame: av.VideoFrame) -> list[Pixels]:
    """The planes of a frame of one byte a sample, as arrays on the frame's own memory, rows padded by its alignment."""
    return [np.frombuffer(cast(Any, plane), np.uint8).reshape(-1, plane.line_size) for plane in frame.planes]


def bands(height: int) -> Iterator[tuple[int, int]]:
    """First row and end of each band; even, because chroma has half the rows."""
    step = 2 * -(-height // (2 * BANDS))
    return ((top, min(top + step, height)) for top in range(0, height, step))


def digests(rgba: Pixels) -> list[bytes]:
    """The hash of each band of a frame."""
    return [xxhash.xxh3_128_digest(rgba[top:end].data) for top, end in bands(len(rgba))]


def print_of(hashes: list[bytes]) -> bytes:
    """A frame's print, from the hashes of its bands."""
    return xxhash.xxh3_128_digest(b"".join(hashes))


def add_pictures(file: OutputContainer, size: tuple[int, int], fps: int, x264: Mapping[str, str]) -> VideoStream:
    """A stream of H.264 pictures in a new file, tagged as BT.709."""
    stream = file.add_stream("libx264", rate=fps, options=dict(x264))
    stream.width, stream.height = size
    stream.pix_fmt = "yuv420p"
    tag(stream.codec_context)
    return stream


def tag(holder: Any) -> None:
    """Set the colour tags of a frame or a codec to BT.709's."""
    for name, value in BT709.items():
        setattr(holder, name, value)


class Converter:
    """RGBA to BT.709 YUV 4:2:0, keeping the bands that did not change.

    `planes` are the luma, of shape (height, width), and both chroma planes, of half that.
    """

    def __init__(self, width: int, height: int):
        self.width, self.height = width, height
        half = (height // 2, width // 2)
        self.planes = [np.zeros(shape, np.uint8) for shape in ((height, width), half, half)]
        self.digests: list[bytes] = [b""] * len(list(bands(height)))
        self.reformatter = VideoReformatter()

    def __call__(self, rgba: Pixels, hashes: list[bytes]) -> list[Pixels]:
        """Convert a frame whose bands have these hashes; the planes returned are written on by the next call."""
        for number, (top, end) in enumerate(bands(self.height)):
            if self.digests[number] != hashes[number]:
                self._convert(rgba[top:end], top, end)
        self.digests = hashes
        return self.planes

    def _convert(self, band: Pixels, top: int, end: int) -> None:
        converted = self.reformatter.reformat(
            av.VideoFrame.from_numpy_buffer(band, format="rgba"),
            format="yuv420p",
            interpolation=MEANS,
            threads=1,
            dst_colorspace=Colorspace.ITU709,
            dst_color_range=ColorRange.MPEG,
        )
        for number, (lines, plane) in enumerate(zip(planes_of(converted), self.planes, strict=True)):
            into = plane[top // 2 : end // 2] if number else plane[top:end]
            into[:] = lines[: into.shape[0], : into.shape[1]]


class Encoder:
    """Writes frames to `path` as H.264 without sound. Use as a context: leaving it before `close` gives the file up.

    What goes wrong in x264's thread (a full disk, say) is raised by the next `write` or by `close`.
    """

    def __init__(self, path: Path, width: int, height: int, fps: int, x264: Mapping[str, str]):
        self.width, self.height = width, height
        self.tick = Fraction(1, fps)
        self.frames = self.encoded = 0
        self.seconds = {"convert": 0.0, "encode": 0.0}
        self.prints = bytearray()
        self.convert = Converter(width, height)
        self.container = av.open(str(path), "w", format="mp4")
        self.stream = add_pictures(self.container, (width, height), fps, x264)
        self.waiting: queue.Queue[tuple[av.VideoFrame, int] | None] = queue.Queue(AHEAD)
        self.spare: queue.SimpleQueue[av.VideoFrame] = queue.SimpleQueue()
        for _ in range(AHEAD + 2):
            self.spare.put(self._frame())
        self.failure: BaseException | None = None
        self.thread = threading.Thread(target=self._work, name="x264", daemon=True)
        self.thread.start()

    def _frame(self) -> av.VideoFrame:
        frame = av.VideoFrame(self.width, self.height, "yuv420p")
        tag(frame)
        return frame

    def __enter__(self) -> Encoder:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if self.thread.is_alive():
            self.waiting.put(None)
            self.thread.join()
        with suppress(OSError, av.FFmpegError):
            self.container.close()

    def write(self, rgba: Pixels, repeat: int = 1) -> None:
        """Append a frame of shape (height, width, 4), `repeat` times. The array may be drawn on again at once."""
        if rgba.shape != (self.height, self.width, 4):
            raise ValueError(f"a frame of shape {rgba.shape}, not {(self.height, self.width, 4)}")
        if repeat < 1:
            return
        start = time.thread_time()
        rgba = np.ascontiguousarray(rgba)
        hashes = digests(rgba)
        self.prints += print_of(hashes) * repeat
        frame = self.spare.get()
        for plane, lines in zip(self.convert(rgba, hashes), planes_of(frame), strict=True):
            lines[: plane.shape[0], : plane.shape[1]] = plane
        self.seconds["convert"] += time.thread_time() - start
        self.frames += repeat
        self.waiting.put((frame, repeat))
        if self.failure:
            raise self.failure

    def close(self) -> Encoded:
        """Write what is left and the file's index; says what was written."""
        self.waiting.put(None)
        self.thread.join()
        if self.failure:
            raise self.failure
        self.container.mux(self.stream.encode(None))
        self.container.close()
        seconds = self.seconds
        return Encoded(self.frames, bytes(self.prints), seconds["convert"], seconds["encode"])

    def _work(self) -> None:
        while (job := self.waiting.get()) is not None:
            frame, repeat = job
            try:
                if self.failure is None:
                    self._encode(frame, repeat)
            except BaseException as error:
                self.failure = error
            self.spare.put(frame)

    def _encode(self, frame: av.VideoFrame, repeat: int) -> None:
        start = time.thread_time()
        for _ in range(repeat):
            frame.pts, frame.time_base = self.encoded, self.tick
            self.encoded += 1
            self.container.mux(self.stream.encode(frame))
        self.seconds["encode"] += time.thread_time() - start
