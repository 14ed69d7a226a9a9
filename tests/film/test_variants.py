"""Variants of a beat in a row: the first whose claim holds applies, and no other."""

from __future__ import annotations

from itertools import product

import pytest

from film.errors import FilmError
from film.storyboard import beat, beats_of


class Scene:
    @beat(claim="a.one")
    def goes(self) -> None: ...

    @goes.otherwise(claim="a.two")
    def second(self) -> None: ...

    @goes.otherwise
    def last(self) -> None: ...


@pytest.mark.parametrize(("one", "two"), list(product((True, False), repeat=2)))
def test_exactly_one_of_a_row_applies(one: bool, two: bool) -> None:
    (goes,) = beats_of(Scene)
    key = "goes" if one else "goes.second" if two else "goes.otherwise"
    assert goes.choose({"a.one": one, "a.two": two}).key == key


def test_nothing_follows_the_last() -> None:
    goes = Scene.__dict__["goes"]
    with pytest.raises(FilmError, match="after the one without a claim"):
        goes.otherwise(Scene.last)
