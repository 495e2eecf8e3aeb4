"""The virtual table's port: frames on stdin and stdout, to a parent that owns line and button.

A frame is a letter, two bytes of length (big-endian) and that many bytes. In: ``S`` bytes from
the host; ``K`` the button's level and, in two more bytes where the finger was timed, the
milliseconds since the edge before; ``E`` encoder steps (signed); ``P`` a question that is
answered alike once everything before it is done. Out: ``S`` bytes for the host, ``L`` the
lights (a palette index a hole), ``P`` the answer, ``R`` ready. In the environment: ``TWELVE_SEED``
(hex) makes secrets repeatable, ``TWELVE_BUTTON=down`` means that a finger is on the button.
"""

import gc
import os
import sys
import time

from .. import __version__
from ..base.compat import IS_DEVICE_PYTHON, bytes_of, const
from . import contract
from .flash import Files

_COLLECT_AFTER = const(4096)  # bytes: the heap of 160 KB is nearly full of code
RESET = 75  # the exit status that asks for a reset
_PASS = const(512)  # bytes taken in one pass of the loop: bounds its time

if IS_DEVICE_PYTHON:
    # Importing makes garbage between what stays. Collected early, it is filled again, and the
    # heap does not end up in pieces: it is this that makes the firmware fit 160 KB.
    gc.threshold(_COLLECT_AFTER)

    from .stdin_poll import Stdin

    _ticks_ms = time.ticks_ms
else:
    from .stdin_thread import Stdin

    def _ticks_ms() -> int:
        return time.monotonic_ns() // 1000000


def _runtime() -> str:
    version = ".".join([str(n) for n in sys.implementation.version[:3]])
    return sys.implementation.name + " " + version


class Port(contract.Port):
    """The process as a table: its working folder is the flash."""

    collect_after = _COLLECT_AFTER

    def __init__(self):
        self.files = Files()
        self.about = (("fw", __version__), ("py", _runtime()), ("virtual", True))
        seed = os.getenv("TWELVE_SEED")
        self.seed = bytes_of(seed) if seed else None
        self.level = os.getenv("TWELVE_BUTTON") == "down"
        self._edge_ms = 0
        self._keys = []  # (level, steps or 0, ms since the edge before or -1)
        self._serial = bytearray()
        self._questions = []
        self._stdin = Stdin()
        self._out = sys.stdout.buffer
        self._frame = bytearray()

    def ticks_ms(self) -> int:
        """Return the milliseconds of a clock that starts anywhere."""
        return _ticks_ms()

    def noise(self) -> bytes:
        """Return entropy: the system's random source."""
        return os.urandom(32)

    def ready(self) -> None:
        """Say that the table is up."""
        self._send(b"R", b"")

    def read_keys(self, sink, now_ms: int) -> None:
        """Call ``sink(level, steps, at_ms)`` for every edge and turn since the last call."""
        self._pump()
        while self._keys:
            level, steps, after_ms = self._keys.pop(0)
            if steps:
                sink(self.level, steps, now_ms)
                continue
            # A timed edge is as long after the one before as the finger meant it to be, however
            # late this process gets to see it: a click on a busy computer stays a click.
            if after_ms >= 0:
                self._edge_ms = min(now_ms, self._edge_ms + after_ms)
            else:
                self._edge_ms = now_ms
            sink(level, 0, self._edge_ms)
            self.level = level
            break  # one edge a pass, so that each is seen

    def read(self) -> bytes:
        """Return the bytes that came from the host since the last call."""
        if not self._serial:
            return b""
        data = bytes(self._serial)
        self._serial = bytearray()
        return data

    def write(self, data: bytes) -> None:
        """Send bytes to the host."""
        self._send(b"S", data)

    def show(self, pixels) -> None:
        """Show the frame ``pixels`` (a palette index a hole)."""
        self._send(b"L", bytes(pixels))

    def restart(self) -> None:
        """Ask the parent for a fresh process: a reset."""
        sys.exit(RESET)

    def rest(self, ms: int) -> None:
        """Let ``ms`` pass, less when something comes in; answer what was asked before.

        Whoever asks waits for all that the keys have begun to be done.
        """
        while self._questions and not self._keys and not self.busy:
            self._send(b"P", self._questions.pop(0))
        self._stdin.wait(ms)

    def _send(self, kind: bytes, data: bytes) -> None:
        try:
            self._out.write(kind + len(data).to_bytes(2, "big") + data)
            self._out.flush()
        except OSError:  # the parent is gone, and the process ends with it
            sys.exit(0)

    def _pump(self) -> None:
        frame = self._frame
        for byte in self._stdin.read(_PASS):
            frame.append(byte)
            if len(frame) >= 3 and len(frame) == 3 + (frame[1] << 8 | frame[2]):
                self._take(chr(frame[0]), bytes(frame[3:]))
                frame = self._frame = bytearray()

    def _take(self, kind: str, data: bytes) -> None:
        if kind == "S":
            self._serial.extend(data)
        elif kind == "K":
            after_ms = data[1] << 8 | data[2] if len(data) == 3 else -1
            self._keys.append((data[0] == 1, 0, after_ms))
        elif kind == "E":
            self._keys.append((False, data[0] - 256 if data[0] > 127 else data[0], -1))
        elif kind == "P":
            self._questions.append(data)
