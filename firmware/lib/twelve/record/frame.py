"""Lines of the wire: a JSON object, ``*``, eight hex digits, a newline (README.md, "The line")."""

import json

from ..base.compat import const, crc32

MAX_LINE = const(1000)


def seal(text: str) -> bytes:
    """Return the line that carries the JSON object ``text``; ValueError when it is too long."""
    body = text.encode()
    line = body + b"*%08x\n" % crc32(body)
    if len(line) > MAX_LINE:
        raise ValueError("a line of %d bytes; %d fit" % (len(line), MAX_LINE))
    return line


def _unseal_exact(line: bytes):
    if len(line) < 11 or line[-9] != 42:
        return None
    body = line[:-9]
    try:
        if int(line[-8:].decode(), 16) != crc32(body):
            return None
        text = body.decode()
        message = json.loads(text)
    except (ValueError, RuntimeError, MemoryError):  # garbage, nested too deeply, too much
        return None
    if type(message) is not dict or type(message.get("m")) is not str:
        return None
    return message, text


def unseal(line: bytes):
    """Return (message, its JSON text) of a line without its newline, or None when it is bad.

    Probes and noise get glued before real lines, so the last possible start is tried too.
    """
    line = line.rstrip(b"\r")
    found = _unseal_exact(line)
    if found is None:
        start = line.rfind(b'{"m":')
        if start > 0:
            found = _unseal_exact(line[start:])
    return found


class LineReader:
    """Cuts a stream of bytes into lines, in memory that does not grow."""

    def __init__(self):
        self._buffer = bytearray(MAX_LINE)
        self._length = 0
        self._too_long = False
        self.dropped = 0  # lines longer than MAX_LINE

    def begins(self, start: bytes) -> bool:
        """Whether the line that is still coming begins with ``start``."""
        return self._length >= len(start) and self._buffer[: len(start)] == start

    def feed(self, data: bytes) -> list:
        """Take bytes; return a list of (line without newline, bytes of ``data`` after it)."""
        lines = []
        start = 0
        while True:
            end = data.find(b"\n", start)
            piece = data[start:] if end < 0 else data[start:end]
            if self._length + len(piece) > MAX_LINE:
                self._too_long = True
            elif piece:
                self._buffer[self._length : self._length + len(piece)] = piece
                self._length += len(piece)
            if end < 0:
                return lines
            if self._too_long:
                self.dropped += 1
            elif self._length:
                lines.append((bytes(self._buffer[: self._length]), len(data) - end - 1))
            self._length = 0
            self._too_long = False
            start = end + 1
