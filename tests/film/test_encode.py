from __future__ import annotations

import errno
from pathlib import Path

import av
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from film.encode import BT709, Converter, Encoded, Encoder, Pixels, digests, planes_of, print_of
from film.presets import X264_FAST, X264_GOOD


def noise(seed: int, width: int = 96, height: int = 54) -> Pixels:
    frame = np.random.default_rng(seed).integers(0, 256, (height, width, 4), np.uint8)
    frame[..., 3] = 255
    return frame


def write(path: Path, frames: list[tuple[Pixels, int]], fps: int = 25) -> Encoded:
    height, width = frames[0][0].shape[:2]
    with Encoder(path, width, height, fps, X264_GOOD) as encoder:
        for frame, repeat in frames:
            encoder.write(frame, repeat)
        return encoder.close()


def decode(path: Path) -> list[Pixels]:
    with av.open(str(path)) as file:
        return [frame.to_ndarray(format="rgb24").astype(np.uint8) for frame in file.decode(video=0)]


def test_the_prints_are_of_the_raw_frames_in_order_repeats_included(tmp_path: Path) -> None:
    a, b = noise(1), noise(2)
    made = write(tmp_path / "x.mp4", [(a, 1), (b, 3), (a, 1)])
    assert made.frames == 5
    assert made.prints == b"".join(print_of(digests(frame)) for frame in (a, b, b, b, a))


def test_a_repeated_frame_gives_the_same_file_as_the_frame_written_again(tmp_path: Path) -> None:
    a, b = noise(1), noise(2)
    once, again = tmp_path / "once.mp4", tmp_path / "again.mp4"
    assert write(once, [(a, 4), (b, 1)]).prints == write(again, [(a, 1)] * 4 + [(b, 1)]).prints
    assert once.read_bytes() == again.read_bytes()


def test_frames_come_back_one_by_one_at_their_time(tmp_path: Path) -> None:
    write(tmp_path / "x.mp4", [(noise(seed), 1 + seed % 3) for seed in range(7)])
    with av.open(str(tmp_path / "x.mp4")) as file:
        times = [frame.time for frame in file.decode(video=0)]
    assert times == [number / 25 for number in range(13)]


def test_an_array_may_be_drawn_on_as_soon_as_it_was_written(tmp_path: Path) -> None:
    canvas = noise(0)
    with Encoder(tmp_path / "one.mp4", 96, 54, 25, X264_FAST) as encoder:
        for seed in range(9):
            canvas[:] = noise(seed)
            encoder.write(canvas)
        encoder.close()
    with Encoder(tmp_path / "many.mp4", 96, 54, 25, X264_FAST) as encoder:
        for seed in range(9):
            encoder.write(noise(seed))
        encoder.close()
    assert (tmp_path / "one.mp4").read_bytes() == (tmp_path / "many.mp4").read_bytes()


def test_colours_are_those_of_bt709_and_of_four_pixels_their_mean() -> None:
    frame = noise(5)
    luma, blue, red = Converter(96, 54)(frame, digests(frame))
    r, g, b = np.moveaxis(frame[..., :3].astype(float), -1, 0)
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b  # ITU-R BT.709, in 219 or 224 of 255 levels
    wanted = (b - y) / 1.8556, (r - y) / 1.5748
    assert np.abs(luma - (16 + 219 / 255 * y)).max() <= 1
    for plane, full in zip((blue, red), wanted, strict=True):
        mean = full.reshape(27, 2, 48, 2).mean((1, 3))
        assert np.abs(plane - (128 + 224 / 255 * mean)).max() <= 1


@pytest.mark.parametrize("size", [(96, 54), (640, 360), (854, 480), (480, 270), (162, 92)])
def test_a_plain_colour_survives_in_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    colour = (200, 100, 50)
    frame = np.full((size[1], size[0], 4), 255, np.uint8)
    frame[..., :3] = colour
    write(tmp_path / "x.mp4", [(frame, 2)])
    for back in decode(tmp_path / "x.mp4"):
        assert back.shape == (size[1], size[0], 3)
        assert np.abs(back.astype(int) - colour).max() <= 3


def test_files_are_tagged_bt709(tmp_path: Path) -> None:
    write(tmp_path / "x.mp4", [(noise(1), 1)])
    with av.open(str(tmp_path / "x.mp4")) as file:
        frame = next(file.decode(video=0))
    assert {tag: getattr(frame, tag) for tag in BT709} == dict(BT709)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 53), st.integers(1, 54), st.integers(0, 255)), max_size=6))
def test_a_conversion_does_not_depend_on_the_frames_before(changes: list[tuple[int, int, int]]) -> None:
    kept = Converter(96, 54)
    frame = noise(3)
    kept(frame, digests(frame))
    for top, rows, value in changes:
        frame[top : top + rows, :, :3] = value
        assert all(map(np.array_equal, kept(frame, digests(frame)), Converter(96, 54)(frame, digests(frame))))


def test_a_frame_of_another_shape_is_refused(tmp_path: Path) -> None:
    with Encoder(tmp_path / "x.mp4", 96, 54, 25, X264_FAST) as encoder, pytest.raises(ValueError, match="shape"):
        encoder.write(noise(1, 54, 96))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said_and_does_not_hang() -> None:
    def fill() -> None:
        with Encoder(Path("/dev/full"), 96, 54, 25, X264_FAST) as encoder:
            for seed in range(60):
                encoder.write(noise(seed))
            encoder.close()

    with pytest.raises(OSError, match="No space left") as caught:
        fill()
    assert caught.value.errno == errno.ENOSPC


def test_a_still_picture_keeps_its_grain_for_as_long_as_a_part_lasts(tmp_path: Path) -> None:
    grain = np.random.default_rng(0).integers(40, 44, (90, 160, 1), np.uint8).repeat(4, 2)
    with Encoder(tmp_path / "still.mp4", 160, 90, 60, X264_GOOD) as encoder:
        encoder.write(grain, 520)
        encoder.close()
    with av.open(str(tmp_path / "still.mp4")) as file:
        seen = [planes_of(frame)[0][:90, :160].copy() for frame in file.decode(video=0)]
    assert len(seen) == 520
    assert np.array_equal(seen[-1], seen[0])
    assert seen[0].std() > 0.5
