"""One picture explains both jobs: divide the operations by the bytes.

Starts at rest. Two divisions give two places on an axis; the wall shears into the memory's slope, the
chip's lights slide out into the roof of its arithmetic. A step takes whichever is longer; where both
are equal lies the ridge. Decode stands low on the slope, prefill on the roof, and each of the two speeds
of an answer is set by its own side. Ends on the terrain with two other chips, each with its own ridge.
"""

from __future__ import annotations

from scenes.stage import FilmScene, Stage, beat
from scenes.stage.division import Division
from scenes.stage.gauges import Longer, Wedge
from scenes.stage.labels import Readout
from scenes.stage.letters import Style
from scenes.stage.paint import Fading
from scenes.stage.points import Climber, Downpour, Drop, Place
from scenes.stage.signs import Signs, WedgeSigns
from scenes.stage.terrain import Terrain
from scenes.stage.theme import HERO_LINE, INK, LEFT, TITLE, TITLE_LINE
from scenes.stage.tracks import Curve, later, smooth

JOBS = ("decode", "prefill")
INTENSITIES = ("decode.intensity", "gpu.ridge", "prefill.intensity")
COLUMNS = (LEFT, 0.75)
"""Where the divisions of decode and of prefill begin."""

BEYOND = 3.0
"""So many times the ridge is seen at least, to show what lies beyond it."""


