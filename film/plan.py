"""What a scene may know: its figures, words, claims and times, as plain picklable data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Worded:
    """A figure or a name as people meet it.

    `shown` is drawn ("4.8 ms"), made of `number` ("4.8") and `unit` ("ms", may be empty);
    `said` is spoken and captioned ("four point eight milliseconds").
    """

    shown: str
    said: str
    number: str = ""
    unit: str = ""


@dataclass(frozen=True)
class WordTime:
    """A spoken word: its caption text, seconds from the beat's start, and the figure it belongs to."""

    text: str
    start: float
    end: float
    figure: str | None = None


@dataclass(frozen=True)
class Sound:
    """A sound that the picture makes: its name in `film.synth`, seconds from the beat's start, and its length."""

    name: str
    start: float
    length: float


@dataclass(frozen=True)
class BeatTiming:
    """One beat of the timeline. All seconds are from the beat's first frame.

    `variant` is the script key in use (`idle` or `idle.otherwise`). `said` gives for each figure
    the moments at which it begins to be spoken, `marks` the moment of each mark of the line.
    `spoken` is the moment of the line's first word and `silent` the end of its last.
    """

    scene: str
    name: str
    variant: str
    start_frame: int
    frames: int
    line: str = ""
    words: tuple[WordTime, ...] = ()
    said: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    marks: Mapping[str, float] = field(default_factory=dict)
    spoken: float = 0.0
    silent: float = 0.0

    @property
    def key(self) -> str:
        """The beat's full name, as `--beat` takes it."""
        return f"{self.scene}.{self.name}"

    @property
    def figures(self) -> tuple[str, ...]:
        """The figures that the line speaks, in order."""
        return tuple(self.said)


@dataclass(frozen=True)
class ScenePlan:
    """All that a scene may read. `values` are SI numbers by figure name, `words` the same figures
    and the names (`gpu.name`) as drawn and said, `screen` the scene's on-screen texts. `where` says for errors
    where in the script a beat's line stands (by its name), and a text (`screen.NAME`)."""

    scene: str
    fps: int
    values: Mapping[str, float]
    words: Mapping[str, Worded]
    claims: Mapping[str, bool]
    screen: Mapping[str, str]
    beats: tuple[BeatTiming, ...]
    where: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def times(self) -> Mapping[str, Any]:
        """What a scene may know of its beats' times, by beat and what it is: `one.frames`, `one.variant`,
        `one.mark.NAME` (seconds), `one.said.FIGURE` (seconds, each time)."""
        table: dict[str, Any] = {}
        for beat in self.beats:
            facts = {"frames": beat.frames, "variant": beat.variant}
            table |= {f"{beat.name}.{what}": value for what, value in facts.items()}
            table |= {f"{beat.name}.mark.{mark}": moment for mark, moment in beat.marks.items()}
            table |= {f"{beat.name}.said.{figure}": moments for figure, moments in beat.said.items()}
        return table


Reads = tuple[tuple[str, str, Any], ...]
"""What pictures depended on, in order of first read: (kind, name, value)."""


@dataclass(frozen=True)
class Taken:
    """What drawing a beat tells: what its pictures depended on, and the sounds that they make."""

    reads: Reads
    sounds: tuple[Sound, ...] = ()
