"""What CircuitPython takes of what is made for MicroPython, and what it needs besides.

Its compiled files are MicroPython's but for the first byte: opcodes, names with a number and
small integers are the same, only async functions and machine code differ, which are not used here
(CircuitPython's tools/mpy-tool.py, py/makeqstrdata.py and py/persistentcode.c). Its packages are
folders and nothing else: py/builtinimport.c takes whatever stands above a module for a module, and
``storage.mount`` takes FAT only. After each file that is imported it collects garbage, so few
files make a quick start.
"""

from __future__ import annotations

from ..errors import CommandError

SETTINGS = "settings.toml"
SOURCE = "source/twelve/"  # the sources, below the library: for one that refuses compiled files

# The files of a CircuitPython drive: heads, and what goes with them (joining). boot.py needs the
# drive alone, in a Python of its own.
TOGETHER = {
    "__init__.py": (),
    "ports/drive.py": (),
    "table/start.py": (
        "ports/circuitpython.py",
        "table/power.py",
        "table/wiring.py",
    ),
}

# What calls may take (main.c: 2048 bytes if nothing is said; the deepest call of a table takes
# 1840), and in how large a piece memory is taken first (8192): in many small pieces each search
# for garbage takes several times as long. A Pico has 193 KB, and wireless boards have too little.
_CALLS = 3072
_FIRST = 128 * 1024
_ROOMY = ("pico", "pico2", "feather-scorpio")

_MICROPYTHON, _VERSION = ord("M"), 6


def converted(compiled: bytes) -> bytes:
    """Return a file ``compiled`` for MicroPython as one for CircuitPython.

    CommandError where it is not of the format that both have, or holds machine code.
    """
    if compiled[:3] != bytes((_MICROPYTHON, _VERSION, 0)):
        raise CommandError(
            "this mpy-cross makes files that CircuitPython does not take: "
            "name CircuitPython's own as CIRCUITPYTHON_MPY_CROSS"
        )
    return b"C" + compiled[1:]


def memory(board: str) -> bytes:
    """Return the settings.toml that gives Python its memory on ``board``."""
    lines = ["# How CircuitPython shares out the memory; the table has its settings in table.toml."]
    lines.append(f"CIRCUITPY_PYSTACK_SIZE = {_CALLS}")
    if board in _ROOMY:
        lines.append(f"CIRCUITPY_HEAP_START_SIZE = {_FIRST}")
    return "".join(line + "\n" for line in lines).encode()
