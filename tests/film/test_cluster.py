"""Beats drawn by a Dask cluster: a scheduler and workers in processes of their own, if Dask is installed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from film.cache import opened, silent
from film.cluster import Cluster, Sent, accepted, remote
from film.draw import Shot
from film.errors import FilmError
from film.jobs import Job
from film.keys import basis, code_files, file_hash
from film.outputs import FILES
from film.part import Part
from film.plan import BeatTiming, ScenePlan
from film.presets import choose
from film.scenesound import SceneSound, SoundCost, Sounded
from film.story import DRAWN_BY
from film.storyboard import SceneCard
from film.timeline import Timeline

ROOT = Path(__file__).resolve().parents[2]
FORM = choose("draft", "160x90")

SCENE = '''
import time
from pathlib import Path

import numpy as np

from film.errors import FilmError


class Scene:
    """Six frames of one value; notes who draws, and takes its time if it is told to."""

    def __init__(self, plan=None, beats=None):
        self.plan, self.reads, self.sounds = plan, (("figure", "value", plan.values["value"]),), ()
        self.renderer = type("Renderer", (), {"file_writer": type("Writer", (), {"target": None})()})()

    def suits(self, stretch):
        return True

    def draw(self):
        self.render()

    def render(self):
        import os

        notes = Path(self.plan.screen["notes"])
        (notes / f"{self.plan.beats[0].name}-{os.getpid()}").touch()
        if self.plan.values["value"] == 13:
            raise FilmError("no such value")
        time.sleep(self.plan.values["seconds"])
        for number in range(6):
            self.renderer.file_writer.target(np.full((90, 160, 4), self.plan.values["value"], np.uint8), 1)
'''

Make = Callable[..., Shot]


@pytest.fixture
def shot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Makes a beat to draw, into one cache."""
    module = f"scene_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{module}.py").write_text(SCENE)
    (tmp_path / "notes").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    card = SceneCard("wall", f"{module}:Scene")
    code = code_files([module, *DRAWN_BY])
    with opened(tmp_path / "cache", silent) as cache:

        def made(name: str = "one", value: int = 10, seconds: float = 0.0) -> Shot:
            values, screen = {"value": float(value), "seconds": seconds}, {"notes": str(tmp_path / "notes")}
            plan = ScenePlan("wall", 15, values, {}, {}, screen, (BeatTiming("wall", name, name, 0, 6),))
            return Shot(card, plan, name, FORM, basis(card.path, code, plan, name, FORM), cache)

        yield made


def job(shot: Shot) -> Job:
    return Job(shot.basis.beat, 6, shot)


def test_a_worker_draws_into_a_cache_of_its_own_and_sends_the_part(shot: Make) -> None:
    here = shot()
    sent = remote(here)
    assert isinstance(sent, Sent)
    assert here.cache.find(here.basis, here.plan, silent) is None
    drawn = accepted(here, sent)
    assert here.cache.find(here.basis, here.plan, silent) == drawn.part
    assert drawn.part.path.read_bytes() == sent.file


def test_what_is_not_what_was_sent_is_refused(shot: Make) -> None:
    here = shot()
    sent = remote(here)
    assert isinstance(sent, Sent)
    flipped = bytes([sent.file[0] ^ 1]) + sent.file[1:]
    for broken in (replace(sent, file=flipped), replace(sent, file=sent.file[:-1])):
        with pytest.raises(FilmError, match=r"wall\.one: what came back is not what was sent"):
            accepted(here, broken)
    assert here.cache.find(here.basis, here.plan, silent) is None


def test_a_worker_with_other_code_or_libraries_refuses(shot: Make) -> None:
    here = shot()
    for what, other in (("code", {"film/shoot.py": "0"}), ("surroundings", {"manim": "0.1"})):
        facts = {**here.basis.facts, what: {**here.basis.facts[what], **other}}
        answer = remote(replace(here, basis=replace(here.basis, facts=facts)))
        assert answer == f"a worker of the cluster has another {next(iter(other))}; it must have the same project"


def test_what_goes_wrong_on_a_worker_is_one_line(shot: Make) -> None:
    assert remote(shot(value=13)) == "no such value"


def test_without_dask_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(FilmError, match=r"--scheduler needs dask\.distributed: pip install"), Cluster("tcp://none:1"):
        pass


class Here:
    """A Dask client whose workers are threads of this process, and go away when they are told to."""

    status = "running"

    def __init__(self) -> None:
        self.workers = {"one": 1}

    def get_executor(self, **_: Any) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(1)

    def scheduler_info(self) -> dict[str, Any]:
        return {"workers": self.workers}


@dataclass(frozen=True)
class Sounding(SceneSound):
    """A sound that is made in so many seconds, unless it is wrong."""

    wrong: str = ""
    seconds: float = 0.0

    def make(self) -> Sounded:
        time.sleep(self.seconds)
        if self.wrong:
            raise FilmError(self.wrong)
        return Sounded([b"sound"], SoundCost(0.1, os.getpid(), 1))


def sounding(wrong: str = "", seconds: float = 0.0) -> Job:
    return Job("the sound of wall", 1, Sounding(Timeline(15, (), {}), {}, True, Path(), wrong, seconds))


def crew(patience: float = 60.0) -> Cluster:
    made = Cluster("tcp://here:1", patience)
    made.client = Here()
    return made


def test_sounds_are_made_here_while_the_cluster_draws(shot: Make) -> None:
    reports: list[int] = []
    done = {one.name: made for one, made in crew().run([sounding(), job(shot())], reports.append)}
    assert done["the sound of wall"].packets == [b"sound"]
    assert done["wall.one"].part.frames == sum(reports) == 6


