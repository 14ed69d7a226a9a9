"""A measurement that stopped goes on where it was; nothing is spent without a yes, nor past the limit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from film.endpoint.session import Session
from film.errors import FilmError
from roofline.records import OK


def runs_of(raw: Any) -> list[tuple[int, int]]:
    return [(one.asked, one.number) for one in raw.records if one.kind == "run" and one.outcome == OK]


def test_what_failed_in_the_middle_goes_on(server: Any, measured: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("film.endpoint.session.RETRIES", 0)
    asked = server.settings("cut@4", tmp_path)
    with pytest.raises(
        FilmError, match=r"^the stream broke off: .* — 2 of 6 runs are kept in .*mine\.toml, and the same"
    ):
        measured(asked)
    before = measured.read(asked.path)
    assert (len(runs_of(before)), before.endpoint.finished) == (2, None)
    after = measured(asked)
    assert after.records[: len(before.records)] == before.records
    assert sorted(runs_of(after)) == [(asked, number) for asked in (40, 60, 120) for number in (1, 2)]
    assert after.endpoint.finished
    assert "2 runs are done" in measured.questions[1]
    assert sum(one.kind == "cold" for one in after.records) == 2
    assert len({(one.asked, one.words) for one in after.records if one.kind == "run"}) == 3


def test_a_finished_measurement_sends_nothing_and_more_runs_can_follow(
    server: Any, measured: Any, tmp_path: Path
) -> None:
    first = measured(server.settings("fast", tmp_path, runs=1))
    text = (tmp_path / "mine.toml").read_text("utf-8")
    assert measured(server.settings("fast", tmp_path, runs=1)) == first
    assert (tmp_path / "mine.toml").read_text("utf-8") == text
    assert "nothing is sent" in measured.said
    assert len(measured.questions) == 1
    more = measured(server.settings("fast", tmp_path, runs=2))
    assert len(runs_of(more)) == 2 * len(runs_of(first)) == 6


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"model": "other"}, r"another model \('llama-3\.1-8b-instruct', not 'other'\)"),
        ({"prompts": "40,60"}, "another prompts"),
        ({"output_tokens": 25}, "another output_tokens"),
        ({"provider": "x"}, "another pinned"),
        ({"extra_body": '{"a": 1}'}, "another extra_body"),
    ],
)
def test_a_file_of_another_measurement_is_left_alone(
    server: Any, measured: Any, tmp_path: Path, changes: dict[str, Any], says: str
) -> None:
    asked = server.settings("fast", tmp_path, runs=1, prompts="40")
    if not (tmp_path / "mine.toml").exists():
        measured(asked)
    text = asked.path.read_text("utf-8")
    with pytest.raises(FilmError, match=rf"mine\.toml holds a measurement with {says}.*choose another --output$"):
        measured(server.settings("fast", tmp_path, **{"runs": 1, "prompts": "40", **changes}))
    assert asked.path.read_text("utf-8") == text


def test_ctrl_c_keeps_what_is_done_and_counts_what_was_under_way(
    server: Any, measured: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    def interrupt(self: Any, *_: Any) -> None:
        raise KeyboardInterrupt

    asked = server.settings("fast", tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr("film.endpoint.client.Client._check_end", _after(3, interrupt))
        with pytest.raises(KeyboardInterrupt):
            measured(asked)
    last = measured.read(asked.path).records[-1]
    assert (last.outcome, last.kind) == ("stopped", "run")
    assert last.charged == (last.prompt_tokens or 0) + 24
    assert measured(asked).missing == 0


def _after(calls: int, act: Callable[..., None]) -> Callable[..., None]:
    """Nothing for some calls, then the act."""
    left = [calls]

    def check(*given: Any) -> None:
        left[0] -= 1
        if not left[0]:
            act(*given)

    return check


def test_without_a_yes_nothing_is_sent(server: Any, measured: Any, tmp_path: Path) -> None:
    asked = server.settings("agree", tmp_path, runs=5, prompts="40,60,120", output_tokens=100)
    with pytest.raises(FilmError, match=r"^nothing was sent; --yes goes ahead"):
        measured(asked, agree=False)
    assert not asked.path.exists()
    assert server.log("agree") == []
    (question,) = measured.questions
    # One cold request and five runs of each; two requests to find each length.
    assert "about 22 requests to http://127.0.0.1" in question
    assert f"{40 + (5 + 2) * (40 + 60 + 120):,} tokens of prompts and up to {16 * 100 + 6:,} of answers" in question


def test_the_limit_of_tokens_is_never_passed(server: Any, measured: Any, tmp_path: Path) -> None:
    asked = server.settings("limit", tmp_path, max_tokens_total=700, runs=9)
    with pytest.raises(
        FilmError, match=r"^stopped before the limit of 700 tokens: \d+ are spent, and the next request"
    ):
        measured(asked)
    spent = sum(one.charged for one in measured.read(asked.path).records)
    assert 700 - 150 < spent <= 700
    more = server.settings("limit", tmp_path, max_tokens_total=900, runs=9)
    with pytest.raises(FilmError, match=r"^stopped before the limit of 900"):
        measured(more)


def test_what_was_spent_is_what_the_server_counted(server: Any, measured: Any, tmp_path: Path) -> None:
    raw = measured(server.settings("spent", tmp_path))
    assert all(one.charged == (one.prompt_tokens or 0) + (one.completion_tokens or 0) for one in raw.records)


def test_runs_are_interleaved(server: Any, measured: Any, tmp_path: Path) -> None:
    raw = measured(server.settings("fast", tmp_path, runs=3))
    assert [asked for asked, _ in runs_of(raw)] == [40, 60, 120, 60, 120, 40, 120, 40, 60]


def test_two_at_once_do_not_write_one_file(server: Any, measured: Any, tmp_path: Path, monkeypatch: Any) -> None:
    asked = server.settings("fast", tmp_path)
    begin = Session.run

    def run(session: Session) -> None:
        with pytest.raises(FilmError, match=r"^another measurement is writing .*mine\.toml"):
            measured(asked)
        begin(session)

    monkeypatch.setattr(Session, "run", run)
    assert measured(asked).missing == 0
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


def test_a_file_that_cannot_be_written_is_said_before_anything_is_sent(
    server: Any, measured: Any, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FilmError, match=r"^cannot write .*mine\.toml: "):
        measured(server.settings("unwritten", tmp_path, output=tmp_path / "file" / "mine.toml"))
    assert server.log("unwritten") == []
