"""The scene that a film is made of: beats that write moves, drawn at exact frames.

A beat's method does not draw. It says what moves, and when; the whole scene is then a function
of time, and the frames of any beat can be drawn without those before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib import import_module
from math import inf
from typing import Any, cast

from manim import Mobject, Scene, VMobject, Wait, config

from film.errors import FilmError
from film.keys import Stretch
from film.look import Look
from film.plan import Reads, ScenePlan, Sound, Worded
from film.shoot import ExactRenderer, FrameTimes, frame_times
from film.storyboard import beats_of
from scenes.stage.arrange import arrange
from scenes.stage.camera import UNSEEN, StageCamera
from scenes.stage.frame import frame_of
from scenes.stage.geometry import WALL_HEIGHT
from scenes.stage.labels import NUMBER_STYLE, Count, Label, Readout, readout, runs_of, stacked
from scenes.stage.letters import Align, Letters, Run, Style, fitted
from scenes.stage.paint import Fading
from scenes.stage.site import Posed, Site, Stage
from scenes.stage.slots import APART, Laps, Slot, by_the_clock
from scenes.stage.theme import COLUMNS, HERO_LINE, LEFT, NOTE, NOTE_DROP, NOTE_INK, RIGHT, TITLE, TITLE_LINE
from scenes.stage.tracks import Move
from scenes.stage.views import Arrangement

NOTE_STYLE = Style(NOTE)
WORD_SPACE = 0.27
"""Width of the space between two words, as a share of the font size."""

COLUMN_ENDS, BETWEEN = (*COLUMNS[1:], RIGHT + 0.1), 0.1
"""Where the heroes' columns end, and what stays free between a text in one and the next."""

LANDING = 0.1
"""A figure is in full view this many seconds after its word begins, and begins to show as long before."""

SLACK = 1e-6
"""Seconds by which a move may end after its beat, for rounding."""


def _default_plan(scene: type) -> ScenePlan:
    # By name: the pictures do not depend on the code that makes plans, only on what a plan says.
    module = import_module("scenes.stage.plan")
    plan: ScenePlan = module.default_plan(scene, round(config.frame_rate))
    return plan


def _column(x: float) -> float:
    """The width of the column that starts at x; without end, if none does."""
    return next((end - BETWEEN - x for x0, end in zip(COLUMNS, COLUMN_ENDS, strict=True) if x0 == x), inf)


def _passes(kind: str, name: str) -> bool:
    """Whether what was read is a time of a beat that matters no more when the next one has a clock of its own."""
    return kind == "time" and not name.endswith(".variant")


class _Recorded(Mapping[str, Worded]):
    """The plan's words; each that is looked up is noted as read."""

    def __init__(self, scene: FilmScene):
        self.scene = scene

    def __getitem__(self, name: str) -> Worded:
        return self.scene.word(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.scene.plan.words)

    def __len__(self) -> int:
        return len(self.scene.plan.words)