def test_a_sound_that_is_wrong_ends_the_render_of_a_cluster_with_its_line(shot: Make) -> None:
    with pytest.raises(FilmError, match=r"^the sound of wall: too loud$"):
        list(crew().run([sounding("too loud"), job(shot(seconds=1.0))], lambda frames: None))


def test_no_worker_is_missed_while_only_sounds_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("film.cluster.LOOK", 0.01)
    here = crew(patience=0.02)
    here.client.workers = {}
    assert len(list(here.run([sounding(seconds=0.2)], lambda frames: None))) == 1


@contextmanager
def program(*command: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    path = os.pathsep.join([str(ROOT), str(folder), *sys.path])
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(command, stderr=log, env={**os.environ, "PYTHONPATH": path}, start_new_session=True)
        try:
            yield process
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_for(condition: Callable[[], Any], what: str) -> Any:
    for _ in range(1200):
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {what}")


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and workers that are not started again when they die."""
    pytest.importorskip("distributed")
    python, file = sys.executable, folder / "scheduler.json"
    started = [python, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    with program(*started, "--no-dashboard", "--scheduler-file", str(file), folder=folder):
        wait_for(lambda: file.exists() and file.stat().st_size, "the scheduler")
        address = json.loads(file.read_text())["address"]
        worker = [python, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny"]
        worker += ["--no-dashboard", "--local-directory", str(folder / "dask")]
        processes = [program(*worker, folder=folder) for _ in range(workers)]
        entered = [process.__enter__() for process in processes]
        try:
            yield address, entered
        finally:
            for process in processes:
                process.__exit__(None, None, None)


def test_a_lost_worker_s_beats_are_drawn_by_the_others(shot: Make, tmp_path: Path) -> None:
    shots = [shot(f"b{number}", 10 + 20 * number, seconds=0.5) for number in range(8)]
    with cluster(tmp_path, 2) as (address, (first, _)), Cluster(address) as crew:
        reports: list[int] = []
        done: list[tuple[str, Part]] = []
        for one, drawn in crew.run([job(shot) for shot in shots], reports.append):
            if len(done) == 1:
                os.kill(first.pid, signal.SIGKILL)
            done.append((one.name, drawn.part))
    assert sorted(name for name, _ in done) == [f"wall.b{number}" for number in range(8)]
    assert sum(reports) == 48
    for here in shots:
        part = here.cache.find(here.basis, here.plan, silent)
        assert part
        assert part == dict(done)[here.basis.beat]
    workers = {path.name.rpartition("-")[2] for path in (tmp_path / "notes").iterdir()}
    assert len(workers) == 2
    assert str(os.getpid()) not in workers


def test_an_error_on_the_cluster_ends_the_render_with_its_line(shot: Make, tmp_path: Path) -> None:
    shots = [shot("one"), shot("two", 13), shot("three")]
    with (
        cluster(tmp_path, 1) as (address, _),
        Cluster(address) as crew,
        pytest.raises(FilmError, match=r"^wall\.two: no such value$"),
    ):
        list(crew.run([job(shot) for shot in shots], lambda frames: None))


def test_a_cluster_without_workers_is_given_up(shot: Make, tmp_path: Path) -> None:
    with (
        cluster(tmp_path, 0) as (address, _),
        Cluster(address, patience=2.0) as crew,
        pytest.raises(FilmError, match="has had no worker for 2 s; the parts done are kept"),
    ):
        list(crew.run([job(shot())], lambda frames: None))


def test_a_scheduler_that_dies_ends_the_render_in_one_line(
    shot: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("film.cluster.TIMEOUT", "1s")
    shots = [shot(f"b{number}", 10 + 20 * number, seconds=1.0) for number in range(8)]
    jobs = [job(shot) for shot in shots]
    with cluster(tmp_path, 1) as (address, _), Cluster(address) as crew:
        drawing = crew.run(jobs, lambda frames: None)
        next(drawing)
        os.kill(crew.client.run_on_scheduler(os.getpid), signal.SIGKILL)
        with pytest.raises(FilmError, match=r"the scheduler tcp://.* is gone; the parts done are kept"):
            list(drawing)
        with pytest.raises(FilmError, match=r"is gone|no scheduler answers at"):
            list(crew.run(jobs, lambda frames: None))


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", "tcp://"])
def test_an_address_at_which_nobody_answers_is_one_line(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("film.cluster.TIMEOUT", "1s")
    with pytest.raises(FilmError, match="no scheduler answers at") as caught, Cluster(address):
        pass
    assert "\n" not in str(caught.value)


@pytest.mark.survival
def test_a_film_of_a_cluster_that_loses_a_worker_is_the_film_of_this_machine(tmp_path: Path) -> None:
    options = ["film", "--preset", "draft", "--size", "320x180", "--voice", "silent", "--scene", "weight_wall"]
    here = [sys.executable, str(ROOT / "render.py"), *options, "--output", str(tmp_path / "here")]
    subprocess.run([*here, "--cache", str(tmp_path / "cache")], check=True, capture_output=True)
    with cluster(tmp_path, 2) as (address, (first, _)):
        there = [sys.executable, str(ROOT / "render.py"), *options, "--output", str(tmp_path / "there")]
        there += ["--cache", str(tmp_path / "other"), "--scheduler", address]
        with subprocess.Popen(there, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            wait_for(lambda: list((tmp_path / "other" / "parts").glob("*/*/*.json")), "the first part")
            os.kill(first.pid, signal.SIGKILL)
            out, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert "4 beats drawn" in out
    assert {name: file_hash(tmp_path / "here" / name) for name in FILES} == {
        name: file_hash(tmp_path / "there" / name) for name in FILES
    }
