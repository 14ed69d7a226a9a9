"""Where a film's beats become parts: kept ones are looked up, the others drawn by workers."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from film.cache import Cache
from film.check import read_through
from film.costs import Costs
from film.draw import Drawn, Shot
from film.exam import Exam, neighbours, problems, refuse
from film.jobs import Crew, Job
from film.keys import basis
from film.part import Part
from film.progress import Display
from film.request import Request
from film.story import Story, tell
from film.storyboard import Beat, SceneCard, Storyboard
from film.why import lines, why


@dataclass(frozen=True)
class Parts:
    """The part of each beat by its key, and the keys of those that were drawn anew."""

    found: Mapping[str, Part]
    drawn: Sequence[str] = ()

    @property
    def kept(self) -> int:
        """How many were not drawn anew."""
        return len(self.found) - len(self.drawn)


@dataclass(frozen=True)
class Studio:
    """What making one film takes: the request, the scenes, the cache, workers, a display; and what it costs."""

    request: Request
    storyboard: Storyboard
    cache: Cache
    crew: Crew
    display: Display
    costs: Costs = field(default_factory=Costs)
    why: bool = False
    """Whether to say why beats have to be drawn."""

    def story(self) -> Story:
        """Everything but pictures and sound. A scene whose code has changed is read by a worker, which then stays.

        A FilmError if `check` finds fault with the script; a preview of one beat is made all the same.
        """
        if not self.request.beat:
            with self.costs.stage("check"):
                refuse(read_through(self.request, self.storyboard, self.cache, self._beats))
        with self.costs.stage("voice"):
            return tell(self.request, self.storyboard, self.cache, self.display.phase, self._beats)

    def _beats(self, card: SceneCard) -> tuple[Beat, ...]:
        soon_heard()
        beats: tuple[Beat, ...] = self.crew.ask(card.name, card)
        return beats

    def parts(self, story: Story) -> Parts:
        """The parts of all beats of a story."""
        with self.costs.stage("look up"):
            found, shots = self.lookup(story)
            if self.why:
                stale = [why(self.cache, shot.basis, shot.plan, story.figures) for shot in shots]
                for line in lines(stale) if stale else ("nothing is stale",):
                    self.display.say(line)
        with self.costs.stage("check"):
            self.examine(story, shots)
        with self.costs.stage("draw"):
            drawn = self.draw(shots)
        anew = [key for key, one in drawn.items() if one.anew]
        return Parts(found | {key: one.part for key, one in drawn.items()}, anew)

    def lookup(self, story: Story) -> tuple[dict[str, Part], list[Shot]]:
        """The parts of the story's beats that are kept, by the beat's key, and what there is to draw."""
        form = self.request.form
        found: dict[str, Part] = {}
        shots = []
        for beat in story.timeline.beats:
            plan, board = story.plans[beat.scene], story.boards[beat.scene]
            base = basis(board.card.path, board.code, plan, beat.name, form)
            part = self.cache.find(base, plan, self.display.say)
            if part:
                found[beat.key] = part
            else:
                shots.append(Shot(board.card, plan, beat.name, form, base, self.cache))
        return found, shots

    def examine(self, story: Story, shots: Sequence[Shot]) -> None:
        """Look through the scenes of which something is to be drawn; a FilmError if `check` finds fault with them."""
        if not shots or not self.storyboard.layout or self.request.beat:
            return
        self.display.phase("looking through the scenes")
        stale = list(dict.fromkeys(shot.card.name for shot in shots))
        pairs = neighbours(list(story.boards), stale)
        torn = {name for pair in pairs for name in pair}
        exams = [
            Exam(board.card, story.plans[name], self.storyboard.layout, name in torn, self.cache)
            for name, board in story.boards.items()
            if name in torn or name in stale
        ]
        marked = self.crew.ask_all([Job(exam.card.name, len(exam.plan.beats), exam) for exam in exams])
        refuse(list(problems(pairs, marked)))

    def draw(self, shots: Sequence[Shot]) -> dict[str, Drawn]:
        """Draw beats, by their keys."""
        found: dict[str, Drawn] = {}
        if shots:
            soon_heard()
            jobs: list[Job] = [Job(shot.basis.beat, shot.basis.frames, shot) for shot in shots]
            self.display.begin(len(jobs), sum(shot.basis.frames for shot in shots))
            for job, made in self.crew.run(jobs, self.display.drawn):
                found[job.name] = made
                self.costs.beats[job.name] = made.part.frames, made.cost
                self.display.beat_done()
        return found


def soon_heard() -> None:
    """Load what makes sound, half a second's work, while the workers load or draw."""

    def load() -> Any:
        from film import mix, stems  # noqa: F401

    threading.Thread(target=load, daemon=True).start()
