"""Whatever is computed can be said, and a listener who writes down what is heard is never misled."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import roofline
from film.english import FORMS, FRACTIONS, cardinal
from film.language import words_for
from film.numberwords import NUMBER_WORDS
from film.numerals import parse
from film.plan import Worded
from roofline import Figures, Gpu, Model
from roofline.sense import objection
from roofline.sheet import Kind

SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
UNITS = {cardinal(number): number for number in (*range(20), *range(20, 100, 10))}
FRACTION = {words: float(fraction) for fraction, words in FRACTIONS.items()}
PHRASES = {
    **FRACTION,
    "the same": 1.0,
    "double": 2.0,
    "one and a quarter times": 1.25,
    "one and a half times": 1.5,
    "two and a half times": 2.5,
    "three and a half times": 3.5,
}
FRACTIONS_OF_A_PERCENT = {"a tenth": 0.1, "a hundredth": 0.01, "a thousandth": 0.001}
BYTES = {"byte": 1.0, "kilobyte": 1e3, "megabyte": 1e6, "gigabyte": 1e9, "terabyte": 1e12}
BINARY = {"kibibyte": 2.0**10, "mebibyte": 2.0**20, "gibibyte": 2.0**30}
SPOKEN = {"": 1.0, "percent": 0.01, "times": 1.0, "operations": 1.0, "teraflops": 1e12} | {
    f"{name}{plural}{per}": size
    for name, size in ({"second": 1.0, "millisecond": 1e-3, "microsecond": 1e-6} | BYTES | BINARY).items()
    for plural in ("", "s")
    for per in ("", " per second")
}
DRAWN = {"": 1.0, "%": 0.01, "s": 1.0, "ms": 1e-3, "µs": 1e-6, "operations": 1.0, "TFLOP/s": 1e12, "×": 1.0} | {
    f"{name}{per}": size
    for name, size in {
        "byte": 1.0, "bytes": 1.0, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12,
        "KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30,
    }.items()
    for per in ("", "/s")
}  # fmt: skip


@dataclass(frozen=True)
class Heard:
    """What a listener makes of a figure: its size, its unit, and whether it is about, nearly or over that."""

    side: str
    value: float
    unit: str


def understood(words: list[str]) -> int:
    """The whole number that a listener makes of words."""
    total = group = 0
    for heard in words:
        if heard == "hundred":
            group *= 100
        elif heard == "trillion":  # the largest scale: all that was heard counts trillions
            total, group = (total + group) * SCALES[heard], 0
        elif heard in SCALES:
            total, group = total + group * SCALES[heard], 0
        else:
            group += UNITS[heard]
    return total + group


def listen(said: str) -> Heard:
    side = next((word for word in ("about", "nearly", "over", "under") if said.startswith(f"{word} ")), "")
    rest = said.removeprefix(side).strip()
    if rest.endswith(" of a percent"):
        return Heard(side, 0.01 * FRACTIONS_OF_A_PERCENT[rest.removesuffix(" of a percent")], "percent")
    if rest in PHRASES:
        return Heard(side, PHRASES[rest], "")
    words = rest.replace("-", " ").split()
    sign = -1 if words[0] == "minus" else 1
    words = words[sign == -1 :]
    whole = [word for word in words if word in UNITS or word in SCALES]
    if "point" in words:
        at = words.index("point")
        whole = words[:at]
        digits = [word for word in words[at + 1 :] if word in UNITS]
        scales = [word for word in words[at + 1 :] if word in SCALES]
        number = float(f"{understood(whole)}.{''.join(str(UNITS[digit]) for digit in digits)}")
        for scale in scales:
            number *= SCALES[scale]
    else:
        number = float(understood(whole))
    unit = " ".join(word for word in words if word not in UNITS and word not in SCALES and word != "point")
    return Heard(side, sign * number * SPOKEN[unit], unit)


def drawn(worded: Worded) -> float:
    size = 1.0
    unit = worded.unit
    for scale, factor in SCALES.items():
        if unit.split(" ")[0] == scale:
            unit, size = unit.removeprefix(scale).strip(), float(factor)
    return parse(worded.number.removeprefix("×")) * size * DRAWN[unit]


def check(kind: str, form: str, value: float) -> None:
    """What is drawn and said of a value is within what is allowed, and on the side that it names."""
    worded = FORMS[kind][form](value)
    if form == "pace":
        word = "slowed" if value > 1 else "sped up" if value < 1 else "in real time"
        assert worded.said.startswith(word)
        assert worded.shown.startswith(word)
        assert value == 1 or f"×{max(value, 1 / value):.12g}" == worded.number.replace(",", "")
        return
    heard, scale = listen(worded.said), 0.01 if form == "number" else 1.0
    size, slack = heard.value * scale, 0.0501 * abs(value)
    if kind == "whole":
        slack = max(0.5, 0.0501 * value if form == "about" else 0)
    if kind in ("round", "slow_motion"):
        slack = 0
    if kind == "rate":
        slack = 0.0051 * value + max(0.5, 0.0501 * value) if value < 999.5 else 0.0051 * value + 0.5
    if kind in ("count", "peak"):
        slack = max(0.0051 * value, 0.5 if value < 1e6 else 0)
    if kind == "ratio" and heard.side == "about":
        slack = 0.0501 * size
    if kind in ("share", "percent") and worded.said.removeprefix(f"{heard.side} ") in FRACTION:
        slack = 0.0601 * min(size, 1 - size)
    if heard.side == "under":
        # The nearest of the parts of a percent that can be said, and more than it is.
        assert value < size
        assert size == 0.00001 or value >= size / 10
    else:
        assert abs(size - value) <= slack * (1 + 1e-9), (worded, value)
    if form == "near" and heard.side in ("nearly", "over"):
        assert (size > value) == (heard.side == "nearly"), (worded, value)
    if kind == "rate" and heard.side != "":
        assert (size > parse(worded.number)) == (heard.side == "nearly"), (worded, value)
    if worded.shown.startswith("over"):
        assert 0.99 < value < 1
    elif kind != "whole":
        assert drawn(worded) * scale == pytest.approx(value, rel=0.0501, abs=0.5 if kind == "count" else 0), worded


SIZES = {
    "bandwidth": (1e6, 1e14),
    "binary_bytes": (1, 1e12),
    "bytes": (1, 1e15),
    "count": (1, 1e14),
    "duration": (1e-8, 1e4),
    "intensity": (1e-3, 1e6),
    "operations": (1, 1e20),
    "peak": (1e9, 1e18),
    "percent": (1e-7, 30),
    "rate": (1e-2, 1e7),
    "ratio": (1e-3, 1e3),
    "round": (1, 1e13),
    "seconds": (1e-3, 1e3),
    "share": (1e-7, 3),
    "slow_motion": (1e-3, 1e6),
    "steps": (1e-2, 1e4),
    "whole": (0, 1e12),
}


def test_every_kind_is_listened_to() -> None:
    assert set(SIZES) == set(FORMS) == set(Kind.__args__)  # type: ignore[attr-defined]


ROUND = [step * 10.0**power for power in range(-3, 13) for step in (1, 2, 5)]


NUMBERLESS = {"scale"}
"""Forms that give a unit's word and no number."""


