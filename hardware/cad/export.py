"""Writes STEP and 3MF of every part, alike in every run, and gives meshes to whoever checks.

3MF: 3MF Core Specification 1.3, a package of three parts with one mesh.
"""

from __future__ import annotations

import zipfile
from datetime import datetime
from pathlib import Path

import trimesh
from build123d import Part, export_step

from .triangles import triangles

LINEAR, ANGULAR_RAD = 0.02, 0.2
# Any fixed date: files of two runs are the same.
EPOCH = datetime(2026, 1, 1)
_ZIP_EPOCH = (2026, 1, 1, 0, 0, 0)
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SCHEMAS = "http://schemas.openxmlformats.org/package/2006"
_3MF = "http://schemas.microsoft.com/3dmanufacturing"
_TYPES = (
    f'{_HEAD}<Types xmlns="{_SCHEMAS}/content-types">'
    '<Default Extension="rels"'
    ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model"'
    ' ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>'
)
_RELATIONS = (
    f'{_HEAD}<Relationships xmlns="{_SCHEMAS}/relationships">'
    f'<Relationship Id="model" Target="/3D/3dmodel.model" Type="{_3MF}/2013/01/3dmodel"/>'
    "</Relationships>"
)


def write(part: Part, name: str, folder: Path) -> None:
    """Write ``name``.step and ``name``.3mf of ``part`` into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    part.label = name
    export_step(part, folder / f"{name}.step", timestamp=EPOCH)
    files = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _RELATIONS,
        "3D/3dmodel.model": _model(part, name),
    }
    with zipfile.ZipFile(folder / f"{name}.3mf", "w", zipfile.ZIP_DEFLATED) as package:
        for path, text in files.items():
            package.writestr(zipfile.ZipInfo(path, _ZIP_EPOCH), text, zipfile.ZIP_DEFLATED)


def _model(part: Part, name: str) -> str:
    points, corners = triangles(part, LINEAR, ANGULAR_RAD)
    vertices = "".join(
        f'<vertex x="{x:.5f}" y="{y:.5f}" z="{z:.5f}"/>' for x, y, z in points.tolist()
    )
    faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in corners.tolist())
    return (
        f'{_HEAD}<model unit="millimeter" xml:lang="en-US" xmlns="{_3MF}/core/2015/02">\n'
        f'<resources><object id="1" type="model" name="{name}"><mesh>\n'
        f"<vertices>{vertices}</vertices>\n<triangles>{faces}</triangles>\n"
        '</mesh></object></resources>\n<build><item objectid="1"/></build></model>\n'
    )


def mesh_of(path: Path) -> trimesh.Trimesh:
    """Return the mesh in a 3MF file, its points merged; ValueError unless it is one mesh."""
    scene = trimesh.load(path, force="scene")
    meshes = scene.dump()
    if len(meshes) != 1:
        raise ValueError(f"{path.name} holds {len(meshes)} meshes")
    mesh = meshes[0]
    mesh.merge_vertices()
    return mesh
