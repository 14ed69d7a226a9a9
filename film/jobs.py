"""Worker processes that stay alive and take jobs one by one, the longest first as far as it matters.

Workers ignore Ctrl-C and its like, which are the parent's to handle, and end when the parent ends, however it ends.
What a job raises comes back as one line. On Linux they are forked from a process that was started anew and has loaded
what they need (`film.nursery`). Elsewhere each is started anew: the frameworks of macOS cannot be used after a fork.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Protocol

from film.errors import FilmError, of_the_disk
from film.nursery import Forked, Nursery, nurse

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""Numpy's helpers: their threads would fight with the workers for the cores, and their sums depend on their number."""

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that end a render. Terminals and supervisors send them to all its processes."""

HELD = (*ENDS, signal.SIGALRM)
"""Those, and the one by which an end is put off until an import is over."""

ENOUGH, NEARLY = 3, 0.6
"""There is enough to do while each worker has so many times the longest job before it; then come those that are nearly
as long as the longest, by this share."""

FORKS = sys.platform == "linux"
"""Whether workers are forked."""

_NEW = get_context("spawn")

Work = Callable[[Any, Callable[[int], None]], Any]
"""work(payload, report): does one job in a worker; reports progress as it likes. Importable by name."""


@dataclass(frozen=True)
class Job:
    """Something to do: a name for messages, an estimate of its cost in any unit, and what the work takes.

    A worker does those of one `kind` in a row, as they share what it has at hand, while there is enough to do.
    """

    name: str
    cost: float
    payload: Any
    kind: str = ""


class Crew(Protocol):
    """Whoever does the jobs: worker processes of this machine (`Pool`), or of others (`film.cluster`)."""

    def expect(self) -> None:
        """Get ready: there will probably be something to do."""

    def run(self, jobs: Sequence[Job], report: Callable[[int], None]) -> Iterator[tuple[Job, Any]]:
        """Do the jobs, longer ones earlier; yields each with its result as it is done. A FilmError ends it all."""

    def ask(self, name: str, payload: Any) -> Any:
        """What the work makes of one payload."""

    def ask_all(self, jobs: Sequence[Job]) -> dict[str, Any]:
        """What the work makes of each job, by its name, in the order of the jobs."""

    def __enter__(self) -> Crew:
        """Be ready."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Go."""


@dataclass(eq=False)
class _Worker:
    process: BaseProcess | Forked
    connection: Connection
    job: Job | None = None
    reported: int = 0
    asked: bool = False
    """Whether it ever had a job."""


@dataclass
class Pool:
    """`count` worker processes that do `work`, having called `prepare` first. Use as a context.

    A worker that dies is replaced, which `say` hears of; one that dies with the same job again ends it all.
    """

    count: int
    work: Work
    prepare: Callable[[], None] | None = None
    say: Callable[[str], None] = lambda text: None
    workers: list[_Worker] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)
    nursery: Nursery | None = None

    def expect(self) -> None:
        """Start workers, so that they are ready when there is something to do."""
        self.start(self.count)

    def start(self, most: int) -> None:
        """Start the workers that are not running yet, no more than `most`."""
        while len(self.workers) < min(most, self.count):
            self.workers.append(_Worker(*self._spawn()))

    def _spawn(self) -> tuple[BaseProcess | Forked, Connection]:
        mine, theirs = _NEW.Pipe()
        resource_tracker.ensure_running()  # it would let the signals through
        with _ends_held_back():
            process = (
                self._fork(theirs) if FORKS and self.count > 1 else _started(_serve, theirs, self.work, self.prepare)
            )
        theirs.close()
        return process, mine

    def _fork(self, theirs: Connection) -> Forked:
        try:
            if self.nursery:
                return self.nursery.fork(theirs)
        except OSError:  # it was killed
            self.nursery = None
        ours, its = _NEW.Pipe()
        self.nursery = Nursery(_started(_nurse, its, self.work, self.prepare), ours)
        its.close()
        return self.nursery.fork(theirs)

    def run(self, jobs: Sequence[Job], report: Callable[[int], None]) -> Iterator[tuple[Job, Any]]:
        """Do the jobs, the longest first near the end; yields each with its result as it is done.

        A FilmError ends it all. Whoever was still at work then is dismissed, so that the pool can be asked again.
        """
        self.start(len(jobs))
        try:
            yield from self._run(self.workers, sorted(jobs, key=lambda job: job.cost), report)
        finally:
            for worker in [worker for worker in self.workers if worker.job]:
                worker.process.kill()
                worker.connection.close()
                worker.process.join()
                self.workers.remove(worker)

    def _run(
        self, workers: Sequence[_Worker], waiting: list[Job], report: Callable[[int], None]
    ) -> Iterator[tuple[Job, Any]]:
        self.lost.clear()
        for worker in workers:
            self._assign(worker, waiting, report)
        while busy := [worker for worker in workers if worker.job]:
            for ready in wait([worker.connection for worker in busy]):
                worker = next(one for one in busy if one.connection is ready)
                try:
                    kind, value = worker.connection.recv()
                except (EOFError, OSError):
                    self._replace(worker, report)
                    continue
                job = worker.job
                if kind == "progress":
                    worker.reported += value
                    report(value)
                elif kind == "failed":
                    raise FilmError(f"{job.name if job else 'a worker'}: {value}")
                elif job:
                    self._assign(worker, waiting, report)
                    yield job, value

    def ask(self, name: str, payload: Any) -> Any:
        """What the work makes of one payload, in the first worker, which must be idle."""
        self.start(1)
        (_, answer), *_ = self._run(self.workers[:1], [Job(name, 0, payload)], lambda count: None)
        return answer

    def ask_all(self, jobs: Sequence[Job]) -> dict[str, Any]:
        """What the work makes of each job, by its name, in the order of the jobs."""
        found = {job.name: answer for job, answer in self.run(jobs, lambda count: None)}
        return {job.name: found[job.name] for job in jobs}

    def _assign(self, worker: _Worker, waiting: list[Job], report: Callable[[int], None]) -> None:
        kind = worker.job.kind if worker.job else ""
        others = [other.job.kind for other in self.workers if other.job and other is not worker]
        worker.job, worker.reported = _next(waiting, kind, others) if waiting else None, 0
        if worker.job:
            worker.asked = True
            self._send(worker, worker.job, report)

    def _send(self, worker: _Worker, job: Job, report: Callable[[int], None]) -> None:
        try:
            worker.connection.send(job.payload)
        except OSError:
            self._replace(worker, report)

    def _replace(self, worker: _Worker, report: Callable[[int], None]) -> None:
        """Give the job of a worker that has died to a new one; a FilmError if this happened to the job before."""
        job, ended = worker.job, _ended(worker)
        if job is None or job.name in self.lost:
            raise FilmError(
                f"{ended} again (short of memory? try --jobs 1); "
                "the parts done are kept: the same command goes on from here"
            )
        self.lost.add(job.name)
        self.say(f"{ended}; starting another")
        report(-worker.reported)
        worker.connection.close()
        worker.process, worker.connection = self._spawn()
        worker.reported = 0
        self._send(worker, job, report)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        with _ends_go_to(signal.SIG_IGN):  # the end of a pool is not cut short
            if self.nursery and self.nursery.loading:
                self.nursery.process.kill()  # nobody needs what it loads
            for worker in self.workers:
                if worker.job or not worker.asked:  # one that is still loading would not hear that it is over
                    worker.process.kill()
                worker.connection.close()
            for worker in self.workers:
                worker.process.join(2)
                if worker.process.is_alive():
                    worker.process.kill()
                    worker.process.join()
            if self.nursery:
                self.nursery.close()