@given(value=st.floats(1e9, 1e16))
def test_the_scale_of_a_peak_is_the_unit_in_which_it_is_said(value: float) -> None:
    peak, scale = FORMS["peak"][""](value), FORMS["peak"]["scale"](value)
    assert (scale.shown, scale.said, scale.number) == (peak.unit, peak.unit, "")


NUMBERED = [(kind, form) for kind in FORMS for form in FORMS[kind] if form not in NUMBERLESS]


@pytest.mark.parametrize(("kind", "form"), NUMBERED)
@given(data=st.data())
def test_no_size_misleads(kind: str, form: str, data: st.DataObject) -> None:
    low, high = SIZES[kind]
    sizes = [size for size in ROUND if low <= size <= high]
    check(kind, form, data.draw(st.sampled_from(sizes) if kind in ("round", "slow_motion") else st.floats(low, high)))


@given(st.integers(0, 10**15 - 1))
def test_words_of_whole_numbers_are_understood(number: int) -> None:
    assert understood(cardinal(number).replace("-", " ").split()) == number


@given(st.floats(1e-8, 1e4))
def test_durations_are_in_the_unit_of_their_size(value: float) -> None:
    worded = FORMS["duration"][""](value)
    assert parse(worded.number) < 1000 or worded.unit == "s"
    assert parse(worded.number) >= 1 or worded.unit == "µs"
    assert worded.said.endswith("s") == (worded.number != "1")


@st.composite
def chips(draw: st.DrawFn) -> Gpu:
    peak, bandwidth = draw(st.floats(1e13, 1e16)), draw(st.floats(5e10, 2e13))
    return Gpu("any", "Any 1", peak, bandwidth, draw(st.floats(4e9, 1e12)))


@st.composite
def models(draw: st.DrawFn) -> Model:
    kv_heads, layers = draw(st.integers(1, 16)), draw(st.integers(1, 128))
    hidden, vocabulary = draw(st.integers(256, 16_384)), draw(st.integers(1000, 300_000))
    sliding = draw(st.integers(0, layers))
    return Model(
        key=draw(st.sampled_from(["any", "llama-3.1-8b"])),  # with the measurement, and without
        name="Any 2",
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


@st.composite
def any_figures(draw: st.DrawFn) -> Figures:
    return roofline.compute(
        draw(chips()),
        draw(models()),
        prompt=draw(st.integers(1, 16_384)),
        users=draw(st.integers(1, 100_000)),
        context=draw(st.integers(1, 16_384)),
        weights=draw(st.sampled_from(["bf16", "int8"])),
    )


OTHER_WORDS = """
point minus about nearly over under of a an and the same half quarter times per operations teraflops
second seconds millisecond milliseconds microsecond microseconds
slowed sped up in real time
byte bytes kilobyte kilobytes megabyte megabytes gigabyte gigabytes terabyte terabytes
kibibyte kibibytes mebibyte mebibytes gibibyte gibibytes
"""
KNOWN = NUMBER_WORDS["en"] | set(OTHER_WORDS.split())


def check_all(figures: Figures) -> None:
    """Every figure has words in every form, each known, each short, none misleading."""
    words = words_for(figures)
    for name, figure in figures.items():
        for form in FORMS[figure.kind]:
            worded = words[f"{name}:{form}" if form else name]
            assert set(re.split(r"[ -]", worded.said)) <= KNOWN, name
            assert len(worded.shown) <= 26, name
            if form not in NUMBERLESS:
                check(figure.kind, form, figure.value)


@settings(max_examples=40, deadline=None)
@given(figures=any_figures())
def test_any_chip_and_model_can_be_told(figures: Figures) -> None:
    check_all(figures)
    why = objection(figures)
    assert why is not None or figures.value("prompt.bytes") <= figures.value("gpu.memory")
    assert why is None or "\n" not in why


@pytest.mark.parametrize("gpu", roofline.gpus())
def test_every_chip_of_the_catalogue_can_be_told(gpu: str) -> None:
    for model in roofline.models():
        for weights in ("bf16", "int8"):
            check_all(roofline.compute(gpu, model, weights=weights))
