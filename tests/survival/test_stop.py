"""Renders that are asked to end, and workers that are killed, stopped or kept waiting."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from film.jobs import FORKS
from film.outputs import FILES, RECORD

pytestmark = pytest.mark.survival

SECONDS = 8.0
"""About as long as the film takes on a machine that does nothing else."""


def wait_for(condition: Callable[[], Any]) -> Any:
    """What the condition gives as soon as that is something."""
    for _ in range(4000):
        if found := condition():
            return found
        time.sleep(0.03)
    raise AssertionError("waited in vain")


def workers(parent: int) -> list[int]:
    """The processes that draw for a render by several: on Linux they are forked by the one that it started."""
    started = children(parent)
    return sorted(worker for one in started for worker in children(one)) if FORKS else started


def children(parent: int) -> list[int]:
    """The processes that another has started with its own program, or forked."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            drawing = b"spawn_main" in (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) == parent and fields[0] != "Z" and drawing:
            found.append(int(folder.name))
    return sorted(found)


def whole_or_nothing(folder: Path) -> bool:
    """Whether all files of a film stand in a folder, or none."""
    return {path.name for path in folder.iterdir()} - {".lock"} in (set(), {*FILES, RECORD})


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_asked_to_end_at_any_moment_a_render_says_how_to_go_on(
    film: Any, reference: dict[str, str], how: signal.Signals, number: int
) -> None:
    made = film()
    process = made.start()
    wait_for(made.folder.exists)  # from here on it is a render, no longer a Python that starts
    time.sleep(random.Random(f"{how}{number}").uniform(0, SECONDS))
    os.killpg(process.pid, how)  # as a terminal and supervisors do: to all its processes
    _, errors = process.communicate(timeout=120)
    assert "Traceback" not in errors
    assert "starting another" not in errors
    if process.returncode:
        assert process.returncode == 130
        assert errors.splitlines()[-1].startswith("render.py: stopped; the parts that are done are kept")
        assert whole_or_nothing(made.folder)
    assert not list((made.home / made.cache / "scratch").glob("*")), "it tidies up"
    again = made.make()
    assert again.returncode == 0, again.stderr
    assert made.hashes() == reference


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_asked_to_end_in_its_last_moments_a_render_says_so_or_has_made_its_film(
    rendered: Any, how: signal.Signals, number: int
) -> None:
    made = replace(rendered, out="other")  # the pictures are kept; the film is put together anew
    process = made.start()
    assert process.stderr
    errors = "".join(takewhile(lambda line: line != "proving the film\n", process.stderr))
    time.sleep(random.Random(f"{how}{number}").uniform(0, 0.4))
    with suppress(ProcessLookupError):
        os.killpg(process.pid, how)
    said, more = process.communicate(timeout=120)
    assert "Traceback" not in errors + more
    if process.returncode:
        assert process.returncode == 130
        assert more.splitlines()[-1].startswith("render.py: stopped; the parts that are done are kept")
        assert whole_or_nothing(made.folder)
    else:
        assert said.startswith(str(made.folder / "film.mp4"))
    assert not list((made.home / made.cache / "scratch").glob("*")), "it tidies up"


def test_under_nohup_a_render_does_not_end_with_its_terminal(film: Any, reference: dict[str, str]) -> None:
    made = film()
    with subprocess.Popen(
        ["nohup", *made.command], stderr=subprocess.PIPE, start_new_session=True, text=True
    ) as process:
        wait_for(lambda: list(made.home.glob("cache/parts/*/*/*.json")))
        os.killpg(process.pid, signal.SIGHUP)
        _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert made.hashes() == reference


def test_a_worker_that_is_stopped_for_a_while_is_waited_for(film: Any, reference: dict[str, str]) -> None:
    made = film(options=(*film().options, "--jobs", "2"))
    process = made.start()
    (one, _) = wait_for(lambda: found if len(found := workers(process.pid)) == 2 else None)
    os.kill(one, signal.SIGSTOP)
    time.sleep(3)
    assert process.poll() is None
    os.kill(one, signal.SIGCONT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert made.hashes() == reference


def test_more_workers_than_cores_of_which_one_is_killed(film: Any, reference: dict[str, str]) -> None:
    made = film(options=(*film().options, "--jobs", "4"))
    process = made.start()
    some = wait_for(lambda: found if len(found := workers(process.pid)) >= 2 else None)
    os.kill(some[-1], signal.SIGKILL)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert "was ended by SIGKILL" in errors
    assert errors.count("starting another") == 1
    assert made.hashes() == reference


def test_workers_that_are_killed_again_and_again_end_the_render_in_one_line(film: Any) -> None:
    made = film(options=(*film().options, "--jobs", "1"))
    process = made.start()
    killed: set[int] = set()
    while process.poll() is None:
        for worker in set(children(process.pid)) - killed:  # a single one is started anew
            os.kill(worker, signal.SIGKILL)
            killed.add(worker)
        time.sleep(0.02)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 2
    assert "Traceback" not in errors
    assert "again (short of memory? try --jobs 1); the parts done are kept" in errors.splitlines()[-1]


READ_ONLY = """
mount --bind /tmp /tmp && mount --bind "$PLACE" "$PLACE" && mount -o remount,ro,bind /tmp || exit 77
mount -t tmpfs -o ro none /var/tmp
touch /tmp/trial 2>/dev/null && exit 77
exec "$@"
"""
"""Nothing can be written to /tmp and /var/tmp, except in one folder."""


def test_without_a_folder_for_temporary_files(film: Any, reference: dict[str, str]) -> None:
    made = film()
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", READ_ONLY, "sh", *made.command],
        env={**made.env, "PLACE": str(made.home), "TMPDIR": "/nowhere"},
        cwd="/proc",
        capture_output=True,
        text=True,
    )
    if done.returncode in (1, 77) and not made.folder.exists():
        pytest.skip("a view of one's own on the file system needs root")
    assert done.returncode == 0, done.stderr
    assert made.hashes() == reference
