"""The film that lies beside the page: its chapters, captions and poster, read from the film's folder."""

from __future__ import annotations

import base64
import io
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from PIL import Image

from film.errors import FilmError
from film.keys import ROOT
from roofline.specs import BYTES_EACH

CHAPTERS = ROOT / "assets" / "page" / "chapters.toml"

POSTER_WIDTH, POSTER_QUALITY = 960, 60
"""Of the still that stands where the film will play, embedded as WebP."""

AMOUNTS = ("prompt", "batch", "context")
"""Keys of the address that stand for a number."""


@dataclass(frozen=True)
class Chapter:
    """A scene: its name and title, and the second at which it begins."""

    name: str
    title: str
    seconds: float

    @property
    def clock(self) -> str:
        """'1:02'."""
        return f"{int(self.seconds) // 60}:{int(self.seconds) % 60:02}"


@dataclass(frozen=True)
class Film:
    """What the page needs of a film: its figures by name, chapters, captions as WebVTT, poster as WebP."""

    figures: Mapping[str, Mapping[str, Any]]
    gpu: str
    model: str
    chapters: tuple[Chapter, ...]
    captions: str
    poster: bytes

    @property
    def subject(self) -> dict[str, Any]:
        """What the film is about, as a `Request` names it."""
        each = self.amount("weights.bytes_each")
        return {
            "gpu": self.gpu,
            "model": self.model,
            "weights": next(name for name, size in BYTES_EACH.items() if size == each),
            "prompt": self.amount("prompt.tokens"),
            "users": self.amount("batch.users"),
            "context": self.amount("batch.context"),
        }

    def amount(self, value: int | str) -> int:
        """A number as it stands, or the figure of that name."""
        return int(self.figures[value]["value"]) if isinstance(value, str) else value


def film_in(folder: Path) -> Film | None:
    """The film of a folder, or None if there is none; a FilmError if it is not whole."""
    if not (folder / "film.mp4").is_file():
        return None
    try:
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        figures = json.loads((folder / "figures.json").read_text("utf-8"))
        return Film(
            figures=figures["figures"],
            gpu=figures["gpu"],
            model=figures["model"],
            chapters=tuple(
                Chapter(scene["name"], scene["title"], scene["start_frame"] / manifest["fps"])
                for scene in manifest["scenes"]
            ),
            captions=(folder / "film.vtt").read_text("utf-8"),
            poster=_poster(folder / "poster.png"),
        )
    except (OSError, ValueError, KeyError) as error:
        raise FilmError(
            f"the film in {folder} is not whole ({error}); render it again, or take another --output"
        ) from None


def _poster(path: Path) -> bytes:
    with Image.open(path) as picture:
        small = picture.convert("RGB")
        small.thumbnail((POSTER_WIDTH, POSTER_WIDTH))
        written = io.BytesIO()
        small.save(written, "WEBP", quality=POSTER_QUALITY, method=6)
        return written.getvalue()


def section(film: Film, chips: Mapping[str, str], models: Mapping[str, str]) -> str:
    """The film as a part of the page. `chips` and `models` name what the page knows."""
    poster = _data("image/webp", film.poster)
    track = _data("text/vtt", film.captions.encode())
    about = f"{models.get(film.model, film.model)} on one {chips.get(film.gpu, film.gpu)}"
    rows = "\n".join(_row(film, chapter) for chapter in film.chapters)
    return f"""<section id="film" aria-labelledby="film-title">
  <h2 id="film-title">The film</h2>
  <div class="film">
    <video controls preload="none" playsinline src="film.mp4" poster="{poster}" aria-label="The film">
      <track default kind="captions" srclang="en" label="English" src="{track}">
    </video>
    <div>
      <p>{escape(about)}. Each chapter plays from here, and has its place on this page.
      <a href="transcript.md">All that is said, as text.</a></p>
      <ol class="chapters">
{rows}
      </ol>
    </div>
  </div>
</section>
"""


def _row(film: Film, chapter: Chapter) -> str:
    link = _setting(film, chapter.name)
    seconds = f"{chapter.seconds:.6g}"
    return (
        f'        <li><span>{chapter.clock}</span> <a href="film.mp4#t={seconds}" data-seconds="{seconds}">'
        f"{escape(chapter.title)}</a>{link}</li>"
    )


def _setting(film: Film, scene: str) -> str:
    """The link to what a scene talks about, if that is known."""
    row = tomllib.loads(CHAPTERS.read_text("utf-8")).get(scene)
    if row is None:
        return ""
    subject = film.subject
    own = {**subject, "batch": subject.pop("users")}
    own = {key: own[key] for key in ("gpu", "model", "weights", *AMOUNTS)}
    asked = {key: film.amount(row[key]) for key in AMOUNTS if key in row}
    address = urlencode({**own, **asked, "see": row["to"]})
    return f' <small><a href="#{escape(address)}">On this page: {escape(row["says"])}</a></small>'


def _data(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
