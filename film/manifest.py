"""The manifest: what the film consists of, frame by frame accountable."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from typing import Any

from film.keys import installed
from film.part import Reel
from film.request import Request
from film.timeline import Timeline

PROGRAMS = ("roofline-film", "manim", "numpy", "pycairo", "uharfbuzz", "av", "hibari-tts", "onnxruntime", "scipy")


def versions() -> dict[str, str]:
    """Versions of everything that can change the film."""
    return {"python": platform.python_version(), **{name: installed(name) for name in PROGRAMS}}


def manifest(request: Request, timeline: Timeline, reels: Mapping[str, Reel]) -> dict[str, Any]:
    """The manifest as JSON. `reels` holds the pictures of each beat by its key.

    A beat's `hash` is of its raw frames, `parts` has the frames of each of its parts and the hash of the pictures to
    which the film's H.264 decodes there. The options are those on which the film depends, so that it can be rendered
    again.
    """
    form = request.form
    return {
        "fps": form.fps,
        "width": form.width,
        "height": form.height,
        "frames": timeline.frames,
        "seconds": timeline.seconds,
        "scenes": [
            {
                "name": scene.name,
                "title": scene.title,
                "start_frame": scene.start_frame,
                "frames": scene.frames,
                "beats": [
                    {
                        "name": beat.name,
                        "start_frame": beat.start_frame,
                        "frames": beat.frames,
                        "line": beat.line,
                        "figures": list(beat.figures),
                        "hash": reels[beat.key].hash,
                        "parts": [{"frames": part.frames, "decoded": part.decoded} for part in reels[beat.key].parts],
                    }
                    for beat in scene.beats
                ],
            }
            for scene in timeline.scenes
        ],
        "options": request.options,
        "versions": versions(),
    }
