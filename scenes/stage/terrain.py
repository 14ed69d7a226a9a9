"""The roofline as a terrain: the wall's bricks as slope, the chip's lights as roof, other chips beside it."""

from __future__ import annotations

from collections.abc import Callable

from manim import Mobject

from scenes.stage.axes import Tick, lower_axis, upward_axis
from scenes.stage.backdrop import Backdrop
from scenes.stage.frame import FILM, Frame
from scenes.stage.marks import arithmetic_side, memory_side, plumb
from scenes.stage.mountain import Apex, Face, roof_line, slope_line
from scenes.stage.paint import Fading, bounds
from scenes.stage.plot import FLOOR, land
from scenes.stage.rock import Rim, Rock
from scenes.stage.roof import Roof
from scenes.stage.scene import FilmScene
from scenes.stage.site import Posed, Site, Stage
from scenes.stage.slope import Slope
from scenes.stage.tracks import Move, later, together

RIMS = ("#93A1C6", "#6D7BA0")
"""The edges of other mountains: the higher, the lower."""
POWER, HAZE = (1.05, 0.80), 0.6
"""Light on the higher and the lower rock; how far one behind the film's chip has gone into the night."""


class Terrain:
    """The land of a film on its axes. `put_on` sets it on stage in the state in which the scene starts."""

    def __init__(self, site: Site, value: Callable[[str], float], frame: Frame = FILM):
        self.land = land(value, frame)
        chip, bricks = self.land.chip, site.wall.bricks
        self.sky, self.face = Backdrop("terrain"), Face(chip)
        self.slope, self.roof = Slope(bricks, chip, self.land.deep), Roof(site.die, chip, frame.last, site.laps)
        self.slope_line, self.roof_line, self.apex = slope_line(chip), roof_line(chip), Apex(chip)
        self.lower, self.upward = lower_axis(self.land.plot), upward_axis(self.land.plot)
        self.memory, self.arithmetic = memory_side(chip), arithmetic_side(chip)
        self.plumb = plumb(chip.x, FLOOR, chip.y - 0.06)
        self.rocks, self.rims = self._others()

    def _others(self) -> tuple[list[Rock], list[Rim]]:
        first, second = self.land.others
        order = (0, 1) if first.y >= second.y else (1, 0)
        rocks, rims = [], []
        for which, (profile, behind) in enumerate(zip(self.land.others, self.land.behind, strict=True)):
            place = order[which]
            rocks.append(Rock(profile, 11 + which, POWER[place], HAZE if behind else 0.0))
            rim = Rim(profile, RIMS[place])
            boxes = [(number, bounds([number.letters])) for number in self.upward.numbers]
            rim.gaps += [(number, box) for number, box in boxes if profile.crosses(box)]
            rims.append(rim)
        return rocks, rims

    @property
    def numbers(self) -> list[Tick]:
        """The numbers on the axes."""
        return [*self.lower.numbers, *self.upward.numbers]

    @property
    def mobjects(self) -> list[Mobject]:
        """All parts, from the back to the front: what is higher stands farther back."""
        far_first = sorted(range(2), key=lambda which: -self.land.others[which].y)
        back = [self.rocks[which] for which in far_first if self.land.behind[which]]
        front = [self.rocks[which] for which in far_first if not self.land.behind[which]]
        chip = [self.face, self.slope.rest, self.slope.edge, self.slope, self.roof.lights, self.roof.pieces]
        lines = [self.slope_line, self.slope_line.flare, self.roof_line, self.roof_line.flare]
        sides = [self.memory, self.arithmetic, self.plumb, *self.rims, self.apex.light, self.apex.dot]
        return [self.sky, *back, *chip, *front, *lines, *sides, self.lower, self.upward, *self.numbers]

    @property
    def props(self) -> list[Posed]:
        """What is posed; the numbers on the axes pose themselves too."""
        chip: list[Posed] = [self.sky, self.face, self.slope, self.roof, self.slope_line, self.roof_line, self.apex]
        sides: list[Posed] = [self.memory, self.arithmetic, self.plumb]
        return [*chip, *sides, *self.rocks, *self.rims, self.lower, self.upward, *self.numbers]

    def put_on(self, scene: FilmScene) -> None:
        """Set it on stage, as it is in the state in which the scene starts."""
        self.stand(scene.starts)
        scene.put(*self.mobjects, posed=self.props)
        scene.written.extend(self.numbers)

    def stand(self, state: Stage) -> None:
        """Be there from the first frame, if that is the state."""
        if state is not Stage.TERRAIN:
            return
        chip: list[Fading] = [self.sky, self.face, self.roof, self.slope_line, self.roof_line, self.apex]
        for part in (*chip, *self.rocks, *self.rims):
            part.seen.first = 1.0
        for along in (self.slope_line.along, self.roof_line.along, *(rim.along for rim in self.rims)):
            along.first = 1.0
        for ruler in (self.lower, self.upward):
            ruler.stand()
        self.slope.stand()
        self.roof.stand()
        self.face.roofed.first = 1.0

    # ------------------------------------------------------------------ moves
    @property
    def standing(self) -> list[Fading]:
        """All that shows in the state of the stage that is the terrain."""
        chip: list[Fading] = [self.sky, self.face, self.slope, self.roof, self.slope_line, self.roof_line, self.apex]
        return [*chip, *self.rocks, *self.rims, self.lower, self.upward, *self.numbers]

    def leave(self, site: Site, length: float = 0.8) -> Move:
        """Give way to the site, which is there at once behind it."""
        back = together(*(part.reveal(0.0) for part in (site.wall, site.coping, site.bed, site.sluice, site.chip)))
        return together(back, *(part.hide(length) for part in self.standing))

    def come(self, length: float = 0.8) -> Move:
        """Come back over the site."""
        return together(*(part.reveal(length) for part in self.standing))

    def unveil(self, site: Site, length: float = 0.75) -> Move:
        """Another sky covers the site; bricks and lights are taken out of it and stay."""
        gone = [site.wall, site.coping, site.bed, site.sluice, site.chip]
        taken = together(self.slope.reveal(0.22), self.roof.reveal(0.22))
        return together(taken, self.sky.reveal(length), later(length, together(*(part.hide(0.0) for part in gone))))

    def shear(self) -> Move:
        """The wall bends into the slope; the land comes up under it, and its line is drawn."""
        length = self.slope.seconds
        land = later(0.6 * length, self.face.reveal(0.6))
        return together(self.slope.shear(), land, later(length, self.slope_line.draw()))

    def slide(self) -> Move:
        """The chip's lights go into the roof, are lit from the ridge outward, and the line is drawn over them."""
        length = self.roof.pieces.seconds
        lit = later(0.55 * length, together(self.roof.busy_to(self.roof.count, 0.8), self.roof.breathe()))
        return together(self.roof.slide(), self.face.widen(length), lit, later(length, self.roof_line.draw(0.4)))
