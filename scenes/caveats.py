"""A roofline is a ceiling, not a prediction.

Starts and ends on the terrain. Under the roofline lies the band that real code reaches; what the
figures leave out is named. Then what is not known of the endpoint that was measured.
"""

from __future__ import annotations

from scenes.stage import FilmScene, Stage, beat
from scenes.stage.band import Band
from scenes.stage.endpoint import Endpoint
from scenes.stage.hatch import unknown
from scenes.stage.labels import Label
from scenes.stage.letters import Style
from scenes.stage.plot import FLOOR
from scenes.stage.terrain import Terrain
from scenes.stage.theme import AMBER, GREEN, INK, LEFT, NOTE_INK, RIGHT, STAGE, TITLE, TITLE_LINE

HEADING, NUMBER = Style(TITLE, 500), Style(STAGE, 300, -0.02)
FIRST, STEP = 2.24, 0.42
"""The first baseline of the lists in the sky, in the film, and from one line to the next."""
SHARES = FLOOR + 0.92
"""Baseline of the shares that are reached."""
OVER_ROOF, UP, TALL = 1.22, 0.40, 0.38
"""From a roof up to shares that stand over it and over another line; from line to line; and how tall a share is."""
BOX, STRIP, THICK = 0.24, 3.6, 0.10
"""Side of a box before a line, and the bar of all weights."""
NARROW = 0.8
"""With less of the film's width, the lists need the place left of the ridge."""


