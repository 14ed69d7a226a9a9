"""A moment of the film is a time, seconds or a frame, and nothing else."""

from __future__ import annotations

import pytest

from film.errors import FilmError
from film.moments import frame_at
from film.plan import BeatTiming
from film.timeline import SceneTiming, Timeline

FPS, FRAMES = 60, 7210
"""Two minutes and ten frames."""

BEATS = (BeatTiming("tap", "one_drop", "one_drop", 0, FRAMES),)
FILM = Timeline(FPS, (SceneTiming("tap", "Decode", 0, FRAMES, BEATS),), {})


@pytest.mark.parametrize(
    ("text", "frame"),
    [
        ("0", 0),
        ("83.5", 5010),
        ("83.5s", 5010),
        ("1:23.5", 5010),
        ("01:23.50", 5010),
        ("0:01:23.5", 5010),
        (" 1:23.5 ", 5010),
        ("f5012", 5012),
        ("F0", 0),
        ("0.0166", 0),
        ("0.0167", 1),
        ("2:00", 7200),
        ("f7209", 7209),
    ],
)
def test_a_moment_is_the_frame_that_is_seen_then(text: str, frame: int) -> None:
    assert frame_at(text, FILM) == frame


def test_the_very_end_still_shows_the_last_frame() -> None:
    whole = Timeline(FPS, (SceneTiming("tap", "Decode", 0, 7200, (BeatTiming("tap", "a", "a", 0, 7200),)),), {})
    assert frame_at("2:00", whole) == 7199


@pytest.mark.parametrize("text", ["f7210", "2:01", "7300", "1:02:03"])
def test_a_moment_past_the_end_says_how_long_the_film_is(text: str) -> None:
    with pytest.raises(FilmError, match=rf"^--at {text} is past the end: the film lasts 2:00\.17, .* f7209$"):
        frame_at(text, FILM)


def test_who_writes_a_frame_as_seconds_is_told_how_a_frame_is_written() -> None:
    with pytest.raises(FilmError, match=r"its last frame is f7209; frame 5012 is written f5012$"):
        frame_at("5012", FILM)


@pytest.mark.parametrize("text", ["", "soon", "-1", "1:60", "1:2:3:4", "f", "f1.5", "1:23,5", "5012f", "nan", "1e3"])
def test_what_is_no_moment_is_told_how_to_write_one(text: str) -> None:
    with pytest.raises(FilmError, match=r"write a time \(1:23\.5\), seconds \(83\.5\) or a frame from 0 \(f5012\)"):
        frame_at(text, FILM)
