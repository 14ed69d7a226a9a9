"""The film's words: one line a beat, with figures and names as placeholders, and the texts drawn on screen.

    [decode_tap]
    title = "The tap"
    one_drop = "Every token waits {decode.step_time}, while the <front>whole wall passes."
    idle = "…"
    "idle.otherwise" = "…"         # or: idle.line = "…" with idle.otherwise = "…"

    [decode_tap.screen]
    rate = "{decode.rate} [tokens](token) a second"

`film.markup` says what may stand in a text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from film.errors import FilmError, nearest
from film.markup import MarkupError, Piece, parse
from film.plan import Worded
from film.source import Source

_ENDS_SENTENCE = re.compile(r"[.!?…][\"'”’)]*$")


@dataclass(frozen=True)
class SpokenWord:
    """A word as captions show it (`text`, with its punctuation), as the voice takes it (`voice`), and
    the figure or name that it belongs to. A name is one word, however it is written ("RTX 4090")."""

    text: str
    voice: str
    figure: str | None = None

    @property
    def ends_sentence(self) -> bool:
        """Whether a sentence ends with this word."""
        return ends_sentence(self.text)


@dataclass(frozen=True)
class Spoken:
    """A line with its figures put in: what a voice says.

    `key` is the full name of the line (`decode_tap.idle.otherwise`), `text` the line verbatim as it is
    spoken. `marks` gives for each mark the word that it stands before (one past the last word for a mark
    at the line's end), `said` for each figure and name the words with which it begins.
    """

    key: str
    text: str
    words: tuple[SpokenWord, ...]
    marks: Mapping[str, int] = field(default_factory=dict)
    said: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def sentences(self) -> Iterator[tuple[int, int]]:
        """The first word and one past the last word of each sentence."""
        start = 0
        for index, word in enumerate(self.words):
            if word.ends_sentence or index + 1 == len(self.words):
                yield start, index + 1
                start = index + 1


@dataclass(frozen=True)
class Text:
    """A text of the script: a line to speak or to draw, and where it stands. `key` is its path in the file."""

    key: tuple[str, ...]
    raw: str
    source: Source

    def where(self, fragment: str = "") -> str:
        """'file:line' of the text, or of a fragment in it."""
        return self.source.where(self.key, fragment)

    def pieces(self) -> tuple[Piece, ...]:
        """The parsed text; a FilmError with file and line for malformed markup."""
        try:
            return parse(self.raw)
        except MarkupError as error:
            raise FilmError(f"{self.where(error.fragment)}: {error}") from None

    def look_up(self, piece: Piece, words: Mapping[str, Worded]) -> Worded:
        """What a placeholder stands for; a FilmError with file, line, name and nearest name if nothing."""
        if piece.text in words:
            return words[piece.text]
        where = self.where(f"{{{piece.text}}}")
        if piece.figure in words:
            forms = [name for name in words if name.startswith(f"{piece.figure}:")]
            known = f"it has: {', '.join(sorted(forms))}" if forms else "it has one form only"
            raise FilmError(f"{where}: no figure {piece.text!r}; {known}")
        raise FilmError(f"{where}: no figure {piece.text!r}{nearest(piece.text, words)}")


class Line(Text):
    """A line to speak."""

    @property
    def name(self) -> str:
        """The line's full name, `scene.beat` or `scene.beat.otherwise`."""
        return ".".join(part for part in self.key if part != "line")

    def render(self, words: Mapping[str, Worded]) -> Spoken:
        """The line as spoken: figures in words, names as shown."""
        spoken = _Words(self)
        for piece in self.pieces():
            spoken.add(piece, words)
        return spoken.finish()


@dataclass(frozen=True)
class SceneScript:
    """The words of one scene: its title, its lines by beat (`idle`, `idle.otherwise`), its texts on screen, and what
    each beat shows, described for those who do not see it (by the same keys as the lines)."""

    name: str
    title: Text | None
    lines: Mapping[str, Line]
    screen: Mapping[str, Text]
    described: Mapping[str, Text]


@dataclass(frozen=True)
class Script:
    """All words of the film in one language. `title` is the film's, `path` the file that holds them, `sounds` what
    captions call the film's sounds."""

    path: Path
    language: str
    title: str
    scenes: Mapping[str, SceneScript]
    sounds: Mapping[str, Text]

    def scene(self, name: str) -> SceneScript:
        """The words of a scene; a FilmError if there are none."""
        if name not in self.scenes:
            raise FilmError(f"{self.path}: no words for scene {name!r}{nearest(name, self.scenes)}")
        return self.scenes[name]

    def line(self, scene: str, key: str) -> Line:
        """The line of a beat's variant; a FilmError if there is none."""
        lines = self.scene(scene).lines
        if key not in lines:
            raise FilmError(f"{self.path}: no line {key!r} in [{scene}]{nearest(key, lines)}")
        return lines[key]

    def heading(self, scene: str, words: Mapping[str, Worded]) -> str:
        """The title of a scene as drawn and as chapters name it; its name without underscores if it has none."""
        title = self.scene(scene).title
        return draw(title, words) if title else scene.replace("_", " ").capitalize()

    def screen(self, scene: str) -> dict[str, str]:
        """The texts on screen of a scene, as written."""
        return {name: text.raw for name, text in self.scene(scene).screen.items()}

    def description(self, scene: str, key: str, words: Mapping[str, Worded]) -> str:
        """What a beat's variant shows; empty if the script does not say."""
        text = self.scene(scene).described.get(key)
        return draw(text, words) if text else ""


def draw(text: Text, words: Mapping[str, Worded]) -> str:
    """A text as it is drawn: figures as shown, without its notes and marks."""
    pieces = [piece for piece in text.pieces() if piece.kind != "mark"]
    return "".join(text.look_up(piece, words).shown if piece.kind == "figure" else piece.text for piece in pieces)


def load_script(path: Path) -> Script:
    """Read a script. A FilmError says file, line and column of what is no TOML, or no script."""
    try:
        source = Source(path, path.read_text("utf-8-sig"))
        data = tomllib.loads(source.text)
    except OSError as error:
        raise FilmError(f"{path}: the script cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise FilmError(f"{path}: the script is not UTF-8 (byte {error.start})") from None
    except tomllib.TOMLDecodeError as error:
        raise FilmError(source.explain(str(error))) from None
    title, sounds = data.pop("title", ""), data.pop("sounds", {})
    for name, table in data.items():
        if not isinstance(table, dict):
            raise FilmError(f"{source.where((name,))}: {name!r} stands outside a scene's table")
    scenes = {name: _scene(name, table, source) for name, table in data.items()}
    named = {key[1]: Text(key, raw, source) for key, raw in _flatten(("sounds",), sounds, source)}
    return Script(path, path.stem, str(title), scenes, named)


def _scene(name: str, table: Mapping[str, object], source: Source) -> SceneScript:
    flat = dict(_flatten((name,), table, source))
    title = flat.pop((name, "title"), None)
    screen, described = (
        {".".join(key[2:]): Text(key, raw, source) for key, raw in flat.items() if key[1] == part}
        for part in ("screen", "described")
    )
    lines = [Line(key, raw, source) for key, raw in flat.items() if key[1] not in ("screen", "described")]
    heading = None if title is None else Text((name, "title"), title, source)
    return SceneScript(name, heading, {line.name.partition(".")[2]: line for line in lines}, screen, described)


def _flatten(key: tuple[str, ...], value: object, source: Source) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _flatten((*key, name), inner, source)
    else:
        raise FilmError(f"{source.where(key)}: {'.'.join(key)} is {value!r}; every entry of a script is a text")


class _Words:
    """Puts the words of a line together from its pieces, which may meet inside a word ("({figure}),")."""

    def __init__(self, line: Line):
        self.line = line
        self.done: list[SpokenWord] = []
        self.text = self.voice = ""
        self.figure: str | None = None
        self.marks: dict[str, int] = {}
        self.said: dict[str, list[int]] = {}

    def add(self, piece: Piece, words: Mapping[str, Worded]) -> None:
        """Add what a piece stands for."""
        if piece.kind == "mark":
            self._mark(piece.text)
        elif piece.kind == "figure":
            self._figure(piece.figure, self.line.look_up(piece, words))
        elif piece.note:
            self._noted(piece)
        else:
            for part in re.split(r"(\s+)", piece.text):
                if part.isspace():
                    self._close()
                else:
                    self._extend(part, part)

    def finish(self) -> Spoken:
        """The whole line."""
        self._close()
        text = " ".join(word.text for word in self.done)
        said = {name: tuple(indices) for name, indices in self.said.items()}
        return Spoken(self.line.name, text, tuple(self.done), self.marks, said)

    def _extend(self, text: str, voice: str, figure: str | None = None) -> None:
        self.text, self.voice, self.figure = self.text + text, self.voice + voice, self.figure or figure

    def _close(self) -> None:
        """End the word, if it is one: a lone dash stays with the word before it, or the one to come."""
        if any(map(str.isalnum, self.text)):
            self.done.append(SpokenWord(self.text, self.voice, self.figure))
        elif self.text and self.done:
            last = self.done[-1]
            self.done[-1] = SpokenWord(f"{last.text} {self.text}", f"{last.voice} {self.voice}", last.figure)
        elif self.text:
            self._extend(" ", " ")
            return
        self.text = self.voice = ""
        self.figure = None

    def _mark(self, name: str) -> None:
        if name in self.marks:
            raise FilmError(f"{self.line.where(f'<{name}>')}: mark <{name}> stands twice in {self.line.name}")
        self.marks[name] = len(self.done) + any(map(str.isalnum, self.text))

    def _figure(self, name: str, worded: Worded) -> None:
        self.said.setdefault(name, []).append(len(self.done))
        if is_name(worded):
            self._extend(worded.shown, worded.said, name)
            return
        first = not self.done or self.done[-1].ends_sentence
        for number, word in enumerate(worded.said.split()):
            if number:
                self._close()
            self._extend(word[0].upper() + word[1:] if first and not number else word, word, name)

    def _noted(self, piece: Piece) -> None:
        fragment = f"[{piece.text}]({piece.note})"
        if not re.fullmatch(r"/\S+/", piece.note) or re.search(r"\s", piece.text):
            raise FilmError(f"{self.line.where(fragment)}: {fragment} is no pronunciation, [word](/ipa/)")
        self._extend(piece.text, fragment)


def ends_sentence(word: str) -> bool:
    """Whether a sentence ends with a word, by its punctuation."""
    return bool(_ENDS_SENTENCE.search(word))


def is_name(worded: Worded) -> bool:
    """Whether it is a name ("H100"), which captions show as it is drawn; figures have a number, in words when said."""
    return not worded.number
