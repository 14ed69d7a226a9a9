"""What is wrong with a film, found without drawing its video.

`check` goes from the outside in: fonts, script against scenes, every text against the figures and the rule
on typed numbers, variants against claims on every chip, then the timeline, what the caller's layout check
finds in each scene, and whether each scene ends as the next begins. It lists all it finds; a step that
cannot be taken because of an earlier one is left out. A film that it finds fault with is not drawn (`film.exam`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import roofline
from film import proofread
from film.cache import Cache, opened, silent
from film.errors import FilmError
from film.exam import Layout, examined, loaded, problems
from film.keys import ROOT
from film.language import words_for
from film.request import Request, film_figures
from film.script import load_script
from film.story import Board, Load, chosen, load_beats, read_boards, tell
from film.storyboard import Storyboard
from film.unused import unused
from roofline.claims import evaluate
from roofline.specs import SpecError

FONTS = ("InterTight_300Light.ttf", "InterTight_400Regular.ttf", "InterTight_500Medium.ttf")
"""The faces that texts are set in; they come with the project, and no other is looked for."""


def check(request: Request, storyboard: Storyboard, layout: Layout | None = None) -> list[str]:
    """One line for each thing that is wrong, in the order in which they are best mended. A FilmError or SpecError
    is raised for what is wrong with the request itself, or with the script as a file."""
    request.form  # noqa: B018  an unknown preset is said at once
    with opened(request.cache_folder, silent) as cache:
        found = read_through(request, storyboard, cache)
        if not found:
            found += _staged(request, storyboard, cache, layout or loaded(storyboard.layout))
    return list(dict.fromkeys(found))


def read_through(request: Request, storyboard: Storyboard, cache: Cache, load: Load = load_beats) -> list[str]:
    """What can be found without speaking or drawing: fonts, the script, variants. `load` reads a scene's beats."""
    figures = film_figures(request)
    script = load_script(request.script)
    words = words_for(figures, request.language)
    # What stands only in lines for another measurement, with a router or a second provider, is known all the same.
    known = words_for(roofline.compute(), request.language)
    boards = list(read_boards(chosen(request, storyboard, figures), cache, load).values())
    beats = {board.card.name: board.beats for board in boards}
    found = list(missing_fonts(ROOT / "assets" / "fonts"))
    found += proofread.problems(script, beats, known | words, [card.name for card in storyboard])
    for board in boards:
        if board.card.name in script.scenes:
            found += unused(script.scenes[board.card.name], map(str, board.code))
    return [*found, *variant_problems(boards, request)]


def missing_fonts(folder: Path) -> Iterator[str]:
    """Fonts that are not there, or empty."""
    for name in FONTS:
        path = folder / name
        if not path.is_file() or not path.stat().st_size:
            yield f"font {name} is missing from {folder}; it comes with the project"


def variant_problems(boards: Sequence[Board], request: Request) -> Iterator[str]:
    """Beats of which not exactly one variant applies, on the chip asked for and on every chip that is known and of
    which a film can be made."""
    for chip in dict.fromkeys([request.gpu, *roofline.gpus()]):
        try:
            figures = film_figures(replace(request, gpu=chip))
        except (FilmError, SpecError):
            continue
        claims = evaluate(figures)
        for board in boards:
            for beat in board.beats:
                for variant in beat.variants:
                    if unknown := [claim for claim in variant.claims if claim not in claims]:
                        yield f"{board.card.name}.{beat.name} rests on claim {unknown[0]!r}, which does not exist"
                        break
                else:
                    applying = sum(variant.applies(claims) for variant in beat.variants)
                    if applying != 1:
                        yield f"{board.card.name}.{beat.name}: on {chip}, {applying} variants apply; exactly one must"


def _staged(request: Request, storyboard: Storyboard, cache: Cache, layout: Layout) -> Iterator[str]:
    """What shows only when the lines are spoken and the scenes set up: cues, lengths, places of texts."""
    try:
        story = tell(request, storyboard, cache)
    except FilmError as error:
        yield str(error)
        return
    plans, several = story.plans, len(story.boards) > 1
    marked = {
        name: examined(board.card.load(), plans[name], layout, [beat.name for beat in plans[name].beats], several)
        for name, board in story.boards.items()
    }
    yield from problems(list(pairwise(marked)), marked)
