"""Numbers in plain text: no digit is typed in the script, and of the number words only a few may stand.

Every other number is a figure, so that it is computed, and changes with the chip.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

REVIEWED = {"en": frozenset({"one", "two", "first", "both", "half", "twice", "once"})}
"""The number words that may be typed, by language: each was read wherever it may stand."""

_ENGLISH = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
hundred thousand million billion trillion quadrillion dozen
hundreds thousands millions billions trillions quadrillions dozens tens
first third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth seventieth
eightieth ninetieth hundredth thousandth millionth billionth trillionth
half halves thirds quarter quarters fourths fifths sixths sevenths eighths ninths tenths hundredths
thousandths millionths billionths
once twice thrice both double doubles doubled doubling triple triples tripled tripling quadruple quadrupled
twofold threefold fourfold fivefold tenfold hundredfold thousandfold pair couple percent
"""

NUMBER_WORDS = {"en": frozenset(_ENGLISH.split())}
"""The words that say a number, by language. English 'second' is left out: here it is always a time."""

_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\w*\d[\w.,]*")


def typed_numbers(text: str, language: str) -> Iterator[str]:
    """The digits and the number words in a text that ought to be figures.

    A language without a list of its own is held to the rule on digits alone.
    """
    forbidden = NUMBER_WORDS.get(language, frozenset()) - REVIEWED.get(language, frozenset())
    yield from (found[0].rstrip(".,") for found in _DIGITS.finditer(text))
    yield from (sign for sign in text if unicodedata.category(sign) in {"No", "Nl"})  # such as ² and ½
    yield from (found[0] for found in _WORD.finditer(text) if found[0].lower() in forbidden)
