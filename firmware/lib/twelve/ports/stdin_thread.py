"""The virtual table's stdin on CPython: a thread reads, since Windows cannot poll a pipe."""

import _thread
import os
import sys


class Stdin:
    """Bytes from the parent; the process ends with the parent's end of the pipe."""

    def __init__(self):
        self._chunks = []
        self._rest = b""
        self._news = _thread.allocate_lock()  # held while there is nothing new
        self._news.acquire()
        _thread.start_new_thread(self._listen, ())

    def _listen(self) -> None:
        while True:
            data = os.read(0, 4096)
            self._chunks.append(data)
            if self._news.locked():
                self._news.release()
            if not data:
                return

    def wait(self, ms: int) -> bool:
        """Wait up to ``ms`` for a byte or the end; return whether there is one."""
        if self._rest or self._chunks:
            return True
        self._news.acquire(True, ms / 1000)
        return bool(self._chunks)

    def read(self, limit: int) -> bytes:
        """Return up to ``limit`` bytes that are here already."""
        if not self._rest:
            if not self._chunks:
                return b""
            self._rest = self._chunks.pop(0)
            if not self._rest:
                sys.exit(0)
        data = self._rest[:limit]
        self._rest = self._rest[limit:]
        return data
