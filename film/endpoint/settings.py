"""What is to be measured: the options of `measure`, and what follows from them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from film.endpoint.confidential import Confidential, from_environment, read_header
from film.errors import FilmError, nearest
from film.request import named
from roofline.measurements import BYTES_EACH

APIS: Mapping[str, str] = {"chat": "chat/completions", "completions": "completions"}
"""Where each API answers, under the base address."""

ROUTERS: Mapping[str, str] = {"openrouter.ai": "OpenRouter"}
"""Routers that are known by their host."""

LOCAL = ("localhost", "127.0.0.1", "::1")
"""Hosts that are this machine."""

MOST_LETTERS = 30
"""Letters of a name that fit into the credits."""

OWN_FIELDS = ("model", "messages", "prompt", "stream", "max_tokens", "max_completion_tokens", "n")
"""Fields of a request that have options of their own, or are fixed."""


@dataclass(frozen=True)
class Settings:
    """The options of `measure`, as the user gave them; properties raise a FilmError for what makes no sense."""

    base_url: str
    model: str
    api: str = "chat"
    prompts: str = "34,2081,16361"
    runs: int = 5
    output_tokens: int = 256
    same_prompt: bool = False
    provider: str | None = None
    router: str | None = None
    name: str | None = None
    precision: str = "BF16"
    film_model: str | None = None
    header: tuple[str, ...] = ()
    extra_body: str | None = None
    api_key_env: str | None = None
    timeout: float = 120.0
    max_tokens_total: int | None = None
    output: Path | None = None

    def check(self) -> None:
        """A FilmError if an option makes no sense, or is missing."""
        if not self.base_url or not self.model:
            raise FilmError("--base-url and --model say what is to be measured")
        self.lengths, self.url, self.headers, self.extra  # noqa: B018  each says what is wrong with itself
        if self.api not in APIS:
            raise FilmError(f"--api {self.api!r} is not one of {', '.join(APIS)}{nearest(self.api, APIS)}")
        if self.precision.upper() not in BYTES_EACH:
            raise FilmError(f"--precision {self.precision!r} is not one of {', '.join(BYTES_EACH)}")
        for option, name in (("--name", self.name), ("--router", self.router)):
            if name and len(name) > MOST_LETTERS:
                raise FilmError(f"{option} {name!r} is too long for the credits: at most {MOST_LETTERS} letters")
        for option, value, least in (
            ("--runs", self.runs, 1),
            ("--output-tokens", self.output_tokens, 16),
            ("--timeout", self.timeout, 0.1),
            ("--max-tokens-total", self.max_tokens_total, 1),
        ):
            if value is not None and not least <= value < 10**9:
                raise FilmError(f"{option} {value:g} must be at least {least:g}")

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """The prompt lengths in tokens, from short to long."""
        try:
            found = sorted({int(part) for part in self.prompts.split(",")})
        except ValueError:
            found = []
        if not found or found[0] < 1:
            raise FilmError(f"--prompts {self.prompts!r} must be numbers of tokens with commas between: 34,2081,16361")
        return tuple(found)

    @cached_property
    def _parts(self) -> SplitResult:
        try:
            parts = urlsplit(self.base_url.strip())
            valid = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 0) >= 0
        except ValueError:
            valid = False
        if not valid:
            raise FilmError("--base-url must be an address such as https://api.example.com/v1")
        if "@" in parts.netloc:
            raise FilmError("--base-url: a name and password do not belong on the command line; see --api-key-env")
        return parts

    @cached_property
    def address(self) -> str:
        """The base address as it may be shown: without the query, `/v1` added if it has no path."""
        path = self._parts.path.rstrip("/")
        for end in APIS.values():
            path = path.removesuffix(f"/{end}")
        return f"{self._parts.scheme}://{self._parts.netloc}{path or '/v1'}"

    @property
    def host(self) -> str:
        """Host and port, as they are shown in errors."""
        return self._parts.netloc

    @cached_property
    def url(self) -> str:
        """Where requests go. Never shown: a query may hold a key."""
        query = f"?{self._parts.query}" if self._parts.query else ""
        return f"{self.address}/{APIS.get(self.api, '')}{query}"

    @cached_property
    def headers(self) -> dict[str, str]:
        """The headers of every request, the key among them."""
        given = dict(read_header(text) for text in self.header)
        if self.api_key_env is not None:
            given["Authorization"] = f"Bearer {from_environment(self.api_key_env, '--api-key-env')}"
        return given

    @property
    def has_key(self) -> bool:
        """Whether a key is sent."""
        return self.api_key_env is not None

    @cached_property
    def confidential(self) -> Confidential:
        """Hides the key, headers and query."""
        values = [value for text in self.headers.values() for value in (text, text.removeprefix("Bearer "))]
        query = [part.partition("=")[2] for part in self._parts.query.split("&")]
        return Confidential([*values, *query])

    @cached_property
    def extra(self) -> dict[str, Any]:
        """The fields that are added to every request."""
        try:
            extra = json.loads(self.extra_body) if self.extra_body else {}
        except ValueError as error:
            raise FilmError(f"--extra-body is not JSON: {error}") from None
        if not isinstance(extra, dict):
            raise FilmError("--extra-body must be a JSON object, such as '{\"temperature\": 0}'")
        for field in OWN_FIELDS:
            if field in extra:
                raise FilmError(f"--extra-body cannot set {field!r}, which this command sets itself")
        return extra

    @property
    def place(self) -> str:
        """The host as a name that fits the credits."""
        host = self._parts.hostname or ""
        if host in LOCAL:
            return "a local server"
        return host if len(host) <= MOST_LETTERS else ".".join(host.split(".")[-2:])[:MOST_LETTERS]

    @property
    def path(self) -> Path:
        """The file of the result."""
        return self.output or Path(f"measured-{named(self.model)}.toml")

    @property
    def through(self) -> str:
        """The router's name; '' for an endpoint that is asked directly."""
        host = self._parts.hostname or ""
        return self.router or ROUTERS.get(host) or (host if self.provider else "")
