"""How a still is drawn, as plain data that any process can be given."""

from __future__ import annotations

from dataclasses import dataclass

FORMATS = ("png", "svg", "pdf")
"""What a still can be written as."""


@dataclass(frozen=True)
class Look:
    """`size` is (width, height) in pixels. Without `ground` nothing is behind the stage; `plain` leaves titles and
    heroes out; without `glows` only shapes are drawn, to be compared.
    """

    size: tuple[int, int]
    ground: bool = True
    plain: bool = False
    glows: bool = True
