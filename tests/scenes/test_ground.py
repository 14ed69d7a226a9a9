"""The light ground: texts read on it, meanings stay apart for every viewer, and nothing of the night is on it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from film.look import GROUNDS, Look
from film.request import Request
from film.sheet import VISION, as_seen
from film.shelf import SHELF
from film.sitting import photograph, sitting
from film.stills import Still, declared
from film.story import Story, told
from scenes import STORYBOARD
from scenes.stage.oklab import lab_of, linear, rgb_of
from scenes.stage.palette import LIGHT, NIGHT, PALETTES
from scenes.stage.printed import PAPER, printed
from scenes.stage.theme import (
    AMBER,
    BRICKS,
    CORAL,
    CYAN,
    GREEN,
    INK,
    LIGHTS,
    MEANINGS,
    NOTE_INK,
    TITLE,
    VIOLET,
    VIOLET_HOT,
    hexed,
    rgb,
)

SHAPES = (AMBER, CYAN, CORAL, VIOLET, GREEN)
NORMAL = "normal"
SMALL, LARGE, MARK = 4.5, 3.0, 3.0
"""WCAG 2.2, success criteria 1.4.3 and 1.4.11: the least contrast of a text, of a large one, and of a shape."""


def luminance(value: np.ndarray) -> np.ndarray:
    """Relative luminance of sRGB (…, 3), as WCAG defines it."""
    return np.asarray(linear(value) @ np.array([0.2126, 0.7152, 0.0722]))


def contrast(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """WCAG's contrast ratio, 1 to 21."""
    low, high = np.sort(np.stack(np.broadcast_arrays(luminance(first), luminance(second))), axis=0)
    return np.asarray((high + 0.05) / (low + 0.05))


def seen(color: str, vision: str) -> np.ndarray:
    """A colour in OKLab as a viewer sees it."""
    if vision == NORMAL:
        return lab_of(rgb(color))
    return lab_of(as_seen(np.round(rgb(color) * 255).astype(np.uint8)[None, None], vision)[0, 0] / 255)


def closest(colors: list[str], vision: str) -> float:
    """The least distance of two of them in OKLab."""
    return min(float(np.linalg.norm(seen(a, vision) - seen(b, vision))) for a, b in combinations(colors, 2))


def test_oklab_has_the_values_that_its_author_prints() -> None:
    white, red = lab_of(np.array([1.0, 1.0, 1.0])), lab_of(np.array([1.0, 0.0, 0.0]))
    assert np.allclose(white, [1, 0, 0], atol=1e-3)
    assert np.allclose(red, [0.628, 0.225, 0.126], atol=1e-3)
    assert all(hexed(rgb_of(lab_of(rgb(color)))) == color for color in (*SHAPES, INK))


def test_black_on_white_has_the_greatest_contrast() -> None:
    assert contrast(np.zeros(3), np.ones(3)) == pytest.approx(21)


@pytest.mark.parametrize("color", [*MEANINGS.values(), VIOLET_HOT, INK, NOTE_INK])
def test_every_ink_of_texts_reads_on_paper_and_on_the_ground_strip(color: str) -> None:
    for ground in (PAPER, "#F3F0E8"):
        assert contrast(rgb(LIGHT.letter(color)), rgb(ground)) >= SMALL


@pytest.mark.parametrize("color", SHAPES)
def test_every_ink_of_shapes_stands_out_from_paper(color: str) -> None:
    assert contrast(rgb(LIGHT.tone(color)), rgb(PAPER)) >= MARK


@pytest.mark.parametrize("vision", [NORMAL, "protan", "deutan", "tritan"])
def test_meanings_are_as_far_apart_on_paper_as_at_night_for_every_viewer(vision: str) -> None:
    assert vision == NORMAL or vision in VISION
    at_night = min(closest(list(SHAPES), eye) for eye in (NORMAL, *VISION) if eye != "grey")
    assert closest([LIGHT.tone(color) for color in SHAPES], vision) >= at_night


@pytest.mark.parametrize("color", SHAPES)
def test_a_meaning_keeps_its_hue(color: str) -> None:
    night, paper = lab_of(rgb(color)), lab_of(rgb(LIGHT.tone(color)))
    turned = np.arctan2(night[2], night[1]) - np.arctan2(paper[2], paper[1])
    assert abs((np.degrees(turned) + 180) % 360 - 180) < 15


