"""Builds, checks and slices all parts: what `build.py cad`, `check` and `slice` do."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import trimesh
from build123d import Part
from kit.params import BUILD, Params
from kit.slicing import sliced

from . import catalog, checks
from .export import mesh_of, write
from .panel import panels

PRINTS_FOLDER = "print"


class Workshop:
    """Parts made once: solids as they are printed, and the meshes of their files, by path."""

    def __init__(self, params: Params, folder: Path = BUILD):
        self.params = params
        self.folder = folder / PRINTS_FOLDER
        self.parts: dict[str, tuple[Part, catalog.Piece, Any]] = {}

    def groups(self, beds: list[Any]) -> Iterator[tuple[str, Any, catalog.Piece]]:
        """Yield (folder, bed, piece) of everything there is to print."""
        for bed in beds:
            for piece in catalog.every_piece(self.params, bed):
                yield bed.name, bed, piece
        smallest = min(self.params.beds, key=lambda bed: bed.size[0])
        for piece in catalog.common_pieces(self.params):
            yield "any", smallest, piece

    def build(self, beds: list[Any]) -> int:
        """Write STEP and 3MF of everything for ``beds``; return how many parts."""
        for group, bed, piece in self.groups(beds):
            part = piece.printed(piece.make())
            write(part, piece.name, self.folder / group)
            self.parts[f"{group}/{piece.name}"] = (part, piece, bed)
        return len(self.parts)

    def mesh(self, name: str) -> trimesh.Trimesh:
        """Return the mesh of a part that was written, as the slicer reads it."""
        return mesh_of(self.folder / f"{name}.3mf")

    def faults(self) -> Iterator[str]:
        """Yield a sentence for everything that is wrong with the parts that were built."""
        for name, (part, _, bed) in self.parts.items():
            for fault in checks.faults(part, self.mesh(name), self.params, bed):
                yield f"{name}: {fault}"

    def board_faults(self, bed: Any) -> Iterator[str]:
        """Yield what is wrong with the boards for ``bed`` as a whole: LEDs, view, interference."""
        p = self.params
        for where, panel in panels(p, bed).items():
            face, base = (self.mesh(f"{bed.name}/{layer}-{where}") for layer in ("face", "base"))
            worst = checks.worst_offset(face, base, panel)
            if worst > p.limits.hole_over_led:
                yield f"{bed.name}, {where}: an LED lies {worst:.2f} mm off its hole"
            if "left" not in panel.seams and checks.viewed(face, p, panel.top + 1) != "left":
                yield f"{bed.name}, {where}: START is not at the viewer's left"
        for boards in (1, 2):
            for one, two, volume in checks.clashes(checks.assembly(p, bed, boards), boards > 1):
                yield f"{bed.name}, {boards} boards: {one} and {two} share {volume:.2f} mm³"

    def slices(self, pool: ThreadPoolExecutor) -> list[tuple[dict[str, Any], Future[Any]]]:
        """Let ``pool`` slice one of every part; return (what is known of it, its future)."""
        found = []
        for name, (_, piece, bed) in self.parts.items():
            group, _, part = name.partition("/")
            board = "board" if piece.a_board and not piece.option else "table"
            known = {
                "bed": group,
                "part": part,
                "count": piece.a_board + piece.a_table,
                "for": piece.option or board,
            }
            # The frame is much the same for every bed.
            if piece.option and group not in ("any", "220"):
                continue
            path = self.folder / f"{name}.3mf"
            found.append((known, pool.submit(sliced, path, bed, self.folder / group)))
        return found
