"""Servers differ in what they send and take; all are measured, and what they leave out is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from film.endpoint.report import result_text
from film.endpoint.result import read_result
from film.errors import FilmError


def report(path: Path) -> str:
    return " ".join(result_text(read_result(path)).split())


def test_several_tokens_in_a_piece_are_counted_by_usage(server: Any, measured: Any, tmp_path: Path) -> None:
    raw = measured(server.settings("grouped", tmp_path, runs=1, prompts="40", output_tokens=30, max_tokens_total=5000))
    cold = raw.records[0]
    assert (len(cold.chunk_ms), cold.completion_tokens) == (6, 30)


def test_without_usage_in_the_stream_the_lengths_are_known_and_no_rate_is(
    server: Any, measured: Any, tmp_path: Path
) -> None:
    raw = measured(server.settings("silent", tmp_path))
    assert [(length.tokens, length.rate) for length in raw.lengths] == [(40, None), (60, None), (120, None)]
    assert "no rate, for the server did not count its tokens" in measured.said
    said = report(tmp_path / "mine.toml")
    assert (
        "6 of 6 runs have no rate: the server counts no tokens in its stream (no `usage`), and pieces are not" in said
    )
    assert "The film cannot show this: mine.toml: no rate for the short prompt" in said


def test_without_any_usage_nothing_can_be_known(server: Any, measured: Any, tmp_path: Path) -> None:
    with pytest.raises(FilmError, match=r"^the server counts no tokens \(no `usage` in its answers\)"):
        measured(server.settings("uncounted", tmp_path))


def test_a_server_that_does_not_know_stream_options_is_asked_without(
    server: Any, measured: Any, tmp_path: Path
) -> None:
    raw = measured(server.settings("old", tmp_path, runs=1))
    assert [one.outcome for one in raw.records].count("rejected") == 1
    assert raw.missing == 0


def test_a_server_that_calls_the_limit_otherwise_is_asked_so(server: Any, measured: Any, tmp_path: Path) -> None:
    raw = measured(server.settings("new", tmp_path, runs=1))
    assert [one.outcome for one in raw.records].count("rejected") == 1
    assert server.log("new")[-1]["body"]["max_completion_tokens"] == 24


def test_reasoning_is_content_and_the_role_is_not(server: Any, measured: Any, tmp_path: Path) -> None:
    raw = measured(server.settings("reasoning", tmp_path, runs=1, prompts="40"))
    (run,) = [one for one in raw.records if one.kind == "run"]
    assert run.reasoning_chunks == 10
    assert len(run.chunk_ms) == 24
    assert 1000 * run.first_token > run.headers_ms
    assert "Reasoning that was streamed counts as content." in report(tmp_path / "mine.toml")


def test_content_in_parts_is_content(server: Any, measured: Any, tmp_path: Path) -> None:
    raw = measured(server.settings("parts", tmp_path, runs=1, prompts="40"))
    assert len(raw.records[0].chunk_ms) == 24


def test_what_comes_at_once_has_no_rate(server: Any, measured: Any, tmp_path: Path) -> None:
    raw = measured(server.settings("burst", tmp_path))
    assert {one.rate for one in raw.records} == {None}
    assert all(length.first_token.median > 0 for length in raw.lengths)
    assert "6 of 6 runs have no rate: all came at once, as from a buffer." in report(tmp_path / "mine.toml")


def test_a_prompt_from_the_server_s_cache_is_said(server: Any, measured: Any, tmp_path: Path) -> None:
    measured(server.settings("cached", tmp_path, prompts="40,60,400"))
    assert "In 2 of 6 runs the server took a part of the prompt from its cache." in report(tmp_path / "mine.toml")


def test_a_router_is_pinned_and_named(server: Any, measured: Any, tmp_path: Path) -> None:
    asked = server.settings("router", tmp_path, provider="core-weave", router="OpenRouter")
    raw = measured(asked)
    assert server.log("router")[0]["body"]["provider"] == {"order": ["core-weave"], "allow_fallbacks": False}
    assert {one.answered_by for one in raw.records if one.kind == "run"} == {"Core Weave"}
    text = asked.path.read_text("utf-8")
    assert '[router]\nname = "OpenRouter"\nsaid = "Open Router"' in text
    assert "through OpenRouter, the provider pinned to Core Weave" in text


def test_more_fields_are_sent_and_recorded(server: Any, measured: Any, tmp_path: Path) -> None:
    raw = measured(server.settings("extra", tmp_path, extra_body='{"ignore_eos": true}', header=("X-A: b c",), runs=1))
    sent = server.log("extra")[0]
    assert sent["body"]["ignore_eos"] is True
    assert sent["headers"]["X-A"] == "b c"
    assert raw.endpoint.extra_body == '{"ignore_eos": true}'
    assert raw.endpoint.headers == ("X-A",)


def test_prompts_are_unique_unless_they_are_to_be_the_same(server: Any, measured: Any, tmp_path: Path) -> None:
    for behaviour, same, distinct in (("unique", False, 6), ("same", True, 3)):
        asked = server.settings(behaviour, tmp_path, same_prompt=same, output=tmp_path / f"{behaviour}.toml")
        measured(asked)
        sent = [one["body"]["messages"][0]["content"] for one in server.log(behaviour) if one["body"]["stream"]][1:]
        assert len({text[:20] for text in sent}) == (distinct if not same else 1)
        assert len(set(sent)) == distinct
    assert "the same every time" in report(tmp_path / "same.toml")
