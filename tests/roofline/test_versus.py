"""Two chips side by side: the other's figures are its own, ratios are of the larger, claims are true of every pair."""

from __future__ import annotations

from itertools import permutations

import pytest

import roofline
from roofline import Figures, Gpu, SpecError
from roofline.claims import CLAIMS, evaluate
from roofline.versus import CLAIMS as BESIDE
from roofline.versus import LONGEST_WAIT, RATIOS

CHIPS = list(roofline.gpus())
PROMPTS = (16, 100, 200, 300, 2000)

ALONE = {(gpu, prompt): roofline.compute(gpu, prompt=prompt) for gpu in CHIPS for prompt in PROMPTS}
PAIRS = [(gpu, other, prompt) for gpu, other in permutations(CHIPS, 2) for prompt in PROMPTS]


def pair(gpu: str, other: str, prompt: int) -> Figures:
    return roofline.compute(gpu, prompt=prompt, versus=other)


def test_each_figure_of_the_other_chip_is_its_own() -> None:
    for gpu, other, prompt in PAIRS[:: len(PROMPTS)]:
        figures, alone = pair(gpu, other, prompt), ALONE[other, prompt]
        of_it = [name for name in figures if name.startswith("versus.") and name.count(".") == 2]
        assert len(of_it) == 10
        for name in of_it:
            assert figures[name].value == alone[name.removeprefix("versus.")].value
            assert figures[name].unit == alone[name.removeprefix("versus.")].unit
            assert figures[name].kind == alone[name.removeprefix("versus.")].kind


def test_the_film_s_own_figures_do_not_change() -> None:
    alone, beside = roofline.compute(), roofline.compute(versus="rtx-4090")
    assert {name: figure for name, figure in beside.items() if not name.startswith("versus.")} == dict(alone)
    assert not any(name.startswith("versus.") for name in alone)
    assert {name: holds for name, holds in evaluate(beside).items() if name in CLAIMS} == evaluate(alone)
    assert set(evaluate(beside)) == {*CLAIMS, *BESIDE}


def test_the_numbers_of_the_h100_and_the_rtx_4090() -> None:
    figures = roofline.compute(versus="rtx-4090")
    assert figures.value("versus.prefill.time") == pytest.approx(33.1696e12 / 165.2e12, rel=1e-5)
    assert figures.value("versus.decode.rate") == pytest.approx(1.008e12 / 16.0605e9, rel=1e-5)
    assert figures.value("versus.peak_ratio") == pytest.approx(989.4 / 165.2)
    assert figures.value("versus.bandwidth_ratio") == pytest.approx(3.35 / 1.008)


def test_ratios_are_of_the_larger_and_the_same_both_ways() -> None:
    for gpu, other, prompt in PAIRS:
        here, there = pair(gpu, other, prompt), pair(other, gpu, prompt)
        for name, of in RATIOS.items():
            assert here.value(name) == there.value(name) >= 1
            both = ALONE[gpu, prompt].value(of), ALONE[other, prompt].value(of)
            assert here.value(name) == pytest.approx(max(both) / min(both))


def told(gpu: str, other: str, prompt: int) -> set[str]:
    """What is true of two chips, worked out from their data sheets alone."""
    model = roofline.models()["llama-3.1-8b"]
    operations = 2 * model.parameters * prompt + 2 * model.layers * model.hidden * prompt**2
    weights = 2 * model.parameters
    cache = prompt * 4 * model.layers * model.kv_heads * model.head_size
    waits, arithmetic, rates = [], [], []
    for chip in (roofline.gpus()[gpu], roofline.gpus()[other]):
        math, memory = operations / chip.peak, (weights + cache) / chip.bandwidth
        waits.append(max(math, memory))
        arithmetic.append(math > memory)
        rates.append(chip.bandwidth / weights)
    wait = 0 if max(waits) / min(waits) <= 1.05 else 1 if waits[1] > waits[0] else -1
    rate = 0 if max(rates) / min(rates) <= 1.05 else 1 if rates[1] > rates[0] else -1
    found = {"asked_for"}
    found |= {{1: "reads_slower", -1: "reads_faster", 0: "reads_alike"}[wait]} if all(arithmetic) else set()
    found |= set() if any(arithmetic) else {"reads_by_memory"}
    found |= {-1: {"writes_slower"}, 1: {"writes_faster"}, 0: set()}[rate]
    joint = {
        (1, -1): "slower_at_both",
        (-1, 1): "faster_at_both",
        (1, 1): "later_but_faster",
        (-1, -1): "sooner_but_slower",
        (0, 0): "alike_at_both",
        (1, 0): "waits_differ",
        (-1, 0): "waits_differ",
    }
    return found | ({joint[wait, rate]} if (wait, rate) in joint else set())


def test_every_claim_is_true_of_every_ordered_pair() -> None:
    seen: set[str] = set()
    for gpu, other, prompt in PAIRS:
        held = {name.removeprefix("versus.") for name, holds in evaluate(pair(gpu, other, prompt)).items() if holds}
        truth = told(gpu, other, prompt)
        assert {name for name in held if f"versus.{name}" in BESIDE} == truth, (gpu, other, prompt)
        seen |= truth
    assert {f"versus.{name}" for name in seen} >= set(BESIDE) - {"versus.waits_differ"}


def test_where_only_the_waits_differ() -> None:
    twin = Gpu("twin", "Twin", 2 * 989.4e12, 3.35e12, 80e9)
    assert evaluate(roofline.compute(versus=twin))["versus.waits_differ"]


def test_a_long_wait_is_sped_up_until_it_fits() -> None:
    for prompt, motion in ((2000, 1.0), (60_000, 0.1)):
        figures = roofline.compute("l4", prompt=prompt, versus="b200")
        assert figures.value("versus.motion") == motion
        assert figures.value("prefill.time") * motion <= LONGEST_WAIT


def test_the_same_chip_twice_is_refused() -> None:
    with pytest.raises(SpecError, match="the film's own chip"):
        roofline.compute("h100", versus="H100")


def test_statements_are_sentences() -> None:
    statements = [claim.statement for claim in BESIDE.values()]
    assert all(statement[0].isupper() and statement.endswith(".") for statement in statements)
    assert len(set(statements)) == len(statements)
