"""Looks at meshes as a person would measure them: sections, holes, walls, and what can be read."""

from __future__ import annotations

from itertools import pairwise
from math import pi, sqrt

import numpy as np
import trimesh
from kit.params import Params
from shapely import affinity
from shapely.geometry import MultiPolygon, Point, Polygon
from shapely.ops import unary_union

from .lettering import segments

SLIVER_MM2 = 0.3  # what an acute corner may lose; a thin wall loses more


def section(mesh: trimesh.Trimesh, z: float) -> MultiPolygon:
    """Return the material of ``mesh`` at height ``z``, in the mesh's own x and y."""
    path = mesh.section(plane_origin=(0, 0, z), plane_normal=(0, 0, 1))
    if path is None:
        return MultiPolygon()
    down = np.eye(4)
    down[2, 3] = -z
    flat, _ = path.to_2D(to_2D=down)
    found = unary_union([polygon.buffer(0) for polygon in flat.polygons_full])
    return found if isinstance(found, MultiPolygon) else MultiPolygon([found])


def mirrored(area: MultiPolygon, width: float) -> MultiPolygon:
    """Return ``area`` as seen from below: left and right changed, within 0 to ``width``."""
    return affinity.translate(affinity.scale(area, -1, 1, origin=(0, 0)), width, 0)


def round_holes(area: MultiPolygon, least: float, most: float) -> list[tuple[float, float]]:
    """Return the centres of the round holes whose diameter is between ``least`` and ``most``."""
    found = []
    for polygon in area.geoms:
        for ring in polygon.interiors:
            hole = Polygon(ring)
            diameter = sqrt(4 * hole.area / pi)
            x0, y0, x1, y1 = hole.bounds
            if least < diameter < most and abs((x1 - x0) - (y1 - y0)) < 0.1:
                found.append((hole.centroid.x, hole.centroid.y))
    return found


def thin(area: MultiPolygon, least: float) -> list[tuple[float, float, float]]:
    """Return (x, y, mm²) of every piece of ``area`` that is thinner than ``least``."""
    radius = least / 2 - 0.01
    opened = area.buffer(-radius).buffer(radius + 0.21)
    rest = area.difference(opened)
    pieces = rest.geoms if hasattr(rest, "geoms") else [rest]
    return [
        (piece.centroid.x, piece.centroid.y, piece.area)
        for piece in pieces
        if piece.area > SLIVER_MM2
    ]


def thin_walls(mesh: trimesh.Trimesh, least: float) -> list[tuple[float, float, float]]:
    """Return (x, y, z) of walls thinner than ``least``, looked for between all flat levels."""
    levels = _levels(mesh)
    found = []
    for low, high in pairwise(levels):
        if high - low > 0.05:
            z = (low + high) / 2
            found += [(x, y, z) for x, y, _ in thin(section(mesh, z), least)]
    return found


def _levels(mesh: trimesh.Trimesh) -> list[float]:
    """Return the heights of all horizontal faces of at least 1 mm²."""
    flat = np.abs(mesh.face_normals[:, 2]) > 0.999
    heights = np.round(mesh.triangles_center[flat, 2], 2)
    areas = mesh.area_faces[flat]
    return [float(z) for z in np.unique(heights) if areas[heights == z].sum() >= 1]


def reads(area: MultiPolygon, text: str, x: float, y: float, params: Params) -> bool:
    """Return whether ``text`` is engraved in ``area`` around (x, y): upright, not mirrored."""
    height, stroke = params.board.digit_height, params.board.digit_stroke
    lines = segments(text, height, stroke)
    inside = [
        (ax + (bx - ax) * t, ay + (by - ay) * t)
        for (ax, ay), (bx, by) in lines
        for t in (0.1, 0.5, 0.9)
    ]
    half = max(abs(px) for px, _ in inside) + stroke / 2
    outside = [
        (px, py)
        for px in np.linspace(-half, half, 9)
        for py in np.linspace(-height / 2, height / 2, 9)
        if all(_away(px, py, line) > stroke / 2 + 0.15 for line in lines)
    ]
    cut = [area.contains(Point(x + px, y + py)) for px, py in inside]
    left = [area.contains(Point(x + px, y + py)) for px, py in outside]
    return not any(cut) and all(left)


def _away(x: float, y: float, line: tuple[tuple[float, float], tuple[float, float]]) -> float:
    """Return the distance of a point from a line piece."""
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    t = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    return float(np.hypot(x - ax - t * dx, y - ay - t * dy))
