"""The lines over a picture, set for a frame's width."""

from __future__ import annotations

from collections.abc import Sequence

from scenes.stage.blocks import Block, Placed, Text, block
from scenes.stage.frame import Frame
from scenes.stage.theme import TITLE, TITLE_LINE

SECOND = 0.44
"""From the title's baseline to that of the line under it."""
SCALE = 0.04
"""Size of a title's type, as a share of the frame's shorter side."""
WORDS, APART = 0.6, 0.35
"""Gaps up to this are kept, wider ones become that."""


def titles(texts: Sequence[Text], frame: Frame) -> list[Placed]:
    """Set titles at the top: left ones in a row as long as they fit, right ones at the end of it or on the next."""
    scale, room = _scale(frame), frame.right - frame.left
    rows: list[list[tuple[Block, float]]] = []
    for under in (False, True):
        here = [block([text]) for text in texts if (text.letters.baseline < TITLE_LINE - SECOND / 2) == under]
        right = [one for one in here if one.texts[0].letters.align == "right"]
        left = sorted((one for one in here if one not in right), key=lambda one: one.box[0])
        row: list[tuple[Block, float]] = []
        for one in left:
            start = _after(row, one, scale)
            if row and start + scale * one.width > room:
                rows.append(row)
                row, start = [], 0.0
            row.append((one, start))
        for one in sorted(right, key=lambda one: one.box[0]):
            end = room - scale * one.width
            if row and end < _end(row, scale) + APART:
                rows.append(row)
                row, end = [], 0.0
            row.append((one, end if row or not rows else 0.0))
        if row:
            rows.append(row)
    first = frame.top - scale * 0.76 * TITLE
    return [
        _set(one, frame.left + start, first - SECOND * scale * number, scale)
        for number, row in enumerate(rows)
        for one, start in row
    ]


def _scale(frame: Frame) -> float:
    return SCALE * min(frame.width, frame.height) / TITLE


def _end(row: Sequence[tuple[Block, float]], scale: float) -> float:
    return max((start + scale * one.width for one, start in row), default=0.0)


def _after(row: Sequence[tuple[Block, float]], one: Block, scale: float) -> float:
    """Where a text begins that goes on with a row."""
    if not row:
        return 0.0
    gap = one.box[0] - row[-1][0].box[2]
    return _end(row, scale) + scale * (gap if 0 <= gap < WORDS else APART)


def _set(one: Block, x: float, baseline: float, scale: float) -> Placed:
    down = scale * (one.texts[0].letters.baseline - one.box[1])
    room = one.box[2] - one.box[0]
    return one.put(x, baseline - down, scale) if room else one.put(x, baseline, scale)
