from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from film import cut, encode
from film.decoded import decode_part
from film.errors import FilmError
from film.proof import Expected, ReadCue, problems, prove, read_cues, starts_fast


@pytest.fixture(scope="module")
def film(tiny: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tiny.assemble(tmp_path_factory.mktemp("film") / "film.mp4")
    return path


def test_a_right_film_passes(tiny: Any, film: Path) -> None:
    prove(film, tiny.expected)


def later(expected: Expected) -> Expected:
    first, second = expected.cues
    return replace(expected, cues=(first, ReadCue(second.start + 0.1, second.end, second.text)))


WRONG: dict[str, tuple[Callable[[Expected], Expected], str]] = {
    "a frame too few": (lambda e: replace(e, frames=e.frames + 1), "45 frames, not 46"),
    "sound too short": (lambda e: replace(e, frames=e.frames + 1), "sound lasts 3.0000 s, not 3.0667 s"),
    "another size": (lambda e: replace(e, width=320), "160x90, not 320x90"),
    "another rate": (lambda e: replace(e, fps=30), "not at their time"),
    "a caption late": (later, "'Größe: 3 < 4.' is 0.100 s off"),
    "a caption missing": (lambda e: replace(e, cues=e.cues[:1]), "captions in the film: 2, not 1"),
    "other words": (
        lambda e: replace(e, cues=(e.cues[0], ReadCue(1.4, 2.9, "Größe: 3 > 4."))),
        "'Größe: 3 < 4.', not 'Größe: 3 > 4.'",
    ),
    "a chapter moved": (
        lambda e: replace(e, chapters=(e.chapters[0], cut.Chapter("Zwei – ü", 22, 23))),
        "chapter 'Zwei – ü' starts at 1.333 s, not 1.467 s",
    ),
    "a chapter missing": (lambda e: replace(e, chapters=e.chapters[:1]), "its chapters are"),
}


@pytest.mark.parametrize("case", WRONG)
def test_each_fault_is_named(tiny: Any, film: Path, case: str) -> None:
    change, says = WRONG[case]
    assert any(says in problem for problem in problems(film, change(tiny.expected)))


def test_captions_may_be_off_by_less_than_a_frame(tiny: Any, film: Path) -> None:
    first, second = tiny.expected.cues
    near = replace(tiny.expected, cues=(first, ReadCue(second.start + 0.06, second.end - 0.06, second.text)))
    assert not list(problems(film, near))


def test_untagged_colours_are_found(tiny: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(encode, "BT709", {})
        part = tmp_path / "part.mp4"
        with encode.Encoder(part, 160, 90, 15, {"preset": "ultrafast"}) as encoder:
            encoder.write(np.zeros((90, 160, 4), np.uint8), tiny.expected.frames)
            encoder.close()
        sound = cut.joined([(0, cut.encoded(tiny.sound))], len(tiny.sound))
        cut.assemble(tmp_path / "film.mp4", [part], sound, tiny.expected.cues, tiny.expected.chapters, 15, "")
    assert any("colour tags" in problem for problem in problems(tmp_path / "film.mp4", tiny.expected))


def test_an_index_at_the_end_is_found(tiny: Any, film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert starts_fast(film)
    monkeypatch.setattr(cut, "MUXING", {"movie_timescale": "48000"})
    assert not starts_fast(tiny.assemble(tmp_path / "slow.mp4"))


def test_a_film_cut_off_or_damaged_fails(tiny: Any, film: Path, tmp_path: Path) -> None:
    whole = film.read_bytes()
    short = tmp_path / "short.mp4"
    short.write_bytes(whole[: len(whole) * 2 // 3])
    with pytest.raises(FilmError, match="failed its proof"):
        prove(short, tiny.expected)
    short.write_bytes(b"")
    with pytest.raises(FilmError, match="cannot be decoded"):
        prove(short, tiny.expected)


def test_captions_beside_the_film_are_read_and_compared(tiny: Any, film: Path, tmp_path: Path) -> None:
    beside = tmp_path / "film.srt"
    beside.write_text(
        "1\n00:00:00,200 --> 00:00:01,100\nA “first” caption,\nin two lines.\n\n"
        "2\n00:00:01,400 --> 00:00:02,900\nGröße: 3 < 4.\n",
        "utf-8",
    )
    prove(film, tiny.expected, [beside])
    beside.write_text(beside.read_text("utf-8").replace("02,900", "04,900"), "utf-8")
    with pytest.raises(FilmError, match=r"captions in film\.srt"):
        prove(film, tiny.expected, [beside])


def test_times_of_both_kinds_of_caption_files_are_read() -> None:
    vtt = "WEBVTT\n\nx\n01:02.500 --> 01:00:00.000 line:80%\n1 &lt; 2 &amp;\n"
    assert read_cues(vtt) == [ReadCue(62.5, 3600.0, "1 < 2 &")]
    assert read_cues("1\n00:01:02,500 --> 00:01:03,000\na\nb\n") == [ReadCue(62.5, 63.0, "a\nb")]


@pytest.fixture(scope="module")
def copied(tiny: Any) -> Expected:
    """What is expected where the parts were decoded on their own before."""
    proofs = []
    for part in tiny.parts:
        with av.open(str(part)) as file:
            frames = file.streams.video[0].frames
        proofs.append((frames, decode_part(part, (160, 90), 15, frames).packets))
    expected: Expected = tiny.expected
    return replace(expected, parts=proofs)


def test_parts_that_were_decoded_before_are_compared_packet_by_packet(film: Path, copied: Expected) -> None:
    assert not list(problems(film, copied))
    (first, hashed), second, third = copied.parts
    other = replace(copied, parts=[(first, hashed), (second[0], hashed), third])
    assert list(problems(film, other)) == ["part 2 was not copied as it is"]
    assert list(problems(film, replace(other, sound=True, cues=copied.cues[:1])))[:2] == [
        "part 2 was not copied as it is",
        "captions in the film: 2, not 1",
    ]


def test_frames_that_are_missing_or_late_are_found_without_decoding_them(
    tiny: Any, copied: Expected, tmp_path: Path
) -> None:
    sound = cut.joined([(0, cut.encoded(tiny.sound))], len(tiny.sound))
    cut.assemble(tmp_path / "film.mp4", tiny.parts[1:], sound, copied.cues, copied.chapters, 15, "")
    assert "it has 26 frames, not 45" in list(problems(tmp_path / "film.mp4", copied))
    cut.assemble(tmp_path / "film.mp4", [*tiny.parts, tiny.parts[1]], sound, copied.cues, copied.chapters, 15, "")
    assert "it has 46 frames, not 45" in list(problems(tmp_path / "film.mp4", copied))
    cut.assemble(tmp_path / "film.mp4", tiny.parts, sound, copied.cues, copied.chapters, 30, "")
    assert any("not at their time" in line for line in problems(tmp_path / "film.mp4", copied))


def test_a_film_is_proven_by_decoding_all_of_it(tiny: Any, film: Path) -> None:
    seen: list[int] = []
    prove(film, tiny.expected, tick=seen.append)
    assert seen == [30]
    with av.open(str(film)) as file:
        assert file.streams.video[0].frames == 45