@pytest.mark.parametrize("ramp", [BRICKS, LIGHTS])
def test_what_is_brighter_at_night_is_stronger_in_print(ramp: tuple[str, ...]) -> None:
    light = [float(lab_of(rgb(printed(color)))[0]) for color in ramp]
    assert light == sorted(light, reverse=True)
    assert light[0] - light[-1] > 0.3


def test_the_night_leaves_colours_as_they_are() -> None:
    assert {NIGHT.tone(color) for color in SHAPES} == set(SHAPES)
    assert NIGHT.adds
    assert not LIGHT.adds
    assert set(PALETTES) == set(GROUNDS)


# ------------------------------------------------------------------ the drawn pictures
SIZE = 640, 360
SHOWN = 0.95
"""A text counts that shows at least so much: others are on their way in or out."""
SPECKS = 2
"""Per cent of the pixels behind a text that may be less good: a brick's edge, a hair line."""


def story_of(gpu: str, folder: Path) -> Story:
    return told(Request(gpu=gpu, voice="silent", cache=folder), STORYBOARD)


def posed(story: Story, name: str) -> Iterator[tuple[Still, Any, np.ndarray, np.ndarray]]:
    """Each still of a scene: its scene posed, its picture on paper without texts, and with them."""
    own = [still for still in declared(story) if still.beat.scene == name]
    with sitting(story.boards[name].card.load(), story.plans[name], Look(SIZE, palette="light")) as sat:
        scene: Any = sat.scene
        for still in own:
            sat.pose(still.moment)
            whole = sat.pixels()[..., :3] / 255
            shown = [text.opacity for text in scene.written]
            for text in scene.written:
                text.opacity = 0.0
            bare = sat.pixels()[..., :3] / 255
            for text, opacity in zip(scene.written, shown, strict=True):
                text.opacity = opacity
            yield still, scene, bare, whole


def weak(scene: Any, behind: np.ndarray) -> Iterator[str]:
    """The texts that do not stand out enough from what is behind them."""
    box_of = scene.renderer.camera.pixel_box
    for text in scene.written:
        if text.opacity < SHOWN:
            continue
        least = LARGE if text.letters.style.size >= TITLE else SMALL
        for _, box in text.texts():
            left, top, right, bottom = box_of(box)
            place = behind[top:bottom, left:right].reshape(-1, 3)
            for run in text.letters.submobjects:
                ink = rgb(LIGHT.letter(run.get_fill_color().to_hex()))
                drawn = place + (ink - place) * text.opacity
                ratio = float(np.percentile(contrast(drawn, place), SPECKS))
                if ratio < least:
                    yield f"{text.letters.text!r}: {ratio:.2f}"


@pytest.mark.parametrize("gpu", ["h100", "rtx-4090"])
@pytest.mark.parametrize("name", [card.name for card in STORYBOARD])
def test_every_text_of_every_still_reads_on_what_is_behind_it(gpu: str, name: str, tmp_path: Path) -> None:
    story = story_of(gpu, tmp_path)
    if name not in story.boards:
        pytest.skip("not in this film")
    found = {still.name: list(weak(scene, behind)) for still, scene, behind, _ in posed(story, name)}
    assert found == {still: [] for still in found}


def test_grounds_share_no_pictures_that_are_kept(tmp_path: Path) -> None:
    story = story_of("h100", tmp_path)
    still = next(still for still in declared(story) if still.name == "prefill_sluice.the_gate_opens")
    scene, plan = story.boards["prefill_sluice"].card.load(), story.plans["prefill_sluice"]
    with SHELF.at(tmp_path / "shelf"):
        night, paper, again, anew = (
            next(photograph(scene, plan, [still.moment], Look(SIZE, palette=ground)))
            for ground in ("night", "light") * 2
        )
    assert (night == again).all()
    assert (paper == anew).all()
    assert luminance(night[..., :3] / 255).mean() < 0.1 < 0.6 < luminance(paper[..., :3] / 255).mean()


def test_a_still_on_paper_is_mostly_paper(tmp_path: Path) -> None:
    for still, _, _, picture in posed(story_of("h100", tmp_path), "measured"):
        bright = float((luminance(picture) > 0.6).mean())
        assert bright > 0.6, still.name
        assert float(luminance(picture[0, 0])) > 0.85
