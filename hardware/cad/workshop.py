"""Builds, checks and slices all parts on both cores: what `build.py cad`, `check`, `slice` do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import trimesh
from kit.params import BUILD, Params
from kit.slicing import sliced

from . import catalog, checks
from .export import mesh_of, write
from .panel import panels

PRINTS_FOLDER = "print"
CORES = 2
ANY = "any"  # the folder of the parts that are the same for every bed


@dataclass(frozen=True)
class Made:
    """A part whose files were written: what the slicer and the guide want to know of it."""

    group: str  # its folder: the name of its bed, or ANY
    name: str
    bed: Any
    count: int  # for one board and its table
    option: str  # what it is an option for; "" for what every table needs
    use: str  # the option, or "board" or "table"

    @property
    def key(self) -> str:
        """Return folder and name."""
        return f"{self.group}/{self.name}"


@dataclass(frozen=True)
class Group:
    """All that is printed for one bed, or ANY: the parts that were made and what is wrong."""

    name: str
    parts: list[Made]
    faults: list[str]


# What a process of the pool works with: one object, so that layers once made are found again.
_params: Params


def _begin(params: Params) -> None:
    global _params
    _params = params


def pool(params: Params) -> ProcessPoolExecutor:
    """Return processes, one a core, for :func:`make_group` and :func:`draw`.

    New ones, not forks: the CAD kernel and VTK have threads of their own.
    """
    return ProcessPoolExecutor(CORES, get_context("spawn"), _begin, (params,))


def draw(name: str, path: Path) -> None:
    """Draw the picture ``name`` of the guide at ``path``; in a process of :func:`pool`."""
    from .previews import PICTURES

    PICTURES[name](_params, path)


def make_group(name: str, folder: Path, check: bool) -> Group:
    """Write STEP and 3MF of everything in the group ``name``; in a process of :func:`pool`.

    With ``check`` look for everything that is wrong with the parts, alone and put together.
    """
    params = _params
    if name == ANY:
        bed = min(params.beds, key=lambda bed: bed.size[0])
        pieces = catalog.common_pieces(params)
    else:
        bed = params.bed(name)
        pieces = catalog.every_piece(params, bed)
    made, faults = [], []
    for piece in pieces:
        part = piece.printed(piece.make())
        write(part, piece.name, folder / name)
        use = piece.option or ("board" if piece.a_board else "table")
        count = piece.a_board + piece.a_table
        found = Made(name, piece.name, bed, count, piece.option, use)
        made.append(found)
        if check:
            mesh = mesh_of(folder / f"{found.key}.3mf")
            faults += [f"{found.key}: {f}" for f in checks.faults(part, mesh, params, bed)]
    if check and name != ANY:
        faults += board_faults(params, bed, folder)
    return Group(name, made, faults)


def board_faults(params: Params, bed: Any, folder: Path) -> Iterator[str]:
    """Yield what is wrong with the boards for ``bed`` as a whole: LEDs, view, interference."""
    for where, panel in panels(params, bed).items():
        face, base = (
            mesh_of(folder / bed.name / f"{layer}-{where}.3mf") for layer in ("face", "base")
        )
        worst = checks.worst_offset(face, base, panel)
        if worst > params.limits.hole_over_led:
            yield f"{bed.name}, {where}: an LED lies {worst:.2f} mm off its hole"
        if "left" not in panel.seams and checks.viewed(face, params, panel.top + 1) != "left":
            yield f"{bed.name}, {where}: START is not at the viewer's left"
    for boards in (1, 2):
        for one, two, volume in checks.clashes(checks.assembly(params, bed, boards), boards > 1):
            yield f"{bed.name}, {boards} boards: {one} and {two} share {volume:.2f} mm³"


class Workshop:
    """Everything there is to print for some beds; files in ``folder``, parts by folder and name."""

    def __init__(self, params: Params, folder: Path = BUILD):
        self.params = params
        self.folder = folder / PRINTS_FOLDER
        self.parts: dict[str, Made] = {}
        self.faults: list[str] = []

    def begin(
        self, processes: ProcessPoolExecutor, beds: Iterable[Any], check: bool
    ) -> list[Future[Group]]:
        """Let ``processes`` make every group; hand each result to :meth:`add`."""
        names = [*(bed.name for bed in beds), ANY]
        return [processes.submit(make_group, name, self.folder, check) for name in names]

    def add(self, group: Group) -> None:
        """Take in what came out of a process."""
        self.parts.update((made.key, made) for made in group.parts)
        self.faults += group.faults

    def build(self, beds: Iterable[Any], check: bool = False) -> int:
        """Write STEP and 3MF of everything for ``beds``; return how many parts."""
        with pool(self.params) as processes:
            for future in self.begin(processes, beds, check):
                self.add(future.result())
        return len(self.parts)

    def mesh(self, name: str) -> trimesh.Trimesh:
        """Return the mesh of a part that was written, as the slicer reads it."""
        return mesh_of(self.folder / f"{name}.3mf")

    def slices(
        self, threads: ThreadPoolExecutor, parts: Iterable[Made]
    ) -> list[tuple[dict[str, Any], Future[Any]]]:
        """Let ``threads`` slice one of each of ``parts``; return (what is known of it, future)."""
        found = []
        for made in parts:
            # The frame is much the same for every bed.
            if made.option and made.group not in (ANY, "220"):
                continue
            known = {"bed": made.group, "part": made.name, "count": made.count, "for": made.use}
            path = self.folder / f"{made.key}.3mf"
            future = threads.submit(sliced, path, made.bed, self.folder / made.group)
            found.append((known, future))
        return found
