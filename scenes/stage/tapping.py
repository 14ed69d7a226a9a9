"""Decode's steps: a drop waits through a read, falls, and the token that comes out goes back to the tap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.stage.answer import APPEAR, Answer, Loop
from scenes.stage.site import Site
from scenes.stage.tap import FALL_SECONDS, Drops, Tap
from scenes.stage.tracks import Heard, Move

if TYPE_CHECKING:
    from scenes.stage.scene import FilmScene

PACE = 0.96
"""Seconds of a step in which a drop falls, and its token goes back, in their own time; shorter steps hurry them."""

DRIP = 0.10
"""Seconds of a token's way out of the chip."""

SHORT_FALL = 0.30
"""Seconds that a drop falls in steps without a pause: the last of its step, so that it lands as the read ends."""

REST = 0.3
"""A token stays on its line for this share of the time that its way back takes."""

WIPE = 0.12
"""Seconds in which a full line goes, if there is time."""

BACK, QUICK = 0.7, 0.12
"""Seconds of a token's way back to the tap: of one step, and of steps without a pause."""


class Tapping:
    """Tap, drops and the way back around the chip of a site; `answer` is what is written, `step` a step in seconds.

    Its moves are as long as they are: a beat cannot stretch them.
    """

    def __init__(self, site: Site, answer: Answer, left: float, step: float):
        self.site, self.answer, self.step = site, answer, step
        self.tap, self.drops = Tap(site.sluice.tower), Drops(site.die.top)
        self.loop = Loop(site.sluice.tower, left)
        self.brought = 0.0

    @property
    def length(self) -> float:
        """Seconds from the start of one step until its token is back at the tap."""
        return self.step + FALL_SECONDS + DRIP + (REST + 1) * BACK

    def _bring(self, moment: float) -> None:
        self.brought = moment
        self.drops.bring(moment)

    def put_on(self, scene: FilmScene) -> None:
        """Put everything on stage: the tap behind the tower's piers, the rest before the chip."""
        scene.put(self.tap, under=self.site.sluice.frame)
        scene.put(self.loop)
        scene.put(self.loop.sparks, self.loop.drips, posed=[])
        scene.put(self.drops)

    def token(self, back: float | None = BACK, step: float | None = None) -> Move:
        """A token comes out and is written; it returns to the tap in `back` seconds, or stays."""
        drip = self.loop.drip(self.answer.upcoming, DRIP)
        write = self.answer.write(min(WIPE, 0.3 * (step or self.step)))
        home = None if back is None else self.loop.rise(self.answer.last, back)

        def go(start: float, span: float) -> None:
            drip.write(start, DRIP)
            write.write(start + DRIP, APPEAR)
            if home is not None and back is not None:
                home.write(start + DRIP + REST * back, back)
                self._bring(start + DRIP + (REST + 1) * back)

        return Move(go, DRIP + (APPEAR if back is None else (REST + 1) * back))

    def _next(self, back: float | None) -> Move:
        """The next drop is at the tap after `back` seconds, if there is one; nothing is written."""

        def go(start: float, span: float) -> None:
            if back is not None:
                self._bring(start + span)

        return Move(go, back or APPEAR)

    def back(self, length: float = BACK) -> Move:
        """The token written last returns to the tap, and hangs there as the next drop."""
        home = self.loop.rise(self.answer.last, length)

        def go(start: float, span: float) -> None:
            home.write(start, span)
            self._bring(start + span)

        return Move(go, length)

    def one(self, back: float | None = BACK) -> Move:
        """One step: wall and channel are read, then the drop falls and the next token comes out."""
        wall, threads = self.site.wall.read(self.step), self.site.threads.run(self.step)
        drop = self._drop(back, FALL_SECONDS, self.step, self.step)

        def go(start: float, span: float) -> None:
            for move in (wall, threads, drop):
                move.write(start, move.length)

        sweep = Heard("sweep", 0.0, self.step / drop.length)
        return Move(go, drop.length, (sweep, *drop.heard))

    def many(
        self, times: int, last: bool = False, step: float | None = None, share: float = 1.0, words: bool = True
    ) -> Move:
        """Steps without a pause, of `step` seconds. After the `last` of all, its token stays on the line.

        The wall is read in a `share` of each step; for the rest of it, the cache is. Without `words` only drops fall,
        where each of them stands for several tokens.
        """
        step = step or self.step
        hurry = min(1.0, step / PACE)
        reads = self.site.wall.reads(times, step, share=share), self.site.threads.runs(times, step)
        ways = [None if last and number == times - 1 else QUICK * hurry for number in range(times)]
        fall = SHORT_FALL * hurry
        drops = [self._drop(back, fall, step - fall, step, words) for back in ways]
        length = (times - 1) * step + drops[-1].length

        def go(start: float, span: float) -> None:
            for move in reads:
                move.write(start, move.length)
            for number, move in enumerate(drops):
                move.write(start + number * step, move.length)

        heard = [
            Heard(one.name, (number * step + one.begins * move.length) / length, one.lasts * move.length / length)
            for number, move in enumerate(drops)
            for one in move.heard
        ]
        return Move(go, length, tuple(heard))

    def _drop(self, back: float | None, fall: float, waits: float, step: float, words: bool = True) -> Move:
        """The drop at the tap waits for so many seconds, falls, and the next token comes out."""
        token, spark = self.token(back, step) if words else self._next(back), self.site.chip.spark()
        lands = waits + fall
        length = lands + token.length

        def go(start: float, span: float) -> None:
            self.drops.wait(self.brought, waits, fall).write(start, lands)
            spark.write(start + lands, spark.length)
            token.write(start + lands, token.length)

        return Move(go, length, (Heard("drop", lands / length, 0.28 / length),))
