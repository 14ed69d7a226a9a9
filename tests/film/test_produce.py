from __future__ import annotations

import errno
import json
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
import xxhash
from filelock import FileLock

from film import keys, produce, request
from film.draw import Shot
from film.encode import digests, print_of
from film.errors import FilmError, of_the_disk
from film.jobs import Job, Pool
from film.keys import Basis, digest, file_hash, sealed, stretches, unsealed
from film.outputs import FILES
from film.part import Part
from film.produce import Result, make
from film.request import Request
from film.story import Story
from film.storyboard import SceneCard, Storyboard
from film.studio import Studio
from film.verify import again, quick
from roofline.specs import SpecError

SCENES = '''
from pathlib import Path

import numpy as np

from film.errors import FilmError
from film.storyboard import beat


def picture(number, value):
    frame = np.full((90, 160, 4), 255, np.uint8)
    frame[..., :3] = (number % 200, int(value) % 251, 40)
    frame[:, number % 160:, 2] = 200
    return frame


class Scene:
    """A scene that draws without Manim; its second beat reads a figure of the chip."""

    def __init__(self, plan=None, beats=None):
        self.plan, self.beats, self.reads, self.sounds = plan, beats, (), ()
        self.renderer = type("Renderer", (), {"file_writer": type("Writer", (), {"target": None})()})()

    def suits(self, stretch):
        return True

    def draw(self):
        self.render()

    def render(self):
        for timing in self.plan.beats:
            figure = "gpu.bandwidth" if timing.name == "two" else "model.parameters"
            self.reads += (("figure", figure, self.plan.values[figure]),)
            if timing.name not in self.beats:
                continue
            for number in range(self.stretch.first, self.stretch.first + self.stretch.frames):
                self.renderer.file_writer.target(picture(number, self.plan.values[figure] / 1e9), 1)
            if Path(__file__).with_name("stumble").exists() and timing.name == "two":
                raise FilmError("this scene stumbles")
            return


class Wall(Scene):
    @beat
    def one(self): ...

    @beat
    def two(self): ...


class Tap(Scene):
    """Its pictures read the chip's bandwidth, but do not show it."""

    def render(self):
        self.reads += (("figure", "gpu.bandwidth", self.plan.values["gpu.bandwidth"]),)
        super().render()

    @beat(least=0.4)
    def silent(self): ...
'''

SCRIPT = """
title = "A test"

[wall]
title = "The wall"
one = "It holds {model.parameters} weights."
two = "The channel of one {gpu.name} carries {gpu.bandwidth}, no more than that."

[tap]
title = "The tap"
silent = ""
"""


