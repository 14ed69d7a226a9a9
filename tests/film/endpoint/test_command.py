"""The command: it asks, measures, tells; and the film's figures take the result."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import render
import roofline
from film.endpoint.report import result_text
from film.endpoint.result import read_result
from film.errors import FilmError
from film.report import WIDTH
from roofline.measurements import DEFAULT


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run `render.py` here: exit code, output, errors."""

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["render.py", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        monkeypatch.setattr(render, "hear", lambda handler: None)  # signals are the test runner's
        code = 0
        try:
            render.main()
        except SystemExit as end:
            code = int(end.code or 0)
        return code, *capsys.readouterr()

    return call


def options(server: Any, folder: Path, *more: str) -> list[str]:
    known = ["--base-url", server.url("fast"), "--model", "llama-3.1-8b", "--prompts", "40,60,120", "--runs", "2"]
    return ["measure", *known, "--output-tokens", "24", "--output", str(folder / "mine.toml"), *more]


def test_it_measures_tells_and_the_film_takes_the_result(server: Any, run: Any, tmp_path: Path) -> None:
    code, told, said = run(*options(server, tmp_path, "--yes"))
    assert code == 0
    assert "run 6 of 6: " in said
    assert " left\n" in said
    assert max(map(len, told.splitlines())) <= max(WIDTH, len(str(tmp_path)) + 10)
    assert "h200 " in told
    assert "ruled out" in told
    assert "its cache predicts 0.1 % fewer tokens a second; measured were" in " ".join(told.split())
    assert "The cold first request, not among these" in told

    code, again, said = run(*options(server, tmp_path, "--yes", "--json"))
    data = json.loads(again)
    assert (code, said) == (0, f"{tmp_path / 'mine.toml'} is finished; nothing is sent\n")
    assert [length["runs"] for length in data["prompts"]] == [2, 2, 2]
    assert set(data["chips"]) == set(roofline.gpus())
    assert data["film"] == "ok"

    code, figures, _ = run("figures", "--measurements", str(tmp_path / "mine.toml"), "--json")
    values = json.loads(figures)["figures"]
    short = data["prompts"][0]
    assert code == 0
    assert values["measured.ttft_short"]["value"] == pytest.approx(short["first_token"]["median"], abs=1e-6)
    assert values["measured.decode_short_high"]["value"] == pytest.approx(short["rate"]["high"], abs=1e-4)
    assert "measured.decode_fp8" not in values
    code, table, _ = run("figures", "--measurements", str(tmp_path / "mine.toml"))
    assert "Measured: One user's requests to a local server (model" in " ".join(table.split())


def test_without_anyone_to_answer_nothing_is_sent(server: Any, run: Any, tmp_path: Path) -> None:
    code, told, said = run(*options(server, tmp_path))
    assert (code, told) == (2, "")
    assert "Go on? [y/N]" in said
    assert said.endswith("render.py: nothing was sent; --yes goes ahead without asking\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("measure",), "--base-url and --model say what is to be measured"),
        (("measure", "--report", "nowhere.toml"), "nowhere.toml: No such file or directory"),
        (("figures", "--measurements", "nowhere.toml"), "nowhere.toml: No such file or directory"),
    ],
)
def test_errors_are_one_line(run: Any, arguments: tuple[str, ...], says: str) -> None:
    assert run(*arguments) == (2, "", f"render.py: {says}\n")


def test_a_film_of_half_a_measurement_is_refused(
    server: Any, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.toml"
    code, _, said = run(*options(server, tmp_path, "--yes", "--max-tokens-total", "500"))
    assert code == 2
    assert "stopped before the limit of 500 tokens" in said
    for arguments in (("figures", "--measurements", str(path)), ("measure", "--report", str(path))):
        code, _, said = run(*arguments)
        assert code == 2
        assert "not finished" in said


def test_the_shipped_measurement_is_told_against_every_chip(run: Any) -> None:
    code, told, _ = run("measure", "--report", str(DEFAULT))
    rows = {line.split()[0]: line.split() for line in told.splitlines() if line.split()[-1:] != []}
    assert code == 0
    assert rows["h100"] == ["h100", "208.5", "75", "%", "184.0", "74", "%", "0.337", "s"]
    assert rows["a100"][-2:] == ["ruled", "out"]
    assert set(roofline.gpus()) <= set(rows)
    assert "its cache predicts 11.8 % fewer tokens a second; measured were 12.8 % fewer" in " ".join(told.split())
    assert max(map(len, told.splitlines())) <= WIDTH
    code, data, _ = run("measure", "--report", str(DEFAULT), "--json")
    assert json.loads(data)["chips"]["a100"]["because"] == ["rate", "first_token"]
    assert json.loads(data)["slowdown"] == {"predicted": pytest.approx(0.118, abs=1e-3), "measured": 1 - 136 / 156}


def test_a_model_that_the_film_does_not_know_is_told_without_chips(server: Any, measured: Any, tmp_path: Path) -> None:
    asked = server.settings("fast", tmp_path, model="my-own-model", runs=1)
    measured(asked)
    assert "The film does not know the measured model" in " ".join(result_text(read_result(asked.path)).split())
    assert "h100" in result_text(read_result(asked.path, "llama-3.1-8b"))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('precision = "BF16"', 'precision = "B16"', "precision = 'B16' is not one of"),
        ('model = "llama-3.1-8b"', "", "missing model"),
        ('kind = "run"', 'kind = "walk"', "kind = 'walk' is not one of"),
        ("[endpoint]", "[endpoints]", "missing, or not a table|unknown key"),
    ],
)
def test_a_result_is_validated_when_it_is_read(
    server: Any, measured: Any, tmp_path: Path, old: str, new: str, says: str
) -> None:
    asked = server.settings("fast", tmp_path, runs=1)
    measured(asked)
    text = asked.path.read_text("utf-8")
    assert old in text
    asked.path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises((FilmError, roofline.SpecError), match=says):
        read_result(asked.path)
