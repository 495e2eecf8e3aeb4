"""Writes STEP and 3MF of every part, alike in every run, and gives meshes to whoever checks."""

from __future__ import annotations

import locale
import re
import zipfile
from datetime import datetime
from pathlib import Path

import trimesh
from build123d import Mesher, Part, export_step

LINEAR_MM, ANGULAR_RAD = 0.02, 0.2
# Any fixed date: files of two runs are the same.
EPOCH = datetime(2026, 1, 1)
_ZIP_EPOCH = (2026, 1, 1, 0, 0, 0)


def write(part: Part, name: str, folder: Path) -> None:
    """Write ``name``.step and ``name``.3mf of ``part`` into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    part.label = name
    export_step(part, folder / f"{name}.step", timestamp=EPOCH)
    path = folder / f"{name}.3mf"
    # Writing 3MF leaves the whole process in the C locale, in which files are no longer UTF-8.
    kept = locale.setlocale(locale.LC_ALL)
    try:
        mesher = Mesher()
        mesher.add_shape(part, linear_deflection=LINEAR_MM, angular_deflection=ANGULAR_RAD)
        mesher.write(path)
    finally:
        locale.setlocale(locale.LC_ALL, kept)
    _normalise(path)


def _normalise(path: Path) -> None:
    """Take the random ids and the dates out of a 3MF file."""
    with zipfile.ZipFile(path) as old:
        content = {name: old.read(name) for name in sorted(old.namelist())}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in content.items():
            if name.endswith(".model"):
                data = re.sub(rb' p:UUID="[^"]*"', b"", data)
            new.writestr(zipfile.ZipInfo(name, _ZIP_EPOCH), data, zipfile.ZIP_DEFLATED)


def mesh_of(path: Path) -> trimesh.Trimesh:
    """Return the mesh in a 3MF file, its points merged; ValueError unless it is one mesh."""
    scene = trimesh.load(path, force="scene")
    meshes = scene.dump()
    if len(meshes) != 1:
        raise ValueError(f"{path.name} holds {len(meshes)} meshes")
    mesh = meshes[0]
    mesh.merge_vertices()
    return mesh
