"""Raw records: what follows from them, and that a file's numbers are those of its records."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import roofline
from roofline import SpecError
from roofline.measurements import load_measurements
from roofline.raw import Endpoint, Raw, read_raw, row_of
from roofline.records import Record, first_piece
from roofline.spread import chosen, lengths, summary

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
ENDPOINT = Endpoint("http://localhost/v1", "chat", "llama", (30, 200, 1600), 1, 64, False, "test 1", NOON, NOON)


def run(asked: int, first: float = 100.0, step: float = 10.0, pieces: int = 51, **more: Any) -> Record:
    """A run whose pieces are one token each, `step` milliseconds apart."""
    times = tuple(first + step * place for place in range(pieces))
    record = Record("run", asked, 1, 5, NOON, "ok", asked + pieces, 200, chunk_ms=times, chunk_chars=(4,) * pieces)
    return replace(record, **{"prompt_tokens": asked, "completion_tokens": pieces, "done": True, **more})


RUNS = (run(30), run(200, first=150), run(1600, first=400, step=12.5))


def text(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else json.dumps(value)


def write(
    path: Path, endpoint: Endpoint = ENDPOINT, records: tuple[Record, ...] = RUNS, other: dict[str, Any] | None = None
) -> Path:
    """A measurements file with these records, and the numbers that follow from them unless others are given."""
    known = {"precision": "BF16", "model": "llama-3.1-8b", "how": "By hand.", "provider.name": "Here"}
    flat = {**known, **summary(lengths(records)), **(other or {})}
    rows = [("[endpoint]", row_of(endpoint)), *(("[[record]]", row_of(record)) for record in records)]
    lines = [f"{key} = {text(value)}" for key, value in flat.items() if value is not None]
    for head, row in rows:
        lines += [head, *(f"{key} = {text(value)}" for key, value in row.items())]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_first_token_and_rate_follow_from_the_pieces() -> None:
    assert RUNS[2].first_token == 0.4
    assert RUNS[2].rate == pytest.approx(80)


def test_several_tokens_in_a_piece_do_not_raise_the_rate() -> None:
    tokens, each = 60, 5
    pieces = run(30, first=100, step=50, pieces=tokens // each, completion_tokens=tokens)
    assert pieces.rate == pytest.approx(1000 * each / 50)
    uneven = replace(pieces, chunk_chars=(1, *(6,) * 11), completion_tokens=67)
    assert uneven.rate == pytest.approx(1000 * 66 / 550)


@pytest.mark.parametrize(
    ("tokens", "characters", "first"),
    [(20, (9, *(3,) * 19), 1), (40, (10,) * 4, 10), (10, (2,) * 40, 0.25)],
)
def test_the_first_piece_is_a_token_or_its_part_of_the_characters(
    tokens: int, characters: tuple[int, ...], first: float
) -> None:
    assert first_piece(tokens, characters) == first


def test_reasoning_that_is_not_streamed_is_not_in_the_rate() -> None:
    hidden = run(30, pieces=51, completion_tokens=151, reasoning_tokens=100)
    assert hidden.rate == pytest.approx(100)
    assert replace(hidden, reasoning_chunks=20).rate == pytest.approx(151 * 50 / 51 / 0.5)


@pytest.mark.parametrize(
    "odd", [run(30, completion_tokens=None), run(30, step=0), run(30, pieces=1), run(30, step=0.001), run(30, pieces=0)]
)
def test_no_rate_without_a_count_or_without_time(odd: Record) -> None:
    assert odd.rate is None


def test_median_and_spread_are_of_good_runs_only() -> None:
    odd = [run(30, first=first) for first in (90, 300, 110)]
    others = [run(30, first=1, outcome="stalled"), run(30, first=5, kind="cold")]
    (found,) = lengths([*odd, *others])
    assert (found.runs, found.tokens) == (3, 30)
    assert (found.first_token.low, found.first_token.median, found.first_token.high) == (0.09, 0.11, 0.3)


def test_a_stream_without_a_count_has_the_calibrated_length_and_no_rate() -> None:
    counted = replace(run(30), kind="calibration", prompt_tokens=31, chunk_ms=(), chunk_chars=())
    (found,) = lengths([counted, replace(run(30), prompt_tokens=None, completion_tokens=None)])
    assert found.tokens == 31
    assert found.rate is None


def test_of_many_lengths_the_film_takes_the_ends_and_the_middle() -> None:
    found = lengths([run(asked) for asked in (10, 20, 40, 80, 160)])
    assert [one.asked for one in chosen(found).values()] == [10, 40, 160]
    assert chosen(found[:2]) == {}


def test_records_survive_a_file(tmp_path: Path) -> None:
    odd = run(30, answered_by='a "quoted" name', connect_ms=1.5, cached_tokens=0)
    path = write(tmp_path / "mine.toml", records=(odd, *RUNS))
    assert read_raw(tomllib.loads(path.read_text("utf-8")), "mine.toml") == Raw(ENDPOINT, (odd, *RUNS))


def test_the_film_s_figures_come_from_the_medians_and_carry_their_spread(tmp_path: Path) -> None:
    runs = [run(asked, first=first) for first in (90, 300, 110) for asked in (30, 200, 1600)]
    path = write(tmp_path / "mine.toml", replace(ENDPOINT, runs=3), tuple(runs))
    figures = roofline.compute(measurements=load_measurements(path))
    named = {name: figures.value(f"measured.ttft_short{name}") for name in ("", "_low", "_high")}
    assert named == {"": 0.11, "_low": 0.09, "_high": 0.3}
    assert figures.value("measured.decode_long") == figures.value("measured.decode_long_high") == pytest.approx(100)
    assert figures.value("measured.runs") == 3
    assert figures.value("prompt.long") == 1600


def test_without_router_and_second_provider_their_figures_are_absent(tmp_path: Path) -> None:
    figures = roofline.compute(measurements=load_measurements(write(tmp_path / "mine.toml")))
    assert "measured.decode_fp8" not in figures
    assert "measured at Here" in figures["measured.ttft_short"].formula


def with_first(**changes: Any) -> dict[str, Any]:
    """Arguments of `write`: the runs, and before them one with changes."""
    return {"records": (run(30, **changes), *RUNS)}


FIRST = r"\[\[record\]\] 1: "

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"other": {"prompts.short.first_token_s": 0.2}}, r"prompts\.short\.first_token_s = 0\.2 is not what"),
    ({"other": {"decode.long_low_tokens_per_s": None}}, r"decode\.long_low_tokens_per_s = None is not what"),
    ({"other": {"other.precision": "FP8"}}, r"\[other\] needs both"),
    ({"endpoint": replace(ENDPOINT, runs=2)}, "this measurement is not finished, 3 runs are missing"),
    ({"endpoint": replace(ENDPOINT, finished=None)}, "this measurement is not finished"),
    ({"endpoint": replace(ENDPOINT, prompts=(30,)), "records": RUNS[:1]}, "1 prompt length measured, and the film"),
    ({"endpoint": replace(ENDPOINT, started="x")}, "started = 'x' must be a date and time"),  # type: ignore[arg-type]
    ({"endpoint": replace(ENDPOINT, prompts=3)}, "prompts = 3 must be a list"),  # type: ignore[arg-type]
    ({"records": (run(30, completion_tokens=None), *RUNS[1:])}, "no rate for the short prompt"),
    (with_first(kind="walk"), f"{FIRST}kind = 'walk' is not one of"),
    (with_first(chunk_chars=(1,)), f"{FIRST}chunk_ms and chunk_chars differ"),
    (with_first(step=-1), f"{FIRST}chunk_ms must not fall"),
    (with_first(pieces=0), f"{FIRST}a run that went well has no chunk_ms"),
    (with_first(status="x"), f"{FIRST}status = 'x' must be a whole number"),
    (with_first(first=-5), f"{FIRST}chunk_ms at place 1 = -5.0 must be a positive number"),
]


@pytest.mark.parametrize(("change", "says"), WRONG)
def test_what_does_not_agree_is_refused(change: dict[str, Any], says: str, tmp_path: Path) -> None:
    path = write(tmp_path / "mine.toml", **change)
    with pytest.raises(SpecError, match=rf"^mine\.toml:? ?{says}") as caught:
        load_measurements(path)
    assert "\n" not in str(caught.value)
