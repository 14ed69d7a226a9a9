"""A process that has loaded what workers need, and forks them: they are there at once, and share its memory.

It has one thread, so that what it forks is whole, and it ends when its connection does.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import recv_handle, send_handle
from typing import NoReturn

Life = Callable[[Connection], None]
"""What a worker does with its connection."""

GLANCE = 0.01
"""Seconds between two looks at a worker that is ending."""


class Forked:
    """A worker that a nursery has forked, or is about to fork."""

    def __init__(self, nursery: Nursery):
        self.nursery = nursery
        self.pid: int | None = None
        self.exitcode: int | None = None
        """As of a `multiprocessing.Process`; None while it lives, and if nobody knows."""

    def is_alive(self) -> bool:
        """Whether it has not ended yet; a nursery that is gone can no longer tell, and its worker counts as ended."""
        if self.exitcode is None:
            self.exitcode = self.nursery.ended(self)
        return self.exitcode is None and self.nursery.alive

    def join(self, timeout: float = float("inf")) -> None:
        """Wait until it has ended, so many seconds at most."""
        until = time.monotonic() + timeout
        while self.is_alive() and time.monotonic() < until:
            time.sleep(GLANCE)

    def kill(self) -> None:
        """End it. As long as its nursery is there and has not told of its end, nothing else has its number."""
        if self.is_alive() and self.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)


@dataclass(eq=False)
class Nursery:
    """This side of a nursery, whose process runs `nurse`."""

    process: BaseProcess
    connection: Connection
    alive: bool = True

    def __post_init__(self) -> None:
        self.unborn: list[Forked] = []

    def fork(self, theirs: Connection) -> Forked:
        """Have a worker forked that holds this connection, as soon as all is loaded; OSError if the nursery is gone."""
        self.connection.send(None)
        send_handle(self.connection, theirs.fileno(), self.process.pid)
        self.unborn.append(worker := Forked(self))
        return worker

    def ended(self, worker: Forked) -> int | None:
        """How a worker ended, or None if it still lives or the nursery is gone."""
        try:
            while self.unborn:
                self.unborn[0].pid = self.connection.recv()
                self.unborn.pop(0)
            self.connection.send(worker.pid)
            code: int | None = self.connection.recv()
        except (EOFError, OSError):
            self.alive = False
            return None
        return code

    @property
    def loading(self) -> bool:
        """Whether it is still loading, so that no worker is there yet."""
        return bool(self.unborn) and self.process.is_alive() and not self.connection.poll()

    def close(self) -> None:
        """End it, when its workers have ended."""
        self.connection.close()
        self.process.join(2)
        self.process.kill()
        self.process.join()


def nurse(connection: Connection, life: Life) -> NoReturn:
    """The life of a nursery that has loaded: forks when it hears nothing but None, and tells how a process ended."""
    while True:
        try:
            asked = connection.recv()
            if asked is None:
                handle = recv_handle(connection)
                pid = os.fork()
                if not pid:
                    connection.close()
                    _live(life, handle)
                os.close(handle)
                connection.send(pid)
            else:
                found, status = os.waitpid(asked, os.WNOHANG)
                connection.send(os.waitstatus_to_exitcode(status) if found else None)
        except (EOFError, OSError):
            break
    with suppress(ChildProcessError):
        while True:
            os.wait()  # so that what they have cost is counted
    os._exit(0)  # at once: to put away all that was loaded takes its time


def _live(life: Life, handle: int) -> NoReturn:
    code = 1
    try:
        life(Connection(handle))
        code = 0
    finally:
        os._exit(code)
