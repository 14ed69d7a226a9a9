"""A certificate that nobody vouches for is refused in words; one that is vouched for is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import trustme

from film.errors import FilmError


@pytest.fixture
def certificates(tmp_path: Path) -> tuple[str, str, str]:
    """An authority, and a certificate and key for the loopback address."""
    authority = trustme.CA()
    issued = authority.issue_cert("127.0.0.1")
    paths = [tmp_path / name for name in ("authority.pem", "certificate.pem", "key.pem")]
    authority.cert_pem.write_to_path(str(paths[0]))
    issued.cert_chain_pems[0].write_to_path(str(paths[1]))
    issued.private_key_pem.write_to_path(str(paths[2]))
    return str(paths[0]), str(paths[1]), str(paths[2])


def test_trust(
    serve: Any, measured: Any, tmp_path: Path, certificates: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    authority, *own = certificates
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    with serve(*own, scheme="https") as server:
        asked = server.settings("fast", tmp_path, runs=1, prompts="40")
        says = rf"^TLS: the certificate of 127\.0\.0\.1:{server.port} is not trusted \(unable to get local issuer"
        with pytest.raises(FilmError, match=says):
            measured(asked)
        assert [one.outcome for one in measured.read(asked.path).records] == ["tls"]
        monkeypatch.setenv("SSL_CERT_FILE", authority)
        raw = measured(asked)
    assert raw.missing == 0
    assert raw.records[1].connect_ms


def test_a_server_without_tls(server: Any, measured: Any, tmp_path: Path) -> None:
    asked = server.settings("fast", tmp_path, base_url=f"https://127.0.0.1:{server.port}/fast/v1")
    with pytest.raises(FilmError, match=r"^TLS: no secure connection to 127\.0\.0\.1:\d+ came about .*speak https\?$"):
        measured(asked)
