"""How a port ends: every face of an unplug is one end, and what keeps it shut is told apart."""

from __future__ import annotations

import asyncio
import errno
import time

import pytest
import serial

from heard_port import Heard, until
from twelve_host.link import port as link_port
from twelve_host.link.port import BUSY, FORBIDDEN, LOST, MISSING, end_of


@pytest.mark.parametrize(
    "error",
    [
        serial.SerialException("read failed: [Errno 5] Input/output error"),
        OSError(errno.EIO, "Input/output error"),
        OSError(errno.EINVAL, "Invalid argument"),
        PermissionError(errno.EACCES, "Access is denied"),
        TypeError("an integer is required (got type NoneType)"),
        __import__("termios").error(errno.EIO, "Input/output error"),
    ],
    ids=lambda error: type(error).__name__ + str(getattr(error, "errno", "")),
)
@pytest.mark.parametrize("where", ["read", "in_waiting", "write"])
def test_t01_every_face_of_an_unplug_is_the_same_end(
    error: Exception, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Dying:
        is_open = True  # it stays so

        def __init__(self) -> None:
            self.asked = 0

        def open(self) -> None:
            pass

        def close(self) -> None:
            raise error

        def reset_output_buffer(self) -> None:
            raise error

        def read(self, size: int) -> bytes:
            if where == "read":
                raise error
            time.sleep(0.005)
            return b"x" if where == "in_waiting" else b""

        @property
        def in_waiting(self) -> int:
            raise error

        def write(self, data: bytes) -> int:
            raise error

    monkeypatch.setattr(serial, "serial_for_url", lambda *_, **__: Dying())

    async def main() -> None:
        heard = Heard("COM7")
        await until(lambda: heard.opened)
        heard.port.write(b"anything")
        await until(lambda: heard.ends)
        assert heard.port.close()
        assert [end.kind for end in heard.ends] == [LOST]

    asyncio.run(main())


def test_what_keeps_a_port_from_opening_is_told_apart() -> None:
    kinds = {
        BUSY: [errno.EBUSY, errno.EAGAIN],
        FORBIDDEN: [errno.EACCES, errno.EPERM],
        MISSING: [errno.ENOENT, errno.ENODEV, errno.ENXIO],
        LOST: [errno.EIO, errno.EINVAL, None],
    }
    for kind, numbers in kinds.items():
        for number in numbers:
            error = serial.SerialException(number, "could not open port")
            assert end_of(error, True).kind == kind
            assert end_of(error, False).kind == LOST


def test_windows_says_it_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_port.sys, "platform", "win32")
    text = "could not open port 'COM7': PermissionError(13, 'Access is denied.', None, 5)"
    assert end_of(serial.SerialException(text), True).kind == BUSY
    text = "could not open port 'COM9': FileNotFoundError(2, 'cannot find the file', None, 2)"
    assert end_of(serial.SerialException(text), True).kind == MISSING
