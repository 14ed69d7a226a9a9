from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest

from film.errors import FilmError, Unspeakable
from film.plan import Worded
from film.script import Script, Spoken, load_script
from film.storyboard import Beat, Variant
from film.timeline import Timeline, build
from film.voice import SilentVoice, Take

WORDS = {"decode.step_time": Worded("4.8 ms", "four point eight milliseconds", "4.8", "ms")}
SCRIPT = """
[tap]
title = "The tap"
wait = ""
drop = "A <gate>token takes {decode.step_time}<end>"
"drop.otherwise" = "No."
[wall]
read = "The wall. Again."
"""


class EvenVoice:
    """Half a second of nothing, then a word every half second."""

    key = "even"

    def say(self, spoken: Spoken) -> Take:
        words = tuple((0.5 + 0.5 * index, 1.0 + 0.5 * index) for index in range(len(spoken.words)))
        return Take(np.zeros(12_000 + 12_000 * len(words), np.float32), 24_000, words)


def beat(name: str, lead: float = 0.25, breath: float = 0.5, least: float = 0.0, claim: str | None = None) -> Beat:
    variants = [Variant(name, name, claim)] + ([Variant(f"{name}.otherwise", "other", claim, False)] if claim else [])
    return Beat(name, tuple(variants), lead, breath, least)


@pytest.fixture
def script(tmp_path: Path) -> Script:
    (tmp_path / "en.toml").write_text(SCRIPT, "utf-8")
    return load_script(tmp_path / "en.toml")


def timeline(script: Script, fps: int = 60, claims: Mapping[str, bool] | None = None) -> Timeline:
    storyboard = {"tap": [beat("wait", least=0.74), beat("drop", claim="slow")], "wall": [beat("read", least=3.0)]}
    return build(storyboard, script, WORDS, claims or {"slow": True}, EvenVoice(), fps)


def test_a_beat_lasts_its_lead_its_line_and_its_breath(script: Script) -> None:
    drop = list(timeline(script).beats)[1]
    assert drop.line == "A token takes four point eight milliseconds"
    assert drop.frames == (0.25 + 7 * 0.5 + 0.5) * 60
    assert (drop.spoken, drop.silent) == (0.25, 3.75)


def test_cues_are_counted_from_the_first_frame_of_the_beat(script: Script) -> None:
    drop = list(timeline(script).beats)[1]
    assert drop.said == {"decode.step_time": (1.75,)}
    assert drop.marks == {"gate": 0.75, "end": 3.75}
    assert [word.start for word in drop.words if word.figure] == [1.75, 2.25, 2.75, 3.25]


def test_a_beat_without_a_line_lasts_its_least_length(script: Script) -> None:
    wait = next(timeline(script).beats)
    assert (wait.frames, wait.words, wait.line) == (45, (), "")  # 0.74 s in whole frames of a sixtieth


def test_a_beat_lasts_no_less_than_its_least_length(script: Script) -> None:
    assert list(timeline(script).beats)[2].frames == 180


@pytest.mark.parametrize("fps", [15, 24, 25, 30, 50, 60])
def test_beats_follow_each_other_without_a_gap_at_any_frame_rate(script: Script, fps: int) -> None:
    film = timeline(script, fps)
    frame = 0
    for one in film.beats:
        assert one.start_frame == frame
        assert one.silent <= one.frames / fps
        frame += one.frames
    assert film.frames == frame
    assert [scene.start_frame for scene in film.scenes] == [0, film.scenes[0].frames]


def test_the_variant_that_holds_is_spoken(script: Script) -> None:
    drop = list(timeline(script, claims={"slow": False}).beats)[1]
    assert (drop.variant, drop.line, drop.key) == ("drop.otherwise", "No.", "tap.drop")


def test_the_first_word_of_a_take_falls_on_the_lead(script: Script) -> None:
    film = timeline(script)
    drop = list(film.beats)[1]
    assert film.take_start(drop) == pytest.approx(0.75 + 0.25 - 0.5)


def test_titles_come_from_the_script(script: Script) -> None:
    assert [scene.title for scene in timeline(script).scenes] == ["The tap", "Wall"]


def test_a_beat_needs_a_line_or_a_length(script: Script) -> None:
    with pytest.raises(FilmError, match=r"beat tap\.wait has neither a line nor a least length"):
        build({"tap": [beat("wait")]}, script, WORDS, {}, SilentVoice(), 60)


def test_a_beat_whose_line_is_missing_is_named(script: Script) -> None:
    with pytest.raises(FilmError, match=r"no line 'dropp' in \[tap\] \(did you mean 'drop'\?\)"):
        build({"tap": [beat("dropp")]}, script, WORDS, {}, SilentVoice(), 60)


class Speaker(EvenVoice):
    """Does something before each line, in whichever thread speaks it."""

    def __init__(self, before: Callable[[str], object]):
        self.before = before
        self.begun: list[str] = []

    def say(self, spoken: Spoken) -> Take:
        self.begun.append(spoken.text)
        self.before(spoken.text)
        return super().say(spoken)


def recital(folder: Path, voice: Speaker, count: int) -> Timeline:
    """A film of so many lines; each has one word more than the one before."""
    lines = [f'line_{number} = "No.{number * " No."}"' for number in range(count)]
    (folder / "en.toml").write_text("\n".join(["[tap]", *lines]), "utf-8")
    beats = [beat(f"line_{number}") for number in range(count)]
    return build({"tap": beats}, load_script(folder / "en.toml"), {}, {}, voice, 60)


def test_lines_that_are_spoken_at_once_keep_their_places(tmp_path: Path) -> None:
    second = threading.Event()

    def first_is_last(text: str) -> None:
        if text == "No.":
            assert second.wait(20), "the second line is spoken beside the first"
        elif text == "No. No.":
            second.set()

    film = recital(tmp_path, Speaker(first_is_last), 4)
    assert list(film.takes) == [f"tap.line_{number}" for number in range(4)]
    assert [len(take.words) for take in film.takes.values()] == [1, 2, 3, 4]


def test_a_line_that_cannot_be_spoken_is_named_among_those_that_can(tmp_path: Path) -> None:
    def third(text: str) -> None:
        if text == "No. No. No.":
            raise Unspeakable("no letters")

    with pytest.raises(FilmError, match=r"en\.toml:4: no letters$"):
        recital(tmp_path, Speaker(third), 5)


@pytest.mark.parametrize("error", [Unspeakable("no letters"), KeyboardInterrupt(), OSError(28, "full")])
def test_after_a_line_that_fails_the_rest_is_not_spoken(tmp_path: Path, error: BaseException) -> None:
    def first(text: str) -> None:
        if text == "No.":
            raise error
        time.sleep(0.1)

    voice = Speaker(first)
    with pytest.raises(FilmError if isinstance(error, Unspeakable) else type(error)):
        recital(tmp_path, voice, 40)
    assert len(voice.begun) < 20
    begun = list(voice.begun)
    time.sleep(0.3)
    assert voice.begun == begun, "no thread speaks on"


def test_a_scene_alone_is_the_same_wherever_it_stands(script: Script) -> None:
    whole = timeline(script)
    tap, wall = whole.scenes
    assert whole.alone(tap) == Timeline(60, (tap,), {key: whole.takes[key] for key in ("tap.drop",)})
    alone = whole.alone(wall)
    assert (alone.frames, list(alone.takes)) == (wall.frames, ["wall.read"])
    (read,) = alone.beats
    assert read.start_frame == 0
    assert whole.take_start(next(beat for beat in whole.beats if beat.key == "wall.read")) == pytest.approx(
        alone.take_start(read) + tap.frames / 60
    )
