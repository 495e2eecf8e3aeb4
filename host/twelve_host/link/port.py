"""One serial port in a thread of its own: bytes in, bytes out, and one word when it ends."""

from __future__ import annotations

import asyncio
import errno
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

_WAIT_S = 0.25  # a reader that can be woken by a write may sleep long
_SHORT_WAIT_S = 0.02  # one that cannot looks at what is to be written this often
_WRITE_S = 1.0
_CLOSE_S = 1.0
_CHUNKS = 64  # on their way to the loop: a port that floods is read no faster than it is heard
_MOST = 4096  # bytes in one chunk

# Why a port ended.
BUSY, FORBIDDEN, MISSING, LOST, CLOSED = "busy", "forbidden", "missing", "lost", "closed"

_KINDS = {
    errno.EBUSY: BUSY,
    errno.EAGAIN: BUSY,  # another program holds the lock
    errno.EACCES: FORBIDDEN,
    errno.EPERM: FORBIDDEN,
    errno.ENOENT: MISSING,
    errno.ENODEV: MISSING,
    errno.ENXIO: MISSING,
}


@dataclass(frozen=True, slots=True)
class End:
    """How a port ended: ``kind`` is one of the words above, ``text`` what the system said."""

    kind: str
    text: str = ""


def end_of(error: BaseException, opening: bool) -> End:
    """Return the end that ``error`` means; while ``opening`` there is more to tell apart."""
    text = " ".join(str(error).split())
    if opening:
        number = getattr(error, "errno", None)
        if number in _KINDS:
            return End(_KINDS[number], text)
        if sys.platform == "win32":
            # Its errors carry no number; what is open elsewhere answers "access is denied".
            if "PermissionError" in text:
                return End(BUSY, text)
            if "FileNotFoundError" in text:
                return End(MISSING, text)
    return End(LOST, text or type(error).__name__)


class LinkPort:
    """The port called ``name`` (a device, a pseudo-terminal, a pyserial URL).

    The callbacks run in the event loop that the port was made in: ``on_open()``, then
    ``on_bytes(data)`` any number of times, and ``on_end(End)`` once and last.
    """

    def __init__(
        self,
        name: str,
        on_open: Callable[[], None],
        on_bytes: Callable[[bytes], None],
        on_end: Callable[[End], None],
    ):
        self.name = name
        self._on_open = on_open
        self._on_bytes = on_bytes
        self._on_end = on_end
        self._loop = asyncio.get_running_loop()
        self._queue: deque[bytes] = deque()
        self._room = threading.Semaphore(_CHUNKS)
        self._guard = threading.Lock()  # between the thread's close and another's wake-up
        self._port: Any = None
        self._closing = False
        self._thread = threading.Thread(target=self._run, name=f"port {name}", daemon=True)

    def start(self) -> None:
        """Open the port, in its thread."""
        self._thread.start()

    def write(self, data: bytes) -> None:
        """Have ``data`` written; what cannot be written ends the port."""
        self._queue.append(data)
        self._wake()

    def close(self) -> bool:
        """Close the port; return within a second whether it is closed by then."""
        self._closing = True
        self._wake()
        if self._thread.ident is None:
            return True
        self._thread.join(_CLOSE_S)
        return not self._thread.is_alive()

    def _wake(self) -> None:
        with self._guard:
            if self._port is not None and hasattr(self._port, "cancel_read"):
                # A port that died under the call ends in its thread all the same.
                with suppress(OSError, ValueError, TypeError):
                    self._port.cancel_read()
                    if self._closing and hasattr(self._port, "cancel_write"):
                        self._port.cancel_write()

    # -- the thread ---------------------------------------------------------------------------
    def _run(self) -> None:
        end = End(CLOSED)
        opening = True
        try:
            self._open()
            opening = False
            self._tell(self._on_open)
            while not self._closing:
                self._pass()
        except Exception as error:  # there is no list of what a vanished port raises
            end = end_of(error, opening)
        self._shut()
        self._tell(self._on_end, End(CLOSED) if self._closing else end)

    def _open(self) -> None:
        import serial

        port = serial.serial_for_url(self.name, do_not_open=True)
        port.baudrate = 115200
        port.write_timeout = _WRITE_S
        port.timeout = _WAIT_S if hasattr(port, "cancel_read") else _SHORT_WAIT_S
        if "://" not in self.name:
            port.exclusive = True
        port.open()
        with self._guard:
            self._port = port

    def _pass(self) -> None:
        port = self._port
        while self._queue and not self._closing:
            port.write(self._queue.popleft())
        data = port.read(1)
        if not data:
            return
        waiting = port.in_waiting
        while waiting and len(data) < _MOST:
            data += port.read(min(waiting, _MOST - len(data)))
            waiting = port.in_waiting
        while not self._room.acquire(timeout=_WAIT_S):
            if self._closing:
                return
        self._tell(self._hear, data)

    def _hear(self, data: bytes) -> None:
        self._room.release()
        self._on_bytes(data)

    def _shut(self) -> None:
        with self._guard:
            port, self._port = self._port, None
        if port is None:
            return
        # Unsent bytes would keep the system from closing for many seconds; a dead port may
        # refuse both calls, and is gone then.
        with suppress(Exception):
            port.reset_output_buffer()
        with suppress(Exception):
            port.close()

    def _tell(self, what: Callable[..., None], *arguments: object) -> None:
        with suppress(RuntimeError):  # the loop has ended: nobody is left to be told
            self._loop.call_soon_threadsafe(what, *arguments)
