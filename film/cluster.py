"""Workers of other machines: parts to be drawn go to a Dask cluster through its executor, and come back drawn.

Such a part is plain data with a key of all that it depends on, so any process with the same code and libraries can draw
it. A worker that has others refuses; a worker that is lost has its parts drawn by the rest. What comes back counts
only if it has the hash that it was sent with.
"""

from __future__ import annotations

import atexit
import logging
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

from xxhash import xxh3_128_hexdigest

from film.cache import Cache, opened, silent
from film.draw import Drawn, Shot, draw
from film.errors import FilmError
from film.jobs import Job, describe
from film.keys import code_files, plain, surroundings
from film.scenesound import SceneSound, Sounded
from film.story import DRAWN_BY, load_beats
from film.storyboard import SceneCard

PATIENCE = 60.0
"""Seconds without a single worker after which a render gives up."""

TIMEOUT = "10s"
"""How long a scheduler may take to answer."""

GO_ON = "the parts done are kept: the same command goes on from here"

LOOK = 2.0
"""Seconds between two looks at whether there are workers."""


@dataclass(frozen=True)
class Sent:
    """A part on its way back: what is known of it, its file, and the prints of its frames."""

    drawn: Drawn
    file: bytes
    prints: bytes


class Cluster:
    """A crew made of the workers of a Dask scheduler, such as tcp://192.0.2.1:8786. Use as a context."""

    def __init__(self, address: str, patience: float = PATIENCE):
        self.address, self.patience = address, patience
        self.ends = ExitStack()
        self.client: Any = None

    def __enter__(self) -> Cluster:
        self._connect()
        return self

    def _connect(self) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise FilmError("--scheduler needs dask.distributed: pip install distributed") from None
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said here, in one line
        try:
            self.client = self.ends.enter_context(Client(self.address, timeout=TIMEOUT, set_as_default=False))
        except (OSError, ValueError, TypeError) as error:
            raise FilmError(f"no scheduler answers at {self.address} ({' '.join(str(error).split())})") from None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.ends.close()

    def expect(self) -> None:
        """Its workers are there already."""

    def ask(self, name: str, card: SceneCard) -> Any:
        """The beats of a scene; read here, since this takes less than a beat to draw."""
        return load_beats(card)

    def ask_all(self, jobs: Sequence[Job]) -> dict[str, Any]:
        """What is found of each scene, by its name; looked through here, as the beats are read."""
        return {job.name: job.payload.sit() for job in jobs}

    def run(self, jobs: Sequence[Job], report: Callable[[int], None]) -> Iterator[tuple[Job, Any]]:
        """Draw the parts, longest first; each as it comes back. A FilmError ends it all.

        Sounds are made here, meanwhile: they are kept here, and what they are made from is large. One that is under way
        when a render is broken off is finished first.
        """
        if self.client.status == "closed":  # the scheduler was lost in the film before; there may be another by now
            self._connect()
        executor: Executor = self.client.get_executor(pure=False, retries=2)
        ordered = sorted(jobs, key=lambda job: job.cost, reverse=True)
        waiting: dict[Future[Any], Job] = {}
        with ThreadPoolExecutor(1) as here:
            try:
                for job in ordered:
                    waiting[_begun(job.payload, executor, here)] = job
                while waiting:
                    for future in self._some(waiting):
                        job = waiting.pop(future)
                        made = self._received(job, future)
                        report(made.part.frames if isinstance(made, Drawn) else 0)
                        yield job, made
            finally:
                for future in waiting:
                    future.cancel()

    def _some(self, waiting: dict[Future[Any], Job]) -> set[Future[Any]]:
        """Those that are done, of which there is at least one."""
        alone = 0.0
        while True:
            done, _ = wait(waiting, timeout=LOOK, return_when=FIRST_COMPLETED)
            if done:
                return done
            if any(future.cancelled() for future in waiting):
                raise self._gone()
            drawing = any(isinstance(job.payload, Shot) for job in waiting.values())
            alone = 0.0 if not drawing or self.client.scheduler_info().get("workers") else alone + LOOK
            if alone >= self.patience:
                raise FilmError(f"the scheduler {self.address} has had no worker for {self.patience:.0f} s; {GO_ON}")

    def _gone(self) -> FilmError:
        """What parts mean that were cancelled: the client does so when it has lost the scheduler."""
        return FilmError(f"the scheduler {self.address} is gone; {GO_ON}")

    def _received(self, job: Job, future: Future[Any]) -> Drawn | Sounded:
        try:
            answer = future.result()
        except CancelledError:
            raise self._gone() from None
        except Exception as error:  # what the scheduler makes of a worker that dies again and again
            raise FilmError(f"{job.name}: {describe(error)}") from None
        if isinstance(answer, str):
            raise FilmError(f"{job.name}: {answer}")
        if isinstance(answer, Sounded):
            return answer
        return accepted(job.payload, answer)


def _begun(task: Shot | SceneSound, cluster: Executor, here: Executor) -> Future[Any]:
    return here.submit(task.make) if isinstance(task, SceneSound) else cluster.submit(remote, _plain(task))


def accepted(shot: Shot, sent: Sent) -> Drawn:
    """A part that came back, in the cache of this render. A FilmError if it is not what was sent."""
    part = sent.drawn.part
    if len(sent.file) != part.bytes or xxh3_128_hexdigest(sent.file) != part.file or part.frames != shot.basis.frames:
        raise FilmError(f"{shot.basis.name}: what came back is not what was sent")
    return replace(sent.drawn, part=shot.cache.keep_sent(part, sent.file, sent.prints, shot.basis))


def _plain(shot: Shot) -> Shot:
    """A shot without what only this machine has: the worker has a cache of its own."""
    nowhere = Path()
    return replace(shot, cache=Cache(nowhere, nowhere, nowhere))


_ONE = threading.Lock()
"""Manim's configuration is one for the whole process, so parts are drawn one by one."""


def remote(shot: Shot) -> Sent | str:
    """Draw a part on a worker, in a process of any machine; one line if it cannot be drawn there."""
    with _ONE:
        try:
            _same(shot)
            drawn = draw(replace(shot, cache=_home()), lambda frames: None)
            path = drawn.part.path
            sent = Sent(drawn, path.read_bytes(), path.with_suffix(".prints").read_bytes())
            shutil.rmtree(path.parent, ignore_errors=True)
            return sent
        except Exception as error:
            return describe(error)


def _same(shot: Shot) -> None:
    """A FilmError unless this process would draw what the sender would."""
    ours = {
        "surroundings": plain(surroundings()),
        "code": code_files([shot.card.path.partition(":")[0], *DRAWN_BY]),
    }
    for what, facts in ours.items():
        theirs = shot.basis.facts[what]
        other = sorted(name for name in {*facts, *theirs} if facts.get(name) != theirs.get(name))
        if other:
            raise FilmError(
                f"a worker of the cluster has another {', '.join(other[:3])}; it must have the same project"
            )


@cache
def _home() -> Cache:
    """This worker's cache: plates are kept in it while the process lives."""
    stack = ExitStack()
    root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="roofline-worker-", ignore_cleanup_errors=True)))
    found = stack.enter_context(opened(root, silent))
    atexit.register(stack.close)
    return found
