"""The command line as a user meets it: in a process of its own, with the film's first scene, very small."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from film.keys import file_hash, unsealed
from film.outputs import FILES

ROOT = Path(__file__).resolve().parents[1]
TINY = ("film", "--scene", "weight_wall", "--voice", "silent", "--preset", "draft", "--size", "160x90", "--fps", "15")


def run(*args: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "render.py"), *args]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=100)


def start(*args: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(ROOT / "render.py"), *args]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)


def test_figures_as_json_are_numbers_with_words() -> None:
    found = json.loads(run("figures", "--json").stdout)
    assert (found["gpu"], found["model"]) == ("h100", "llama-3.1-8b")
    step = found["figures"]["decode.step_time"]
    assert (step["unit"], step["shown"], step["said"]) == ("s", "4.8 ms", "four point eight milliseconds")
    assert step["value"] == pytest.approx(4.794e-3, rel=1e-3)


@pytest.mark.parametrize(
    "args",
    [
        ["figures"],
        ["compare", "h100", "a100"],
        ["template", "chip"],
        ["list", "chips"],
        ["list", "models"],
        ["list", "scenes"],
        ["--help"],
    ],
)
def test_what_draws_nothing_loads_no_manim(args: list[str]) -> None:
    program = f"""
import sys
sys.argv = ["render.py", *{args!r}]
import render
try:
    render.main()
except SystemExit:
    pass
