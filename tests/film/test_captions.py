from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from film.captions import LEAST, WIDTH, Noise, chapters, cues, described, listing, srt, transcript, vtt
from film.plan import BeatTiming, Worded, WordTime
from film.script import ends_sentence
from film.timeline import SceneTiming, Timeline

FPS = 30


def timed(text: str, each: float = 0.3, pause: float = 0.5, figure: str = "") -> tuple[WordTime, ...]:
    """Words that last `each` seconds, with a pause after a sentence; those of `figure` belong to one."""
    words, now = [], 0.4
    for word in text.split():
        words.append(WordTime(word, now, now + each, "a.figure" if word.strip(".,") in figure.split() else None))
        now += each + pause * ends_sentence(word)
    return tuple(words)


def film(*lines: Sequence[WordTime], titles: Sequence[str] = ("The tap",)) -> Timeline:
    """A film of one scene a title; the lines are beats of the first."""
    beats, frame = [], 0
    for number, words in enumerate(lines):
        frames = round((words[-1].end + 0.6) * FPS) if words else 15
        line = " ".join(word.text for word in words)
        said = {"a.figure": tuple(word.start for word in words if word.figure)[:1]} if words else {}
        first, last = (words[0].start, words[-1].end) if words else (0.0, 0.0)
        beats.append(
            BeatTiming("tap", f"b{number}", f"b{number}", frame, frames, line, tuple(words), said, {}, first, last)
        )
        frame += frames
    scenes = [SceneTiming("tap", titles[0], 0, frame, tuple(beats))]
    for number, title in enumerate(titles[1:], start=1):
        scenes.append(SceneTiming(f"s{number}", title, frame, 65 * FPS, ()))
        frame += 65 * FPS
    return Timeline(FPS, tuple(scenes), {})


def texts(line: str, figure: str = "") -> list[str]:
    return [cue.text for cue in cues(film(timed(line, figure=figure)))]


def test_each_sentence_is_its_own_caption() -> None:
    assert texts("The wall. It stands in memory, at rest.") == ["The wall.", "It stands in memory, at rest."]


def test_a_long_sentence_is_broken_at_punctuation() -> None:
    line = "At two bytes for each and every weight, the wall is sixteen gigabytes, and it stands in memory."
    assert texts(line) == [
        "At two bytes for each and every weight,",
        "the wall is sixteen gigabytes,\nand it stands in memory.",
    ]


def test_a_caption_of_two_lines_breaks_where_it_reads_well() -> None:
    assert texts("Every weight of the model stays in memory until it is fetched.") == [
        "Every weight of the model stays\nin memory until it is fetched."
    ]


def test_a_figure_stays_on_one_line_where_it_can() -> None:
    line = "Together they make nine hundred eighty-nine trillion a day."
    figure = "nine hundred eighty-nine trillion"
    assert texts(line, figure) == ["Together they make\nnine hundred eighty-nine trillion a day."]


def test_a_sentence_without_punctuation_still_fits() -> None:
    line = " ".join(["weights"] * 30) + "."
    found = texts(line)
    assert " ".join(found).replace("\n", " ") == line
    assert len(found) == 3  # of 239 characters


def test_captions_stand_while_their_words_are_spoken_and_a_little_longer() -> None:
    shown = cues(film(timed("One two three four five. Six."), timed("Seven eight nine ten.")))
    assert [round(cue.start, 3) for cue in shown] == [0.4, 2.4, 3.7]
    assert shown[0].end == pytest.approx(1.9 + 0.3)  # lingers
    assert shown[1].end == pytest.approx(2.4 + LEAST)  # one short word


def test_the_last_caption_is_gone_before_the_film_ends() -> None:
    short = (WordTime("End.", 0.1, 0.2),)
    timeline = film(short)
    assert timeline.seconds == pytest.approx(0.8)
    assert cues(timeline)[-1].end == pytest.approx(0.8 - 1 / FPS)


WORDS = st.lists(
    st.tuples(
        st.sampled_from(["a", "wall", "weights,", "milliseconds", "RTX 4090", "memory.", "gone:", "H100"]),
        st.booleans(),
    ),
    min_size=1,
    max_size=60,
)


