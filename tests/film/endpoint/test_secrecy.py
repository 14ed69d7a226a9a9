"""The key is in the request, and nowhere else: in no file, no output, no error, whatever the server does with it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from film.endpoint.confidential import HIDDEN, Confidential
from film.endpoint.settings import Settings
from film.errors import FilmError
from film.keys import ROOT

KEY = "sk-very-secret-0123456789"
OTHER = "tenant-0987654321"


def render(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`render.py measure` in a folder."""
    command = [sys.executable, str(ROOT / "render.py"), "measure", "--yes", *arguments]
    env = {**os.environ, "NO_PROXY": "*", "PYTHONPATH": str(ROOT), "MY_KEY": KEY, "MY_TENANT": OTHER, **environment}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=60)


def written(folder: Path) -> str:
    """Names and contents of all files under a folder."""
    return "\n".join(f"{path}\n{path.read_text('utf-8', 'replace')}" for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("behaviour", "code"), [("secret-fast", 0), ("unauthorized", 2), ("refusal-inside", 2), ("moved", 2)]
)
def test_the_key_is_seen_nowhere(server: Any, tmp_path: Path, behaviour: str, code: int) -> None:
    options = ["--model", "llama-3.1-8b", "--prompts", "40,60,120", "--runs", "1", "--output-tokens", "16"]
    secrets = ["--api-key-env", "MY_KEY", "--header", "X-Tenant: $MY_TENANT", "--header", "X-Title: films"]
    done = render(tmp_path, "--base-url", f"{server.url(behaviour)}?token=query-secret", *options, *secrets)
    assert done.returncode == code
    *_, sent = server.log(behaviour)
    assert sent["headers"]["Authorization"] == f"Bearer {KEY}"
    assert (sent["headers"]["X-Tenant"], sent["headers"]["X-Title"]) == (OTHER, "films")
    seen = done.stdout + done.stderr + written(tmp_path)
    assert "127.0.0.1" in seen
    for secret in (KEY, OTHER, "query-secret", "MY_KEY", "secret-0123"):
        assert secret not in seen
    assert "Traceback" not in seen
    if behaviour == "unauthorized":
        assert f"the key was not accepted (401: bad key {HIDDEN} [31m!)" in done.stderr


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"api_key_env": KEY}, "--api-key-env takes the name of an environment variable, and never a key itself"),
        ({"api_key_env": "hf_NotSetKey"}, "the environment variable that --api-key-env names is not set"),
        ({"api_key_env": "ODD_KEY"}, "the environment variable that --api-key-env names holds letters that no header"),
        ({"header": (f"Authorization: Bearer {KEY}",)}, "--header Authorization: a key does not belong on the command"),
        ({"header": (f"api-key: {KEY}",)}, "--header api-key: a key does not belong on the command line"),
        ({"header": (KEY,)}, "--header takes 'Name: value'"),
        ({"base_url": f"https://me:{KEY}@example.com/v1"}, "--base-url: a name and password do not belong on"),
        ({"base_url": f"{KEY}"}, "--base-url must be an address such as https://"),
    ],
)
def test_a_key_in_the_wrong_place_is_refused_and_not_repeated(
    options: dict[str, Any], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ODD_KEY", "käy\nwith a line")
    with pytest.raises(FilmError, match=f"^{re.escape(says)}") as caught:
        Settings(**{"base_url": "http://localhost", "model": "m", **options}).check()
    assert KEY not in str(caught.value)
    assert "NotSetKey" not in str(caught.value)


def test_settings_and_what_hides_show_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    asked = Settings("http://localhost/v1?key=query-secret", "m", api_key_env="MY_KEY")
    assert asked.headers == {"Authorization": f"Bearer {KEY}"}
    assert KEY not in repr(asked.confidential)
    assert asked.address == "http://localhost/v1"
    line = f"401 for {KEY} at ?key=query-secret\n\tand more"
    assert asked.confidential.line(line) == f"401 for {HIDDEN} at ?key={HIDDEN} and more"


def test_of_overlapping_secrets_the_longer_goes_first() -> None:
    assert Confidential(["abcd", "abcdefgh"]).line("x abcdefgh abcd") == f"x {HIDDEN} {HIDDEN}"
