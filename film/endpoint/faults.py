"""What can go wrong between here and an endpoint: each fault with its name, its words, and whether to try again."""

from __future__ import annotations

import json
import ssl
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import Any

import httpx

from film.endpoint.confidential import Confidential


class Fault(Exception):
    """`name` goes into the record, the text to the user. `retry`: trying again may help, after `wait` seconds if the
    server says so. `spent`: the request may have cost tokens although they were not counted."""

    def __init__(self, name: str, text: str, retry: bool = False, wait: float | None = None, spent: bool = False):
        super().__init__(text)
        self.name, self.retry, self.wait, self.spent = name, retry, wait, spent


def broken_off(text: str = "the stream broke off: the connection was closed in the middle") -> Fault:
    """A stream without its end."""
    return Fault("broken-off", text, retry=True, spent=True)


def not_sse(text: str) -> Fault:
    """An answer that is not a stream of events."""
    return Fault("not-sse", f"the answer is not a stream of events (SSE): {text}", spent=True)


def stalled(seconds: float, begun: bool) -> Fault:
    """Silence: before anything came, or in the middle."""
    what = "the stream stalled: nothing new" if begun else "no answer"
    return Fault("stalled", f"{what} for {seconds:g} s (--timeout)", retry=True, spent=True)


def of_transport(error: httpx.HTTPError, host: str, timeout: float, sent: bool, hide: Confidential) -> Fault:
    """The fault behind an error of the connection; `sent` says that the request had gone out."""
    causes, said = list(_causes(error)), hide.line(str(error))
    if isinstance(error, httpx.ConnectTimeout):
        return Fault("no-connection", f"no connection to {host} in time", retry=True)
    if isinstance(error, httpx.TimeoutException):
        return stalled(timeout, begun=False)
    certificate = next((cause for cause in causes if isinstance(cause, ssl.SSLCertVerificationError)), None)
    if certificate:
        return Fault(
            "tls",
            f"TLS: the certificate of {host} is not trusted ({certificate.verify_message}); if it is your own, "
            "SSL_CERT_FILE names the file with what to trust",
        )
    if not sent and any(isinstance(cause, ssl.SSLError) for cause in causes):
        return Fault("tls", f"TLS: no secure connection to {host} came about ({said}); does it speak https?")
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return Fault("refused", f"{host} refused the connection: nothing listens there", retry=True)
    if isinstance(error, httpx.ConnectError):
        return Fault("no-connection", f"no connection to {host}: {said}", retry=True)
    if sent:
        return broken_off()
    return Fault("no-connection", f"the connection to {host} failed: {said}", retry=True)


def of_status(status: int, headers: Mapping[str, str], body: bytes, has_key: bool, hide: Confidential) -> Fault:
    """The fault that a status other than 200 stands for, with what the server says about it."""
    said = hide.line(server_message(body))
    text = f"{status}: {said}" if said else str(status)
    if status in (401, 403):
        hint = "the key was not accepted" if has_key else "no key was sent; --api-key-env names the variable with it"
        return Fault("unauthorized", f"{hint} ({text})")
    if status == 402:
        return Fault("unpaid", f"the server wants to be paid first ({text})")
    if status == 404:
        return Fault("not-found", f"no such model or address ({text})")
    if status == 429:
        final = "insufficient_quota" in body.decode("utf-8", "replace")
        wait = None if final else retry_after(headers)
        return Fault("rate-limited", f"too many requests or tokens ({text})", retry=not final, wait=wait)
    if status in (408, 425) or status >= 500:
        return Fault("server-error", f"the server failed ({text})", retry=True, wait=retry_after(headers))
    if 300 <= status < 400:
        where = hide.line(headers.get("location", "elsewhere").partition("?")[0])
        return Fault("redirected", f"the server sends on ({status}) to {where}; use that address")
    return Fault("rejected", f"the server rejects the request ({text})")


def of_stream(error: Any, hide: Confidential) -> Fault:
    """An error that the server sent inside the stream, after a status of 200."""
    code = error.get("code") if isinstance(error, dict) else None
    number = int(code) if isinstance(code, int | str) and str(code).isdigit() else None
    text = hide.line(_words(error) or "without a reason")
    retry = number is None or number in (408, 429) or number >= 500
    return Fault("stream-error", f"the server sent an error inside the stream: {text}", retry=retry, spent=True)


def server_message(body: bytes) -> str:
    """What an error's body says, as far as it says it in one of the usual ways."""
    text = body.decode("utf-8", "replace").strip()
    try:
        data = json.loads(text)
    except ValueError:
        return "" if text.startswith("<") else text.partition("\n")[0]
    return _words(data)


def _words(data: Any) -> str:
    """The message in a body: a text, or the first of the usual fields that has one."""
    if isinstance(data, str):
        return data
    if isinstance(data, list):
        return "; ".join(filter(None, map(_words, data)))
    if isinstance(data, dict):
        for field in ("error", "message", "detail", "msg", "code"):
            said = _words(data.get(field))
            if said:
                return said
    return str(data) if isinstance(data, int) else ""


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from the header Retry-After: a number, or a date."""
    text = headers.get("retry-after", "").strip()
    try:
        seconds = float(text)
        return max(0.0, seconds) if isfinite(seconds) else None
    except ValueError:
        pass
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what caused it, down to the operating system's."""
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__ or seen.__context__
