"""What a part's pictures depend on.

Known before drawing: the code of the scene and of all project modules that it imports, which frames of
the beat it shows, size, frame rate, fonts, the encoder's settings, the versions of the libraries. Known
only from drawing: which figures, words, claims and texts were read, by this beat and those before it in
its scene, and which moments and lengths, by this beat and those that it runs on from; they are recorded with
the part as a trace and compared with the values of now.
"""

from __future__ import annotations

import ast
import json
import platform
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, is_dataclass
from functools import cache, cached_property, lru_cache
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from math import floor
from pathlib import Path
from typing import Any

import xxhash

from film.plan import ScenePlan
from film.presets import Format

PACKAGES = ("scenes", "film", "roofline")
"""Packages whose source counts as a scene's code."""

LIBRARIES = ("manim", "numpy", "scipy", "pycairo", "uharfbuzz", "av")
"""Libraries whose version can change a picture."""

STRETCH = 3.5
"""Seconds of a beat that are drawn at once: a longer one is drawn by several workers."""

ROOT = Path(__file__).resolve().parent.parent

Known = dict[str, tuple[Path | None, tuple[str, ...]]]
"""Modules of which is known which file they are in, if any, and which project modules they import."""

Read = tuple[str, str, Any]
"""(kind, name, value): kind is 'figure', 'word', 'claim', 'screen' or 'time', the value as JSON knows it."""


def digest(value: object) -> str:
    """Hash of any JSON value (dataclasses included), the same in every process."""
    text = json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return xxhash.xxh3_128_hexdigest(text.encode())


def plain(value: Any) -> Any:
    """A value as JSON gives it back: tuples and sequences as lists, dataclasses as objects."""
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def sealed(value: Any) -> bytes:
    """A JSON value with its hash, as a file."""
    value = plain(value)
    return json.dumps({"hash": digest(value), "value": value}, ensure_ascii=False, indent=1).encode()


def unsealed(path: Path) -> Any:
    """The value in such a file; a ValueError if it is not as it was written, an OSError if it cannot be read."""
    found = json.loads(path.read_text("utf-8"))
    if not isinstance(found, dict) or digest(found.get("value")) != found.get("hash"):
        raise ValueError(f"{path} was damaged")
    return found["value"]


def file_hash(path: Path) -> str:
    """xxh3_128 of a file's bytes."""
    state = xxhash.xxh3_128()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            state.update(block)
    return state.hexdigest()


