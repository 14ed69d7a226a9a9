"""A server that speaks the streaming API at a known pace, keeps the times at which it sent, and misbehaves on demand.

Run as a program: `server.py [CERTIFICATE KEY]` prints its port. The first part of the path says how to behave:
`/stall/v1/chat/completions` stalls, `/stall@3/…` does so at the third streamed request only; `/slow-grouped/…` takes
half a second to the first token and more than a second to the last, where others are done at once.
`GET /log` gives what it received and sent, times in seconds of the system's monotonic clock.
"""

from __future__ import annotations

import json
import re
import ssl
import sys
import threading
import time
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TEMPLATE = 9
"""Tokens that this server's chat template adds."""

LATER = 4.0
"""Seconds for which a stalled stream is silent."""

LOG: list[dict[str, Any]] = []
STREAMS: dict[str, int] = defaultdict(int)
LOCK = threading.Lock()


def count(text: str) -> int:
    """Tokens of a text: pieces of at most four letters."""
    return len(re.findall(r"\w{1,4}|[^\w\s]", text))


class Cut(Exception):
    """Ends the connection without ending the answer."""


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: Any) -> None:
        return

    def parse_request(self) -> bool:
        self.received = time.monotonic()
        return super().parse_request()

    def do_GET(self) -> None:
        self.whole(200, LOG)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        name, _, turn = self.path.strip("/").partition("/")[0].partition("@")
        self.slow, name = name.startswith("slow-"), name.removeprefix("slow-")
        with LOCK:
            STREAMS[self.path] += bool(body["stream"])
            if turn and int(turn) != STREAMS[self.path]:
                name = "fast"
            self.entry: dict[str, Any] = {
                "path": self.path,
                "body": body,
                "headers": dict(self.headers.items()),
                "received": self.received,
                "sent": [],
            }
            LOG.append(self.entry)
        text = body["prompt"] if "prompt" in body else body["messages"][0]["content"]
        self.tokens = count(text) + (0 if "prompt" in body else TEMPLATE)
        self.limit = int(body.get("max_tokens") or body["max_completion_tokens"])
        try:
            self.behave(name, body)
        except (Cut, OSError):
            self.close_connection = True

    def behave(self, name: str, body: dict[str, Any]) -> None:
        """Answer in the way of this name."""
        refusals: dict[str, tuple[int, Any]] = {
            "unauthorized": (401, {"error": {"message": f"bad key {self.headers.get('Authorization')}\n\x1b[31m!"}}),
            "unknown-model": (404, {"error": {"message": f"The model {body['model']!r} does not exist"}}),
            "unpaid": (402, {"error": {"message": "Insufficient credits"}}),
            "limited": (429, {"error": {"message": "slow down"}}),
            "limited-long": (429, {"error": {"message": "come back tomorrow"}}),
            "quota": (429, {"error": {"message": "no quota", "type": "insufficient_quota"}}),
            "failing": (500, "<html>oops</html>"),
            "too-long": (400, {"detail": [{"msg": "the prompt is too long"}]}),
            "moved": (308, ""),
        }
        if name in refusals:
            status, said = refusals[name]
            wait = {"limited": "0", "limited-long": "3600"}.get(name)
            self.whole(status, said, {"Retry-After": wait} if wait else {"Location": "/elsewhere?key=secret"})
        elif name == "old" and "stream_options" in body:
            self.whole(400, {"message": "Unrecognized request argument supplied: stream_options"})
        elif name == "new" and "max_tokens" in body:
            self.whole(400, {"error": {"message": "Unsupported parameter: use 'max_completion_tokens' instead."}})
        elif not body["stream"]:
            self.whole(200, {} if name == "uncounted" else {"usage": {"prompt_tokens": self.tokens}})
        elif name in ("html", "json", "json-error", "gibberish"):
            self.no_stream(name)
        else:
            self.stream(name)

    def whole(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        for key, value in (headers or {}).items():
            self.send_header(key, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def no_stream(self, name: str) -> None:
        kind = {"html": "text/html", "gibberish": "text/event-stream"}.get(name, "application/json")
        text = {"json": '{"choices": [{"message": {"content": "hi"}}]}', "json-error": '{"error": {"code": 503}}'}
        data = text.get(name, "<html>Welcome to this hotel's network</html>").encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    # ------------------------------------------------------------ streams

    def stream(self, name: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.write(": keeping the connection\n\n")
        chat = "chat" in self.path
        if chat:
            self.event({"choices": [{"delta": {"role": "assistant", "content": ""}}]})
        if name == "burst":
            self.burst()
            self.end(name, chat, self.limit)
            return
        delay, rate = (0.5 + self.tokens * 1e-4, 160.0 - self.tokens / 40) if self.slow else (0.004, 2000.0)
        each = 5 if name == "grouped" else 1
        start = time.monotonic() + delay
        total = 10**9 if name == "endless" else self.limit
        for place in range(0, total, each):
            if place in (2, 3):
                self.trouble(name, place)
            time.sleep(max(0.0, start + place / rate - time.monotonic()))
            self.piece(name, chat, place, min(each, total - place))
        self.end(name, chat, total)

    def burst(self) -> None:
        """All pieces at once, as from a buffer."""
        piece = f"data: {json.dumps({'choices': [{'delta': {'content': 'tok '}}]})}\n\n"
        self.write(piece * self.limit)

    def piece(self, name: str, chat: bool, place: int, tokens: int) -> None:
        """One piece of content, recorded with the time at which it was sent."""
        text = "tok " * tokens
        if not chat:
            body: dict[str, Any] = {"text": text}
        elif name == "reasoning" and place < 10:
            body = {"delta": {"reasoning_content": text, "content": None}}
        elif name == "parts":
            body = {"delta": {"content": [{"type": "text", "text": text}]}}
        else:
            body = {"delta": {"content": text}}
        event: dict[str, Any] = {"choices": [{**body, "finish_reason": None}], "model": "served"}
        if name in ("router", "astray"):
            event["provider"] = "Core Weave" if name == "router" else "Elsewhere"
        self.entry["sent"].append([time.monotonic(), tokens])
        self.event(event)

    def trouble(self, name: str, place: int) -> None:
        """What goes wrong in the middle."""
        if name == "stall" and place == 2:
            time.sleep(LATER)
        if name == "chatter" and place == 2:
            for _ in range(int(LATER / 0.05)):
                time.sleep(0.05)
                self.write(": still here\n\n")
        if name == "cut" or (name == "cut-once" and place == 2 and STREAMS[self.path] == 4):
            raise Cut
        if name == "early":
            self.chunk("")
            raise Cut
        if name == "malformed":
            self.write('data: {"choices": [{"delta": {"content": "x\n\n')
        if name == "error-inside":
            self.event({"error": {"code": 502, "message": "the provider fell over"}})
        if name == "refusal-inside":
            self.event({"error": {"code": 403, "message": f"flagged {self.headers.get('Authorization')}"}})

    def end(self, name: str, chat: bool, tokens: int) -> None:
        last: dict[str, Any] = {"delta": {}} if chat else {"text": ""}
        self.event({"choices": [{**last, "finish_reason": "length"}]})
        usage: dict[str, Any] = {"prompt_tokens": self.tokens, "completion_tokens": tokens}
        if name == "hidden":
            usage["completion_tokens"] += 300
            usage["completion_tokens_details"] = {"reasoning_tokens": 300}
        if name == "cached":
            usage["prompt_tokens_details"] = {"cached_tokens": self.tokens - 3}
        if name not in ("silent", "uncounted", "old"):
            self.event({"choices": [], "usage": usage})
        if name != "no-done":
            self.write("data: [DONE]\n\n")
        if name == "linger":
            time.sleep(LATER)
        self.chunk("")

    def event(self, body: dict[str, Any]) -> None:
        self.write(f"data: {json.dumps(body)}\n\n")

    def write(self, text: str) -> None:
        self.chunk(text)

    def chunk(self, text: str) -> None:
        data = text.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")


def main(certificate: str = "", key: str = "") -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    sys.stdout.write(f"{server.server_address[1]}\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
