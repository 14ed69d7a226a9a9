"""What is written beside two chips: their names and numbers, their two speeds, and what sets them."""

from __future__ import annotations

from scenes.stage.labels import Label, Readout
from scenes.stage.letters import Style
from scenes.stage.pair import ENDS, Pair
from scenes.stage.scene import FilmScene
from scenes.stage.theme import INK, NOTE, STAGE, TITLE

NAME, NUMBER, NARROW = Style(0.40, 500), Style(STAGE, 300, -0.02), Style(NOTE, 500)
COMPARED = Style(TITLE, 500)
WHICH = "here", "there"
"""Prefixes of the texts that name the two chips."""
APART = 0.2
"""Stage units between two texts over one line of time."""


class PairWords:
    """Texts over machines and lines of time, of each kind a pair, the film's chip first."""

    def __init__(self, scene: FilmScene, pair: Pair):
        self.scene, self.places = scene, pair.halves
        places, start, right = self.places, self.places.start, scene.frame.right
        tops = places.tops
        self.names = [
            scene.label(f"{which}_name", places.left, top + places.names, NAME, color=INK, most=places.wide)
            for which, top in zip(WHICH, tops, strict=True)
        ]
        self.roomy = [self._roomy(which, pair) for which in range(2)]
        self.small = [
            (self._has(which, "bandwidth", places.left), self._has(which, "peak", places.second)) for which in range(2)
        ]
        self.first = [self._speed(which, "prefill.time", "first", start, 0.0) for which in range(2)]
        self.rest = [self._speed(which, "decode.rate", "rest", places.stream, places.lower) for which in range(2)]
        lines = [top + places.captions for top in tops]
        kinds = ["reading" if by_arithmetic else "fetching" for by_arithmetic in pair.by_arithmetic]
        self.reading = [scene.label(kind, start, y) for kind, y in zip(kinds, lines, strict=True)]
        self.writing = [scene.label("writing", start, y) for y in lines]
        self.more_arithmetic = [scene.label("more_arithmetic", right, y, COMPARED, "right") for y in lines]
        self.more_bandwidth = [scene.label("more_bandwidth", right, y, COMPARED, "right") for y in lines]
        both = scene.width("sooner", COMPARED) + APART + scene.width("faster", COMPARED)
        style = COMPARED if both <= right - start else NARROW
        self.sooner = [scene.label("sooner", start, y, style) for y in lines]
        self.faster = [scene.label("faster", right, y, style, "right") for y in lines]

    def _roomy(self, which: int, pair: Pair) -> tuple[Label, Readout, Readout]:
        """What wall, channel and chip stand for, over them while they have the whole width."""
        channel, chip = pair.machines[which].roomy
        wall = self.scene.label("wall", self.places.left, self.places.tops[which] + self.places.notes)
        return wall, self._has(which, "bandwidth", channel + 0.1), self._has(which, "peak", chip + 0.1)

    def _has(self, which: int, resource: str, x: float) -> Readout:
        """What a chip has of a resource."""
        top = self.places.tops[which]
        made = self.scene.readout(f"{ENDS[which]}gpu.{resource}", x, y=top + self.places.numbers, style=NUMBER)
        made.parts.append(self.scene.label(resource, x, top + self.places.notes))
        return made

    def _speed(self, which: int, figure: str, note: str, x: float, lower: float) -> Readout:
        y = self.places.tops[which] + self.places.speeds - lower
        made = self.scene.readout(f"{ENDS[which]}{figure}", x, y=y, style=NUMBER)
        made.parts.append(self.scene.label(note, made.right + 0.16, y))
        return made


def touching(one: Label, other: Label) -> bool:
    """Whether there is no room for both on their line, one set from the left and the other from the right."""
    return one.letters.right + APART > other.letters.left
