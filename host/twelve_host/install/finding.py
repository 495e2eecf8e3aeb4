"""Finds the board to install on: serial ports, tables that answer, CircuitPython and UF2 drives."""

from __future__ import annotations

import os
import re
import string
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import CommandError
from ..link.discovery import candidates, list_ports
from .asking import PortError, ask
from .boards import may_be_board
from .image import CIRCUITPYTHON, MICROPYTHON

BOOT_OUT = "boot_out.txt"  # what CircuitPython writes on its drive at every start
LOADER = "INFO_UF2.TXT"  # what a boot loader shows that waits for a runtime
_VERSION = re.compile(r"CircuitPython (\d+)\.(\d+)(?:\.(\d+))?\S* on [\d-]+; (.*)")


@dataclass(slots=True)
class Found:
    """A board: its ``ports`` (CircuitPython has two), its ``drive`` if this computer shows one."""

    ports: list[str]
    runtime: str | None = None  # where it is known without asking its REPL
    hello: dict[str, Any] | None = None  # of the table that runs on it
    port: str = ""  # the one that the hello came from
    drive: Path | None = None


def mounted() -> list[Path]:
    """Return the folders at which removable drives may show up on this computer."""
    if sys.platform == "win32":
        return [Path(f"{letter}:/") for letter in string.ascii_uppercase]
    if sys.platform == "darwin":
        return sorted(Path("/Volumes").glob("*"))
    try:
        text = Path("/proc/mounts").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    lines = [line.split(" ") for line in text.splitlines()]
    # Spaces are written as octal numbers there.
    places = [re.sub(r"\\(\d{3})", lambda m: chr(int(m[1], 8)), line[1]) for line in lines]
    kinds = [line[2] for line in lines]
    return [Path(p) for p, kind in zip(places, kinds, strict=True) if kind in ("vfat", "msdos")]


def drives_with(name: str, places: Iterable[Path]) -> list[Path]:
    """Return the drives among ``places`` that have a file ``name`` at their top."""
    found = []
    for place in places:
        try:
            if (place / name).is_file():
                found.append(place)
        except OSError:  # a drive that is just being pulled, or an empty card reader
            continue
    return found


def circuitpython_on(drive: Path) -> tuple[tuple[int, int, int], str] | None:
    """Return (version, board) by the drive's boot_out.txt, None where it does not say."""
    try:
        text = (drive / BOOT_OUT).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    found = _VERSION.search(text)
    if found is None:
        return None
    return (int(found[1]), int(found[2]), int(found[3] or 0)), found[4].strip()


def find(named: str | None, runtime: str | None, places: Iterable[Path] | None = None) -> Found:
    """Return the board to install on: behind the port ``named``, or the only one that is there.

    CommandError, with the cure, where there is none, or more than one.
    """
    places = mounted() if places is None else list(places)
    drives = drives_with(BOOT_OUT, places)
    boards = [Found([named])] if named else _plugged_in()
    busy: list[PortError] = []
    for board in boards:
        for port in board.ports:
            try:
                board.hello = ask(port)
            except PortError as error:
                if named:
                    raise
                busy.append(error)
            if board.hello is not None:
                board.port = port
                board.runtime = str(board.hello.get("py", "")).partition(" ")[0]
                break
    if not boards and len(drives) == 1:
        boards = [Found([], CIRCUITPYTHON)]
    if not boards:
        raise CommandError(_none(drives, drives_with(LOADER, places)))
    if len(boards) > 1:
        ports = ", ".join(board.ports[0] for board in boards)
        raise CommandError(f"there is more than one board: name one with --port ({ports})")
    (board,) = boards
    if busy and board.hello is None:
        raise busy[0]
    if board.hello is not None and board.hello.get("virtual") is True:
        raise CommandError(f"{board.port} is a virtual table: it needs no installing")
    if len(drives) == 1 and board.runtime in (None, CIRCUITPYTHON) and runtime != MICROPYTHON:
        board.drive, board.runtime = drives[0], CIRCUITPYTHON
    elif drives and board.runtime == CIRCUITPYTHON:
        names = ", ".join(map(str, drives))
        raise CommandError(
            f"there are several CircuitPython drives ({names}): leave one plugged in"
        )
    return board


def _plugged_in() -> list[Found]:
    """Return the boards that are plugged in, with the ports of each together."""
    listed = list(list_ports())
    usable = set(candidates(listed))
    found: dict[Any, Found] = {}
    for port in sorted(listed, key=lambda port: str(port.device)):
        if port.device in usable and may_be_board(port.vid, port.pid):
            key = (port.vid, port.pid, port.serial_number or port.device)
            found.setdefault(key, Found([])).ports.append(port.device)
    return list(found.values())


def _none(drives: list[Path], loaders: list[Path]) -> str:
    if len(drives) > 1:
        names = ", ".join(map(str, drives))
        return f"there are several CircuitPython drives ({names}): leave one plugged in"
    if loaders:
        return (
            f"the board at {loaders[0]} has no Python yet: copy the .uf2 file of MicroPython from "
            "https://micropython.org/download onto that drive, then run this again"
        )
    return (
        "no board is plugged in, or the cable only charges: use a cable that carries data "
        "(`twelve doctor` tells more; --to DIR writes the files without a board)"
    )


def writable(drive: Path) -> bool:
    """Return whether the computer may write to ``drive`` now."""
    probe = drive / "twelve.probe"
    try:
        with open(probe, "wb") as file:
            file.write(b"1")
            os.fsync(file.fileno())
        probe.unlink()
    except OSError:
        return False
    return True
