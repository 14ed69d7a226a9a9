"""The file: whole in itself, small, the same each time, and right for the film that it lies beside."""

from __future__ import annotations

import base64
import io
import json
import re
import shutil
import tomllib
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PIL import Image

import roofline
from film.errors import FilmError
from film.language import words_for
from film.page import beside, build, fonts
from film.page.data import LIMITS, Catalogue, page_data, stops
from film.page.subset import read
from film.report import figures_data
from film.request import Request
from roofline import Gpu, bounds

DEFAULT = roofline.compute()


@pytest.fixture(scope="module")
def text() -> str:
    return build.page(DEFAULT)


class Tags(HTMLParser):
    """Every tag with its attributes; the text that people see; and whether every tag was closed."""

    VOID = frozenset(["meta", "link", "input", "br", "img", "track"])

    def __init__(self, text: str):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID and not (self.get_starttag_text() or "").endswith("/>"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self.open):
            self.seen.append(data)


def test_it_is_small_whole_in_itself_and_well_formed(text: str) -> None:
    assert len(text.encode()) < 250_000 < build.LIMIT == 400_000
    page = Tags(text)
    assert page.open == []
    for tag, attributes in page.tags:
        for name in ("src", "href", "poster", "srcset", "data", "action"):
            value = attributes.get(name) or "#"
            assert value.startswith(("#", "data:")), (tag, name, value[:60])
    assert not re.search(r"@import|https?://(?!www\.w3\.org/2000/svg)", text)
    assert all(place.startswith(("data:", "#")) for place in re.findall(r"""url\("?([^)]{5})""", text))


def test_names_within_the_page_lead_somewhere(text: str) -> None:
    page = Tags(text)
    names = [value for _, attributes in page.tags if (value := attributes.get("id"))]
    assert len(names) == len(set(names))
    links = [attributes.get("href") or "" for _, attributes in page.tags]
    refers = ("for", "aria-labelledby", "aria-describedby", "aria-controls")
    named = [attributes.get(key) or "" for _, attributes in page.tags for key in refers]
    wanted = {*named, *(link for link in links if link.startswith("#") and "=" not in link)} - {""}
    assert {name.removeprefix("#") for name in wanted} <= set(names)


def test_every_term_is_explained_and_linked_from_where_it_occurs(text: str) -> None:
    for term in (
        "inference",
        "input-tokens",
        "output-tokens",
        "parameters",
        "context-window",
        "intensity",
        "ridge",
        "kv-cache",
    ):
        assert f'id="term-{term}"' in text
        assert f'href="#term-{term}"' in text, term


def test_no_number_is_typed_in_the_texts() -> None:
    """Numbers come from figures. Names that hold a digit may stand, and so may numbers in markup."""
    for path in build.ASSETS.glob("*.html"):
        text = re.sub(r"\{\{.*?\}\}|<[^>]*>", "", path.read_text("utf-8"), flags=re.DOTALL)
        assert re.findall(r"\d+", re.sub(r"\b(BF16|INT8)\b", "", text)) == [], path.name


def test_it_is_the_same_each_time(text: str) -> None:
    assert build.page(DEFAULT) == text


def test_it_has_every_chip_and_model_and_a_chip_of_ones_own() -> None:
    own = Gpu("mine.toml", "Mine & <yours>", 5e14, 1e12, 48e9, source="me")
    text = build.page(roofline.compute(own, prompt=300, weights="int8"))
    for key in (*roofline.gpus(), "mine.toml"):
        assert f'name="gpu" value="{key}"' in text
    for key in roofline.models():
        assert f'<option value="{key}"' in text
    assert 'name="gpu" value="mine.toml" checked' in text
    assert 'name="weights" value="int8" checked' in text
    assert "Mine &amp; &lt;yours&gt;" in text
    assert "<yours>" not in text


def test_another_endpoint_may_have_less_or_more_to_tell() -> None:
    shipped = roofline.load_measurements()
    spread = replace(shipped.short, first_token_spread=(0.2, 0.4))
    own = replace(shipped, router="", other_precision="", decode_other=0.0, provider="Mine", how="By myself.")
    plain = build.page(roofline.compute(measurements=own))
    more = build.page(roofline.compute(measurements=replace(own, short=spread, runs=5)))
    assert "By myself." in plain
    for text, told in ((plain, False), (more, True)):
        hidden = "" if told else " hidden"
        assert f'data-when="?measured.runs"{hidden}>' in text
        assert f'data-when="?measured.ttft_short_low"{hidden}>' in text
        assert '<tr data-when="?measured.decode_fp8" hidden>' in text


def test_the_tables_hold_what_figures_are_given() -> None:
    data = page_data(Catalogue.of(DEFAULT))
    for gpu, model, weights in (
        ("h100", "llama-3.1-8b", "int8"),
        ("l4", "gemma-2-9b", "bf16"),
        ("tpu7x", "phi-4", "int8"),
    ):
        given = data["given"]
        made = {**given["always"], **given["gpu"][gpu], **given["model"][model], **given["weights"][weights]}
        figures = roofline.compute(gpu, model, weights=weights, prompt=10)
        for name, value in made.items():
            assert figures.value(name) == value, name
            assert data["kinds"][name] == figures[name].kind


