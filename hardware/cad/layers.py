"""The four layers of a board, each for one panel: face, diffuser, baffle, base."""

from __future__ import annotations

from functools import cache

from build123d import Align, Circle, Cone, Cylinder, Part, Pos, Rectangle, Sketch, extrude

from .lettering import drawn
from .panel import Panel, rectangle

UP = (Align.CENTER, Align.CENTER, Align.MIN)


def _slab(sketch: Sketch, z: float, height: float) -> Part:
    """Return ``sketch`` as a solid from ``z`` up to ``z + height``."""
    return extrude(Pos(0, 0, z) * sketch, amount=height, dir=(0, 0, 1))


def _discs(places: list[tuple[float, float]], radius: float) -> list[Sketch]:
    return [Pos(x, y) * Circle(radius) for x, y in places]


def signs(panel: Panel) -> list[tuple[str, float, float]]:
    """Return (text, x, y) of what is engraved: row numbers right of START, and START itself."""
    p = panel.params
    found = []
    for row in range(panel.top, panel.bottom):
        if panel.left == 0:
            x, y = panel.place(row, 0)
            found.append((str(row + 1), x + p.pitch / 2, y))
            # A letter between two rows, all of them within the upper half.
            if row < 5 and row + 1 < panel.bottom:
                found.append(("START"[row], x, y - p.row_pitch / 2))
    return found


def face(panel: Panel) -> Part:
    """Return the face: holes with bevels, digits, a pocket for the sheet, bosses for screws."""
    p = panel.params
    board, stack, screws = p.board, p.stack, p.screws
    front = stack.baffle + stack.face
    skin = stack.face - stack.sheet
    radius = board.hole / 2
    sheet = panel.outline() - _discs(panel.places(), radius)
    lip = panel.outline() - panel.outline(stack.lip)
    body = _slab(sheet, front - skin, skin) + _slab(lip, stack.baffle, stack.sheet)
    bosses = panel.bosses()
    if bosses:
        length = stack.baffle + stack.sheet - screws.boss_clear
        body += [
            Pos(x, y, screws.boss_clear) * Cylinder(screws.boss / 2, length, align=UP)
            for x, y in bosses
        ]
    cuts: list[Part] = [
        Pos(x, y, front - board.bevel) * Cone(radius, radius + board.bevel, board.bevel, align=UP)
        for x, y in panel.places()
    ]
    pilot = front - p.limits.min_wall - screws.boss_clear
    cuts += [
        Pos(x, y, screws.boss_clear) * Cylinder(screws.pilot / 2, pilot, align=UP)
        for x, y in bosses
    ]
    for text, x, y in signs(panel):
        letters = Pos(x, y) * drawn(text, board.digit_height, board.digit_stroke)
        cuts.append(_slab(letters, front - board.digit_depth, board.digit_depth))
    return body - cuts


def diffuser(panel: Panel) -> Part:
    """Return the diffuser: a thin sheet with a plug for every hole."""
    p = panel.params
    stack, screws = p.stack, p.screws
    sheet = panel.outline(stack.lip + p.limits.fit_gap)
    bosses = panel.bosses()
    if bosses:
        sheet -= _discs(bosses, screws.boss / 2 + screws.sleeve_gap)
    plugs = [
        Pos(x, y, stack.baffle + stack.sheet)
        * Cylinder(stack.plug / 2, stack.plug_height, align=UP)
        for x, y in panel.places()
    ]
    return _slab(sheet, stack.baffle, stack.sheet) + plugs


def baffle(panel: Panel) -> Part:
    """Return the baffle: a cell for every LED, sleeves for the bosses, notches for the strips."""
    p = panel.params
    stack, screws = p.stack, p.screws
    x0, x1, y0, y1 = panel.edges
    outer, half_x, half_y = p.limits.min_wall, p.cell[0] / 2, p.cell[1] / 2
    cells = [
        rectangle(
            max(x - half_x, x0 + outer),
            min(x + half_x, x1 - outer),
            max(y - half_y, y0 + outer),
            min(y + half_y, y1 - outer),
        )
        for x, y in panel.places()
    ]
    walls = panel.outline() - cells
    bosses = panel.bosses()
    if bosses:
        walls += _discs(bosses, p.sleeve / 2)
        walls -= _discs(bosses, screws.boss / 2 + screws.sleeve_gap)
    # Closed at the outside, so that no light comes out there; open to the next panel.
    left = x0 - 1 if "left" in panel.seams else panel.left * p.pitch + outer
    right = x1 + 1 if "right" in panel.seams else panel.right * p.pitch - outer
    notches = [
        rectangle(left, right, y - stack.notch_width / 2, y + stack.notch_width / 2)
        for y in (panel.place(row, 0)[1] for row in range(panel.top, panel.bottom))
    ]
    return _slab(walls, 0, stack.baffle) - [_slab(n, 0, stack.notch_height) for n in notches]


def base(panel: Panel) -> Part:
    """Return the base: a channel for every strip, openings for wires, holes for the screws."""
    p = panel.params
    stack, screws = p.stack, p.screws
    floor = panel.outline()
    holes = _discs(panel.bosses(), screws.through / 2)
    holes += [rectangle(*slot) for slot in panel.wire_slots()]
    if holes:
        floor -= holes
    x0, x1, _, _ = panel.edges
    # A rim stops the strip, so that its LEDs come to lie under the holes.
    slack = p.limits.fit_gap if panel.rim else 0
    left = x0 if "left" in panel.seams else panel.left * p.pitch - slack
    right = x1 if "right" in panel.seams else panel.right * p.pitch + slack
    middle, length = (left + right) / 2, right - left
    channels = [
        Pos(middle, panel.place(row, 0)[1]) * Rectangle(length, stack.channel_width)
        for row in range(panel.top, panel.bottom)
    ]
    body = _slab(floor, -stack.floor, stack.floor)
    return body - [_slab(c, -stack.channel_depth, stack.channel_depth) for c in channels]


# Each is made once: to print, to put together, to draw.
LAYERS = {make.__name__: cache(make) for make in (face, diffuser, baffle, base)}
