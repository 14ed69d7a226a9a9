"""Wall, sluice, tap and terrain in one picture: two jobs, two limits.

Starts on the terrain. The sluice stands over prefill's place on the roof, the tap over decode's place on
the slope, which is the wall. Under it come the credits. Ends in the dark.
"""

from __future__ import annotations

from math import inf

from scenes.stage import THROUGHOUT, FilmScene, Stage, beat
from scenes.stage.box import touch
from scenes.stage.letters import Align, Style
from scenes.stage.miniature import HALF, HIGH, LEAF, Drips, gate, tap
from scenes.stage.plot import FLOOR
from scenes.stage.points import Downpour
from scenes.stage.terrain import Terrain
from scenes.stage.theme import INK, LEFT, RIGHT, SMALL, TITLE, TITLE_LINE
from scenes.stage.tracks import later

NAME, LAST_LINE = Style(TITLE, 500), Style(0.40, 300, -0.01)
TOP_ROW, STEP, VALUES, NARROW, ROOMY = FLOOR + 2.0, 0.40, 1.5, 1.3, 0.8
"""The credits' first baseline, if there is room, from one line to the next, and from a name to its value, also where
there is less than a share of the film's width."""
LAST = 2.45
"""Height of the last line in the film."""
AWAY, SMALLER = 0.3, 0.75
"""Between the last line and a name beside it, and how small the line may get for that, as a share of its size."""
UNDER_LIGHTS, UNDER_LAST = 0.45, 0.08
"""From the lights down to the first credit; from the last one's baseline down to its lowest letter, and some more."""
SHUT = 1.2
"""Seconds in which the last picture goes dark."""


