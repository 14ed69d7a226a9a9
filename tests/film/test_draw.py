from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import xxhash

from film.cache import Cache, opened
from film.draw import Drawn, Shot, draw
from film.encode import digests, print_of
from film.errors import FilmError
from film.keys import basis
from film.part import Part
from film.plan import BeatTiming, ScenePlan
from film.presets import choose
from film.rivals import Rivals
from film.storyboard import SceneCard

FORM = choose("draft", "160x90")

SCENE = '''
import numpy as np


RUNS = []


class Scene:
    """Six frames: three show `first`, three show `later`; `other` and when the beat is spoken are read, too."""

    def __init__(self, plan=None, beats=None):
        self.plan, self.sounds = plan, ()
        self.reads = tuple(
            (kind, name, value)
            for kind, table in (("figure", plan.values), ("time", plan.times))
            for name, value in table.items()
        )
        self.renderer = type("Renderer", (), {"file_writer": type("Writer", (), {"target": None})()})()

    def suits(self, stretch):
        return True

    def draw(self):
        self.render()

    def render(self):
        RUNS.append(self.plan)
        for number in range(int(self.plan.values["frames"])):
            value = self.plan.values["first" if number < 3 else "later"]
            self.renderer.file_writer.target(np.full((90, 160, 4), value, np.uint8), 1)
'''

Drew = Callable[..., tuple[Drawn, list[int]]]
Runs = Callable[[], int]


@pytest.fixture
def drew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Drew:
    """Draws the beat for some values into one cache."""
    module = f"scene_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{module}.py").write_text(SCENE)
    monkeypatch.syspath_prepend(tmp_path)
    card = SceneCard("wall", f"{module}:Scene")

    def made(
        first: int = 10, later: int = 20, other: int = 30, frames: int = 6, word: float = 0.1
    ) -> tuple[Drawn, list[int]]:
        values: dict[str, float] = {"first": first, "later": later, "other": other, "frames": frames}
        timing = BeatTiming("wall", "one", "one", 0, 6, marks={"word": word})
        plan = ScenePlan("wall", 15, values, {}, {}, {}, (timing,))
        reports: list[int] = []
        with opened(tmp_path / "cache", print) as cache:
            shot = Shot(card, plan, "one", FORM, basis(card.path, {}, plan, "one", FORM), cache)
            drawn = draw(shot, reports.append)
            assert cache.find(shot.basis, plan, print) == drawn.part
            assert not list(cache.scratch.glob("*.mp4"))
        return drawn, reports

    return made


@pytest.fixture
def runs(drew: Drew, tmp_path: Path) -> Runs:
    """How often the scene has drawn since the last call."""

    def counted() -> int:
        found: list[object] = import_module(f"scene_{tmp_path.name.replace('-', '_')}").RUNS
        count = len(found)
        found.clear()
        return count

    return counted


def raw(first: int, later: int) -> str:
    frames = [np.full((90, 160, 4), value, np.uint8) for value in (first, later) for _ in range(3)]
    return xxhash.xxh3_128_hexdigest(b"".join(print_of(digests(frame)) for frame in frames))


def test_a_value_that_changes_no_picture_gives_the_kept_part_a_second_key(drew: Drew) -> None:
    first, _ = drew()
    again, reports = drew(other=31)
    assert (first.anew, again.anew, sum(reports)) == (True, False, 6)
    assert again.part.path != first.part.path
    assert again.part.path.read_bytes() == first.part.path.read_bytes()
    assert again.part.hash == first.part.hash == raw(10, 20)


@pytest.mark.parametrize("changed", [{"first": 11}, {"later": 21}])
def test_a_value_that_changes_a_picture_early_or_late_draws_all_of_it(drew: Drew, changed: dict[str, int]) -> None:
    drew()
    drawn, reports = drew(**changed)
    assert drawn.anew
    assert sum(reports) == 6
    assert drawn.part.hash == raw(**({"first": 10, "later": 20} | changed))


@pytest.mark.parametrize(("changed", "times"), [({"later": 21}, 2), ({"later": 21, "word": 0.2}, 1)])
def test_a_beat_spoken_at_other_times_is_drawn_once_though_it_begins_as_before(
    drew: Drew, runs: Runs, changed: dict[str, float], times: int
) -> None:
    drew()
    runs()
    drawn, _ = drew(**changed)
    assert drawn.anew
    assert drawn.part.hash == raw(10, 21)
    assert runs() == times


def test_a_beat_spoken_at_other_times_may_show_what_it_showed(drew: Drew) -> None:
    kept, _ = drew()
    again, _ = drew(word=0.2)
    assert not again.anew
    assert again.part.path.read_bytes() == kept.part.path.read_bytes()
    assert again.cost.encode > 0


@pytest.mark.parametrize("changed", [{"other": 31}, {"word": 0.5}])
def test_what_probably_shows_what_it_showed_is_not_encoded(drew: Drew, changed: dict[str, float]) -> None:
    drew(word=0.6)
    again, _ = drew(**{"word": 0.6, **changed})
    assert not again.anew
    assert again.cost.encode == again.cost.convert == 0


def test_what_a_part_costs_is_what_was_told_of_it(drew: Drew) -> None:
    drawn, _ = drew()
    assert drawn.part.cpu == pytest.approx(drawn.cost.total - drawn.cost.ready)


def test_a_part_whose_file_was_damaged_is_not_taken_for_another(drew: Drew) -> None:
    kept, _ = drew()
    kept.part.path.write_bytes(b"damaged")
    drawn, _ = drew(other=31)
    assert drawn.anew
    assert drawn.part.whole


@pytest.mark.parametrize("frames", [0, 5, 7])
def test_a_scene_that_draws_too_few_or_too_many_frames_is_refused(drew: Drew, frames: int) -> None:
    with pytest.raises(FilmError, match=f"{frames} frames"):
        drew(frames=frames)


def test_the_memory_of_the_worker_and_the_cost_of_each_stage_are_told(drew: Drew) -> None:
    drawn, _ = drew()
    assert drawn.cost.memory > 10e6
    assert drawn.cost.total > 0


def test_a_part_that_is_kept_again_under_its_own_name_leaves_nothing_behind(drew: Drew) -> None:
    drawn, _ = drew()
    again, _ = drew()
    assert not again.anew
    assert again.part == drawn.part
    assert again.part.whole
    assert drawn.part.path.stat().st_nlink == 1


def test_rivals_must_have_every_frame_and_no_more() -> None:
    prints = [print_of(digests(np.full((90, 160, 4), value, np.uint8))) for value in (1, 2, 3)]
    rivals = Rivals([(Part(Path("none"), 3, raw(0, 0), "", "", 0, "", ()), b"".join(prints))])
    for one in prints[:2]:
        rivals.see(one)
    assert rivals.same() is None
    rivals.see(prints[0])
    assert not rivals


def test_the_cache_is_sent_to_workers(tmp_path: Path) -> None:
    with opened(tmp_path, print) as cache:
        import pickle

        assert pickle.loads(pickle.dumps(cache)) == Cache(tmp_path, tmp_path, cache.scratch)
