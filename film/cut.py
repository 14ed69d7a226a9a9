"""Parts, sound, captions and chapters into one MP4.

The parts' pictures are copied, not encoded again: frame n of the film stands at n / fps exactly. Sound is
AAC; captions are a `mov_text` track; the index stands at the front, so that a player can start at once.
"""

from __future__ import annotations

import heapq
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol, TypeAlias, cast

import av
import numpy as np
import numpy.typing as npt
from av.container import OutputContainer
from av.packet import Packet
from av.subtitles.stream import SubtitleStream
from av.subtitles.subtitle import SubtitleSet

from film.errors import FilmError

RATE = 48_000
"""Samples a second of the sound."""

BITRATE = 160_000
"""Bits a second of the AAC sound."""

AAC = {"aac_coder": "fast", "aac_ms": "1", "aac_is": "0", "aac_pns": "0", "aac_tns": "0"}
"""Left and right are the same, so their difference is nothing, and other tools are not tried. At this bitrate it is
nearer to the sound than the default at 192 kbit/s (40 dB against 36 on the film's own) in a third of the time."""

SAMPLES = 1024
"""Samples in one AAC packet."""

REORDERED = 2
"""Frames by which decoding runs ahead of showing: as many as x264 needs at most, for a pyramid of B-frames."""

UNSEEN: Mapping[str, Any] = {"options": {"analyzeduration": "1"}, "stream_options": [{"skip_frame": "all"}]}
"""Pictures are copied, not looked at: a file opens twenty times as fast without decoding its first and looking through
those behind it."""

# Without it the container counts time in milliseconds, and lengths are rounded to them.
MUXING = {"movflags": "+faststart", "movie_timescale": str(RATE)}

# The encoder of mov_text wants to be told the style of an ASS script; players use their own.
ASS_HEADER = b"""[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, \
StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,16,&Hffffff,&Hffffff,&H0,&H0,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,0

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
"""

Bytes = npt.NDArray[np.uint8]
"""Shape (n,)."""

Sound = npt.NDArray[np.float32]
"""Shape (samples, 2), 48 kHz, within -1 … 1."""


class Cue(Protocol):
    """A caption: seconds from the film's start, and its text, lines separated by newlines."""

    @property
    def start(self) -> float:
        """When it appears."""

    @property
    def end(self) -> float:
        """When it goes."""

    @property
    def text(self) -> str:
        """Its lines."""


@dataclass(frozen=True)
class Chapter:
    """A chapter: title, first frame, length in frames."""

    title: str
    start_frame: int
    frames: int


def iso639(language: str) -> str:
    """The three letters by which MP4 knows a language ('en' → 'eng'); 'und' for one that it is not told here."""
    return {"en": "eng", "de": "deu", "fr": "fra", "es": "spa", "it": "ita", "ja": "jpn", "zh": "zho"}.get(
        language, "und"
    )


def samples_in(frames: int, fps: int) -> int:
    """The number of sound samples in so many frames, to the nearest."""
    return round(Fraction(frames * RATE, fps))


def assemble(
    path: Path,
    parts: Sequence[Path],
    sound: Sequence[Packet[Any]],
    cues: Sequence[Cue],
    chapters: Sequence[Chapter],
    fps: int,
    title: str,
    language: str = "eng",
) -> None:
    """Write the film to `path`. The parts must share one size, rate and setting of the encoder; `sound` is as `joined`
    gives it."""
    with av.open(str(path), "w", format="mp4", options=MUXING) as film, av.open(str(parts[0])) as first:
        film.metadata["title"] = title
        video = film.add_stream_from_template(first.streams.video[0])
        audio = add_sound(film)
        audio.metadata["language"] = language
        tracks = [_pictures(parts, video, fps), _sound(sound, audio)]
        if cues:
            text = film.add_stream("mov_text")
            text.time_base = Fraction(1, 1000)
            text.metadata["language"] = language
            text.codec_context.subtitle_header = ASS_HEADER
            tracks.append(_captions(cues, text))
        _set_chapters(film, chapters, fps)
        film.start_encoding()
        for _, packet in heapq.merge(*tracks, key=lambda timed: timed[0]):
            film.mux(packet)


def join(path: Path, parts: Sequence[Path], fps: int, title: str) -> None:
    """Write the pictures of some parts, one after the other, to `path`, without sound. The parts are alike as above."""
    with av.open(str(path), "w", format="mp4", options=MUXING) as file, av.open(str(parts[0])) as first:
        file.metadata["title"] = title
        video = file.add_stream_from_template(first.streams.video[0])
        for _, packet in _pictures(parts, video, fps):
            file.mux(packet)


Timed: TypeAlias = "Iterator[tuple[float, Packet[Any]]]"
"""Packets of one track in the order of their times, in seconds."""


