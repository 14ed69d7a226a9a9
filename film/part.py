"""A part: the pictures of one beat as a file, what they depended on, and what proves them whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from film.keys import Read, file_hash, sealed, unsealed
from film.plan import Sound


@dataclass(frozen=True)
class Part:
    """The pictures of one beat: H.264 without sound. Hashes are xxh3_128.

    `hash` is of the raw frames as they were drawn, `decoded` of the pictures that the file was seen to decode to,
    `packets` of its packets in order, `file` of the bytes at `path`.
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

    @property
    def whole(self) -> bool:
        """Whether the file is as it was written."""
        try:
            return self.path.stat().st_size == self.bytes and file_hash(self.path) == self.file
        except OSError:
            return False


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
