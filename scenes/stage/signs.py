"""What is written on the terrain: its axes, its two sides, its ridge, and who stands where."""

from __future__ import annotations

from math import inf

from scenes.stage.box import Box, touch
from scenes.stage.gauges import FETCH_LINE, MATH_LINE, THICK, Wedge
from scenes.stage.labels import Label, Readout, readout, width_of
from scenes.stage.letters import Align, Style
from scenes.stage.paint import bounds
from scenes.stage.plot import FLOOR
from scenes.stage.points import HALF
from scenes.stage.scene import FilmScene
from scenes.stage.terrain import Terrain
from scenes.stage.theme import INK, LEFT, NOTE, NOTE_DROP, STAGE, TITLE, TITLE_LINE

NAME, NUMBER, RIDGE = Style(TITLE, 500), Style(STAGE, 300, -0.02), Style(0.62, 300, -0.02)

ASIDE = 0.3
"""From the ridge's plumb line to what is written on both sides of it."""
SIDE_LINE, SPEED_LINE, MACHINE_LINE = FLOOR + 0.24, FLOOR + 1.1, -0.5
"""Baselines, where the lights leave room: what a side is limited by, what speed it sets, and what makes it."""
ABOVE_GROUND, OVER_ROOF = 0.12, 0.42
"""From the ground up to a line under the lights, and from a roof that is too low for that up to one over it."""
UNDER_ROOF = 0.31
"""From another chip's roof down to its name."""
NARROWEST = 0.7
"""No text is made narrower than that, as a share of its width, to lie under the slope."""
BOTH = 3.7
"""With less width under the wedge, the shorter prompt is a number only."""
SKY = 4.4
"""With less width in the sky, the chip's name stands over the ridge's number."""
SHORT = 1.6
"""A name up to this width is never set smaller, even where it leaves less than is needed in the sky."""
UNDER_RIDGE = 0.9
"""Left of the ridge, so much of the slope is as high as what stands in the sky."""
NUMBER_HEIGHT = 0.38
"""Height of the digits of a number on the land."""
APART, LONG = 0.1, 0.6
"""Between the two prompts under the wedge, and the least width of the longer."""
CLOSE = 0.36
"""Names less than this apart in height would touch."""


def right_readout(
    scene: FilmScene,
    figure: str,
    right: float,
    y: float,
    note: str | None = None,
    style: Style = NUMBER,
    most: float = inf,
) -> Readout:
    """A readout that ends at a place, and under which there is so much room."""
    under = scene.label(note, right, y - NOTE_DROP, align="right", most=most) if note else None
    word = scene.word(figure)
    made = readout(figure, word, under, right - width_of(word, style), y, style)
    return scene.put_readout(made)


