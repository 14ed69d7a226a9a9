"""Two chips answer one prompt: in real time, each at its ceiling; equal work has equal areas; no line is false."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import cycle, permutations
from math import floor, inf
from typing import Any

import numpy as np
import pytest

import roofline
from film.english import FORMS
from film.errors import FilmError
from film.language import words_for
from film.plan import BeatTiming, ScenePlan, Worded
from film.request import Request, film_figures
from film.script import Script, load_script
from film.storyboard import beats_of
from roofline import Figures, SpecError
from roofline.claims import evaluate
from scenes import STORYBOARD
from scenes.caveats import Caveats
from scenes.closing import Closing
from scenes.stage.pair import ENDS
from scenes.stage.plan import SCRIPT, default_plan
from scenes.stage.replay import Replay
from scenes.stage.sending import along
from scenes.stage.theme import RIGHT
from scenes.stage.time_ruler import APART, NEAR, settled, spacings, spelled
from scenes.versus import Versus
from tests.scenes.laid import jumps, problems

FPS = 15
COVER = """
h100      rtx-4090  llama-3.1-8b    bf16  2000
rtx-4090  h100      llama-3.1-8b    int8  16
a100      mi300x    llama-3.1-8b    bf16  9100
l4        b200      llama-3.1-8b    bf16  2000
b200      l4        llama-3.1-8b    bf16  100
h100      h200      llama-3.1-8b    bf16  300
h200      tpu7x     llama-3.1-70b   int8  2000
h100      tpu-v6e   llama-3.2-1b    bf16  400
gaudi-3   h200      llama-3.1-8b    bf16  20000
l4        a100-pcie llama-3.1-8b    bf16  55000
gb200     mi355x    gemma-2-9b      bf16  5000
rtx-5090  rtx-3090  qwen3-8b        bf16  200
tpu-v5p   a100-40gb mistral-7b-v0.3 int8  16000
mi325x    h100-nvl  phi-4           bf16  16000
"""
"""Pairs that contrast: which is ahead at which of the two, by how much, what limits the reading, and for how long."""


@cache
def script() -> Script:
    return load_script(SCRIPT)


def plan(figures: Figures, fps: int = FPS) -> ScenePlan:
    return default_plan(Versus, fps, figures)


def possible(**asked: Any) -> Figures | None:
    """The figures of a film with two chips; None if there is none."""
    try:
        return film_figures(Request(**asked))
    except (FilmError, SpecError):
        return None


@pytest.mark.parametrize("row", COVER.strip().splitlines())
def test_no_text_touches_another_at_any_cue(row: str) -> None:
    gpu, versus, model, weights, prompt = row.split()
    figures = possible(gpu=gpu, versus=versus, model=model, weights=weights, prompt=int(prompt))
    assert figures, row
    assert problems(Versus, plan(figures)) == []


@pytest.mark.full
@pytest.mark.parametrize("gpu", roofline.gpus())
def test_no_text_touches_another_with_any_two_chips(gpu: str) -> None:
    for versus, prompt in zip(roofline.gpus(), cycle((2000, 16, 250, 16_000)), strict=False):
        if figures := possible(gpu=gpu, versus=versus, prompt=prompt):
            assert problems(Versus, plan(figures)) == [], (versus, prompt)


def test_names_and_numbers_as_long_as_can_be() -> None:
    names = ("Radeon Instinct 9999", "GeForce RTX 6090 Max")
    one, other = (roofline.Gpu(name, name, 7_777e12, 12.76e12, 1e12) for name in names)
    figures = roofline.compute(one, prompt=16_000, versus=other)
    assert problems(Versus, plan(figures)) == []


Made = Callable[..., Versus]


@pytest.fixture(scope="module")
def scene(built: Callable[..., Any]) -> Made:
    """Builds the scene of two chips with all its moves written, ready to be posed."""

    @cache
    def make(gpu: str, versus: str, prompt: int = 2000) -> Versus:
        figures = possible(gpu=gpu, versus=versus, prompt=prompt)
        assert figures
        made = built(Versus, plan(figures, 60))
        assert isinstance(made, Versus)
        return made

    return make


def begins(made: Versus, name: str) -> tuple[BeatTiming, float]:
    """A beat's timing, and its first moment in seconds of the scene."""
    found = next(one for one in made.plan.beats if one.name == name)
    return found, found.start_frame / made.plan.fps


