"""A page is written at its true rate: exactly so many tokens, in lines that fit, cut where words end."""

from __future__ import annotations

from math import floor

import numpy as np
import pytest

from film.shoot import settings
from scenes.stage.camera import StageCamera
from scenes.stage.letters import Style, advance
from scenes.stage.page import WHOLE_WORD, Page, broken, pieces

TEXT = (
    "The words cannot be made together: each depends on the one before it.\n"
    "For every one of them the memory is read, uninterruptedly."
)
BOX = (-2.0, -1.0, 2.0, 1.0)


def test_tokens_put_together_are_the_text() -> None:
    assert "".join(pieces(TEXT)) == TEXT


def test_a_token_is_a_word_or_a_piece_of_one() -> None:
    assert pieces("One uninterruptedly.") == ["One", " unint", "errup", "tedly", "."]
    assert max(len(token.strip()) for token in pieces(TEXT)) <= WHOLE_WORD


def test_lines_fit_and_break_only_between_words() -> None:
    style = Style(0.235)
    rows = broken(pieces(TEXT), 2.5, style)
    assert "".join("".join(row) for row in rows) == TEXT.replace("\n", "")
    assert all(advance("".join(row).lstrip(), style) <= 2.5 for row in rows)
    starts = [row[0] for row in rows]
    assert all(token.startswith(" ") or token in ("The", "For") for token in starts)


@pytest.mark.parametrize("rate", [48.0, 136.0, 208.586])
@pytest.mark.parametrize("fps", [15, 60])
def test_as_many_tokens_stand_as_the_rate_has_made_at_every_frame(rate: float, fps: int) -> None:
    page = Page(TEXT, BOX)
    page.begin(rate).write(0.5, 0.0)
    for frame in range(3 * fps):
        t = (frame + 1) / fps
        page.pose(t)
        assert page.count == max(0, floor(rate * (t - 0.5) + 1e-6))


def test_a_token_stands_at_the_frame_at_which_it_is_due() -> None:
    page = Page(TEXT, BOX)
    page.begin(60.0).write(0.1, 0.0)
    assert [page.written(0.1 + k / 60) for k in range(50)] == list(range(50))


def test_what_is_halted_stays() -> None:
    page = Page(TEXT, BOX)
    page.begin(100.0).write(0.0, 0.0)
    page.halt().write(0.25, 0.0)
    assert [page.written(t) for t in (0.1, 0.25, 9.0)] == [10, 25, 25]


def test_the_pen_stands_after_the_last_token_and_goes_on_at_the_top() -> None:
    page = Page(TEXT, (-2.0, 0.0, 2.0, 1.0))
    page.begin(1.0).write(0.0, 0.0)
    pens = []
    for count in range(1, page.tokens + 2):
        page.pose(float(count))
        pens.append(page.pen())
    x, y = np.array(pens).T
    assert ((x > BOX[0]) & (x <= BOX[2])).all()
    assert len(set(y.round(6))) == page.rows < len(page.set_lines)
    assert y[0] == y.max()
    new_line = np.diff(y) != 0
    assert (np.diff(x)[~new_line] > 0).all()


def test_nothing_is_painted_right_of_the_pen(monkeypatch: pytest.MonkeyPatch) -> None:
    with settings((640, 360), 15):
        camera, page = StageCamera(), Page(TEXT, BOX)
        monkeypatch.setattr(page, "_warm", lambda *_: None)
        page.begin(10.0).write(0.0, 0.0)
        page.pose(0.5)
        empty = camera.pixel_array.copy()
        camera.capture_mobjects([page])
        pen = camera.pixel_box((*page.pen(), *page.pen()))[0]
    columns = np.flatnonzero((camera.pixel_array != empty).any((0, 2)))
    assert pen - 12 < columns.max() <= pen + 1
