"""What holds for any chip and any model."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import roofline
from roofline import Figures, Gpu, Model
from roofline.bounds import crossover_batch
from roofline.claims import evaluate
from roofline.pictures import round_above, round_below


@st.composite
def chips(draw: st.DrawFn) -> Gpu:
    peak = draw(st.floats(1e13, 1e16))
    bandwidth = draw(st.floats(5e10, 2e13))
    return Gpu("any", "Any", peak, bandwidth, draw(st.floats(4e9, 1e12)))


@st.composite
def models(draw: st.DrawFn) -> Model:
    kv_heads, shared = draw(st.integers(1, 16)), draw(st.integers(1, 16))
    hidden = draw(st.integers(256, 16_384))
    vocabulary = draw(st.integers(1000, 300_000))
    return Model(
        key="any",
        name="Any",
        parameters=2 * hidden * vocabulary + draw(st.integers(10**8, 10**12)),
        layers=draw(st.integers(1, 128)),
        hidden=hidden,
        query_heads=kv_heads * shared,
        kv_heads=kv_heads,
        head_size=draw(st.sampled_from([64, 96, 128, 256])),
        vocabulary=vocabulary,
        tied=draw(st.booleans()),
        context_window=draw(st.integers(4096, 2_000_000)),
    )


@st.composite
def settings_of(draw: st.DrawFn) -> Figures:
    tokens = st.integers(1, 4096)
    return roofline.compute(
        gpu=draw(chips()),
        model=draw(models()),
        prompt=draw(tokens),
        users=draw(st.integers(1, 10_000)),
        context=draw(tokens),
        weights=draw(st.sampled_from(["bf16", "int8"])),
    )


@settings(max_examples=150, deadline=None)
@given(figures=settings_of())
def test_any_setting_is_consistent(figures: Figures) -> None:
    v = figures.value
    for part in ("prefill", "decode", "batch"):
        time = v("prefill.time" if part == "prefill" else f"{part}.step_time")
        reached = v(f"{part}.operations") / time
        # The roofline itself: the lower of roof and slope.
        assert reached == pytest.approx(min(v("gpu.peak"), v(f"{part}.intensity") * v("gpu.bandwidth")))
        assert 1 <= v(f"lights.{part}") <= v("chip.lights")
    assert v("batch.summed_step_time") >= v("batch.memory_time") * (1 - 1e-12)
    assert 400 <= v("wall.bricks") <= 1000
    slow, flood, read = (v(name) for name in ("clock.slow_motion", "prefill.time", "decode.step_time"))
    assert slow * flood <= 10
    assert slow * read <= 2.5
    assert slow * flood > 3.9 or slow * read > 0.9
    # Where a long prompt's flood leaves a read too short to see, reads have a clock of their own.
    assert v("clock.read_motion") >= slow
    assert 0.3 * (1 - 1e-9) <= v("clock.read_motion") * read <= 2.5
    assert v("clock.batch_motion") <= v("clock.read_motion")
    assert v("clock.batch_motion") * v("batch.step_time") <= 10
    assert v("crowd.drops") <= 1000
    assert 0 <= v("crowd.drops") * v("crowd.drop_users") - v("batch.users") < v("crowd.drop_users")
    assert v("clock.true_motion") <= 1
    # Whole tokens: those that are done, or all but done, by the step's own time.
    for kind, step in (("", read), ("cached_", v("decode.cached_step_time"))):
        written = v(f"prefill.{kind}written")
        assert written == int(written) >= 1
        assert (written - 0.05) * step <= flood * (1 + 1e-9) < (written + 0.95) * step * (1 + 1e-9)
    assert v("prefill.cached_written") <= v("prefill.written")
    assert v("prefill.written") / v("clock.drop_tokens") <= 50
    assert v("clock.drop_tokens") == 1 or v("prefill.written") / v("clock.drop_tokens") > 20
    assert 0 < v("kv.long_slowdown") < min(1, v("kv.long_share"))
    assert 0 < v("attention.share_long") < 1
    assert v("prefill.channel_share") <= 1
    assert 0.99 < v("int8.speedup") <= 2.0001
    assert set(evaluate(figures).values()) <= {True, False}


@settings(max_examples=150, deadline=None)
@given(figures=settings_of())
def test_crossover_is_the_first_batch_on_the_roof(figures: Figures) -> None:
    v = figures.value

    def intensity(users: float) -> float:
        cache = users * v("batch.context") * v("kv.bytes_per_token")
        return 2 * v("model.parameters") * users / (v("weights.bytes") + cache)

    if "batch.crossover_users" in figures:
        users = v("batch.crossover_users")
        assert intensity(users) >= v("gpu.ridge") * (1 - 1e-9)
        assert users == 1 or intensity(users - 1) < v("gpu.ridge") * (1 + 1e-9)
        assert v("batch.context") < v("batch.crossover_context") * (1 + 1e-9)
    else:
        assert intensity(1e12) <= v("gpu.ridge") * (1 + 1e-9)


@given(st.floats(1e-6, 1e13))
def test_round_numbers_bracket(value: float) -> None:
    above, below = round_above(value), round_below(value)
    assert below <= value <= above
    assert below > value / 2.51
    assert above < value * 2.51
    assert f"{above:.0e}"[0] in "125"
    assert f"{below:.0e}"[0] in "125"


def test_no_batch_crosses_over_at_the_limit_itself() -> None:
    assert crossover_batch(10, 20, 1, 20, 1) == float("inf")
