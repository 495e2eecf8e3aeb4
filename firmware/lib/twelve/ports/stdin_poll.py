"""The virtual table's stdin on MicroPython: what has come, without ever waiting for more."""

import select
import sys


class Stdin:
    """Bytes from the parent; the process ends with the parent's end of the pipe."""

    def __init__(self):
        self._buffer = sys.stdin.buffer
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        self._ipoll = poll.ipoll  # unlike poll, it allocates nothing

    def wait(self, ms: int) -> bool:
        """Wait up to ``ms`` for a byte or the end; return whether there is one."""
        for _ in self._ipoll(ms):
            return True
        return False

    def read(self, limit: int) -> bytes:
        """Return up to ``limit`` bytes that are here already."""
        if not self.wait(0):
            return b""
        data = bytearray()
        while True:
            byte = self._buffer.read(1)  # read(1) after a poll never blocks; read(n) would
            if not byte:
                sys.exit(0)
            data.extend(byte)
            if len(data) == limit or not self.wait(0):
                return data
