from __future__ import annotations

from pathlib import Path

import pytest

from film.errors import FilmError
from film.plan import Worded
from film.script import Script, draw, load_script

WORDS = {
    "decode.step_time": Worded("4.8 ms", "four point eight milliseconds", "4.8", "ms"),
    "prefill.channel_share": Worded("14.5 %", "a seventh", "14.5", "%"),
    "prefill.channel_share:percent": Worded("14.5 %", "fourteen percent", "14.5", "%"),
    "gpu.name": Worded("RTX 4090", "R T X forty ninety"),
}


def script(tmp_path: Path, text: str) -> Script:
    path = tmp_path / "en.toml"
    path.write_text(text, "utf-8")
    return load_script(path)


def line(tmp_path: Path, text: str) -> Script:
    return script(tmp_path, f"[tap]\ndrop = '''{text}'''\n")


def test_a_line_says_its_figures_in_words_and_its_names_as_written(tmp_path: Path) -> None:
    spoken = line(tmp_path, "On the {gpu.name}, a token takes {decode.step_time}.").line("tap", "drop").render(WORDS)
    assert spoken.text == "On the RTX 4090, a token takes four point eight milliseconds."
    assert spoken.key == "tap.drop"
    assert [(word.text, word.figure) for word in spoken.words[2:4]] == [("RTX 4090,", "gpu.name"), ("a", None)]
    assert spoken.words[2].voice == "R T X forty ninety,"
    assert [word.figure for word in spoken.words[-4:]] == ["decode.step_time"] * 4
    assert spoken.said == {"gpu.name": (2,), "decode.step_time": (6,)}


def test_a_figure_said_twice_has_two_moments(tmp_path: Path) -> None:
    spoken = line(tmp_path, "{decode.step_time} {decode.step_time}").line("tap", "drop").render(WORDS)
    assert spoken.said["decode.step_time"] == (0, 4)


def test_a_figure_that_begins_a_sentence_is_written_large(tmp_path: Path) -> None:
    spoken = line(tmp_path, "Why? {decode.step_time} each.").line("tap", "drop").render(WORDS)
    assert spoken.text == "Why? Four point eight milliseconds each."
    assert list(spoken.sentences()) == [(0, 1), (1, 6)]


def test_a_placeholder_takes_the_form_it_asks_for(tmp_path: Path) -> None:
    spoken = line(tmp_path, "only {prefill.channel_share:percent} full").line("tap", "drop").render(WORDS)
    assert spoken.text == "only fourteen percent full"
    assert spoken.said == {"prefill.channel_share": (1,)}


def test_marks_stand_before_the_next_word_or_at_the_end(tmp_path: Path) -> None:
    spoken = line(tmp_path, "the <gate>gate lifts (<all>{gpu.name}) now<end>").line("tap", "drop").render(WORDS)
    assert spoken.marks == {"gate": 1, "all": 3, "end": 5}
    assert spoken.text == "the gate lifts (RTX 4090) now"


def test_a_pronunciation_reaches_the_voice_alone(tmp_path: Path) -> None:
    word = line(tmp_path, "Use [RoPE](/ɹˈOp/).").line("tap", "drop").render(WORDS).words[1]
    assert (word.text, word.voice) == ("RoPE.", "[RoPE](/ɹˈOp/).")


def test_a_lone_dash_is_no_word(tmp_path: Path) -> None:
    spoken = line(tmp_path, "— the wall — again").line("tap", "drop").render(WORDS)
    assert [word.text for word in spoken.words] == ["— the", "wall —", "again"]


def test_an_empty_line_has_no_words(tmp_path: Path) -> None:
    assert line(tmp_path, " ").line("tap", "drop").render(WORDS).words == ()


@pytest.mark.parametrize("table", ['idle = "a"\n"idle.otherwise" = "b"', 'idle.line = "a"\nidle.otherwise = "b"'])
def test_a_second_variant_is_a_quoted_key_or_a_table(tmp_path: Path, table: str) -> None:
    lines = script(tmp_path, f"[tap]\n{table}\n").scene("tap").lines
    assert {key: text.raw for key, text in lines.items()} == {"idle": "a", "idle.otherwise": "b"}
    assert lines["idle"].name == "tap.idle"
    assert lines["idle.otherwise"].where() == f"{tmp_path / 'en.toml'}:3"


