"""``twelve up``: finds the tables, mirrors, records and scores them, and serves the page."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import CommandError
from ..paths import data_dir
from ..service.data_lock import DataLock

if TYPE_CHECKING:
    from ..service.virtual_child import VirtualTable

_HTTP = "127.0.0.1:8012"

_EPILOG = """\
example: twelve up                             everything that is plugged in, or a virtual table
  twelve up --port /dev/ttyACM0                this port
  twelve up --port socket://10.0.0.7:7777      a table behind a network
  twelve up --http 0.0.0.0:8012                for the phones in the room, by a link with a token"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to ``parser``."""
    parser.epilog = _EPILOG
    add = parser.add_argument
    text = "a serial port, pseudo-terminal or pyserial URL (may be given several times)"
    add("--port", metavar="PORT", action="append", default=[], help=text)
    add("--virtual", action="store_true", help="start a virtual table, whatever is plugged in")
    text = f"where to serve the page (else TWELVE_HTTP, else {_HTTP}; port 0: any free one)"
    add("--http", metavar="HOST:PORT", help=text)
    add("--no-open", action="store_true", help="do not open a browser")


def run(args: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM; return 0."""
    host, port = _address(args.http or os.environ.get("TWELVE_HTTP") or _HTTP)
    for name in args.port:
        _check_port(name)
    folder = data_dir(args.data)
    _set_up_log(args.debug)
    asked = _Asked()
    with suppress(_Stopped):
        _run(args, folder, host, port, asked)
    print("twelve: stopped; every record is kept", file=sys.stderr)
    return 0


class _Stopped(Exception):
    """Somebody asked twice for the end in the middle of the start."""


class _Asked:
    """Whether a signal has asked for the end before the loop took the signals over.

    Nothing is raised for the first: in the middle of an import an exception may be swallowed (in
    the callback of a weak reference) or be remembered beyond its catching (a KeyboardInterrupt in
    ``exec``), and the start takes no longer than the end may.
    """

    def __init__(self) -> None:
        self._once = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._hear)

    def _hear(self, number: int, frame: object) -> None:
        if self._once:
            raise _Stopped
        self._once = True

    def __bool__(self) -> bool:
        return self._once


def _run(args: argparse.Namespace, folder: Path, host: str, port: int, asked: _Asked) -> None:
    lock = DataLock(folder)
    table = None
    try:
        listener = _bind(host, port)
        if asked:
            return
        # Started before anything slow is imported: it boots meanwhile.
        table = _virtual_table(args, folder)
        try:
            asyncio.run(_serve(args, folder, listener, host, lock, table, asked))
        finally:
            listener.close()
    finally:
        if table is not None:
            table.stop()
        lock.release()


def _address(text: str) -> tuple[str, int]:
    host, mark, port = text.rpartition(":")
    if not mark or not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise CommandError(f"{text!r} is no address: give --http HOST:PORT, such as {_HTTP}", 2)
    return host.strip("[]"), int(port)


def _check_port(name: str) -> None:
    import serial

    try:
        serial.serial_for_url(name, do_not_open=True)
    except ValueError as error:
        cure = "give a device, or a URL such as socket://10.0.0.7:7777"
        raise CommandError(f"--port {name}: {error}; {cure}", 2) from error


def _set_up_log(debug: bool) -> None:
    handler = logging.StreamHandler()  # stderr: stdout has the address alone
    handler.setFormatter(logging.Formatter("twelve: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("twelve").setLevel(logging.DEBUG if debug else logging.INFO)
    # What it says of its own coming and going is said here already.
    logging.getLogger("uvicorn").setLevel(logging.DEBUG if debug else logging.CRITICAL)


def _bind(host: str, port: int) -> socket.socket:
    where = f"{host}:{port}"
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError) as error:
        cure = f"give --http an address of this computer, such as {_HTTP}"
        raise CommandError(f"no address is called {host!r}: {cure}", 2) from error
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        elif hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        cure = f"name another with --http, such as --http {host}:{(port + 1) % 65536}"
        text = f"port {port} of {host} cannot be used ({error.strerror}): {cure}"
        if port:
            text += ", or --http HOST:0 for any free one"
        raise CommandError(text if port else f"{where}: {error.strerror}; {cure}") from error
    return listener


def _virtual_table(args: argparse.Namespace, folder: Path) -> VirtualTable | None:
    """Start a virtual table where one is asked for, or nothing is plugged in."""
    from ..link.discovery import candidates, list_ports
    from ..service.virtual_child import VirtualTable

    if not args.virtual:
        if args.port:
            return None
        # The service says what is wrong with a listing that fails.
        with suppress(Exception):
            if candidates(list_ports()):
                return None
    return VirtualTable(folder)


async def _serve(
    args: argparse.Namespace,
    folder: Path,
    listener: socket.socket,
    host: str,
    lock: DataLock,
    table: VirtualTable | None,
    asked: _Asked,
) -> None:
    from ..service.service import Service
    from ..web.app import create_app
    from ..web.guard import is_loopback, new_token
    from ..web.server import make_server

    virtual = True if args.virtual else (False if args.port else None)
    service = Service(folder, args.port, virtual, virtual_table=table)
    port = listener.getsockname()[1]
    token = None if is_loopback(host) else new_token()
    app = create_app(service, token, f"twelve_{port}", starts_service=False)
    server = make_server(app)
    loop = asyncio.get_running_loop()
    stopping = asyncio.Event()
    _on_signals(loop, stopping.set)
    if asked:
        return
    await service.start()
    try:
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.005)
        address = f"http://{_shown(host, token is not None)}:{port}/"
        link = address if token is None else f"{address}?token={token}"
        lock.say(address, link)
        address = link
        print(f"twelve: serving {address}", flush=True)
        if not args.no_open:
            _open_browser(address)
        stop = asyncio.create_task(stopping.wait())
        await asyncio.wait({serving, stop}, return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        server.should_exit = True
        app.state.stopping.set()
        await serving
    finally:
        await service.stop()


def _shown(host: str, open_to_all: bool) -> str:
    """Return the host of the address that is printed."""
    if open_to_all and host in ("0.0.0.0", "::"):
        # Which of our addresses others see: nothing is sent for asking.
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        host = "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _on_signals(loop: asyncio.AbstractEventLoop, stop: Callable[[], None]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


def _open_browser(address: str) -> None:
    """Open the page where a person sits at a screen; in a process that cannot disturb ours."""
    on_screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if not on_screen or not sys.stdout.isatty():
        return
    command = [sys.executable, "-m", "webbrowser", "-t", address]
    nothing = subprocess.DEVNULL
    with suppress(OSError):  # the address has been printed: a person can open it
        subprocess.Popen(
            command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )
