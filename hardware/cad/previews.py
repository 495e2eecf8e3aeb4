"""The pictures of the guide, one a step, all of them drawn from the parts that are printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from build123d import Box, Cylinder, Part, Pos, Rot
from kit.params import Params

from . import fittings, frame, lit
from .checks import assembly
from .layers import LAYERS, base
from .panel import Panel, coupon, panels
from .render import BACK, Drawing, inlay

FRONT = (0, -0.02, 1)


def _layers(panel: Panel, apart: float) -> Drawing:
    drawing = Drawing()
    for i, layer in enumerate(("base", "baffle", "diffuser", "face")):
        drawing.add(Pos(0, 0, i * apart) * LAYERS[layer](panel), layer)
    return drawing


def _whole(params: Params, bed: Any) -> Panel:
    return next(iter(panels(params, bed).values()))


def _strips(drawing: Drawing, panel: Panel) -> None:
    p = panel.params
    low, thick = -p.stack.channel_depth, p.stack.strip_thickness
    length = (panel.right - panel.left) * p.pitch - 0.2
    for row in range(panel.top, panel.bottom):
        x = (panel.left + panel.right) / 2 * p.pitch
        y = panel.place(row, 0)[1]
        drawing.add(Pos(x, y, low + thick / 2) * Box(length, 10, thick), "strip")
        for hole in range(panel.left, panel.right):
            x, y = panel.place(row, hole)
            top = low + thick + p.stack.led_height / 2
            drawing.add(Pos(x, y, top) * Box(5, 5, p.stack.led_height), "led")
            if hole + 1 < panel.right:
                drawing.add(Pos(x + p.pitch / 2, y, low + thick) * Box(3, 7, 0.1), "copper")


def _comb(drawing: Drawing, panel: Panel) -> None:
    """Add the wires: +5 V and GND to every row from both sides, data in a zigzag."""
    p = panel.params
    under, over = -p.stack.floor - 2.5, 0.8
    for side, hole in ((-1, panel.left), (1, panel.right - 1)):
        rails = {"red": 1.9, "black": 3.7}
        for colour, inset in rails.items():
            x = panel.place(0, hole)[0] + side * (p.pitch / 2 - inset)
            ys = [panel.place(row, hole)[1] for row in range(panel.top, panel.bottom)]
            drawing.wire([(x, ys[0], under), (x, ys[-1] - 6, under)], colour, 2.2)
            pad = 2.6 if colour == "red" else -2.6
            for y in ys:
                down = y - 5.9
                points = [(x, down, under), (x, down, over), (x, y + pad, over)]
                drawing.wire(points, colour, 1.4)
    for row in range(panel.top, panel.bottom - 1):
        side = 1 if row % 2 == 0 else -1
        hole = panel.right - 1 if side == 1 else panel.left
        x, y = panel.place(row, hole)
        x += side * 2.9
        below = panel.place(row + 1, hole)[1]
        points = [(x, y, over), (x, y - 5.9, over), (x, y - 5.9, under)]
        points += [(x, below - 5.9, under), (x, below - 5.9, over), (x, below, over)]
        drawing.wire(points, "green", 1.2)


def coupon_picture(params: Params, path: Path) -> None:
    """Draw the four layers of the fit coupon apart."""
    _layers(coupon(params), 14).save(path)


def layers_picture(params: Params, path: Path) -> None:
    """Draw the four layers of a board apart."""
    _layers(_whole(params, params.bed("220")), 70).save(path)


def face_picture(params: Params, path: Path) -> None:
    """Draw the face alone, straight on: START at the left, rows numbered from the top."""
    panel = _whole(params, params.bed("220"))
    drawing = Drawing()
    drawing.add(LAYERS["face"](panel), "face")
    inlay(drawing, panel)
    drawing.save(path, FRONT)


def strips_picture(params: Params, path: Path) -> None:
    """Draw the base with its strips."""
    panel = _whole(params, params.bed("220"))
    drawing = Drawing()
    drawing.add(base(panel), "base")
    _strips(drawing, panel)
    drawing.save(path)


def comb_picture(params: Params, path: Path) -> None:
    """Draw the left end of the first rows with their wires."""
    panel = Panel(params, 0, 3, 0, 4, 0)
    drawing = Drawing()
    drawing.add(base(panel), "base")
    _strips(drawing, panel)
    whole = Drawing()
    _comb(whole, Panel(params, 0, params.board.holes, 0, 4, 0))
    edge = 3.5 * params.pitch
    drawing.meshes += [pair for pair in whole.meshes if pair[0].bounds[1] < edge]
    drawing.save(path, (-0.5, -0.55, 1.2))


def back_wires_picture(params: Params, path: Path) -> None:
    """Draw the back of the base with its two combs."""
    panel = _whole(params, params.bed("220"))
    drawing = Drawing()
    drawing.add(base(panel), "base")
    _comb(drawing, panel)
    drawing.save(path, BACK)


def _electronics(drawing: Drawing, params: Params, lid: float) -> None:
    box = params.box
    drawing.add(fittings.electronics_box(params), "box")
    z = box.floor + box.standoff
    drawing.add(Pos(0, 0, z + 0.8) * Box(*box.perfboard, 1.6), "green")
    drawing.add(Pos(8, 0, z + 3) * Box(51, 21, 1.2), "#1d5f3c")
    drawing.add(Pos(32, 0, z + 4.6) * Box(6, 8, 2.6), "#b9bdc2")
    drawing.add(Pos(-26, 15, z + 3.6) * Box(8, 19, 4), "black")
    drawing.add(Pos(-26, -14, z + 6) * Box(12, 16, 9), "#2f7d3b")
    drawing.add(Pos(10, 19, z + 9) * Cylinder(4, 14), "#20304f")
    drawing.add(Pos(0, lid, box.height) * fittings.box_lid(params), "lid")


def box_picture(params: Params, path: Path) -> None:
    """Draw the electronics box with what is in it, its lid beside it."""
    drawing = Drawing()
    _electronics(drawing, params, 62)
    drawing.save(path)


def back_picture(params: Params, path: Path) -> None:
    """Draw the finished board from behind, with legs and electronics box."""
    drawing = Drawing()
    for name, part in assembly(params, params.bed("220")).items():
        kind = name.split("-")[1]
        drawing.add(part, kind)
    drawing.save(path, BACK)


def quarters_picture(params: Params, path: Path) -> None:
    """Draw the bases of four quarters with the bars that tie them."""
    bed = params.bed("180")
    drawing = Drawing()
    for name, panel in panels(params, bed).items():
        away = (-8 if "left" in name else 8, 8 if "top" in name else -8, 0)
        drawing.add(Pos(*away) * base(panel), "base")
    columns, rows = params.screws.columns, params.screws.rows
    x = (columns[1] + columns[2]) / 2 * params.pitch
    y = (rows[1] + rows[2]) / 2 * params.row_pitch
    low = -params.stack.floor - 12
    bar = fittings.splice(params)
    for row in (rows[0], rows[-1]):
        drawing.add(Pos(x, -row * params.row_pitch, low) * bar, "frame")
    for column in (columns[0], columns[-1]):
        drawing.add(Pos(column * params.pitch, -y, low) * Rot(0, 0, 90) * bar, "frame")
    drawing.save(path, BACK)


def button_picture(params: Params, path: Path) -> None:
    """Draw the button box with button and encoder, as it stands on the table."""
    drawing = Drawing()
    height = params.button.height
    box = Pos(0, 0, height) * Rot(180, 0, 0) * fittings.button_box(params)
    drawing.add(box, "box")
    drawing.add(Pos(-18, 0, height + 3) * Cylinder(16.5, 4), "black")
    drawing.add(Pos(-18, 0, height + 7) * Cylinder(12, 5), "red")
    drawing.add(Pos(26, 0, height + 8) * Cylinder(3, 16), "#b9bdc2")
    drawing.add(Pos(26, 0, height + 11) * Cylinder(8, 13), "black")
    drawing.add(Pos(0, 0, -20) * fittings.button_lid(params), "lid")
    drawing.save(path, (-0.5, -1.0, 0.75), up=(0, 0, 1))


def frame_picture(params: Params, path: Path) -> None:
    """Draw two boards and the pieces of their frame, pulled apart."""
    bed = params.bed("220")
    drawing = Drawing()
    for board in range(2):
        shift = frame.board_shift(params, bed) * board
        drawing.add(Pos(shift, 0, 30) * LAYERS["face"](_whole(params, bed)), "face")
    for name, part in frame.rails(params, bed).items():
        away = {
            "top": (0, 14, 0), "bottom": (0, -14, 0), "left": (-14, 0, 0), "right": (14, 0, 0),
            "middle": (0, 0, 0),
        }[name.split("-")[0]]  # fmt: skip
        drawing.add(Pos(*away) * part, "frame")
    drawing.save(path)


def options_picture(params: Params, path: Path) -> None:
    """Draw legs, wall leg, dice tray."""
    drawing = Drawing()
    drawing.add(fittings.tray(params), "baffle")
    drawing.add(Pos(120, -30, 0) * fittings.leg(params), "leg")
    drawing.add(Pos(120, 30, 0) * fittings.wall_leg(params), "leg")
    drawing.save(path, (-0.4, -1.0, 1.0))


def pegboard_picture(params: Params, path: Path) -> None:
    """Draw the classic pegboard with some pegs in it."""
    p, b = params, params.pegboard
    drawing = Drawing()
    drawing.add(fittings.pegboard(p, (0, p.board.holes), (0, p.board.rows)), "base")
    peg: Part = Rot(180, 0, 0) * fittings.peg(p)
    high = b.thickness - b.depth + b.peg_length
    for row, hole in enumerate((3, 5, 0, 12, 7, 2, 4, 1, 0, 9, 12, 6)):
        place = Pos((hole + 0.5) * b.pitch, -(row + 0.5) * b.pitch, high)
        drawing.add(place * peg, "peg")
    drawing.save(path)


# The slowest first: they are drawn side by side.
PICTURES: dict[str, Callable[[Params, Path], None]] = {
    "table.png": lit.picture,
    "layers.png": layers_picture,
    "back.png": back_picture,
    "pegboard.png": pegboard_picture,
    "strips.png": strips_picture,
    "frame.png": frame_picture,
    "coupon.png": coupon_picture,
    "face.png": face_picture,
    "back-wires.png": back_wires_picture,
    "quarters.png": quarters_picture,
    "box.png": box_picture,
    "button.png": button_picture,
    "comb.png": comb_picture,
    "options.png": options_picture,
}