@pytest.mark.parametrize(
    ("gpu", "versus", "prompt"),
    [("h100", "rtx-4090", 2000), ("rtx-4090", "h100", 2000), ("l4", "b200", 2000), ("h100", "l4", 100)],
)
def test_each_waits_and_streams_in_real_time(scene: Made, gpu: str, versus: str, prompt: int) -> None:
    """By t there are the token that ends the wait, and rate · (t − wait) after it: on the page and on the line."""
    made = scene(gpu, versus, prompt)
    race, start = begins(made, "one_prompt")
    sent, fps = start + race.marks["sent"], made.plan.fps
    for frame in range(round(sent * fps), race.frames):
        t = (frame + 1) / fps
        made.pose(t)
        for end, page, lane in zip(ENDS, made.pair.pages, made.pair.lanes, strict=True):
            wait, rate = made.value(f"{end}prefill.time"), made.value(f"{end}decode.rate")
            since = t - sent - wait
            due = floor(rate * since + 1e-6) + 1 if since > -1e-9 else 0
            assert page.count == due
            assert lane.came == due


def test_a_long_wait_is_sped_up_with_its_stream(scene: Made) -> None:
    made = scene("l4", "b200", 60_000)
    race, start = begins(made, "one_prompt")
    sent, motion = start + race.marks["sent"], made.value("versus.motion")
    assert motion < 1
    made.pose(sent + 2.0)
    for end, lane, page in zip(ENDS, made.pair.lanes, made.pair.pages, strict=True):
        assert lane.now == pytest.approx(2.0 / motion)
        assert page.rate == pytest.approx(made.value(f"{end}decode.rate") / motion)
        assert lane.x(lane.now) - made.pair.span.left == pytest.approx(lane.per_second * 2.0 / motion)


def test_the_lines_reach_the_edge_when_the_race_ends(scene: Made) -> None:
    made = scene("h100", "rtx-4090")
    race, start = begins(made, "one_prompt")
    made.pose(start + race.frames / made.plan.fps)
    for lane in made.pair.lanes:
        assert lane.x(lane.now) == pytest.approx(RIGHT)


@pytest.mark.parametrize("pair", [("h100", "rtx-4090"), ("l4", "b200"), ("l4", "rtx-3090")])
def test_no_page_starts_afresh_so_that_the_fuller_is_the_faster(scene: Made, pair: tuple[str, str]) -> None:
    made = scene(*pair)
    race, start = begins(made, "one_prompt")
    made.pose(start + race.frames / made.plan.fps)
    rows = [page.place_of(page.count)[0] + 1 for page in made.pair.pages]
    assert max(rows) <= made.pair.pages[0].rows == made.pair.pages[1].rows
    assert max(rows) >= 0.6 * made.pair.pages[0].rows


PAIRS = [("h100", "rtx-4090"), ("a100", "mi300x"), ("gaudi-3", "h200"), ("l4", "b200")]
READING, WRITING = 0, 1


def laid_until_rolled(made: Versus, name: str, which: int) -> Iterator[float]:
    """Moments of a beat from when work is laid down until it has been pressed, in seconds of the scene."""
    timing, start = begins(made, name)
    for frame in range(timing.frames):
        t = start + (frame + 1) / made.plan.fps
        made.pose(t)
        if all(lane.worked[which] == 1.0 and lane.swollen[which] == 0.0 for lane in made.pair.lanes):
            yield t


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(("name", "which"), [("first_word", READING), ("the_stream", WRITING)])
def test_equal_work_has_equal_areas_while_it_is_pressed(
    scene: Made, pair: tuple[str, str], name: str, which: int
) -> None:
    made = scene(*pair)
    alike, rolled = [], []
    for _ in laid_until_rolled(made, name, which):
        shapes = [lane.shape(which) for lane in made.pair.lanes]
        areas = [width * height for width, height in shapes]
        assert areas[0] == pytest.approx(areas[1])
        alike.append(shapes[0] == pytest.approx(shapes[1]))
        rolled.append(all(lane.rolled[which] == 1.0 for lane in made.pair.lanes))
    assert alike[0]
    assert rolled[-1]
    assert not alike[-1]


@pytest.mark.parametrize("pair", PAIRS)
def test_pressed_work_is_as_long_as_its_time_and_as_high_as_what_the_chip_has(
    scene: Made, pair: tuple[str, str]
) -> None:
    made = scene(*pair)
    for name, which, time, height in (
        ("first_word", READING, "prefill.time", "gpu.peak"),
        ("the_stream", WRITING, "decode.step_time", "gpu.bandwidth"),
    ):
        timing, start = begins(made, name)
        made.pose(start + timing.frames / made.plan.fps)
        widths, heights = zip(*(lane.shape(which) for lane in made.pair.lanes), strict=True)
        assert widths[0] / widths[1] == pytest.approx(made.value(time) / made.value(f"versus.{time}"))
        assert heights[0] / heights[1] == pytest.approx(made.value(height) / made.value(f"versus.{height}"))
        assert max(widths) < RIGHT - made.pair.span.left


