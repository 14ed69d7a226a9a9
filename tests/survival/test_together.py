"""Several renders at once, and the same film by one worker, by two, and by a second cold render."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from typing import Any

import pytest

pytestmark = pytest.mark.survival


def test_two_renders_at_once_in_one_folder(film: Any, reference: dict[str, str]) -> None:
    made = film()
    processes = [made.start() for _ in range(2)]
    said = [process.communicate(timeout=300) for process in processes]
    assert [process.returncode for process in processes] == [0, 0], said
    assert sum("another render is writing to" in errors for _, errors in said) == 1
    assert sum("nothing to draw" in out for out, _ in said) == 1
    assert made.hashes() == reference


def test_four_renders_at_once_in_four_folders_out_of_one_cold_cache(film: Any, reference: dict[str, str]) -> None:
    films = [film(out=f"out {number}") for number in range(4)]
    processes = [one.start() for one in films]
    said = [process.communicate(timeout=600) for process in processes]
    assert [process.returncode for process in processes] == [0] * 4, said
    assert [one.hashes() for one in films] == [reference] * 4


def test_the_cache_is_pruned_while_a_render_runs_and_the_render_does_not_mind(
    rendered: Any, reference: dict[str, str]
) -> None:
    other = replace(rendered, out="other")
    process = other.start()
    clear = [*other.command[:2], "cache", "--cache", str(other.home / "cache"), "clear"]
    while process.poll() is None:
        subprocess.run(clear, check=True, capture_output=True)
    _, errors = process.communicate()
    assert process.returncode == 0, errors
    assert other.hashes() == reference


@pytest.mark.parametrize("jobs", ["1", "2", "3"])
def test_the_number_of_workers_does_not_show(film: Any, reference: dict[str, str], jobs: str) -> None:
    made = film()
    made = film(options=(*made.options, "--jobs", jobs))
    assert made.make().returncode == 0
    assert made.hashes() == reference
