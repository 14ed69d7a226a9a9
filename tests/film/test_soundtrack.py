"""The sound of each scene is made once, whatever stands before it."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from film import mix, sound
from film.cache import opened, silent
from film.costs import Costs
from film.cut import RATE, SAMPLES, samples_in
from film.errors import FilmError
from film.mix import Stereo
from film.plan import BeatTiming, Sound
from film.request import Request
from film.soundtrack import Soundtrack
from film.story import Story
from film.timeline import SceneTiming, Timeline
from film.voice import Take

FPS = 60
HEARD: Mapping[str, tuple[Sound, ...]] = {"one.beat": (Sound("drop", 0.4, 0.3),), "two.beat": ()}


def story(first: int = 100, seed: int = 1, spoken: float = 0.1) -> Story:
    """Two scenes of one beat; the first has so many frames and its take that seed, in which the word begins there."""
    takes = {
        key: Take(np.random.default_rng(number).normal(0, 0.1, 20_000).astype(np.float32), 24_000, ((begin, 0.8),))
        for key, number, begin in (("one.beat", seed, spoken), ("two.beat", 2, 0.1))
    }
    one = BeatTiming("one", "beat", "beat", 0, first, spoken=0.3, silent=1.0)
    two = replace(one, scene="two", start_frame=first, frames=110)
    scenes = (SceneTiming("one", "One", 0, first, (one,)), SceneTiming("two", "Two", first, 110, (two,)))
    return cast(Story, SimpleNamespace(timeline=Timeline(FPS, scenes, takes)))


class Maker:
    """Makes the sound of scenes, and remembers how many samples each had."""

    def __init__(self, folder: Path):
        self.folder, self.made = folder, list[int]()

    def encoded(self, samples: Stereo) -> list[bytes]:
        self.made.append(len(samples))
        return [bytes([7]) * (number % 3 + 1) for number in range(-(-len(samples) // SAMPLES) + 1)]

    def track(self, story: Story, heard: Mapping[str, tuple[Sound, ...]] = HEARD, effects: bool = True) -> list[bytes]:
        with opened(self.folder, silent) as cache:
            soundtrack = Soundtrack(story, Request(effects=effects), cache, Costs())
            return [bytes(one) for one in soundtrack.packets(heard)]

    def anew(self) -> list[int]:
        """The frames of the scenes that were made since the last call."""
        made, self.made = self.made, []
        return [round(samples * FPS / RATE) for samples in made]


@pytest.fixture
def maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Maker:
    maker = Maker(tmp_path)
    monkeypatch.setattr(sound, "encoded", maker.encoded)
    return maker


def test_a_scene_s_sound_is_made_once(maker: Maker) -> None:
    first = maker.track(story())
    assert len(first) == -(-samples_in(210, FPS) // SAMPLES) + 1
    assert maker.anew() == [100, 110]
    assert maker.track(story()) == first
    assert maker.anew() == []


def test_a_change_costs_the_scenes_that_it_reaches(maker: Maker) -> None:
    maker.track(story())
    maker.anew()
    maker.track(story(first=107))
    assert maker.anew() == [107]
    maker.track(story(seed=3))
    assert maker.anew() == [100]
    maker.track(story(spoken=0.2))
    assert maker.anew() == [100], "words that begin elsewhere in a take move it"
    maker.track(story(), {"one.beat": (), "two.beat": (Sound("mark", 0.2, 0.35),)})
    assert maker.anew() == [100, 110]
    maker.track(story(), effects=False)
    assert maker.anew() == []


def test_a_kept_sound_that_was_damaged_is_made_again(maker: Maker, tmp_path: Path) -> None:
    first = maker.track(story())
    for path in (tmp_path / "sounds").iterdir():
        data = path.read_bytes()
        path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    maker.anew()
    assert maker.track(story()) == first
    assert maker.anew() == [100, 110]


def test_what_others_made_is_not_made_again_unless_it_sounds_otherwise(maker: Maker, tmp_path: Path) -> None:
    whole = maker.track(story())
    maker.anew()
    with opened(tmp_path / "other", silent) as cache:
        soundtrack = Soundtrack(story(), Request(), cache, Costs())
        for job in soundtrack.jobs(HEARD):
            soundtrack.take(job.payload, pickle.loads(pickle.dumps(job.payload)).make())
        shutil.rmtree(cache.sounds)
        assert maker.anew() == [100, 110]
        assert [bytes(one) for one in soundtrack.packets(HEARD)] == whole
        assert maker.anew() == []
        soundtrack.packets({"one.beat": (), "two.beat": ()})
        assert maker.anew() == [100]


def test_only_what_is_not_kept_is_given_to_others(maker: Maker, tmp_path: Path) -> None:
    with opened(tmp_path, silent) as cache:
        soundtrack = Soundtrack(story(), Request(), cache, Costs())
        first, second = soundtrack.jobs(HEARD)
        first.payload.make()
        assert [job.name for job in soundtrack.jobs(HEARD)] == [second.name] == ["the sound of two"]


def test_a_sound_that_is_not_what_it_should_be_names_its_scene(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mix, "LOUDEST", -40.0)
    with pytest.raises(FilmError, match=r"^the sound of one: a true peak of .* below -40"):
        maker.track(story())
