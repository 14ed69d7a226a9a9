"""What is wrong with the script, found without speaking or drawing it: each with file and line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress

from film.errors import FilmError, nearest
from film.markup import Piece
from film.numberwords import typed_numbers
from film.plan import Worded
from film.script import Line, SceneScript, Script, Text, draw
from film.storyboard import Beat

LONGEST = 22
"""The most words of a sentence, as spoken."""


def problems(
    script: Script, beats: Mapping[str, Sequence[Beat]], words: Mapping[str, Worded], others: Collection[str] = ()
) -> list[str]:
    """One line for each thing that is wrong with the words of the scenes whose `beats` are given.

    `others` are the film's other scenes, whose words may stand in the script. Found are: scenes without words and words
    without a scene, beats without lines and lines without beats, malformed markup, unknown figures and forms, digits
    and number words that ought to be figures, stills at marks that their lines do not have, sentences that are too
    long, and beats that have neither words nor a length.
    """
    film = [*beats, *others]
    found = [
        f"{script.path}: words for scene {name!r}, which the film does not have{nearest(name, film)}"
        for name in script.scenes
        if name not in film
    ]
    for name, own in beats.items():
        if name in script.scenes:
            found += _scene(script, script.scenes[name], own, words)
        else:
            found.append(f"{script.path}: no words for scene {name!r}")
    return found


def _scene(script: Script, scene: SceneScript, beats: Sequence[Beat], words: Mapping[str, Worded]) -> Iterator[str]:
    keys = [variant.key for beat in beats for variant in beat.variants]
    for key in keys:
        if key not in scene.lines:
            spare = [line for line in scene.lines if line not in keys]
            yield f"{script.path}: [{scene.name}] has no line {key!r} for the beat of that name{nearest(key, spare)}"
    for key, line in scene.lines.items():
        if key not in keys:
            yield f"{line.where()}: line {line.name!r} has no beat{nearest(key, keys)}"
    for beat in beats:
        for variant in beat.variants:
            if variant.key in scene.lines:
                yield from _beat(beat, scene.lines[variant.key])
    for key, text in scene.described.items():
        if key not in keys:
            yield f"{text.where()}: the description of {key!r} has no beat{nearest(key, keys)}"
    if scene.described:
        yield from (
            f"{script.path}: [{scene.name}.described] does not say what {key!r} shows"
            for key in keys
            if key not in scene.described
        )
    title = [scene.title] if scene.title else []
    for text in (*title, *scene.lines.values(), *scene.screen.values(), *scene.described.values()):
        yield from _text(text, words, script.language)


def _beat(beat: Beat, line: Line) -> Iterator[str]:
    """What a beat asks of its line."""
    if not line.raw.strip() and beat.least <= 0:
        yield f"{line.where()}: {line.name!r} is empty, and its beat declares no least length"
    if isinstance(beat.still, str) and f"<{beat.still}>" not in line.raw:
        yield f"{line.where()}: the still of {line.name!r} stands at mark <{beat.still}>, which its line does not have"


def _text(text: Text, words: Mapping[str, Worded], language: str) -> Iterator[str]:
    """What is wrong with one text by itself."""
    try:
        yield from _spoken(text, words) if isinstance(text, Line) else _drawn(text, words)
        pieces = text.pieces()
    except FilmError as error:
        yield str(error)
        return
    yield from _typed(text, pieces, language)


def typed(script: Script, scenes: Collection[str]) -> Iterator[str]:
    """One line for each number that is typed in the words of these scenes: no film is made with one."""
    for scene in (script.scenes[name] for name in scenes if name in script.scenes):
        for text in (*scene.lines.values(), *scene.screen.values(), *scene.described.values()):
            with suppress(FilmError):  # malformed markup is said where it is used
                yield from _typed(text, text.pieces(), script.language)


def _typed(text: Text, pieces: Sequence[Piece], language: str) -> Iterator[str]:
    for piece in pieces:
        for number in typed_numbers(piece.text, language) if piece.kind == "text" else ():
            yield f"{text.where(number)}: {number!r} is typed; a number is a figure, written {{name}}"


def _spoken(line: Line, words: Mapping[str, Worded]) -> Iterator[str]:
    spoken = line.render(words)
    for start, end in spoken.sentences():
        sentence = " ".join(word.text for word in spoken.words[start:end])
        if (count := len(sentence.split())) > LONGEST:
            yield f"{line.where()}: a sentence of {count} words, {LONGEST} at most: {sentence!r}"


def _drawn(text: Text, words: Mapping[str, Worded]) -> Iterator[str]:
    draw(text, words)
    for piece in text.pieces():
        if piece.kind == "mark":
            yield f"{text.where(f'<{piece.text}>')}: mark <{piece.text}> in a text that is drawn, not spoken"
