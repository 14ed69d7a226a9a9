from __future__ import annotations

import io

import pytest

from film.progress import Live, Plain, Tally, display, minutes


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_pace_counts_from_the_first_frame_not_from_the_start() -> None:
    clock = Clock()
    tally = Tally(2, 1000, clock=clock)
    clock.now += 60  # workers load
    tally.drawn(10)
    assert str(tally) == "0 of 2 beats, 10 of 1,000 frames", "too early for a pace"
    clock.now += 5
    tally.drawn(250)
    assert tally.pace == 50
    assert tally.left == (1000 - 260) / 50
    assert str(tally) == "0 of 2 beats, 260 of 1,000 frames, 50 frames/s, 0:15 left"


def test_a_standstill_has_no_time_left() -> None:
    clock = Clock()
    tally = Tally(1, 10, clock=clock)
    tally.drawn(5)
    clock.now += 100
    assert tally.pace is None
    assert tally.left is None


def test_frames_that_are_drawn_again_make_no_pace_below_zero() -> None:
    clock = Clock()
    tally = Tally(1, 10, clock=clock)
    tally.drawn(5)
    clock.now += 100
    tally.drawn(-5)
    assert (tally.pace, tally.left) == (None, None)


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (59.6, "1:00"), (61, "1:01"), (3661, "1:01:01")])
def test_times_are_written_for_people(seconds: float, text: str) -> None:
    assert minutes(seconds) == text


def test_plain_lines_come_at_beats_and_now_and_then() -> None:
    clock, stream = Clock(), io.StringIO()
    plain = Plain(stream, clock)
    plain.phase("speaking the lines")
    plain.begin(2, 300)
    for _ in range(30):
        clock.now += 1
        plain.drawn(5)
    plain.beat_done()
    lines = stream.getvalue().splitlines()
    assert lines[:2] == ["speaking the lines", "drawing 2 beats, 300 frames"]
    assert lines[2:-1] == [
        "0 of 2 beats, 50 of 300 frames, 5 frames/s, 0:50 left",
        "0 of 2 beats, 100 of 300 frames, 5 frames/s, 0:40 left",
        "0 of 2 beats, 150 of 300 frames, 5 frames/s, 0:30 left",
    ]
    assert lines[-1] == "1 of 2 beats, 150 of 300 frames, 5 frames/s, 0:30 left"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_the_live_display_and_a_pipe_plain_lines() -> None:
    assert isinstance(display(Terminal()), Live)
    assert isinstance(display(io.StringIO()), Plain)


def test_the_live_display_says_what_must_stay() -> None:
    stream = Terminal()
    with Live(stream) as live:
        live.phase("speaking the lines")
        live.say("the kept part of [wall.one] is damaged")
        live.begin(1, 10)
        live.drawn(10)
        live.beat_done()
        assert live.bar.tasks[0].completed == 10
        assert str(live.tally) == "1 of 1 beats, 10 of 10 frames"
    assert "the kept part of [wall.one] is damaged" in stream.getvalue()