def test_sliders_stop_at_round_numbers_and_where_they_are_asked_to() -> None:
    assert stops(1, 30, also=[17, 99]) == [*range(1, 11), 12, 14, 16, 17, 18, 20, 22, 25, 28, 30]
    data = page_data(Catalogue.of(DEFAULT))
    for key, (least, most) in LIMITS.items():
        places = data["stops"][key]
        assert (places[0], places[-1]) == (least, most)
        assert data["film"][key] in places
        steps = [after / before for before, after in pairwise(places[9:])]
        assert max(steps) < 1.21
    assert {34, 2081, 16_361} <= set(data["stops"]["prompt"])
    assert {2**power for power in range(11)} <= set(data["stops"]["batch"])


def test_no_setting_leaves_the_axes() -> None:
    x0, x1, y0, y1 = page_data(Catalogue.of(DEFAULT))["extent"]
    slowest = min(roofline.gpus().values(), key=lambda gpu: gpu.bandwidth)
    for key, model in roofline.models().items():
        for weights in ("bf16", "int8"):
            for users in (1, 1024):
                for tokens in (1, 500, min(131_072, model.context_window)):
                    figures = roofline.compute(slowest, key, tokens, users, tokens, weights)
                    for name in ("prefill.intensity", "batch.intensity"):
                        assert x0 < figures.value(name) < x1
                    for name in ("prefill.speed", "batch.speed"):
                        assert y0 < figures.value(name) < y1
    assert all(gpu.peak * 5 < y1 for gpu in roofline.gpus().values())
    assert bounds.attainable(x0, slowest.peak, slowest.bandwidth) >= y0


def test_the_font_has_every_letter_of_the_page_and_its_licence(text: str) -> None:
    seen = set("".join(Tags(text).seen)) - set("\n\xa0")
    faces = re.findall(r'base64,([^"]+)"\) format\("woff"\)', text)
    assert len(faces) == len(fonts.WEIGHTS)
    for face in faces:
        font = TTFont(io.BytesIO(base64.b64decode(face)))
        assert {letter for letter in seen if ord(letter) not in font.getBestCmap()} <= set("⁰⁹¹²")
        assert "tnum" in {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
        assert "SIL Open Font License" in font["name"].getDebugName(13)
    assert fonts.NOTICE in text


def test_script_and_data_cannot_end_their_elements(text: str) -> None:
    scripts = re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL)
    assert len(scripts) == 2
    assert all("<!--" not in script for script in scripts)


def test_every_chapter_link_is_a_setting_and_a_place(text: str) -> None:
    rows = tomllib.loads(beside.CHAPTERS.read_text("utf-8"))
    known = {value for _, attributes in Tags(text).tags if (value := attributes.get("id"))}
    for name, row in rows.items():
        assert row["to"] in known, name
        for key in beside.AMOUNTS:
            value = row.get(key, 1)
            assert value in DEFAULT if isinstance(value, str) else LIMITS[key][0] <= value <= LIMITS[key][1]
    planned = "opening weight_wall prefill_sluice decode_tap roofline_terrain shared_read measured caveats closing"
    assert list(rows) == planned.split()


def test_the_film_is_in_it_when_it_lies_beside(film_folder: Path) -> None:
    text = (film_folder / "index.html").read_text("utf-8")
    page = Tags(text)
    (video,) = (attributes for tag, attributes in page.tags if tag == "video")
    assert (video["src"], video["preload"]) == ("film.mp4", "none")
    poster = base64.b64decode((video["poster"] or "").partition(",")[2])
    assert Image.open(io.BytesIO(poster)).size == (640, 360)
    (track,) = (attributes for tag, attributes in page.tags if tag == "track")
    assert "3 &lt; 4" in base64.b64decode((track["src"] or "").partition(",")[2]).decode()
    assert "One &amp; another" in text
    assert '<a href="film.mp4#t=1.33333" data-seconds="1.33333">Unheard of</a></li>' in text
    link = "#gpu=h100&amp;model=llama-3.1-8b&amp;weights=bf16&amp;prompt=2000&amp;batch=1&amp;context=256&amp;see=play"
    assert f'href="{link}"' in text
    assert len(text.encode()) < build.LIMIT


def test_it_starts_with_what_the_film_beside_it_is_about(film_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(film_folder, tmp_path, dirs_exist_ok=True)
    figures = roofline.compute("a100", "qwen3-8b", prompt=100, users=32, context=7, weights="int8")
    (tmp_path / "figures.json").write_text(json.dumps(figures_data(figures, words_for(figures))))
    build.make(Request(output=tmp_path))
    text = (tmp_path / "index.html").read_text("utf-8")
    assert '"film":{"gpu":"a100","model":"qwen3-8b","weights":"int8","prompt":100,"batch":32,"context":7}' in text
    build.make(Request(output=tmp_path, gpu="l4"))
    text = (tmp_path / "index.html").read_text("utf-8")
    assert '"film":{"gpu":"l4","model":"llama-3.1-8b","weights":"bf16","prompt":2000,"batch":64,"context":256}' in text
    assert "Qwen3 8B on one A100." in text


def test_no_film_no_film_section(text: str, tmp_path: Path) -> None:
    assert "<video" not in text
    assert beside.film_in(tmp_path) is None


def test_a_film_that_is_not_whole_is_named(tmp_path: Path) -> None:
    (tmp_path / "film.mp4").touch()
    with pytest.raises(FilmError, match=r"not whole.*--output"):
        beside.film_in(tmp_path)


def test_a_page_that_grew_too_large_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "page", lambda *_: "€" * 133_334)
    with pytest.raises(FilmError, match="400,002 bytes and may have 400,000"):
        build.make(Request(output=tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_constants_are_read_from_their_module() -> None:
    assert read(fonts).constants.keys() >= {"NOTICE"}
