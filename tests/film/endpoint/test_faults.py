"""Every way in which a server can go wrong is named, tried again where that helps, and loses nothing that was done."""

from __future__ import annotations

import re
import socket
from pathlib import Path
from typing import Any

import pytest

from film.errors import FilmError
from roofline.records import OK

FINAL: list[tuple[str, str, str]] = [
    ("unauthorized", "unauthorized", r"no key was sent; --api-key-env names the variable with it \(401: bad key None"),
    (
        "unknown-model",
        "not-found",
        r"no such model or address \(404: The model 'llama-3\.1-8b-instruct' does not exist",
    ),
    ("unpaid", "unpaid", r"the server wants to be paid first \(402: Insufficient credits\)"),
    ("quota", "rate-limited", r"too many requests or tokens \(429: no quota\)"),
    ("limited-long", "rate-limited", r"too many .*come back tomorrow\); the server asks to wait 3,600 s"),
    ("too-long", "rejected", r"the server rejects the request \(400: the prompt is too long\)"),
    ("moved", "redirected", r"the server sends on \(308\) to /elsewhere; use that address"),
    ("html", "not-sse", r"the answer is not a stream of events \(SSE\): its type is text/html"),
    ("json", "not-sse", r"the answer is not a stream of events \(SSE\): it came in one piece, as JSON"),
    ("gibberish", "not-sse", r"the answer is not a stream of events \(SSE\): no event came"),
    ("refusal-inside", "stream-error", r"the server sent an error inside the stream: flagged None"),
    ("endless", "overrun", r"the server does not stop at the 24 tokens asked for"),
    ("astray", "wrong-provider", r"Elsewhere answered, although --provider names core-weave/bf16"),
]


@pytest.mark.parametrize(("behaviour", "name", "says"), FINAL)
def test_what_another_try_does_not_mend_is_said_at_once(
    server: Any, measured: Any, tmp_path: Path, behaviour: str, name: str, says: str
) -> None:
    asked = server.settings(behaviour, tmp_path, provider="core-weave/bf16")
    with pytest.raises(FilmError, match=f"^{says}") as caught:
        measured(asked)
    assert "\n" not in str(caught.value)
    assert [one.outcome for one in measured.read(asked.path).records] == [name]


PASSING: list[tuple[str, str, str]] = [
    ("limited", "rate-limited", r"too many requests or tokens \(429: slow down\); trying again in 0 s"),
    ("failing", "server-error", r"the server failed \(500\); trying again"),
    ("cut", "broken-off", r"the stream broke off: the connection was closed in the middle; trying again"),
    ("early", "broken-off", r"the stream ended without \[DONE\], in the middle of the answer; trying again"),
    ("malformed", "malformed", r'malformed JSON inside the stream: \{"choices": \[\{"delta": .*; trying again'),
    ("error-inside", "stream-error", r"the server sent an error inside the stream: the provider fell over; try"),
    ("json-error", "stream-error", r"the server sent an error inside the stream: 503; trying again"),
]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(("behaviour", "name", "says"), PASSING)
def test_what_may_pass_is_tried_again_and_the_runs_are_whole(
    server: Any, measured: Any, tmp_path: Path, behaviour: str, name: str, says: str
) -> None:
    raw = measured(server.settings(f"{behaviour}@3", tmp_path))
    outcomes = [one.outcome for one in raw.records]
    assert outcomes.count(name) == len(outcomes) - outcomes.count(OK) == 1
    assert raw.missing == 0
    assert re.search(f"^{says}", measured.said, re.MULTILINE)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("behaviour", ["stall", "chatter"])
def test_silence_is_noticed_even_behind_comments(server: Any, measured: Any, tmp_path: Path, behaviour: str) -> None:
    raw = measured(server.settings(f"{behaviour}@2", tmp_path, timeout=0.4))
    (stalled,) = [one for one in raw.records if one.outcome != OK]
    assert (stalled.outcome, len(stalled.chunk_ms)) == ("stalled", 2)
    assert "the stream stalled: nothing new for 0.4 s (--timeout); trying again" in measured.said
    assert stalled.charged > stalled.asked


@pytest.mark.usefixtures("hurried")
def test_a_fault_that_stays_ends_the_command_and_keeps_what_is_done(
    server: Any, measured: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("film.endpoint.session.RETRIES", 2)
    asked = server.settings("failing", tmp_path)
    with pytest.raises(FilmError, match=r"^the server failed \(500\), 3 times$"):
        measured(asked)
    assert [one.outcome for one in measured.read(asked.path).records] == ["server-error"] * 3


def test_nobody_there(measured: Any, server: Any, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(FilmError, match=rf"^127\.0\.0\.1:{port} refused the connection: nothing listens there$"):
        measured(server.settings("fast", tmp_path, base_url=f"http://127.0.0.1:{port}"))


def test_a_server_that_does_not_answer_is_given_up(
    measured: Any, server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("film.endpoint.session.RETRIES", 0)
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        url = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        with pytest.raises(FilmError, match=r"^no answer for 0\.2 s \(--timeout\)$"):
            measured(server.settings("fast", tmp_path, base_url=url, timeout=0.2))


def test_a_stream_without_its_end_mark_counts_if_it_says_why_it_ends(
    server: Any, measured: Any, tmp_path: Path
) -> None:
    raw = measured(server.settings("no-done", tmp_path))
    assert raw.missing == 0
    assert not any(one.done for one in raw.records)


def test_a_server_that_keeps_its_streams_open_costs_one_silence(server: Any, measured: Any, tmp_path: Path) -> None:
    raw = measured(server.settings("linger", tmp_path, timeout=1.0))
    assert raw.missing == 0
    assert all(one.done for one in raw.records if one.kind != "calibration")
