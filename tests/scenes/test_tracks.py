"""Motion is a function of time: any moment can be asked for, in any order."""

from __future__ import annotations

import pytest

from scenes.stage.tracks import Move, Track, arrive, fall, later, linear, pulse, ramp, smooth, soft, together


def test_a_track_stands_still_before_and_after_its_keys() -> None:
    track = Track(2.0)
    track.to(6.0, start=1.0, length=2.0, curve=linear)
    assert [track.at(t) for t in (0.0, 1.0, 2.0, 3.0, 9.0)] == [2.0, 2.0, 4.0, 6.0, 6.0]


def test_keys_may_be_written_in_any_order() -> None:
    early, late = Track(), Track()
    early.to(1.0, 0.0, 1.0)
    early.to(0.0, 2.0, 1.0)
    late.to(0.0, 2.0, 1.0)
    late.to(1.0, 0.0, 1.0)
    assert [early.at(t / 7) for t in range(25)] == [late.at(t / 7) for t in range(25)]


def test_a_key_that_begins_before_the_last_one_ends_does_not_jump() -> None:
    track = Track()
    track.to(1.0, 0.0, 1.0, linear)
    track.to(0.0, 0.5, 1.0, linear)
    assert track.at(0.5 + 1e-6) == pytest.approx(track.at(0.5 - 1e-6), abs=1e-4)
    assert track.at(1.5) == 0.0


def test_a_key_without_length_is_a_step() -> None:
    track = Track()
    track.to(1.0, 1.0)
    assert (track.at(0.999), track.at(1.0)) == (0.0, 1.0)


@pytest.mark.parametrize("rounded", [-1e-12, 0.0, 1e-12])
def test_where_one_step_ends_and_another_begins_what_was_written_last_counts(rounded: float) -> None:
    track = Track()
    track.to(0.0, 4096.1 + rounded)
    track.to(1.0, 4096.1, 2.0, linear)
    track.to(0.0, 4098.1 + rounded)
    track.to(0.5, 4098.1)
    assert track.at(4097.1) == pytest.approx(0.5)
    assert track.at(4098.2) == 0.5


def test_cleared_keys_happen_no_more() -> None:
    track = Track()
    for second in (1.0, 2.0, 3.0):
        track.to(second, second)
    track.clear(1.0, 3.0)
    assert [track.at(t) for t in (1.5, 2.5, 3.5)] == [1.0, 1.0, 3.0]


@pytest.mark.parametrize("curve", [linear, smooth, soft, arrive, fall])
def test_curves_run_from_nothing_to_all_and_never_back(curve: object) -> None:
    assert callable(curve)
    values = [curve(step / 50) for step in range(51)]
    assert values[0] == 0.0
    assert values[-1] == pytest.approx(1.0)
    assert values == sorted(values)


def test_a_ramp_without_length_is_a_step() -> None:
    assert (ramp(0.9, 1.0, 0.0), ramp(1.0, 1.0, 0.0)) == (0.0, 1.0)


def test_a_pulse_peaks_where_its_attack_ends() -> None:
    values = {t: pulse(t / 100, 0.2, 0.1, 0.3) for t in range(100)}
    assert max(values, key=lambda t: values[t]) == 30
    assert values[10] == 0.0


def test_together_stretches_in_proportion_and_later_keeps_its_delay() -> None:
    written: list[tuple[float, float]] = []
    short, long = (Move(lambda start, length: written.append((start, length)), span) for span in (1.0, 2.0))
    together(short, long).write(10.0, 4.0)
    later(0.5, long).write(10.0, 2.5)
    assert written == [(10.0, 2.0), (10.0, 4.0), (10.5, 2.0)]
