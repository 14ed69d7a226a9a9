"""The same scenes with Manim's own command, at the same size and rate."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import av

from film.errors import FilmError
from film.keys import ROOT
from film.progress import Display
from film.request import Request, film_figures
from film.story import chosen
from film.storyboard import SceneCard, Storyboard


@dataclass(frozen=True)
class Stock:
    """What Manim's command took for a scene: its frames, CPU seconds, and seconds as they pass."""

    scene: str
    frames: int
    cpu: float
    wall: float


def stock(request: Request, storyboard: Storyboard, display: Display) -> Iterator[Stock]:
    """Render each scene with `manim`; its lines have estimated times there, so it may be a little longer or shorter."""
    for card in chosen(request, storyboard, film_figures(request)):
        display.phase(f"{card.name} with manim's own command")
        yield _rendered(card, request)


def _rendered(card: SceneCard, request: Request) -> Stock:
    module, _, name = card.path.partition(":")
    form, file = request.form, ROOT.joinpath(*module.split(".")).with_suffix(".py")
    with tempfile.TemporaryDirectory(prefix="roofline-bench-", ignore_cleanup_errors=True) as folder:
        command = [sys.executable, "-m", "manim", "render", "--media_dir", folder, "--format", "mp4"]
        command += ["-r", f"{form.width},{form.height}", "--fps", str(form.fps), "--disable_caching"]
        command += ["--progress_bar", "none", "-v", "ERROR", str(file), name]
        start = time.perf_counter()
        with (Path(folder) / "log").open("w+", encoding="utf-8") as log:
            process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            log.seek(0)
            said = log.read().split()
        wall = time.perf_counter() - start
        films = list(Path(folder).glob(f"videos/**/{name}.mp4"))
        if process.returncode or not films:
            raise FilmError(f"manim failed with scene {card.name!r}: {' '.join(said[-20:])}")
        with av.open(str(films[0])) as film:
            frames = film.streams.video[0].frames
    return Stock(card.name, frames, usage.ru_utime + usage.ru_stime, wall)
