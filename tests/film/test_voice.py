from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy.io import wavfile

from film.errors import FilmError
from film.neural import AFTER, BEFORE, FIXED_SPEED, PAUSE, RATE, NeuralVoice, network, opened, paced
from film.script import Spoken, SpokenWord
from film.takes import Takes
from film.voice import RecordedVoice, SilentVoice, Take, estimate
from film.voices import choose


def spoken(text: str, key: str = "tap.drop") -> Spoken:
    return Spoken(key, text, tuple(SpokenWord(word, word) for word in text.split()))


LINE = spoken("The wall, once through, takes four point eight milliseconds. No weight can wait.")


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("takes")


@pytest.fixture(scope="session")
def take(kept: Path) -> Take:
    return NeuralVoice(kept).say(LINE)


def level(take: Take, start: float, end: float) -> float:
    return float(np.abs(take.samples[round(start * take.rate) : round(end * take.rate)]).max())


def test_every_word_has_its_time_within_the_take(take: Take) -> None:
    assert len(take.words) == len(LINE.words)
    moments = [moment for pair in take.words for moment in pair]
    assert moments == sorted(moments)
    assert all(0.03 < end - start < 1.2 for start, end in take.words)
    assert moments[0] == pytest.approx(BEFORE, abs=1e-4)
    assert len(take.samples) / take.rate - moments[-1] == pytest.approx(AFTER, abs=1e-3)


def test_words_beside_a_pause_begin_and_end_with_their_sound(take: Take) -> None:
    loud = level(take, 0, 10)
    for before, after in ((1, 2), (3, 4), (8, 9)):  # wall, | once … through, | takes … milliseconds. | No
        end, start = take.words[before][1], take.words[after][0]
        assert start - end >= 0.05
        assert level(take, end + 0.01, start - 0.01) < 0.03 * loud
        assert level(take, start, start + 0.08) > 0.1 * loud


def test_sentences_are_a_pause_apart(take: Take) -> None:
    assert take.words[9][0] - take.words[8][1] == pytest.approx(PAUSE, abs=1e-3)


def test_a_take_begins_and_ends_in_silence(take: Take) -> None:
    assert take.samples.dtype == np.float32
    assert abs(take.samples[0]) == abs(take.samples[-1]) == 0.0
    assert take.rate == RATE


def test_a_line_spoken_twice_has_the_same_samples(take: Take) -> None:
    again = NeuralVoice().say(LINE)
    assert np.array_equal(again.samples, take.samples)
    assert again.words == take.words


def test_a_slower_pace_takes_its_share_longer(take: Take) -> None:
    slow = NeuralVoice(speed=0.7).say(LINE)
    inside = [one.words[8][1] - one.words[0][0] for one in (take, slow)]
    assert inside[1] / inside[0] == pytest.approx(NeuralVoice.speed / 0.7, rel=0.05)