def _next(waiting: list[Job], kind: str, others: Collection[str]) -> Job:
    """Take the longest job of this kind, else of one that none of the others is at, else of all.

    Near the end it is one of the longest, so that all end at nearly the same time.
    """
    longest = waiting[-1].cost
    enough = sum(job.cost for job in waiting) > ENOUGH * longest * (1 + len(others))
    fitting = [place for place, job in enumerate(waiting) if enough or job.cost >= NEARLY * longest]
    own = [place for place in fitting if waiting[place].kind == kind]
    free = [place for place in fitting if waiting[place].kind not in others]
    return waiting.pop((own or free or fitting)[-1])


def _ended(worker: _Worker) -> str:
    """How and when a worker ended."""
    worker.process.join(2)
    code = worker.process.exitcode
    how = "ended" if code is None else f"ended with code {code}"
    if code is not None and code < 0:
        how = f"was ended by {signal.Signals(-code).name}"
    return f"a worker process {how} {f'while at work on {worker.job.name}' if worker.job else 'while waiting'}"


def _started(life: Callable[..., None], *args: Any) -> BaseProcess:
    """A new process that does something and does not hear what ends its parent, only that it has ended."""
    process = _NEW.Process(target=life, args=args, name="draws", daemon=True)
    with _one_thread():
        process.start()
    return process


def _nurse(connection: Connection, work: Work, prepare: Callable[[], None] | None) -> None:
    _get_ready(prepare)
    nurse(connection, partial(_serve, work=work))


def _get_ready(prepare: Callable[[], None] | None) -> None:
    """Hear nothing of what ends the parent, and load."""
    for number in ENDS:
        signal.signal(number, signal.SIG_IGN)
    if prepare:
        with suppress(Exception):  # what is wrong shows again, and is said, when a job needs it
            prepare()


def _serve(connection: Connection, work: Work, prepare: Callable[[], None] | None = None) -> None:
    """The life of a worker."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _get_ready(prepare)
    while True:
        try:
            payload = connection.recv()
        except (EOFError, OSError):
            return
        try:
            answer = ("done", work(payload, lambda count: connection.send(("progress", count))))
        except Exception as error:
            answer = ("failed", describe(error))
        try:
            connection.send(answer)
        except OSError:
            return


def _end_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)


def describe(error: BaseException) -> str:
    """An error as one line; for one that is no FilmError and nothing of the disk, with the place that raised it."""
    text = " ".join(str(error).split())
    if isinstance(error, FilmError):
        return text
    if isinstance(error, OSError) and error.errno:
        return of_the_disk(error)
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "site-packages" not in frame.filename] or frames
    place = f" ({os.path.relpath(ours[-1].filename)}, line {ours[-1].lineno})" if ours else ""
    return f"{type(error).__name__}: {text}{place}"


@contextmanager
def _ends_held_back() -> Iterator[None]:
    """None of the signals is lost, but it comes later; workers started now do not hear it from their first moment."""
    caught: list[int] = []
    before = signal.pthread_sigmask(signal.SIG_BLOCK, HELD)
    try:
        with _ends_go_to(lambda number, frame: caught.append(number), HELD):  # from a thread that has no such mask
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number in caught:
            signal.raise_signal(number)


@contextmanager
def _ends_go_to(
    handler: signal.Handlers | Callable[[int, Any], None], numbers: Sequence[signal.Signals] = ENDS
) -> Iterator[None]:
    """The signals have this handler for so long; elsewhere than in the main thread they keep theirs."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


@contextmanager
def _one_thread() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
