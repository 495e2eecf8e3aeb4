"""A panel: the piece of the grid that one printed part covers, whole, a quarter, or a coupon.

Coordinates are the board's: (0, 0) is the top left corner of the grid as the viewer sees it, rows
go down (y is negative), z = 0 is where the base meets the baffle.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from build123d import Pos, Rectangle, Sketch
from kit.params import Params


@dataclass(frozen=True)
class Panel:
    """Columns ``left`` to ``right`` and rows ``top`` to ``bottom``, exclusive, and its borders."""

    params: Params
    left: int
    right: int
    top: int
    bottom: int
    rim: float = 0.0
    seams: frozenset[str] = frozenset()  # sides where another panel follows

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """x of the left and the right edge, y of the bottom and the top edge."""
        p = self.params
        out = {
            side: -p.limits.seam_gap / 2 if side in self.seams else self.rim
            for side in ("left", "right", "top", "bottom")
        }
        return (
            self.left * p.pitch - out["left"],
            self.right * p.pitch + out["right"],
            -self.bottom * p.row_pitch - out["bottom"],
            -self.top * p.row_pitch + out["top"],
        )

    def outline(self, inset: float = 0.0) -> Sketch:
        """Return the rectangle of the panel, ``inset`` smaller on every side."""
        x0, x1, y0, y1 = self.edges
        return rectangle(x0 + inset, x1 - inset, y0 + inset, y1 - inset)

    def places(self) -> list[tuple[float, float]]:
        """Return the centres of the holes, row by row from the top left."""
        return [
            self.place(row, hole)
            for row in range(self.top, self.bottom)
            for hole in range(self.left, self.right)
        ]

    def place(self, row: int, hole: int) -> tuple[float, float]:
        """Return the centre of ``hole`` of ``row``, both counted from 0."""
        return (hole + 0.5) * self.params.pitch, -(row + 0.5) * self.params.row_pitch

    def bosses(self) -> list[tuple[float, float]]:
        """Return the crossings of the grid that have a screw."""
        p = self.params
        return [
            (column * p.pitch, -row * p.row_pitch)
            for row in p.screws.rows
            if self.top < row < self.bottom
            for column in p.screws.columns
            if self.left < column < self.right
        ]

    def wire_slots(self) -> list[tuple[float, float, float, float]]:
        """Return x0, x1, y0, y1 of the openings for wires, at both ends of every row.

        They lie beside the strip, clear of the walls: wires are soldered from the top of the pads.
        """
        p = self.params
        near, far = 4.4, (p.row_pitch - p.stack.wall) / 2 - 0.1
        found = []
        for row in range(self.top, self.bottom):
            for hole, side in ((0, -1), (p.board.holes - 1, 1)):
                if self.left <= hole < self.right:
                    x, y = self.place(row, hole)
                    x0, x1 = sorted((x, x + side * (p.pitch / 2 - 1.33)))
                    found.append((x0, x1, y - far, y - near))
        return found


def rectangle(x0: float, x1: float, y0: float, y1: float) -> Sketch:
    """Return the rectangle between two corners."""
    return Pos((x0 + x1) / 2, (y0 + y1) / 2) * Rectangle(x1 - x0, y1 - y0)


def panels(params: Params, bed: Any) -> dict[str, Panel]:
    """Return the panels of a layer on ``bed`` by name: one "whole", or four quarters."""
    columns, rows = params.halves(bed)
    found = {}
    for down, (top, bottom) in zip(("top", "bottom"), rows, strict=False):
        for across, (left, right) in zip(("left", "right"), columns, strict=False):
            seams = set()
            if left:
                seams.add("left")
            if right < params.board.holes:
                seams.add("right")
            if top:
                seams.add("top")
            if bottom < params.board.rows:
                seams.add("bottom")
            name = f"{down}-{across}" if bed.split else "whole"
            found[name] = Panel(params, left, right, top, bottom, bed.rim, frozenset(seams))
    return found


def coupon(params: Params) -> Panel:
    """Return the small panel that tries every fit before a long print."""
    return Panel(params, 0, params.coupon.columns, 0, params.coupon.rows)
