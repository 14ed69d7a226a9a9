"""Where a film's beats become parts: kept ones are looked up, the others drawn by workers."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from film.cache import Cache
from film.check import read_through
from film.costs import Costs
from film.draw import Drawn, Shot
from film.exam import Exam, neighbours, problems, refuse
from film.jobs import Crew, Job
from film.keys import Basis, basis, stretches
from film.neural import network
from film.part import Part, Reel
from film.progress import Display
from film.request import Request
from film.scenesound import Heard, Sounded
from film.soundtrack import Soundtrack
from film.story import Story, tell
from film.storyboard import Beat, SceneCard, Storyboard
from film.why import lines, why


@dataclass(frozen=True)
class Parts:
    """The pictures of each beat by its key, and the keys of those of which something was drawn anew."""

    found: Mapping[str, Reel]
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
        beats: tuple[Beat, ...] = self.crew.ask(card.name, card)
        return beats

    def parts(self, story: Story, soundtrack: Soundtrack | None = None) -> Parts:
        """The parts of all beats of a story. Where something is to be drawn, those who draw make the sound too."""
        with self.costs.stage("look up"):
            bases = self.bases(story)
            found, shots = self.lookup(story, bases)
            if self.why:
                # One part of a beat tells why all of it is stale.
                first = {shot.basis.beat: shot for shot in reversed(shots)}
                stale = [
                    why(self.cache, first[key].basis, first[key].plan, story.figures) for key in bases if key in first
                ]
                for line in lines(stale) if stale else ("nothing is stale",):
                    self.display.say(line)
        with self.costs.stage("check"):
            heard = self._approved(story, bases, found)
        sounds = {}
        if soundtrack and shots and heard:
            kept = {key: found[some[0].name].sounds for key, some in bases.items() if some[0].name in found}
            sounds = {key: heard.get(key, kept.get(key, ())) for key in bases}
        with self.costs.stage("draw"):
            drawn = self.draw(shots, soundtrack, sounds)
        whole = found | {name: one.part for name, one in drawn.items()}
        anew = [
            key
            for key, bases_of in bases.items()
            if any(one.name in drawn and drawn[one.name].anew for one in bases_of)
        ]
        return Parts({key: Reel(tuple(whole[one.name] for one in some)) for key, some in bases.items()}, anew)

    def _approved(self, story: Story, bases: Mapping[str, Sequence[Basis]], found: Mapping[str, Part]) -> Heard:
        """Look through the beats to be drawn, and those whose kept parts were drawn for a preview, which is not."""
        if self.request.beat:
            return {}
        fresh = [name for name, part in found.items() if not part.examined]
        heard = self.examine(
            story,
            [key for key, some in bases.items() if any(one.name in fresh or one.name not in found for one in some)],
        )
        for name in fresh:
            self.cache.approve(found[name])
        return heard

    def bases(self, story: Story) -> dict[str, list[Basis]]:
        """What is known of the parts of the story's beats, by the beat's key."""
        found = {}
        for beat in story.timeline.beats:
            plan, board = story.plans[beat.scene], story.boards[beat.scene]
            found[beat.key] = [
                basis(board.card.path, board.code, plan, beat.name, self.request.form, stretch)
                for stretch in stretches(beat.frames, plan.fps, story.beat(beat).runs_on)
            ]
        return found

    def lookup(self, story: Story, bases: Mapping[str, Sequence[Basis]]) -> tuple[dict[str, Part], list[Shot]]:
        """The parts that are kept, by their names, and what there is to draw."""
        found: dict[str, Part] = {}
        shots = []
        for beat in story.timeline.beats:
            plan, board = story.plans[beat.scene], story.boards[beat.scene]
            for base in bases[beat.key]:
                if part := self.cache.find(base, plan, self.display.say):
                    found[base.name] = part
                else:
                    preview = self.request.beat is not None
                    shots.append(Shot(board.card, plan, beat.name, self.request.form, base, self.cache, not preview))
        return found, shots

    def examine(self, story: Story, beats: Sequence[str]) -> Heard:
        """Look through beats, given by their keys; a FilmError if `check` finds fault with them.

        Tells the sounds of all beats of their scenes, by the beat's key.
        """
        if not beats or not self.storyboard.layout:
            return {}
        self.display.phase("looking through the scenes")
        timings = {name: [beat.name for beat in plan.beats] for name, plan in story.plans.items()}
        stale = {name: [beat for beat in some if f"{name}.{beat}" in beats] for name, some in timings.items()}
        pairs = neighbours(timings, stale)
        torn = {name for pair in pairs for name in pair}
        exams = [
            Exam(board.card, story.plans[name], self.storyboard.layout, stale[name], name in torn, self.cache)
            for name, board in story.boards.items()
            if name in torn or stale[name]
        ]
        marked = self.crew.ask_all([Job(exam.card.name, len(exam.beats), exam) for exam in exams])
        refuse(list(problems(pairs, marked)))
        return {f"{name}.{beat}": sounds for name, one in marked.items() for beat, sounds in one.heard.items()}

    def draw(self, shots: Sequence[Shot], soundtrack: Soundtrack | None, heard: Heard) -> dict[str, Drawn]:
        """Draw parts, by their names; and make the sound of what is `heard`, if that is known."""
        found: dict[str, Drawn] = {}
        if shots:
            jobs = [
                Job(shot.basis.name, shot.basis.frames * pace, shot, shot.basis.beat)
                for shot, pace in zip(shots, self._paces(shots), strict=True)
            ]
            left = Counter(shot.basis.beat for shot in shots)
            self.display.begin(len(left), sum(shot.basis.frames for shot in shots))
            if soundtrack and heard:
                jobs += soundtrack.jobs(heard)
            for job, made in self.crew.run(jobs, self.display.drawn):
                if soundtrack and isinstance(made, Sounded):
                    soundtrack.take(job.payload, made)
                    continue
                found[job.name] = made
                self.costs.parts[job.name] = made.part.frames, made.cost
                left[job.payload.basis.beat] -= 1
                if not left[job.payload.basis.beat]:
                    self.display.beat_done()
        return found

    def _paces(self, shots: Sequence[Shot]) -> list[float]:
        """What a frame of each part will probably cost, as a share of what a frame costs in the mean."""
        paces = [self.cache.pace(shot.basis) for shot in shots]
        known = [(pace, shot.basis.frames) for pace, shot in zip(paces, shots, strict=True) if pace]
        mean = sum(pace * frames for pace, frames in known) / max(1, sum(frames for _, frames in known))
        return [pace / mean if pace else 1.0 for pace in paces]


def soon_spoken(voice: str) -> None:
    """Load what a voice speaks with, while the script is read.

    Python waits for it before it ends: left in the midst of loading, the network's library aborts the process.
    """

    def load() -> None:
        with suppress(Exception):  # what is wrong shows again, and is said, when a line is spoken
            network()

    if voice == "neural":
        threading.Thread(target=load, name="voice").start()
