"""Something computed while the main thread does something else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Later(Generic[Value]):
    """Starts `make` in a thread that does not keep the program from ending; `result` waits for what it gives."""

    def __init__(self, make: Callable[[], Value]):
        self.make = make
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._work, daemon=True)
        self.thread.start()

    def _work(self) -> None:
        try:
            self.value = self.make()
        except BaseException as error:
            self.error = error

    def result(self) -> Value:
        """The value, once it is there; or the error that making it ended with."""
        self.thread.join()
        if self.error:
            raise self.error
        return self.value
