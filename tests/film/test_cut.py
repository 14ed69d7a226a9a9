from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import av
import numpy as np
import pytest

from film.cut import RATE, SAMPLES, Sound, assemble, encoded, joined, samples_in
from film.encode import Encoder
from film.errors import FilmError
from film.presets import X264_GOOD
from film.waves import Samples


def decoded(path: Path) -> list[Any]:
    with av.open(str(path)) as file:
        return [frame.to_ndarray(format="rgb24") for frame in file.decode(video=0)]


def test_the_film_shows_the_frames_of_its_parts_in_order(tiny: Any, tmp_path: Path) -> None:
    film = decoded(tiny.assemble(tmp_path / "film.mp4"))
    parts = [frame for part in tiny.parts for frame in decoded(part)]
    assert len(film) == tiny.expected.frames
    assert all(np.array_equal(mine, theirs) for mine, theirs in zip(film, parts, strict=True))


@pytest.mark.parametrize("fps", [7, 24, 25, 60])
def test_every_frame_stands_at_its_exact_time(tmp_path: Path, fps: int) -> None:
    parts = []
    for number, length in enumerate((5, 1, 8)):
        parts.append(tmp_path / f"{number}.mp4")
        with Encoder(parts[-1], 64, 36, fps, X264_GOOD) as encoder:
            for k in range(length):
                encoder.write(np.full((36, 64, 4), 17 * k + number, np.uint8))
            encoder.close()
    sound = np.zeros((samples_in(14, fps), 2), np.float32)
    assemble(tmp_path / "film.mp4", parts, joined([(0, encoded(sound))], len(sound)), [], [], fps, "")
    with av.open(str(tmp_path / "film.mp4")) as file:
        times = [cast(int, frame.pts) * cast(Fraction, frame.time_base) for frame in file.decode(video=0)]
        audio = file.streams.audio[0]
        assert audio.duration == len(sound)
        assert audio.time_base == Fraction(1, RATE)
    assert times == [Fraction(number, fps) for number in range(14)]


def test_sound_is_not_moved_by_the_codec(tiny: Any, tmp_path: Path) -> None:
    with av.open(str(tiny.assemble(tmp_path / "film.mp4"))) as file:
        heard = np.concatenate([frame.to_ndarray()[0] for frame in file.decode(audio=0)])
    there = np.correlate(np.abs(heard), np.ones(48), "valid").argmax()
    assert abs(int(there) - RATE) <= 24


def heard(path: Path) -> Samples:
    with av.open(str(path)) as file:
        return np.concatenate([frame.to_ndarray()[0] for frame in file.decode(audio=0)])


@pytest.mark.parametrize("lengths", [(48_000, 61_440, 30_000), (20_480, 4_800, 96_111), (33_333, 3_073, 3_072)])
def test_pieces_of_sound_join_without_a_trace(tiny: Any, tmp_path: Path, lengths: Sequence[int]) -> None:
    noise = np.random.default_rng(5)
    sounds = [(0.2 * noise.standard_normal(length)).astype(np.float32) for length in lengths]
    for sound in sounds:
        sound[:SAMPLES] = sound[-2 * SAMPLES :] = 0
    starts = [sum(lengths[:number]) for number in range(len(lengths))]
    pieces = [np.stack([sound, sound], 1) for sound in sounds]

    def film(pieces: Sequence[tuple[int, Sound]], samples: int) -> Samples:
        track = joined([(start, encoded(piece)) for start, piece in pieces], samples)
        assemble(tmp_path / "film.mp4", tiny.parts, track, [], [], 15, "")
        return heard(tmp_path / "film.mp4")

    whole = film(list(zip(starts, pieces, strict=True)), sum(lengths))
    assert sum(lengths) <= len(whole) < sum(lengths) + SAMPLES
    for start, piece in zip(starts, pieces, strict=True):
        alone = film([(0, piece)], len(piece))[: len(piece) - 2 * SAMPLES]
        at = SAMPLES * round(start / SAMPLES)
        assert np.abs(whole[at : at + len(alone)] - alone).max() < 1e-3
    assert np.abs(whole[SAMPLES * round(starts[1] / SAMPLES) - SAMPLES :][:SAMPLES]).max() < 1e-3


def test_the_same_film_twice_is_the_same_file(tiny: Any, tmp_path: Path) -> None:
    one, two = tiny.assemble(tmp_path / "one.mp4"), tiny.assemble(tmp_path / "two.mp4")
    assert one.read_bytes() == two.read_bytes()


def test_a_part_of_other_settings_is_refused(
    tiny: Any, tmp_path: Path, encoded: Callable[[Path, Sequence[int]], Any]
) -> None:
    other = tmp_path / "other.mp4"
    with Encoder(other, 160, 90, 15, X264_GOOD) as encoder:
        encoder.write(np.zeros((90, 160, 4), np.uint8))
        encoder.close()
    with pytest.raises(FilmError, match=r"other\.mp4"):
        assemble(tmp_path / "film.mp4", [tiny.parts[0], other], [], [], [], 15, "")


def test_a_path_with_spaces_quotes_and_letters_is_written(tiny: Any, tmp_path: Path) -> None:
    path = tmp_path / "mein „Film“ 'größer' %d.mp4"
    assert tiny.assemble(path).stat().st_size > 1000


def test_samples_follow_frames_at_any_rate() -> None:
    assert samples_in(60, 60) == RATE
    assert samples_in(7, 7) == RATE
    assert samples_in(1, 7) == round(RATE / 7)
