"""All of a film but its pictures and its sound: figures, words, claims, script, beats, voice, timeline, plans.

Everything that needs no drawing is known here; `check` and the list of lines stop here. Manim is loaded
only if a scene's code has changed since its beats were last read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from film import voices
from film.cache import Cache, Say, opened, silent
from film.errors import FilmError, nearest
from film.keys import Known, code_files, digest
from film.language import words_for
from film.plan import BeatTiming, ScenePlan, Worded
from film.plans import scene_plans
from film.proofread import typed
from film.request import Request, film_figures
from film.script import Script, load_script
from film.storyboard import Beat, SceneCard, Storyboard, beats_of
from film.timeline import Timeline, build
from roofline import Figures
from roofline.claims import evaluate, find

DRAWN_BY = ("film.shoot", "film.encode")
"""Modules whose code counts with every scene's."""


Load = Callable[[SceneCard], tuple[Beat, ...]]


@dataclass(frozen=True)
class Board:
    """A scene before its pictures: its card, the files of its code with their hashes, and its beats."""

    card: SceneCard
    code: Mapping[str, str]
    beats: tuple[Beat, ...]


@dataclass(frozen=True)
class Story:
    """A film that only needs to be drawn and heard."""

    figures: Figures
    words: Mapping[str, Worded]
    claims: Mapping[str, bool]
    script: Script
    boards: Mapping[str, Board]
    timeline: Timeline
    plans: Mapping[str, ScenePlan]
    face: str = ""

    @property
    def title(self) -> str:
        """The film's title; a scene alone has its own."""
        return self.script.title if self.script.title and len(self.boards) > 1 else self.timeline.scenes[0].title

    @property
    def poster(self) -> BeatTiming:
        """The beat whose still stands for the film: the storyboard's, or the last if that one is not in it."""
        beats = list(self.timeline.beats)
        return next((beat for beat in beats if beat.key == self.face), beats[-1])

    def beat(self, timing: BeatTiming) -> Beat:
        """The beat that a timing belongs to."""
        return next(beat for beat in self.boards[timing.scene].beats if beat.name == timing.name)


def chosen(request: Request, storyboard: Storyboard, figures: Figures) -> Sequence[SceneCard]:
    """The scenes asked for: all whose claims hold, or the one of `--scene` or `--beat`.

    A FilmError if that one is not known, has no place in this film, or is not the one of the beat.
    """
    _spelled(request, storyboard)
    name = request.beat.partition(".")[0] if request.beat else request.scene
    if request.beat and request.scene not in (None, name):
        raise FilmError(f"--beat {request.beat} is not of --scene {request.scene}; leave out one of them")
    if name is None:
        return [card for card in storyboard if holds(card, figures)]
    card = storyboard.scene(name)
    if not holds(card, figures):
        raise FilmError(f"scene {name!r} is left out of this film: {reason(card)}")
    return [card]


def _spelled(request: Request, storyboard: Storyboard) -> None:
    """A FilmError for a beat that is asked for as a scene, or without its scene."""
    known = {card.name for card in storyboard}
    if request.scene and request.scene.partition(".")[0] in known - {request.scene}:
        raise FilmError(f"{request.scene!r} is no scene; one beat of it is --beat {request.scene}")
    if request.beat and "." not in request.beat:
        if request.beat in known:
            raise FilmError(f"{request.beat!r} is a scene; all of it is --scene {request.beat}")
        scenes = load_script(request.script).scenes.values()
        found = [f"{scene.name}.{request.beat}" for scene in scenes if request.beat in scene.lines]
        meant = f": write --beat {' or --beat '.join(found)}" if found else ""
        raise FilmError(f"--beat takes a scene and a beat of it, such as decode_tap.idle, not {request.beat!r}{meant}")


def notes(request: Request, storyboard: Storyboard) -> Iterator[str]:
    """What a film does not tell as it was asked to: fewer users than were wished for, scenes that are left out."""
    figures = film_figures(request)
    if (most := figures.workload.users) < request.users:
        yield f"{request.users:,} users do not fit in memory: the film is told of {most:,}"
    if len(chosen(request, storyboard, figures)) > 1:
        for card in storyboard:
            if not card.option and not holds(card, figures):
                yield f"scene {card.name!r} is left out: {reason(card)}"


def holds(card: SceneCard, figures: Figures) -> bool:
    """Whether what a scene rests on as a whole is true."""
    return card.claim is None or find(card.claim).applies(figures)


def reason(card: SceneCard) -> str:
    """What is not true where a scene is left out."""
    if card.option:
        return f"it is there with {card.option} only"
    return f"it rests on {find(card.claim).statement!r}, which is not so here" if card.claim else ""


def load_beats(card: SceneCard) -> tuple[Beat, ...]:
    """A scene's beats, by loading it, and Manim with it."""
    return beats_of(card.load())


def read_boards(cards: Iterable[SceneCard], cache: Cache, load: Load = load_beats) -> dict[str, Board]:
    """Scenes' beats, by the name of the scene, from the cache while their code is unchanged."""
    known: Known = {}
    return {card.name: _read_board(card, cache, load, known) for card in cards}


def _read_board(card: SceneCard, cache: Cache, load: Load, known: Known) -> Board:
    code = code_files([card.path.partition(":")[0], *DRAWN_BY], known=known)
    key = digest([card.path, code])
    beats = cache.beats(key)
    if beats is None:
        beats = load(card)
        cache.keep_beats(key, beats)
    return Board(card, code, beats)


def _upto(board: Board, beat: str) -> Board:
    """The board without the beats after one: nothing of it depends on them."""
    known = [f"{board.card.name}.{one.name}" for one in board.beats]
    if beat not in known:
        raise FilmError(f"no beat {beat!r}{nearest(beat, known)}; the scene has: {', '.join(known)}")
    return replace(board, beats=board.beats[: known.index(beat) + 1])


def tell(
    request: Request,
    storyboard: Storyboard,
    cache: Cache,
    say: Say = silent,
    load: Load = load_beats,
) -> Story:
    """Everything up to the plans of the chosen scenes. `say` hears what takes time, `load` reads a scene's beats."""
    figures = film_figures(request)
    for note in notes(request, storyboard):
        say(note)
    cards = chosen(request, storyboard, figures)
    script = load_script(request.script)
    if number := next(typed(script, [card.name for card in cards]), None):
        raise FilmError(number)
    boards = read_boards(cards, cache, load)
    if request.beat:
        boards = {name: _upto(board, request.beat) for name, board in boards.items()}
    say("speaking the lines")
    words, claims = words_for(figures, request.language), evaluate(figures)
    voice = voices.choose(request.voice, cache.voice)
    lines = {name: board.beats for name, board in boards.items()}
    timeline = build(lines, script, words, claims, voice, request.form.fps)
    return Story(
        figures=figures,
        words=words,
        claims=claims,
        script=script,
        boards=boards,
        timeline=timeline,
        plans=scene_plans(figures, script, words, claims, timeline),
        face=storyboard.poster,
    )


def told(request: Request, storyboard: Storyboard) -> Story:
    """The story alone, with takes and beats kept in the request's cache."""
    with opened(request.cache_folder, silent) as cache:
        return tell(request, storyboard, cache)
