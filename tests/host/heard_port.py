"""A port in its thread and what it has said, for tests that wait in an event loop."""

from __future__ import annotations

import asyncio
import errno
import os
import pty
import tty
from collections.abc import Awaitable, Callable
from pathlib import Path

from pace import Stopwatch

from twelve_host.link.port import End, LinkPort


class Heard:
    """A port and what it has said."""

    def __init__(self, name: str):
        self.opened = False
        self.data = b""
        self.ends: list[End] = []
        self.port = LinkPort(name, self._open, self._bytes, self.ends.append)
        self.port.start()

    def _open(self) -> None:
        self.opened = True

    def _bytes(self, data: bytes) -> None:
        assert not self.ends, "bytes after the end"
        self.data += data


async def until(condition: Callable[[], object], timeout_s: float = 15.0) -> None:
    """Wait in the event loop until ``condition()`` holds."""
    watch = Stopwatch()
    while not condition():
        assert not watch.is_over(timeout_s), "it did not happen in time"
        await asyncio.sleep(0.005)


def on_pty(body: Callable[[Heard, int], Awaitable[None]], path: Path | None = None) -> None:
    """Run ``body(heard, master)`` with a port on a new pseudo-terminal."""

    async def main() -> None:
        master, slave = pty.openpty()
        tty.setraw(slave)
        name = os.ttyname(slave)
        if path is not None:
            path.symlink_to(name)
            name = str(path)
        heard = Heard(name)
        await until(lambda: heard.opened or heard.ends)
        os.close(slave)
        try:
            await body(heard, master)
        finally:
            assert heard.port.close()
            with_closed(master)

    asyncio.run(main())


def with_closed(master: int) -> None:
    """Close ``master`` where the test has not."""
    try:
        os.close(master)
    except OSError as error:
        assert error.errno == errno.EBADF
