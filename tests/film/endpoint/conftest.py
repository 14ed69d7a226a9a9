"""A server process on the loopback address, and what measures it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from film.endpoint.command import measure
from film.endpoint.settings import Settings
from roofline.raw import Raw, read_raw
from roofline.rows import read_toml

PROGRAM = Path(__file__).parent / "server.py"

QUICK: dict[str, Any] = {"prompts": "40,60,120", "runs": 2, "output_tokens": 24, "model": "llama-3.1-8b-instruct"}
"""A measurement that takes a fraction of a second."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "inference: needs a real inference server; left out, with the reason, without one"
    )


@dataclass(frozen=True)
class Served:
    """What the server did for one streamed request: seconds to the first content, and tokens a second after it."""

    prompt: str
    first: float
    rate: float


@dataclass(frozen=True)
class Server:
    """A server that runs, at a port of the loopback address."""

    port: int
    scheme: str = "http"

    def url(self, behaviour: str) -> str:
        """The base address at which it behaves like this."""
        return f"{self.scheme}://127.0.0.1:{self.port}/{behaviour}/v1"

    def settings(self, behaviour: str, folder: Path, **changes: Any) -> Settings:
        """A quick measurement of it."""
        known = {**QUICK, "base_url": self.url(behaviour), "output": folder / "mine.toml"}
        return Settings(**{**known, **changes})

    def log(self, behaviour: str) -> list[dict[str, Any]]:
        """Every request that came for this behaviour, and what was sent when."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/log", timeout=10) as answer:
            entries: list[dict[str, Any]] = json.load(answer)
        return [entry for entry in entries if entry["path"].startswith(f"/{behaviour}/")]

    def served(self, behaviour: str) -> list[Served]:
        """What it did for each streamed request, by its own clock."""
        found = []
        for entry in self.log(behaviour):
            if entry["sent"]:
                (first, tokens), (last, _) = entry["sent"][0], entry["sent"][-1]
                rest = sum(count for _, count in entry["sent"]) - tokens
                found.append(Served(str(entry["body"]), first - entry["received"], rest / (last - first)))
        return found


@contextmanager
def running(*options: str, scheme: str = "http") -> Iterator[Server]:
    """A server process for a while."""
    with subprocess.Popen([sys.executable, str(PROGRAM), *options], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield Server(int(process.stdout.readline()), scheme)
        finally:
            process.kill()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with running() as server:
        yield server


@pytest.fixture(scope="session")
def serve() -> Any:
    return running


@pytest.fixture(autouse=True, scope="session")
def no_proxy() -> Iterator[None]:
    """All traffic of these tests stays on the loopback address."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_PROXY", "*")
        yield


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Second tries without the wait between them."""
    monkeypatch.setattr("film.endpoint.session.PAUSE", 0.01)


class Measured:
    """Measures, and keeps what was said on the way."""

    def __init__(self) -> None:
        self.stream = io.StringIO()
        self.questions: list[str] = []

    def __call__(self, settings: Settings, agree: bool = True) -> Raw:
        """The raw records of a measurement."""

        def answer(question: str) -> bool:
            self.questions.append(question)
            return agree

        return self.read(measure(settings, answer, self.stream))

    @staticmethod
    def read(path: Path) -> Raw:
        """What a file holds."""
        return read_raw(read_toml(path), path.name)

    @property
    def said(self) -> str:
        """All that was said."""
        return self.stream.getvalue()


@pytest.fixture
def measured() -> Measured:
    return Measured()


@pytest.fixture(scope="session")
def measuring() -> type[Measured]:
    return Measured
