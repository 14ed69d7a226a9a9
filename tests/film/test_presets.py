from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from film import presets
from film.errors import FilmError
from film.presets import PRESETS, check_jobs, choose, default_jobs, parse_size


def test_presets_are_as_promised() -> None:
    assert {name: (form.size, form.fps) for name, form in PRESETS.items()} == {
        "draft": ((640, 360), 15),
        "hd": ((1920, 1080), 60),
        "uhd": ((3840, 2160), 60),
    }


def test_size_and_rate_replace_the_preset_s() -> None:
    form = choose("hd", "1280x720", 24)
    assert (form.size, form.fps, form.x264) == ((1280, 720), 24, PRESETS["hd"].x264)


@pytest.mark.parametrize("size", ["640x360", " 854×480 ", "7680X4320", "480x270", "160x90", "426x240"])
def test_sensible_sizes_are_taken(size: str) -> None:
    width, height = parse_size(size)
    assert width % 2 == height % 2 == 0


@pytest.mark.parametrize(
    ("size", "says"),
    [
        ("641x361", "must be even; take 640x360"),
        ("0x0", "greater than zero"),
        ("-640x360", "greater than zero"),
        ("640x480", "shape is 16:9; for this width take 640x360"),
        ("99999x56249", "from 160 to 7680"),
        ("2x1", "from 160 to 7680"),
        ("640", "such as 1280x720"),
        ("640x", "such as 1280x720"),
        ("99999999999999999999x1", "such as 1280x720"),
        ("", "such as 1280x720"),
    ],
)
def test_senseless_sizes_are_refused_with_what_would_do(size: str, says: str) -> None:
    with pytest.raises(FilmError, match=says):
        parse_size(size)


@given(st.integers(-1000, 20_000), st.integers(-1000, 20_000))
def test_a_size_is_taken_only_if_it_can_be_drawn_and_encoded(width: int, height: int) -> None:
    try:
        assert parse_size(f"{width}x{height}") == (width, height)
    except FilmError:
        return
    assert width % 2 == height % 2 == 0
    assert 160 <= width <= 7680
    assert abs(width / height - 16 / 9) < 0.05


@pytest.mark.parametrize("fps", [0, -1, 121, 10**9])
def test_senseless_rates_are_refused(fps: int) -> None:
    with pytest.raises(FilmError, match="from 1 to 120"):
        choose("hd", fps=fps)


@pytest.mark.parametrize(("cores", "gibibytes", "jobs"), [(1, 1, 1), (2, 8, 2), (4, 6, 3), (16, 64, 16), (16, 8, 4)])
def test_one_process_draws_on_each_core_if_memory_holds_them(
    monkeypatch: pytest.MonkeyPatch, cores: int, gibibytes: int, jobs: int
) -> None:
    monkeypatch.setattr(presets, "available_cores", lambda: cores)
    monkeypatch.setattr(presets, "memory", lambda: gibibytes << 30)
    assert default_jobs() == check_jobs(None) == jobs
    assert check_jobs(2 * cores) == 2 * cores
    with pytest.raises(FilmError, match=f"this machine offers {cores} cores"):
        check_jobs(1000)