@settings(deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=3), st.floats(0.05, 0.6))
def test_captions_hold_every_word_within_the_rules(lines: list[list[tuple[str, bool]]], each: float) -> None:
    beats = []
    for line in lines:
        now, words = 0.2, []
        for text, figure in line:
            words.append(WordTime(text, now, now + each, "a.figure" if figure else None))
            now += each
        beats.append(words)
    timeline = film(*beats)
    shown = cues(timeline)
    assert " ".join(cue.text.replace("\n", " ") for cue in shown) == " ".join(beat.line for beat in timeline.beats)
    assert all(len(cue.lines) <= 2 and all(0 < len(line) <= WIDTH for line in cue.lines) for cue in shown)
    assert all(earlier.end <= later.start for earlier, later in pairwise(shown))
    assert all(cue.start < cue.end for cue in shown)
    assert not any(ends_sentence(word) for cue in shown for word in cue.text.split()[:-1])


def test_subrip_numbers_its_captions() -> None:
    assert srt(cues(film(timed("The wall. Again.")))) == (
        "1\n00:00:00,400 --> 00:00:01,400\nThe wall.\n\n2\n00:00:01,500 --> 00:00:02,367\nAgain.\n"
    )


def test_webvtt_escapes_what_it_would_read_as_markup() -> None:
    assert vtt(cues(film(timed("R&D <b>.")))) == "WEBVTT\n\n00:00:00.400 --> 00:00:01.400\nR&amp;D &lt;b&gt;.\n"


def test_the_transcript_says_when_each_line_begins() -> None:
    timeline = film(timed("The wall."), (), timed("Again."), titles=["Before", "After"])
    said = {"tap.b0": "", "tap.b1": "Water & <light>.", "tap.b2": ""}
    assert transcript(timeline, "The film", said) == (
        "# The film\n\n## Before\n\n[0:00] The wall.\n\n[0:01] *Water & <light>.*\n\n[0:02] Again.\n\n## After\n"
    )


def test_a_description_lasts_as_long_as_its_beat() -> None:
    timeline = film(timed("The wall."), (), timed("Again."))
    assert described(timeline, {"tap.b0": "", "tap.b1": "Water & <light>.", "tap.b2": "Dark."}) == (
        "WEBVTT\n\n00:00:01.600 --> 00:00:02.100\nWater &amp; &lt;light&gt;.\n\n00:00:02.100 --> 00:00:03.400\nDark.\n"
    )


def test_a_noise_has_its_own_caption_where_nobody_speaks() -> None:
    timeline = film(timed("The wall.", pause=4.0), timed("Again."))
    quiet = film(timed("The wall. Stands.", pause=4.0))
    assert [cue.text for cue in cues(quiet, [Noise(2.0, "water")])] == ["The wall.", "[water]", "Stands."]
    assert next(cue.text for cue in cues(timeline, [Noise(0.5, "water")])) == "[water]\nThe wall."


def test_a_noise_for_which_there_is_no_room_is_left_out() -> None:
    line = "The whole wall that was once through it takes as long as four point eight milliseconds."
    without, noisy = cues(film(timed(line))), cues(film(timed(line)), [Noise(1.0, "water rushing through a sluice")])
    assert noisy == without


@given(st.lists(st.floats(0, 20), max_size=6), st.floats(0.1, 5.0))
def test_noises_never_break_the_rules_of_captions(starts: list[float], pause: float) -> None:
    timeline = film(timed("The wall. It stands in memory, at rest. One channel joins them.", pause=pause))
    captions = cues(timeline, [Noise(start, "water rushing") for start in sorted(starts)])
    for cue in captions:
        assert len(cue.lines) <= 2
        assert max(map(len, cue.lines)) <= WIDTH
        assert cue.end > cue.start
    for one, other in pairwise(captions):
        assert one.end <= other.start + 1e-9


def test_chapters_are_lines_as_video_sites_read_them() -> None:
    timeline = film(timed("The wall."), titles=["One", *["More"] * 56])
    lines = chapters(timeline).splitlines()
    assert lines[:3] == ["0:00 One", "0:01 More", "1:06 More"]
    assert lines[-1] == "59:36 More"
    longer = film(timed("The wall."), titles=["One", *["More"] * 58])
    assert chapters(longer).splitlines()[-1] == "1:01:46 More"


def test_the_listing_gives_words_pace_and_the_moment_of_each_figure() -> None:
    timeline = film(timed("It takes four milliseconds.", figure="four milliseconds"), ())
    text = listing(timeline, {"a.figure": Worded("4 ms", "four milliseconds", "4", "ms")})
    assert text.splitlines() == [
        "tap: The tap",
        "  00:00.000  b0, 2.20 s, 4 words, 200 a minute",
        "             It takes four milliseconds.",
        "             a.figure = 4 ms, at 00:01.000",
        "  00:02.200  b1, 0.50 s",
    ]
