"""Digits and START as strokes of the nozzle: the same on every computer, with no font needed."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, degrees, hypot

from build123d import Circle, Pos, Rectangle, Rot, Sketch

# Strokes on a grid 2 wide and 4 high, y up.
GLYPHS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "0": (((0, 0), (0, 4), (2, 4), (2, 0), (0, 0)),),
    "1": (((0, 3), (1, 4), (1, 0)),),
    "2": (((0, 4), (2, 4), (2, 2), (0, 2), (0, 0), (2, 0)),),
    "3": (((0, 4), (2, 4), (2, 0), (0, 0)), ((0, 2), (2, 2))),
    "4": (((0, 4), (0, 2), (2, 2)), ((2, 4), (2, 0))),
    "5": (((2, 4), (0, 4), (0, 2), (2, 2), (2, 0), (0, 0)),),
    "6": (((2, 4), (0, 4), (0, 0), (2, 0), (2, 2), (0, 2)),),
    "7": (((0, 4), (2, 4), (1, 0)),),
    "8": (((0, 0), (0, 4), (2, 4), (2, 0), (0, 0)), ((0, 2), (2, 2))),
    "9": (((2, 2), (0, 2), (0, 4), (2, 4), (2, 0), (0, 0)),),
    "S": (((2, 4), (0, 4), (0, 2), (2, 2), (2, 0), (0, 0)),),
    "T": (((0, 4), (2, 4)), ((1, 4), (1, 0))),
    "A": (((0, 0), (0, 3), (1, 4), (2, 3), (2, 0)), ((0, 1.5), (2, 1.5))),
    "R": (((0, 0), (0, 4), (2, 4), (2, 2), (0, 2)), ((0.9, 2), (2, 0))),
}

Segment = tuple[tuple[float, float], tuple[float, float]]


def _width(sign: str) -> float:
    return max(x for stroke in GLYPHS[sign] for x, _ in stroke)


def segments(text: str, height: float, stroke: float) -> list[Segment]:
    """Return the centre lines of ``text``, centred on (0, 0); ``height`` is without the stroke."""
    unit = height / 4
    gap = 2 * stroke  # a wall as thick as the stroke between two digits
    widths = [_width(sign) * unit for sign in text]
    x = -(sum(widths) + gap * (len(text) - 1)) / 2
    found = []
    for sign, width in zip(text, widths, strict=True):
        for line in GLYPHS[sign]:
            points = [(x + px * unit, py * unit - height / 2) for px, py in line]
            found += list(pairwise(points))
        x += width + gap
    return found


def drawn(text: str, height: float, stroke: float) -> Sketch:
    """Return ``text`` as areas ``stroke`` wide with round ends, centred on (0, 0)."""
    shapes: list[Sketch] = []
    ends = set()
    for (ax, ay), (bx, by) in segments(text, height, stroke):
        length, angle = hypot(bx - ax, by - ay), degrees(atan2(by - ay, bx - ax))
        middle = Pos((ax + bx) / 2, (ay + by) / 2)
        shapes.append(middle * Rot(0, 0, angle) * Rectangle(length, stroke))
        ends |= {(round(ax, 6), round(ay, 6)), (round(bx, 6), round(by, 6))}
    shapes += [Pos(x, y) * Circle(stroke / 2) for x, y in sorted(ends)]
    return shapes[0] + shapes[1:]
