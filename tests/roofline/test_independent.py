"""Numbers that others printed, against our functions.

Sources: Jench2103/transformer-roofline-analyzer, AI-Hypercomputer/maxtext (PR 1988), zeux/calm
(tools/sol.ipynb), cli99/llm-analysis, modal-labs/gpu-glossary, jax-ml/scaling-book.
"""

from __future__ import annotations

import pytest

from roofline.bounds import math_time, ridge, step_time
from roofline.passes import causal_attention_operations, decode_bytes, kv_bytes, kv_elements, linear_operations

MIB = 2**20


@pytest.mark.parametrize(
    ("layers", "kv_heads", "head_size", "expected"),
    [(32, 8, 128, 64.0), (80, 8, 128, 160), (16, 8, 64, 16)],
    ids=["Llama 3.1 8B", "Llama 3.1 70B", "Llama 3.2 1B"],
)
def test_cache_of_512_tokens(layers: int, kv_heads: int, head_size: int, expected: float) -> None:
    assert kv_bytes(layers, kv_heads, head_size, 512, 2) / MIB == expected


@pytest.mark.parametrize(("tokens", "teraflop"), [(8_192, 211.11), (129_024, 52_367.54)])
def test_causal_attention_in_training(tokens: int, teraflop: float) -> None:
    """Llama-2 7B, four sequences, forward and backward: three times the forward pass."""
    operations = 3 * 4 * causal_attention_operations(32, 4096, tokens**2)
    assert operations / 1e12 == pytest.approx(teraflop, abs=0.005)


@pytest.mark.parametrize(("kv_heads", "expected"), [(32, 1_073_741_824), (8, 268_435_456)])
def test_cache_elements_with_and_without_shared_heads(kv_heads: int, expected: int) -> None:
    """At 4,096 tokens: Llama-2 7B has as many KV heads as query heads, Mistral 7B a quarter."""
    assert kv_elements(32, kv_heads, 128, 4096) == expected


def test_cache_of_a_multi_head_13b() -> None:
    assert kv_bytes(40, 40, 128, 522, 2) == 427_622_400


@pytest.mark.parametrize(("peak", "bandwidth", "expected"), [(2250e12, 8.0e12, 281), (312e12, 2.0e12, 156)])
def test_ridges(peak: float, bandwidth: float, expected: int) -> None:
    assert round(ridge(peak, bandwidth)) == expected


@pytest.mark.parametrize(("users", "milliseconds"), [(1, 4.98), (8, 12.13), (64, 69.33)])
def test_step_of_a_13b_on_eight_chips(users: int, milliseconds: float) -> None:
    """26 GB of weights and 6.7 GB of cache for each user of 8,192 tokens, on eight TPU v5e."""
    tokens = 8192
    moved = decode_bytes(26e9, 6.7e9 / tokens, users, tokens)
    time = step_time(linear_operations(13e9, users), moved, 8 * 197e12, 8 * 0.82e12)
    assert time * 1e3 == pytest.approx(milliseconds, abs=0.005)


def test_prefill_of_a_70b_on_sixteen_chips() -> None:
    """Without attention, at 40 percent of peak."""
    assert math_time(linear_operations(70e9, 8192), 0.4 * 16 * 197e12) == pytest.approx(0.91, abs=0.005)
