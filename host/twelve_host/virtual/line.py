"""The virtual table's serial line: a pseudo-terminal behind a symlink, and a TCP port.

A host may come and go at any byte. While none is there the table's output is discarded in whole
lines, as a host that opens the line must never begin in the middle of one.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

from ..errors import CommandError

_LOOK_S = 0.02  # how often an empty line is looked at: nothing tells when a host opens it
_BACKLOG = 64 * 1024  # bytes for a host that does not read; what is beyond is discarded
_CHUNK = 4096


class _Host(Protocol):
    """Whoever is at the other end."""

    def write(self, data: bytes) -> None: ...

    def backlog(self) -> int: ...


class Pty:
    """A raw pseudo-terminal whose other side is closed here and opened by hosts.

    OSError where the system has none.
    """

    def __init__(self) -> None:
        try:
            import pty
            import tty
        except ImportError:
            raise OSError("no pseudo-terminals on this system") from None
        self.fd, other = pty.openpty()
        try:
            tty.setraw(other)
            self.path = os.ttyname(other)
            os.set_blocking(self.fd, False)
        finally:
            os.close(other)
        self._loop = asyncio.get_running_loop()
        self._waiting = bytearray()

    def take(self) -> bytes | None:
        """Return what a host has sent (b"" for nothing yet), None where no host is."""
        try:
            # Linux says EIO where no host has it open, macOS the end of the file.
            return os.read(self.fd, _CHUNK) or None
        except BlockingIOError:
            return b""
        except OSError:
            return None

    async def news(self) -> None:
        """Wait until a host has sent something or gone."""
        arrived = asyncio.Event()
        self._loop.add_reader(self.fd, arrived.set)
        try:
            await arrived.wait()
        finally:
            self._loop.remove_reader(self.fd)

    def write(self, data: bytes) -> None:
        """Send to the host; what it does not take yet is kept."""
        self._waiting += data
        self._flush()

    def backlog(self) -> int:
        """Return how many bytes the host has yet to take."""
        return len(self._waiting)

    def forget(self) -> None:
        """Drop what the host that has gone did not take."""
        self._loop.remove_writer(self.fd)
        self._waiting.clear()

    def close(self) -> None:
        """Remove the device; a host that has it open finds it gone."""
        self.forget()
        os.close(self.fd)

    def _flush(self) -> None:
        try:
            while self._waiting:
                del self._waiting[: os.write(self.fd, self._waiting)]
        except BlockingIOError:
            self._loop.add_writer(self.fd, self._flush)
            return
        except OSError:  # the host has just gone
            self._waiting.clear()
        self._loop.remove_writer(self.fd)


class _Socket:
    """A host that came over TCP."""

    def __init__(self, writer: asyncio.StreamWriter):
        self.write = writer.write
        self.backlog = writer.transport.get_write_buffer_size


class Link:
    """The symlink that always has the same name, whatever the device is called."""

    def __init__(self, path: Path):
        self.path = path
        self._target = ""

    def point_to(self, target: str) -> None:
        """Make or replace it in one step. CommandError where something else has the name."""
        if self.path.exists() and not self.path.is_symlink():
            raise CommandError(f"{self.path} is not a link: remove it or name another --link", 2)
        fresh = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        try:
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(target)
            fresh.replace(self.path)
        except OSError as error:
            cure = "name a --link in a folder that exists and may be written to"
            raise CommandError(f"cannot make {self.path}: {error.strerror}; {cure}") from error
        self._target = target

    def remove(self) -> None:
        """Remove it, unless another table has taken the name over."""
        with contextlib.suppress(OSError):  # it is not there any more, or never was ours
            if os.readlink(self.path) == self._target:
                self.path.unlink()


class Line:
    """The line, with one host at a time. ``receive(data)`` takes what a host sends."""

    def __init__(self, link: Path, tcp: int | None, receive: Callable[[bytes], Awaitable[None]]):
        self._link = Link(link)
        self._tcp = tcp
        self._receive = receive
        self._host: _Host | None = None
        self._at_start = True  # whether the table's output stands at the start of a line
        self._dropping = False  # whether the line that it is in is discarded
        self._pty: Pty | None = None
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.excuse = ""  # why there is no pseudo-terminal

    @property
    def plugged(self) -> bool:
        """Whether a host could open it."""
        return self._pty is not None or self._server is not None

    def addresses(self) -> list[str]:
        """Return what a host can open: the link, and a URL of pyserial's where TCP is on."""
        found = [str(self._link.path)] if self._pty else []
        if self._server:
            found.append(f"socket://127.0.0.1:{self._tcp}")
        return found

    async def plug(self) -> None:
        """Bring the device up: another one each time, under the same link and port."""
        if self.plugged:
            return
        if not self.excuse:
            try:
                self._pty = Pty()
            except OSError as error:
                self.excuse = error.strerror or str(error)
        if self._pty is not None:
            try:
                self._link.point_to(self._pty.path)
            except BaseException:
                self._pty.close()
                self._pty = None
                raise
            self._start(self._serve_pty(self._pty))
        if self._tcp is not None or self._pty is None:
            self._server = await asyncio.start_server(self._connected, "127.0.0.1", self._tcp or 0)
            self._tcp = self._server.sockets[0].getsockname()[1]

    async def unplug(self) -> None:
        """Remove the device; a host that has it open finds it gone."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._pty is not None:
            self._left(self._pty)
            self._link.remove()
            self._pty.close()
            self._pty = None

    def send(self, data: bytes) -> None:
        """Send the table's output to the host, or discard whole lines of it."""
        out = bytearray()
        start = 0
        while start < len(data):
            end = data.find(b"\n", start) + 1 or len(data)
            if self._at_start:
                self._dropping = self._host is None or self._host.backlog() > _BACKLOG
            if not self._dropping:
                out += data[start:end]
            self._at_start = data[end - 1] == 10
            start = end
        if out and self._host is not None:
            self._host.write(bytes(out))

    def _left(self, host: _Host) -> None:
        if self._host is host:
            self._host = None
            self._dropping = True

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve_pty(self, device: Pty) -> None:
        while True:
            if self._host is not None and self._host is not device:
                await asyncio.sleep(_LOOK_S)
                continue
            data = device.take()
            if data is None:
                self._left(device)
                device.forget()
                await asyncio.sleep(_LOOK_S)
                continue
            self._host = device
            if data:
                await self._receive(data)
            else:
                await device.news()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            if self._host is not None:  # a host that closed and came back is faster than its end
                await asyncio.sleep(0.1)
            if self._host is not None or self._server is None:
                return
            host = self._host = _Socket(writer)
            try:
                while data := await reader.read(_CHUNK):
                    await self._receive(data)
            except ConnectionError:
                pass
            finally:
                self._left(host)
        finally:
            self._tasks.discard(task)
            writer.close()
