"""What stands around the layers: electronics box, button box, legs, splices, tray, pegboard."""

from __future__ import annotations

from build123d import (
    Box,
    Circle,
    Cone,
    Cylinder,
    Part,
    Pos,
    Rectangle,
    RectangleRounded,
    Rot,
    Sketch,
    extrude,
)
from kit.params import Params

from .layers import UP
from .lettering import drawn

SCREW_HEAD = 6.6  # M3 pan head with room for the driver


def _slab(sketch: Sketch, z: float, height: float) -> Part:
    return extrude(Pos(0, 0, z) * sketch, amount=height, dir=(0, 0, 1))


def _posts(places: list[tuple[float, float]], z: float, radius: float, height: float) -> list[Part]:
    return [Pos(x, y, z) * Cylinder(radius, height, align=UP) for x, y in places]


def _corners(x: float, y: float) -> list[tuple[float, float]]:
    return [(x, y), (x, -y), (-x, y), (-x, -y)]


def box_inside(params: Params) -> tuple[float, float]:
    """Return the inner size of the electronics box: the perfboard between two bays for cables."""
    width, height = params.box.perfboard
    return width + 2 + 28, height + 2


def box_mounts(params: Params) -> list[tuple[float, float]]:
    """Return where the four screws in the middle of the board go through the box's floor."""
    columns, rows = params.screws.columns, params.screws.rows
    x = (columns[2] - columns[1]) * params.pitch / 2
    y = (rows[2] - rows[1]) * params.row_pitch / 2
    return _corners(x, y)