class Closing(FilmScene):
    """Two jobs, two limits; and where the numbers come from."""

    starts, ends = Stage.TERRAIN, Stage.DARK

    def build(self) -> None:
        """The terrain, a small sluice and a small tap on it, their names, and the credits."""
        site = self.stage()
        self.terrain = Terrain(site, self.value, self.frame)
        self.terrain.put_on(self)
        plot, chip = self.terrain.land.plot, self.terrain.land.chip
        low, high = (plot.x(self.value(f"{job}.intensity")) for job in ("decode", "prefill"))
        self.gate, self.tap = gate(high, chip), tap(low, chip)
        roof = chip.height(high)
        self.flood = Downpour(high, roof, roof + HIGH - LEAF + 0.05, site.laps)
        step = self.value("decode.step_time") * self.value("clock.read_motion")
        self.drips = Drips(low, chip, step)
        self.put(self.flood, self.gate, self.drips, self.tap)
        self._name(low, chip.height(low) + HIGH, high - HALF - 0.2, roof)
        self._last_line()
        self._credit()

    def _name(self, low: float, top: float, right: float, roof: float) -> None:
        steep = self.terrain.land.steep
        beside: Align = "centre"
        if steep:
            # Over the tap is the slope: right of that there is room.
            low, top, beside = low + 1.25, top - 0.8, "left"
        self.decode = [
            self.label("decode", low, top + 1.04, NAME, beside, INK),
            self.label("bandwidth", low, top + 0.66, align=beside),
            self.label("stream", low, top + 0.28, align=beside),
        ]
        # Left of the sluice, or right of it where the tap stands too near.
        near = not steep and right - self.width("bandwidth") < low + self.width("bandwidth") / 2 + 0.3
        side: Align = "left" if near else "right"
        if near:
            right += 2 * (HALF + 0.2)
            roof = self.terrain.land.chip.height(right + self.width("bandwidth"))
        self.prefill = [
            self.label("prefill", right, roof + 1.02, NAME, side, INK),
            self.label("arithmetic", right, roof + 0.64, align=side),
            self.label("first_word", right, roof + 0.26, align=side),
        ]
        self.prefill_too = self.label("bandwidth", right, roof + 0.64, align=side)
        at_right = self.frame.across < ROOMY
        where: Align = "right" if at_right else "left"
        self.slowed = self.label("slowed", RIGHT if at_right else LEFT, TITLE_LINE, Style(SMALL), where)

    def _credit(self) -> None:
        rows = [("model", "model_name"), ("chip", "chip_name")]
        if self.holds("measured.of_this_model"):
            through = self.holds("measured.through_router")
            rows.append(("measured", "measured_through" if through else "measured_at"))
        values = VALUES if self.frame.across >= ROOMY else NARROW
        widest = max(self.width(value) for _, value in rows)
        rows += [("sources", "listed"), ("numbers", "module")]
        x, top = self._under_the_roof(values + widest, STEP * (len(rows) - 1)) or self._in_the_sky()
        self.credits = []
        for number, (name, value) in enumerate(rows):
            y = top - STEP * number
            most = self.frame.right - x - values
            row = self.label(name, x, y), self.label(value, x + values, y, color=INK, most=most)
            for text in row:
                text.group = "credits"
            self.credits.append(row)

    def _under_the_roof(self, wide: float, high: float) -> tuple[float, float] | None:
        """Where credits of a size begin that stand under the lights; None if a low roof leaves no room there."""
        frame, chip = self.frame, self.terrain.land.chip
        roof, lowest = self.terrain.roof.low - UNDER_LIGHTS, frame.bottom + UNDER_LAST + high
        if lowest > roof:
            return None
        top = max(min(TOP_ROW, roof) - (0.2 if frame.across < ROOMY else 0.0), lowest)
        x = min(0.4, chip.x - 1.9)
        if not frame.wide:
            # As far to the left as a long line asks for, but under the slope.
            under = chip.foot + (top + NAME.size - FLOOR) / chip.rise + AWAY
            x = min(x, max(frame.right - wide, under))
        return x, top

    def _in_the_sky(self) -> tuple[float, float]:
        """Where credits begin that stand beside the last line, or where a frame is narrow, under it."""
        last = self.change.letters
        if self.frame.across < ROOMY:
            return self.frame.left, last.baseline - 2 * STEP
        return last.right + 2 * AWAY, self.frame.title_line - STEP / 2

    def _last_line(self) -> None:
        """What the film ends on: set smaller where a name stands beside it, and without the names where that is not
        enough."""
        left, y, names = self.frame.left, LAST + self.frame.lists, (*self.prefill, *self.decode)
        inks = [name.letters.ink for name in names]
        beside = [ink[0] for ink in inks if ink[1] < y + LAST_LINE.size and ink[3] > y - LAST_LINE.size / 2]
        most = min(beside, default=inf) - AWAY - left
        if most < SMALLER * self.width("change", LAST_LINE):
            most = inf
        self.change = self.label("change", left, y, LAST_LINE, color=INK, most=most)
        self.caption(self.change)
        self.in_the_way = any(touch(self.change.letters.ink, ink, UNDER_LAST) for ink in inks)

    @beat(claim="prefill.by_arithmetic_batch_by_memory", lead=0.8)
    def two_limits(self) -> None:
        """Prefill pours through the sluice onto the roof; decode drips from the tap, one drop a read."""
        self._two_limits()

    @two_limits.otherwise(claim="prefill.limited_by_arithmetic")
    def for_one_user(self) -> None:
        """The same where so many users were told of that arithmetic limits their step."""
        self._two_limits()

    @two_limits.otherwise
    def one_limit(self) -> None:
        """A prompt so short that both jobs stand on the slope."""
        self._set_up()
        self._pour()
        self.play(self.prefill_too.reveal(), self.prefill[2].reveal(), at=self.at("first"))
        self._drip()

    def _two_limits(self) -> None:
        line = self.terrain.roof_line
        self._set_up()
        self._pour()
        self.play(line.heat(1.0), at=self.at("prefill"))
        self.play(self.prefill[1].reveal(), at=self.at("arithmetic"))
        self.play(self.prefill[2].reveal(), at=self.at("first"))
        self.play(line.heat(0.0), at=self.at("decode"))
        self._drip()

    def _set_up(self) -> None:
        terrain = self.terrain
        quiet = (*terrain.rocks, *terrain.rims, *terrain.numbers, terrain.lower, terrain.upward)
        self.play(*(part.hide(0.8) for part in quiet), at=0.0)
        self.play(self.gate.reveal(0.6), self.tap.reveal(0.6), at=0.3)

    def _pour(self) -> None:
        self.play(self.flood.arrive(), at=self.at("prefill") - 0.3)
        self.play(self.prefill[0].reveal(), at=self.at("prefill"))

    def _drip(self) -> None:
        self.play(self.drips.reveal(0.3), self.drips.drip(), self.slowed.reveal(), at=self.at("decode") - 0.9)
        self.play(self.terrain.slope_line.heat(1.0), self.decode[0].reveal(), at=self.at("decode"))
        self.play(self.decode[1].reveal(), at=self.at("bandwidth"))
        self.play(self.decode[2].reveal(), at=self.at("stream"))

    @beat(breath=1.8 + SHUT, still="said", runs_on=THROUGHOUT)
    def one_module(self) -> None:
        """Who and what stands behind the numbers; then the night."""
        for number, (name, value) in enumerate(self.credits):
            self.play(later(0.3 * number, name.reveal()), later(0.3 * number, value.reveal()), at=0.3)
        if self.in_the_way or not self.holds("prefill.limited_by_arithmetic"):
            # On the slope the names may stand where the last line comes.
            names = (*self.prefill, self.prefill_too, *self.decode)
            self.play(*(name.hide() for name in names), at=self.at("change") - 0.5)
        self.play(self.change.reveal(0.5), at=self.at("change"))
        terrain = self.terrain
        land = (
            terrain.sky,
            terrain.face,
            terrain.slope,
            terrain.roof,
            terrain.slope_line,
            terrain.roof_line,
            terrain.apex,
        )
        self.leave(self.flood, self.gate, self.drips, self.tap, *land, length=SHUT)
