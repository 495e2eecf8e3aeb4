"""A board's drive as the installer needs it: a folder here, or the board's own files."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

Advance = Callable[[int], None]  # is told how many more bytes are written


class Drive(Protocol):
    """Files by paths with ``/``, relative to the top. OSError where the drive refuses."""

    def exists(self, path: str) -> bool:
        """Return whether there is a file or folder ``path``."""

    def digests(self, folder: str) -> dict[str, str]:
        """Return {path below ``folder``: SHA-256 in hex} of every file, read back; {} for none."""

    def digest(self, path: str) -> str:
        """Return the SHA-256 in hex of a file, read back; "" for none."""

    def write(self, path: str, data: bytes, advance: Advance) -> None:
        """Write a file; its folders are made."""

    def move(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Rename, one pair (old, new) after the other, as quickly as can be."""

    def remove(self, path: str) -> None:
        """Remove a file, or a folder with all that is in it; nothing where there is none."""

    def free(self) -> int:
        """Return how many bytes are free."""

    def settle(self) -> None:
        """Return when everything is on the medium."""


class Folder:
    """The drive is a folder: one to be filled, or CircuitPython's drive as the system shows it."""

    def __init__(self, top: Path):
        self.top = top

    def exists(self, path: str) -> bool:
        """Return whether there is a file or folder ``path``."""
        return (self.top / path).exists()

    def digests(self, folder: str) -> dict[str, str]:
        """Return {path below ``folder``: SHA-256 in hex} of every file; {} for none."""
        base = self.top / folder
        files = [path for path in sorted(base.rglob("*")) if path.is_file()]
        return {path.relative_to(base).as_posix(): _digest(path) for path in files}

    def digest(self, path: str) -> str:
        """Return the SHA-256 in hex of a file; "" for none."""
        found = self.top / path
        return _digest(found) if found.is_file() else ""

    def write(self, path: str, data: bytes, advance: Advance) -> None:
        """Write a file and wait until it is on the medium; its folders are made."""
        target = self.top / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with open(target, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        advance(len(data))

    def move(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Rename, one pair (old, new) after the other."""
        for old, new in pairs:
            (self.top / old).rename(self.top / new)

    def remove(self, path: str) -> None:
        """Remove a file, or a folder with all that is in it; nothing where there is none."""
        found = self.top / path
        if found.is_dir():
            shutil.rmtree(found)
        elif found.exists():
            found.unlink()

    def free(self) -> int:
        """Return how many bytes are free."""
        return shutil.disk_usage(self.top).free

    def settle(self) -> None:
        """Return when everything is on the medium."""
        if hasattr(os, "sync"):
            os.sync()


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
