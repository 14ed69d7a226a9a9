"""A title for each beat, where beats stand alone: on slides and as files."""

from __future__ import annotations

import re
import textwrap

from film.plan import BeatTiming
from film.script import draw
from film.story import Story

LONGEST = 96
"""Letters of a title at most; a longer sentence is cut between two words."""


def titles(story: Story) -> dict[str, str]:
    """The title of each beat by its key: its scene, its place in it, and the first sentence of its line."""
    return {
        beat.key: _title(f"{scene.title}, {number} of {len(scene.beats)}", _first_sentence(story, beat))
        for scene in story.timeline.scenes
        for number, beat in enumerate(scene.beats, start=1)
    }


def _title(place: str, sentence: str) -> str:
    text = f"{place}: {sentence}" if sentence else place
    return textwrap.shorten(text, LONGEST, placeholder="…")


def _first_sentence(story: Story, beat: BeatTiming) -> str:
    line = draw(story.script.line(beat.scene, beat.variant), story.words)
    return re.split(r"(?<=[.!?…:])\s", line.strip(), maxsplit=1)[0].rstrip(".:")