assert not {{"manim", "scipy", "onnxruntime", "av"}} & set(sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["figures", "--gpu", "h10"], "did you mean 'h100'?"),
        (["film", "--preset", "4k"], "there are: draft, hd, uhd"),
        (["film", "--size", "1x1"], "--size 1x1"),
        (["film", "--fps", "many"], "'many' is not a valid integer"),
        (["film", "--colour", "red"], "No such option"),
        (["list", "chip"], "did you mean 'chips'?"),
        (["figurs"], "did you mean 'figures'?"),
        (["script", "--scene", "weightwall"], "did you mean 'weight_wall'?"),
        (["deck", "--markdown", "powerpoint"], "--markdown powerpoint: the tool that will read it, marp or reveal"),
        (["deck", "--ground", "lite"], "did you mean 'light'?"),
        (["stills", "--format", "png,gif"], "--format gif: there are png, svg, pdf"),
        (["stills", "--at", "noon"], "--at noon: write a time (1:23.5), seconds (83.5) or a frame from 0 (f5012)"),
        (["stills", "--at", "1", "--only", "*"], "leave out one of them"),
        (["clips", "--hold", "-2"], "--hold -2: seconds for which the last frame stays"),
        (["film", "--voice", "silent", "--output", str(ROOT / "render.py" / "film")], "choose another folder"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(args: list[str], says: str) -> None:
    done = run(*args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("render.py: ")
    assert says in done.stderr


def test_the_commands_for_a_talk_leave_pictures_slides_and_clips(tmp_path: Path) -> None:
    section = (ROOT / "README.md").read_text("utf-8").split("\n## For a talk\n")[1].split("\n## ")[0]
    commands = re.findall(r"^\./run (\w+) +#", section, re.M)
    assert commands == ["stills", "deck", "clips"]
    for command in commands:
        done = run(command, *TINY[1:], "--cache", str(tmp_path / "cache"), cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    film = tmp_path / "build" / "h100-llama-3.1-8b-draft-160x90-silent-weight_wall"
    assert (film / "film.pptx").is_file()
    clips = json.loads((film / "clips" / "clips.json").read_text("utf-8"))["clips"]
    assert len(clips) == 4
    assert {path.stem for path in (film / "clips").glob("*.mp4")} == set(clips)
    assert {path.stem for path in (tmp_path / "build").rglob("stills/*.png")} == set(clips)


def wait_for(condition: Callable[[], Any], what: str) -> None:
    for _ in range(1200):
        if condition():
            return
        time.sleep(0.025)
    raise AssertionError(f"waited in vain for {what}")


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("reference")
    done = run(*TINY, "--output", str(folder / "out"), "--cache", str(folder / "cache"))
    assert done.returncode == 0, done.stderr
    return hashes(folder / "out")


def hashes(folder: Path) -> dict[str, str]:
    return {name: file_hash(folder / name) for name in FILES}


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_a_render_that_was_stopped_goes_on_and_gives_the_same_film(
    reference: dict[str, str], tmp_path: Path, end: signal.Signals
) -> None:
    out, cache = tmp_path / "größer 'film'", tmp_path / "cache"
    command = (*TINY, "--output", str(out), "--cache", str(cache))
    process = start(*command)
    wait_for(lambda: list(cache.glob("parts/**/*.json")), "the first part")
    if end == signal.SIGINT:
        os.killpg(process.pid, end)  # as a terminal does
    else:
        process.kill()
    _, said = process.communicate(timeout=120)
    assert "Traceback" not in said
    if end != signal.SIGKILL:
        assert process.returncode == 130
        assert said.splitlines()[-1].startswith("render.py: stopped; the parts that are done are kept")
    kept = sum(unsealed(path)["frames"] for path in cache.glob("parts/**/*.json"))
    done = run(*command)
    assert done.returncode == 0, done.stderr
    left = json.loads((out / "manifest.json").read_text("utf-8"))["frames"] - kept
    assert f", {left} frames\n" in done.stderr or (not left and "nothing to draw" in done.stdout)
    assert hashes(out) == reference


IN_THE_BACKGROUND = """
import signal, time, render

signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may ignore it
render.cli = lambda **options: (print("there", flush=True), time.sleep(60))
render.main()
"""
"""A command that takes its time, started as a shell starts its jobs in the background: they ignore Ctrl-C."""


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_a_job_in_the_background_ends_when_it_is_asked_to(how: signal.Signals) -> None:
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", IN_THE_BACKGROUND]
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "there\n"
        process.send_signal(how)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors.startswith("render.py: stopped")


ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def told_to_end(program: str, how: signal.Signals, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program that finds modules in a folder, and hears of signals as in a terminal."""
    start = f"import os, signal, sys, time\nHOW, ROOT = {int(how)}, {str(ROOT)!r}\n"
    start += f"sys.path[:0] = [{str(folder)!r}, ROOT]\nsignal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
    return subprocess.run([sys.executable, "-c", start + program], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("how", ENDS)
def test_told_to_end_while_it_loads_it_says_so(how: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text(f"import os\nos.kill(os.getpid(), {int(how)})\nimport click.core")
    done = told_to_end("import runpy; runpy.run_path(f'{ROOT}/render.py', run_name='__main__')", how, tmp_path)
    assert (done.returncode, done.stderr) == (130, "render.py: stopped\n")


@pytest.mark.parametrize("how", ENDS)
def test_an_import_that_swallows_what_is_raised_does_not_keep_a_command_from_ending(
    how: signal.Signals, tmp_path: Path
) -> None:
    tries = f"try:\n    os.kill(os.getpid(), {int(how)})\n    time.sleep(0.2)\nexcept BaseException:\n    pass"
    (tmp_path / "swallows.py").write_text(f"import os, time\n{tries}")
    command = "import render\nrender.cli = lambda **_: (__import__('swallows'), time.sleep(50))\nrender.main()"
    done = told_to_end(command, how, tmp_path)
    assert done.returncode == 130
    assert done.stderr.startswith("render.py: stopped; the parts that are done are kept")


@pytest.mark.parametrize(("ending", "code"), [("None", 0), ("render.fail('no', 2)", 2)])
@pytest.mark.parametrize("how", ENDS)
def test_told_to_end_when_all_is_said_it_ends_as_it_would(
    how: signal.Signals, ending: str, code: int, tmp_path: Path
) -> None:
    command = f"import atexit, render\natexit.register(os.kill, os.getpid(), HOW)\nrender.cli = lambda **_: {ending}"
    done = told_to_end(f"{command}\nrender.main()", how, tmp_path)
    assert (done.returncode, done.stderr) == (code, "render.py: no\n" if code else "")


@pytest.mark.parametrize("how", ENDS)
def test_told_twice_it_says_it_once(how: signal.Signals, tmp_path: Path) -> None:
    command = (
        "import render\ndef cli(**_):\n    try: os.kill(os.getpid(), HOW)\n    finally: os.kill(os.getpid(), HOW)\n"
    )
    done = told_to_end(f"{command}render.cli = cli\nrender.main()", how, tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (130, 1)
