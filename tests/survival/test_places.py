"""Odd places: names, terminals, homes, languages."""

from __future__ import annotations

import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from fcntl import ioctl
from typing import Any

import pytest

pytestmark = pytest.mark.survival

NAMES = [
    "a space",
    "it's “quoted”",
    'double " quote',
    "größe – 日本語 – é",
    "-dash",
    "dollar $HOME `x`",
    "new\nline",
    "%d{}[a]*?",
]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_will_do(film: Any, reference: dict[str, str], name: str) -> None:
    made = film(out=f"{name}/out", cache=f"{name}/cache")
    done = made.make()
    assert done.returncode == 0, done.stderr
    assert made.hashes() == reference


def on_a_terminal(command: list[str], columns: int, env: Mapping[str, str]) -> tuple[int, str]:
    """Run a command with a terminal of so many columns; its exit code and what it wrote there."""
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, close_fds=True) as process:
        os.close(theirs)
        written = b""
        while True:
            ready, _, _ = select.select([ours], [], [], 1.0)
            try:
                data = os.read(ours, 65536) if ready else b""
            except OSError:
                break
            written += data
            if not data and process.poll() is not None:
                break
    os.close(ours)
    return process.returncode, written.decode("utf-8", "replace")


@pytest.mark.parametrize("columns", [20, 1, 80, 300])
def test_a_terminal_of_any_width(film: Any, reference: dict[str, str], columns: int) -> None:
    made = film()
    env = {**os.environ, "TERM": "xterm"}
    env.pop("COLUMNS", None)
    code, written = on_a_terminal(made.command, columns, env)
    assert code == 0, written
    assert made.hashes() == reference
    assert "Traceback" not in written
    frames = re.split(r"\r|\n|\x1b\[1?[AGK]|\x1b\[2K", written)
    live = [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line) for line in frames if "film.mp4" not in line]
    assert max(map(len, live)) <= max(columns, 1)


def test_without_a_terminal_there_are_plain_lines(film: Any) -> None:
    done = film().make()
    assert "\x1b" not in done.stderr + done.stdout
    assert re.search(r"^\d+ of \d+ beats, ", done.stderr, re.M)


@pytest.mark.parametrize("closed", ["</dev/null >/dev/null 2>/dev/null", "<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_without_any_stream(film: Any, reference: dict[str, str], closed: str) -> None:
    made = film()
    done = subprocess.run(["sh", "-c", f'exec "$@" {closed}', "sh", *made.command], timeout=300)
    assert done.returncode == 0
    assert made.hashes() == reference


ENVIRONMENTS: dict[str, dict[str, str]] = {
    "no home": {"HOME": ""},
    "a home that is not there": {"HOME": "/nonexistent/home"},
    "a home that cannot be written": {"HOME": "/proc"},
    "locale C": {"LC_ALL": "C", "LANG": "C"},
    "locale POSIX": {"LC_ALL": "POSIX"},
    "an unknown locale": {"LC_ALL": "xx_XX.UTF-8"},
    "ASCII only": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"},
    "Latin 1": {"PYTHONIOENCODING": "latin-1"},
    "a dumb terminal": {"TERM": "dumb"},
    "an odd hash seed": {"PYTHONHASHSEED": "12345"},
    "another time zone": {"TZ": "Pacific/Kiritimati"},
}


@pytest.mark.parametrize("place", ENVIRONMENTS)
def test_any_environment(film: Any, reference: dict[str, str], place: str) -> None:
    made = film(env={**os.environ, **ENVIRONMENTS[place]}, out="größe")
    done = made.make()
    assert done.returncode == 0, done.stderr
    assert made.hashes() == reference


def test_an_empty_environment(film: Any, reference: dict[str, str]) -> None:
    made = film(env={"PATH": os.environ["PATH"]})
    done = made.make()
    assert done.returncode == 0, done.stderr
    assert made.hashes() == reference


def test_from_another_folder_with_the_default_places(film: Any, reference: dict[str, str], tmp_path: Any) -> None:
    made = film()
    command = [sys.executable, made.command[1], "film", *made.options]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    (found,) = (tmp_path / "build").glob("*/film.mp4")
    assert found.parent.name == "h100-llama-3.1-8b-draft-160x90-6fps-silent"
