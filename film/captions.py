"""Captions, transcript and chapters, all from the timeline.

A caption is a sentence, or a clause of it broken at punctuation: at most two lines of 42 characters, never across a
sentence end, shown while its words are spoken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from film.plan import BeatTiming, Worded, WordTime
from film.script import ends_sentence
from film.timeline import Timeline

WIDTH = 42
"""The most characters in a line; a caption has two at most."""

LEAST = 1.0
"""Seconds that a caption is shown at least, if the next one leaves it so long."""

LINGER = 0.3
"""Seconds that a caption stays after its last word, if the next one leaves it so long."""

NOISE, LATE = 2.0, 2.5
"""Seconds that a noise is captioned at most, and by which its caption may come late because somebody speaks."""

_LEANING = "a an the of to in on at for by with from as and or but is are its it that so no not one"
LEANING = frozenset(_LEANING.split())
"""English words that belong to the one after them: a line does not end with them if it can help it."""

ASTRAY, TORN, LOOSE = 10.0, 20.0, 2.0
"""What it costs to break a sentence where there is no punctuation, inside a figure, and after a leaning word.

One caption more costs 1, and one that is empty rather than full 1."""


@dataclass(frozen=True)
class Cue:
    """A caption: seconds from the film's start, one or two lines."""

    start: float
    end: float
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """Its lines, separated by a newline."""
        return "\n".join(self.lines)


@dataclass(frozen=True)
class Noise:
    """A sound that captions name: seconds from the film's start, and what they call it."""

    start: float
    name: str

    @property
    def text(self) -> str:
        """In square brackets, as captions have it."""
        return f"[{self.name}]"


def cues(timeline: Timeline, noises: Sequence[Noise] = ()) -> list[Cue]:
    """The captions of the film, in order, none overlapping the next, the last gone before the film ends.

    A noise has a caption of its own where nobody speaks; else it stands before the words that are on screen,
    or come next, if there is room.
    """
    captions = _spoken(timeline)
    for noise in noises:
        captions = _with_noise(captions, noise, timeline.seconds - 1 / timeline.fps)
    return captions


def _with_noise(captions: list[Cue], noise: Noise, end: float) -> list[Cue]:
    after = [number for number, cue in enumerate(captions) if cue.end > noise.start + LINGER]
    place = after[0] if after else len(captions)
    until = min(captions[place].start if after else end, noise.start + NOISE)
    if until - noise.start >= LEAST:
        before = [
            Cue(cue.start, min(cue.end, noise.start), cue.lines) for cue in captions[:place] if cue.start < noise.start
        ]
        return [*before, Cue(noise.start, until, (noise.text,)), *captions[place:]]
    if not after or captions[place].start - noise.start > LATE:
        return captions
    cue = captions[place]
    return [*captions[:place], Cue(cue.start, cue.end, _beside(noise, cue.lines)), *captions[place + 1 :]]


