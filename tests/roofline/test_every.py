"""Every chip, dense model and precision of the catalogue, and any other: figures and claims against an arithmetic of
their own, written down once more from the definitions."""

from __future__ import annotations

from math import floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import roofline
from roofline import Figures, Gpu, Model
from roofline.claims import evaluate
from roofline.sense import objection

SETTINGS = [(model, weights) for model in roofline.models() for weights in ("bf16", "int8")]


def kept(model: Model, tokens: float) -> float:
    """Bytes of the cache of one user: two numbers of two bytes for each layer, KV head, place and token it keeps."""
    layers = [min(tokens, model.sliding_window) if n < model.sliding_layers else tokens for n in range(model.layers)]
    return 4 * model.kv_heads * model.head_size * sum(layers)


def attention(model: Model, tokens: float) -> float:
    """Operations of attention within a prompt: four for each pair and number of a query, half of the pairs ahead."""
    window = min(tokens, model.sliding_window)
    narrow, wide = window * tokens - window**2 / 2, tokens**2 / 2
    pairs = model.sliding_layers * narrow + (model.layers - model.sliding_layers) * wide
    return 4 * model.query_heads * model.head_size * pairs


def truths(figures: Figures) -> dict[str, bool]:
    """What is true, of the claims that rest on chip, model and workload alone."""
    gpu, model, work = figures.gpu, figures.model, figures.workload
    each = {"bf16": 2, "int8": 1}[work.weights]
    weights = model.parameters * each
    prompt, context = kept(model, work.prompt), kept(model, work.context)
    operations = 2 * model.parameters * work.prompt + attention(model, work.prompt)
    fetch, math = weights / gpu.bandwidth, 2 * model.parameters / gpu.peak
    reading = max(operations / gpu.peak, (weights + prompt) / gpu.bandwidth)
    batch = weights + work.users * context
    ridge_users = max(1, floor(gpu.peak / gpu.bandwidth + 0.5))
    ridge_batch = weights + ridge_users * context
    long = figures.value("prompt.long")
    long_operations = 2 * model.parameters * long + attention(model, long)
    long_reading = max(long_operations / gpu.peak, (weights + kept(model, long)) / gpu.bandwidth)
    alone = max((weights + context) / gpu.bandwidth, math)
    step, shared = max(fetch, math), max(batch / gpu.bandwidth, work.users * math)
    return {
        "weights.fit": weights <= gpu.memory,
        "weights.of_16_bits": each == 2,
        "prompt.fits": weights + prompt <= gpu.memory,
        "long.fits": weights + kept(model, long) <= gpu.memory,
        "prefill.limited_by_arithmetic": operations / gpu.peak > (weights + prompt) / gpu.bandwidth,
        "prefill.slower_than_step": reading >= 2 * step,
        "prefill.unnoticed": reading < 0.1,
        "long.takes_longer": long_reading >= 2 * reading,
        "attention.long_is_longer": min(32_768, model.context_window) >= 2 * work.prompt,
        "decode.limited_by_memory": fetch > math,
        "decode.math_is_a_sliver": math <= fetch / 20,
        "cache.small_here": prompt < weights / 50,
        "batch.several": work.users > 1,
        "batch.fits": batch <= gpu.memory,
        "batch.step_barely_longer": shared <= 1.25 * alone,
        "batch.limited_by_memory": batch / gpu.bandwidth > work.users * math,
        "batch.ridge_fits": ridge_batch <= gpu.memory,
        "batch.ridge_memory_bound": 2 * model.parameters * ridge_users / ridge_batch < gpu.peak / gpu.bandwidth,
        "batch.below_ridge": work.users < ridge_users,
        "int8.about_double": max(2 * model.parameters / gpu.bandwidth, math)
        >= 1.9 * max(model.parameters / gpu.bandwidth, math),
        "embedding.looked_up": not model.tied,
    }


