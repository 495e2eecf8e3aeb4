"""Puts an image onto a drive so that a pulled cable leaves the old firmware, the new, or a repeat.

New files are written beside the old ones and read back; only then names are changed, in one go.
The version before stays on the drive as ``lib/twelve.old`` and ``*.old``. The settings, games and
identity of the table are never touched.
"""

from __future__ import annotations

import hashlib

from ..errors import CommandError
from .drive import Advance, Drive
from .image import PROGRAMS, Image

LIBRARY = "lib/twelve"
NEW, OLD = ".new", ".old"
MOVED = ("secret.json", "choices.json", "identity.json")  # as the firmware's identity.py has it
_SPARE = 48 * 1024  # bytes that stay free, for games


def place(drive: Drive, image: Image, advance: Advance, keep: bool = True) -> bool:
    """Put ``image`` onto ``drive``; return whether anything had to be changed.

    ``keep``: the version that was there stays for :func:`go_back`. CommandError when there is no
    room or what is read back is not what was written.
    """
    present = drive.digests(LIBRARY)
    library = {name: _sha256(data) for name, data in image.library.items()}
    programs = {name: _sha256(data) for name, data in image.programs.items()}
    there = {name: drive.digest(name) for name in programs}
    first = {name: data for name, data in image.first.items() if not _is_there(drive, name)}
    if present == library and there == programs and not first:
        advance(image.size)
        return False
    changed = {name: data for name, data in image.programs.items() if there[name] != programs[name]}
    drive.remove(LIBRARY + NEW)
    copies = present != library
    _make_room(drive, image.size if copies else 4096)
    if copies:
        for name, data in image.library.items():
            drive.write(f"{LIBRARY}{NEW}/{name}", data, advance)
        _compare(drive.digests(LIBRARY + NEW), library)
    for name, data in {**changed, **first}.items():
        drive.write(name + NEW, data, advance)
        _compare({name: drive.digest(name + NEW)}, {name: _sha256(data)})
    drive.settle()
    if copies:
        _switch(drive, LIBRARY)
        for name in programs:
            drive.remove(name + OLD)
    for name in (*first, *changed):  # the program last: it is what starts all the rest
        _switch(drive, name)
    if not keep:
        for name in (LIBRARY, *programs):
            drive.remove(name + OLD)
    drive.settle()
    return True


def _is_there(drive: Drive, name: str) -> bool:
    """Return whether ``drive`` has ``name``, be it in the root, where firmware kept all once.

    An empty file is none: CircuitPython formats its drive with an empty settings.toml.
    """
    if drive.digest(name) == _sha256(b""):
        return False
    return drive.exists(name) or ("/" in name and drive.exists(name.rpartition("/")[2]))


def _switch(drive: Drive, name: str) -> None:
    """Put ``name``.new in the place of ``name``, which stays as ``name``.old."""
    pairs = [(name + NEW, name)]
    if drive.exists(name):  # else it was being exchanged when the cable was pulled
        drive.remove(name + OLD)
        pairs.insert(0, (name, name + OLD))
    drive.move(pairs)


def go_back(drive: Drive, runtime: str) -> None:
    """Exchange the firmware on ``drive`` and the version before. CommandError without one."""
    if not drive.exists(LIBRARY + OLD):
        raise CommandError("no earlier version is on this board: `twelve install` puts one there")
    names = [LIBRARY, *(name for name in PROGRAMS[runtime] if drive.exists(name + OLD))]
    pairs = []
    for name in MOVED:  # later firmware takes them from the root where it finds none in state/
        if drive.exists(f"state/{name}"):
            drive.remove(name)
            pairs.append((f"state/{name}", name))
    for name in names:
        drive.remove(name + NEW)
        if drive.exists(name):
            pairs.append((name, name + NEW))
        pairs.append((name + OLD, name))
        if drive.exists(name):
            pairs.append((name + NEW, name + OLD))
    drive.move(pairs)
    drive.settle()


def _make_room(drive: Drive, size: int) -> None:
    if drive.free() >= size + _SPARE:
        return
    drive.remove(LIBRARY + OLD)  # better no version to go back to than none to go to
    if drive.free() < size + _SPARE:
        raise CommandError(
            f"the drive has {drive.free() // 1024} KB free and {(size + _SPARE) // 1024} KB are "
            "needed: let `twelve up` fetch the games that are on it, or remove files of your own"
        )


def _compare(found: dict[str, str], wanted: dict[str, str]) -> None:
    for name, digest in wanted.items():
        if found.get(name) != digest:
            cure = "run this again; if it comes back, the board's flash is worn out"
            raise CommandError(f"{name} is not on the board as it was written: {cure}")
    for name in found:
        if name not in wanted:
            raise CommandError(f"{name} is on the board unasked: run this again")


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