def test_a_kept_take_is_not_spoken_again(kept: Path, take: Take, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("film.neural.network", None)
    again = NeuralVoice(kept).say(LINE)
    assert np.array_equal(again.samples, take.samples)
    assert again.words == take.words


@pytest.mark.parametrize("suffix", ["wav", "json"])
@pytest.mark.parametrize("damage", [lambda data: data[:-8], lambda data: data[:50] + b"?" + data[51:], lambda _: b""])
def test_a_damaged_take_counts_as_not_there(tmp_path: Path, suffix: str, damage: object) -> None:
    assert callable(damage)
    takes = Takes(tmp_path)
    takes.write("key", Take(np.ones(100, np.float32), RATE, ((0.0, 0.1),)))
    assert takes.read("key") is not None
    path = next(tmp_path.glob(f"*.{suffix}"))
    path.write_bytes(damage(path.read_bytes()))
    assert takes.read("key") is None
    assert takes.read("other") is None


def test_where_no_take_can_be_kept_the_voice_still_speaks(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    Takes(tmp_path / "file" / "takes").write("key", Take(np.ones(9, np.float32), RATE, ()))


def test_a_pronunciation_replaces_the_voices_own() -> None:
    said = [
        network().phonemes([SpokenWord("RoPE.", word), SpokenWord("now", "now")])
        for word in ("RoPE.", "[RoPE](/ɹˈOp/).")
    ]
    assert said[0][0] != said[1][0]
    assert said[1] == ("ɹˈOp. nˈW", [0, 0, 0, 0, 0, -1, 1, 1, 1])


def test_a_name_of_several_spoken_words_is_one_word() -> None:
    words = [SpokenWord("RTX 4090's", "R T X forty ninety's"), SpokenWord("chip", "chip")]
    phonemes, owners = network().phonemes(words)
    assert {owner for owner, sound in zip(owners, phonemes, strict=True) if sound != " "} == {0, 1}
    assert phonemes.count(" ") == 5


def test_a_word_without_a_sound_is_named() -> None:
    with pytest.raises(FilmError, match=r"the voice has no sound for '日本'; give it one with \[word\]\(/ipa/\)"):
        NeuralVoice().say(spoken("the 日本 wall"))


def test_units_follow_the_pace_without_drifting() -> None:
    predicted = np.full(100, 2.0, np.float32)
    units = paced(predicted, 0.83)
    assert set(units.tolist()) == {2, 3}
    assert units.sum() == round(200 / 0.83)
    assert paced(np.zeros(5, np.float32), 1.0).tolist() == [1] * 5


def test_another_model_is_refused() -> None:
    with pytest.raises(FilmError, match="not the one of hibari"):
        opened(b"model")
    assert opened(FIXED_SPEED).startswith(FIXED_SPEED[:-2])


def test_estimated_times_leave_pauses_at_punctuation() -> None:
    times = estimate(spoken("Wait, a long word. Now").words)
    gaps = [later[0] - earlier[1] for earlier, later in pairwise(times)]
    assert gaps[0] > 0
    assert gaps[1:3] == pytest.approx([0, 0])
    assert gaps[3] > gaps[0]
    assert times[2][1] - times[2][0] > times[1][1] - times[1][0]


def test_the_silent_voice_takes_about_as_long_as_the_neural_one(take: Take) -> None:
    silent = SilentVoice().say(LINE)
    assert not silent.samples.any()
    assert silent.words[-1][1] == pytest.approx(take.words[-1][1], rel=0.15)


def record(folder: Path, samples: np.ndarray[tuple[int, ...], np.dtype[np.generic]], rate: int = 16_000) -> None:
    wavfile.write(folder / "tap.drop.wav", rate, samples)


def tone(seconds: float, rate: int = 16_000) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.asarray(0.5 * np.sin(np.arange(round(seconds * rate)) * 0.3))


def test_recorded_words_are_spread_over_the_part_that_is_not_silent(tmp_path: Path) -> None:
    quiet = np.zeros(16_000)
    record(tmp_path, (32_767 * np.concatenate([quiet, tone(2.0), quiet])).astype(np.int16))
    take = RecordedVoice(tmp_path).say(spoken("the wall stands"))
    assert take.rate == 16_000
    assert np.abs(take.samples).max() == pytest.approx(0.5, abs=0.001)
    assert take.words[0][0] == pytest.approx(1.0, abs=0.01)
    assert take.words[-1][1] == pytest.approx(3.0, abs=0.01)


@pytest.mark.parametrize(
    "form", [lambda x: x, lambda x: (x * 2**31).astype(np.int32), lambda x: (x * 128 + 128).astype(np.uint8)]
)
def test_recorded_takes_may_have_any_width_and_two_channels(tmp_path: Path, form: object) -> None:
    assert callable(form)
    wave = tone(0.5)
    record(tmp_path, form(np.stack([wave, wave], axis=1)))
    assert np.allclose(RecordedVoice(tmp_path).say(spoken("wall")).samples, wave, atol=0.01)


def test_recorded_times_may_lie_beside_the_take(tmp_path: Path) -> None:
    record(tmp_path, tone(1.0))
    (tmp_path / "tap.drop.json").write_text("[[0.1, 0.3], [0.5, 0.9]]")
    assert RecordedVoice(tmp_path).say(spoken("the wall")).words == ((0.1, 0.3), (0.5, 0.9))


@pytest.mark.parametrize(
    ("times", "message"),
    [
        ("[[0.1, 0.3]]", r"tap\.drop\.json times 1 words; the line has 2: 'the wall'"),
        ("[[0.5, 0.9], [0.1, 0.3]]", r"tap\.drop\.json: the word times run backwards"),
        ("[0.1", r"tap\.drop\.json: word times are \[\[start, end\], …\] in seconds"),
        ('{"a": 1}', r"tap\.drop\.json: word times are \[\[start, end\], …\] in seconds"),
    ],
)
def test_wrong_recorded_times_are_said(tmp_path: Path, times: str, message: str) -> None:
    record(tmp_path, tone(1.0))
    (tmp_path / "tap.drop.json").write_text(times)
    with pytest.raises(FilmError, match=message):
        RecordedVoice(tmp_path).say(spoken("the wall"))


def test_recorded_takes_that_are_missing_silent_or_no_sound_are_named(tmp_path: Path) -> None:
    with pytest.raises(FilmError, match=r"no recorded take .*tap\.drop\.wav for the line 'the wall'"):
        RecordedVoice(tmp_path).say(spoken("the wall"))
    (tmp_path / "tap.drop.wav").write_bytes(b"no sound at all")
    with pytest.raises(FilmError, match=r"tap\.drop\.wav is no WAV file"):
        RecordedVoice(tmp_path).say(spoken("the wall"))
    record(tmp_path, np.zeros(100, np.int16))
    with pytest.raises(FilmError, match=r"tap\.drop\.wav is silent"):
        RecordedVoice(tmp_path).say(spoken("the wall"))


def test_voices_are_chosen_by_name(tmp_path: Path) -> None:
    assert choose("neural", tmp_path) == NeuralVoice(tmp_path)
    assert isinstance(choose("silent"), SilentVoice)
    assert choose(f"recorded:{tmp_path}") == RecordedVoice(tmp_path)
    with pytest.raises(FilmError, match=r"no voice 'neurl' \(did you mean 'neural'\?\)"):
        choose("neurl")
    with pytest.raises(FilmError, match="no folder of recorded takes 'nowhere'"):
        choose("recorded:nowhere")