def module_file(module: str, root: Path) -> Path | None:
    """The source of a module under `root`, or None if there is no such module."""
    base = root.joinpath(*module.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file():
            return path
    return None


def imported(module: str, path: Path, root: Path) -> Iterator[str]:
    """The project modules that a module imports, anywhere in its source.

    `from package import module` counts the module alone: a package's own file counts only when
    something that it defines is imported, so a new scene on the storyboard leaves the others as they are.
    """
    found: dict[str, None] = {}
    for level, base, names in _imports(path.read_bytes(), str(path)):
        start = _base(level, base, module, path)
        if start.split(".")[0] in PACKAGES:
            inner = [f"{start}.{name}" for name in names]
            found |= dict.fromkeys([one if module_file(one, root) else start for one in inner] if names else [start])
    return iter(found)


@lru_cache(None)
def _imports(source: bytes, path: str) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    """What a source imports: how many packages up, the module, and the names from it (none for 'import module')."""
    found: list[tuple[int, str, tuple[str, ...]]] = []
    for node in _statements(ast.parse(source, path)):
        if isinstance(node, ast.Import):
            found += [(0, name.name, ()) for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((node.level, node.module or "", tuple(name.name for name in node.names)))
    return tuple(found)


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """All statements of a source; imports stand nowhere else, and expressions are most of it."""
    waiting: deque[ast.AST] = deque(tree.body)
    while waiting:
        yield (node := waiting.popleft())
        for block in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting.extend(getattr(node, block, ()))


def _base(level: int, base: str, module: str, path: Path) -> str:
    """The absolute name of the module that an import names."""
    if not level:
        return base
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    parents = package[: len(package) - level + 1]
    return ".".join([*parents, *([base] if base else [])])


def sources(modules: Iterable[str], root: Path = ROOT, known: Known | None = None) -> dict[str, Path]:
    """The modules and all project modules that they import, directly or not, with their files.

    What is `known` is not looked at again, and what is found is added to it.
    """
    known = {} if known is None else known
    found: dict[str, Path] = {}
    waiting = deque(modules)
    while waiting:
        module = waiting.popleft()
        if module not in known:
            path = module_file(module, root)
            known[module] = path, tuple(imported(module, path, root)) if path else ()
        path, needs = known[module]
        if path is not None and module not in found:
            found[module] = path
            waiting.extend(needs)
    return found


def code_files(modules: Iterable[str], root: Path = ROOT, known: Known | None = None) -> dict[str, str]:
    """The source files of these modules and of all that they import from the project, each with its hash."""
    return {_name(path, root): file_hash(path) for path in sources(modules, root, known).values()}


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()


@cache
def surroundings() -> dict[str, Any]:
    """Versions of Python and the libraries that draw, and the fonts."""
    fonts = {path.name: file_hash(path) for path in sorted((ROOT / "assets" / "fonts").glob("*.ttf"))}
    return {"python": platform.python_version(), "fonts": fonts, **{name: installed(name) for name in LIBRARIES}}


def installed(package: str) -> str:
    """The version of a package, or '' if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


@dataclass(frozen=True)
class Stretch:
    """Frames of a beat: the first, counted from 0, and how many."""

    first: int
    frames: int


def in_stretch(fps: int) -> int:
    """Frames of a stretch."""
    return max(1, round(STRETCH * fps))


def stretches(frames: int, fps: int, runs_on: float = 0.0) -> list[Stretch]:
    """A beat's frames in stretches of `STRETCH` seconds; the last is up to half as long again, or half as short.

    The seconds in which it runs on from the beat before are a stretch of their own, as the others stay what they are
    when that one changes. They are the same on every machine, as a part begins with a key frame; and in a beat that has
    become longer, those before the last are where they were.
    """
    own = round(runs_on * fps) if runs_on * fps < frames else 0
    each = in_stretch(fps)
    count = max(1, floor((frames - own) / each + 0.5))
    bounds = sorted({0, *(own + each * number for number in range(count)), frames})
    return [Stretch(first, end - first) for first, end in pairwise(bounds)]


@dataclass(frozen=True)
class Basis:
    """What is known of a part before it is drawn, and the hash of all that."""

    beat: str
    stretch: Stretch
    facts: Mapping[str, Any]

    @property
    def frames(self) -> int:
        """The part's length in frames."""
        return self.stretch.frames

    @property
    def name(self) -> str:
        """What the part is called in messages."""
        return f"{self.beat} from frame {self.stretch.first}" if self.stretch.first else self.beat

    @cached_property
    def hash(self) -> str:
        """The hash of what is known."""
        return digest([self.beat, self.stretch, self.facts])


def basis(
    scene: str, code: Mapping[str, str], plan: ScenePlan, beat: str, form: Format, stretch: Stretch | None = None
) -> Basis:
    """The basis of a stretch of a beat (all of it if None): `scene` is the scene's 'module:Class', `code` has the hash
    of each file of its code, `beat` is the beat's short name."""
    timing = next(timing for timing in plan.beats if timing.name == beat)
    stretch = stretch or Stretch(0, timing.frames)
    facts = {
        "scene": scene,
        "code": dict(code),
        "surroundings": surroundings(),
        "size": form.size,
        "fps": form.fps,
        "x264": dict(form.x264),
        "first": stretch.first,
    }
    return Basis(timing.key, stretch, plain(facts))


def value_now(plan: ScenePlan, kind: str, name: str) -> Any:
    """The value that a scene would read now, as JSON knows it; None if there is none."""
    table: Mapping[str, Mapping[str, Any]] = {
        "figure": plan.values,
        "word": plan.words,
        "claim": plan.claims,
        "screen": plan.screen,
        "time": plan.times,
    }
    return plain(table[kind].get(name))


def trace(plan: ScenePlan, reads: Iterable[tuple[str, str, Any]]) -> tuple[Read, ...]:
    """What a scene read, each once, in order, with its values of now."""
    names = dict.fromkeys((kind, name) for kind, name, _ in reads)
    return tuple((kind, name, value_now(plan, kind, name)) for kind, name in names)


def holds(plan: ScenePlan, reads: Iterable[Read]) -> bool:
    """Whether everything that was read has the same value now."""
    return all(value_now(plan, kind, name) == value for kind, name, value in reads)