class Caveats(FilmScene):
    """What the roofline does not say."""

    starts, ends = Stage.TERRAIN, Stage.TERRAIN

    def build(self) -> None:
        """The terrain, the band under its roofline, the endpoint, and two lists in the sky."""
        self.terrain = Terrain(self.stage(), self.value, self.frame)
        self.terrain.put_on(self)
        land = self.terrain.land
        self.band = Band(land.plot, self.value("gpu.peak"), self.value("gpu.bandwidth"))
        share = self.value("measured.share_of_ceiling") if self.holds("measured.of_these_weights") else 1.0
        self.endpoint = Endpoint(land.plot, land.chip, self.value("decode.intensity"), share)
        self.put(self.band, self.endpoint)
        self.heading = self.label("heading", LEFT, TITLE_LINE, HEADING, color=INK)
        self.other_heading = self.label("other_heading", LEFT, TITLE_LINE, HEADING, color=INK)
        self.per_byte = self.label("per_byte", self.frame.right, FLOOR - 0.76, align="right")
        self.real_code = self.label("real_code", self.frame.right, land.chip.y + 0.30, align="right")
        self.low = self.terrain.roof.low < SHARES + TALL
        self.beside, self.line = self._over_the_roof() if self.low else (land.chip.x + 0.35, SHARES)
        self.compute = self._range("compute", self.beside, self.line, "of_arithmetic")
        self.bandwidth = self._range("bandwidth", land.chip.x - 2.75, SHARES, "of_bandwidth")
        self._list_left_out()
        self._list_unknown(land.chip.x, land.chip.y)
        self.endpoint.keep_clear(*(label.letters.ink for _, label in self.unknown))

    def _over_the_roof(self) -> tuple[float, float]:
        """Where what is said of the arithmetic begins, and its baseline, if the lights reach too low for it to stand
        under them: right of the lists, and over what is said of the band where that begins too near."""
        chip, frame = self.terrain.land.chip, self.frame
        x, y = chip.x + 0.35, chip.y + OVER_ROOF
        if y + TALL > FIRST + frame.lists - 3 * STEP - 1.0:
            x = max(x, frame.aside + BOX + 0.36 + max(self.width(key) for key in ("one_row", "load")))
        shares = 0.16 + sum(self.width(f"compute_{end}", NUMBER) for end in ("low", "high"))
        wide = max(shares, *(self.width(key) for key in ("of_arithmetic", "weights", "arithmetic")))
        far = x + wide + 0.3 < frame.right - self.width("real_code")
        return x, y - UP if far else y

    def _range(self, what: str, x: float, y: float, note: str) -> tuple[Label, Label, Label]:
        low = self.label(f"{what}_low", x, y, NUMBER, color=INK)
        high = self.label(f"{what}_high", low.letters.right + 0.16, y, NUMBER, color=INK)
        return low, high, self.label(note, x, y - 0.40)

    def _list_left_out(self) -> None:
        left, first = self.frame.aside, FIRST + self.frame.lists
        lines = [first - STEP * number for number in range(4)]
        keys = ("left_out", "activations", "overheads", "one_row")
        colors = (INK, NOTE_INK, NOTE_INK, NOTE_INK)
        self.left_out = [self.label(key, left, y, color=ink) for key, y, ink in zip(keys, lines, colors, strict=True)]
        read = self.value("lookup.parameters") / self.value("model.parameters")
        y = lines[3] - 0.30
        self.strip = unknown((left, y, left + STRIP, y + THICK), read, AMBER)
        self.put(self.strip)
        self.lookup = self.readout("lookup.rate", left, y=y - 0.56, style=NUMBER)
        self.counted = self.label("counted", self.lookup.number.letters.right + 0.14, y - 0.56)

    def _list_unknown(self, ridge: float, roof: float) -> None:
        self.unknown, left = [], self.frame.aside
        for number, key in enumerate(("chip", "batch", "scheduler", "load")):
            y = FIRST + self.frame.lists - STEP * number
            known = 0.5 if key == "load" else 0.0
            box = unknown((left, y - 0.035, left + BOX, y - 0.035 + BOX), known, GREEN)
            self.put(box)
            text = self.label(key, left + BOX + 0.16, y)
            text.group = "list"
            self.unknown.append((box, text))
        narrow, aside = self.frame.across < NARROW, (self.frame.right, (self.line + UP if self.low else roof + 0.66))
        if self.holds("measured.under_this_roof"):
            free = ridge - 0.3 - self.width("assumed") - max(text.letters.right for _, text in self.unknown)
            place = aside if narrow or free < 0.2 else (ridge - 0.3, roof + 0.30)
            self.assumed = self.label("assumed", *place, align="right")
        else:
            place = aside if narrow else (RIGHT, TITLE_LINE)
            self.assumed = self.label("not_one", *place, align="right")
        self.weights = self.label("weights", self.beside, self.line)
        self.arithmetic = self.label("arithmetic", self.beside, self.line - 0.42)

    @beat(claim="embedding.worth_telling")
    def ceiling(self) -> None:
        """The band sinks from the roofline as its shares are said; then what is left out."""
        self._reach()
        self.play(self.left_out[3].reveal(), self.strip.reveal(), at=self.at("row"))
        self.play(self.counted.reveal(), at=self.said("lookup.rate"))
        self.land(self.lookup, "lookup.rate")

    @ceiling.otherwise
    def ceiling_without_table(self) -> None:
        """The same, where reading the embedding table makes no difference that can be told."""
        self._reach()

    def _reach(self) -> None:
        terrain, band = self.terrain, self.band
        self.play(*(part.hide(0.8) for part in (*terrain.rocks, *terrain.rims)), at=0.1)
        self.play(self.per_byte.reveal(), at=0.5)
        self.play(self.heading.reveal(), at=self.at("ceiling"))
        self.play(band.reveal(0.3), at=self.said("efficiency.compute_low") - 0.9)
        self.play(self.real_code.reveal(), at=self.at("code"))
        for what, sink, names in (
            ("compute", band.sink_roof, self.compute),
            ("bandwidth", band.sink_slope, self.bandwidth),
        ):
            low, high = f"efficiency.{what}_low", f"efficiency.{what}_high"
            self.play(sink(self.value(low), self.value(high)), at=self.said(low) - 0.8)
            self.land(names[0], low)
            self.land(names[1], high)
            self.play(names[2].reveal(), at=self.said(high) + 0.2)
        self.play(self.left_out[0].reveal(), self.left_out[1].reveal(), at=self.at("activations"))
        self.play(self.left_out[2].reveal(), at=self.at("overheads"))

    @beat(claim="measured.under_this_roof", breath=1.1, still="said")
    def unknown_provider(self) -> None:
        """The endpoint's point, and what is hidden behind it."""
        self._endpoint()

    @unknown_provider.otherwise(claim="measured.of_these_weights")
    def above_the_roof(self) -> None:
        """The same where the point lies above this chip's slope: it is not one such chip."""
        self._endpoint()

    def _endpoint(self) -> None:
        self._clear()
        self.play(self.endpoint.reveal(0.5), self.other_heading.reveal(), at=0.35)
        for key, parts in zip(("chip", "batch", "scheduler", "queues"), self.unknown, strict=True):
            self.play(*(part.reveal() for part in parts), at=self.at(key))
        self.play(self.endpoint.scatter(), at=self.at("batch"))
        self.land(self.assumed, "gpu.name")
        self._weights_only()

    @unknown_provider.otherwise
    def weights_only(self) -> None:
        """Where no endpoint was measured, only what fewer bytes mean is left to say."""
        self._clear()
        self._weights_only()

    def _clear(self) -> None:
        gone = (self.heading, *self.left_out, self.strip, *self.lookup.parts, self.counted, *self.compute)
        self.play(*(part.hide(0.4) for part in gone), at=0.0)

    def _weights_only(self) -> None:
        self.land(self.weights, "int8.bytes_each")
        self.land(self.arithmetic, "bf16.bytes_each")
        terrain = self.terrain
        self.leave(self.band, self.endpoint, *(box for box, _ in self.unknown), keep=terrain.numbers)
        self.play(*(part.reveal(0.5) for part in (*terrain.rocks, *terrain.rims)), at=self.end - 0.5)