class RooflineTerrain(FilmScene):
    """The terrain."""

    starts, ends = Stage.REST, Stage.TERRAIN

    def build(self) -> None:
        """The site, the terrain hidden over it, the two divisions, and what is written on the land."""
        self.site = self.stage()
        self.terrain = Terrain(self.site, self.value, self.frame)
        self.terrain.put_on(self)
        self.heading = self.label("heading", LEFT, TITLE_LINE, Style(TITLE, 500), color=INK)
        self.decode, self.prefill = (Division(self, job, x) for job, x in zip(JOBS, COLUMNS, strict=True))
        self._points()
        self._gauges()

    def _points(self) -> None:
        chip, plot = self.terrain.land.chip, self.terrain.land.plot
        self.low, self.ridge, self.high = (self.value(figure) for figure in INTENSITIES)
        self.beyond = max(self.high, BEYOND * self.ridge)
        low, high = plot.x(self.low), plot.x(self.high)
        self.signs = Signs(self, self.terrain, low, high)
        top = self.frame.sky
        self.drop = Drop(low, chip.height(low), top, self.site.laps)
        self.downpour = Downpour(high, chip.height(high), top, self.site.laps)
        results = [(job.result.number.letters.left + 0.2, HERO_LINE + 0.3) for job in (self.decode, self.prefill)]
        self.places = [Place(result, x) for result, x in zip(results, (low, high), strict=True)]
        self.climber = Climber(self.terrain.land, self.low)
        self.put(self.drop, self.downpour, *self.places, self.climber)

    def _gauges(self) -> None:
        room = self.signs.room
        self.longer = Longer(self.climber, self.ridge, self.beyond, room, self.frame)
        self.step_words = self.signs.step()
        tokens = self.value("prompt.tokens")
        longer = "long" if self.holds("attention.told_twice") else "short"
        most = self.value("attention.long_tokens") if longer == "long" else tokens
        window = self.value("attention.windowed"), self.value("attention.window")
        self.wedge = Wedge(tokens, most, self.value(f"attention.share_{longer}"), window, room, self.frame)
        self.put(self.longer, self.wedge)
        self.square = WedgeSigns(self, self.wedge, self.signs.speed)

    # ------------------------------------------------------------------ beats
    @beat(claim="cache.small_here")
    def intensity(self) -> None:
        """Two divisions; one light works for the first result, all of them for the second."""
        self._divide()

    @intensity.otherwise
    def intensity_of_weights(self) -> None:
        """The same where the weights alone are no longer nearly all that a step fetches."""
        self._divide()

    def _divide(self) -> None:
        site, jobs = self.site, (self.decode, self.prefill)
        self.play(site.chip.sweep(), at=self.at("operations"))
        self.play(
            *(part.reveal() for job in jobs for part in (job.name, job.over, job.operations)), at=self.at("operations")
        )
        self.play(site.wall.breathe(), at=self.at("bytes"))
        self.play(*(part.reveal() for job in jobs for part in (job.line, job.under, job.fetched)), at=self.at("bytes"))
        self.play(self.heading.reveal(), at=self.at("term"))
        for name, job in zip(JOBS, jobs, strict=True):
            lights = self.value(f"lights.{name}") / self.value("chip.lights")
            self.play(site.chip.work(lights), job.equals.reveal(), at=self.at(name))
            self.land(job.result, f"{name}.intensity")

    @beat
    def slope_and_roof(self) -> None:
        """The wall shears into the slope, the lights slide into the roof; a step takes the longer of two times."""
        terrain, signs = self.terrain, self.signs
        self.play(self.heading.hide(), *(part.hide() for part in (*self.decode.parts, *self.prefill.parts)), at=0.0)
        self.play(self.site.chip.work(0.0), at=0.0)
        self.play(terrain.unveil(self.site), at=0.35)
        self.play(terrain.lower.reveal_all(), at=self.at("bottom") - 0.4)
        self.play(*(place.fly() for place in self.places), at=self.at("bottom") - 0.2)
        self.play(signs.per_byte.reveal(), signs.title.reveal(), at=self.at("bottom"))
        self.play(terrain.shear(), at=self.at("slope") - 1.3)
        self.play(terrain.upward.reveal_all(), signs.speed.reveal(), at=self.at("slope") + 0.2)
        self.play(terrain.slide(), at=self.at("roof") - 0.7)
        self.play(terrain.apex.reveal(0.2), at=self.at("roof") + 0.4)
        self.play(signs.bandwidth.reveal(), at=self.at("roof") + 0.2)
        self.land(signs.peak, "gpu.peak")
        self.play(*(text.reveal() for text in self.step_words), at=self.at("step"))
        self.play(self.longer.grow(0.7), at=self.at("fetching") - 0.5)
        self.play(self.climber.climb(self.beyond, 0.9, smooth), at=self.at("arithmetic") - 0.2)

    @beat
    def the_ridge(self) -> None:
        """A point climbs from the intensity of decode over the ridge; what limits a step changes there."""
        terrain, signs, climber = self.terrain, self.signs, self.climber
        if signs.tight:
            self.play(signs.bandwidth.hide(), signs.peak.hide(), at=0.0)
        self.play(climber.climb(self.low, 0.5, smooth), terrain.roof.busy_to(self.low, 0.5), at=0.0)
        self.play(climber.reveal(), at=0.5)
        start, meet = self.at("below"), self.said("gpu.ridge")
        lights = terrain.roof.busy_to(terrain.roof.count, 1.0, factors(self.low, self.ridge))
        number = signs.ridge.number.count(curve=factors(self.low, self.ridge, of=self.ridge))
        self.play(climber.climb(self.ridge, 1.0), lights, number.sounding("mark", begins=1.0), at=start, until=meet)
        self.play(signs.chip.reveal(), terrain.plumb.reveal(), at=meet - 0.5)
        self.play(terrain.memory.reveal(), signs.by_memory.reveal(), at=self.at("memory"))
        self.play(climber.climb(self.beyond, 1.0), at=self.at("beyond"), until=self.at("arithmetic") + 0.3)
        self.play(terrain.arithmetic.reveal(), signs.by_arithmetic.reveal(), at=self.at("beyond"))
        self.play(terrain.memory.seen_to(0.35), at=self.at("beyond"))

    @beat(claim="prefill.limited_by_arithmetic")
    def two_points(self) -> None:
        """Decode drops onto the slope, prefill pours onto the roof."""
        self._two_points()

    @two_points.otherwise
    def two_points_otherwise(self) -> None:
        """Decode and prefill both come down on the slope."""
        self._two_points()

    def _two_points(self) -> None:
        terrain, signs = self.terrain, self.signs
        leaving: list[Fading | Readout] = [self.climber, self.longer, *self.step_words, signs.bandwidth, signs.peak]
        self.play(*(part.hide() for part in leaving), at=0.0)
        if signs.crowded:
            self.play(signs.ridge.hide(), signs.chip.hide(), at=0.0)
        arrivals = (self.drop, signs.decode, 0.55), (self.downpour, signs.prefill, 0.5)
        for job, place, (water, (name, here), falls) in zip(JOBS, self.places, arrivals, strict=True):
            lands = self.said(f"{job}.intensity")
            self.play(water.arrive(falls), name.reveal(), at=lands - falls)
            self.play(place.hide(), terrain.roof.busy_to(self.value(f"lights.{job}"), 0.4), at=lands - 0.1)
            self.land(here, f"{job}.intensity")

    @beat(claim="prefill.limited_by_arithmetic")
    def two_metrics(self) -> None:
        """The roof sets the one speed of an answer, the slope the other."""
        terrain, signs = self.terrain, self.signs
        lit = terrain.roof_line.heat(1.0), terrain.arithmetic.seen_to(1.0), terrain.memory.seen_to(0.3)
        self.play(*lit, at=self.at("roof"))
        self.play(signs.first_token.reveal(), at=self.at("token"))
        self.play(terrain.roof_line.heat(0.0), terrain.arithmetic.seen_to(0.3), at=self.at("slope"))
        self.play(terrain.slope_line.heat(1.0), terrain.memory.seen_to(1.0), at=self.at("slope"))
        self.play(signs.rate.reveal(), at=self.at("second"))

    @two_metrics.otherwise
    def two_metrics_on_the_slope(self) -> None:
        """The slope sets both speeds of an answer."""
        terrain, signs = self.terrain, self.signs
        lit = terrain.slope_line.heat(1.0), terrain.memory.seen_to(1.0), terrain.arithmetic.seen_to(0.3)
        self.play(*lit, at=self.at("slope"))
        self.play(signs.first_token_left.reveal(), at=self.at("token"))
        self.play(signs.rate.reveal(), at=self.at("second"))

    @beat(claim="attention.told_twice")
    def the_square(self) -> None:
        """Each token looks back at all before it; the longer the prompt, the higher the wedge."""
        wedge, square = self.wedge, self.square
        self._make_room()
        self.play(wedge.read(), at=self.at("attention"), until=self.said("prompt.tokens") - 0.3)
        self._land_short()
        grow = self.said("attention.share_short") + 0.8
        self.play(wedge.lengthen(), at=grow, until=self.said("attention.long_tokens") + 0.8)
        self.land(square.long, "attention.long_tokens")
        self.land(square.share_long, "attention.share_long")

    @the_square.otherwise(claim="attention.looks_at_all")
    def the_square_of_the_prompt(self) -> None:
        """Each token looks back at all before it; the prompt is long enough to see what that adds."""
        self._square_of_the_prompt()

    @the_square.otherwise
    def the_window(self) -> None:
        """Some layers look back no farther than a window."""
        self._square_of_the_prompt()

    def _make_room(self) -> None:
        self.play(self.terrain.slope_line.heat(0.0), at=0.0)
        if self.signs.tight:
            # There the speeds stand in the wedge's sky.
            self.play(*(text.hide() for text in self.signs.speeds), at=0.0)

    def _square_of_the_prompt(self) -> None:
        self._make_room()
        self.play(self.wedge.read(), at=self.at("attention"), until=self.said("prompt.tokens") - 0.3)
        self._land_short()

    def _land_short(self) -> None:
        square = self.square
        self.play(square.attention.reveal(), at=self.at("back"))
        self.land(square.short, "prompt.tokens")
        self.play(square.weights.reveal(), at=self.said("prompt.tokens"))
        self.land(square.share_short, "attention.share_short")

    @beat(breath=1.4, still="seen")
    def other_mountains(self) -> None:
        """Two other chips on the same axes. Words make room for one in front, water for one behind."""
        terrain, signs = self.terrain, self.signs
        gone: list[Fading | Readout] = [self.wedge, *self.square.parts, terrain.plumb]
        if not all(terrain.land.behind):
            gone += [terrain.memory, terrain.arithmetic, signs.by_memory, signs.by_arithmetic]
            gone += signs.speeds
        if signs.covered:
            gone += [signs.ridge, signs.chip]
        if any(terrain.land.behind) or signs.crowded:
            gone += [self.drop, self.downpour, *signs.decode, *signs.prefill]
        self.play(*(part.hide() for part in gone), at=0.0)
        if not signs.covered:
            self.play(signs.ridge.reveal(), signs.chip.reveal(), at=0.4)
        self.play(terrain.rims[0].draw(), later(0.3, terrain.rims[1].draw()), at=self.at("mountains") - 0.6)
        for number, which in enumerate(("first", "second")):
            self.play(terrain.rocks[number].reveal(0.8), at=self.said(f"other.{which}_name") - 0.5)
            for word, text in zip(("name", "ridge"), signs.others[number], strict=True):
                self.land(text, f"other.{which}_{word}")
        if not self.holds("prefill.limited_by_arithmetic"):
            # The terrain is handed over with all its lights on.
            self.play(terrain.roof.busy_to(terrain.roof.count, 0.6), at=0.2)
        self.play(terrain.roof.breathe(0.0, 0.5), at=self.end - 0.5)
        self.leave(self.drop, self.downpour, terrain.memory, terrain.arithmetic, keep=terrain.numbers)


def factors(low: float, high: float, of: float | None = None) -> Curve:
    """The curve of a number that grows from `low` to `high` by even factors; with `of`, as a share of that number."""
    if of is None:
        return lambda share: (low * (high / low) ** share - low) / (high - low)
    return lambda share: low * (high / low) ** share / of
