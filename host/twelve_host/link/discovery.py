"""Finds tables among the serial ports: which port is tried, when, and how often.

Only ports with a USB vendor id are candidates, and ports that a person has named: nothing is
ever written to any other, such as a Bluetooth modem.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..clock import Clock
from .connection import MUTE, REFUSED, SILENT, Connection
from .port import BUSY, FORBIDDEN, LOST, MISSING, End

log = logging.getLogger("twelve.discovery")

_SCAN_S = 1.0
_ALONE_MS = 60_000  # for a port that turned out to be no table
_AGAIN_MS = 1000
_SOON_MS = 200  # after a loss, where the port is still there
_GIVE_UP_BUSY_MS = 15_000
_FORBIDDEN_MS = 3000  # a rule of the system may open it to us a moment after it appears
_RARE_MS = 5000  # between tries once the trouble has been reported

Lister = Callable[[], Iterable[Any]]


def list_ports() -> Iterable[Any]:
    """Return the serial ports of this computer, as pyserial describes them."""
    from serial.tools import list_ports as found

    return found.comports()


def candidates(ports: Iterable[Any], platform: str = sys.platform) -> list[str]:
    """Return the names of the ports that may be tables: on USB, and each device once.

    macOS shows a device as ``cu.*`` and ``tty.*``; opening the latter may wait for ever.
    """
    names = [port.device for port in ports if port.vid is not None]
    if platform == "darwin":
        names = [n for n in names if not n.rpartition("/")[2].startswith("tty.")]
    return sorted(set(names))


def refusal(port: str) -> str:
    """Return why ``port`` may not be opened, naming the group that may and the cure."""
    try:
        import grp

        group = grp.getgrgid(os.stat(port).st_gid).gr_name
    except (ImportError, OSError, KeyError):
        return f"{port}: permission denied: allow this user to open it"
    cure = f"run `sudo usermod -aG {group} $USER`, then log out and in again"
    return f"{port}: permission denied, it belongs to the group {group}: {cure}"


@dataclass(slots=True)
class _Port:
    """What is known of one port."""

    named: bool = False
    answered: bool = False  # in this run: it is a table, whatever happens
    connection: Connection | None = None
    next_ms: int = 0  # not tried before
    trouble: str = ""  # the kind of end that keeps repeating
    since_ms: int = 0  # when that began
    reported: bool = False
    absent: int = 0  # scans in a row that did not list it


class Discovery:
    """Keeps a connection on every port that is, or may be, a table.

    ``connect(port, patient)`` makes a connection; whoever owns it passes its end on to
    :meth:`ended` and says :meth:`answered`. With ports ``named``, others are looked at only
    while a named one that was a table is gone: it may come back under another name.
    """

    def __init__(
        self,
        named: Iterable[str],
        connect: Callable[[str, bool], Connection],
        clock: Clock,
        lister: Lister = list_ports,
    ):
        self._connect = connect
        self._clock = clock
        self._lister = lister
        self._ports: dict[str, _Port] = {}
        self._scanning = True
        for port in named:
            self.name(port)
            self._scanning = False

    def name(self, port: str) -> None:
        """Have ``port`` tried for ever, as a person or the virtual table has named it."""
        self._ports[port] = _Port(named=True)

    def unname(self, port: str) -> None:
        """Forget a port that was named."""
        found = self._ports.pop(port, None)
        if found is not None and found.connection is not None:
            found.connection.end()

    @property
    def settled(self) -> bool:
        """Whether no port is being asked right now: each is a table or known to be none."""
        return not any(p.connection and not p.connection.greeted for p in self._ports.values())

    async def run(self, scanned: Callable[[], None]) -> None:
        """Look around every second, for ever; ``scanned`` is called after every look."""
        complained = False
        while True:
            found: list[str] = []
            if self._looks_around():
                try:
                    found = candidates(await asyncio.to_thread(lambda: list(self._lister())))
                except Exception as error:  # a listing is the system's, and may fail oddly
                    if not complained:
                        log.warning("the serial ports cannot be listed: %s", error)
                    complained = True
            self.look(found)
            scanned()
            await asyncio.sleep(_SCAN_S)

    def _looks_around(self) -> bool:
        if self._scanning:
            return True
        named = [p for p in self._ports.values() if p.named and p.answered]
        return any(p.connection is None or not p.connection.greeted for p in named)

    def look(self, found: list[str]) -> None:
        """Take the names of the candidates that are there now; open what is due."""
        now_ms = self._clock.ms()
        devices = {os.path.realpath(name) for name, p in self._ports.items() if p.named}
        for name in found:
            if name not in self._ports and os.path.realpath(name) not in devices:
                self._ports[name] = _Port()
        for name, port in list(self._ports.items()):
            if port.named or name in found:
                port.absent = 0
            else:
                port.absent += 1
                self._gone(name, port)
        for name, port in list(self._ports.items()):
            if port.connection is None and not port.absent and now_ms >= port.next_ms:
                self._try(name, port)

    def _gone(self, name: str, port: _Port) -> None:
        if port.connection is None:
            del self._ports[name]
        elif port.absent >= 2 and self._looks_around():
            # Some systems keep a vanished port open without a word.
            port.connection.end(LOST, "the port is gone")

    def _try(self, name: str, port: _Port) -> None:
        patient = port.named or port.answered
        port.connection = self._connect(name, patient)
        port.connection.start()

    # -- what became of them --------------------------------------------------------------------
    def answered(self, connection: Connection) -> None:
        """Note that a table answers on this connection."""
        port = self._ports.get(connection.port)
        if port is not None and port.connection is connection:
            port.answered = True
            port.trouble = ""
            port.reported = False

    def ended(self, connection: Connection, end: End) -> None:
        """Note that a connection has ended, and settle when its port is tried again."""
        port = self._ports.get(connection.port)
        if port is None or port.connection is not connection:
            return
        now_ms = self._clock.ms()
        port.connection = None
        if end.kind != port.trouble:
            port.trouble = end.kind
            port.since_ms = now_ms
            port.reported = False
        port.next_ms = now_ms + self._pause_ms(connection.port, port, end, now_ms)
        if port.next_ms - now_ms <= _SOON_MS:
            loop = asyncio.get_running_loop()
            loop.call_later(_SOON_MS / 1000, self._retry, connection.port, port)

    def _retry(self, name: str, port: _Port) -> None:
        if self._ports.get(name) is port and port.connection is None and not port.absent:
            self._try(name, port)

    def _pause_ms(self, name: str, port: _Port, end: End, now_ms: int) -> int:
        lasted_ms = now_ms - port.since_ms
        if end.kind == SILENT:
            return _SOON_MS
        if end.kind == REFUSED:
            self._report(port, f"{name}: {end.text}")
            return _ALONE_MS
        if end.kind == BUSY:
            if lasted_ms < _GIVE_UP_BUSY_MS:
                return _AGAIN_MS
            cure = "close that, and it is taken by itself"
            self._report(port, f"{name} is in use by another program: {cure}")
            return _RARE_MS
        if end.kind == FORBIDDEN:
            if lasted_ms < _FORBIDDEN_MS:
                return _AGAIN_MS
            self._report(port, refusal(name))
            return _RARE_MS
        if end.kind == MUTE and not (port.named or port.answered):
            return _ALONE_MS
        if port.named and not port.answered:
            if end.kind == MUTE:
                self._report(port, f"{name} does not answer: is it a table, and switched on?")
            elif end.kind == MISSING:
                self._report(port, f"{name} is not there: waiting for it")
            else:
                self._report(port, f"{name}: {end.text}; trying again")
        return _AGAIN_MS

    def _report(self, port: _Port, sentence: str) -> None:
        if not port.reported:
            port.reported = True
            log.warning("%s", sentence)

    async def close(self) -> None:
        """End every connection, within about a second."""
        open_ones = [p.connection for p in self._ports.values() if p.connection is not None]
        self._ports.clear()
        await asyncio.gather(*[connection.close() for connection in open_ones])