class FilmScene(Scene):
    """One scene of the film.

    A subclass builds its props in `build`, marks its methods with `@beat`, and names the states of
    the stage in which it `starts` and `ends`.
    """

    starts = ends = Stage.REST
    backdrop = "valley"

    def __init__(self, plan: ScenePlan | None = None, beats: Sequence[str] | None = None):
        # Manim's own cache does not see changed figures behind an unchanged call.
        config.disable_caching = True
        renderer = ExactRenderer(StageCamera)
        self.frame, camera = frame_of(config.frame_width, config.frame_height), cast(StageCamera, renderer.camera)
        camera.set_frame(self.frame)
        camera.set_backdrop(self.backdrop)
        super().__init__(renderer=renderer, always_update_mobjects=True)
        self.plan = plan if plan is not None else _default_plan(type(self))
        self.chosen = [timing.name for timing in self.plan.beats] if beats is None else list(beats)
        self.written: list[Label | Count] = []
        self.captions: list[Label | Count] = []
        self.plain = False
        self.stretch: Stretch | None = None
        self.timing, self.cursor, self.clock = self.plan.beats[0], 0.0, 0.0
        self.slots: list[Slot] = []
        self._reads: dict[tuple[str, str], Any] = {}
        self._posed: list[Posed] = []
        self._sounds: dict[str, list[Sound]] = {}
        self._site: Site | None = None
        self.arrangement: Arrangement | None = None

    def dress(self, look: Look) -> None:
        """Be drawn as a still looks; before anything is built."""
        camera = cast(StageCamera, self.renderer.camera)
        camera.ground, camera.glows, self.plain = look.ground, look.glows, look.plain
        camera.set_palette(look.palette)
        camera.init_background()
        camera.reset()

    # ------------------------------------------------------------------ what a scene reads
    @property
    def reads(self) -> Reads:
        """What the pictures depended on, in order of first read."""
        return tuple((kind, name, value) for (kind, name), value in self._reads.items())

    @property
    def sounds(self) -> tuple[Sound, ...]:
        """The sounds of the beat that was written last, in seconds of the beat."""
        return self.heard[self.timing.name]

    @property
    def heard(self) -> Mapping[str, tuple[Sound, ...]]:
        """The sounds of each beat that was written, by its name."""
        return {name: tuple(sorted(sounds, key=lambda one: one.start)) for name, sounds in self._sounds.items()}

    @property
    def on_stage(self) -> list[Mobject]:
        """What is drawn, from the back to the front."""
        left_out = self.captions if self.plain else []
        return [one for one in self.mobjects if one not in left_out]

    @property
    def shown(self) -> list[Label | Count]:
        """The texts that show as the scene is posed now."""
        return [text for text in self.written if text.opacity > UNSEEN and not (self.plain and text in self.captions)]

    @property
    def shown_figures(self) -> tuple[str, ...]:
        """The figures that texts show as the scene is posed now."""
        return tuple(dict.fromkeys(name for text in self.shown for name in text.figures))

    def value(self, figure: str) -> float:
        """A figure's SI value."""
        return float(self._read("figure", figure, self.plan.values))

    def word(self, name: str) -> Worded:
        """A figure or a name as drawn and said."""
        worded: Worded = self._read("word", name, self.plan.words)
        return worded

    def holds(self, claim: str) -> bool:
        """Whether a claim is true for this film."""
        return bool(self._read("claim", claim, self.plan.claims))

    def screen(self, key: str) -> str:
        """A text that is drawn, as the script has it."""
        return str(self._read("screen", key, self.plan.screen))

    def _time(self, what: str) -> Any:
        """A fact of the beat's timing."""
        return self._read("time", f"{self.timing.name}.{what}", self.plan.times)

    def _read(self, kind: str, name: str, source: Mapping[str, Any]) -> Any:
        if name not in source:
            raise FilmError(f"scene {self.plan.scene!r} asks for {kind} {name!r}, which does not exist")
        return self._reads.setdefault((kind, name), source[name])

    # ------------------------------------------------------------------ moments, in seconds of the beat
    def said(self, figure: str, nth: int = 1) -> float:
        """When a figure begins to be spoken."""
        moments: Sequence[float] = self._time(f"said.{figure}") if figure in self.timing.said else ()
        if len(moments) < nth:
            times = "" if nth == 1 else f" {nth} times"
            raise self._wrong(f"waits for figure {figure!r}, which its line does not say{times}")
        return moments[nth - 1]

    def at(self, mark: str) -> float:
        """When a mark of the line is reached."""
        if mark not in self.timing.marks:
            raise self._wrong(f"waits for mark <{mark}>, which its line does not have")
        return float(self._time(f"mark.{mark}"))

    def _wrong(self, what: str) -> FilmError:
        """An error of the beat that is being written, and where its line stands."""
        where = self.plan.where.get(self.timing.name)
        return FilmError(f"{f'{where}: ' if where else ''}beat {self.timing.key!r} {what}")

    def _runs(self, key: str, color: str) -> tuple[list[Run], tuple[str, ...]]:
        """A text of the script as coloured runs, and the figures in it; an error says where it stands."""
        try:
            return runs_of(self.screen(key), _Recorded(self), color)
        except FilmError as error:
            where = self.plan.where.get(f"screen.{key}")
            raise FilmError(f"{where}: {error}" if where else str(error)) from None

    @property
    def end(self) -> float:
        """The beat's length in seconds."""
        return float(self._time("frames") / self.plan.fps)

    @property
    def begins(self) -> float:
        """The beat's first moment by the scene's clock."""
        return self.slots[-1].begins

    def begun(self, beat: str) -> float:
        """A beat's first moment by the scene's clock, once the beat is written."""
        return self.slots[[timing.name for timing in self.plan.beats].index(beat)].begins

    # ------------------------------------------------------------------ what a scene puts on stage
    def stage(self) -> Site:
        """The site of this film, in the state in which the scene starts."""
        site = self._site = Site(self.value, WALL_HEIGHT * self.frame.wall, Laps(self.slots))
        site.stand(self.starts)
        self.put(*site.mobjects, posed=site.props)
        return site

    def put(self, *mobjects: Mobject, posed: Sequence[Posed] | None = None, under: Mobject | None = None) -> None:
        """Add mobjects above what is there, or right under one that is.

        They are posed themselves, or by the props given, after all that was put before.
        """
        self.add(*mobjects)
        if under is not None:
            place = self.mobjects.index(under)
            self.mobjects[place:] = [*mobjects, *(one for one in self.mobjects[place:] if one not in mobjects)]
        self._posed.extend(mobjects if posed is None else posed)

    def label(
        self,
        key: str,
        x: float,
        y: float,
        style: Style = NOTE_STYLE,
        align: Align = "left",
        color: str = NOTE_INK,
        most: float = inf,
    ) -> Label:
        """A text of the script with its edge at x and its baseline at y, hidden until it is revealed; set smaller where
        it would be wider than `most`."""
        runs, figures = self._runs(key, color)
        if most < inf:
            style = fitted("".join(run.text for run in runs), style, most, self.frame.least)
        label = Label(Letters(runs, x, y, style, align), figures)
        self.write(label)
        if (x, y, style.size) == (LEFT, TITLE_LINE, TITLE):
            self.caption(label)
        return label

    def width(self, key: str, style: Style = NOTE_STYLE) -> float:
        """The width that a text of the script takes."""
        letters = Letters(self._runs(key, NOTE_INK)[0], 0.0, 0.0, style)
        return letters.right - letters.left

    def readout(
        self, figure: str, x: float, note: str | None = None, y: float = HERO_LINE, style: Style = NUMBER_STYLE
    ) -> Readout:
        """A number with its unit, and under it a text of the script; hidden until it is revealed."""
        under = self.label(note, x, y - NOTE_DROP, most=_column(x) if y == HERO_LINE else inf) if note else None
        made = self.put_readout(readout(figure, self.word(figure), under, x, y, style))
        if style == NUMBER_STYLE and y == HERO_LINE and x in COLUMNS:
            self.caption(*made.parts)
        return made

    def stacked(self, figure: str, x: float, y: float) -> Readout:
        """A number centred at x, its unit under it; hidden until it is revealed."""
        return self.put_readout(stacked(figure, self.word(figure), x, y))

    def under(self, key: str, x: float) -> Label:
        """A text of the script on the line under the heroes."""
        label = self.label(key, x, HERO_LINE - NOTE_DROP, most=_column(x))
        self.caption(label)
        return label

    def continued(self, key: str, label: Label, color: str = NOTE_INK) -> Label:
        """A text of the script that goes on where another ends, in the same style."""
        letters = label.letters
        x = letters.right + WORD_SPACE * letters.style.size
        more = self.label(key, x, letters.baseline, letters.style, color=color, most=RIGHT - x)
        if label in self.captions:
            self.caption(more)
        return more

    def put_readout(self, made: Readout) -> Readout:
        """Put the parts of a readout on stage that are not yet there."""
        for part in made.parts:
            if part not in self.written:
                self.write(part)
        return made

    def write(self, text: Label | Count) -> None:
        """Put a text on stage, and note it as one that is read."""
        self.written.append(text)
        self.put(text)

    def caption(self, *texts: Label | Count) -> None:
        """Note texts that say what the picture shows and are no part of it: a plain still is without them."""
        self.captions += texts

    # ------------------------------------------------------------------ what a beat does
    def play(  # type: ignore[override]  # a beat's moves in place of Manim's animations
        self, *moves: Move, at: float | None = None, over: float | None = None, until: float | None = None
    ) -> None:
        """Set moves down, all starting at once.

        They start at the cursor, which then waits for the longest of them; with `at` (seconds of the
        beat) they start there and the cursor stays. `over` stretches them to so many seconds, `until`
        to a moment of the beat.
        """
        start = self.cursor if at is None else at
        if until is not None:
            over = until - start
        if over is not None and over < 0:
            raise self._wrong(f"has a move that ends {-over:.2f} s before it starts")
        ends = [start + self._set_down(move, start, over) for move in moves]
        if at is None:
            self.cursor = max(ends, default=start)

    def _set_down(self, move: Move, start: float, over: float | None) -> float:
        length = move.length if over is None else over
        late = start + length - self.end
        if late > SLACK:
            raise self._wrong(
                f"runs over by {late:.2f} s: a move from {start:.2f} s lasts {length:.2f} s, the beat {self.end:.2f} s"
            )
        move.write(self.begins + start, length)
        self._sounds[self.timing.name] += [
            Sound(one.name, start + one.begins * length, one.lasts * length) for one in move.heard
        ]
        return length

    def wait(self, seconds: float = 0.0, until: float | None = None) -> None:  # type: ignore[override]
        """Let the cursor stand for a while, or until a moment of the beat."""
        self.cursor = max(self.cursor, until) if until is not None else self.cursor + seconds

    def land(self, text: Readout | Label, figure: str, nth: int = 1) -> None:
        """Bring a figure into view on the word that names it: half of it shows when the word begins."""
        self.play(text.reveal(2 * LANDING).sounding("mark", begins=0.5), at=self.said(figure, nth) - LANDING)

    def count_up(self, number: Readout, figure: str, since: float = 0.0) -> None:
        """Let a figure run from `since` and arrive on the word that names it."""
        self.play(number.count().sounding("mark", begins=1.0), at=since, until=self.said(figure))

    def leave(
        self, *props: Fading, keep: Collection[Label | Count] = (), length: float = 0.5, early: float = 0.0
    ) -> None:
        """Take every text and these props away at the beat's end, or `early`: the scene ends in a state of the stage.

        Texts that belong to that state are named in `keep`.
        """
        shown = [part for part in (*self.written, *props) if part.seen.last > 0 and part not in keep]
        self.play(*(part.hide(length) for part in shown), at=self.end - early - length)

    # ------------------------------------------------------------------ drawing
    def build(self) -> None:
        """Put the scene's props on stage."""
        raise NotImplementedError

    def construct(self) -> None:
        """Write the beats' moves up to the last that was chosen (all, if none was), and draw the chosen ones."""
        self._driver = VMobject()
        self._driver.add_updater(lambda _: self.pose_at(self.clock))
        self.add(self._driver)
        self.build()
        methods = {beat.name: beat for beat in beats_of(type(self))}
        for timing in self.plan.beats:
            self.timing, self.cursor = timing, 0.0
            self._sounds[timing.name] = []
            self._go_on(self._shows_before(self.stretch))
            variant = next(one for one in methods[timing.name].variants if one.key == self._time("variant"))
            for claim in variant.claims:
                self.holds(claim)
            getattr(self, variant.method)()
            if timing.name in self.chosen:
                self.draw()
            if self.chosen and timing.name == self.chosen[-1]:
                break

    def _shows_before(self, stretch: Stretch | None) -> bool:
        """Whether the beat that is being written shows what is still under way when it begins: if it is drawn, in a
        stretch of its frames; if only a later one is, at its end; and at any moment if none is."""
        if not self.chosen:
            since = 0.0
        elif self.timing.name in self.chosen:
            since = ((stretch.first if stretch else 0) + 1) / self.plan.fps
        else:
            since = self.timing.frames / self.plan.fps
        return next(beat.runs_on for beat in beats_of(type(self)) if beat.name == self.timing.name) > since

    def suits(self, stretch: Stretch | None) -> bool:
        """Whether a stretch of the beat that was written last can be drawn from the scene as it stands: not one that
        shows what began before the beat from a scene without that, nor the other way round."""
        return self._shows_before(stretch) == self._shows_before(self.stretch)

    def _go_on(self, runs_on: bool) -> None:
        """Set the clock to a beat's first moment: far behind the beat before, or where that one ends if it runs on."""
        if runs_on and self.slots:
            begins = self.slots[-1].ends
        else:
            begins = APART * len(self.slots)
            # What the beats before have set down is over by now, whenever it happened.
            self._reads = {read: value for read, value in self._reads.items() if not _passes(*read)}
        watched = (self.timing.start_frame - self.plan.beats[0].start_frame) / self.plan.fps
        self.slots.append(Slot(begins, watched, self.end))

    def draw(self) -> None:
        """Draw the beat that was written last, or the stretch of it that was chosen."""
        self.clock = self.begins
        super().play(Wait(self.end))

    def pose(self, t: float) -> None:
        """Pose every prop for the moment at which t seconds of the scene have been watched."""
        self.pose_at(by_the_clock(self.slots, t))

    def pose_at(self, clock: float) -> None:
        """Pose every prop; in a frame that is not the film's, put them where it has room."""
        for prop in self._posed:
            prop.pose(clock)
        if not self.frame.wide:
            self.arrangement = arrange(self.frame, self.on_stage, self.shown, self._site)
            cast(StageCamera, self.renderer.camera).arrange(self.arrangement)

    def get_time_progression(self, run_time: float, *args: Any, **kwargs: Any) -> FrameTimes:
        """Exactly the beat's frames, or those of the stretch that was chosen."""
        times, some = frame_times(run_time, self.plan.fps), self.stretch
        return times if some is None else FrameTimes(times[some.first : some.first + some.frames])

    def update_to_time(self, t: float) -> None:
        """Set the scene's clock before its props are posed."""
        self.clock = self.begins + t
        super().update_to_time(t)