class Heard:
    """A display that remembers."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.beats = self.frames = self.done = 0

    def say(self, text: str) -> None:
        self.said.append(text)

    def phase(self, text: str) -> None: ...

    def begin(self, beats: int, frames: int) -> None:
        self.beats = beats

    def drawn(self, frames: int) -> None:
        self.frames += frames

    def beat_done(self) -> None:
        self.done += 1

    def __enter__(self) -> Heard:
        return self

    def __exit__(self, *_: object) -> None: ...


class Set:
    """A film of two scenes in a folder of its own."""

    def __init__(self, root: Path, module: str):
        self.root, self.heard = root, Heard()
        self.board = Storyboard(SceneCard("wall", f"{module}:Wall"), SceneCard("tap", f"{module}:Tap"))

    def make(self, why: bool = False, **options: Any) -> Result:
        self.heard = Heard()
        defaults = {
            "preset": "draft", "size": "160x90", "voice": "silent", "jobs": 1,
            "output": self.root / "out", "cache": self.root / "cache",
        }  # fmt: skip
        return make(Request(**{**defaults, **options}), self.board, self.heard, why=why)

    @property
    def manifest(self) -> Any:
        return json.loads((self.root / "out" / "manifest.json").read_text("utf-8"))

    def hashes(self) -> dict[str, str]:
        return {name: file_hash(self.root / "out" / name) for name in FILES}

    def parts(self) -> list[Path]:
        return sorted((self.root / "cache" / "parts").glob("**/*.mp4"))


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Set]:
    root = tmp_path_factory.mktemp("set")
    module = f"scenes_{root.name.replace('-', '_')}"
    (root / f"{module}.py").write_text(SCENES)
    (root / "en.toml").write_text(SCRIPT)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(root)
        patch.setattr(request, "SCRIPTS", root)
        made = Set(root, module)
        made.make()
        yield made


def test_a_film_leaves_all_its_files_and_nothing_else(film: Set) -> None:
    result = film.make()
    assert result.film == film.root / "out" / "film.mp4"
    there = {path.name for path in (film.root / "out").iterdir()}
    assert there == {*FILES, ".lock", ".proven.json"}
    assert not list((film.root / "cache" / "scratch").iterdir())


def test_the_manifest_accounts_for_every_frame(film: Set) -> None:
    film.make()
    manifest = film.manifest
    assert list(manifest) == ["fps", "width", "height", "frames", "seconds", "scenes", "options", "versions"]
    assert (manifest["fps"], manifest["width"], manifest["height"]) == (15, 160, 90)
    assert manifest["seconds"] == manifest["frames"] / 15
    beats = [beat for scene in manifest["scenes"] for beat in scene["beats"]]
    assert [list(scene) for scene in manifest["scenes"]] == [["name", "title", "start_frame", "frames", "beats"]] * 2
    named = ["name", "start_frame", "frames", "line", "figures", "hash", "parts"]
    assert [list(beat) for beat in beats] == [named] * 3
    assert beats[1]["line"].startswith("The channel of one H100 carries three point three five terabytes per second")
    assert beats[1]["figures"] == ["gpu.name", "gpu.bandwidth"]
    frame = 0
    for beat in beats:
        assert beat["start_frame"] == frame
        frame += beat["frames"]
    assert frame == manifest["frames"]
    with av.open(str(film.root / "out" / "film.mp4")) as file:
        assert sum(1 for _ in file.decode(video=0)) == frame


def test_a_beat_s_hash_is_of_its_raw_frames(film: Set) -> None:
    film.make()
    picture = __import__(film.board[0].path.partition(":")[0]).picture
    beat = film.manifest["scenes"][0]["beats"][1]
    prints = [print_of(digests(picture(number, 3350))) for number in range(beat["frames"])]
    parts = [prints[one.first : one.first + one.frames] for one in stretches(len(prints), 15)]
    assert beat["hash"] == digest([xxhash.xxh3_128_hexdigest(b"".join(part)) for part in parts])


def test_a_long_beat_is_drawn_in_parts_that_make_it_up(film: Set, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = film.make()
    monkeypatch.setattr(keys, "STRETCH", 1.0)
    cut = film.make(cache=film.root / "cut" / "cache", output=film.root / "cut")
    assert (cut.drawn, film.heard.beats, film.heard.done) == (3, 3, 3)
    manifest = json.loads((film.root / "cut" / "manifest.json").read_text("utf-8"))
    beats = [beat for scene in manifest["scenes"] for beat in scene["beats"]]
    assert [len(beat["parts"]) for beat in beats] == [max(1, (beat["frames"] + 7) // 15) for beat in beats]
    assert [sum(part["frames"] for part in beat["parts"]) for beat in beats] == [beat["frames"] for beat in beats]
    with av.open(str(whole.film)) as one, av.open(str(cut.film)) as other:
        pairs = zip(one.decode(video=0), other.decode(video=0), strict=True)
        apart = [np.abs(a.to_ndarray().astype(int) - b.to_ndarray()).mean() for a, b in pairs]
    assert max(apart) < 2


def test_a_second_render_draws_nothing_and_touches_nothing(film: Set) -> None:
    film.make()
    before = {path.name: path.stat().st_mtime_ns for path in (film.root / "out").iterdir()}
    result = film.make()
    assert (result.drawn, result.kept, film.heard.frames) == (0, 3, 0)
    assert before == {path.name: path.stat().st_mtime_ns for path in (film.root / "out").iterdir()}


def test_the_poster_is_taken_once_of_the_same_pictures(film: Set, monkeypatch: pytest.MonkeyPatch) -> None:
    film.make()
    poster = film.root / "out" / "poster.png"
    before = poster.read_bytes()
    poster.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(produce, "png", lambda *_: pytest.fail("it is kept"))
        film.make()
    assert poster.read_bytes() == before
    for path in (film.root / "cache" / "plates").iterdir():
        path.write_bytes(path.read_bytes()[:-1] + b"?")
    poster.unlink()
    film.make()
    assert poster.read_bytes() == before, "a damaged one is made again"


def test_a_film_that_was_changed_is_put_together_again(film: Set) -> None:
    film.make()
    before = film.hashes()
    (film.root / "out" / "film.mp4").write_bytes(b"not a film")
    (film.root / "out" / "chapters.txt").unlink()
    assert film.make().drawn == 0
    assert film.hashes() == before


def test_a_new_description_is_written_though_nothing_is_drawn(film: Set) -> None:
    film.make()
    before, script = film.hashes(), film.root / "en.toml"
    text = script.read_text("utf-8")
    script.write_text(text + '[wall.described]\none = "Stones."\ntwo = "Water."\n', "utf-8")
    try:
        assert film.make().drawn == 0
        assert "Stones." in (film.root / "out" / "film.described.vtt").read_text("utf-8")
        assert "Water." in (film.root / "out" / "transcript.md").read_text("utf-8")
    finally:
        script.write_text(text, "utf-8")
    assert film.make().drawn == 0
    assert film.hashes() == before


def test_a_damaged_part_is_said_and_drawn_again_the_same(film: Set) -> None:
    film.make()
    before = film.hashes()
    part = next(path for path in film.parts() if "wall.two" in str(path))
    data = part.read_bytes()
    part.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    result = film.make()
    assert (result.drawn, result.kept) == (1, 2)
    assert film.heard.said == ["the kept part of wall.two is damaged; drawing it again"]
    assert (part.read_bytes(), film.hashes()) == (data, before)


def test_another_chip_draws_what_its_figures_reach_and_back_draws_nothing(film: Set) -> None:
    film.make()
    before = film.hashes()
    result = film.make(gpu="a100")
    assert (film.heard.beats, result.drawn) == (2, 1), "two beats read a figure of the chip, and only one shows it"
    assert film.hashes() != before
    assert film.make().drawn == 0
    assert film.hashes() == before


def test_what_has_to_be_drawn_is_told_with_the_reason(film: Set) -> None:
    film.make()
    film.make(gpu="rtx-4090", why=True, output=film.root / "why")
    assert film.heard.said == [
        "wall (two): figure gpu.bandwidth 3.35 → 1.008 TB/s",
        "tap (silent): figure gpu.bandwidth 3.35 → 1.008 TB/s",
    ]
    film.make(why=True)
    assert film.heard.said == ["nothing is stale"]


def test_a_film_rendered_again_is_the_same(film: Set) -> None:
    film.make()
    assert list(quick(film.root / "out")) == []
    assert list(again(film.root / "out", film.board, Heard())) == []
    assert not list(film.root.glob(".verify*"))


@pytest.mark.parametrize(
    ("name", "says"), [("film.srt", "the captions are not what the manifest's"), ("film.vtt", "captions in film.vtt: ")]
)
def test_captions_that_are_no_text_are_found(film: Set, name: str, says: str) -> None:
    film.make()
    (film.root / "out" / name).write_bytes(b"\xff\xfe\0")
    found = list(quick(film.root / "out"))
    assert found[0] == f"{name} was changed since it was proven"
    assert any(line.startswith(says) for line in found)


def test_what_was_changed_in_a_film_is_found(film: Set) -> None:
    film.make()
    folder = film.root / "changed"
    shutil.copytree(film.root / "out", folder)
    path = folder / "film.srt"
    path.write_text(path.read_text("utf-8").replace("carries", "carried"), "utf-8")
    (folder / "poster.png").unlink()
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    manifest["scenes"][0]["beats"][1]["parts"][0]["decoded"] = "0" * 32
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    found = list(quick(folder))
    assert found[:3] == [
        "poster.png is missing",
        "film.srt was changed since it was proven",
        "manifest.json was changed since it was proven",
    ]
    assert "wall.two decodes to other pictures" in found
    assert "the captions are not what the manifest's lines say" in found
    assert any(line.startswith("captions in the film: ") for line in found)
    manifest["scenes"][0]["beats"][0]["hash"] = "0" * 32
    manifest["scenes"][0]["beats"][1]["line"] = "Another."
    manifest["scenes"][1]["beats"][0]["name"] = "quiet"
    manifest["versions"]["av"] = "1.0"
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    found = list(again(folder, film.board, Heard()))
    assert found[0].startswith("made with av 1.0, this is ")
    assert found[1:] == [
        "tap.quiet is no longer in the film",
        "tap.silent was not in the film",
        "wall.one has other pictures",
        "wall.two has another line",
        "film.srt differs",
        "poster.png differs",
        "manifest.json differs",
    ]


def test_a_folder_without_a_film_and_a_strange_manifest_are_mistakes(film: Set) -> None:
    film.make()
    with pytest.raises(FilmError, match=r"there is no film in .*nowhere.*\(manifest.json\)"):
        list(quick(film.root / "nowhere"))
    folder = film.root / "strange"
    folder.mkdir()
    for text in ("{", "[]", '{"fps": 15}', '{"scenes": []}'):
        (folder / "manifest.json").write_text(text)
        with pytest.raises(FilmError, match="damaged, or of another version"):
            list(quick(folder))
    options = film.manifest | {"options": {"colour": "red"}}
    (folder / "manifest.json").write_text(json.dumps(options))
    with pytest.raises(FilmError, match="options that are not known: colour"):
        list(again(folder, film.board, Heard()))


def test_a_film_that_fails_its_proof_is_not_left_and_the_one_before_stays(
    film: Set, monkeypatch: pytest.MonkeyPatch
) -> None:
    film.make()
    before = film.hashes()

    original = Studio.lookup

    def confused(
        self: Studio, story: Story, bases: Mapping[str, Sequence[Basis]]
    ) -> tuple[dict[str, Part], list[Shot]]:
        parts, shots = original(self, story, bases)
        return parts | {"wall.two": parts["wall.one"]}, shots

    monkeypatch.setattr(Studio, "lookup", confused)
    with pytest.raises(FilmError, match=r"failed its proof, and is not kept.*frames, not"):
        film.make()
    assert film.hashes() == before
    assert {path.name for path in (film.root / "out").iterdir()} == {*FILES, ".lock", ".proven.json"}
    with pytest.raises(FilmError, match="failed its proof"):
        film.make(output=film.root / "fresh")
    assert {path.name for path in (film.root / "fresh").iterdir()} == {".lock"}


def test_what_was_drawn_before_an_error_is_kept(film: Set) -> None:
    stumble = film.root / "stumble"
    stumble.touch()
    try:
        with pytest.raises(FilmError, match=r"^wall\.two( from frame \d+)?: this scene stumbles$"):
            film.make(cache=film.root / "other", output=film.root / "stumbled")
    finally:
        stumble.unlink()
    kept = set((film.root / "other" / "parts").glob("**/*.mp4"))
    drawn = film.make(cache=film.root / "other", output=film.root / "stumbled").costs.parts
    assert len(drawn) == len(set((film.root / "other" / "parts").glob("**/*.mp4")) - kept)
    assert not list((film.root / "other" / "scratch").iterdir())


def test_what_cost_more_last_time_is_drawn_earlier(film: Set, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[dict[str, float]] = []

    class Noting(Pool):
        def run(self, jobs: Sequence[Job], report: Callable[[int], None]) -> Iterator[tuple[Job, Any]]:
            given.append(
                {job.name: job.cost / job.payload.basis.frames for job in jobs if isinstance(job.payload, Shot)}
            )
            yield from super().run(jobs, report)

    monkeypatch.setattr(produce, "Pool", Noting)
    film.make(cache=film.root / "paced", output=film.root / "paced film")
    assert set(given.pop().values()) == {1.0}, "nothing was known"
    sidecars = list((film.root / "paced" / "parts").glob("**/*.json"))
    for number, sidecar in enumerate(sorted(sidecars)):
        row = unsealed(sidecar)
        row |= {"cpu": (1 + number) * row["frames"], "reads": [["figure", "gpu.bandwidth", 0.0]]}
        sidecar.write_bytes(sealed(row))
    film.make(cache=film.root / "paced", output=film.root / "paced film")
    (paces,) = given
    assert len(set(paces.values())) == len(sidecars) > 1
    ratios = sorted(pace / min(paces.values()) for pace in paces.values())
    assert ratios == pytest.approx([1 + number for number in range(len(sidecars))])


def test_a_second_render_into_one_folder_waits_and_says_so(film: Set) -> None:
    film.make()
    lock = FileLock(film.root / "out" / ".lock", thread_local=False)
    lock.acquire()
    ended = threading.Event()

    def second() -> None:
        film.make()
        ended.set()

    thread = threading.Thread(target=second)
    thread.start()
    assert not ended.wait(0.5)
    lock.release()
    thread.join(30)
    assert ended.is_set()
    assert "another render is writing to" in film.heard.said[0]


def test_a_beat_is_previewed_with_the_frames_of_the_film(film: Set) -> None:
    film.make()
    result = film.make(beat="wall.two")
    assert (result.film.name, result.drawn) == ("wall.two.mp4", 0)
    with av.open(str(result.film)) as file:
        alone = [frame.to_ndarray() for frame in file.decode(video=0)]
        assert {stream.type for stream in file.streams} >= {"video", "audio", "subtitle"}
    beat = film.manifest["scenes"][0]["beats"][1]
    with av.open(str(film.root / "out" / "film.mp4")) as file:
        whole = [frame.to_ndarray() for frame in file.decode(video=0)]
    start = beat["start_frame"]
    assert all(map(np.array_equal, alone, whole[start : start + beat["frames"]]))
    assert len(alone) == beat["frames"]
    result.film.unlink()


def test_a_scene_alone_is_a_film(film: Set) -> None:
    film.make(scene="tap", output=film.root / "tap")
    manifest = json.loads((film.root / "tap" / "manifest.json").read_text("utf-8"))
    assert [scene["name"] for scene in manifest["scenes"]] == ["tap"]
    assert (manifest["frames"], manifest["scenes"][0]["start_frame"]) == (6, 0)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"scene": "wal"}, r"no scene 'wal' \(did you mean 'wall'\?\); the film has: wall, tap"),
        ({"beat": "wall.tow"}, r"no beat 'wall\.tow' \(did you mean 'wall\.two'\?\).*wall\.one, wall\.two"),
        ({"beat": "dam.two"}, r"no scene 'dam'"),
        ({"preset": "hdd"}, r"no preset 'hdd' \(did you mean 'hd'\?\); there are: draft, hd, uhd"),
        ({"gpu": "h10"}, r"'h10' \(did you mean 'h100'\?\)"),
        ({"model": "lama"}, r"'lama'"),
        ({"model": "llama-3.1-70b"}, r"one H100 has 80 GB: 61\.11 GB too much; --weights int8"),
        ({"language": "eng"}, r"no script in language 'eng' \(did you mean 'en'\?\); there are: en"),
        ({"voice": "neuronal"}, r"no voice 'neuronal'"),
        ({"voice": "recorded:"}, r"write --voice recorded:FOLDER"),
        ({"preset": ""}, r"no preset ''"),
        ({"beat": "tap.drop", "scene": "wall"}, r"--beat tap\.drop is not of --scene wall; leave out one of them"),
        ({"jobs": 0}, r"--jobs 0"),
        ({"jobs": 10_000}, r"--jobs 10000"),
        ({"fps": 0}, r"--fps 0"),
        ({"size": "159x90"}, r"--size 159x90"),
    ],
)
def test_what_makes_no_sense_is_one_line_and_makes_no_folder(film: Set, options: dict[str, Any], says: str) -> None:
    with pytest.raises((FilmError, SpecError), match=says) as caught:
        film.make(output=film.root / "senseless", **options)
    assert "\n" not in str(caught.value)
    assert not (film.root / "senseless").exists() or not list((film.root / "senseless").glob("film.*"))


def test_a_script_with_a_typed_number_makes_no_film(film: Set) -> None:
    (film.root / "en.toml").write_text(SCRIPT.replace("no more", "no 3 more"))
    try:
        with pytest.raises(FilmError, match=r"en\.toml:\d+: '3' is typed; a number is a figure"):
            film.make()
        film.make(scene="tap", output=film.root / "tap alone")
    finally:
        (film.root / "en.toml").write_text(SCRIPT)


def test_an_output_that_cannot_be_written_is_said_before_anything_is_drawn(film: Set) -> None:
    (film.root / "file").touch()
    for output in (film.root / "file", film.root / "file" / "deeper", Path("/proc/nothing")):
        with pytest.raises(FilmError, match=f"cannot write to {output}.*--output"):
            film.make(output=output)
    assert film.heard.beats == 0


def test_a_disk_that_is_full_while_the_film_is_put_together_names_the_folder(
    film: Set, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        av.error.err_check(-errno.ENOSPC)  # PyAV's errors do not let a name be given to them

    monkeypatch.setattr("film.produce._film", full)
    with pytest.raises(OSError, match="No space left") as caught:
        film.make()
    assert of_the_disk(caught.value).startswith(f"{film.root / 'out'}: no space left on the disk")