@pytest.mark.parametrize("pair", PAIRS)
def test_machines_are_as_high_as_what_the_chips_have(scene: Made, pair: tuple[str, str]) -> None:
    machines = scene(*pair).pair.machines
    for sizes, figure in (
        ([machine.bandwidth for machine in machines], "gpu.bandwidth"),
        ([machine.peak for machine in machines], "gpu.peak"),
    ):
        own, other = (scene(*pair).value(f"{end}{figure}") for end in ENDS)
        assert sizes[0] / sizes[1] == pytest.approx(own / other)
    assert machines[0].crest - machines[0].ground == pytest.approx(machines[1].crest - machines[1].ground)


@pytest.mark.parametrize("pair", PAIRS)
def test_each_replay_has_one_pace_for_both_and_gets_to_the_end_of_the_longer_wait(
    scene: Made, pair: tuple[str, str]
) -> None:
    made = scene(*pair)
    timing, start = begins(made, "first_word")
    longest = max(lane.first for lane in made.pair.lanes)
    said = max(timing.said[f"{end}prefill.time"][0] for end in ENDS)
    made.pose(start + said)
    assert [lane.now for lane in made.pair.lanes] == pytest.approx([longest, longest])
    timing, start = begins(made, "the_stream")
    made.pose(start + timing.frames / made.plan.fps)
    since = [lane.now - lane.first for lane in made.pair.lanes]
    assert since[0] == pytest.approx(since[1])
    assert [lane.x(lane.first) for lane in made.pair.lanes] == pytest.approx([made.pair.span.left] * 2)


@pytest.mark.parametrize("pair", PAIRS)
def test_seconds_are_read_off_wherever_time_is_stretched_to(scene: Made, pair: tuple[str, str]) -> None:
    """Whenever a beat ends, two or more numbers show, each where its second is, and each says that second."""
    made = scene(*pair)
    for timing in made.plan.beats[:3]:
        _, start = begins(made, timing.name)
        made.pose(start + timing.frames / made.plan.fps)
        shown = [number for number in made.pair.ruler.numbers if number.opacity > 0.5]
        assert len(shown) >= 3
        for number in shown:
            (text, (x0, _, x1, _)) = number.texts()[0]
            size = {"0": 1.0, "s": 1.0, "ms": 1e-3, "µs": 1e-6}[text.split()[-1]]
            assert float(text.split()[0]) * size == pytest.approx(number.value)
            assert (x0 + x1) / 2 == pytest.approx(made.pair.span.left + number.value * made.pair.span.scale, abs=0.03)


def test_a_replay_shows_the_second_of_its_latest_run_and_is_over_when_told() -> None:
    replay = Replay()
    assert replay.at(5.0) == -inf
    for move, start in ((replay.run(0.0, 0.1), 2.0), (replay.over(), 6.0), (replay.run(3.0, 2.0), 8.0)):
        move.write(start, 0.0)
    assert [replay.at(t) for t in (2.0, 4.0, 6.0, 7.0, 9.5)] == pytest.approx([-inf, 0.2, 0.4, inf, 6.0])
    assert [replay.pace(t) for t in (4.0, 7.0, 9.5)] == [0.1, 0.0, 2.0]


def test_beads_are_as_far_along_a_path_as_its_length_says() -> None:
    path = [(0.0, 0.0), (3.0, 0.0), (3.0, 0.0), (3.0, 1.0)]
    assert [along(path, share) for share in (0.0, 0.5, 0.75, 1.0)] == [(0.0, 0.0), (2.0, 0.0), (3.0, 0.0), (3.0, 1.0)]


def test_both_chips_are_as_bright_in_the_last_picture(scene: Made) -> None:
    """None is dim for being slower."""
    made = scene("h100", "rtx-4090")
    last, start = begins(made, "both_speeds")
    made.pose(start + last.marks["seen"])
    for lane in made.pair.lanes:
        assert lane.worked == (1.0, 1.0)
        assert (lane.known, lane.opacity) == (1.0, 1.0)
    for readout in (*made.words.first, *made.words.rest):
        assert [part.opacity for part in readout.parts] == [1.0] * len(readout.parts)


def test_no_number_is_half_in_view_where_time_stands_still() -> None:
    for scale in np.geomspace(1e-3, 1e6, 997).tolist():
        still = settled(scale)
        assert 0.92 * scale < still <= scale
        assert not [one for one in spacings(100 / still, 0.01 / still) if NEAR + 1e-9 < one * still < APART - 1e-9]


def test_moments_are_spelled_in_the_largest_unit_that_has_one() -> None:
    assert [spelled(one) for one in (0.0, 1.5, 0.5, 0.05, 5e-4, 100.0)] == [
        "0", "1.5 s", "500 ms", "50 ms", "500 µs", "100 s",
    ]  # fmt: skip


