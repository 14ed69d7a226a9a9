"""The page of the film's defaults beside a tiny film, and a browser to look at it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import roofline
from film.language import words_for
from film.page.build import make
from film.report import figures_data
from film.request import Request
from tests.film.page.browser import PROGRAMS, Browser, Page, program

VTT = "WEBVTT\n\n00:00:00.200 --> 00:00:01.100\nA “first” caption, 3 &lt; 4,\nin two lines.\n"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if program() is None:
        reason = f"no Chromium on this machine ({', '.join(PROGRAMS)}); Debian has it: apt-get install chromium"
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason))


@pytest.fixture(scope="session")
def film_folder(tmp_path_factory: pytest.TempPathFactory, tiny: Any) -> Path:
    """A film of three seconds with two scenes, one of which the page knows."""
    folder = tmp_path_factory.mktemp("film")
    tiny.assemble(folder / "film.mp4")
    figures = roofline.compute()
    scenes = [
        {"name": "decode_tap", "title": "One & another", "start_frame": 0},
        {"name": "unheard_of", "title": "Unheard of", "start_frame": 20},
    ]
    (folder / "manifest.json").write_text(json.dumps({"fps": 15, "scenes": scenes}))
    (folder / "figures.json").write_text(json.dumps(figures_data(figures, words_for(figures))))
    (folder / "film.vtt").write_text(VTT)
    Image.new("RGB", (640, 360), "#204060").save(folder / "poster.png")
    make(Request(output=folder))
    return folder


@pytest.fixture(scope="session")
def address(film_folder: Path) -> str:
    return (film_folder / "index.html").as_uri()


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("browser")) as running:
        yield running


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The page in a tab of its own, without motion; it must not have complained at the end."""
    tab = browser.page()
    tab.prefer()
    tab.open(address)
    yield tab
    assert tab.complaints == []
    tab.close()
