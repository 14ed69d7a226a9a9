"""A page seen from afar fills at its true rate."""

from __future__ import annotations

from math import floor

import numpy as np
import pytest

from scenes.stage.folio import Folio, strokes

BOX = (2.5, -3.1, 6.1, -2.1)


def test_strokes_lie_on_the_page_line_by_line_and_apart() -> None:
    x0, y0, x1, y1 = strokes(BOX).T
    assert (x0 >= BOX[0]).all()
    assert (x1 <= BOX[2]).all()
    assert (y0 >= BOX[1]).all()
    assert (y1 <= BOX[3]).all()
    assert (np.diff(y0) <= 0).all()
    same_line = np.diff(y0) == 0
    assert (x0[1:][same_line] > x1[:-1][same_line]).all()


@pytest.mark.parametrize("rate", [48.0, 208.586, 417.2])
@pytest.mark.parametrize("fps", [15, 60])
def test_as_many_tokens_are_written_as_the_rate_makes(rate: float, fps: int) -> None:
    page = Folio(BOX, rate)
    page.begin().write(1.5, 0.0)
    for frame in range(4 * fps):
        t = (frame + 1) / fps
        assert page.tokens(t) == max(0, floor(rate * (t - 1.5) + 1e-6))