def test_the_scene_comes_between_others_and_can_be_left_out() -> None:
    plans = {"caveats": default_plan(Caveats, FPS), "versus": plan(roofline.compute(versus="l4"))}
    plans["closing"] = default_plan(Closing, FPS)
    assert list(jumps({"caveats": Caveats, "versus": Versus, "closing": Closing}, plans)) == []
    del plans["versus"]
    assert list(jumps({"caveats": Caveats, "closing": Closing}, plans)) == []
    names = [card.name for card in STORYBOARD]
    assert names[names.index("versus") - 1 : names.index("versus") + 2] == ["caveats", "versus", "closing"]


def test_beats_alone_equal_the_straight_render(draw: Callable[..., list[np.ndarray]]) -> None:
    straight = draw(Versus)
    alone = [frame for one in beats_of(Versus) for frame in draw(Versus, [one.name])]
    assert len(straight) == len(alone)
    assert [n for n, (one, other) in enumerate(zip(straight, alone, strict=True)) if np.any(one != other)] == []


# ------------------------------------------------------------------ what is said
Words = Mapping[str, Worded]

DONE = re.compile(r", the (.+?) is done after (.+?)\. The (.+?) takes (.+?)\.")
WRITES = re.compile(r", the (.+?) writes (.+?) a second\. The (.+?) writes (.+?)\.")
RATIO = re.compile(r"With (.+?) the (arithmetic|bandwidth)")


def lines(figures: Figures, words: Words) -> dict[str, str]:
    claims = evaluate(figures)
    return {
        one.name: script().line("versus", one.choose(claims).key).render(words).text.replace("’", "'")
        for one in beats_of(Versus)
    }


@pytest.mark.parametrize("prompt", [250, 2000])
def test_what_is_said_is_true_of_every_ordered_pair(prompt: int) -> None:
    own = {key: roofline.compute(key, prompt=prompt) for key in roofline.gpus()}
    for gpu, versus in permutations(own, 2):
        if figures := possible(gpu=gpu, versus=versus, prompt=prompt):
            both = {one.gpu.name: one for one in (own[gpu], own[versus])}
            words = words_for(figures)
            said = lines(figures, words)
            _true_of_waits(said["first_word"], both, words)
            _true_of_streams(said["the_stream"], both, words)
            _true_of_both(said["both_speeds"], both)


def _ratio(both: dict[str, Figures], figure: str) -> float:
    one, other = (figures.value(figure) for figures in both.values())
    return max(one, other) / min(one, other)


def _best(both: dict[str, Figures], figure: str, most: bool) -> str:
    return (max if most else min)(both, key=lambda name: both[name].value(figure))


def _said(figures: Figures, name: str) -> str:
    figure = figures[name]
    return FORMS[figure.kind][""](figure.value).said


def _true_of_waits(line: str, both: dict[str, Figures], words: Words) -> None:
    limits = {figures.value("prefill.math_time") > figures.value("prefill.memory_time") for figures in both.values()}
    if found := DONE.search(line):
        sooner, wait, later, longer = found.groups()
        assert limits == {True}
        assert sooner == _best(both, "prefill.time", most=False) != later
        assert [wait, longer] == [_said(both[name], "prefill.time") for name in (sooner, later)]
        assert RATIO.findall(line) == [(words["versus.peak_ratio"].said, "arithmetic")]
        assert _ratio(both, "gpu.peak") > 1.05
    elif "about the same" in line:
        assert limits == {True}
        assert _ratio(both, "gpu.peak") <= 1.05
    else:
        assert limits == ({False} if "both wait for their memory" in line else {True, False})


def _true_of_streams(line: str, both: dict[str, Figures], words: Words) -> None:
    if found := WRITES.search(line):
        faster, rate, slower, less = found.groups()
        assert faster == _best(both, "decode.rate", most=True) != slower
        assert [rate, less] == [_said(both[name], "decode.rate") for name in (faster, slower)]
        assert RATIO.findall(line) == [(words["versus.bandwidth_ratio"].said, "bandwidth")]
        assert _ratio(both, "gpu.bandwidth") > 1.05
    else:
        assert "bandwidth is about the same" in line
        assert _ratio(both, "gpu.bandwidth") <= 1.05


def _true_of_both(line: str, both: dict[str, Figures]) -> None:
    differ = _ratio(both, "prefill.time") > 1.05, _ratio(both, "decode.rate") > 1.05
    sooner, faster = _best(both, "prefill.time", most=False), _best(both, "decode.rate", most=True)
    if found := re.search(r"the (.+?) is ahead twice", line):
        assert differ == (True, True)
        assert sooner == faster == found[1]
    elif found := re.search(r"shorter wait is the (.+?)'s, the faster stream the (.+?)'s", line):
        assert differ == (True, True)
        assert found.groups() == (sooner, faster)
        assert sooner != faster
    else:
        expected = {(False, False): "neither is ahead", (False, True): "wait hardly", (True, False): "stream hardly"}
        assert expected[differ] in line
