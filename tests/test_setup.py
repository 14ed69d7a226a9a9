"""What `run` and the lock promise: set up once, say why not, and let everything through unchanged."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements.lock", "requirements-build.lock")
NAMES = ("python3", "python3.11", "python3.12", "python3.13")

PYTHON = """#!/bin/sh
# Stands for a Python that has all it needs: writes down what is asked of it, and makes an environment of itself.
echo "$*" >>"$CALLS"
case "$1 $2" in
"-c import sys; print"*) echo python3.13 ;;
"-m venv") rm -rf "$4"; mkdir -p "$4/bin"; cp "$0" "$4/bin/python" ;;
"-m pip") [ ! -e "$BROKEN" ] || { cat "$BROKEN" >&2; exit 1; } ;;
*/render.py\\ *) for word; do printf '[%s]' "$word"; done; pwd -P ;;
esac
"""
OLD = """#!/bin/sh
case "$2" in *platform*) echo Python 3.9.2 ;; *) exit 1 ;; esac
"""


def pinned(lock: str) -> dict[str, tuple[str, list[str]]]:
    """Version and hashes of each package in a lock, by its canonical name."""
    text = (ROOT / lock).read_text("utf-8")
    found: dict[str, tuple[str, list[str]]] = {}
    for block in re.split(r"\n(?=[a-z0-9])", text):
        if match := re.match(r"([\w.-]+)==([\w.]+)", block):
            found[canonicalize_name(match[1])] = (match[2], re.findall(r"--hash=sha256:([0-9a-f]{64})\b", block))
    return found


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_the_lock_holds_what_the_project_asks_for() -> None:
    asked = project()["project"]["dependencies"] + project()["project"]["optional-dependencies"]["dev"]
    lock = pinned("requirements.lock")
    wrong = [
        text
        for text in asked
        if (entry := lock.get(canonicalize_name(Requirement(text).name))) is None
        or not Requirement(text).specifier.contains(entry[0])
    ]
    assert wrong == []


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_of_a_lock_has_hashes_and_names_no_host(lock: str) -> None:
    assert [name for name, (_, hashes) in pinned(lock).items() if not hashes] == []
    assert "://" not in (ROOT / lock).read_text("utf-8")


def test_every_import_is_declared() -> None:
    files = [
        ROOT / "render.py",
        *(path for part in ("roofline", "film", "scenes") for path in (ROOT / part).rglob("*.py")),
    ]
    nodes = [node for path in files for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    roots = {alias.name.split(".")[0] for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    roots |= {node.module.split(".")[0] for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    others = roots - sys.stdlib_module_names - {"render", "roofline", "film", "scenes"}
    table = project()["project"]
    declared = [*table["dependencies"], *table["optional-dependencies"]["cluster"]]
    known = {canonicalize_name(Requirement(text).name) for text in declared}
    homes = packages_distributions()
    strays = {name for name in others if known.isdisjoint(map(canonicalize_name, homes.get(name, [name])))}
    assert strays == set()


class Clone:
    """A copy of `run` and the locks in a folder with an awkward name, on a machine made of stubs."""

    def __init__(self, folder: Path):
        self.root, self.bin, self.calls = folder / "Éléonore’s films", folder / "bin", folder / "calls"
        self.broken = folder / "broken"
        self.bin.mkdir()
        self.root.mkdir()
        for name in ("run", "pyproject.toml", *LOCKS):
            shutil.copy(ROOT / name, self.root / name)
        for name in ("cc", "c++", "pkg-config", "apt-get"):
            self.command(name, "#!/bin/sh\n")
        for name in NAMES:
            self.command(name, PYTHON)

    def command(self, name: str, script: str) -> None:
        path = self.bin / name
        path.write_text(script, "utf-8")
        path.chmod(0o755)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        self.calls.write_text("")
        stubs = {"CALLS": self.calls, "BROKEN": self.broken}
        env = {"PATH": f"{self.bin}:/usr/bin:/bin", "HOME": str(self.bin)} | {key: str(at) for key, at in stubs.items()}
        here = self.bin.parent
        return subprocess.run(
            [self.root / "run", *words], env=env, cwd=here, capture_output=True, text=True, check=False
        )

    @property
    def asked(self) -> str:
        """What was asked of Python in the last run."""
        return self.calls.read_text("utf-8")


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    if not Path("/usr/include/stdlib.h").exists() or shutil.disk_usage(tmp_path).free < 3e9:
        pytest.skip("no C headers, or no room: `run` would stop before what is tested here")
    return Clone(tmp_path)


def test_alone_it_prints_its_usage_and_sets_nothing_up(clone: Clone) -> None:
    done = clone.run()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Usage: ./run")
    assert not (clone.root / ".venv").exists()


def test_words_reach_render_unchanged_from_the_folder_it_was_called_in(clone: Clone) -> None:
    done = clone.run("film", "--output", "my film", "", "*")
    assert done.stdout.splitlines()[-1] == f"[{clone.root}/render.py][film][--output][my film][][*]{clone.bin.parent}"


def test_it_sets_up_once(clone: Clone) -> None:
    first = clone.run("list")
    assert "Setting up" in first.stdout
    assert clone.asked.count("-m pip") == 3
    assert clone.asked.count("--require-hashes") == 2
    again = clone.run("list")
    assert "Setting up" not in again.stdout
    assert clone.asked.splitlines() == [f"{clone.root}/render.py list"]


def test_a_new_lock_is_set_up_again(clone: Clone) -> None:
    clone.run("list")
    with (clone.root / "requirements.lock").open("a") as lock:
        lock.write("# another version\n")
    assert "Setting up" in clone.run("list").stdout


def test_a_folder_that_was_moved_is_set_up_again(clone: Clone) -> None:
    clone.run("list")
    clone.root = clone.root.rename(clone.root.with_name("elsewhere"))
    assert "Setting up" in clone.run("list").stdout


def test_a_broken_set_up_is_repaired_by_the_next_call(clone: Clone) -> None:
    clone.broken.write_text("ERROR: something nobody foresaw\n")
    done = clone.run("list")
    assert done.returncode == 1
    assert done.stderr.startswith("run: Python packages: ERROR: something nobody foresaw (all of it:")
    clone.broken.unlink()
    done = clone.run("list")
    assert done.returncode == 0
    assert "Set up in" in done.stdout


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("something nobody foresaw", "something nobody foresaw (all of it:"),
        ("OSError: [Errno 28] No space left on device", "the disk is full"),
        ("Failed to establish a new connection: [Errno -3] Temporary failure in name resolution", "no network"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "not what the lock names"),
    ],
)
def test_what_went_wrong_is_one_line(clone: Clone, said: str, reason: str) -> None:
    clone.broken.write_text(f"Collecting av\n{said}\n")
    done = clone.run("film")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert reason in done.stderr


def test_a_folder_that_cannot_be_read_is_said(clone: Clone) -> None:
    (clone.root / "requirements.lock").unlink()
    done = clone.run("list")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)
    assert "may not read" in done.stderr
    assert done.stderr.endswith("requirements.lock, or it is missing; clone the project into a folder of your own\n")


def test_an_old_python_is_named(clone: Clone) -> None:
    for name in NAMES:
        clone.command(name, OLD)
    done = clone.run("film")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("run: Python 3.11 or newer is needed, found Python 3.9.2")


def test_without_sudo_it_says_what_to_ask_for(clone: Clone) -> None:
    clone.command("pkg-config", "#!/bin/sh\nexit 1\n")
    clone.command("id", "#!/bin/sh\necho 1000\n")
    clone.command("sudo", "#!/bin/sh\nexit 1\n")
    done = clone.run("film")
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith("as root: apt-get install libcairo2-dev libpango1.0-dev")
