from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from film.numberwords import typed_numbers
from film.plan import Worded
from film.proofread import problems
from film.script import load_script
from film.storyboard import Beat, Variant

WORDS = {
    "decode.rate": Worded("209", "two hundred nine", "209"),
    "gpu.name": Worded("H100", "H100"),
}


def beat(name: str, *others: str, least: float = 0.0, still: str | None = None) -> Beat:
    return Beat(name, (Variant(name, name), *(Variant(key, key) for key in others)), least=least, still=still)


def found(tmp_path: Path, text: str, *beats: Beat, others: Sequence[str] = ()) -> list[str]:
    """Problems of a script with one scene, without the path before the line number."""
    path = tmp_path / "en.toml"
    path.write_text(f"[tap]\n{text}\n", "utf-8")
    return [
        line.removeprefix(f"{path}:").strip() for line in problems(load_script(path), {"tap": beats}, WORDS, others)
    ]


def test_a_script_without_faults_has_no_problems(tmp_path: Path) -> None:
    text = '''title = "The tap, on one {gpu.name}"
drop = "<a>One {gpu.name} writes {decode.rate} a second."
[tap.screen]
rate = "[{decode.rate}](token) a second"'''
    assert found(tmp_path, text, beat("drop", still="a")) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('drop = "a"\nidle = "b"', "3: line 'tap.idle' has no beat"),
        ('dropp = "a"', "[tap] has no line 'drop' for the beat of that name (did you mean 'dropp'?)"),
        ('drop = "a {decode.rat}"', "2: no figure 'decode.rat' (did you mean 'decode.rate'?)"),
        ('drop = "{decode.rate:percent}"', "2: no figure 'decode.rate:percent'; it has one form only"),
        ('drop = """a\nb {decode.rate"""', "3: '{' is never closed"),
        ('drop = "a"\ntitle = "b <c"', "3: '<' is never closed"),
        ('drop = "a"\n[tap.screen]\nrate = "[a]"', "4: '[' wants to be [word](note)"),
        ('drop = "a"\n[tap.screen]\nrate = "<now>a"', "4: mark <now> in a text that is drawn, not spoken"),
        ('drop = "an H100"', "2: 'H100' is typed; a number is a figure, written {name}"),
        ('drop = """a\nb 4.8."""', "3: '4.8' is typed; a number is a figure, written {name}"),
        ('drop = "a"\n[tap.screen]\nrate = "1 brick"', "4: '1' is typed; a number is a figure, written {name}"),
        ('drop = "a"\ntitle = "Seven tokens"', "3: 'Seven' is typed; a number is a figure, written {name}"),
        ('drop = ""', "2: 'tap.drop' is empty, and its beat declares no least length"),
    ],
)
def test_each_fault_is_found_with_its_line(tmp_path: Path, text: str, problem: str) -> None:
    assert problem in found(tmp_path, text, beat("drop"))


def test_every_fault_is_found_at_once(tmp_path: Path) -> None:
    assert (
        len(found(tmp_path, 'drop = "{decode"\nidle = "{b"\nrest = "ten"', beat("drop"), beat("idle"), beat("rest")))
        == 3
    )


def test_a_still_stands_at_a_mark_of_each_of_its_lines(tmp_path: Path) -> None:
    text = 'drop = "a <gate>b"\n"drop.otherwise" = "a b"'
    assert found(tmp_path, text, beat("drop", "drop.otherwise", still="gate")) == [
        "3: the still of 'tap.drop.otherwise' stands at mark <gate>, which its line does not have"
    ]


def test_sentences_are_counted_as_spoken(tmp_path: Path) -> None:
    fits = " ".join(["word"] * 19)
    assert found(tmp_path, f'drop = "{fits} {{decode.rate}}. {fits}."', beat("drop")) == []
    (problem,) = found(tmp_path, f'drop = "{fits} one {{decode.rate}}."', beat("drop"))
    assert problem.startswith("2: a sentence of 23 words, 22 at most: 'word word")


def test_a_silent_beat_needs_only_a_length(tmp_path: Path) -> None:
    assert found(tmp_path, 'drop = ""', beat("drop", least=0.74)) == []


def test_words_for_a_scene_that_is_not_in_the_film_are_found(tmp_path: Path) -> None:
    text = 'drop = "a"\n[tapp]\nx = "y"\n[wall]\nx = "y"'
    assert found(tmp_path, text, beat("drop"), others=["wall"]) == [
        "words for scene 'tapp', which the film does not have (did you mean 'tap'?)"
    ]


def test_a_scene_without_words_is_found(tmp_path: Path) -> None:
    path = tmp_path / "en.toml"
    path.write_text("")
    assert problems(load_script(path), {"tap": [beat("drop")]}, WORDS) == [f"{path}: no words for scene 'tap'"]


@pytest.mark.parametrize(
    ("text", "language", "typed"),
    [
        ("One, two, first, both, half, twice, once.", "en", []),
        ("a second, at once; anyone often; the tone of weights", "en", []),
        ("Twenty-one thirds, a couple of dozen.", "en", ["Twenty", "thirds", "couple", "dozen"]),
        ("16 GB, 4.8 ms, x2, ×200, 1,979", "en", ["16", "4.8", "x2", "200", "1,979"]),
        ("sieben Token, 7", "de", ["7"]),
        ("the chip², ½ of Ⅳ", "en", ["²", "½", "Ⅳ"]),
    ],
)
def test_typed_numbers(text: str, language: str, typed: list[str]) -> None:
    assert list(typed_numbers(text, language)) == typed
