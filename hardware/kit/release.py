"""Collects what a release carries: one archive a printer, the schematics, the bill."""

from __future__ import annotations

import zipfile
from pathlib import Path

from .params import BUILD, HERE

FOLDER = "release"
_ZIP_EPOCH = (2026, 1, 1, 0, 0, 0)  # any fixed date: archives of two runs are the same
PAGES = ("README.md", "pins.md", "power.md", "bom.csv", "prints.csv", "slicer.ini", "LICENSE")


def pack(build: Path = BUILD) -> list[Path]:
    """Write the archives of everything that was built into ``build``/release; return their paths.

    A folder of ``build``/print gives twelve-print-NAME.zip, and everything else that a builder
    wants to have beside it goes into twelve-papers.zip.
    """
    target = build / FOLDER
    target.mkdir(parents=True, exist_ok=True)
    found = []
    for folder in sorted(path for path in (build / "print").iterdir() if path.is_dir()):
        files = [path for kind in ("step", "3mf") for path in folder.glob(f"*.{kind}")]
        found.append(_archive(target / f"twelve-print-{folder.name}.zip", (folder, files)))
    papers = [HERE / name for name in PAGES] + list((HERE / "pictures").glob("*.png"))
    drawn = [
        path
        for kind in ("kicad_sch", "kicad_sym", "kicad_pro", "pdf", "svg")
        for path in build.glob(f"*/*.{kind}")
    ]
    pairs = [(HERE, papers), (build, drawn)]
    found.append(_archive(target / "twelve-papers.zip", *pairs))
    return found


def _archive(path: Path, *pairs: tuple[Path, list[Path]]) -> Path:
    """Write ``path`` with the files of every (folder, files), named from that folder on."""
    with zipfile.ZipFile(path, "w") as archive:
        for root, files in pairs:
            for file in sorted(files):
                name = zipfile.ZipInfo(file.relative_to(root).as_posix(), _ZIP_EPOCH)
                archive.writestr(name, file.read_bytes(), zipfile.ZIP_DEFLATED)
    return path
