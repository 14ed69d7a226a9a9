from __future__ import annotations

from io import BytesIO
from typing import Any

import av
import numpy as np
import pytest
from PIL import Image

from film.plan import BeatTiming
from film.poster import png, still_frame
from film.storyboard import Beat

TIMING = BeatTiming("wall", "one", "one", 100, 30, marks={"here": 1.0})


@pytest.mark.parametrize(
    ("still", "frame"), [(None, 29), (1.0, 14), ("here", 14), (0.0, 0), (1e9, 29)], ids=lambda value: repr(value)
)
def test_a_still_is_the_frame_that_shows_its_moment(still: str | float | None, frame: int) -> None:
    assert still_frame(Beat("one", (), still=still), TIMING, 15) == frame


@pytest.mark.parametrize("frame", [0, 7, 24])
def test_the_frame_asked_for_is_packed(tiny: Any, frame: int) -> None:
    part = tiny.parts[2]
    packed = png(part, frame, 15)
    with av.open(str(part)) as file:
        wanted = [picture.to_ndarray(format="rgb24") for picture in file.decode(video=0)][frame]
    with Image.open(BytesIO(packed)) as image:
        assert np.array_equal(np.asarray(image), wanted)


def test_a_frame_that_is_not_there_is_an_error(tiny: Any) -> None:
    with pytest.raises(ValueError, match="no frame 25"):
        png(tiny.parts[2], 25, 15)