def electronics_box(params: Params) -> Part:
    """Return the box on the back: its floor at z = 0 lies on the base, it is open upwards."""
    b, wall = params.box, params.box.wall
    inside_x, inside_y = box_inside(params)
    outer = RectangleRounded(inside_x + 2 * wall, inside_y + 2 * wall, 4)
    inner = RectangleRounded(inside_x, inside_y, 2)
    body = _slab(outer, 0, b.height) - _slab(inner, b.floor, b.height)
    posts = _corners(inside_x / 2 - 3, inside_y / 2 - 3)
    body += _posts(posts, b.floor, 4, b.height - b.floor)
    body &= _slab(outer, 0, b.height)
    half_x, half_y = (size / 2 for size in b.perfboard_holes)
    stands = _corners(half_x, half_y)
    body += _posts(stands, b.floor, 3.2, b.standoff)
    cuts = _posts(posts, b.height - 12, params.screws.pilot / 2, 12)
    cuts += _posts(stands, b.floor, 0.9, b.standoff)  # M2 cuts its own thread
    cuts += _posts(box_mounts(params), 0, params.screws.through / 2, b.floor)
    end = inside_x / 2 + wall / 2
    width, tall = b.usb
    cuts.append(Pos(end, 0, b.height - tall - 8) * Box(wall * 3, width, tall + 8, align=UP))
    cuts.append(Pos(-end, 0, b.height / 2 + 1) * Rot(0, 90, 0) * Cylinder(b.gland / 2, wall * 3))
    side = inside_y / 2 + wall / 2
    for i in range(b.exits):
        x = (i // 2 - (b.exits // 2 - 1) / 2) * 26
        y = side if i % 2 else -side
        cuts.append(Pos(x, y, b.height - 7) * Box(b.exit_width, wall * 3, 7, align=UP))
    return body - cuts


def box_lid(params: Params) -> Part:
    """Return the lid of the electronics box, with slots for warm air."""
    wall = params.box.wall
    inside_x, inside_y = box_inside(params)
    plate = _slab(RectangleRounded(inside_x + 2 * wall, inside_y + 2 * wall, 4), 0, 2.4)
    places = _corners(inside_x / 2 - 3, inside_y / 2 - 3)
    cuts = _posts(places, 0, params.screws.through / 2, 2.4)
    cuts += [Pos(x, 0, 0) * Box(2, 26, 2.4, align=UP) for x in range(-30, 31, 6)]
    return plate - cuts


def button_box(params: Params) -> Part:
    """Return the box for button and encoder, its top at z = 0 (as printed), open upwards."""
    b = params.button
    outer = RectangleRounded(*b.size, 8)
    inner = RectangleRounded(b.size[0] - 2 * b.wall, b.size[1] - 2 * b.wall, 8 - b.wall)
    body = _slab(outer, 0, b.height) - _slab(inner, b.wall, b.height)
    posts = _corners(b.size[0] / 2 - 6, b.size[1] / 2 - 6)
    body += _posts(posts, b.wall, 4, b.height - b.wall)
    body &= _slab(outer, 0, b.height)
    cuts = _posts(posts, b.height - 12, params.screws.pilot / 2, 12)
    cuts.append(Pos(-18, 0, 0) * Cylinder(b.hole / 2, b.wall, align=UP))
    cuts.append(Pos(26, 0, 0) * Cylinder(b.encoder_hole / 2, b.wall, align=UP))
    cuts.append(
        Pos(0, b.size[1] / 2 - b.wall / 2, b.height - 7) * Box(b.cable_hole, 12, 7, align=UP)
    )
    return body - cuts


def button_lid(params: Params) -> Part:
    """Return the bottom of the button box."""
    b = params.button
    plate = _slab(RectangleRounded(*b.size, 8), 0, 2.4)
    places = _corners(b.size[0] / 2 - 6, b.size[1] / 2 - 6)
    cuts = _posts(places, 0, params.screws.through / 2, 2.4)
    cuts += [Pos(x, y, 1.2) * Cylinder(SCREW_HEAD / 2, 1.2, align=UP) for x, y in places]
    return plate - cuts


def leg(params: Params) -> Part:
    """Return a leg: its screw lies deep in it, the end takes a rubber foot."""
    size = params.leg
    body = _slab(RectangleRounded(size.size, size.size, 3), 0, size.height)
    through = Cylinder(params.screws.through / 2, size.height, align=UP)
    head = Pos(0, 0, size.floor) * Cylinder(SCREW_HEAD / 2, size.height, align=UP)
    return body - [through, head]


def wall_leg(params: Params) -> Part:
    """Return a leg that hangs on a screw in the wall: a keyhole below the board's screw."""
    size = params.leg
    body = _slab(Pos(0, -14) * RectangleRounded(20, 48, 3), 0, size.height)
    end = size.height
    through = Cylinder(params.screws.through / 2, end, align=UP)
    head = Pos(0, 0, size.floor) * Cylinder(SCREW_HEAD / 2, end, align=UP)
    skin, room = 3.0, 4.5
    entry = Pos(0, -27, end - skin - room) * Cylinder(4.6, skin + room, align=UP)
    slot = Pos(0, -21, end - skin) * Box(4.6, 12, skin, align=UP)
    slot += Pos(0, -15, end - skin) * Cylinder(2.3, skin, align=UP)
    hollow = Pos(0, -21, end - skin - room) * Box(9.2, 12, room, align=UP)
    hollow += Pos(0, -15, end - skin - room) * Cylinder(4.6, room, align=UP)
    return body - [through, head, entry, slot, hollow]


def splice(params: Params) -> Part:
    """Return the bar that ties two quarters by the screws on both sides of their seam."""
    span = (params.screws.columns[2] - params.screws.columns[1]) * params.pitch
    body = _slab(RectangleRounded(span + 12, 12, 4), 0, 3)
    return body - _posts([(-span / 2, 0), (span / 2, 0)], 0, params.screws.through / 2, 3)


def tray(params: Params) -> Part:
    """Return the dice tray; felt of its inner size keeps it quiet."""
    t = params.tray
    outer = RectangleRounded(*t.size, 10)
    inner = RectangleRounded(t.size[0] - 2 * t.wall, t.size[1] - 2 * t.wall, 10 - t.wall)
    return _slab(outer, 0, t.height) - _slab(inner, t.floor, t.height)


def pegboard(params: Params, columns: tuple[int, int], rows: tuple[int, int]) -> Part:
    """Return the classic board, or a quarter of it: blind holes, digits, no lights."""
    b, board = params.pegboard, params.board
    width, height = (columns[1] - columns[0]) * b.pitch, (rows[1] - rows[0]) * b.pitch
    left, top = columns[0] * b.pitch, -rows[0] * b.pitch
    outline = Pos(left + width / 2, top - height / 2) * Rectangle(width, height)
    holes, letters = [], []
    for row in range(*rows):
        for hole in range(*columns):
            holes.append(Pos((hole + 0.5) * b.pitch, -(row + 0.5) * b.pitch) * Circle(b.hole / 2))
        if columns[0] == 0:
            mark = drawn(str(row + 1), board.digit_height, board.digit_stroke)
            letters.append(Pos(b.pitch, -(row + 0.5) * b.pitch) * mark)
            if row < 5 and row + 1 < rows[1]:
                mark = drawn("START"[row], board.digit_height, board.digit_stroke)
                letters.append(Pos(b.pitch / 2, -(row + 1) * b.pitch) * mark)
    body = _slab(outline, 0, b.thickness)
    cuts = [_slab(hole, b.thickness - b.depth, b.depth) for hole in holes]
    depth = board.digit_depth
    return body - cuts - [_slab(mark, b.thickness - depth, depth) for mark in letters]


def peg(params: Params) -> Part:
    """Return a peg, head down as it is printed."""
    b = params.pegboard
    head = Cylinder(b.head / 2, 4, align=UP)
    shaft = Pos(0, 0, 4) * Cylinder(b.peg / 2, b.peg_length - 5, align=UP)
    tip = Pos(0, 0, b.peg_length - 1) * Cone(b.peg / 2, b.peg / 2 - 0.8, 1, align=UP)
    return head + shaft + tip
