"""Lengths, order, cost, time left, settings and the file's text: the parts that need no server."""

from __future__ import annotations

import json
import ssl
import string
import tomllib
from datetime import UTC, date, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from film.endpoint import calibration, schedule, toml
from film.endpoint.calibration import Point
from film.endpoint.confidential import Confidential
from film.endpoint.events import read_event
from film.endpoint.faults import Fault, of_transport, retry_after, server_message
from film.endpoint.prompts import TASK, prompt, unique
from film.endpoint.provenance import film_model
from film.endpoint.settings import Settings
from film.errors import FilmError
from roofline.records import Record

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
NOTHING = Confidential([])

calm = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""Few examples, and no hurry on a busy machine."""


@calm
@given(st.floats(0.9, 3), st.integers(8, 110), st.integers(0, 2), st.integers(130, 100_000), st.randoms())
def test_any_length_is_found_in_a_few_tries(each: float, base: int, noise: int, asked: int, random: Any) -> None:
    """Whatever a word costs, and if the first words cost a token more or less: within a word or a thousandth."""
    known: list[Point] = []
    for tries in range(calibration.TRIES + 1):
        if calibration.settled(known, asked, tries):
            break
        words = calibration.guess(known, asked)
        known.append(Point(words, base + round(each * words) + random.randint(-noise, noise)))
    found = calibration.nearest(known, asked)
    assert abs(found.tokens - asked) <= max(2 * noise + each + 1, asked / 1000)


def test_the_shortest_prompt_stands_where_none_is_short_enough() -> None:
    known = [Point(0, 41)]
    assert calibration.settled(known, 34, 1)
    assert calibration.nearest(known, 34).words == 0


@calm
@given(st.integers(0, 20_000), st.integers(0, 300))
def test_what_is_not_known_is_expected_at_its_most(words: int, known: int) -> None:
    real = {count: 30 + 2 * count for count in (words, known)}
    assert calibration.expected([], words) >= real[words]
    assert calibration.expected([Point(known, real[known])], words) >= real[words]
    assert calibration.expected(sorted({Point(0, 30), Point(known, real[known])}), known) == real[known]


def test_a_prompt_has_the_words_asked_for_after_words_of_its_own() -> None:
    text = prompt(300, ("a", "b"))
    assert text.endswith(f". {TASK}")
    assert text.split()[:3] == ["a", "b", "time"]
    assert len(text.split()) == 302 + len(TASK.split())
    assert unique() != unique()


@calm
@given(st.sets(st.integers(1, 10_000), min_size=1, max_size=5), st.integers(1, 7))
def test_every_round_has_every_length_and_begins_with_the_next(lengths: set[int], runs: int) -> None:
    asked = sorted(lengths)
    steps = schedule.rounds(asked, runs)
    rounds = [steps[at : at + len(asked)] for at in range(0, len(steps), len(asked))]
    assert all(sorted(step.asked for step in turn) == asked for turn in rounds)
    assert [turn[0].asked for turn in rounds] == [asked[turn % len(asked)] for turn in range(runs)]


def record(kind: str, asked: int, number: int, seconds: float) -> Record:
    return Record(kind, asked, number, 0, NOON, "ok", 0, chunk_ms=(seconds * 1000,), chunk_chars=(1,))


def test_the_time_left_follows_each_length_and_is_careful_with_the_unknown() -> None:
    steps = schedule.rounds([10, 1000], 2)
    assert schedule.seconds_left(steps, []) is None
    assert schedule.seconds_left(steps, [record("cold", 10, 1, 3)]) == 12
    done = [record("run", 10, 1, 1), record("run", 10, 2, 3), record("run", 1000, 1, 8)]
    assert schedule.seconds_left(steps, done) == 2 * 2 + 2 * 8


def test_the_budget_is_of_what_is_left() -> None:
    whole = schedule.budget([10, 1000], 2, 100, [])
    assert (whole.requests, whole.prompt_tokens, whole.output_tokens) == (9, 10 + 4 * 1010, 504)
    some = schedule.budget([10, 1000], 2, 100, [record("run", 10, 1, 1), record("run", 1000, 1, 1)])
    assert (some.requests, some.prompt_tokens, some.output_tokens) == (3, 10 + 1010, 300)


SCALARS = st.one_of(
    st.text(), st.integers(), st.booleans(), st.floats(allow_nan=False, allow_infinity=False),
    st.dates(), st.datetimes(timezones=st.just(UTC)),
)  # fmt: skip
KEYS = st.text(string.ascii_letters + string.digits + "_-é .", min_size=1, max_size=6)
ROW = st.dictionaries(KEYS, SCALARS | st.lists(SCALARS, max_size=4), max_size=4)
TABLES = st.builds(
    lambda row, more: more | row, ROW, st.dictionaries(KEYS, ROW | st.lists(ROW, min_size=1, max_size=3), max_size=3)
)


@calm
@given(TABLES)
def test_what_is_written_is_read_again(tables: dict[str, Any]) -> None:
    assert tomllib.loads(toml.dumps(tables)) == tables


def test_long_lists_are_broken_into_lines() -> None:
    text = toml.dumps({"table": {"chunk_ms": [number / 8 for number in range(1000)]}})
    assert max(map(len, text.splitlines())) <= toml.WIDTH
    assert len(tomllib.loads(text)["table"]["chunk_ms"]) == 1000


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"base_url": None}, "--base-url and --model say what is to be measured"),
        ({"base_url": "localhost:8000"}, "--base-url must be an address"),
        ({"base_url": "http://localhost:port"}, "--base-url must be an address"),
        ({"prompts": "34,2k"}, "--prompts '34,2k' must be numbers of tokens"),
        ({"prompts": "0"}, "--prompts '0' must be"),
        ({"api": "chats"}, r"--api 'chats' is not one of chat, completions \(did you mean 'chat'\?\)"),
        ({"precision": "4bit"}, "--precision '4bit' is not one of BF16"),
        ({"name": "N" * 31}, "--name 'N+' is too long for the credits"),
        ({"runs": 0}, "--runs 0 must be at least 1"),
        ({"output_tokens": 3}, "--output-tokens 3 must be at least 16"),
        ({"timeout": float("nan")}, "--timeout nan must be at least 0.1"),
        ({"extra_body": "{"}, "--extra-body is not JSON"),
        ({"extra_body": "[1]"}, "--extra-body must be a JSON object"),
        ({"extra_body": '{"max_tokens": 9}'}, "--extra-body cannot set 'max_tokens'"),
        ({"header": ("X-A",)}, "--header takes 'Name: value'"),
        ({"header": ("X-A: $NOT_SET_AT_ALL",)}, "the environment variable that --header 'X-A: .…' names is not set"),
    ],
)
def test_what_makes_no_sense_is_said(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(FilmError, match=f"^{says}"):
        Settings(**{"base_url": "http://localhost", "model": "m", **changes}).check()


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("http://localhost:8000", "http://localhost:8000/v1/chat/completions"),
        ("http://localhost:8000/api/", "http://localhost:8000/api/chat/completions"),
        ("https://x.org/v1/chat/completions", "https://x.org/v1/chat/completions"),
        ("https://x.org/v1?version=2", "https://x.org/v1/chat/completions?version=2"),
    ],
)
def test_the_address_is_taken_in_the_ways_it_is_written(given: str, url: str) -> None:
    assert Settings(given, "m").url == url


def test_a_host_is_named_as_the_credits_can_show_it() -> None:
    assert Settings("http://127.0.0.1:8000", "m").place == "a local server"
    assert Settings(f"https://{'long.' * 9}example.com:8443", "m").place == "example.com"


def test_defaults_are_the_film_s_prompts() -> None:
    asked = Settings("https://openrouter.ai/api/v1", "meta-llama/llama-3.1-8b-instruct")
    assert asked.lengths == (34, 2081, 16361)
    assert (asked.through, asked.place) == ("OpenRouter", "openrouter.ai")
    assert asked.path == Path("measured-llama-3.1-8b-instruct.toml")


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"),
        ("meta-llama/Meta-Llama-3.1-8B-Instruct-FP8", "llama-3.1-8b"),
        ("llama-3.1-8b-instruct:free", "llama-3.1-8b"),
        ("deepseek-r1-distill-llama-8b", None),
        ("phi-4-mini", None),
    ],
)
def test_the_film_s_model_is_known_by_the_server_s_name_for_it(name: str, key: str | None) -> None:
    model = film_model(Settings("http://localhost", name))
    assert (model.key if model else None) == key
    asked = film_model(Settings("http://localhost", "x", film_model="llama-3.1-8b"))
    assert asked is not None
    assert asked.key == "llama-3.1-8b"


def test_a_server_s_wish_to_wait_is_read_as_seconds_or_date() -> None:
    assert retry_after({"retry-after": "1.5"}) == 1.5
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=100))
    assert retry_after({"retry-after": soon}) == pytest.approx(100, abs=3)
    assert retry_after({"retry-after": format_datetime(NOON - timedelta(days=9999))}) == 0
    assert retry_after({"retry-after": "soon"}) is retry_after({"retry-after": "nan"}) is retry_after({}) is None


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ('{"error": {"message": "one"}}', "one"),
        ('{"error": "two"}', "two"),
        ('{"detail": [{"msg": "three"}, {"msg": "four"}]}', "three; four"),
        ("five\nsix", "five"),
        ("<html>seven</html>", ""),
        ('{"id": 1}', ""),
    ],
)
def test_what_a_server_says_is_found(body: str, says: str) -> None:
    assert server_message(body.encode()) == says


@pytest.mark.parametrize(
    ("cause", "name"),
    [
        (ConnectionRefusedError(111, "Connection refused"), "refused"),
        (OSError(-2, "Name or service not known"), "no-connection"),
        (ssl.SSLError(1, "wrong version number"), "tls"),
    ],
)
def test_a_connection_that_fails_is_told_from_its_cause(cause: OSError, name: str) -> None:
    error = httpx.ConnectError("no\nconnection")
    error.__cause__ = cause
    fault = of_transport(error, "example.com", 1, False, NOTHING)
    assert fault.name == name
    assert "\n" not in str(fault)


def test_a_connection_that_ends_counts_as_spent_once_the_request_is_out() -> None:
    error = httpx.ReadError("reset")
    assert of_transport(error, "h", 1, True, NOTHING).spent
    assert not of_transport(error, "h", 1, False, NOTHING).spent


@pytest.mark.parametrize("data", ["", "[]", "3", "{", '{"choices": [', "null"])
def test_events_that_are_no_object_are_malformed(data: str) -> None:
    with pytest.raises(Fault, match=r"^malformed JSON inside the stream") as caught:
        read_event("message", data, NOTHING)
    assert caught.value.name == "malformed"


ODD = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
FIELDS = st.sampled_from(["delta", "content", "prompt_tokens", "text", "finish_reason", "completion_tokens_details"])
BODIES = st.recursive(ODD, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(FIELDS, inner), max_leaves=4)


@calm
@given(BODIES, BODIES)
def test_no_event_is_odd_enough_to_crash(choices: Any, usage: Any) -> None:
    data = json.dumps({"choices": [choices], "usage": usage, "model": usage, "provider": choices})
    assert read_event("message", data, NOTHING).content >= 0


def test_an_event_named_error_is_one() -> None:
    with pytest.raises(Fault, match=r"inside the stream: too bad$"):
        read_event("error", '{"message": "too bad"}', NOTHING)


def test_days_are_written_as_days() -> None:
    assert toml.dumps({"day": date(2026, 11, 29)}) == "day = 2026-11-29\n"
