"""Asks a port who it is, and a running table to make way: the line's hello, one port at a time."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any

from twelve.base.text import Fields
from twelve.record.session import CREDIT, Session

from ..errors import CommandError
from ..link.discovery import refusal
from ..link.port import BUSY, FORBIDDEN, MISSING, end_of

_WAIT_S = 0.05
_HELLO_S = 2.5
_ANSWER_S = 3.0


class PortError(CommandError):
    """A port that cannot be opened or has gone; ``kind`` is one of link_port's words."""

    def __init__(self, kind: str, message: str):
        super().__init__(message)
        self.kind = kind


class Asker:
    """The line to whatever is behind ``port``; a context. Raises PortError."""

    def __init__(self, port: str):
        import serial

        self.port = port
        try:
            self._serial: Any = serial.serial_for_url(port, do_not_open=True)
            self._serial.baudrate = 115200
            self._serial.timeout = _WAIT_S
            self._serial.write_timeout = 1.0
            if "://" not in port:
                self._serial.exclusive = True
            self._serial.open()
        except Exception as error:  # there is no list of what a port that cannot be raises
            raise _port_error(port, error, True) from error
        greeting = (("host", "install"), ("credit", CREDIT))
        self._requests = 0
        self.heard: list[dict[str, Any]] = []  # whatever else it has said
        self._session = Session(True, lambda: greeting, self._now_ms())

    def __enter__(self) -> Asker:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self._serial.close()
        except Exception as trouble:  # a vanished port may not even be closed
            if kind is None:
                raise _port_error(self.port, trouble, False) from trouble

    @staticmethod
    def _now_ms() -> int:
        return time.monotonic_ns() // 1_000_000

    def hello(self, patience_s: float = _HELLO_S) -> dict[str, Any] | None:
        """Return the table's hello, None when no table answers in time."""
        self._write(b"\n")  # ends whatever half a line was left there
        return self._wait("hello", patience_s)

    def request(self, **fields: object) -> dict[str, Any] | None:
        """Send a request to a table that has said hello; return its answer, None for none."""
        self._requests += 1
        self._session.send(Fields((*fields.items(), ("id", self._requests))).text())
        return self._wait("ans", _ANSWER_S)

    def _wait(self, kind: str, patience_s: float) -> dict[str, Any] | None:
        end_s = time.monotonic() + patience_s
        while time.monotonic() < end_s:
            self._session.tick(self._now_ms())
            while piece := self._session.take(64):
                self._write(piece)
            found = None
            for message, _ in self._session.receive(self._read(), self._now_ms()):
                if message["m"] == kind and found is None:
                    found = message
                else:
                    self.heard.append(dict(message))
            if found is not None:
                return dict(found)
        return None

    def _read(self) -> bytes:
        try:
            return bytes(self._serial.read(max(1, min(4096, self._serial.in_waiting))))
        except Exception as error:  # see above
            raise _port_error(self.port, error, False) from error

    def _write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except Exception as error:  # see above
            raise _port_error(self.port, error, False) from error


def ask(port: str, patience_s: float = _HELLO_S) -> dict[str, Any] | None:
    """Return the hello of the table behind ``port``, None when none answers. Raises PortError."""
    with Asker(port) as asker:
        return asker.hello(patience_s)


def fault_of(hello: dict[str, Any]) -> str:
    """Return what put a table into safe mode, in one line; "" for a table that is well."""
    lines = str(hello.get("safe") or "").strip().splitlines()
    return lines[-1] if lines else ""


def make_way(port: str) -> bool:
    """Have the table behind ``port`` leave the board alone from its next start, which is now.

    Return whether it agreed. Raises PortError.
    """
    with Asker(port) as asker:
        if asker.hello() is None:
            return False
        answer = asker.request(m="restart", to="repl")
        return answer is not None and answer.get("ok") is True


def _port_error(port: str, error: Exception, opening: bool) -> PortError:
    end = end_of(error, opening)
    if end.kind == FORBIDDEN:
        return PortError(end.kind, refusal(port))
    if end.kind == BUSY:
        cure = "stop that (is it `twelve up`?) and try again"
        return PortError(end.kind, f"{port} is in use by another program: {cure}")
    if end.kind == MISSING:
        cure = "plug the table in, or see `twelve doctor` for the ports that there are"
        return PortError(end.kind, f"{port} is not there: {cure}")
    return PortError(end.kind, f"{port} cannot be used ({end.text}): plug the table in again")
