"""Clips are the film's pictures, beat by beat, with the last one held."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from film import clips, request
from film.clips import Clips, held_frames, make, picked
from film.decoded import decode_part
from film.errors import FilmError
from film.jobs import Crew
from film.keys import file_hash
from film.plan import BeatTiming
from film.produce import hired
from film.progress import display
from film.request import Request
from film.storyboard import SceneCard, Storyboard

SCENE = '''
import numpy as np

from film.storyboard import beat


class Wall:
    """A bar that moves; drawn without Manim."""

    def __init__(self, plan=None, beats=None):
        self.plan, self.beats, self.reads, self.sounds = plan, beats, (), ()
        self.renderer = type("Renderer", (), {"file_writer": type("Writer", (), {"target": None})()})()

    def suits(self, stretch):
        return True

    def draw(self):
        self.render()

    def render(self):
        timing = next(timing for timing in self.plan.beats if timing.name in self.beats)
        self.reads = (("figure", "gpu.bandwidth", self.plan.values["gpu.bandwidth"]),)
        for number in range(self.stretch.first, self.stretch.first + self.stretch.frames):
            frame = np.full((90, 160, 4), 255, np.uint8)
            frame[..., :3] = (20, 60, int(self.plan.values["gpu.bandwidth"] / 1e11))
            frame[:, 9 * number % 140 : 9 * number % 140 + 20, :3] = (200, 140, 80)
            self.renderer.file_writer.target(frame, 1)

    @beat
    def one(self): ...

    @beat(least=1.0)
    def two(self): ...
'''

SCRIPT = """
title = "A test"

[wall]
title = "The wall"
one = "<start>The channel of one {gpu.name} carries {gpu.bandwidth}. No more."
two = ""

[wall.described]
one = "A bar moves over {gpu.bandwidth} of ground."
two = "The bar moves on."
"""


@dataclass(frozen=True)
class Set:
    """A scene, whoever draws it, a cache, and a folder for its clips."""

    board: Storyboard
    crew: Crew
    cache: Path
    folder: Path

    def make(self, only: str | None = None, hold: float = 1.0, **options: Any) -> Clips:
        asked = {"preset": "draft", "size": "160x90", "voice": "silent", "output": self.folder, "cache": self.cache}
        return make(Request(**{**asked, **options}), self.board, display(None), only, hold, self.crew)

    @property
    def clips(self) -> Path:
        return self.folder / "clips"

    @property
    def listed(self) -> Any:
        return json.loads((self.clips / "clips.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Set]:
    root = tmp_path_factory.mktemp("clips")
    module = f"scenes_{root.name.replace('-', '_')}"
    (root / f"{module}.py").write_text(SCENE)
    (root / "en.toml").write_text(SCRIPT)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(root)
        patch.setattr(request, "SCRIPTS", root)
        board = Storyboard(SceneCard("wall", f"{module}:Wall"))
        with hired(board, 1) as crew:
            yield Set(board, crew, root / "cache", root)


@pytest.fixture
def film(drawn: Set, tmp_path: Path) -> Set:
    return replace(drawn, folder=tmp_path)


def luma(path: Path) -> list[Any]:
    with av.open(str(path)) as file:
        return [frame.to_ndarray(format="gray").astype(int) for frame in file.decode(video=0)]


def test_a_clip_is_its_beat_without_sound_and_then_its_last_frame(film: Set) -> None:
    made = film.make()
    assert [clip.path.name for clip in made.clips] == ["wall.one.mp4", "wall.two.mp4"]
    for clip in made.clips:
        assert clip.frames == clip.beat.frames + 15
        decode_part(clip.path, (160, 90), 15, clip.frames)
        with av.open(str(clip.path)) as file:
            assert [stream.type for stream in file.streams] == ["video"]
        frames = luma(clip.path)
        last = frames[clip.beat.frames - 1]
        assert np.abs(last - frames[clip.beat.frames - 2]).max() > 50  # it moved up to here
        assert max(np.abs(frame - last).max() for frame in frames[clip.beat.frames :]) < 6


def test_without_a_hold_the_clip_is_the_beat_alone(film: Set) -> None:
    assert [clip.frames - clip.beat.frames for clip in film.make(hold=0).clips] == [0, 0]


def test_the_list_says_names_lengths_and_words(film: Set) -> None:
    made = film.make()
    one = film.listed["clips"]["wall.one"]
    assert one["seconds"] == made.clips[0].frames / 15
    assert one["held_seconds"] == 1.0
    assert one["title"] == "The wall, 1 of 2: The channel of one H100 carries 3.35 TB/s"
    assert one["description"] == "A bar moves over 3.35 TB/s of ground."
    assert film.listed["clips"]["wall.two"]["title"] == "The wall, 2 of 2"


def test_what_is_there_is_kept_and_what_is_missing_or_damaged_is_written(film: Set) -> None:
    first, second = film.make().clips
    before = [path.stat().st_mtime_ns for path in (first.path, second.path)]
    first.path.write_bytes(first.path.read_bytes()[:-1])
    again = film.make()
    assert again.drawn == 0
    assert second.path.stat().st_mtime_ns == before[1]
    assert file_hash(first.path) == film.listed["clips"]["wall.one"]["hash"]


def test_clips_of_one_film_add_up_and_those_of_another_are_left_alone(film: Set) -> None:
    film.make("wall.one")
    (film.clips / "mine.mp4").write_text("not a clip")
    film.make("*.two")
    assert list(film.listed["clips"]) == ["wall.one", "wall.two"]
    other = film.make("wall.two", gpu="a100")
    assert list(film.listed["clips"]) == ["wall.two"]
    assert film.listed["options"]["gpu"] == "a100"
    assert {path.name for path in other.folder.iterdir() if not path.name.startswith(".")} == {
        "clips.json", "mine.mp4", "wall.one.mp4", "wall.two.mp4",
    }  # fmt: skip


def test_a_run_that_fails_lists_what_is_done(film: Set, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, *_: object) -> None:
        raise OSError(28, "No space left on device")

    film.make("wall.one")
    monkeypatch.setattr(clips, "join", full)
    with pytest.raises(OSError, match="clips"):
        film.make()
    assert list(film.listed["clips"]) == ["wall.one"]
    assert not (film.clips / "wall.two.mp4").exists()
    assert not (film.clips / ".unproven").exists()


def test_the_same_clips_are_the_same_files(film: Set) -> None:
    hashes = [file_hash(clip.path) for clip in film.make().clips]
    again = film.make(output=film.folder / "again", cache=film.folder / "other")
    assert [file_hash(clip.path) for clip in again.clips] == hashes


@pytest.mark.parametrize("hold", [-1.0, 61.0, float("nan")])
def test_a_hold_that_makes_no_sense_is_refused(hold: float) -> None:
    with pytest.raises(FilmError, match=r"--hold .*: seconds for which the last frame stays, from 0 to 60"):
        held_frames(hold, 15)


def test_an_unknown_beat_names_the_nearest() -> None:
    beats = [BeatTiming("tap", name, name, 0, 30) for name in ("one_drop", "idle")]
    with pytest.raises(FilmError, match=r"no beat 'tap\.idel' \(did you mean 'tap\.idle'\?\)"):
        picked(beats, "tap.idel")
