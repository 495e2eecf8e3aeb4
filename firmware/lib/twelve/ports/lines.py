"""The line of a Linux table: a character device, or a TCP port for one host at a time."""

import os
import select
import socket


def open_line(name: str):
    """Return the line called ``name``: the path of a device, or HOST:PORT to listen on."""
    return Device(name) if name.startswith("/") else Listener(name)


class Device:
    """A serial gadget or pseudo-terminal, opened raw. Without a host its bytes are lost."""

    def __init__(self, path: str):
        import tty

        self._fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._fd)

    def wait(self, ms: int) -> bool:
        """Wait up to ``ms`` for a byte; return whether there is one."""
        ready = select.select([self._fd], [], [], ms / 1000)
        return bool(ready[0])

    def read(self, limit: int) -> bytes:
        """Return up to ``limit`` bytes that are here already."""
        try:
            return os.read(self._fd, limit)
        except OSError:  # nothing yet, or no host at the other end
            return b""

    def write(self, data: bytes) -> None:
        """Send ``data``; what does not fit is lost, as the host will find and ask for."""
        try:
            os.write(self._fd, data)
        except OSError:
            pass


class Listener:
    """A TCP port; a new host takes the place of the one before."""

    def __init__(self, name: str):
        host, _, port = name.rpartition(":")
        self._server = socket.create_server((host, int(port)))
        self._server.setblocking(False)
        self.address = self._server.getsockname()
        self._host = None

    def wait(self, ms: int) -> bool:
        """Wait up to ``ms`` for a byte or a host; return whether there is one."""
        watched = [self._server] if self._host is None else [self._server, self._host]
        ready = select.select(watched, [], [], ms / 1000)
        return bool(ready[0])

    def _greet(self) -> None:
        try:
            host, _ = self._server.accept()
        except OSError:  # nobody
            return
        self._leave()
        host.setblocking(False)
        host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._host = host

    def _leave(self) -> None:
        if self._host is not None:
            self._host.close()
            self._host = None

    def read(self, limit: int) -> bytes:
        """Return up to ``limit`` bytes that are here already."""
        self._greet()
        if self._host is None:
            return b""
        try:
            data = self._host.recv(limit)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._leave()
        return data

    def write(self, data: bytes) -> None:
        """Send ``data``; what does not fit is lost, as the host will find and ask for."""
        if self._host is not None:
            try:
                self._host.send(data)
            except BlockingIOError:
                pass
            except OSError:
                self._leave()
