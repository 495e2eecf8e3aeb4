"""One installation: the table makes way, files are placed, the new firmware answers."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from twelve import __version__
from twelve.table.settings import Settings

from ..errors import CommandError
from ..link.discovery import candidates, list_ports
from ..virtual.image import root_folder
from . import boards, finding, image
from .asking import PortError, ask, fault_of, make_way
from .drive import Advance, Drive, Folder
from .finding import Found
from .image import CIRCUITPYTHON, MICROPYTHON, Image
from .placing import LIBRARY, NEW, OLD, go_back, place
from .repl import About, Repl

OLDEST = {MICROPYTHON: (1, 23, 0), CIRCUITPYTHON: (9, 0, 0)}
BYTECODE = 6  # version of the .mpy files that mpy-cross makes

_BACK_S = 20.0  # until a board is there again after a reset
_AGAIN_S = 0.3
PATIENCE_S = 2.0  # for a drive that is just being shown

# One of these is on every drive of a table, even where its cable was pulled, or of CircuitPython.
_DRIVE = (LIBRARY, LIBRARY + NEW, LIBRARY + OLD, image.SETTINGS, image.IDENTITY, finding.BOOT_OUT)

Say = Callable[[str], None]
Start = Callable[[str, int], Advance]  # begins a progress bar: (what, bytes)


def board_of(folder: Path) -> str | None:
    """Return the board that the table.toml in ``folder`` is for, None where there is none."""
    try:
        text = (folder / image.SETTINGS).read_text(encoding="utf-8")
    except (OSError, UnicodeError):  # none, or none that the table would understand
        return None
    name = Settings(text).values["controller"]
    return name if name in boards.BOARDS else None


def to_folder(folder: Path, runtime: str, board: str) -> Image:
    """Write the files of a board's drive into ``folder``; return what was written.

    Settings, games and identity that are there stay, and the programs of somebody else's drive as
    ``*.old``. CommandError where the folder is none for this.
    """
    strange = _stranger_in(folder)
    if strange is not None:
        raise CommandError(
            f"{folder} has other files in it, such as {strange}: name an empty folder, or one that "
            "`twelve install --to` has filled before"
        )
    built = image.build(runtime, board, boards.BOARDS[board].arch)
    folder.mkdir(parents=True, exist_ok=True)
    drive = Folder(folder)
    place(drive, built, lambda _: None, keep=not drive.exists(LIBRARY))
    for name in {n for names in image.PROGRAMS.values() for n in names} - set(built.programs):
        ours = (root_folder() / name).read_bytes()  # of another runtime that was there before
        if (folder / name).is_file() and (folder / name).read_bytes() == ours:
            drive.remove(name)
    return built


def _stranger_in(folder: Path) -> str | None:
    """Return a file in ``folder`` that makes it another's, None where it is empty or a drive."""
    if any((folder / name).exists() for name in _DRIVE):
        return None
    there = sorted(folder.iterdir()) if folder.is_dir() else []
    for path in there:
        # Systems leave hidden files, and CircuitPython an empty settings.toml and lib.
        is_empty = not any(path.iterdir()) if path.is_dir() else not path.stat().st_size
        if not path.name.startswith(".") and not is_empty:
            return path.name
    return None


def to_board(found: Found, board: str | None, back: bool, say: Say, start: Start) -> str:
    """Put the firmware on the board that was found (``back``: the version before).

    Returns a sentence about the table that answers then. ``say`` hears what happens.
    """
    if found.hello is not None:
        hello = found.hello
        say(f"table {hello.get('table')} on {found.port} runs {hello.get('fw')}; it makes way")
        if not make_way(found.port):
            cure = "hold its button while you plug it in, then run this again"
            raise CommandError(f"the table on {found.port} does not make way: {cure}")
        time.sleep(1)  # it is still there for a moment
    if found.runtime == CIRCUITPYTHON:
        _by_drive(found, board, back, say, start)
    else:
        _by_repl(found, board, back, say, start)
    return _greeted(found, back)


# -- MicroPython ---------------------------------------------------------------------------------
def _by_repl(found: Found, board: str | None, back: bool, say: Say, start: Start) -> None:
    with _repl(found) as repl:
        about = repl.about()
        _check_version(about.runtime, about.version)
        if about.runtime == CIRCUITPYTHON:
            text = "this board has CircuitPython and shows no drive"
            cure = "hold the table's button while you plug it in, then run this again"
            raise CommandError(f"{found.ports[0]}: {text}: {cure}")
        say(_described(about, found.ports[0]))
        name, arch = _which(about, board)
        if about.bytecode != BYTECODE:
            cure = "flash the newest MicroPython and update twelve-table"
            raise CommandError(f"it loads .mpy version {about.bytecode}, not {BYTECODE}: {cure}")
        _put(repl, MICROPYTHON, name, arch, back, say, start)
        repl.reset()


