"""Texts as blocks: what is set together, how wide and high it is, and where a frame has room for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from manim import Mobject

from scenes.stage.box import Box, around, touch
from scenes.stage.frame import Frame
from scenes.stage.labels import Count, Label
from scenes.stage.views import Seen, Shot, View

Text = Label | Count

GAPS = 0.28, 0.20
"""Across and up, up to which two texts are read together."""
EVEN = 0.12
"""Edges that differ less than this are one edge."""
CLEAR = 0.06
"""Stage units between blocks that have been moved."""
STEP, FARTHEST = 0.08, 30
"""From one place that is tried to the next, and how many are tried each way."""


@dataclass(frozen=True)
class Block:
    """Mobjects that keep their places to each other, and the box of their ink on the stage."""

    texts: tuple[Text, ...]
    props: tuple[Mobject, ...]
    box: Box

    @property
    def width(self) -> float:
        """On the stage."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> float:
        """On the stage."""
        return self.box[3] - self.box[1]

    @property
    def anchor(self) -> tuple[float, float]:
        """The place by which it hangs: the edge at which its texts are set, halfway up."""
        y = (self.box[1] + self.box[3]) / 2
        aligns = {text.letters.align for text in self.texts}
        x = {"left": self.box[0], "right": self.box[2]}.get(next(iter(aligns)) if len(aligns) == 1 else "")
        return (self.box[0] + self.box[2]) / 2 if x is None else x, y

    def put(self, x: float, y: float, scale: float = 1.0) -> Placed:
        """With its lower left corner at a place of the frame."""
        return Placed(self, View(scale, x - scale * self.box[0], y - scale * self.box[1]))

    def hung(self, x: float, y: float, scale: float = 1.0) -> Placed:
        """With its anchor at a place of the frame."""
        return Placed(self, View(scale, x - scale * self.anchor[0], y - scale * self.anchor[1]))


@dataclass(frozen=True)
class Placed:
    """A block in a frame."""

    block: Block
    view: View

    @property
    def box(self) -> Box:
        """Where its ink lies in the frame."""
        return self.view.box(self.block.box)

    @property
    def shot(self) -> Shot:
        """What is drawn."""
        return Shot(self.view, [*self.block.props, *self.block.texts])

    @property
    def seen(self) -> list[Seen]:
        """What is read, and where."""
        return [one for text in self.block.texts for one in seen(text, self.view)]

    def moved(self, x: float, y: float) -> Placed:
        """So much farther."""
        view = self.view
        return Placed(self.block, View(view.scale, view.x + x, view.y + y, view.clip))


def ink(text: Text) -> Box:
    """The box of a text's ink on the stage."""
    return around(box for _, box in text.texts())


def seen(text: Text, view: View, drawn: bool = False) -> list[Seen]:
    """What is read of a text through a view; `drawn` if it is a part of the picture there."""
    size = view.scale * text.letters.style.size
    return [Seen(read, view.box(box), size, drawn) for read, box in text.texts()]


def block(texts: Sequence[Text], props: Sequence[tuple[Mobject, Box]] = ()) -> Block:
    """Texts, and props with their boxes, as a block."""
    boxes = [ink(text) for text in texts] + [box for _, box in props]
    return Block(tuple(texts), tuple(prop for prop, _ in props), around(boxes))


def clusters(texts: Iterable[Text]) -> list[Block]:
    """Blocks of what is read together."""
    groups: list[list[Text]] = []
    for text in texts:
        near = [group for group in groups if any(_together(text, other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*(one for group in near for one in group), text])
    return [block(group) for group in groups]


def _together(text: Text, other: Text) -> bool:
    """Whether two texts are of one group, go on on one line, or stand under each other on one edge."""
    if text.group or other.group:
        return text.group == other.group
    one, two = ink(text), ink(other)
    across, up = (max(one[side], two[side]) - min(one[side + 2], two[side + 2]) for side in (0, 1))
    if abs(text.letters.baseline - other.letters.baseline) < EVEN / 4:
        return 0 <= across < GAPS[0]
    edges = (one[0] - two[0], one[2] - two[2], (one[0] + one[2] - two[0] - two[2]) / 2)
    return 0 <= up < GAPS[1] and min(abs(edge) for edge in edges) < EVEN


def settle(
    blocks: Sequence[Block], aim: Callable[[Block], tuple[float, float, float]], frame: Frame, taken: Sequence[Box]
) -> list[Placed]:
    """Each block as near as can be to where it aims, inside the safe area and off what is there, the highest first.

    `aim` gives the place of its anchor, and its scale.
    """
    placed: list[Placed] = []
    for one in sorted(blocks, key=lambda one: -one.box[3]):
        x, y, scale = aim(one)
        there = _within(one.hung(x, y, min(scale, (frame.right - frame.left) / one.width)), frame)
        full = [*taken, *(other.box for other in placed)]
        placed.append(next((spot for spot in _around(there, frame) if _free(spot.box, full)), there))
    return placed


def _within(placed: Placed, frame: Frame) -> Placed:
    """Moved into the safe area."""
    x0, y0, x1, y1 = placed.box
    return placed.moved(
        max(frame.left - x0, 0.0) + min(frame.right - x1, 0.0), max(frame.bottom - y0, 0.0) + min(frame.top - y1, 0.0)
    )


def _around(placed: Placed, frame: Frame) -> Iterable[Placed]:
    """The place itself, then others ever farther away; up and down before aside."""
    steps = range(-FARTHEST, FARTHEST + 1)
    tries = sorted(product(steps, steps), key=lambda step: 2 * abs(step[0]) + abs(step[1]))
    for across, up in tries:
        spot = placed.moved(across * STEP, up * STEP)
        x0, y0, x1, y1 = spot.box
        safe = x0 >= frame.left - 1e-6 and x1 <= frame.right + 1e-6
        if safe and y0 >= frame.bottom - 1e-6 and y1 <= frame.top + 1e-6:
            yield spot


def _free(box: Box, taken: Iterable[Box]) -> bool:
    return not any(touch(box, other, CLEAR) for other in taken)
