"""What a film is asked to be: the options of the command line, and what follows from them."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import roofline
from film.errors import FilmError, nearest
from film.keys import ROOT
from film.presets import Format, choose
from roofline import Figures
from roofline.own import is_file
from roofline.sense import objection

SCRIPTS = ROOT / "assets" / "script"

ELSEWHERE = ("beat", "output", "cache", "jobs")
"""Options that say where and how, not what."""

DEFAULT_CACHE = Path("build") / ".cache"


@dataclass(frozen=True)
class Request:
    """The options of a film, as the user gave them. `beat` is 'scene.beat'; None stands for the default."""

    gpu: str = "h100"
    model: str = "llama-3.1-8b"
    prompt: int = 2000
    users: int = 64
    context: int = 256
    weights: str = "bf16"
    measurements: Path | None = None
    versus: str | None = None
    preset: str = "hd"
    size: str | None = None
    fps: int | None = None
    scene: str | None = None
    beat: str | None = None
    voice: str = "neural"
    language: str = "en"
    output: Path | None = None
    cache: Path | None = None
    jobs: int | None = None
    music: bool = True
    effects: bool = True

    @property
    def form(self) -> Format:
        """The picture's format; a FilmError for one that makes no sense."""
        return choose(self.preset, self.size, self.fps)

    @property
    def script(self) -> Path:
        """The script's file; a FilmError that lists the languages if there is none in this one."""
        path = SCRIPTS / f"{self.language}.toml"
        if "/" in self.language or not path.is_file():
            known = sorted(file.stem for file in SCRIPTS.glob("*.toml"))
            raise FilmError(
                f"no script in language {self.language!r}{nearest(self.language, known)}; there are: {', '.join(known)}"
            )
        return path

    @property
    def folder(self) -> Path:
        """Where the film goes: `--output`, or a folder in `build/` named after every option that is not default."""
        gpu, model = subject(self.gpu, roofline.gpus()), subject(self.model, roofline.models())
        return self.output or Path("build") / "-".join([gpu, model, self.preset, *self._tags()])

    @property
    def cache_folder(self) -> Path:
        """Where parts are kept: `--cache`, else the environment's ROOFLINE_CACHE, else in `build/`."""
        return self.cache or Path(os.environ.get("ROOFLINE_CACHE") or DEFAULT_CACHE)

    @property
    def options(self) -> dict[str, Any]:
        """The options on which the film itself depends, as JSON knows them: not where it goes, nor who draws it."""
        given = {name: value for name, value in asdict(self).items() if name not in ELSEWHERE}
        return given | {"measurements": str(self.measurements) if self.measurements else None}

    def _tags(self) -> list[str]:
        """One word for each option that is not default; two different films never share a name."""
        default = Request()
        form, preset = self.form, choose(self.preset)
        kind, _, recorded = self.voice.partition(":")
        tags = [
            (self.weights != default.weights, self.weights),
            (self.prompt != default.prompt, f"prompt{self.prompt}"),
            (self.users != default.users, f"users{self.users}"),
            (self.context != default.context, f"context{self.context}"),
            (self.versus is not None, f"versus-{subject(self.versus or '', roofline.gpus())}"),
            (form.size != preset.size, f"{form.width}x{form.height}"),
            (form.fps != preset.fps, f"{form.fps}fps"),
            (self.voice != default.voice, "-".join(filter(None, [kind, named(recorded)]))),
            (self.language != default.language, self.language),
            (not self.music, "nomusic"),
            (not self.effects, "noeffects"),
            (self.scene is not None, self.scene or ""),
            (self.measurements is not None, f"measured-{named(str(self.measurements)).removeprefix('measured-')}"),
        ]
        return [tag for changed, tag in tags if changed]


def named(text: str) -> str:
    """A name or a path as a part of a folder's name: its last part without `.toml`, nothing but letters and -._"""
    return re.sub(r"[^\w.-]+", "-", Path(text).name.removesuffix(".toml")).strip("-.")


def subject(name: str, known: Collection[str]) -> str:
    """A chip or a model as a part of a folder's name: a key, or a file, also one that is called like a key."""
    if not is_file(name):
        return named(name.lower())
    stem = named(name)
    return f"{stem}-file" if stem.lower() in known else stem


def film_figures(request: Request) -> Figures:
    """The request's figures; a FilmError if no film can be made of them, which says why."""
    figures = figures_for(request)
    if why := objection(figures):
        raise FilmError(why)
    if request.versus and (why := objection(_alone(request))):
        raise FilmError(f"--versus {request.versus}: {why}")
    most = int(figures.value("batch.most_users"))
    # More users than fit are a wish: the film is told of as many as there is room for.
    return figures if request.users <= most else figures_for(replace(request, users=most))


def _alone(request: Request) -> Figures:
    """The figures of the request's other chip, which answers one prompt, and serves no batch."""
    return figures_for(replace(request, users=1, context=1, versus=None), request.versus)


def figures_for(request: Request, gpu: str | None = None) -> Figures:
    """The request's figures, or those of another chip; a SpecError for an unknown chip or model, or a workload that
    makes no sense."""
    return roofline.compute(
        gpu=gpu or request.gpu,
        model=request.model,
        prompt=request.prompt,
        users=request.users,
        context=request.context,
        weights=request.weights,
        measurements=roofline.load_measurements(request.measurements) if request.measurements else None,
        versus=request.versus,
    )
