"""The frame that joins two boards: rails with ledges that the boards' own screws hold."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from build123d import Circle, Part, Pos, Sketch, extrude
from kit.params import Params

from .panel import Panel, rectangle


def _slab(sketch: Sketch, z: float, height: float) -> Part:
    return extrude(Pos(0, 0, z) * sketch, amount=height, dir=(0, 0, 1))


def board_shift(params: Params, bed: Any) -> float:
    """Return how far right of the first board the second one lies."""
    return params.board.holes * params.pitch + 2 * bed.rim + 2 * params.frame.gap


def _ledge(params: Params, bed: Any, area: tuple[float, float, float, float]) -> Sketch:
    """Return ``area`` (x0, x1, y0, y1) with the boards' screw holes and openings for wires."""
    board = Panel(params, 0, params.board.holes, 0, params.board.rows, bed.rim)
    x0, x1, y0, y1 = area
    cuts = []
    for shift in (0, board_shift(params, bed)):
        for x, y in board.bosses():
            if x0 < x + shift < x1 and y0 < y < y1:
                cuts.append(Pos(x + shift, y) * Circle(params.screws.through / 2))
        for a, b, c, d in board.wire_slots():
            if x0 < b + shift and a + shift < x1 and y0 < d and c < y1:
                cuts.append(rectangle(a + shift - 0.3, b + shift + 0.3, c - 0.8, d + 0.8))
    return rectangle(*area) - cuts


def rails(params: Params, bed: Any) -> dict[str, Part]:
    """Return the pieces of the frame by name, in the place where they are used.

    Top and bottom: two or four pieces each, as long as one panel; sides; the bar in the middle.
    """
    p, f, stack = params, params.frame, params.stack
    whole = Panel(p, 0, p.board.holes, 0, p.board.rows, bed.rim)
    x0, x1, y0, y1 = whole.edges
    shift = board_shift(p, bed)
    under, front = -stack.floor - f.ledge, stack.baffle + stack.face
    grip = 6 + p.screws.rows[0] * p.row_pitch + bed.rim  # ledge, from the board's edge
    grip_x = 6 + p.screws.columns[0] * p.pitch + bed.rim
    out = f.gap + f.wall
    # A piece ends at the middle between the boards, and, in quarters, at the seam.
    cuts = [x0 - f.gap]
    for board in range(2):
        ranges, _ = p.halves(bed)
        for _, right in ranges:
            last = right == p.board.holes
            cuts.append(board * shift + (x1 + f.gap if last else right * p.pitch))
    found = {}
    for i, (a, b) in enumerate(pairwise(cuts), 1):
        for name, inner, outer in (("top", y1 - grip, y1 + out), ("bottom", y0 + grip, y0 - out)):
            low, high = sorted((inner, outer))
            ledge = _slab(_ledge(p, bed, (a, b, low, high)), under, f.ledge)
            edge = sorted((outer, outer - f.wall if outer > inner else outer + f.wall))
            wall = _slab(rectangle(a, b, *edge), under, front - under)
            found[f"{name}-{i}"] = ledge + wall
    # The sides stand between the ledges of top and bottom, and close the corners.
    low, high = y0 + grip + 0.2, y1 - grip - 0.2
    pieces = [(low, high)]
    if bed.split:
        # Clear of the openings for wires beside the seam of the boards.
        middle = -(p.halves(bed)[1][0][1] + 0.25) * p.row_pitch
        pieces = [(middle, high), (low, middle)]
    for i, (a, b) in enumerate(pieces, 1):
        wall_low = y0 - out if a == low else a
        wall_high = y1 + out if b == high else b
        for name, inner, outer in (
            ("left", x0 + grip_x, x0 - out),
            ("right", x1 + shift - grip_x, x1 + shift + out),
        ):
            area = (*sorted((inner, outer)), a, b)
            ledge = _slab(_ledge(p, bed, area), under, f.ledge)
            edge = sorted((outer, outer + f.wall if outer < inner else outer - f.wall))
            wall = _slab(rectangle(*edge, wall_low, wall_high), under, front - under)
            found[f"{name}-{i}"] = ledge + wall
        area = (x1 - grip_x, x0 + shift + grip_x, a, b)
        found[f"middle-{i}"] = _slab(_ledge(p, bed, area), under, f.ledge)
    return found
