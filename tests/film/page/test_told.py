"""What the page tells, in a real browser: to eyes, on paper, on a phone, and to screen readers."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from film.keys import ROOT
from tests.film.page.browser import Page
from tests.film.page.reading import DEFAULT, drawn, go, setting, shown, spoken, visible, wait

pytestmark = pytest.mark.browser

AXE = Path(os.environ.get("AXE") or ROOT / "build" / "axe" / "node_modules" / "axe-core" / "axe.min.js")
"""axe-core from npm, for the tests alone."""


IMPOSSIBLE = [
    (
        "gpu=rtx-4090&context=2000",
        "Decode is not drawn: 64 × 2,000 tokens beside the weights are 33 GB, 8.8 GB more than one RTX 4090 has. "
        "Of such users, at most 30 fit.",
        {"prompt"},
    ),
    (
        "model=llama-3.1-70b",
        "Neither job is drawn: the weights of Llama 3.1 70B in BF16 are 141 GB, and one H100 has 80 GB. "
        "That is 61 GB too much.",
        set(),
    ),
    (
        "model=gemma-2-9b&prompt=9000&context=9000&batch=1",
        "Prefill is not drawn: a prompt of 9,000 tokens is longer than the context window of Gemma 2 9B, 8,192.",
        set(),
    ),
    (
        "gpu=rtx-4090&prompt=100000",
        "Prefill is not drawn: the weights and the cache of 100,000 tokens are 29 GB, "
        "5.2 GB more than one RTX 4090 has.",
        {"batch"},
    ),
]


@pytest.mark.parametrize(("hash_", "said", "still"), IMPOSSIBLE)
def test_impossible_settings_are_said_and_not_drawn(page: Page, hash_: str, said: str, still: set[str]) -> None:
    go(page, hash_)
    assert said in visible(page, ".impossible")
    assert set(drawn(page)) == still
    assert "not drawn" in visible(page, "#terrain-text")
    for job, name in (("prompt", "prefill.time"), ("batch", "batch.step_time")):
        assert bool(shown(page, name)) == (job in still)


def test_possible_settings_are_not_called_impossible(page: Page) -> None:
    assert visible(page, ".impossible") == ""
    assert set(drawn(page)) == {"prompt", "batch"}


def test_each_time_says_what_limits_it(page: Page) -> None:
    read, write = "section[aria-labelledby=n-prefill]", "section[aria-labelledby=n-decode]"
    assert "limited by arithmetic" in visible(page, read)
    assert "limited by memory" in visible(page, write)
    go(page, "prompt=100&batch=900&context=100")
    assert "limited by memory" in visible(page, read)
    assert "limited by arithmetic" in visible(page, write)


def test_which_bound_is_drawn_is_stated_with_both_numbers(page: Page) -> None:
    go(page, "batch=512&context=512")
    assert "15 ms as drawn, 19 ms in turn" in visible(page, "#caveat-bound")


def test_measurements_follow_chip_and_model(page: Page) -> None:
    assert "75% of what one H100 can write" in visible(page, "#measured")
    assert "CoreWeave" in visible(page, "#measured")
    assert "13% fewer tokens a second; the bytes of the cache alone predict 12%" in visible(page, "#measured")
    assert "median" not in visible(page, "#measured")
    go(page, "weights=int8")
    assert "do not compare like with like" in visible(page, "#measured")
    assert "what one H100 can write" not in visible(page, "#measured")
    go(page, "")
    assert page.run("document.querySelectorAll('#terrain .measured').length") == 1
    go(page, "gpu=rtx-4090")
    assert "faster than one RTX 4090 can" in visible(page, "#measured")
    assert page.run("document.querySelectorAll('#terrain .measured').length") == 0
    go(page, "model=qwen3-8b")
    assert "The measurement is of Llama 3.1 8B, so it says nothing about Qwen3 8B." in visible(page, "#measured")
    assert "209" not in visible(page, "#measured")
    page.click("#measured a")
    wait(page)
    assert setting(page) == DEFAULT


def test_formulas_carry_the_numbers_of_the_setting(page: Page) -> None:
    go(page, "gpu=a100&prompt=300")
    assert "= 312 trillion 2.039 TB/s = 153 operations a byte" in visible(page, "#maths-roofline").replace("\xa0", " ")
    assert "300" in visible(page, "#maths-prefill")
    window = "tokens in that window"
    assert window not in visible(page, "#maths-prefill")
    go(page, "model=gemma-2-9b&prompt=8000")
    assert window in visible(page, "#maths-prefill")
    ways = "[...document.querySelectorAll('#maths [data-of=\"prefill.operations\"]')]"
    assert page.run(f"{ways}.filter((way) => way.offsetParent).length") == 1


def test_sliders_have_names_and_spoken_values(page: Page) -> None:
    go(page, "prompt=16361&batch=1&context=5000")
    told = [
        page.run(f"document.querySelector('#{key}').getAttribute('aria-valuetext')")
        for key in ("prompt", "batch", "context")
    ]
    assert told == [
        "16,361 tokens. First token after 337 ms at the least.",
        "1 user. 200 tokens a second for each at most.",
        "5,000 tokens for each user. 200 tokens a second at most.",
    ]
    named = spoken(page)
    for name in ("Prompt, tokens", "Batch, users", "Context, tokens each"):
        assert name in named


def test_the_chart_has_a_text_that_changes(page: Page) -> None:
    chart = spoken(page)["The roofline of the chosen chip"]
    assert chart["role"] == "image"
    assert "Prefill of 2,000 tokens stands at 2,032 operations a byte, on the roof, limited by arithmetic" in re.sub(
        r"\s+", " ", chart["description"]
    )
    go(page, "gpu=l4&prompt=100&batch=3")
    text = re.sub(r"\s+", " ", spoken(page)["The roofline of the chosen chip"]["description"])
    assert "The roofline of the L4 rises with 300 GB/s" in text
    assert "Prefill of 100 tokens stands at 100 operations a byte, on the slope, limited by memory" in text
    assert "Decode for 3 users" in text


@pytest.mark.parametrize("width", [360, 768, 1440])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_nothing_is_wider_than_the_window(page: Page, width: int, scheme: str) -> None:
    page.size(width, 800)
    page.prefer(scheme)
    wait(page)
    assert page.run("document.documentElement.scrollWidth") <= width
    outside = page.run(
        "(() => { const box = (element) => element.getBoundingClientRect(); const all = box(document.querySelector("
        "'#terrain')); return [...document.querySelectorAll('#terrain text')].filter((text) => box(text).left < "
        "all.left - 1 || box(text).right > all.right + 1).map((text) => text.textContent); })()"
    )
    assert outside == []


def test_print_shows_the_numbers_and_hides_the_controls(page: Page) -> None:
    page.prefer(media="print")
    assert page.run("getComputedStyle(document.querySelector('.buttons')).display") == "none"
    assert page.run("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert "34 ms" in visible(page, "#numbers")
    assert len(page.send("Page.printToPDF")["data"]) > 10_000


@pytest.fixture
def axe() -> str:
    if not AXE.is_file():
        pytest.skip(f"no axe-core at {AXE}; npm install --prefix build/axe axe-core")
    return AXE.read_text("utf-8")


IMPOSSIBLE_THERE = "gpu=l4&model=llama-3.1-70b&prompt=131072"


@pytest.mark.parametrize(
    ("scheme", "width", "hash_"),
    [("dark", 360, ""), ("light", 1440, ""), ("dark", 1440, IMPOSSIBLE_THERE), ("light", 360, IMPOSSIBLE_THERE)],
)
def test_axe_finds_nothing(page: Page, axe: str, scheme: str, width: int, hash_: str) -> None:
    page.size(width, 900)
    page.prefer(scheme)
    go(page, hash_)
    page.run("for (const all of document.querySelectorAll('details')) all.open = true")
    page.run(axe)
    found = page.run(
        "axe.run(document, {resultTypes: ['violations']}).then((result) => result.violations.map((v) => "
        "[v.impact, v.id, v.nodes.slice(0, 4).map((n) => n.html.slice(0, 160) + ' | ' + n.failureSummary)]))"
    )
    assert found == []