def test_texts_on_screen_and_titles_are_drawn_as_shown(tmp_path: Path) -> None:
    loaded = script(
        tmp_path, '[tap]\ntitle="One {gpu.name}"\n[tap.screen]\nrate = "[a {decode.step_time}](weight) · b"'
    )
    assert loaded.heading("tap", WORDS) == "One RTX 4090"
    assert loaded.screen("tap") == {"rate": "[a {decode.step_time}](weight) · b"}
    assert draw(loaded.scene("tap").screen["rate"], WORDS) == "a 4.8 ms · b"


def test_a_scene_without_a_title_has_its_name(tmp_path: Path) -> None:
    assert script(tmp_path, '[decode_tap]\na = "b"').heading("decode_tap", WORDS) == "Decode tap"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("one\n{decode.step_tim}", "3: no figure 'decode.step_tim' (did you mean 'decode.step_time'?)"),
        ("one\n{decode.step_time:percent}", "3: no figure 'decode.step_time:percent'; it has one form only"),
        (
            "{prefill.channel_share:third}",
            "2: no figure 'prefill.channel_share:third'; it has: prefill.channel_share:percent",
        ),
        ("one\ntwo {decode", "3: '{' is never closed"),
        ("one\ntwo <gate lifts", "3: '<' is never closed"),
        ("[word] alone", "2: '[' wants to be [word](note)"),
        ("a > b", "2: '>' closes nothing"),
        ("{Decode Step}", "2: {Decode Step} names no figure: a placeholder is {name} or {name:form}"),
        ("<a b>c", "2: <a b> is no mark: a mark is a word of small letters, digits and _"),
        ("half<m>way", "2: <m> stands inside a word: a mark stands before one"),
        ("<m>a\n<m>b", "2: mark <m> stands twice in tap.drop"),
        ("[word](weight)", "2: [word](weight) is no pronunciation, [word](/ipa/)"),
    ],
)
def test_what_is_wrong_in_a_line_is_said_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(FilmError) as error:
        line(tmp_path, text).line("tap", "drop").render(WORDS)
    assert str(error.value) == f"{tmp_path / 'en.toml'}:{message}"


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ('[tap]\ndrop = "a', "2:10: not valid TOML: "),
        ('[tap]\ndrop "a"', "2:6: not valid TOML: "),
        ("[tap]\nidle = 'a'\nidle.otherwise = 'b'", "3:"),
        ("[tap]\ndrop = 3", "2: tap.drop is 3; every entry of a script is a text"),
        ("x = 'y'", "1: 'x' stands outside a scene's table"),
    ],
)
def test_what_is_no_script_is_said_with_its_place(tmp_path: Path, text: str, start: str) -> None:
    with pytest.raises(FilmError) as error:
        script(tmp_path, text)
    assert str(error.value).startswith(f"{tmp_path / 'en.toml'}:{start}")
    assert "\n" not in str(error.value)


def test_a_script_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(FilmError, match=r"de\.toml: the script cannot be read"):
        load_script(tmp_path / "de.toml")
    (tmp_path / "latin.toml").write_bytes(b"[a]\nb = '\xe9'")
    with pytest.raises(FilmError, match=r"latin\.toml: the script is not UTF-8 \(byte 9\)"):
        load_script(tmp_path / "latin.toml")


def test_missing_scenes_and_lines_name_the_nearest(tmp_path: Path) -> None:
    loaded = line(tmp_path, "a")
    with pytest.raises(FilmError, match=r"no words for scene 'top' \(did you mean 'tap'\?\)"):
        loaded.line("top", "drop")
    with pytest.raises(FilmError, match=r"no line 'drops' in \[tap\] \(did you mean 'drop'\?\)"):
        loaded.line("tap", "drops")