def _beside(noise: Noise, lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines with the noise before them, on their own line or in the first; as they are if there is no room."""
    if lines[0].startswith("["):
        return lines
    if len(lines) == 1:
        return (noise.text, *lines)
    first = f"{noise.text} {lines[0]}"
    return (first, *lines[1:]) if len(first) <= WIDTH else lines


def _spoken(timeline: Timeline) -> list[Cue]:
    """The captions of all that is said."""
    spans: list[tuple[float, float, tuple[str, ...]]] = []
    for beat in timeline.beats:
        shift = timeline.start(beat)
        for sentence in _sentences(beat.words):
            for words in _clauses(sentence):
                spans.append((words[0].start + shift, words[-1].end + shift, _lines(words)))
    limits = [start for start, _, _ in spans[1:]] + [timeline.seconds - 1 / timeline.fps]
    return [
        Cue(start, min(max(end + LINGER, start + LEAST), limit), lines)
        for (start, end, lines), limit in zip(spans, limits, strict=False)
    ]


def described(timeline: Timeline, descriptions: Mapping[str, str]) -> str:
    """What is seen, a cue a beat, as a WebVTT file of descriptions; `descriptions` are by the beat's key."""
    seen = [
        Cue(timeline.start(beat), timeline.start(beat) + beat.frames / timeline.fps, (descriptions[beat.key],))
        for beat in timeline.beats
        if descriptions[beat.key]
    ]
    return vtt(seen)


def srt(captions: Sequence[Cue]) -> str:
    """The captions as a SubRip file."""
    blocks = (
        f"{number}\n{_clock(cue.start, ',')} --> {_clock(cue.end, ',')}\n{cue.text}\n"
        for number, cue in enumerate(captions, start=1)
    )
    return "\n".join(blocks)


def vtt(captions: Sequence[Cue]) -> str:
    """The captions as a WebVTT file."""
    blocks = (f"{_clock(cue.start, '.')} --> {_clock(cue.end, '.')}\n{_escaped(cue.text)}\n" for cue in captions)
    return "\n".join(["WEBVTT\n", *blocks])


def transcript(timeline: Timeline, title: str, descriptions: Mapping[str, str]) -> str:
    """All that is seen and said, as Markdown: scenes as headings, what a beat shows in italics, then its line.

    Each has the moment at which it begins; `descriptions` are by the beat's key.
    """
    parts = [f"# {title}"]
    for scene in timeline.scenes:
        parts.append(f"## {scene.title}")
        for beat in scene.beats:
            if shown := descriptions[beat.key]:
                parts.append(f"[{_short(timeline.start(beat))}] *{shown}*")
            if beat.line:
                parts.append(f"[{_short(timeline.start(beat) + beat.spoken)}] {beat.line}")
    return "\n\n".join(parts) + "\n"


def chapters(timeline: Timeline) -> str:
    """The scenes as video sites read them from a description: '0:00 Title', a line each.

    They show chapters if the first stands at 0:00 and there are three or more of ten seconds or more.
    """
    return "".join(f"{_short(scene.start_frame / timeline.fps)} {scene.title}\n" for scene in timeline.scenes)


def listing(timeline: Timeline, words: Mapping[str, Worded]) -> str:
    """The narration for its author: when each line begins, its words and seconds, and the figures that it speaks."""
    parts = []
    for scene in timeline.scenes:
        parts.append(f"{scene.name}: {scene.title}")
        for beat in scene.beats:
            parts += [f"  {part}" for part in _listed(timeline, beat, words)]
    return "\n".join(parts) + "\n"


def _listed(timeline: Timeline, beat: BeatTiming, words: Mapping[str, Worded]) -> Iterator[str]:
    start = timeline.start(beat)
    count, seconds = len(beat.line.replace("-", " ").split()), beat.silent - beat.spoken
    pace = f", {count} words, {count / seconds * 60:.0f} a minute" if count else ""
    yield f"{_clock(start, '.')[3:]}  {beat.variant}, {beat.frames / timeline.fps:.2f} s{pace}"
    if beat.line:
        yield f"           {beat.line}"
    for figure in beat.figures:
        moments = ", ".join(f"{_clock(start + moment, '.')[3:]}" for moment in beat.said[figure])
        yield f"           {figure} = {words[figure].shown}, at {moments}"


def _sentences(words: Sequence[WordTime]) -> Iterator[Sequence[WordTime]]:
    start = 0
    for index, word in enumerate(words, start=1):
        if ends_sentence(word.text) or index == len(words):
            yield words[start:index]
            start = index


def _clauses(sentence: Sequence[WordTime]) -> list[Sequence[WordTime]]:
    """A sentence in as few captions as hold it, broken at punctuation wherever that is possible."""

    @cache
    def best(start: int) -> tuple[float, tuple[int, ...]]:
        """The least cost of what begins at word `start`, and where its captions end."""
        if start == len(sentence):
            return 0.0, ()
        choices = []
        for end in range(start + 1, len(sentence) + 1):
            if end > start + 1 and _cost_of_lines(sentence[start:end]) is None:
                break
            cost, ends = best(end)
            empty = 1 - len(_text(sentence[start:end])) / (2 * WIDTH)
            choices.append((cost + 1 + empty**2 + _break_cost(sentence, end), (end, *ends)))
        return min(choices)

    return [sentence[start:end] for start, end in pairwise((0, *best(0)[1]))]


def _break_cost(words: Sequence[WordTime], place: int) -> float:
    """What it costs to break before word `place`: nothing at the end and at punctuation."""
    if place == len(words) or not words[place - 1].text[-1].isalnum():
        return 0.0
    before, after = words[place - 1], words[place]
    torn = before.figure is not None and before.figure == after.figure
    return ASTRAY + TORN * torn + LOOSE * (before.text.lower() in LEANING)


def _cost_of_lines(words: Sequence[WordTime]) -> tuple[float, int] | None:
    """The least cost of setting words in one line or two, and how many stand in the first; None if they do not fit."""
    if len(_text(words)) <= WIDTH:
        return 0.0, len(words)
    choices = []
    for place in range(1, len(words)):
        first, second = len(_text(words[:place])), len(_text(words[place:]))
        if max(first, second) <= WIDTH:
            choices.append((_break_cost(words, place) + abs(first - second) / 4, place))
    return min(choices, default=None)


def _lines(words: Sequence[WordTime]) -> tuple[str, ...]:
    _, place = _cost_of_lines(words) or (0.0, len(words))  # one word longer than a line stays whole
    return tuple(_text(part) for part in (words[:place], words[place:]) if part)


def _text(words: Sequence[WordTime]) -> str:
    return " ".join(word.text for word in words)


def _clock(seconds: float, point: str) -> str:
    """'00:01:02,500'."""
    minutes, milliseconds = divmod(round(seconds * 1000), 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{milliseconds // 1000:02}{point}{milliseconds % 1000:03}"


def _short(seconds: float) -> str:
    """'1:02', or '1:00:02' from an hour on: the second that has begun."""
    minutes, second = divmod(int(seconds + 1e-6), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{second:02}" if minutes >= 60 else f"{minutes}:{second:02}"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
