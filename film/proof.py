"""Open the finished film, decode it, and compare it with the timeline.

Pictures whose parts were decoded already (`film.decoded`) are compared packet by packet instead.

Each check returns what is wrong as plain sentences; `prove` raises one FilmError with all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import unescape
from itertools import accumulate
from pathlib import Path
from typing import Any, cast

import av
import xxhash
from av.audio.stream import AudioStream
from av.container import InputContainer
from av.subtitles.subtitle import AssSubtitle
from av.video.stream import VideoStream

from film.cut import RATE, SAMPLES, Chapter, Cue, samples_in
from film.decoded import Pictures, wrong_tags
from film.errors import FilmError

Tick = Callable[[int], None]
"""Called with the number of frames decoded so far."""


@dataclass(frozen=True)
class Expected:
    """What the timeline says of the film: pixels, whole frames, captions in seconds, chapters in frames."""

    width: int
    height: int
    fps: int
    frames: int
    cues: Sequence[Cue]
    chapters: Sequence[Chapter]
    parts: Sequence[tuple[int, str]] = ()
    """Frames of each part and the hash of its packets, if each was decoded on its own before; else all is decoded."""
    seen: Sequence[tuple[str, int, str]] = ()
    """Name and frames of each stretch of the film and the hash of its decoded pictures, if they are known."""
    sound: bool = True
    """Whether there is any."""

    @property
    def frame(self) -> float:
        """Seconds of one frame: how far a caption or a chapter may be off."""
        return 1 / self.fps


def prove(path: Path, expected: Expected, beside: Iterable[Path] = (), tick: Tick | None = None) -> None:
    """Raise a FilmError that lists what is wrong with the film at `path` or the captions in files `beside` it."""
    try:
        wrong = list(problems(path, expected, beside, tick))
    except av.FFmpegError as error:
        wrong = [f"it cannot be decoded ({error})"]
    if wrong:
        raise FilmError(f"the film failed its proof, and is not kept: {'; '.join(wrong)}")


def problems(path: Path, expected: Expected, beside: Iterable[Path] = (), tick: Tick | None = None) -> Iterator[str]:
    """All that is wrong, one sentence each."""
    if not starts_fast(path):
        yield "its index stands at the end, so it cannot start while it loads"
    with av.open(str(path)) as film:
        kinds = sorted(stream.type for stream in film.streams if stream.type in ("video", "audio", "subtitle"))
        wanted = [*(["audio"] if expected.sound else []), *(["subtitle"] if expected.cues else []), "video"]
        if kinds != wanted:
            yield f"it holds {', '.join(kinds)}, not {', '.join(wanted)}"
            return
        yield from _chapters(film, expected)
        yield from _pictures(film, expected, tick)
    with av.open(str(path)) as film:
        yield from _packets(film, expected)
    for file in beside:
        yield from _compare(f"captions in {file.name}", read_cues(file.read_text("utf-8", "replace")), expected)


def starts_fast(path: Path) -> bool:
    """Whether the index (moov) stands before the media data (mdat)."""
    with path.open("rb") as file:
        while len(head := file.read(8)) == 8:
            size, kind = int.from_bytes(head[:4], "big"), head[4:]
            if kind in (b"moov", b"mdat"):
                return kind == b"moov"
            if size == 1:  # the size follows in eight bytes
                size = int.from_bytes(file.read(8), "big") - 8
            file.seek(size - 8, 1)
    return False


def _pictures(film: InputContainer, expected: Expected, tick: Tick | None) -> Iterator[str]:
    stream = film.streams.video[0]
    stream.thread_type = "AUTO"
    codec = stream.codec_context
    if codec.name != "h264":
        yield f"its pictures are {codec.name}, not H.264"
    if (codec.width, codec.height) != (expected.width, expected.height):
        yield f"it is {codec.width}x{codec.height}, not {expected.width}x{expected.height}"
    if off := wrong_tags(codec):
        yield f"its colour tags are not BT.709 ({', '.join(off)})"
    seen = Pictures(expected.fps)
    stretches = iter(expected.seen)
    name, left, pictures = next(stretches, ("", 0, ""))
    for frame in film.decode(stream):
        seen.see(frame)
        left -= 1
        if left == 0:
            if seen.take() != pictures:
                yield f"{name} decodes to other pictures"
            name, left, pictures = next(stretches, ("", 0, ""))
        if tick and seen.count % 30 == 0:
            tick(seen.count)
        if expected.parts:
            return  # the rest was decoded part by part, if it was copied as it was
    yield from seen.wrong(expected.frames)


def _packets(film: InputContainer, expected: Expected) -> Iterator[str]:
    """What is wrong with all but the decoded pictures: the film is read once from end to end."""
    pictures, sounds, captions = film.streams.video, film.streams.audio, film.streams.subtitles
    copied, heard, cues = _Copied(expected), _Heard(), list[ReadCue]()
    for packet in film.demux(*(pictures if expected.parts else ()), *sounds, *captions):
        kind = packet.stream.type
        if kind == "video":
            copied.see(packet)
        elif kind == "audio":
            heard.see(packet)
        else:
            cues += _cues(packet)
    if expected.parts:
        yield from copied.wrong(pictures[0])
    if expected.sound:
        yield from heard.wrong(sounds[0], expected)
    if expected.cues:
        yield from _compare("captions in the film", cues, expected)


class _Copied:
    """Whether the packets are those of the parts, one after the other, and each frame has its time."""

    def __init__(self, expected: Expected):
        self.expected, self.number, self.state = expected, 0, xxhash.xxh3_128()
        self.ends = list(accumulate(frames for frames, _ in expected.parts))
        self.times: list[int] = []
        self.others: list[int] = []

    def see(self, packet: av.Packet[Any]) -> None:
        """Take the next packet."""
        if packet.pts is None:
            return  # the empty packet that ends a file
        self.times.append(packet.pts)
        self.state.update(bytes(packet))
        if self.number < len(self.ends) and len(self.times) == self.ends[self.number]:
            if self.state.hexdigest() != self.expected.parts[self.number][1]:
                self.others.append(self.number + 1)
            self.number, self.state = self.number + 1, xxhash.xxh3_128()

    def wrong(self, stream: VideoStream) -> Iterator[str]:
        """What is wrong with all of them."""
        expected = self.expected
        if len(self.times) != expected.frames:
            yield f"it has {len(self.times)} frames, not {expected.frames}"
            return
        tick = round(1 / (expected.fps * cast(Fraction, stream.time_base)))
        if off := sum(time != number * tick for number, time in enumerate(sorted(self.times))):
            yield f"{off} of its frames are not at their time"
        yield from (f"part {number} was not copied as it is" for number in self.others)


class _Heard:
    """What the sound decodes to."""

    def __init__(self) -> None:
        self.first: int | None = None
        self.samples = 0

    def see(self, packet: av.Packet[Any]) -> None:
        """Take the next packet."""
        for frame in packet.decode():
            self.first = frame.pts if self.first is None else self.first
            self.samples += cast(av.AudioFrame, frame).samples

    def wrong(self, stream: AudioStream, expected: Expected) -> Iterator[str]:
        """What is wrong with it."""
        codec = stream.codec_context
        if (codec.name, codec.sample_rate, codec.channels) != ("aac", RATE, 2):
            yield f"its sound is {codec.name}, {codec.sample_rate} Hz, {codec.channels} channels, not AAC, {RATE} Hz, 2"
        wanted = samples_in(expected.frames, expected.fps)
        lasts = round((stream.duration or 0) * cast(Fraction, stream.time_base) * RATE)
        if abs(lasts - wanted) > 1:
            yield f"its sound lasts {lasts / RATE:.4f} s, not {wanted / RATE:.4f} s"
        if not wanted <= self.samples < wanted + SAMPLES or self.first:
            yield f"its sound decodes to {self.samples} samples from {self.first}, not {wanted} from 0"


@dataclass(frozen=True)
class ReadCue:
    """A caption as read back."""

    start: float
    end: float
    text: str


def _cues(packet: av.Packet[Any]) -> Iterator[ReadCue]:
    for subtitle in packet.decode() if packet.size else []:
        start = float(cast(int, packet.pts) * packet.time_base)
        text = cast(AssSubtitle, subtitle).ass.decode().split(",", 8)[-1]
        yield ReadCue(start, start + float((packet.duration or 0) * packet.time_base), text.replace("\\N", "\n"))


_TIMES = re.compile(r"^(?:(\d+):)?(\d\d):(\d\d)[.,](\d{3}) --> (?:(\d+):)?(\d\d):(\d\d)[.,](\d{3})")


def read_cues(text: str) -> list[ReadCue]:
    """The captions of an SRT or WebVTT file; in the latter, <, > and & are escaped."""
    found = []
    plain = unescape if text.startswith("WEBVTT") else str
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.split("\n")
        for number, line in enumerate(lines):
            if match := _TIMES.match(line):
                parts = [int(group or 0) for group in match.groups()]
                start, end = (h * 3600 + m * 60 + s + ms / 1000 for h, m, s, ms in (parts[:4], parts[4:]))
                found.append(ReadCue(start, end, plain("\n".join(lines[number + 1 :]))))
    return found


def _compare(where: str, found: Sequence[Cue], expected: Expected) -> Iterator[str]:
    if len(found) != len(expected.cues):
        yield f"{where}: {len(found)}, not {len(expected.cues)}"
        return
    for cue, wanted in zip(found, expected.cues, strict=True):
        off = max(abs(cue.start - wanted.start), abs(cue.end - wanted.end))
        if off > expected.frame:
            yield f"{where}: {wanted.text!r} is {off:.3f} s off"
        if cue.text != wanted.text:
            yield f"{where}: {cue.text!r}, not {wanted.text!r}"


def _chapters(film: InputContainer, expected: Expected) -> Iterator[str]:
    found = [
        (chapter["metadata"].get("title", ""), float(chapter["start"] * cast(Fraction, chapter["time_base"])))
        for chapter in film.chapters()
    ]
    wanted = [(chapter.title, chapter.start_frame / expected.fps) for chapter in expected.chapters]
    if [title for title, _ in found] != [title for title, _ in wanted]:
        yield f"its chapters are {[title for title, _ in found]}, not {[title for title, _ in wanted]}"
        return
    for (title, start), (_, right) in zip(found, wanted, strict=True):
        if abs(start - right) > expected.frame:
            yield f"chapter {title!r} starts at {start:.3f} s, not {right:.3f} s"
