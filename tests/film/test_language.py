"""Figures as drawn and said: right for their size, made of the same digits, never further off than the words allow."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import roofline
from film.english import FORMS, cardinal, spelled
from film.errors import FilmError
from film.language import word, words_for
from film.numerals import digits, parse, rounded
from film.plan import Worded
from roofline import Gpu

H100 = roofline.compute()
WORDS = words_for(H100)

TABLE = {
    "weights.bytes": ("16 GB", "sixteen gigabytes"),
    "prefill.operations": ("33 trillion", "thirty-three trillion"),
    "prefill.time": ("34 ms", "thirty-four milliseconds"),
    "prefill.intensity": ("2,032", "about two thousand"),
    "prefill.channel_share": ("15%", "a seventh"),
    "prefill.channel_share:percent": ("15%", "fifteen percent"),
    "prefill.steps": ("7", "seven"),
    "decode.operations": ("16 billion", "sixteen billion"),
    "decode.step_time": ("4.8 ms", "four point eight milliseconds"),
    "decode.memory_time": ("4.8 ms", "four point eight milliseconds"),
    "decode.math_time": ("16 µs", "sixteen microseconds"),
    "decode.rate": ("209", "two hundred nine"),
    "decode.intensity": ("1", "one"),
    "gpu.ridge": ("295", "two hundred ninety-five"),
    "gpu.peak": ("989 trillion", "nine hundred eighty-nine trillion"),
    "gpu.peak:operations": ("989 trillion operations", "nine hundred eighty-nine trillion operations"),
    "gpu.peak:tflops": ("989 TFLOP/s", "nine hundred eighty-nine teraflops"),
    "gpu.bandwidth": ("3.35 TB/s", "three point three five terabytes per second"),
    "gpu.memory": ("80 GB", "eighty gigabytes"),
    "model.parameters": ("8.03 billion", "eight point zero three billion"),
    "attention.share_short": ("3.2%", "a thirtieth"),
    "attention.share_long": ("35%", "a third"),
    "kv.bytes_per_token": ("128 KiB", "one hundred twenty-eight kibibytes"),
    "kv.prompt_bytes": ("262 MB", "two hundred sixty-two megabytes"),
    "batch.step_time": ("5.4 ms", "five point four milliseconds"),
    "batch.rate": ("11,775", "nearly eleven thousand eight hundred"),
    "batch.intensity": ("56", "fifty-six"),
    "batch.ridge_intensity": ("183", "one hundred eighty-three"),
    "batch.crossover_context": ("415", "four hundred fifteen"),
    "ceiling.ttft_short": ("4.8 ms", "four point eight milliseconds"),
    "ceiling.ttft_middle": ("35 ms", "thirty-five milliseconds"),
    "ceiling.ttft_long": ("337 ms", "three hundred thirty-seven milliseconds"),
    "ceiling.ttft_long:s": ("0.34 s", "zero point three four seconds"),
    "ceiling.long_times": ("10", "ten"),
    "prompt.tokens": ("2,000", "two thousand"),
    "prompt.long:about": ("about 16,000", "about sixteen thousand"),
    "kv.long_bytes": ("2.1 GB", "two point one gigabytes"),
    "kv.long_share": ("13%", "thirteen percent"),
    "kv.long_slowdown": ("12%", "twelve percent"),
    "int8.rate": ("417", "four hundred seventeen"),
    "int8.speedup": ("×2", "about double"),
    "measured.ttft_short": ("0.3 s", "zero point three seconds"),
    "measured.ttft_long": ("0.74 s", "zero point seven four seconds"),
    "measured.ttft_long:ms": ("740 ms", "seven hundred forty milliseconds"),
    "measured.decode_short": ("156", "one hundred fifty-six"),
    "measured.slowdown": ("13%", "thirteen percent"),
    "measured.step_short": ("6.4 ms", "six point four milliseconds"),
    "measured.share_of_ceiling": ("75%", "three quarters"),
    "measured.share_of_ceiling:near": ("75%", "nearly three quarters"),
    "attention.share_long:near": ("35%", "over a third"),
    "measured.times_ceiling": ("×0.75", "about three quarters"),
    "efficiency.compute_low:number": ("40", "forty"),
    "efficiency.compute_high": ("70%", "seventy percent"),
    "wall.brick_weights": ("10 million", "ten million"),
    "wall.bricks": ("803", "eight hundred three"),
    "weights.bytes_each": ("2 bytes", "two bytes"),
    "int8.bytes_each": ("1 byte", "one byte"),
    "clock.slow_motion": ("×200", "two hundred times"),
}


@pytest.mark.parametrize("name", TABLE)
def test_the_film_s_figures_as_drawn_and_said(name: str) -> None:
    worded = word(H100, name)
    assert (worded.shown, worded.said) == TABLE[name]


@pytest.mark.parametrize(
    ("name", "shown", "said"),
    [
        ("gpu.name", "H100", "H100"),
        ("gpu.full_name", "NVIDIA H100 SXM", "H100"),
        ("model.name", "Llama 3.1 8B", "Llama three point one, eight B"),
        ("weights.precision", "BF16", "B F sixteen"),
        ("measured.router", "OpenRouter", "Open Router"),
        ("measured.provider", "CoreWeave", "Core Weave"),
        ("measured.other_precision", "FP8", "F P eight"),
    ],
)
def test_names_have_no_number(name: str, shown: str, said: str) -> None:
    assert WORDS[name] == Worded(shown, said)


def test_a_name_may_be_said_otherwise_than_drawn() -> None:
    assert word(roofline.compute(gpu="rtx-4090"), "gpu.name") == Worded("RTX 4090", "R T X forty ninety")
    bare = roofline.compute(gpu=Gpu("x", "Chip X", 1e14, 1e12, 8e10))
    assert word(bare, "gpu.full_name") == Worded("Chip X", "Chip X")


def test_every_figure_is_made_of_number_and_unit() -> None:
    for name, worded in WORDS.items():
        if name.partition(":")[0] not in H100 or name.endswith((":scale", ":pace")):
            continue
        assert worded.number, name
        spaced = f"{worded.number} {worded.unit}".strip()
        assert worded.shown.removeprefix("about ") in (spaced, f"{worded.number}{worded.unit}"), name
        assert any(map(str.isdigit, worded.number)), name


def test_a_form_by_any_other_name_is_refused() -> None:
    with pytest.raises(FilmError, match=r"^decode\.step_time has no form 'hours'; it has: ms, s$"):
        word(H100, "decode.step_time:hours")
    with pytest.raises(FilmError, match=r"^decode\.rate has no form 'x'; it has one form only$"):
        word(H100, "decode.rate:x")
    with pytest.raises(FilmError, match=r"^no figure 'decode\.rte' \(did you mean 'decode\.rate'\?\)$"):
        word(H100, "decode.rte")
    with pytest.raises(FilmError, match=r"^figures cannot be worded in 'de'; known: en$"):
        words_for(H100, "de")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"),
        (13, "thirteen"),
        (40, "forty"),
        (99, "ninety-nine"),
        (100, "one hundred"),
        (209, "two hundred nine"),
        (1000, "one thousand"),
        (16_361, "sixteen thousand three hundred sixty-one"),
        (1_000_001, "one million one"),
        (2_250_000_000_000_000, "two thousand two hundred fifty trillion"),
        (-7, "minus seven"),
    ],
)
def test_whole_numbers_in_words(number: int, words: str) -> None:
    assert cardinal(number) == words


@pytest.mark.parametrize(
    ("value", "least", "text"),
    [
        (33.52, 2, "34"),
        (208.586, 2, "209"),
        (4.794, 2, "4.8"),
        (8.02, 2, "8"),
        (0.34, 2, "0.34"),
        (0.3, 2, "0.3"),
        (9.96, 2, "10"),
        (8.0302, 3, "8.03"),
        (2.039, 4, "2.039"),
        (2.5, 1, "3"),
        (0.125, 2, "0.13"),
        (11_774.6, 2, "11,775"),
        (0, 2, "0"),
        (-0.04, 2, "-0.04"),
        (1e-6, 2, "0.000001"),
    ],
)
def test_digits_are_rounded_once_from_the_value(value: float, least: int, text: str) -> None:
    assert digits(value, least) == text


@given(st.floats(1e-9, 1e15), st.integers(1, 5))
def test_digits_stay_within_half_of_the_last_one(value: float, least: int) -> None:
    error = abs(parse(digits(value, least)) - value)
    assert error <= 0.5 * (1 + 1e-9)
    assert error <= 0.5 * value * 10.0 ** (1 - least) * (1 + 1e-9)


@pytest.mark.parametrize(
    ("number", "places", "result"), [(11_775, 3, 11_800), (1049, 2, 1000), (95, 1, 100), (7, 2, 7)]
)
def test_rounding_whole_numbers(number: int, places: int, result: int) -> None:
    assert rounded(number, places) == result


@pytest.mark.parametrize(
    ("kind", "value", "shown", "said"),
    [
        ("duration", 999.6e-6, "1 ms", "one millisecond"),
        ("duration", 0.9996, "1 s", "one second"),
        ("duration", 12.34, "12 s", "twelve seconds"),
        ("duration", 0.4e-6, "0.4 µs", "zero point four microseconds"),
        ("operations", 1.6e15, "1,600 trillion", "one thousand six hundred trillion"),
        ("operations", 1.0423e17, "104,000 trillion", "one hundred four thousand trillion"),
        ("operations", 999_600, "1 million", "one million"),
        ("operations", 949_600, "949,600", "nine hundred forty-nine thousand six hundred"),
        ("peak", 2.25e15, "2,250 trillion", "two thousand two hundred fifty trillion"),
        ("count", 405_853_388_800, "406 billion", "four hundred six billion"),
        ("count", 1_235_814_400, "1.24 billion", "one point two four billion"),
        ("bytes", 1.41e12, "1.4 TB", "one point four terabytes"),
        ("bytes", 999.7e9, "1 TB", "one terabyte"),
        ("bytes", 999, "999 bytes", "nine hundred ninety-nine bytes"),
        ("binary_bytes", 57_344, "56 KiB", "fifty-six kibibytes"),
        ("binary_bytes", 2.5 * 2**20, "2.5 MiB", "two point five mebibytes"),
        ("bandwidth", 0.3e12, "300 GB/s", "three hundred gigabytes per second"),
        ("bandwidth", 1.008e12, "1.008 TB/s", "one point zero zero eight terabytes per second"),
        ("bandwidth", 8e12, "8 TB/s", "eight terabytes per second"),
        ("rate", 6.28, "6.3", "six point three"),
        ("rate", 6529, "6,529", "over six thousand five hundred"),
        ("rate", 1043, "1,043", "over one thousand forty"),
        ("rate", 12_000, "12,000", "twelve thousand"),
        ("rate", 117_480, "117,480", "over one hundred seventeen thousand"),
        ("intensity", 0.93, "0.93", "zero point nine three"),
        ("intensity", 1234, "1,234", "about one thousand two hundred"),
        ("percent", 0.996, "over 99%", "over ninety-nine percent"),
        ("percent", 1, "100%", "one hundred percent"),
        ("percent", -0.031, "-3.1%", "minus three point one percent"),
        ("percent", 0.0016, "0.16%", "zero point one six percent"),
        ("share", 0.5, "50%", "half"),
        ("share", 0.45, "45%", "forty-five percent"),
        ("share", 0.95, "95%", "ninety-five percent"),
        ("share", 0.667, "67%", "two thirds"),
        ("share", 1.23, "123%", "one hundred twenty-three percent"),
        ("share", 0.126, "13%", "an eighth"),
        ("share", 0.9996, "over 99%", "over ninety-nine percent"),
        ("ratio", 1.97, "×2", "about double"),
        ("ratio", 1.7, "×1.7", "one point seven times"),
        ("ratio", 3.1, "×3.1", "about three times"),
        ("ratio", 0.51, "×0.51", "about half"),
        ("ratio", 1.02, "×1", "about the same"),
        ("ratio", 1.229, "×1.2", "about one and a quarter times"),
        ("ratio", 2.485, "×2.5", "about two and a half times"),
        ("ratio", 0.609, "×0.61", "about three fifths"),
        ("ratio", 0.3, "×0.3", "zero point three times"),
        ("slow_motion", 0.5, "×0.5", "zero point five times"),
        ("round", 500_000, "500,000", "five hundred thousand"),
        ("round", 2e9, "2 billion", "two billion"),
        ("steps", 6.4, "6.4", "six point four"),
        ("steps", 13.5, "14", "fourteen"),
    ],
)
def test_figures_of_other_sizes(kind: str, value: float, shown: str, said: str) -> None:
    worded = FORMS[kind][""](value)
    assert (worded.shown, worded.said) == (shown, said)


@pytest.mark.parametrize(("name", "said"), [("BF16", "B F sixteen"), ("INT8", "int eight"), ("FP", "F P")])
def test_precisions_are_spelled(name: str, said: str) -> None:
    assert spelled(name) == said


def test_words_of_every_form_are_there_for_the_script() -> None:
    for name, figure in H100.items():
        for form in FORMS[figure.kind]:
            assert (f"{name}:{form}" if form else name) in WORDS


def test_names_that_a_measurement_does_not_have_are_no_words() -> None:
    shipped = roofline.load_measurements()
    measured = replace(shipped, router="", other_precision="", decode_other=0.0)
    words = words_for(roofline.compute(measurements=measured))
    assert set(words_for(roofline.compute())) - set(words) >= {"measured.router", "measured.other_precision"}
    assert words["measured.provider"].shown == "CoreWeave"
    assert words["measured.how"].shown == shipped.how
