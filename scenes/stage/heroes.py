"""The numbers under a picture, in as many columns as a frame has room for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from manim import Mobject

from scenes.stage.blocks import Block, Placed, Text, block
from scenes.stage.box import Box
from scenes.stage.frame import Frame
from scenes.stage.theme import COLUMNS, LEFT, RIGHT

SCALE = 0.105
"""Size of a hero's type, as a share of the frame's shorter side, where there is room."""
HERO = 0.92
LEAST = 0.82
"""In its own columns a hero is no smaller than this; its note would be hard to read."""
NEARLY = 0.98
"""Nor is a note that is small already made smaller than nearly the smallest type."""
APART, ROWS = 0.4, 0.34
"""Least room between two columns, and between two rows."""


def heroes(texts: Sequence[Text], props: Mapping[Mobject, tuple[str, Box]], frame: Frame) -> list[Placed]:
    """Set heroes at the bottom. `props` stand with them: each with its group and box."""
    blocks = _blocks(texts, props)
    if not blocks:
        return []
    scale = SCALE * min(frame.width, frame.height) / HERO
    starts = [frame.left + (column - LEFT) * (frame.right - frame.left) / (RIGHT - LEFT) for column in COLUMNS]
    if frame.width > frame.height and all(name.isdigit() for name in blocks):
        # The film's own columns, as large as they can be.
        fits = min(scale, *(room / one.width for one, room in _rooms(blocks, starts, frame)))
        smallest = min((text.letters.style.size for text in texts), default=HERO)
        if fits >= max(LEAST, NEARLY * frame.least / smallest):
            return [one.put(starts[int(name)], frame.bottom, fits) for name, one in blocks.items()]
    return _grid(list(blocks.values()), frame, scale)


def _blocks(texts: Sequence[Text], props: Mapping[Mobject, tuple[str, Box]]) -> dict[str, Block]:
    """What belongs together, from left to right: by the name of its group, or by the column in which it begins."""
    names = {text.group or _column(text) for text in texts} | {name for name, _ in props.values()}
    found = {
        name: block(
            [text for text in texts if (text.group or _column(text)) == name],
            [(prop, box) for prop, (group, box) in props.items() if group == name],
        )
        for name in names
    }
    return dict(sorted(found.items(), key=lambda item: item[1].box[0]))


def _column(text: Text) -> str:
    left = text.letters.ink[0]
    return str(max(number for number, start in enumerate(COLUMNS) if start - 0.1 <= left or number == 0))


def _rooms(blocks: Mapping[str, Block], starts: Sequence[float], frame: Frame) -> list[tuple[Block, float]]:
    """Each block with the width up to the next one."""
    ends = [*(starts[int(name)] - APART for name in list(blocks)[1:]), frame.right]
    return [(one, end - starts[int(name)]) for (name, one), end in zip(blocks.items(), ends, strict=True)]


def _grid(blocks: Sequence[Block], frame: Frame, scale: float) -> list[Placed]:
    """In rows of even columns, as many as the widest block allows."""
    room, widest = frame.right - frame.left, max(one.width for one in blocks)
    scale = min(scale, room / widest)
    across = max(1, min(len(blocks), int((room + APART) / (scale * widest + APART))))
    pitch = (room + APART) / across
    rows = [blocks[first : first + across] for first in range(0, len(blocks), across)]
    placed: list[Placed] = []
    y = frame.bottom
    for row in reversed(rows):
        low = min(one.box[1] for one in row)
        for number, one in enumerate(row):
            placed.append(one.put(frame.left + pitch * number, y + scale * (one.box[1] - low), scale))
        y += scale * (max(one.box[3] for one in row) - low) + ROWS
    return placed