def something_to_tell(figures: Figures) -> bool:
    """Whether there is something to tell: a prompt of several tokens, a chip that waits for its memory, and room for
    one user at least."""
    gpu, work = figures.gpu, figures.workload
    each = {"bf16": 2, "int8": 1}[work.weights]
    room = gpu.memory - figures.model.parameters * each
    waits = 2 / gpu.peak <= 0.2 * each / gpu.bandwidth
    return work.prompt >= 16 and waits and floor(room / kept(figures.model, work.context)) >= 1


def check(figures: Figures) -> None:
    """No claim differs from what is true, and a film is refused exactly where weights and prompt do not fit."""
    claims, true = evaluate(figures), truths(figures)
    assert {name: claims[name] for name in true} == true
    told = something_to_tell(figures)
    assert (objection(figures) is None) == (true["prompt.fits"] and told)


@pytest.mark.parametrize("gpu", roofline.gpus())
def test_no_claim_is_false(gpu: str) -> None:
    for model, weights in SETTINGS:
        check(roofline.compute(gpu, model, weights=weights))


@pytest.mark.parametrize("gpu", roofline.gpus())
def test_figures_are_what_they_are_defined_as(gpu: str) -> None:
    for model, weights in SETTINGS:
        figures = roofline.compute(gpu, model, weights=weights)
        v, chip, net = figures.value, figures.gpu, figures.model
        each = {"bf16": 2, "int8": 1}[weights]
        assert v("weights.bytes") == net.parameters * each
        assert v("decode.rate") == pytest.approx(chip.bandwidth / (net.parameters * each))
        assert v("prefill.operations") == pytest.approx(2 * net.parameters * 2000 + attention(net, 2000))
        assert v("prefill.time") == pytest.approx(v("prefill.operations") / chip.peak)
        assert v("batch.bytes") == pytest.approx(net.parameters * each + 64 * kept(net, 256))
        assert v("kv.long_bytes") == pytest.approx(kept(net, v("prompt.long")))
        assert v("prompt.long") <= net.context_window
        assert v("attention.long_tokens") <= net.context_window
        assert v("int8.speedup") == pytest.approx(2)


@pytest.mark.parametrize("gpu", roofline.gpus())
def test_the_measurement_is_told_of_its_own_model_only(gpu: str) -> None:
    for model in roofline.models():
        figures = roofline.compute(gpu, model)
        claims = evaluate(figures)
        assert claims["measured.of_this_model"] == (model == "llama-3.1-8b")
        if model == "llama-3.1-8b":
            assert claims["measured.below_ceiling"] == (figures.gpu.bandwidth > 156 * 2 * 8_030_261_248)


@st.composite
def any_figures(draw: st.DrawFn) -> Figures:
    kv_heads, layers = draw(st.integers(1, 16)), draw(st.integers(1, 128))
    hidden, vocabulary = draw(st.integers(256, 16_384)), draw(st.integers(1000, 300_000))
    sliding = draw(st.integers(0, layers))
    model = Model(
        key="any",
        name="Any",
        parameters=2 * hidden * vocabulary + draw(st.integers(10**8, 10**12)),
        layers=layers,
        hidden=hidden,
        query_heads=kv_heads * draw(st.integers(1, 16)),
        kv_heads=kv_heads,
        head_size=draw(st.sampled_from([64, 96, 128, 256])),
        vocabulary=vocabulary,
        tied=draw(st.booleans()),
        context_window=draw(st.integers(16_384, 2_000_000)),
        sliding_layers=sliding,
        sliding_window=draw(st.integers(1, 16_384)) if sliding else 0,
    )
    peak, bandwidth, memory = draw(st.floats(1e13, 1e16)), draw(st.floats(5e10, 2e13)), draw(st.floats(4e9, 3e12))
    return roofline.compute(
        Gpu("any", "Any", peak, bandwidth, memory),
        model,
        prompt=draw(st.integers(1, 16_384)),
        users=draw(st.integers(1, 100_000)),
        context=draw(st.integers(1, 16_384)),
        weights=draw(st.sampled_from(["bf16", "int8"])),
    )


@settings(max_examples=150, deadline=None)
@given(figures=any_figures())
def test_no_claim_is_false_of_anything(figures: Figures) -> None:
    check(figures)
