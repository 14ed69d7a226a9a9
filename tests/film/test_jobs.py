from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from film.errors import FilmError
from film.jobs import FORKS, HELD, Job, Pool, _ends_held_back, _next, describe

ROOT = Path(__file__).resolve().parents[2]

WORK = """
import os, signal, sys, time
from pathlib import Path

from film.errors import FilmError


def load():
    import film.draw
    film.draw.prepare("")
    global loaded_by, threads
    loaded_by, threads = os.getpid(), len(os.listdir("/proc/self/task"))


def work(payload, report):
    what, *rest = payload
    if what == "log":
        with open(rest[0], "a") as file:
            file.write(f"{rest[1]}\\n")
        report(3)
        return os.getpid(), signal.getsignal(signal.SIGINT) == signal.SIG_IGN, os.environ["OMP_NUM_THREADS"]
    if what == "die once":
        report(2)
        if not Path(rest[0]).exists():
            Path(rest[0]).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return "done"
    if what == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "bug":
        return {}["missing"]
    if what == "sorry":
        raise FilmError("no such thing")
    if what == "found":
        time.sleep(0.1)
        return loaded_by, sorted({"manim", "film.shoot"} & set(sys.modules)), threads
    if what == "sleep":
        Path(rest[0]).write_text(str(os.getpid()))
        time.sleep(60)
"""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """A function that workers find by name."""
    name = f"work_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(WORK)
    monkeypatch.syspath_prepend(tmp_path)
    found: Callable[..., Any] = __import__(name).work
    return found


def test_jobs_go_longest_first_to_workers_that_stay(work: Callable[..., Any], tmp_path: Path) -> None:
    log = tmp_path / "log"
    jobs = [Job(f"job {cost}", cost, ("log", str(log), cost)) for cost in (2, 9, 5, 7)]
    frames: list[int] = []
    with Pool(1, work) as pool:
        done = list(pool.run(jobs, frames.append))
    assert log.read_text().split() == ["9", "7", "5", "2"]
    assert [job.cost for job, _ in done] == [9, 7, 5, 2]
    assert sum(frames) == 12
    assert len({result for _, result in done}) == 1, "one worker did them all"
    assert done[0][1][1:] == (True, "1"), "Ctrl-C is the parent's; numpy keeps to one thread"
    assert "OMP_NUM_THREADS" not in os.environ


@pytest.mark.parametrize(
    ("payload", "says"),
    [
        (("sorry",), r"^wall\.one: no such thing$"),
        (("bug",), r"^wall\.one: KeyError: 'missing' \(.*work_.*, line \d+\)$"),
        (("die",), r"ended by SIGKILL while at work on wall\.one again.*the parts done are kept"),
    ],
)
def test_what_goes_wrong_in_a_worker_is_one_line(work: Callable[..., Any], payload: Any, says: str) -> None:
    with Pool(2, work) as pool, pytest.raises(FilmError, match=says) as caught:
        list(pool.run([Job("wall.one", 1, payload)], lambda frames: None))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("count", [1, 2])
def test_a_worker_that_dies_is_replaced_and_its_job_done_again(
    work: Callable[..., Any], tmp_path: Path, count: int
) -> None:
    reports: list[int] = []
    said: list[str] = []
    jobs = [Job("wall.one", 2, ("die once", str(tmp_path / "died"))), Job("two", 1, ("log", str(tmp_path / "log"), 1))]
    with Pool(count, work, say=said.append) as pool:
        done = {job.name: result for job, result in pool.run(jobs, reports.append)}
    assert done["wall.one"] == "done"
    assert set(done) == {"wall.one", "two"}
    assert sum(reports) == 2 + 3, "what the dead worker had reported is taken back"
    assert said == ["a worker process was ended by SIGKILL while at work on wall.one; starting another"]


