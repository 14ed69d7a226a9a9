"""One request and its answer, timed. Nothing is retried, redirected or reconnected here."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

import httpx
from httpx_sse import EventSource, SSEError

from film.endpoint.answer import Answer
from film.endpoint.events import END, read_event, read_usage
from film.endpoint.faults import Fault, broken_off, not_sse, of_status, of_stream, of_transport, stalled
from film.endpoint.settings import Settings

CONNECT = 15.0
"""Most seconds for a connection to come about."""

MOST_PIECES = 8
"""Pieces of a stream for each token asked for beyond which the server is taken to ignore the limit."""

Clock = Callable[[], float]


class Watch:
    """The time since a request went out, and since anything new came. Connecting is timed apart."""

    def __init__(self, clock: Clock, timeout: float, answer: Answer):
        self.clock, self.timeout, self.answer = clock, timeout, answer
        self.began = self.sent_at = self.news_at = self.arrived_at = clock()
        self.sent = False

    def trace(self, event: str, info: Any) -> None:
        """What httpcore reports on the way."""
        if event == "connection.connect_tcp.started":
            self.began = self.clock()
        elif event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            self.answer.connect_ms = round(max(1000 * (self.clock() - self.began), 0.001), 3)
        elif event.endswith(".send_request_headers.started"):
            self.sent_at, self.sent = self.clock(), True
            self.news()

    def arrived(self) -> float:
        """Bytes came: milliseconds since the request went out, which are also those of each event in them."""
        self.arrived_at = self.clock()
        return self.ms

    @property
    def ms(self) -> float:
        """Milliseconds from the request to the last bytes that came."""
        return round(max(1000 * (self.arrived_at - self.sent_at), 0.001), 3)

    def news(self) -> None:
        """Something new came."""
        self.news_at = self.clock()

    def check(self) -> None:
        """A Fault if nothing new came for too long: comments that keep a connection alive are nothing new."""
        if self.arrived_at - self.news_at > self.timeout:
            raise stalled(self.timeout, begun=bool(self.answer.chunk_ms))


class Watched(httpx.SyncByteStream):
    """A stream of bytes that is checked whenever some come."""

    def __init__(self, stream: httpx.SyncByteStream, watch: Watch):
        self.stream, self.watch = stream, watch

    def __iter__(self) -> Iterator[bytes]:
        for part in self.stream:
            self.watch.arrived()
            self.watch.check()
            yield part

    def close(self) -> None:
        """Close what is watched."""
        self.stream.close()


class Client:
    """Sends requests to the endpoint over one connection that is kept."""

    def __init__(self, settings: Settings, clock: Clock = time.perf_counter):
        self.settings, self.clock = settings, clock
        timeout = httpx.Timeout(settings.timeout, connect=min(CONNECT, settings.timeout))
        headers = {"Accept-Encoding": "identity", "User-Agent": "roofline-film", **settings.headers}
        self.http = httpx.Client(headers=headers, timeout=timeout)
        self.lingers = False

    def stream(self, body: dict[str, Any], most: int, answer: Answer) -> None:
        """Send a request whose answer is streamed, and take it into `answer`; a Fault if it goes wrong. `most` is the
        number of tokens that the answer may have."""
        with self._send(body, "text/event-stream", answer) as (response, watch):
            kind = response.headers.get("content-type", "").partition(";")[0].strip()
            if kind == "application/json":
                raise self._of_json(response)
            try:
                self._read(response, watch, most, answer)
            except SSEError:
                raise not_sse(f"its type is {self.settings.confidential.line(kind, 60) or 'not stated'}") from None
            except (Fault, httpx.HTTPError) as error:
                if isinstance(error, httpx.TimeoutException) and not answer.done:
                    raise stalled(self.settings.timeout, begun=bool(answer.chunk_ms)) from None
                if not answer.done:
                    raise
                self.lingers = True
        self._check_end(answer)

    def count(self, body: dict[str, Any], answer: Answer) -> None:
        """Send a request whose answer comes in one piece: only its count of tokens is taken."""
        with self._send(body, "application/json", answer) as (response, _):
            try:
                data = response.read() and response.json()
            except ValueError:
                data = None
        if not isinstance(data, dict):
            raise Fault("malformed", "the answer to a request without streaming is not JSON", retry=True, spent=True)
        answer.usage = read_usage(data.get("usage"))

    @contextmanager
    def _send(self, body: dict[str, Any], accept: str, answer: Answer) -> Iterator[tuple[httpx.Response, Watch]]:
        settings = self.settings
        watch = Watch(self.clock, settings.timeout, answer)
        request = self.http.build_request(
            "POST", settings.url, json=body, headers={"Accept": accept}, extensions={"trace": watch.trace}
        )
        try:
            response = self.http.send(request, stream=True)
            try:
                answer.status, answer.headers_ms = response.status_code, watch.arrived()
                if response.status_code != 200:
                    raise self._of_status(response)
                assert isinstance(response.stream, httpx.SyncByteStream)
                response.stream = Watched(response.stream, watch)
                yield response, watch
            finally:
                response.close()
        except httpx.HTTPError as error:
            raise of_transport(error, settings.host, settings.timeout, watch.sent, settings.confidential) from None

    def _read(self, response: httpx.Response, watch: Watch, most: int, answer: Answer) -> None:
        """All events. What comes after the end is read too, so that the connection can be used again, unless this
        server has been found to keep its streams open."""
        for event in EventSource(response).iter_sse():
            if answer.done or not event.data:
                continue
            if event.data.strip() == END:
                answer.done = True
                if self.lingers:
                    return
                continue
            before = len(answer.chunk_ms)
            answer.take(read_event(event.event, event.data, self.settings.confidential), watch.ms)
            if len(answer.chunk_ms) > before:
                watch.news()
            if len(answer.chunk_ms) > MOST_PIECES * most:
                raise Fault("overrun", f"the server does not stop at the {most} tokens asked for", spent=True)

    def _check_end(self, answer: Answer) -> None:
        """A Fault if the stream is not whole. One without [DONE] that has said why it ends is."""
        if not answer.events:
            raise not_sse("no event came") if not answer.done else Fault("empty", "an empty stream", retry=True)
        if not answer.done and not answer.finish:
            raise broken_off("the stream ended without [DONE], in the middle of the answer")
        if not answer.chunk_ms:
            raise Fault("empty", "the stream brought no content", retry=True, spent=True)
        wanted = self.settings.provider
        if wanted and answer.by and _plain(answer.by) != _plain(wanted.partition("/")[0]):
            raise Fault("wrong-provider", f"{answer.by} answered, although --provider names {wanted}", spent=True)

    def _of_status(self, response: httpx.Response) -> Fault:
        hide = self.settings.confidential
        try:
            body = response.read()
        except httpx.HTTPError:
            body = b""
        return of_status(response.status_code, response.headers, body, self.settings.has_key, hide)

    def _of_json(self, response: httpx.Response) -> Fault:
        """JSON where a stream was asked for: an error with status 200, or a server that does not stream."""
        try:
            body = json.loads(response.read())
        except ValueError:
            body = None
        if isinstance(body, dict) and body.get("error"):
            return of_stream(body["error"], self.settings.confidential)
        return not_sse("it came in one piece, as JSON")

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.http.close()


def _plain(name: str) -> str:
    """A provider's name without what names are written in different ways with."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())
