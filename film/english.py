"""English: how each kind of figure is drawn and said.

Number words are our own: they are short, and what is said must be made from the very digits that are
drawn, which a library that takes the number itself would round again.

No word is further off than it allows. Digits: half of the last one drawn, of which there are two at least,
so five percent. A fraction: FRACTION_SLACK. 'About' a number of times: RATIO_SLACK; about a whole number: five
percent. 'Nearly' and 'over' are on their side of what they name, and within its slack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import count
from math import floor

from film.numerals import digits, parse, rounded
from film.plan import Worded

Rule = Callable[[float], Worded]

_UNDER_TWENTY = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen
"""
_BY_TEN = "ten twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL, _TENS = _UNDER_TWENTY.split(), _BY_TEN.split()
_SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1000, "thousand"))


def cardinal(number: int) -> str:
    """A whole number in words, the American way: 'two hundred nine', 'minus one'."""
    if number < 0:
        return f"minus {cardinal(-number)}"
    if number < 20:
        return _SMALL[number]
    if number < 100:
        return _TENS[number // 10 - 1] + (f"-{_SMALL[number % 10]}" if number % 10 else "")
    if number < 1000:
        head, rest = f"{_SMALL[number // 100]} hundred", number % 100
    else:
        size, name = next(scale for scale in _SCALES if number >= scale[0])
        head, rest = f"{cardinal(number // size)} {name}", number % size
    return f"{head} {cardinal(rest)}" if rest else head


def aloud(number: str) -> str:
    """A drawn number in words: '11,800' is 'eleven thousand eight hundred', '4.8' 'four point eight'."""
    sign = "minus " if number.startswith("-") else ""
    whole, _, decimals = number.lstrip("-").replace(",", "").partition(".")
    tail = "".join(f" {_SMALL[int(digit)]}" for digit in decimals)
    return sign + cardinal(int(whole)) + (f" point{tail}" if tail else "")


def _plain(number: str, unit: str = "", said: str = "") -> Worded:
    """A number and what follows it, drawn and said."""
    said = f"{aloud(number)} {said}" if said else aloud(number)
    return Worded(f"{number} {unit}" if unit else number, said, number, unit)


Unit = tuple[float, str, str]
"""Size in SI, sign, name of one."""

_TIMES: tuple[Unit, ...] = ((1e-6, "µs", "microsecond"), (1e-3, "ms", "millisecond"), (1.0, "s", "second"))
_BYTES: tuple[Unit, ...] = (
    (1.0, "bytes", "byte"),
    (1e3, "kB", "kilobyte"),
    (1e6, "MB", "megabyte"),
    (1e9, "GB", "gigabyte"),
    (1e12, "TB", "terabyte"),
)
_BINARY: tuple[Unit, ...] = (
    (1.0, "bytes", "byte"),
    (2.0**10, "KiB", "kibibyte"),
    (2.0**20, "MiB", "mebibyte"),
    (2.0**30, "GiB", "gibibyte"),
)


def _in_unit(value: float, unit: Unit, least: int) -> Worded:
    size, sign, name = unit
    number = digits(value / size, least)
    one = number == "1"
    return _plain(number, "byte" if one and sign == "bytes" else sign, name if one else f"{name}s")


def _sized(units: tuple[Unit, ...], least: int = 2, step: float = 1000.0) -> Rule:
    """In the smallest unit that keeps the drawn number below `step`."""

    def rule(value: float) -> Worded:
        for unit in units:
            worded = _in_unit(value, unit, least)
            if abs(parse(worded.number)) < step:
                return worded
        return worded

    return rule


def _fixed(unit: Unit) -> Rule:
    return lambda value: _in_unit(value, unit, 2)


def _bandwidth(value: float) -> Worded:
    inner = _sized(_BYTES, 4)(value)
    unit = f"{inner.unit}/s"
    return Worded(f"{inner.number} {unit}", f"{inner.said} per second", inner.number, unit)


def _counted(least: int, most: int) -> Rule:
    """From a million on with the scale in words ('8.03 billion'), from 1,000 trillion on to `most` digits."""

    def rule(value: float) -> Worded:
        for size, name in _SCALES[:-1]:
            number = digits(value / size, least)
            if parse(number) >= 1000:
                return _plain(f"{rounded(round(parse(number)), most):,}", name, name)
            if parse(number) >= 1:
                return _plain(number, name, name)
        return _plain(digits(value, least))

    return rule


def _peak_scale(value: float) -> Worded:
    """The word for the unit in which a peak is counted: what stands on an axis."""
    unit = _counted(3, 15)(value).unit
    return Worded(unit, unit, "", unit)


def _peak_operations(value: float) -> Worded:
    worded = _counted(3, 15)(value)
    return Worded(f"{worded.shown} operations", f"{worded.said} operations", worded.number, f"{worded.unit} operations")


def _teraflops(value: float) -> Worded:
    return _plain(digits(value / 1e12, 3), "TFLOP/s", "teraflops")


def _whole(value: float) -> Worded:
    return _plain(digits(value, 1))


def _about(value: float) -> Worded:
    """To two significant digits, 'about' if that is not the number itself."""
    whole = floor(value + 0.5)
    near = rounded(whole, 2)
    worded = _plain(f"{near:,}")
    if near == whole:
        return worded
    return Worded(f"about {worded.shown}", f"about {worded.said}", worded.number)


RATE_SLACK = Fraction(5, 1000)
"""How far 'nearly' and 'over' may be from the rate that is drawn."""


def _rate(value: float) -> Worded:
    """Drawn in full; from a thousand on said to the coarsest round number within RATE_SLACK, 'nearly' or 'over'."""
    drawn = _plain(digits(value, 2))
    whole = round(parse(drawn.number))
    if whole < 1000:
        return drawn
    coarser = (rounded(whole, places) for places in count(1))
    near = next(number for number in coarser if abs(number - whole) <= RATE_SLACK * whole)
    word = "nearly " if whole < near else "over " if whole > near else ""
    return Worded(drawn.shown, word + cardinal(near), drawn.number)


def _intensity(value: float) -> Worded:
    """Drawn in full; from a thousand on said to two digits with 'about'."""
    drawn = _plain(digits(value, 2))
    return drawn if value < 999.5 else Worded(drawn.shown, _about(value).said, drawn.number)


def _round_count(value: float) -> Worded:
    return _whole(value) if value < 10**6 else _counted(1, 15)(value)


UNDER = {0.001: "a tenth", 0.0001: "a hundredth", 0.00001: "a thousandth"}
"""Shares under which a percentage is said to be under so much of a percent, the largest first."""


def _percent(value: float) -> Worded:
    """Whole percents from ten on; never rounded up to all or down to none; a tiny part is said to be under one."""
    number = digits(100 * value, 2)
    if 0 < value < max(UNDER):
        part = UNDER[min(share for share in UNDER if value < share)]
        return Worded(f"{number}%", f"under {part} of a percent", number, "%")
    if 0.99 < value < 1 and number == "100":
        return Worded("over 99%", "over ninety-nine percent", "99", "%")
    return Worded(f"{number}%", f"{aloud(number)} percent", number, "%")


def _percent_number(value: float) -> Worded:
    return _plain(_percent(value).number)


_NTH = {
    3: "third",
    4: "quarter",
    5: "fifth",
    6: "sixth",
    7: "seventh",
    8: "eighth",
    9: "ninth",
    10: "tenth",
    12: "twelfth",
    15: "fifteenth",
    20: "twentieth",
    25: "twenty-fifth",
    30: "thirtieth",
    40: "fortieth",
    50: "fiftieth",
    60: "sixtieth",
    70: "seventieth",
    80: "eightieth",
    90: "ninetieth",
    100: "hundredth",
    1000: "thousandth",
}
FRACTIONS: Mapping[Fraction, str] = {
    **{Fraction(1, n): f"{'an' if n in (8, 80) else 'a'} {name}" for n, name in _NTH.items()},
    Fraction(1, 2): "half",
    Fraction(2, 3): "two thirds",
    Fraction(3, 4): "three quarters",
    Fraction(2, 5): "two fifths",
    Fraction(3, 5): "three fifths",
    Fraction(4, 5): "four fifths",
    Fraction(9, 10): "nine tenths",
}
"""The fractions that can be said, and how."""

_SAID = {words: fraction for fraction, words in FRACTIONS.items()}

FRACTION_SLACK = 0.06
"""How far a share may be from a fraction that is said for it: part of the fraction, or of what it leaves
over if that is less ('nine tenths' is not said for 95 percent)."""


def _fraction(value: float) -> Worded:
    """A share in words ('a seventh') where one is close enough, else in percent."""
    percent = _percent(value)
    near = min(FRACTIONS, key=lambda fraction: abs(value - fraction) / fraction)
    if abs(value - near) > FRACTION_SLACK * min(near, 1 - near):
        return percent
    return Worded(percent.shown, FRACTIONS[near], percent.number, percent.unit)


EXACT = 0.001
"""How far a share may be from a fraction, as part of it, to be neither nearly that nor over it."""


def _near(value: float) -> Worded:
    """A share as a fraction that it does not quite reach or passes: 'nearly three quarters', 'over a third'."""
    worded = _fraction(value)
    fraction = _SAID.get(worded.said)
    if fraction is None or abs(value - fraction) <= EXACT * fraction:
        return worded
    side = "nearly" if value < fraction else "over"
    return Worded(worded.shown, f"{side} {worded.said}", worded.number, worded.unit)


RATIO_SLACK = 0.05
"""How far a ratio may be from what 'about' is said of, as part of it."""

_TIMES_AS_MUCH: Mapping[float, str] = {
    **{float(fraction): words for fraction, words in FRACTIONS.items()},
    1.0: "the same",
    1.25: "one and a quarter times",
    1.5: "one and a half times",
    2.0: "double",
    2.5: "two and a half times",
    3.5: "three and a half times",
}


def _ratio(value: float) -> Worded:
    number, whole = digits(value, 2), max(1, round(value))
    drawn = f"×{number}"
    words = {float(whole): f"{cardinal(whole)} times", **_TIMES_AS_MUCH}
    near = min(words, key=lambda size: abs(value - size) / size)
    if abs(value - near) <= RATIO_SLACK * near:
        return Worded(drawn, f"about {words[near]}", drawn)
    return Worded(drawn, f"{aloud(number)} times", drawn)


def _slow_motion(value: float) -> Worded:
    number = digits(value, 1)
    return Worded(f"×{number}", f"{aloud(number)} times", f"×{number}")


def _pace(value: float) -> Worded:
    """What stands beside a clock: how much slower or faster than in truth it runs."""
    if value == 1:
        return Worded("in real time", "in real time")
    worded = _slow_motion(value if value > 1 else 1 / value)
    word = "slowed" if value > 1 else "sped up"
    return Worded(f"{word} {worded.shown}", f"{word} {worded.said}", worded.number)


CLOSE = 1.1
"""A ratio under this is told to one digit more."""


def _times(value: float) -> Worded:
    number = digits(value, 3 if value < CLOSE else 2)
    return Worded(f"{number}×", f"{aloud(number)} times", number, "×")


def _steps(value: float) -> Worded:
    return _plain(digits(value, 2))


FORMS: Mapping[str, Mapping[str, Rule]] = {
    "bandwidth": {"": _bandwidth},
    "binary_bytes": {"": _sized(_BINARY, step=1024.0)},
    "bytes": {"": _sized(_BYTES)},
    "count": {"": _counted(3, 15)},
    "duration": {"": _sized(_TIMES), "ms": _fixed(_TIMES[1]), "s": _fixed(_TIMES[2])},
    "intensity": {"": _intensity},
    "operations": {"": _counted(2, 3)},
    "peak": {"": _counted(3, 15), "operations": _peak_operations, "scale": _peak_scale, "tflops": _teraflops},
    "percent": {"": _percent, "number": _percent_number, "fraction": _fraction},
    "rate": {"": _rate},
    "ratio": {"": _ratio, "times": _times},
    "round": {"": _round_count},
    "seconds": {"": _fixed(_TIMES[2]), "ms": _fixed(_TIMES[1])},
    "share": {"": _fraction, "near": _near, "percent": _percent, "number": _percent_number},
    "slow_motion": {"": _slow_motion, "pace": _pace},
    "steps": {"": _steps},
    "whole": {"": _whole, "about": _about},
}
"""For each kind of figure its forms; the one without a name is what a bare placeholder gives."""


def spelled(name: str) -> str:
    """A short technical name as said: 'BF16' is 'B F sixteen', 'INT8' is 'int eight'."""
    letters = name.rstrip("0123456789")
    number = name[len(letters) :]
    said = letters.lower() if letters == "INT" else " ".join(letters)
    return f"{said} {cardinal(int(number))}" if number else said