class Signs:
    """The texts of the roofline scene on its terrain, where decode stands at `low` and prefill at `high`."""

    def __init__(self, scene: FilmScene, terrain: Terrain, low: float, high: float):
        self.scene, self.terrain, self.frame = scene, terrain, scene.frame
        chip = terrain.land.chip
        left, right = chip.x - ASIDE, chip.x + ASIDE
        self.title = scene.label("roofline", LEFT, TITLE_LINE, NAME, color=INK)
        self.speed = scene.label("speed", LEFT, TITLE_LINE - 0.44)
        self.per_byte = scene.label("per_byte", self.frame.right, FLOOR - 0.76, align="right")
        self.by_memory = scene.label(
            "by_memory", left, SIDE_LINE, align="right", most=self._inside("by_memory", SIDE_LINE)
        )
        self.by_arithmetic = scene.label("by_arithmetic", right, SIDE_LINE)
        line, lowest = min(MACHINE_LINE, terrain.roof.low - 0.6), SIDE_LINE + CLOSE + NOTE_DROP
        self.tight = line < lowest
        """Whether the lights reach so low that there is no room under them for a side's speed and what limits it."""
        if line - NOTE_DROP < FLOOR + ABOVE_GROUND:
            line = chip.y + NOTE_DROP + OVER_ROOF
        elif not self.tight:
            # Lower, where it would not lie under the slope.
            fits = left - width_of(scene.word("gpu.bandwidth"), NUMBER) - chip.foot
            line = max(lowest, min(line, FLOOR + fits * chip.rise - NUMBER_HEIGHT))
        self.bandwidth = self._left_readout("gpu.bandwidth", "from_memory", line)
        self.peak = scene.readout("gpu.peak", right, "at_peak", line, NUMBER)
        self.ridge, self.chip = self._ridge()
        self.decode, self.prefill = self._decode(low), self._prefill(high, low)
        line = self._over_names() if self.tight else SPEED_LINE
        self.rate = self._left_readout("decode.rate", "per_second", line)
        self.first_token = scene.readout("prefill.time", self._off_water(right, high), "first_token", line, NUMBER)
        self.first_token_left = self._left_readout("prefill.time", "first_token", line + 1.0)
        edge = min(text.letters.left for text in self.prefill)
        water = (high - HALF, chip.height(high), high + HALF, self.frame.sky)
        self.crowded = self._on_names(water, *(text.letters.ink for text in self.prefill))
        names = chip.x - UNDER_RIDGE, self.chip.letters.left, self.ridge.number.letters.left
        self.room = min((edge, *(() if self.frame.over_names else names))) - 0.3 - self.frame.aside
        self.others = self._others()
        for rim in terrain.rims:
            rim.gaps += [(text, bounds([text.letters])) for text in (self.chip, self.ridge.number)]

    @property
    def speeds(self) -> tuple[Readout, ...]:
        """What speed each side sets."""
        return self.first_token, self.first_token_left, self.rate

    @property
    def covered(self) -> bool:
        """Whether another chip's name lies where the ridge's number does."""
        return self._on_names(*(text.letters.ink for pair in self.others for text in pair))

    def _on_names(self, *boxes: Box) -> bool:
        """Whether anything lies where the ridge's number or the chip's name does."""
        names = [text.letters.ink for text in (self.ridge.number, self.chip)]
        return any(touch(name, box, 0.05) for name in names for box in boxes)

    def _over_names(self) -> float:
        """A baseline for speeds over all that stands on the land."""
        names = [text.letters.ink[3] for text in (self.ridge.number, self.chip, *self.decode, *self.prefill)]
        return max(names) + 0.16 + NOTE_DROP

    def _left_readout(self, figure: str, note: str, y: float) -> Readout:
        """What is said of the memory's side."""
        right = self.terrain.land.chip.x - ASIDE
        return right_readout(self.scene, figure, right, y, note, most=self._inside(note, y - NOTE_DROP))

    def _inside(self, key: str, y: float) -> float:
        """How wide a text may be that ends left of the ridge, to lie under the slope and not on its edge."""
        chip, high = self.terrain.land.chip, y + NOTE
        if high > chip.y:
            return inf
        edge = chip.foot + (high - FLOOR) / chip.rise
        return max(chip.x - ASIDE - edge, NARROWEST * self.scene.width(key))

    def _off_water(self, x: float, high: float) -> float:
        """Where what is said of the first token begins: right of the downpour where it would lie over that."""
        width = self.scene.width("first_token")
        if self.tight and x < high + HALF and x + width > high - HALF:
            return min(high + HALF + 0.2, self.frame.right - width)
        return x

    def _ridge(self) -> tuple[Readout, Label]:
        """The ridge's number, left of it the chip's name; over it, where the sky is narrow.

        Both stand right of the ridge where the film's own frame has no sky at all.
        """
        chip = self.terrain.land.chip
        least = self.frame.aside + self.scene.width("longer") + 0.2
        left = chip.x - 0.16 - width_of(self.scene.word("gpu.ridge"), RIDGE)
        name, over = self.scene.width("chip"), chip.x - 0.16 - least
        level = abs(chip.y + 0.86 - FETCH_LINE - THICK - 0.54) < CLOSE and left <= self.frame.aside + SKY
        if self.frame.wide and (left < least or (over < name and level)):
            # A ridge far to the left may stand under what the sky says: then its number is right of that.
            under = abs(chip.y + 0.28 - FETCH_LINE - THICK - 0.54) < RIDGE.size
            start = max(chip.x + 0.16, least) if under else chip.x + 0.16
            number = self.scene.readout("gpu.ridge", start, y=chip.y + 0.28, style=RIDGE)
            x = number.right + 0.14
            return number, self.scene.label("chip", x, chip.y + 0.28, most=self.frame.right - x)
        number = right_readout(self.scene, "gpu.ridge", chip.x - 0.16, chip.y + 0.28, style=RIDGE)
        left = number.number.letters.left
        if left > self.frame.aside + SKY and name <= max(SHORT, left - 0.14 - least):
            return number, self.scene.label("chip", left - 0.14, chip.y + 0.28, align="right")
        most = inf if self.frame.over_names or name <= SHORT else over
        return number, self.scene.label("chip", chip.x - 0.16, chip.y + 0.86, align="right", most=most)

    def _decode(self, x: float) -> tuple[Label, Label]:
        """Decode and its intensity, over the drop."""
        y, steep = self.terrain.land.chip.height(x), self.terrain.land.steep
        align: Align = "right" if steep else "centre"
        over = x
        if steep:
            # The slope is right beside it, and the numbers on the axis are at the other side.
            x -= 0.05
            over = max(x, self.frame.axis + 0.1 + self.scene.width("decode", NAME))
        name = self.scene.label("decode", over, y + 1.08, NAME, align, INK)
        return name, self.scene.label("decode_place", x, y + 0.76, align=align)

    def _prefill(self, x: float, beside: float) -> tuple[Label, Label]:
        """Prefill and its intensity, left of the downpour; higher where decode is beside it."""
        y = self.terrain.land.chip.height(x) + (0.7 if x - beside < 2.2 else 0.0)
        name = self.scene.label("prefill", x - HALF - 0.18, y + 0.96, NAME, "right", INK)
        return name, self.scene.label("prefill_place", x - HALF - 0.18, y + 0.64, align="right")

    def _others(self) -> list[tuple[Label, Label]]:
        """Name and ridge under each other roof, at the right end; what would touch goes to the left."""
        land = self.terrain.land
        names: dict[int, tuple[Label, Label]] = {}
        last: Label | None = None
        for which in sorted((0, 1), key=lambda number: -land.others[number].y):
            y, right = self._free_line(which), self.frame.right
            if last is not None and abs(last.letters.baseline - y) < CLOSE:
                y, right = last.letters.baseline, last.letters.left - 0.4
            key = ("first", "second")[which]
            ridge = self.scene.label(f"{key}_ridge", right, y, align="right")
            last = self.scene.label(f"{key}_name", ridge.letters.left - 0.07, y, align="right")
            names[which] = last, ridge
        return [names[0], names[1]]

    def _free_line(self, which: int) -> float:
        """A baseline for another chip's name: under its roof, off the next roof and off the film's own lights."""
        land, lowest = self.terrain.land, self.terrain.roof.low
        roof, chip = land.others[which].y, land.chip.y
        free = min((roof - other.y for other in (land.chip, *land.others) if other.y < roof - 0.02), default=1.0)
        y = roof - min(UNDER_ROOF, free / 2 + 0.095)
        if land.behind[which] and lowest - 0.25 < y < chip:
            return max(roof, chip) + 0.14 if roof > chip - 0.02 else lowest - 0.35
        return y

    def step(self) -> list[Label]:
        """The words beside the two bars of a step."""
        left, lift = self.frame.aside, self.frame.lift
        line = FETCH_LINE + THICK + 0.54 + lift
        free = self.chip.letters.left - 0.1 - left
        # Beside the chip's name it is set smaller where the ridge is near.
        beside = self._on_names((left, line, left + self.scene.width("longer"), line + 0.3))
        return [
            self.scene.label("longer", left, line, most=free if beside else inf),
            self.scene.label("fetching", left, FETCH_LINE + THICK + 0.12 + lift),
            self.scene.label("arithmetic", left, MATH_LINE - 0.33 + lift),
        ]


