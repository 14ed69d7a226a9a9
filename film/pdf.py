"""The context on which a still is drawn as PDF: cairo's own, and every light is written as one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cairo

if TYPE_CHECKING:
    Context = cairo.Context[Any]
else:
    Context = cairo.Context

NONE_OF_IT = (0.0, 1.0)
"""Dashes of no length. With butt ends nothing of them is to be seen, and cairo writes no path."""


class PdfCanvas(Context):
    """A context on which operators other than OVER hold in every clip.

    Cairo 1.16 writes an operator as a blend mode when it differs from the one before, and forgets that leaving a clip
    has put the mode back to normal: of two lights with different clips, the second would be laid over what is below.
    So before each a stroke with OVER, of which nothing shows, makes cairo write the mode anew.
    """

    def fill(self) -> None:
        """As cairo's, with the operator written."""
        self._settle()
        super().fill()

    def fill_preserve(self) -> None:
        """As cairo's, with the operator written."""
        self._settle()
        super().fill_preserve()

    def stroke(self) -> None:
        """As cairo's, with the operator written."""
        self._settle()
        super().stroke()

    def stroke_preserve(self) -> None:
        """As cairo's, with the operator written."""
        self._settle()
        super().stroke_preserve()

    def paint(self) -> None:
        """As cairo's, with the operator written."""
        self._settle()
        super().paint()

    def paint_with_alpha(self, alpha: float) -> None:
        """As cairo's, with the operator written."""
        self._settle()
        super().paint_with_alpha(alpha)

    def _settle(self) -> None:
        if self.get_operator() == cairo.OPERATOR_OVER:
            return
        path = self.copy_path()
        self.save()
        # In pixels and within the clip: cairo leaves out what is outside, and its operator with it.
        self.identity_matrix()
        left, top, right, bottom = self.clip_extents()
        self.new_path()
        self.move_to(left, top)
        self.line_to((left + right) / 2, (top + bottom) / 2)
        self.set_operator(cairo.OPERATOR_OVER)
        self.set_source_rgb(0, 0, 0)
        self.set_line_width(1)
        self.set_line_cap(cairo.LINE_CAP_BUTT)
        self.set_dash(NONE_OF_IT)
        super().stroke()
        self.new_path()
        self.restore()
        self.append_path(path)
