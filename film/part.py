"""A part: the pictures of a stretch of a beat as a file, what they depended on, and what proves them whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from film.keys import Read, digest, file_hash, sealed, unsealed
from film.plan import Sound


@dataclass(frozen=True)
class Part:
    """The pictures of a stretch of a beat: H.264 without sound. Hashes are xxh3_128.

    `hash` is of the prints of the raw frames as they were drawn, `decoded` of the pictures that the file was seen to
    decode to, `packets` of its packets in order, `file` of the bytes at `path`. `sounds` are those of the whole beat.
    """

    path: Path
    frames: int
    hash: str
    decoded: str
    packets: str
    bytes: int
    file: str
    reads: tuple[Read, ...]
    sounds: tuple[Sound, ...] = ()
    lines: Mapping[str, str] = field(default_factory=dict)
    """What each beat up to this one said when it was drawn: to tell why it went stale, and for nothing else."""
    examined: bool = False
    """Whether its beat was looked through (`film.exam`) before it was drawn; not so for a preview's."""
    cpu: float = 0.0
    """CPU seconds that its frames cost, by which those of the like are estimated; 0 if that is not known."""

    @property
    def whole(self) -> bool:
        """Whether the file is as it was written."""
        try:
            return self.path.stat().st_size == self.bytes and file_hash(self.path) == self.file
        except OSError:
            return False


@dataclass(frozen=True)
class Reel:
    """The pictures of one beat: its parts, one after the other."""

    parts: tuple[Part, ...]

    @property
    def frames(self) -> int:
        """The beat's length in frames."""
        return sum(part.frames for part in self.parts)

    @property
    def hash(self) -> str:
        """The hash of all raw frames."""
        return digest([part.hash for part in self.parts])

    @property
    def sounds(self) -> tuple[Sound, ...]:
        """The sounds of the beat."""
        return self.parts[0].sounds

    @property
    def paths(self) -> list[Path]:
        """The parts' files."""
        return [part.path for part in self.parts]

    @property
    def copied(self) -> list[tuple[int, str]]:
        """Frames of each part and the hash of its packets."""
        return [(part.frames, part.packets) for part in self.parts]

    def at(self, frame: int) -> tuple[Path, int]:
        """The file that a frame of the beat, from 0, is in, and its number there."""
        for part in self.parts:
            if frame < part.frames:
                return part.path, frame
            frame -= part.frames
        raise ValueError(f"frame {frame} is past the end")


def sidecar_of(part: Part) -> bytes:
    """The part's sidecar; it stands beside the file, under the same name."""
    return sealed({**asdict(part), "path": part.path.name})


def read_part(sidecar: Path) -> Part | None:
    """The part that a sidecar describes, or None if it cannot be understood."""
    try:
        row = unsealed(sidecar)
        reads = tuple((kind, name, value) for kind, name, value in row.pop("reads"))
        sounds = tuple(Sound(**sound) for sound in row.pop("sounds"))
        return Part(**row | {"path": sidecar.with_suffix(".mp4"), "reads": reads, "sounds": sounds})
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
