"""A measurement from beginning to end: one cold request, the lengths of the prompts, then all runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NoReturn

from film.endpoint import calibration, schedule
from film.endpoint.answer import Answer
from film.endpoint.client import Client
from film.endpoint.dialect import Dialect
from film.endpoint.faults import Fault
from film.endpoint.ledger import Ledger, now
from film.endpoint.prompts import SAME, prompt, unique
from film.endpoint.settings import Settings
from film.errors import FilmError
from film.progress import Display, minutes
from roofline.records import OK, Record

RETRIES = 4
"""Second tries after a fault that may pass."""

PAUSE = 1.0
"""Seconds before the first second try; doubled each time, unless the server says how long."""

MOST_PAUSE = 120.0
"""The longest wait that a server may ask for; more is a reason to stop, and to go on later."""

STOPPED = "stopped"
"""The outcome of a request during which the user stopped the command."""


class Session:
    """Runs what is missing from the ledger. `sleep` takes seconds."""

    def __init__(
        self,
        settings: Settings,
        ledger: Ledger,
        client: Client,
        display: Display,
        limit: int,
        sleep: Callable[[float], None] = time.sleep,
    ):
        self.settings, self.ledger, self.client, self.display = settings, ledger, client, display
        self.limit, self.sleep = limit, sleep
        self.dialect, self.answered = Dialect(), False

    def run(self) -> None:
        """Everything that is missing."""
        settings = self.settings
        self._cold()
        words = {asked: self._calibrated(asked) for asked in settings.lengths}
        total = settings.runs * len(settings.lengths)
        steps = schedule.left(settings.lengths, settings.runs, self.ledger.records)
        while steps:
            step, place = steps[0], total - len(steps) + 1
            seconds = schedule.seconds_left(steps, self.ledger.records)
            left = "" if seconds is None else f", {minutes(seconds)} left"
            self.display.phase(f"run {place} of {total}: {step.asked:,} tokens{left}")
            record = self._request("run", step.asked, step.number, words[step.asked])
            self.display.say(f"run {place} of {total}: {step.asked:,} tokens: {told(record)}")
            steps = steps[1:]

    def _cold(self) -> None:
        """The first request, apart from the others: of its connection and of whatever the server has to wake."""
        asked, records = self.settings.lengths[0], self.ledger.records
        number = 1 + sum(record.kind == "cold" for record in records)
        self.display.phase("a first request, apart")
        record = self._request("cold", asked, number, calibration.guess(calibration.points(records), asked))
        self.display.say(f"first request: {told(record)}")

    def _calibrated(self, asked: int) -> int:
        """Filler words for a prompt of so many tokens."""
        for number in range(1, calibration.TRIES + 2):
            known = calibration.points(self.ledger.records)
            tries = sum((one.kind, one.asked, one.outcome) == ("calibration", asked, OK) for one in self.ledger.records)
            if calibration.settled(known, asked, tries):
                break
            self.display.phase(f"finding a prompt of {asked:,} tokens")
            record = self._request("calibration", asked, number, calibration.guess(known, asked))
            if record.prompt_tokens is None:
                raise FilmError(
                    "the server counts no tokens (no `usage` in its answers), so neither the length of a prompt nor a "
                    f"rate can be known; pieces of a stream are not tokens{self._kept()}"
                )
        point = calibration.nearest(calibration.points(self.ledger.records), asked)
        if not calibration.near_enough(point.tokens, asked):
            shortest = " (the shortest that there is)" if not point.words else ""
            self.display.say(f"the prompt of {asked:,} tokens has {point.tokens:,}{shortest}")
        return point.words

    def _request(self, kind: str, asked: int, number: int, words: int) -> Record:
        """A request, tried again where that may help; a FilmError where it does not."""
        tries = 0
        while True:
            record, fault = self._try(kind, asked, number, words)
            if fault is None:
                self.answered = True
                return record
            other = self.dialect.after(str(fault)) if fault.name == "rejected" else None
            if other:
                self.dialect = other
                continue
            tries += 1
            pause = PAUSE * 2 ** (tries - 1) if fault.wait is None else fault.wait
            if not fault.retry or tries > RETRIES or pause > MOST_PAUSE or not self._may_pass(fault):
                self._stop(fault, tries, pause)
            self.display.say(f"{fault}; trying again in {pause:g} s ({tries} of {RETRIES})")
            self.sleep(pause)

    def _may_pass(self, fault: Fault) -> bool:
        """A server that has never answered is not waited for."""
        return self.answered or fault.name not in ("refused", "no-connection")

    def _try(self, kind: str, asked: int, number: int, words: int) -> tuple[Record, Fault | None]:
        """One request, recorded however it ends."""
        tokens = 1 if kind == "calibration" else self.settings.output_tokens
        most = calibration.expected(calibration.points(self.ledger.records), words) + self._most(kind, tokens)
        self._afford(most)
        text = prompt(words, SAME if self.settings.same_prompt else unique())
        body = self.dialect.body(self.settings, text, tokens, stream=kind != "calibration")
        answer, started, fault = Answer(), now(), None
        outcome, note, charged = STOPPED, "", most
        try:
            if kind == "calibration":
                self.client.count(body, answer)
            else:
                self.client.stream(body, tokens, answer)
            outcome = OK
        except Fault as error:
            fault, outcome, note = error, error.name, str(error)
        finally:
            if answer.usage:
                charged = answer.usage.total
            elif fault and not fault.spent:
                charged = 0
            record = answer.record(kind, asked, number, words, started, outcome, charged, note)
            self.ledger.add(record)
        return record, fault

    def _most(self, kind: str, tokens: int) -> int:
        """Tokens that an answer may have: as many as asked for, or as this server has been seen to count instead."""
        seen = [one.completion_tokens or 0 for one in self.ledger.records if kind != "calibration"]
        return max([tokens, *seen])

    def _afford(self, tokens: int) -> None:
        """A FilmError if a request that may take so many tokens could pass the limit."""
        if self.ledger.spent + tokens > self.limit:
            raise FilmError(
                f"stopped before the limit of {self.limit:,} tokens: {self.ledger.spent:,} are spent, and the next "
                f"request may take {tokens:,}; a higher --max-tokens-total goes on{self._kept()}"
            )

    def _stop(self, fault: Fault, tries: int, pause: float) -> NoReturn:
        again = f", {tries} times" if tries > 1 else ""
        later = f"; the server asks to wait {pause:,.0f} s" if fault.wait is not None and pause > MOST_PAUSE else ""
        raise FilmError(f"{fault}{again}{later}{self._kept()}")

    def _kept(self) -> str:
        """How to go on, if there is something to go on with."""
        total = self.settings.runs * len(self.settings.lengths)
        done = total - self.ledger.raw.missing
        if not done:
            return ""
        return f" — {done} of {total} runs are kept in {self.ledger.path}, and the same command goes on from there"


def told(record: Record) -> str:
    """A record for the user who waits."""
    first = f"first token after {record.first_token:.3f} s" if record.first_token is not None else "no token"
    if record.rate is not None:
        return f"{first}, then {record.rate:.1f} tokens/s"
    return f"{first}; no rate, for the server did not count its tokens" if record.completion_tokens is None else first
