"""What a reader finds on the page: its numbers, texts, controls and points."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.film.page.browser import Page


def shown(page: Page, name: str) -> str:
    """The text of the first number beside the terrain that shows a figure and can be seen."""
    all_of_it = f"[...document.querySelectorAll('#numbers [data-figure={json.dumps(name)}]')]"
    found: str = page.run(f"{all_of_it}.find((element) => element.offsetParent)?.textContent ?? ''")
    return found


def visible(page: Page, selector: str) -> str:
    """The text of an element as it can be read."""
    text: str = page.run(f"document.querySelector({json.dumps(selector)}).innerText")
    return re.sub(r"\s+", " ", text).strip()


def wait(page: Page, milliseconds: int = 0) -> None:
    page.run(f"new Promise((done) => setTimeout(done, {milliseconds}))")


def go(page: Page, hash_: str) -> None:
    page.run(f"location.hash = {json.dumps(hash_)}")
    wait(page)


def setting(page: Page) -> dict[str, Any]:
    """The setting as the controls show it."""
    found: dict[str, Any] = page.run(
        "({gpu: document.querySelector('[name=gpu]:checked').value, model: document.querySelector('#model').value, "
        "weights: document.querySelector('[name=weights]:checked').value, ...Object.fromEntries(['prompt', 'batch', "
        "'context'].map((key) => [key, Number(document.querySelector(`#${key}-number`).value)]))})"
    )
    return found


DEFAULT = {"gpu": "h100", "model": "llama-3.1-8b", "weights": "bf16", "prompt": 2000, "batch": 64, "context": 256}


def drawn(page: Page) -> dict[str, tuple[float, float]]:
    """Where the jobs stand on the terrain, in pixels of the drawing."""
    found = page.run(
        "Object.fromEntries([...document.querySelectorAll('#terrain [data-job]')].map((job) => { const foot = "
        "job.querySelector('.foot'); return [job.dataset.job, [foot.cx.baseVal.value, foot.cy.baseVal.value]]; }))"
    )
    return {name: (x, y) for name, (x, y) in found.items()}


def spoken(page: Page) -> dict[str, dict[str, Any]]:
    """Name, role, value and description of what assistive technology is told of, by name."""
    nodes = page.send("Accessibility.getFullAXTree")["nodes"]
    found: dict[str, dict[str, Any]] = {}
    for node in nodes:
        if node.get("ignored"):
            continue
        properties = {entry["name"]: entry["value"].get("value") for entry in node.get("properties", [])}
        told = {key: node.get(key, {}).get("value") for key in ("role", "value", "description")}
        found.setdefault(node.get("name", {}).get("value"), told | properties)
    return found