def _repl(found: Found) -> Repl:
    """Return the board's REPL; where a table makes way, once it has."""
    end_s = time.monotonic() + (_BACK_S if found.hello is not None else 0)
    while True:
        for port in _ports(found):
            try:
                return Repl(port)
            except CommandError:
                if time.monotonic() >= end_s:
                    raise
        time.sleep(_AGAIN_S)


def _described(about: About, port: str) -> str:
    version = ".".join(map(str, about.version))
    free = f"{about.free // 1024} of {about.size // 1024} KB free"
    return f"{about.machine} on {port}: {about.runtime} {version}, {free}"


def _which(about: About, board: str | None) -> tuple[str, str | None]:
    """Return the board's name for the settings, and its native code."""
    known = boards.named(about.machine)
    if board is None and known is None:
        names = ", ".join(boards.BOARDS)
        raise CommandError(f"{about.machine} is not known by name: say --board ({names})", 2)
    name = board or (known.name if known else boards.DEFAULT)
    return name, about.arch


# -- CircuitPython -------------------------------------------------------------------------------
def _by_drive(found: Found, board: str | None, back: bool, say: Say, start: Start) -> None:
    drive = _drive(found)
    known = finding.circuitpython_on(drive)
    machine = known[1] if known else "a board"
    if known is not None:
        _check_version(CIRCUITPYTHON, known[0])
        version = ".".join(map(str, known[0]))
        free = f"{Folder(drive).free() // 1024} KB free"
        say(f"{machine} at {drive}: circuitpython {version}, {free}")
    named = boards.named(machine)
    name = board or (named.name if named else boards.DEFAULT)
    _put(Folder(drive), CIRCUITPYTHON, name, None, back, say, start)
    for port in found.ports:
        with contextlib.suppress(CommandError):  # the data port has no REPL
            with Repl(port) as repl:
                repl.about()
                repl.reset()
            return
    say("unplug the board and plug it in again, so that it starts anew")


def _drive(found: Found) -> Path:
    """Return the drive once the computer may write to it. CommandError where it may not."""
    end_s = time.monotonic() + (_BACK_S if found.hello is not None else PATIENCE_S)
    while True:
        drives = finding.drives_with(finding.BOOT_OUT, finding.mounted())
        if found.drive is None and len(drives) == 1:
            found.drive = drives[0]
        if found.drive is not None and finding.writable(found.drive):
            return found.drive
        if time.monotonic() > end_s:
            cure = "hold the table's button while you plug it in, open the drive, run this again"
            raise CommandError(f"the drive CIRCUITPY cannot be written: {cure}")
        time.sleep(_AGAIN_S)


# -- both ----------------------------------------------------------------------------------------
def _check_version(runtime: str, version: tuple[int, int, int]) -> None:
    if runtime not in OLDEST:
        raise CommandError(f"a board with {runtime} cannot be a table: flash MicroPython on it")
    if version < OLDEST[runtime]:
        needed = ".".join(map(str, OLDEST[runtime][:2]))
        shown = ".".join(map(str, version))
        raise CommandError(f"{runtime} {shown} is too old: flash {needed} or a newer one")


def _put(
    drive: Drive, runtime: str, board: str, arch: str | None, back: bool, say: Say, start: Start
) -> None:
    if back:
        go_back(drive, runtime)
        say("the version before is back in place")
        return
    built = image.build(runtime, board, arch)
    kind = "compiled" if built.compiled else "sources"
    advance = start("copying", built.size)
    changed = place(drive, built, advance)
    if changed:
        say(f"{built.version}: {built.size // 1024} KB ({kind}) are on the board and read back")
    else:
        say(f"{built.version} is on the board already, every file as it should be")


def _greeted(found: Found, back: bool) -> str:
    """Return a sentence about the table that answers now. CommandError where none does."""
    if not found.ports:
        return "once it is plugged in again, `twelve doctor` shows whether it answers"
    end_s = time.monotonic() + _BACK_S
    while time.monotonic() < end_s:
        time.sleep(_AGAIN_S)
        for port in _ports(found):
            with contextlib.suppress(PortError):  # not there yet
                hello = ask(port)
                if hello is not None:
                    return _is_right(port, hello, back)
    cure = "plug it in again; `twelve install --back` puts the version before in place"
    raise CommandError(f"the board was written, but no table answers: {cure}")


def _ports(found: Found) -> list[str]:
    """Return the board's ports; after a reset it may have others."""
    with contextlib.suppress(Exception):  # the system may fail to list them: then the known ones
        listed = candidates(list_ports())
        if not set(found.ports) & set(listed):
            return [*found.ports, *listed]
    return found.ports


def _is_right(port: str, hello: dict[str, Any], back: bool) -> str:
    shown = f"table {hello.get('table')} on {port} runs {hello.get('fw')} on {hello.get('py')}"
    if fault_of(hello):
        cure = "`twelve install --back` puts the version before in place"
        raise CommandError(f"{shown}, but in safe mode ({fault_of(hello)}): {cure}")
    if not back and hello.get("fw") != __version__:
        raise CommandError(f"{shown}, not {__version__}: plug it in again and see `twelve doctor`")
    return shown
