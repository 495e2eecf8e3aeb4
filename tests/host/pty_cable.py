"""A pseudo-terminal as a cable: a name that a host opens, pulled and plugged in at will."""

from __future__ import annotations

import errno
import os
import pty
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path


class PtyCable:
    """The table's side of it. ``spoil`` may change what leaves, ``waits`` counts looks for room."""

    def __init__(self, path: Path):
        self.path = path
        self.spoil: Callable[[bytes], bytes] = lambda data: data
        self.piece = 1 << 16  # bytes in one write
        self.written = 0
        self.waits = 0
        self._master = -1
        self._guard = threading.Lock()

    def plug(self, path: Path | None = None) -> None:
        """Put a new pseudo-terminal behind the name, or behind another one."""
        self.path = path or self.path
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        part = self.path.with_name(self.path.name + ".part")
        os.symlink(os.ttyname(slave), part)
        os.replace(part, self.path)
        os.close(slave)  # kept open, it would hide that no host is there
        with self._guard:
            self._master = master

    def unplug(self) -> None:
        """Pull it: the host's calls fail, and the name is gone."""
        with self._guard:
            master, self._master = self._master, -1
        self.path.unlink(missing_ok=True)
        if master >= 0:
            os.close(master)

    def read(self) -> bytes:
        """Return what has come."""
        with self._guard:
            if self._master < 0:
                return b""
            try:
                return os.read(self._master, 4096)
            except BlockingIOError:
                return b""
            except OSError as error:
                assert error.errno == errno.EIO  # no host has the other side open
                return b""

    def write(self, data: bytes) -> None:
        """Write, waiting for room."""
        self.written += len(data)
        data = self.spoil(data)
        while data:
            with self._guard:
                if self._master < 0:
                    return
                try:
                    data = data[os.write(self._master, data[: self.piece]) :]
                    continue
                except BlockingIOError:
                    self.waits += 1
            time.sleep(0.001)