class WedgeSigns:
    """The texts beside the wedge of attention. Without a longer prompt, its only share stands at the right end.

    All stand clear of a text over the wedge's left end, which they are `under`.
    """

    def __init__(self, scene: FilmScene, wedge: Wedge, under: Label):
        left, base = wedge.left, wedge.base
        right, high = left + wedge.span, wedge.top(wedge.most) + 0.14
        both = wedge.span > BOTH
        least = right - left - APART - LONG
        self.short = scene.label("short" if both else "short_bare", left, base - 0.34, most=inf if both else least)
        most = max(right - self.short.letters.right - APART, LONG)
        self.long = scene.label("long", right, base - 0.34, align="right", most=most)
        self.weights = scene.label(
            "strip", right - 0.12, base + max(wedge.strip / 2 - 0.09, 0.06), align="right", color=INK
        )
        beside, below = under.letters.ink[2] + 0.2, under.letters.ink[1] - 0.06 - NUMBER_HEIGHT
        if not scene.frame.wide:
            # There the text is out of the way.
            beside, below = left, high + NUMBER_HEIGHT
        figure = "attention.share_short"
        number = width_of(scene.word(figure), NUMBER)
        # Over the wedge as it is in the end, also where that is narrow and steep.
        over = wedge.top(wedge.most * min(1.0, number / wedge.span)) + 0.09
        low = min(max(base + wedge.strip + 0.24, over), below)
        if wedge.least < wedge.most:
            self.share_short = scene.readout(figure, left, y=low, style=NUMBER)
        else:
            end = max(right, beside + number) if high > below else right
            self.share_short = right_readout(scene, figure, end, high)
        figure = "attention.share_long"
        wide = width_of(scene.word(figure), NUMBER)
        end = max(right, beside + wide) if high > below else right
        if wedge.least < wedge.most and abs(high - low) < NUMBER_HEIGHT + 0.05:
            end = max(end, self.share_short.right + 0.2 + wide)
        self.share_long = right_readout(scene, figure, end, high)
        last = self.share_long if wedge.least < wedge.most else self.share_short
        place = last.number.letters.left - 0.2
        if place - scene.width("wedge") < self.share_short.right + 0.2 and wedge.least < wedge.most:
            # Too narrow for both numbers and the word on one line.
            line = base - 0.70 if scene.frame.wide else high + 0.62
            self.attention = scene.label("wedge", right, line, align="right")
        else:
            self.attention = scene.label("wedge", place, high, align="right")

    @property
    def parts(self) -> tuple[Label | Readout, ...]:
        """All of them."""
        return self.short, self.long, self.weights, self.share_short, self.share_long, self.attention
