"""Any chip, model and workload: every scene can be set up, no text touches another at any cue, one variant applies."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import roofline
from roofline.sense import objection
from roofline.specs import SpecError
from tests.scenes.laid import wrong

EIGHT = "llama-3.1-8b"
CONTRASTS = ("a100", "rtx-4090", "l4", "mi300x")


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


LEVELS: dict[str, list[Any]] = {
    "gpu": ["h100", "a100", "rtx-4090", "l4", "mi300x", "b200"],
    "model": ["llama-3.1-8b", "llama-3.2-1b", "llama-3.1-70b", "gemma-2-9b"],
    "weights": ["bf16", "int8"],
    "prompt": [30, 2000, 8000, 100_000],
    "users": [1, 64, 2000],
    "context": [16, 256, 8000],
}
"""What contrasts: ridges from 153 to 403 on memories from 24 to 192 GB, windows and none, prompts on both sides of the
ridge, one user and more than are drawn one by one."""

COVER = """
h100      llama-3.1-8b   bf16  8000    1     256
h100      llama-3.2-1b   bf16  100000  2000  8000
h100      llama-3.1-70b  int8  30      2000  256
h100      gemma-2-9b     int8  2000    64    16
a100      llama-3.1-8b   bf16  30      2000  16
a100      llama-3.2-1b   bf16  100000  1     256
a100      llama-3.1-70b  int8  8000    64    8000
a100      gemma-2-9b     bf16  2000    1     256
rtx-4090  llama-3.1-8b   int8  8000    1     8000
rtx-4090  llama-3.1-8b   int8  100000  1     8000
rtx-4090  llama-3.2-1b   bf16  2000    64    256
rtx-4090  gemma-2-9b     bf16  30      2000  16
l4        llama-3.1-8b   bf16  2000    64    16
l4        llama-3.1-8b   int8  100000  64    8000
l4        llama-3.2-1b   int8  30      1     16
l4        gemma-2-9b     bf16  8000    2000  256
mi300x    llama-3.1-8b   bf16  100000  64    256
mi300x    llama-3.2-1b   bf16  8000    2000  16
mi300x    llama-3.1-70b  bf16  2000    1     256
mi300x    gemma-2-9b     int8  30      2000  8000
b200      llama-3.1-8b   bf16  2000    2000  8000
b200      llama-3.2-1b   int8  30      64    256
b200      llama-3.1-70b  int8  100000  1     16
b200      gemma-2-9b     int8  8000    64    256
"""
"""A pairwise cover: any two levels that a film can have together meet in one of these films."""

Row = dict[str, Any]


def rows() -> list[Row]:
    numbers = ("prompt", "users", "context")
    split = [dict(zip(LEVELS, line.split(), strict=True)) for line in COVER.strip().splitlines()]
    return [{name: int(value) if name in numbers else value for name, value in row.items()} for row in split]


def is_film(row: Row) -> bool:
    """Whether a film can be made of it."""
    try:
        return objection(roofline.compute(**row)) is None
    except SpecError:
        return False


def meetings(row: Row) -> set[frozenset[tuple[str, Any]]]:
    return {frozenset(pair) for pair in combinations(row.items(), 2)}


def test_the_cover_is_pairwise() -> None:
    every = (dict(zip(LEVELS, values, strict=True)) for values in product(*LEVELS.values()))
    possible = set().union(*(meetings(row) for row in every if is_film(row)))
    assert len(possible) > 150
    assert all(is_film(row) for row in rows())
    assert possible - set().union(*map(meetings, rows())) == set()


@pytest.mark.parametrize("row", rows(), ids=lambda row: "-".join(map(str, row.values())))
def test_every_pair(row: Row) -> None:
    assert wrong(**row) == []


SPOTS = """
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
"""More combinations of chip, model, precision, prompt, users and context."""


@pytest.mark.full
@pytest.mark.parametrize("row", SPOTS.strip().splitlines())
def test_spots(row: str) -> None:
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


@pytest.mark.parametrize("prompt", [60_000, 100_000])
def test_a_long_prompt_on_a_far_axis(prompt: int) -> None:
    assert wrong(gpu="gaudi-3", prompt=prompt) == []
