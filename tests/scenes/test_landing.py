"""Every figure that is said comes into view on its word."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from film.storyboard import SceneCard
from scenes import STORYBOARD
from scenes.stage import FilmScene

NOT_ON_ITS_WORD = {
    "measured.first_words: gpu.name",  # a name, in the note that comes two words later
    "measured.first_words: measured.router",  # a name, which stands in one line with the provider's
    "measured.the_stream_measured: gpu.name",  # a name, under the number that is said just before it
    "shared_read.half_the_bytes: int8.speedup",  # the two rates beside each other show it
    "measured.another_provider: measured.fp8_bytes_each",  # the precision beside the rate shows it
}


@pytest.mark.parametrize("card", STORYBOARD, ids=lambda card: str(card.name))
def test_every_figure_lands_on_its_word(
    card: SceneCard,
    pose: Callable[[type[FilmScene]], FilmScene],
    unlanded: Callable[[FilmScene], list[str]],
) -> None:
    assert set(unlanded(pose(card.load()))) - NOT_ON_ITS_WORD == set()
