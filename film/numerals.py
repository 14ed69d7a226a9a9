"""Numbers as drawn. Rounding happens here, once, from the exact value."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from math import floor, log10


def digits(value: float, least: int = 2) -> str:
    """A number as drawn: at least `least` significant digits, every digit before the point, no zeros at the end."""
    if value == 0:
        return "0"
    places = max(0, least - 1 - floor(log10(abs(value))))
    text = f"{Decimal(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):,f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def parse(number: str) -> float:
    """The value of a drawn number."""
    return float(number.replace(",", ""))


def rounded(number: int, places: int) -> int:
    """A whole number of at least zero to `places` significant digits, halves upward."""
    unit: int = 10 ** max(0, len(str(number)) - places)
    return (2 * number + unit) // (2 * unit) * unit
