"""The first scene plays in real time: a true clock, a true pace, one mark for each token, blocks to scale."""

from __future__ import annotations

from collections.abc import Callable
from math import floor

import numpy as np
import pytest

from film.plan import BeatTiming
from film.storyboard import beats_of
from scenes.opening import WAIT, Opening
from scenes.stage import FilmScene
from scenes.stage.document import ROWS, SHEET, Document, marks, shares
from scenes.stage.letters import Letters
from scenes.stage.theme import LEFT
from scenes.stage.timeline import Timeline

Draw = Callable[..., list[np.ndarray]]
Pose = Callable[[type[FilmScene]], FilmScene]


@pytest.fixture
def scene(pose: Pose) -> Opening:
    found = pose(Opening)
    assert isinstance(found, Opening)
    return found


def timing(scene: Opening, name: str) -> tuple[BeatTiming, float]:
    """A beat's timing, and its first moment in seconds of the scene."""
    found = next(one for one in scene.plan.beats if one.name == name)
    return found, scene.begun(found.name)


@pytest.fixture
def came(scene: Opening) -> float:
    """When the first token comes: on the word that says how long that took."""
    first, begins = timing(scene, "the_wait")
    return begins + first.said["measured.ttft_long"][0]


@pytest.mark.parametrize("tokens", [1, 34, 499, 2081, 16361, 131_072])
def test_a_document_has_one_mark_for_each_token(tokens: int) -> None:
    document = Document(tokens, (-6.0, -1.0, 6.0, 3.0), (-6.0, 2.5, 0.5))
    assert document.tokens == tokens
    assert sum(len(sheet.marks) for sheet in document.sheets) == tokens
    assert len({len(sheet.marks) for sheet in document.sheets}) <= 2


@pytest.mark.parametrize("tokens", [3, 496, 4000])
def test_marks_lie_on_their_sheet_and_apart(tokens: int) -> None:
    x0, y0, x1, y1 = marks(tokens, 3).T
    assert (x0 > 0).all()
    assert (x1 < SHEET[0]).all()
    assert (y0 > 0).all()
    assert (y1 < SHEET[1]).all()
    assert (x1 > x0).all()
    same_line = y0[1:] == y0[:-1]
    assert (x0[1:][same_line] > x1[:-1][same_line]).all()


def test_shares_are_even_and_complete() -> None:
    assert shares(16361, 33).count(496) + shares(16361, 33).count(495) == 33
    assert sum(shares(7, 3)) == 7


def test_sheets_of_a_document_do_not_overlap_where_they_are_dealt(scene: Opening) -> None:
    grid = scene.document.grid
    assert len({round(y, 6) for _, y in grid}) == ROWS
    for number, (x, y) in enumerate(grid):
        for other_x, other_y in grid[:number]:
            assert abs(x - other_x) > SHEET[0] or abs(y - other_y) > SHEET[1]


def test_the_clock_runs_in_real_time_and_stops_on_its_word(scene: Opening, came: float) -> None:
    wait = scene.value("measured.ttft_long")
    for share in (0.1, 0.5, 0.9, 1.0):
        scene.pose_at(came - wait * (1 - share))
        assert float(scene.first_token.number.reads) == pytest.approx(wait * share, abs=0.0051)
        assert scene.line.passed == pytest.approx(wait * share, abs=1e-6)


def test_nothing_comes_before_the_first_token_and_then_all_come_at_the_measured_pace(
    scene: Opening, came: float
) -> None:
    rate, fps = scene.value("measured.decode_long"), scene.plan.fps
    stream, begins = timing(scene, "the_stream")
    halted = begins + stream.marks["names"]
    for frame in range(round((came - 1) * fps), round(halted * fps)):
        t = (frame + 1) / fps
        scene.pose_at(t)
        due = floor(rate * (t - came) + 1e-6) + 1 if t >= came else 0
        assert scene.page.count == due
        assert scene.line.came == due


def test_the_stretched_line_is_to_scale(scene: Opening) -> None:
    last, begins = timing(scene, "two_jobs")
    scene.pose_at(begins + last.marks["decode"])
    wait, least = scene.value("measured.ttft_long"), scene.value("ceiling.ttft_long")
    assert scene.line.x(wait) - LEFT == pytest.approx(WAIT)
    prefill, decode = ink(scene.prefill.letters), ink(scene.decode.letters)
    assert decode - prefill == pytest.approx(WAIT * least / wait, abs=1e-6)
    assert decode == pytest.approx(scene.line.x(wait), abs=1e-6)


def ink(letters: Letters) -> float:
    """Where a text begins."""
    return letters.ink[0]


def test_more_than_the_wait_is_never_drawn_of_prefill() -> None:
    line = Timeline(0.74, 136.0, 2.0, 1.0)
    assert line.least == 0.74


def test_beats_alone_equal_the_straight_render(draw: Draw) -> None:
    straight = draw(Opening)
    alone = [frame for one in beats_of(Opening) for frame in draw(Opening, [one.name])]
    assert len(straight) == len(alone)
    assert [n for n, pair in enumerate(zip(straight, alone, strict=True)) if (pair[0] != pair[1]).any()] == []


def test_it_ends_in_the_dark(scene: Opening) -> None:
    last, begins = timing(scene, "two_jobs")
    scene.pose_at(begins + last.frames / scene.plan.fps)
    props = (scene.box, scene.document, scene.page, scene.caret, scene.line)
    assert all(prop.opacity < 1e-6 for prop in (*props, *scene.written))
