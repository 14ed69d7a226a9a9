from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from film.keys import (
    Basis,
    Stretch,
    basis,
    code_files,
    digest,
    holds,
    imported,
    in_stretch,
    sources,
    stretches,
    trace,
    value_now,
)
from film.plan import BeatTiming, ScenePlan, Worded, WordTime
from film.presets import PRESETS, Format

FORM = PRESETS["draft"]


def plan(**changes: object) -> ScenePlan:
    beats = (
        BeatTiming("wall", "one", "one", 100, 30, words=(WordTime("Hi", 0.3, 0.5),), marks={"here": 0.4}, silent=0.5),
        BeatTiming("wall", "two", "two", 130, 45),
    )
    made = ScenePlan(
        scene="wall",
        fps=15,
        values={"gpu.bandwidth": 3.35e12, "gpu.peak": 989.4e12},
        words={"gpu.name": Worded("H100", "H one hundred")},
        claims={"weights.fit": True},
        screen={"title": "{gpu.name}"},
        beats=beats,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    write(
        tmp_path,
        {
            "scenes/__init__.py": "BOARD = 1\n",
            "scenes/wall.py": "from scenes.stage import Film\nfrom film import plan\nimport manim, roofline.bounds\n",
            "scenes/tap.py": "from scenes.stage.paint import dot\n",
            "scenes/stage/__init__.py": "from scenes.stage.film import Film\n",
            "scenes/stage/film.py": "def late():\n    from . import paint\n    from .. import BOARD\n",
            "scenes/stage/paint.py": "import numpy\n",
            "scenes/stage/unused.py": "",
            "film/__init__.py": "",
            "film/plan.py": "",
            "roofline/__init__.py": "",
            "roofline/bounds.py": "from roofline.passes import x\n",
            "roofline/passes.py": "x = 1\n",
        },
    )
    return tmp_path


def test_a_scene_s_code_is_all_that_it_imports_from_the_project(tree: Path) -> None:
    assert set(sources(["scenes.wall"], tree)) == {
        "scenes.wall",
        "scenes.stage",
        "scenes.stage.film",
        "scenes.stage.paint",
        "scenes",
        "film.plan",
        "roofline.bounds",
        "roofline.passes",
    }


def test_a_package_s_own_file_counts_only_if_something_of_it_is_used(tree: Path) -> None:
    assert set(sources(["scenes.tap"], tree)) == {"scenes.tap", "scenes.stage.paint"}


def test_relative_imports_are_resolved(tree: Path) -> None:
    inner = tree / "scenes/stage/film.py"
    assert list(imported("scenes.stage.film", inner, tree)) == ["scenes.stage.paint", "scenes"]
    write(tree, {"scenes/stage/__init__.py": "from .film import Film\n"})
    assert list(imported("scenes.stage", tree / "scenes/stage/__init__.py", tree)) == ["scenes.stage.film"]


@pytest.mark.parametrize(
    "around",
    [
        "if x:\n    pass\nelif y:\n    {}",
        "for x in y:\n    pass\nelse:\n    {}",
        "while x:\n    {}",
        "try:\n    {}\nfinally:\n    pass",
        "try:\n    pass\nexcept OSError:\n    {}",
        "try:\n    pass\nexcept OSError:\n    pass\nelse:\n    {}",
        "try:\n    pass\nfinally:\n    {}",
        "with x:\n    {}",
        "class X:\n    async def y(self):\n        {}",
        "match x:\n    case 1:\n        {}",
    ],
)
def test_an_import_is_found_wherever_it_may_stand(tree: Path, around: str) -> None:
    inner = tree / "scenes/stage/film.py"
    inner.write_text(around.format("from film import plan") + "\n")
    assert list(imported("scenes.stage.film", inner, tree)) == ["film.plan"]


@pytest.mark.parametrize("changed", ["scenes/wall.py", "scenes/stage/paint.py", "roofline/passes.py"])
def test_a_change_of_any_of_it_changes_the_hash(tree: Path, changed: str) -> None:
    before = code_files(["scenes.wall"], tree)
    assert code_files(["scenes.wall"], tree) == before
    (tree / changed).write_text((tree / changed).read_text() + "# changed\n")
    assert code_files(["scenes.wall"], tree) != before


@pytest.mark.parametrize("changed", ["scenes/tap.py", "scenes/stage/unused.py", "film/__init__.py"])
def test_a_change_elsewhere_does_not(tree: Path, changed: str) -> None:
    before = code_files(["scenes.wall"], tree)
    (tree / changed).write_text("# changed\n")
    assert code_files(["scenes.wall"], tree) == before


def of(beat: str, made: ScenePlan | None = None, code: str = "code", form: Format = FORM) -> Basis:
    return basis("scenes.wall:Wall", {"scenes/wall.py": code}, made or plan(), beat, form)


def test_a_part_s_basis_names_its_beat_and_frames() -> None:
    assert (of("two").beat, of("two").frames) == ("wall.two", 45)


def test_the_basis_changes_with_code_format_and_length() -> None:
    one, two = plan().beats
    other = [
        of("two", code="other"),
        of("two", form=replace(FORM, fps=30)),
        of("two", form=replace(FORM, width=320, height=180)),
        of("two", form=replace(FORM, x264={"crf": "30"})),
        of("two", plan(beats=(one, replace(two, frames=46)))),
        basis("scenes.wall:Tall", {"scenes/wall.py": "code"}, plan(), "two", FORM),
    ]
    assert len({made.hash for made in [of("two"), *other]}) == 7


def test_the_basis_knows_no_moments() -> None:
    one, two = plan().beats
    assert of("two", plan(beats=(replace(one, marks={"here": 0.41}), two))) == of("two")


def test_times_do_not_say_where_the_scene_stands_nor_what_is_not_read() -> None:
    one, two = plan().beats
    reads = [("time", name, 0) for name in ("two.frames", "one.mark.here", "one.variant")]
    seen = trace(plan(), reads)
    assert {name: value for _, name, value in seen} == {
        "two.frames": 45, "one.mark.here": 0.4, "one.variant": "one",
    }  # fmt: skip
    moved = plan(beats=(replace(one, start_frame=7), replace(two, start_frame=37)))
    reworded = plan(beats=(replace(one, line="Ho", words=(WordTime("Ho", 0.3, 0.5),)), two))
    longer = plan(beats=(replace(one, frames=31), replace(two, start_frame=131)))
    marked = plan(beats=(replace(one, marks={"here": 0.41}), two))
    assert [holds(made, seen) for made in (moved, reworded, longer, marked)] == [True, True, True, False]


def test_the_basis_does_not_know_the_figures() -> None:
    assert of("one", plan(values={})) == of("one")


def test_a_trace_takes_each_read_once_with_the_value_of_now() -> None:
    reads = [("figure", "gpu.peak", 1.0), ("word", "gpu.name", None), ("figure", "gpu.peak", 2.0)]
    assert trace(plan(), reads) == (
        ("figure", "gpu.peak", 989.4e12),
        ("word", "gpu.name", {"shown": "H100", "said": "H one hundred", "number": "", "unit": ""}),
    )


def test_a_trace_holds_until_something_that_was_read_changes() -> None:
    seen = trace(plan(), [("figure", "gpu.peak", 0), ("claim", "weights.fit", 0), ("screen", "title", 0)])
    assert holds(plan(), seen)
    assert holds(plan(values={"gpu.peak": 989.4e12, "gpu.bandwidth": 1.0}), seen)
    assert not holds(plan(values={"gpu.peak": 312e12}), seen)
    assert not holds(plan(values={}), seen)
    assert not holds(plan(claims={"weights.fit": False}), seen)
    assert not holds(plan(screen={"title": "{model.name}"}), seen)


def test_a_trace_survives_json() -> None:
    assert value_now(plan(), "figure", "gpu.peak") == 989.4e12
    assert digest(trace(plan(), [("word", "gpu.name", 0)])) == digest(
        [["word", "gpu.name", {"said": "H one hundred", "number": "", "unit": "", "shown": "H100"}]]
    )


@pytest.mark.parametrize("fps", [15, 60])
@given(frames=st.integers(1, 4000), runs_on=st.sampled_from([0.0, 1e-3, 0.8, 2.0, inf]))
def test_stretches_make_up_a_beat_and_begin_at_the_same_frames_in_every_one(
    fps: int, frames: int, runs_on: float
) -> None:
    found, each = stretches(frames, fps, runs_on), in_stretch(fps)
    assert [one.first for one in found] == [0, *accumulate(one.frames for one in found)][:-1]
    assert sum(one.frames for one in found) == frames
    if 1 < runs_on * fps < frames:
        assert found[0].frames == runs_on * fps, "what runs on from the beat before, and no more"
        found = found[1:]
    assert [one.frames for one in found[:-1]] == [each] * (len(found) - 1)
    assert found[-1].frames <= 1.5 * each
    assert len(found) == 1 or found[-1].frames >= each / 2


def test_a_stretch_has_a_key_and_a_name_of_its_own() -> None:
    parts = [
        basis("scenes.wall:Wall", {}, plan(), "two", FORM, stretch) for stretch in (Stretch(0, 20), Stretch(20, 25))
    ]
    whole = basis("scenes.wall:Wall", {}, plan(), "two", FORM)
    assert len({one.hash for one in (*parts, whole)}) == 3
    assert [one.name for one in (*parts, whole)] == ["wall.two", "wall.two from frame 20", "wall.two"]
    assert [one.frames for one in (*parts, whole)] == [20, 25, 45]
