"""The page as a reader uses it, in a real browser: mouse, touch, keyboard, address, what can be taken away."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import roofline
from film.language import words_for
from tests.film.page.browser import Browser, Page
from tests.film.page.reading import DEFAULT, drawn, go, setting, shown, visible, wait

pytestmark = pytest.mark.browser

WORDS = words_for(roofline.compute())


def test_it_loads_without_a_request_or_a_complaint(page: Page, address: str) -> None:
    assert [request for request in page.requests if not request.startswith("data:")] == [address]
    assert setting(page) == DEFAULT
    assert shown(page, "prefill.time") == WORDS["prefill.time"].shown == "34 ms"
    assert shown(page, "batch.rate") == WORDS["batch.rate"].shown


def test_pills_change_the_chip_and_more_shows_the_catalogue(page: Page) -> None:
    page.click('[name=gpu][value="a100"]')
    assert setting(page) == DEFAULT | {"gpu": "a100"}
    assert shown(page, "gpu.ridge") == "153"
    assert page.run("location.hash") == "#gpu=a100"
    assert not page.run("document.querySelector('[name=gpu][value=l4]').offsetParent")
    page.click("#more")
    assert page.run("document.querySelector('#more').getAttribute('aria-expanded')") == "true"
    page.click('[name=gpu][value="l4"]')
    assert shown(page, "gpu.memory") == "24 GB"
    page.click('[name=weights][value="int8"]')
    assert shown(page, "weights.bytes") == "8 GB"


def test_a_chip_that_is_pointed_at_is_named_on_the_terrain(page: Page) -> None:
    page.click("#more")
    x, y = page.middle('[name=gpu][value="b200"]')
    page.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    wait(page)
    assert "B200 · 281" in page.run("document.querySelector('#terrain').textContent")


def test_sliders_by_mouse(page: Page) -> None:
    start, end = page.middle("#prompt", 0.5), page.middle("#prompt", 0.995)
    page.mouse([start, ((start[0] + end[0]) / 2, start[1]), end])
    assert setting(page) == DEFAULT | {"prompt": 131_072}
    assert page.run("location.hash") == "#prompt=131072"
    assert shown(page, "prefill.time") == words_for(roofline.compute(prompt=131_072))["prefill.time"].shown


def test_sliders_by_touch(page: Page) -> None:
    page.size(360, 800, touch=True)
    for _ in range(20):  # a slow browser lays the page out later, and a finger on an old place misses
        wait(page, 100)
        page.touch([page.middle("#batch", 0.5), page.middle("#batch", 0.75), page.middle("#batch", 0.99)])
        wait(page, 100)
        if setting(page)["batch"] > 900:
            return
    raise AssertionError(f"the slider stays at {setting(page)['batch']}")


def test_sliders_by_keyboard_step_by_step_and_to_their_ends(page: Page) -> None:
    page.run("document.querySelector('#batch').focus()")
    page.press("ArrowRight")
    assert setting(page)["batch"] == 72
    page.press("ArrowLeft", 2)
    assert setting(page)["batch"] == 56
    page.press("Home")
    assert setting(page)["batch"] == 1
    page.press("ArrowRight", 3)
    assert setting(page)["batch"] == 4
    page.press("End")
    assert setting(page)["batch"] == 1024
    assert page.run("location.hash") == "#batch=1024"


def test_numbers_can_be_typed_exactly_and_are_kept_within_their_limits(page: Page) -> None:
    page.run("(() => { const e = document.querySelector('#prompt-number'); e.focus(); e.select(); })()")
    page.send("Input.insertText", text="16361")
    assert setting(page)["prompt"] == 16_361
    assert page.run("location.hash") == "#prompt=16361"
    assert shown(page, "prefill.time") == "337 ms"
    page.run("(() => { const e = document.querySelector('#prompt-number'); e.select(); })()")
    page.send("Input.insertText", text="9999999")
    page.press("Tab")
    assert setting(page)["prompt"] == 131_072


def test_the_model_by_keyboard(page: Page) -> None:
    page.run("document.querySelector('#model').focus()")
    page.press("ArrowDown")
    assert setting(page)["model"] != DEFAULT["model"]
    assert "model=" in page.run("location.hash")


def test_every_control_can_be_reached_by_keyboard_in_order(page: Page) -> None:
    order = []
    for _ in range(14):
        page.press("Tab")
        order.append(
            page.run("document.activeElement.id || document.activeElement.name || document.activeElement.className")
        )
    wanted = [
        "skip",
        "gpu",
        "more",
        "prompt-number",
        "prompt",
        "batch-number",
        "batch",
        "context-number",
        "context",
        "weights",
        "model",
        "copy",
        "save",
    ]
    assert order[: len(wanted)] == wanted
    page.run("document.querySelector('[name=gpu]:checked').focus()")
    page.press("ArrowRight")
    assert setting(page)["gpu"] == "a100"


def test_jobs_can_be_taken_by_hand(page: Page) -> None:
    page.middle("#terrain")
    box = page.run(
        "(() => { const b = document.querySelector('#terrain').getBoundingClientRect(); return [b.x, b.y]; })()"
    )
    before = drawn(page)
    x, y = before["batch"][0] + box[0], before["batch"][1] + box[1]
    page.mouse([(x, y), (x - 40, y), (x - 90, y)])
    after = drawn(page)
    assert after["batch"][0] == pytest.approx(before["batch"][0] - 90, abs=9)
    assert setting(page)["batch"] < 20
    assert page.run("location.hash") == f"#batch={setting(page)['batch']}"
    assert after["prompt"] == before["prompt"]


def test_jobs_stand_on_the_roofline_and_move_as_the_film_says(page: Page) -> None:
    default = drawn(page)
    go(page, "batch=1")
    alone = drawn(page)
    assert alone["prompt"] == default["prompt"]
    assert alone["batch"][0] < default["batch"][0]
    assert alone["batch"][1] > default["batch"][1]
    go(page, "prompt=60000")
    long = drawn(page)
    assert long["prompt"][0] > default["prompt"][0]
    assert long["prompt"][1] == pytest.approx(default["prompt"][1], abs=0.01)


def test_back_and_forward(page: Page) -> None:
    page.click('[name=gpu][value="a100"]')
    page.run("document.querySelector('#batch').focus()")
    page.press("ArrowRight", 3)
    page.click('[name=weights][value="int8"]')
    last = setting(page)
    assert last["batch"] == 90
    for wanted in ({"gpu": "a100", "batch": 90}, {"gpu": "a100"}, {}):
        page.run("history.back()")
        wait(page, 100)
        assert setting(page) == DEFAULT | wanted
    page.run("history.go(3)")
    wait(page, 100)
    assert setting(page) == last


def test_an_address_is_a_setting_and_says_what_it_does_not_know(page: Page, address: str) -> None:
    page.open(f"{address}#gpu=rtx-4090&prompt=16361&batch=8&context=1000&weights=int8&model=qwen3-8b")
    wanted = {"gpu": "rtx-4090", "model": "qwen3-8b", "weights": "int8", "prompt": 16_361, "batch": 8, "context": 1000}
    assert setting(page) == wanted
    assert visible(page, "#refused") == ""
    go(page, "gpu=h99&prompt=0&batch=3&batsh=4&context=1e9")
    assert setting(page) == DEFAULT | {"batch": 3}
    assert visible(page, "#refused").endswith("gpu=h99, prompt=0, batsh=4, context=1e9")


def test_a_link_to_a_term_keeps_the_setting(page: Page) -> None:
    go(page, "batch=7")
    page.click('#numbers a[href="#term-intensity"]')
    wait(page)
    assert page.run("location.hash") == "#batch=7&see=term-intensity"
    assert page.run("document.activeElement.id") == "term-intensity"
    assert setting(page)["batch"] == 7
    page.run("history.back()")
    wait(page, 100)
    assert setting(page)["batch"] == 7


def test_figures_are_copied_as_text(page: Page, address: str) -> None:
    page.run("navigator.clipboard.writeText = (text) => { globalThis.copied = text; return Promise.resolve(); }")
    go(page, "gpu=a100&batch=2")
    page.click("#copy")
    wait(page)
    text = page.run("copied")
    lines = text.splitlines()
    assert lines[0] == "Llama 3.1 8B (BF16) on one NVIDIA A100 80 GB SXM"
    assert "  First token after, at the least: 106 ms limited by arithmetic" in lines
    assert "Decode: writing for 2 users" in lines
    assert lines[-1] == f"{address}#gpu=a100&batch=2"
    assert visible(page, "#done") == "Copied."
    page.run("navigator.clipboard.writeText = () => Promise.reject(new Error('no clipboard'))")
    page.run(
        "document.execCommand = (what) => { globalThis.copied = what + document.activeElement.value; return true; }"
    )
    page.click("#copy")
    wait(page)
    assert page.run("copied") == f"copy{text}"


def test_the_terrain_is_saved_as_a_picture_of_its_own(page: Page, browser: Browser, tmp_path: Path) -> None:
    browser.send(
        "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path), browserContextId=page.context
    )
    go(page, "gpu=a100")
    page.click("#save")
    saved = tmp_path / "terrain-a100-llama-3.1-8b.svg"
    for _ in range(100):
        wait(page, 50)
        if saved.exists():
            break
    picture = ElementTree.fromstring(saved.read_text("utf-8"))
    text = "".join(picture.itertext())
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert "Prefill · 2,000 tokens" in text
    assert "@font-face" in text
    assert "--amber:" in text
    assert int(picture.attrib["width"]) > 500
    page.open(saved.as_uri())


def test_the_film_plays_from_a_chapter_with_captions(page: Page) -> None:
    assert page.run("document.querySelector('video').textTracks[0].mode") == "showing"
    page.click('a[data-seconds="1.33333"]')
    page.run("new Promise((done) => document.querySelector('video').addEventListener('seeked', done, {once: true}))")
    assert page.run("document.querySelector('video').currentTime") >= 1.3
    cues = page.run("[...document.querySelector('video').textTracks[0].cues].map((cue) => cue.text)")
    assert cues == ["A “first” caption, 3 &lt; 4,\nin two lines."]
    page.click(".chapters small a")
    wait(page)
    assert setting(page) == DEFAULT | {"batch": 1}


def test_motion_only_for_those_who_do_not_mind(browser: Browser, address: str) -> None:
    for motion, jumps in (("reduce", True), ("no-preference", False)):
        tab = browser.page()
        tab.prefer(motion=motion)
        tab.open(address)
        before = drawn(tab)["batch"]
        at_once = tab.run(
            "(() => { const range = document.querySelector('#batch'); range.value = 0;"
            "range.dispatchEvent(new Event('change')); return Number(document.querySelector("
            "'#terrain [data-job=batch] .foot').getAttribute('cx')); })()"
        )
        wait(tab, 400)
        after = drawn(tab)["batch"]
        assert after[0] < before[0] - 100
        assert (at_once == pytest.approx(after[0], abs=0.1)) is jumps
        tab.close()
