"""One service a data folder: a lock that ends with the process, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from ..errors import CommandError

_FILE = "twelve.lock"


class DataLock:
    """Holds ``folder`` for this process. Raises CommandError where another one holds it."""

    def __init__(self, folder: Path):
        self._path = folder / _FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file: IO[str] = open(  # noqa: SIM115
                self._path, "a+", encoding="utf-8", opener=_private
            )
        except OSError as error:
            cure = "name another folder with --data"
            raise CommandError(f"cannot write in {folder}: {error.strerror}; {cure}") from error
        if not _lock(self._file):
            who = _who(self._file)
            self._file.close()
            cure = "use that one, stop it, or name another folder with --data"
            raise CommandError(f"{folder} is in use by {who}: {cure}")
        self.say("")

    def say(self, address: str, link: str = "") -> None:
        """Leave word for others of where this service answers; ``link`` may have a token in it."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(f"`twelve up` (process {os.getpid()}) {address}".strip() + "\n")
        self._file.write(f"{link or address}\n")
        self._file.flush()

    def release(self) -> None:
        """Let the folder go."""
        self._file.seek(0)
        self._file.truncate()
        self._file.close()


def holder(folder: Path) -> str | None:
    """Return who holds ``folder``, with the address it answers at; None where nobody does."""
    try:
        # Network folders lock only what is open for writing.
        with open(folder / _FILE, "r+", encoding="utf-8") as file:
            return None if _lock(file) else _who(file)
    except OSError:  # no service has ever run there, or it is not for us to read
        return None


def link_of(folder: Path) -> str | None:
    """Return the link at which the service on ``folder`` lets this user in; None for no service.

    "" where it does not say, such as while it starts. It is a secret where it has a token.
    """
    try:
        with open(folder / _FILE, "r+", encoding="utf-8") as file:
            if _lock(file):
                return None
            file.seek(0)
            lines = file.read().splitlines()
            return lines[1].strip() if len(lines) > 1 else ""
    except OSError:  # see above
        return None


def _who(file: IO[str]) -> str:
    file.seek(0)
    return file.readline().strip() or "another `twelve up`"


def _private(path: str, flags: int) -> int:
    """Open the file for its owner alone: a link with a token lets in whoever reads it."""
    number = os.open(path, flags, 0o600)
    if os.name == "posix":
        os.fchmod(number, 0o600)
    return number


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> bool:
        # Far behind the text, since what is locked cannot be read there.
        file.seek(1 << 20)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _lock(file: IO[str]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