@pytest.mark.parametrize("count", [1, 2])
def test_a_worker_that_dies_before_it_is_told_what_to_do_is_no_broken_pipe(
    work: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    spawn = Pool._spawn

    def stillborn(pool: Pool) -> Any:
        process, connection = spawn(pool)
        process.kill()
        process.join()
        return process, connection

    monkeypatch.setattr(Pool, "_spawn", stillborn)
    with (
        Pool(count, work) as pool,
        pytest.raises(FilmError, match=r"ended by SIGKILL while at work on wall\.one again"),
    ):
        list(pool.run([Job("wall.one", 1, ("log", "", 1))], lambda frames: None))


def test_no_more_workers_start_than_there_are_jobs(work: Callable[..., Any], tmp_path: Path) -> None:
    with Pool(4, work) as pool:
        list(pool.run([Job("one", 1, ("log", str(tmp_path / "log"), 1))], lambda frames: None))
        assert len(pool.workers) == 1


def test_a_worker_does_jobs_of_one_kind_in_a_row(work: Callable[..., Any], tmp_path: Path) -> None:
    log = tmp_path / "log"
    kinds = ("red", "blue", "red", "blue", "red")
    jobs = [Job(f"job {number}", 5, ("log", str(log), kind), kind) for number, kind in enumerate(kinds)]
    longer = Job("longer", 6, ("log", str(log), "long"), "blue")
    with Pool(1, work) as pool:
        list(pool.run([*jobs, longer], lambda frames: None))
    assert log.read_text().split() == ["long", "blue", "blue", "red", "red", "red"]


def names(jobs: list[Job], *asked: tuple[str, str]) -> str:
    """The names of the jobs that are taken one after the other, each by a worker of a kind while others do others."""
    jobs.sort(key=lambda job: job.cost)
    return " ".join(_next(jobs, kind, others).name for kind, others in asked)


def some(**costs: Sequence[float]) -> list[Job]:
    """Jobs by their kind, each called by it and its cost."""
    return [Job(f"{kind}{cost}", cost, None, kind) for kind, those in costs.items() for cost in those]


def test_workers_begin_with_the_longest_job_of_kinds_that_nobody_is_at() -> None:
    assert names(some(a=[9, 8], b=[7, 6], c=[5]), ("", ""), ("", "a"), ("", "ab"), ("", "abc")) == "a9 b7 c5 a8"


def test_a_worker_stays_with_its_kind_while_there_is_enough_to_do() -> None:
    assert names(some(a=[9, 1, 2], b=[9] * 6), *[("a", "b")] * 4) == "a9 a2 a1 b9"
    assert names(some(a=[9, 1, 2], b=[9] * 5), *[("a", "b")] * 2) == "a9 b9", "with 48 left for two"
    assert names(some(a=[1, 2], b=[9] * 3), *[("a", "b")] * 5) == "b9 b9 b9 a2 a1"


def test_near_the_end_a_worker_stays_with_its_kind_if_it_is_nearly_as_long_as_the_longest() -> None:
    assert names(some(a=[6], b=[9]), ("a", "")) == "a6"
    assert names(some(a=[5], b=[9]), ("a", "")) == "b9"


def wait_for(condition: Callable[[], Any], what: str) -> Any:
    for _ in range(600):
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {what}")


def in_session(leader: int) -> list[int]:
    """The processes of a session that still run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session = path.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(session) == leader and state != "Z":
            found.append(int(path.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_workers_end_with_their_parent(
    work: Callable[..., Any], tmp_path: Path, end: signal.Signals, count: int
) -> None:
    note, script = tmp_path / "pid", tmp_path / "parent.py"
    script.write_text(
        textwrap.dedent(f"""
        import sys
        sys.path[:0] = [{str(ROOT)!r}, {str(tmp_path)!r}]
        from film.jobs import Job, Pool
        from {work.__module__} import work
        if __name__ == "__main__":
            with Pool({count}, work) as pool:
                pool.expect()
                list(pool.run([Job("one", 1, ("sleep", {str(note)!r}))], print))
        """)
    )
    parent = subprocess.Popen([sys.executable, str(script)], stderr=subprocess.PIPE, text=True, start_new_session=True)
    worker = int(wait_for(lambda: note.exists() and note.read_text(), "the worker to start"))
    assert {parent.pid, worker} < set(in_session(parent.pid))
    if end == signal.SIGKILL:
        os.kill(parent.pid, end)
    else:
        os.killpg(parent.pid, end)  # as a terminal does: parent and workers
    _, errors = parent.communicate(timeout=120)
    wait_for(lambda: not in_session(parent.pid), "all to end")
    assert errors.count("Traceback") == (1 if end == signal.SIGINT else 0), "the parent's own, and none of a worker"


@pytest.mark.skipif(not FORKS, reason="workers are started anew here")
def test_what_workers_need_is_loaded_once_by_a_process_of_one_thread(work: Callable[..., Any], tmp_path: Path) -> None:
    with Pool(2, work, sys.modules[work.__module__].load) as pool:
        pool.expect()
        jobs = [Job(str(number), 1, ("found",)) for number in range(4)]
        found = list(pool.ask_all(jobs).values())
        assert pool.nursery
        nursery = pool.nursery.process.pid
    assert {by for by, _, _ in found} == {nursery}, "one process has loaded for all"
    assert all(modules == ["film.shoot", "manim"] for _, modules, _ in found)
    assert {threads for _, _, threads in found} == {1}, "what is forked beside other threads may stand still"


@pytest.mark.skipif(not FORKS, reason="workers are started anew here")
def test_when_the_process_that_forks_is_killed_another_takes_its_place(
    work: Callable[..., Any], tmp_path: Path
) -> None:
    said: list[str] = []
    log = str(tmp_path / "log")
    with Pool(2, work, say=said.append) as pool:
        before = pool.ask("one", ("log", log, 1))[0]
        assert pool.nursery
        first = pool.nursery
        first.process.kill()
        first.process.join()
        assert pool.ask("two", ("log", log, 2))[0] == before, "its worker works on"
        jobs = [Job("die", 2, ("die once", str(tmp_path / "died"))), Job("three", 1, ("log", log, 3))]
        assert {job.name for job, _ in pool.run(jobs, lambda count: None)} == {"die", "three"}
        assert pool.nursery is not first
    assert len(said) == 1


@pytest.mark.parametrize("end", HELD)
def test_a_signal_that_another_thread_takes_comes_after_a_worker_was_started(end: signal.Signals) -> None:
    over, heard = threading.Event(), [0]
    before = signal.signal(end, lambda number, frame: heard.append(number))
    other = threading.Thread(target=over.wait)
    other.start()
    try:
        with _ends_held_back():
            os.kill(os.getpid(), end)
            time.sleep(0.05)
            assert heard == [0]
        assert heard == [0, end]
    finally:
        over.set()
        other.join()
        signal.signal(end, before)


def test_an_error_is_described_in_one_line() -> None:
    assert describe(FilmError("a\nb")) == "a b"
    assert describe(PermissionError(13, "Permission denied", "/x")) == "/x: Permission denied"
    assert describe(OSError(28, "No space left on device", "/x")).startswith("/x: no space left on the disk; the parts")
    assert describe(ValueError("x")) == "ValueError: x"


def test_a_pool_can_be_asked_again_after_an_error(work: Callable[..., Any], tmp_path: Path) -> None:
    jobs = [Job("busy", 2, ("sleep", str(tmp_path / "pid"))), Job("wall.one", 1, ("sorry",))]
    with Pool(2, work) as pool:
        with pytest.raises(FilmError, match="no such thing"):
            list(pool.run(jobs, lambda frames: None))
        assert not any(worker.job for worker in pool.workers)
        (_, result), *_ = pool.run([Job("one", 1, ("log", str(tmp_path / "log"), 1))], lambda frames: None)
        assert result[0] != os.getpid()
