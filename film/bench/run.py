"""The benchmark: one cold render, and what it is compared with, in one run."""

from __future__ import annotations

import os

from film.bench.cold import cold
from film.bench.floor import floor
from film.bench.report import Bench
from film.bench.stock import stock
from film.presets import available_cores, check_jobs
from film.produce import validate
from film.progress import Display
from film.request import Request
from film.storyboard import Storyboard

WORKERS = (1, 2, 4)
"""How many workers the scaling is measured with; each has a core of its own while there are enough."""


def bench(
    request: Request,
    storyboard: Storyboard,
    display: Display,
    against_manim: bool = False,
    against_encoder: bool = False,
    scaling: bool = False,
) -> Bench:
    """Render a film from nothing, and what else was asked for."""
    validate(request, storyboard)
    load = os.getloadavg()
    done = Bench(cold(request, storyboard, display, check_jobs(request.jobs)), load)
    if against_encoder:
        display.phase("feeding the encoder alone")
        done.floor = floor(request, storyboard, display)
    if against_manim:
        done.stock = list(stock(request, storyboard, display))
    if scaling:
        most = available_cores()
        done.scaling = [cold(request, storyboard, display, count, min(count, most)) for count in WORKERS]
    return done
