"""A virtual table's folder for what is temporary: made when it is needed, and never left for long.

A table that is killed cannot remove its folder, so the next one does. A table holds a lock on its
own: whose lock is free is nobody's any more. Source: flock(2), which ends with the process.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import time
from pathlib import Path

from ..errors import CommandError

_PREFIX = "twelve-table-"
_FRESH_S = 60.0  # so long nobody takes one away that is just being made, and has no lock yet


class Scratch:
    """The folder; nothing is made before :meth:`folder` is called. Usable from any thread."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._handle = -1
        self._removed = False
        self._lock = threading.Lock()

    def folder(self) -> Path:
        """Return the folder, the same each time. CommandError, OSError where there can be none."""
        with self._lock:
            if self._removed:
                raise CommandError("the table is switched off")
            if self._path is None:
                _remove_abandoned()
                self._path = Path(tempfile.mkdtemp(prefix=_PREFIX))
                self._handle = _take(self._path)
            return self._path

    def remove(self) -> None:
        """Remove it with all that is in it; there is no other one after it."""
        with self._lock:
            self._removed = True
            if self._path is not None:
                shutil.rmtree(self._path, ignore_errors=True)
                if self._handle >= 0:
                    os.close(self._handle)
                self._path = None


def _take(path: Path) -> int:
    """Return a handle that locks the folder ``path``; -1 where it is locked, or cannot be."""
    try:
        import fcntl
    except ImportError:  # Windows
        return -1
    try:
        handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:  # it has gone, or is somebody else's
        return -1
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return -1
    return handle


def _remove_abandoned() -> None:
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        handle = _take(path)
        if handle < 0:
            continue
        try:
            age_s = time.time() - os.fstat(handle).st_mtime
            if age_s > _FRESH_S and not _is_in_use(path / "flash"):
                shutil.rmtree(path, ignore_errors=True)
        finally:
            os.close(handle)


def _is_in_use(flash: Path) -> bool:
    """Whether firmware runs on ``flash``, whose lock it holds: it may outlive a killed table."""
    handle = _take(flash)
    if handle >= 0:
        os.close(handle)
    return handle < 0 and flash.exists()
