"""The virtual table's line: hosts come, go and do not read; the table's lines stay whole."""

from __future__ import annotations

import asyncio
import os
import sys
import time
import tty
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from twelve_host.errors import CommandError
from twelve_host.virtual import line as virtual_line
from twelve_host.virtual.line import Line, Link

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")


class Bench:
    """A line with a table's side that only notes what it hears."""

    def __init__(self, folder: Path, tcp: int | None = None):
        self.heard = b""
        self.link = folder / "table"
        self.line = Line(self.link, tcp, self._hear)

    async def _hear(self, data: bytes) -> None:
        self.heard += data

    def open(self) -> int:
        """Open the line as a host does; return the descriptor, which never blocks."""
        host = os.open(self.link, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(host)
        return host

    async def greet(self, host: int, text: bytes = b"hello\n") -> None:
        """Write as a host and wait until the table has heard it: the line is the host's now."""
        self.heard = b""
        os.write(host, text)
        await until(lambda: self.heard == text)


async def until(done: Callable[[], object]) -> None:
    """Wait until ``done()``. TimeoutError after a minute."""
    async with asyncio.timeout(60):
        while not done():
            await asyncio.sleep(0.002)


async def taken(host: int, size: int) -> bytes:
    """Return ``size`` bytes that arrive at a host, and whatever comes with them."""
    data = b""
    async with asyncio.timeout(60):
        while len(data) < size:
            try:
                data += os.read(host, 4096)
            except BlockingIOError:
                await asyncio.sleep(0.002)
    return data


def on_bench(
    work: Callable[[Bench], Awaitable[None]], folder: Path, tcp: int | None = None
) -> None:
    """Run ``work`` on a line that is plugged in."""

    async def run() -> None:
        bench = Bench(folder, tcp)
        await bench.line.plug()
        try:
            await work(bench)
        finally:
            await bench.line.unplug()

    asyncio.run(run())


def test_bytes_pass_unchanged_both_ways(tmp_path: Path) -> None:
    every = bytes(range(256)) * 4 + b"\n"

    async def work(bench: Bench) -> None:
        host = bench.open()
        await bench.greet(host, every)
        bench.line.send(every)
        assert await taken(host, len(every)) == every
        os.close(host)

    on_bench(work, tmp_path)


def test_without_a_host_whole_lines_are_discarded(tmp_path: Path) -> None:
    async def work(bench: Bench) -> None:
        bench.line.send(b"lost 1\nlost")
        first = bench.open()
        await bench.greet(first)
        bench.line.send(b" 2\nseen 3\nse")
        bench.line.send(b"en 4\nbroken o")
        assert await taken(first, 22) == b"seen 3\nseen 4\nbroken o"
        os.close(first)
        await until(lambda: bench.line._host is None)
        bench.line.send(b"ff\nlost 5\nlost 6")
        second = bench.open()
        await bench.greet(second)
        bench.line.send(b"\nseen 7\n")
        assert await taken(second, 7) == b"seen 7\n"
        os.close(second)

    on_bench(work, tmp_path)


def test_t05_a_host_that_does_not_read_gets_whole_lines_later(tmp_path: Path) -> None:
    lines = [b"%05d %s\n" % (i, b"x" * 90) for i in range(3000)]

    async def work(bench: Bench) -> None:
        host = bench.open()
        await bench.greet(host)
        for line in lines:
            bench.line.send(line[:40])
            bench.line.send(line[40:])
        assert bench.line._pty is not None
        assert bench.line._pty.backlog() < virtual_line._BACKLOG + 200
        got = b""
        while not got.endswith(lines[-1]):
            got += await taken(host, 1)
            bench.line.send(lines[-1])
            await asyncio.sleep(0)
        kept = [line + b"\n" for line in got.split(b"\n")[:-1]]
        assert set(kept) <= set(lines) and len(kept) > 500
        assert kept[:500] == lines[:500]
        os.close(host)

    on_bench(work, tmp_path)


def test_t01_pulled_and_plugged_in_it_is_another_device_under_the_same_name(
    tmp_path: Path,
) -> None:
    async def work(bench: Bench) -> None:
        for _ in range(3):
            host = bench.open()
            await bench.greet(host)
            await bench.line.unplug()
            assert not bench.link.is_symlink() and not bench.line.addresses()
            with pytest.raises(OSError):
                os.write(host, b"into the void")
            bench.line.send(b"nobody hears this\n")
            await bench.line.plug()
            await bench.line.plug()
            assert bench.link.is_symlink() and bench.line.addresses() == [str(bench.link)]
            other = bench.open()
            await bench.greet(other)
            os.close(host)
            os.close(other)

    on_bench(work, tmp_path)


def test_many_hosts_one_after_the_other(tmp_path: Path) -> None:
    async def work(bench: Bench) -> None:
        for i in range(30):
            host = bench.open()
            await bench.greet(host, b"%d\n" % i)
            bench.line.send(b"to %d\n" % i)
            assert (await taken(host, 4)).splitlines()[-1] == b"to %d" % i
            os.close(host)

    on_bench(work, tmp_path)


def test_an_empty_line_costs_next_to_nothing(tmp_path: Path) -> None:
    async def work(bench: Bench) -> None:
        host = bench.open()
        await bench.greet(host)
        os.close(host)
        start_s, cpu_s = time.monotonic(), time.process_time()
        await asyncio.sleep(1)
        used = (time.process_time() - cpu_s) / (time.monotonic() - start_s)
        assert used < 0.05, f"{used:.0%} of a core"

    on_bench(work, tmp_path)


def test_over_tcp_one_host_at_a_time(tmp_path: Path) -> None:
    async def work(bench: Bench) -> None:
        url = bench.line.addresses()[1]
        assert url.startswith("socket://127.0.0.1:")
        port = int(url.rpartition(":")[2])
        for i in range(5):  # a host may come back at once
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"tcp %d\n" % i)
            await until(lambda i=i: bench.heard.endswith(b"tcp %d\n" % i))
            bench.line.send(b"answer\n")
            assert await reader.readline() == b"answer\n"
            if i < 4:
                writer.close()
        second, other = await asyncio.open_connection("127.0.0.1", port)
        assert await second.read() == b""  # in use
        other.close()
        waiting = bench.open()
        os.write(waiting, b"later\n")
        await asyncio.sleep(0.1)
        assert b"later" not in bench.heard
        writer.close()
        await until(lambda: bench.heard.endswith(b"later\n"))
        os.close(waiting)
        await bench.line.unplug()
        with pytest.raises(OSError):
            await asyncio.open_connection("127.0.0.1", port)
        await bench.line.plug()
        assert bench.line.addresses()[1] == url

    on_bench(work, tmp_path, tcp=0)


def test_without_pseudo_terminals_there_is_tcp(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none() -> tuple[int, int]:
        raise OSError(2, "out of pty devices")

    monkeypatch.setattr("pty.openpty", none)

    async def work(bench: Bench) -> None:
        assert bench.line.excuse == "out of pty devices"
        assert [a.split(":")[0] for a in bench.line.addresses()] == ["socket"]

    on_bench(work, tmp_path)


def test_the_link_takes_no_other_file_s_place(tmp_path: Path) -> None:
    link = Link(tmp_path / "table")
    link.path.write_text("mine")
    with pytest.raises(CommandError, match="is not a link"):
        link.point_to("/dev/pts/0")
    link.path.unlink()
    link.path.symlink_to(tmp_path / "nowhere")  # left by a table that was killed
    link.point_to("/dev/pts/0")
    assert os.readlink(link.path) == "/dev/pts/0"
    with pytest.raises(CommandError, match="name a --link in a folder that exists"):
        Link(tmp_path / "no" / "table").point_to("/dev/pts/0")
    other = Link(link.path)
    other.point_to("/dev/pts/1")
    link.remove()
    assert os.readlink(link.path) == "/dev/pts/1"
    other.remove()
    assert not list(tmp_path.iterdir())