def _pictures(parts: Sequence[Path], stream: Any, fps: int) -> Timed:
    """The parts' packets, each part moved behind the one before.

    Decoding times are counted anew: a part of one frame has them closer to its frames than a longer one.
    """
    extradata = stream.codec_context.extradata
    count = 0
    for part in parts:
        start = count
        with av.open(str(part), **UNSEEN) as source:
            video = source.streams.video[0]
            if video.codec_context.extradata != extradata:
                raise FilmError(f"{part}: encoded with other settings than the parts before it")
            tick = round(1 / (fps * cast(Fraction, video.time_base)))
            for packet in source.demux(video):
                if packet.pts is None:
                    continue  # the empty packet that ends a file
                packet.pts, packet.dts = packet.pts + start * tick, (count - REORDERED) * tick
                packet.stream = stream
                yield (count - REORDERED) / fps, packet
                count += 1


def add_sound(file: OutputContainer) -> Any:
    """A stream of AAC in a new file."""
    return file.add_stream("aac", rate=RATE, layout="stereo", bit_rate=BITRATE, options=AAC)


def encoded(sound: Sound) -> list[bytes]:
    """The AAC packets of a sound. A packet holds two of its lengths of sound, half of which it shares with the next;
    the first is heard to its half."""
    packets: list[bytes] = []
    with av.open(os.devnull, "w", format="null") as nowhere:
        stream = add_sound(nowhere)
        for start in range(0, len(sound), SAMPLES):
            chunk = np.ascontiguousarray(sound[start : start + SAMPLES].T, np.float32)
            frame = av.AudioFrame.from_ndarray(chunk, format="fltp", layout="stereo")
            frame.sample_rate, frame.pts, frame.time_base = RATE, start, Fraction(1, RATE)
            packets += [bytes(packet) for packet in stream.encode(frame)]
        return packets + [bytes(packet) for packet in stream.encode(None)]


def packed(packets: Sequence[bytes]) -> list[Bytes]:
    """Packets as two arrays of bytes: the lengths of all, and all of them one after the other."""
    lengths = np.array([len(packet) for packet in packets], "<u4")
    return [lengths.view(np.uint8), np.frombuffer(b"".join(packets), np.uint8)]


def unpacked(arrays: Sequence[Bytes]) -> list[bytes]:
    """The packets in such arrays."""
    lengths, packets = arrays
    whole, ends = packets.tobytes(), np.cumsum(lengths.view("<u4")).tolist()
    return [whole[start:end] for start, end in pairwise([0, *ends])]


def joined(pieces: Sequence[tuple[int, Sequence[bytes]]], samples: int) -> list[Packet[Any]]:
    """One track of so many samples from pieces, each given by the sample at which it begins and its `encoded` packets.

    A piece is moved to the nearest packet, by no more than 11 ms. It must begin with one packet's length of silence and
    end with two: there it is joined to the next.
    """
    last = -(-samples // SAMPLES)
    starts = [round(start / SAMPLES) for start, _ in pieces]
    whole: list[bytes] = [pieces[0][1][0]]
    for (_, packets), start, end in zip(pieces, starts, [*starts[1:], last], strict=True):
        # Of a last packet that is not there the one before is as silent.
        whole += [packets[min(number, len(packets) - 1)] for number in range(1, end - start + 1)]
    return [_packet(data, number, samples) for number, data in enumerate(whole)]


def _packet(data: bytes, number: int, samples: int) -> Packet[Any]:
    """The packet of that number in a track; the first ends where the track begins."""
    packet: Packet[Any] = Packet(data)
    packet.time_base = Fraction(1, RATE)
    packet.pts = packet.dts = SAMPLES * (number - 1)
    packet.duration = min(SAMPLES, samples - packet.pts)
    return packet


def _sound(packets: Sequence[Packet[Any]], stream: Any) -> Timed:
    for packet in packets:
        packet.stream = stream
        yield cast(int, packet.dts) / RATE, packet


def _captions(cues: Sequence[Cue], stream: SubtitleStream) -> Timed:
    codec = stream.codec_context
    for cue in cues:
        start, end = round(cue.start * 1000), round(cue.end * 1000)
        line = cue.text.replace("\n", "\\N").encode()
        packet = codec.encode_subtitle(SubtitleSet.create(b"0,0,Default,,0,0,0,," + line, 0, end - start, 0))
        packet.stream, packet.time_base = stream, Fraction(1, 1000)
        packet.pts = packet.dts = start
        packet.duration = end - start
        yield start / 1000, packet


def _set_chapters(film: OutputContainer, chapters: Sequence[Chapter], fps: int) -> None:
    film.set_chapters(
        [
            {
                "id": number,
                "start": chapter.start_frame,
                "end": chapter.start_frame + chapter.frames,
                "time_base": Fraction(1, fps),
                "metadata": {"title": chapter.title},
            }
            for number, chapter in enumerate(chapters)
        ]
    )
