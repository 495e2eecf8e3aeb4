"""Turns solids into triangles as arrays: build123d's own way does it a Python object at a time."""

from __future__ import annotations

import numpy as np
from build123d import Part
from numpy.typing import NDArray
from OCP.BRep import BRep_Tool
from OCP.BRepMesh import BRepMesh_IncrementalMesh
from OCP.TopAbs import TopAbs_REVERSED
from OCP.TopLoc import TopLoc_Location

GRAIN_MM = 1e-5  # points closer than this are one


def triangles(
    part: Part, linear: float, angular_rad: float
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the points of ``part``'s surface (n × 3, mm) and its triangles (m × 3, outwards).

    ``linear`` is how far a chord may lie off its edge, as a part of the edge's length.
    """
    BRepMesh_IncrementalMesh(part.wrapped, linear, True, angular_rad, True)
    points: list[tuple[float, float, float]] = []
    corners: list[tuple[int, int, int]] = []
    for face in part.faces():
        place = TopLoc_Location()
        mesh = BRep_Tool.Triangulation_s(face.wrapped, place)
        move = place.Transformation()
        first = len(points) - 1  # the kernel counts from 1
        for i in range(1, mesh.NbNodes() + 1):
            point = mesh.Node(i).Transformed(move)
            points.append((point.X(), point.Y(), point.Z()))
        turned = face.wrapped.Orientation() == TopAbs_REVERSED
        for triangle in mesh.Triangles():
            a, b, c = triangle.Get()
            corners.append(
                (first + a, first + c, first + b) if turned else (a + first, b + first, c + first)
            )
    rounded = np.round(np.array(points) / GRAIN_MM).astype(np.int64)
    unique, back = np.unique(rounded, axis=0, return_inverse=True)
    joined = back.reshape(-1)[np.array(corners)]
    a, b, c = joined.T
    return unique * GRAIN_MM, joined[(a != b) & (b != c) & (c != a)]
