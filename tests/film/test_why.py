from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import roofline
from film.cache import Cache, opened, silent
from film.decoded import Decoded
from film.encode import Encoded
from film.keys import Basis, Stretch, basis
from film.language import words_for
from film.plan import BeatTiming, ScenePlan, Taken
from film.presets import PRESETS, Format
from film.why import Stale, lines, why
from roofline.claims import evaluate

FORM = PRESETS["draft"]
CODE = {"scenes/tap.py": "1", "scenes/stage/wall.py": "2"}
READS = [
    ("figure", "decode.step_time"),
    ("figure", "gpu.bandwidth"),
    ("word", "gpu.bandwidth"),
    ("word", "gpu.name"),
    ("claim", "cache.small_here"),
    ("screen", "heading"),
    ("time", "first.frames"),
    ("time", "first.mark.here"),
    ("time", "second.frames"),
]
FIRST = BeatTiming("tap", "first", "first", 0, 30, line="Here it is.", marks={"here": 0.4})
SECOND = BeatTiming("tap", "second", "second", 30, 45, line="And there.")


def plan(gpu: str = "h100", **changes: Any) -> ScenePlan:
    figures = roofline.compute(gpu=gpu)
    values = {name: figure.value for name, figure in figures.items()}
    made = ScenePlan(
        "tap", 15, values, words_for(figures), evaluate(figures), {"heading": "Decode"}, (FIRST, SECOND)
    )  # fmt: skip
    return replace(made, **changes)


def of(made: ScenePlan, code: dict[str, str] = CODE, form: Format = FORM, stretch: Stretch | None = None) -> Basis:
    return basis("scenes.tap:Tap", code, made, "second", form, stretch)


Told = Callable[..., tuple[str, ...]]


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    """Why the second beat is stale, having been drawn for the H100."""
    with opened(tmp_path, silent) as cache:
        keep(cache, plan())

        def tell(made: ScenePlan, gpu: str = "h100", **options: Any) -> tuple[str, ...]:
            return why(cache, of(made, **options), made, roofline.compute(gpu=gpu)).reasons

        yield tell


def keep(cache: Cache, made: ScenePlan, form: Format = FORM) -> None:
    written = cache.scratch / "written.mp4"
    written.write_bytes(b"pictures")
    base = of(made, form=form)
    reads = tuple((kind, name, None) for kind, name in READS)
    cache.keep(written, Encoded(base.frames, b"", 0, 0), Decoded("", ""), base, made, Taken(reads))


def test_another_chip_names_the_figures_from_which_the_others_follow_first(told: Told) -> None:
    assert told(plan("a100"), "a100") == (
        "figure gpu.bandwidth 3.35 → 2.039 TB/s",
        "figure decode.step_time 4.794 → 7.877 ms",
        "gpu.name “H100” → “A100”",
    )


def test_a_stretch_that_is_not_there_while_another_of_its_beat_is_was_not_damaged(told: Told) -> None:
    assert told(plan(), stretch=Stretch(30, 15)) == ("only kept in part",)


def test_changed_code_and_libraries_are_named(told: Told) -> None:
    assert told(plan(), code={"scenes/tap.py": "9", "scenes/stage/new.py": "1"}) == (
        "scenes/tap.py changed",
        "scenes/stage/new.py is used now",
        "scenes/stage/wall.py is no longer used",
    )


def test_a_changed_line_is_named_once(told: Told) -> None:
    longer = replace(FIRST, line="Right here it is.", frames=33, marks={"here": 0.6})
    assert told(plan(beats=(longer, replace(SECOND, start_frame=33)))) == ("the line of first changed",)


def test_where_no_line_changed_times_are_named(told: Told) -> None:
    longer = replace(FIRST, frames=33, marks={"here": 0.6})
    assert told(plan(beats=(longer, replace(SECOND, start_frame=33)))) == (
        "first lasts 33 frames, not 30",
        "the words of first come at other times",
    )
    assert told(plan(beats=(FIRST, replace(SECOND, frames=46)))) == ("second lasts 46 frames, not 45",)


def test_claims_and_texts_are_named(told: Told) -> None:
    other = plan(screen={"heading": "Prefill"}, claims={"cache.small_here": False})
    assert told(other) == ("cache.small_here no longer holds", "the text heading on screen changed")


def test_what_was_never_drawn_or_only_in_another_format(told: Told, tmp_path: Path) -> None:
    with opened(tmp_path / "other", silent) as cache:
        assert why(cache, of(plan()), plan(), roofline.compute()).reasons == ("not drawn yet",)
    (reason,) = told(plan(), form=PRESETS["hd"])
    assert reason.startswith("not drawn yet as 1920 × 1080 at 60")


def test_of_several_parts_the_one_of_this_format_is_compared(tmp_path: Path) -> None:
    with opened(tmp_path, silent) as cache:
        keep(cache, plan("a100"))
        keep(cache, plan(), form=PRESETS["hd"])
        assert why(cache, of(plan()), plan(), roofline.compute()).reasons[0] == "figure gpu.bandwidth 2.039 → 3.35 TB/s"


def test_neighbours_with_the_same_reasons_share_a_line() -> None:
    many = tuple(f"reason {number}" for number in range(11))
    stale = [Stale("wall.one", ("a",)), Stale("wall.two", ("a",)), Stale("tap.one", ("a",)), Stale("tap.two", many)]
    assert list(lines(stale)) == [
        "wall (one, two): a",
        "tap (one): a",
        "tap (two): reason 0; reason 1; reason 2; reason 3; reason 4; reason 5; reason 6; reason 7; and 3 more",
    ]
