"""Checks of printed parts: sound meshes, walls, beds, LEDs under holes, what a viewer sees."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import trimesh
from build123d import Part, Pos, Rot
from kit.params import Params
from shapely.geometry import LineString

from . import fittings, frame
from .layers import LAYERS
from .panel import Panel, panels
from .sections import mirrored, reads, round_holes, section, thin_walls

TOUCH_MM3 = 0.01  # faces that touch share no more than rounding


def faults(part: Part, mesh: trimesh.Trimesh, params: Params, bed: Any) -> list[str]:
    """Return what is wrong with a part as it lies on ``bed``; [] when it can be printed."""
    found = []
    if len(part.solids()) != 1 or not part.is_valid:
        found.append(f"{len(part.solids())} solids, valid: {part.is_valid}")
    if not mesh.is_watertight or not mesh.is_volume or mesh.body_count != 1:
        found.append(f"the mesh is not one closed body ({mesh.body_count})")
    elif abs(mesh.volume - part.volume) > 0.01 * part.volume:
        found.append(f"mesh {mesh.volume:.0f} mm³, solid {part.volume:.0f} mm³")
    size = mesh.extents
    if any(a > b for a, b in zip(size, bed.size, strict=True)):
        found.append(f"{size.round(1).tolist()} is off bed {bed.name}")
    walls = thin_walls(mesh, params.limits.min_wall)
    found += [f"thin wall at {x:.1f}, {y:.1f}, {z:.1f}" for x, y, z in walls[:5]]
    return found


def hole_places(face: trimesh.Trimesh, params: Params) -> list[tuple[float, float]]:
    """Return the centres of the holes as a viewer sees a printed face, (0, 0) at bottom left."""
    depth = (params.board.bevel + params.stack.face - params.stack.sheet) / 2
    area = mirrored(section(face, depth), face.extents[0])
    return round_holes(area, params.board.hole - 0.2, params.board.hole + 0.2)


def led_places(base: trimesh.Trimesh, panel: Panel) -> list[tuple[float, float]]:
    """Return where the LEDs of strips lie that are laid into a printed base.

    A strip lies against the stops of the rim, or flush with the edges where there is none; its
    pitch is that of the strip that is bought, whatever was modelled.
    """
    p = panel.params
    pitch = 1000 / p.board.strip_leds_a_metre
    area = section(base, p.stack.floor - p.stack.channel_depth / 2)
    x0, y0, x1, y1 = area.bounds
    clear = x0 + panel.rim + 1.5 * pitch  # no opening and no screw crosses this line
    if "left" in panel.seams:
        clear = x0 + 0.5 * pitch
    free = LineString([(clear, y0), (clear, y1)]).difference(area)
    middles = sorted((piece.bounds[1] + piece.bounds[3]) / 2 for piece in free.geoms)
    found = []
    for y in middles:
        strip = LineString([(x0 - 1, y), (x1 + 1, y)]).difference(area)
        pieces = strip.geoms if hasattr(strip, "geoms") else [strip]
        channel = max(pieces, key=lambda piece: piece.length)
        left, right = max(channel.bounds[0], x0), min(channel.bounds[2], x1)
        slack = p.limits.fit_gap if panel.rim else 0
        holes = panel.right - panel.left
        start = right - slack - holes * pitch if "left" in panel.seams else left + slack
        found += [(start + (hole + 0.5) * pitch, y) for hole in range(holes)]
    return found


def worst_offset(face: trimesh.Trimesh, base: trimesh.Trimesh, panel: Panel) -> float:
    """Return how far the worst LED lies from the middle of its hole, in mm; raises ValueError."""
    holes, leds = hole_places(face, panel.params), led_places(base, panel)
    wanted = (panel.right - panel.left) * (panel.bottom - panel.top)
    if len(holes) != wanted or len(leds) != wanted:
        raise ValueError(f"{len(holes)} holes and {len(leds)} LEDs, not {wanted}")
    return max(min(((hx - x) ** 2 + (hy - y) ** 2) ** 0.5 for hx, hy in holes) for x, y in leds)


def start_side(area: Any, holes: list[tuple[float, float]], params: Params, first: int = 1) -> str:
    """Return "left" or "right": where the START column is in what a viewer sees, upright.

    "" where the numbers of the rows, from ``first`` on, cannot be read, as on a mirrored face.
    """
    xs = sorted({round(x, 1) for x, _ in holes})
    rows = sorted({round(y, 1) for _, y in holes}, reverse=True)
    numbers = [str(first + i) for i in range(len(rows))]
    for side, (a, b) in (("left", (0, 1)), ("right", (-1, -2))):
        x = (xs[a] + xs[b]) / 2
        texts = zip(numbers, rows, strict=True)
        if all(reads(area, text, x, y, params) for text, y in texts):
            return side
    return ""


def viewed(face: trimesh.Trimesh, params: Params, first: int = 1) -> str:
    """Return on which side of a printed face its viewer has START; see :func:`start_side`."""
    front = mirrored(section(face, params.board.digit_depth / 2), face.extents[0])
    return start_side(front, hole_places(face, params), params, first)


def assembly(params: Params, bed: Any, boards: int = 1) -> dict[str, Part]:
    """Return every part in its place: ``boards`` boards with box and legs, two in their frame."""
    found: dict[str, Part] = {}
    for board in range(boards):
        shift = Pos(frame.board_shift(params, bed) * board, 0, 0)
        for where, panel in panels(params, bed).items():
            for layer, make in LAYERS.items():
                found[f"board{board}-{layer}-{where}"] = shift * make(panel)
        whole = Panel(params, 0, params.board.holes, 0, params.board.rows, bed.rim)
        low = -params.stack.floor - (params.frame.ledge if boards > 1 else 0)
        corners = [
            (x, y)
            for x, y in whole.bosses()
            if x / params.pitch in _ends(params.screws.columns)
            and -y / params.row_pitch in _ends(params.screws.rows)
        ]
        for i, (x, y) in enumerate(corners):
            found[f"board{board}-leg-{i}"] = shift * Pos(x, y, low) * _hung(fittings.leg(params))
        if board == 0:
            columns, rows = params.screws.columns, params.screws.rows
            x = (columns[1] + columns[2]) / 2 * params.pitch
            y = -(rows[1] + rows[2]) / 2 * params.row_pitch
            place = Pos(x, y, -params.stack.floor)
            found["electronics-box"] = place * _hung(fittings.electronics_box(params))
            lid = Pos(0, 0, -params.box.height) * _hung(fittings.box_lid(params))
            found["electronics-lid"] = place * lid
    if boards > 1:
        found.update((f"frame-{name}", part) for name, part in frame.rails(params, bed).items())
    return found


def _ends(numbers: list[int]) -> tuple[float, float]:
    return float(numbers[0]), float(numbers[-1])


def _hung(part: Part) -> Part:
    """Return ``part``, modelled upwards from z = 0, as it hangs below the board."""
    return Rot(180, 0, 0) * part


def clashes(parts: dict[str, Part], across: bool = False) -> Iterator[tuple[str, str, float]]:
    """Yield (one part, another, mm³) of all that are in the same place.

    With ``across`` only of parts of different boards, or of a board and what stands around it.
    """
    boxes = {name: part.bounding_box() for name, part in parts.items()}
    for one, two in combinations(parts, 2):
        if across and one.split("-")[0] == two.split("-")[0]:
            continue
        a, b = boxes[one], boxes[two]
        apart = any(
            getattr(a.max, axis) <= getattr(b.min, axis) + 1e-6
            or getattr(b.max, axis) <= getattr(a.min, axis) + 1e-6
            for axis in "XYZ"
        )
        if apart:
            continue
        both = parts[one] & parts[two]
        solids = both.solids() if both is not None and hasattr(both, "solids") else []
        volume = sum(solid.volume for solid in solids)
        if volume > TOUCH_MM3:
            yield one, two, volume
