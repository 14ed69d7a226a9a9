"""Any chip, model and workload: every scene can be set up, no text touches another at any cue, one variant applies."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import roofline
from film.language import words_for
from film.plans import scene_plans
from film.request import Request, film_figures
from film.script import Script, load_script
from film.story import holds
from film.storyboard import Beat, beats_of
from film.timeline import build
from film.voice import SilentVoice
from roofline.claims import evaluate
from roofline.sense import objection
from scenes import STORYBOARD
from scenes.stage.layout import problems
from scenes.stage.plan import SCRIPT

FPS = 15
EIGHT = "llama-3.1-8b"
CONTRASTS = ("a100", "rtx-4090", "l4", "mi300x")


@cache
def script() -> Script:
    return load_script(SCRIPT)


@cache
def scene(name: str) -> tuple[type, tuple[Beat, ...]]:
    made = STORYBOARD.scene(name).load()
    return made, beats_of(made)


def wrong(**asked: Any) -> list[str]:
    """What is wrong with the texts of a film; nothing if it is refused, with a reason."""
    if objection(roofline.compute(**asked)):
        return []
    figures = film_figures(Request(**asked))
    words, claims = words_for(figures), evaluate(figures)
    beats = {card.name: scene(card.name)[1] for card in STORYBOARD if holds(card, figures)}
    for own in beats.values():
        for beat in own:
            assert sum(variant.applies(claims) for variant in beat.variants) == 1
    timeline = build(beats, script(), words, claims, SilentVoice(), FPS)
    plans = scene_plans(figures, script(), words, claims, timeline)
    return [line for name, plan in plans.items() for line in problems(scene(name)[0], plan)]


@pytest.mark.parametrize("gpu", CONTRASTS)
def test_contrasting_chips(gpu: str) -> None:
    assert wrong(gpu=gpu) == []


def test_weights_of_one_byte() -> None:
    assert wrong(weights="int8") == []


def test_a_prompt_below_the_ridge() -> None:
    assert wrong(prompt=100) == []


def test_one_user() -> None:
    assert wrong(users=1) == []


@pytest.mark.full
@pytest.mark.parametrize("weights", ["bf16", "int8"])
@pytest.mark.parametrize("gpu", roofline.gpus())
def test_every_chip(gpu: str, weights: str) -> None:
    assert wrong(gpu=gpu, weights=weights) == []


@pytest.mark.full
@pytest.mark.parametrize("weights", ["bf16", "int8"])
@pytest.mark.parametrize("model", [model for model in roofline.models() if model != EIGHT])
def test_every_model(model: str, weights: str) -> None:
    assert wrong(model=model, weights=weights) == []


PAIRS = """
h100       llama-3.1-8b    bf16   16     2     16
h100       llama-3.2-1b    int8   100    300   256
h100       phi-4           bf16   9100   8     2000
h100       gemma-2-9b      int8   5000   64    16
h100       llama-3.1-70b   int8   2000   8     256
a100       llama-3.1-8b    int8   9100   300   16
a100       llama-3.2-3b    bf16   16000  8     256
a100       qwen3-8b        bf16   100    64    2000
a100       gemma-2-9b      bf16   400    2     256
a100       phi-4           int8   16     64    256
rtx-4090   llama-3.1-8b    bf16   400    64    2000
rtx-4090   llama-3.2-1b    bf16   9100   300   16
rtx-4090   phi-4           int8   2000   8     16
rtx-4090   qwen2.5-7b      bf16   16     8     256
l4         llama-3.1-8b    int8   100    300   256
l4         llama-3.2-3b    bf16   2000   64    2000
l4         mistral-7b-v0.3 bf16   400    8     16
l4         gemma-2-9b      int8   16     2     2000
mi300x     llama-3.1-70b   bf16   2000   64    256
mi300x     llama-3.1-8b    bf16   16000  300   2000
mi300x     phi-4           bf16   100    2     16
mi300x     llama-3.2-1b    int8   400    8     256
b200       llama-3.2-1b    bf16   2000   300   2000
b200       llama-3.1-8b    int8   16     64    16
rtx-3090   qwen3-8b        int8   9100   64    256
gaudi-3    mistral-7b-v0.3 int8   16000  300   16
tpu-v6e    llama-3.1-8b    bf16   9100   2     256
"""
"""A pairwise cover: any two of chip, model, precision, prompt, users and context meet, as far as they contrast."""


@pytest.mark.full
@pytest.mark.parametrize("row", PAIRS.strip().splitlines())
def test_pairs(row: str) -> None:
    gpu, model, weights, prompt, users, context = row.split()
    asked = {"prompt": int(prompt), "users": int(users), "context": int(context)}
    assert wrong(gpu=gpu, model=model, weights=weights, **asked) == []


@pytest.mark.full
@settings(max_examples=20, deadline=None)
@given(
    gpu=st.sampled_from(list(roofline.gpus())),
    model=st.sampled_from(list(roofline.models())),
    weights=st.sampled_from(["bf16", "int8"]),
    prompt=st.integers(16, 8000),
    users=st.integers(1, 500),
    context=st.integers(1, 4000),
)
def test_any_workload(**asked: Any) -> None:
    assert wrong(**asked) == []
