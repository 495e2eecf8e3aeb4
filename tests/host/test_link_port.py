"""The port's thread: bytes both ways, every way to die is one end, closing never hangs."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import serial
from pace import Stopwatch

from heard_port import Heard, on_pty, until
from twelve_host.link.port import BUSY, CLOSED, LOST, MISSING


def test_bytes_go_both_ways_in_order_whatever_they_are(tmp_path: Path) -> None:
    async def body(heard: Heard, master: int) -> None:
        everything = bytes(range(256)) * 4
        os.write(master, everything)
        await until(lambda: len(heard.data) >= len(everything))
        assert heard.data == everything
        for i in range(0, len(everything), 100):
            heard.port.write(everything[i : i + 100])
        back = b""
        while len(back) < len(everything):
            back += await asyncio.to_thread(os.read, master, 4096)
        assert back == everything

    on_pty(body, tmp_path / "a link to it")


def test_a_write_does_not_wait_for_the_reader_to_time_out() -> None:
    async def body(heard: Heard, master: int) -> None:
        times_s = []
        for _ in range(20):
            watch = Stopwatch()
            heard.port.write(b"x")
            await asyncio.to_thread(os.read, master, 1)
            times_s.append(watch.seconds())
        assert sorted(times_s)[10] < 0.15  # the reader's pauses would be met by most

    on_pty(body)


def test_t01_a_pulled_cable_is_one_end() -> None:
    async def body(heard: Heard, master: int) -> None:
        os.write(master, b"before")
        await until(lambda: heard.data == b"before")
        os.close(master)
        await until(lambda: heard.ends, 2)
        await asyncio.sleep(0.1)
        assert [end.kind for end in heard.ends] == [LOST]

    on_pty(body)


def test_t08_a_port_that_another_has_open_is_busy_not_shared() -> None:
    async def body(heard: Heard, master: int) -> None:
        second = Heard(heard.port.name)
        await until(lambda: second.ends)
        assert second.ends[0].kind == BUSY and not second.opened
        os.write(master, b"all of it")
        await until(lambda: heard.data == b"all of it")
        assert heard.port.close() and second.port.close()
        third = Heard(heard.port.name)
        await until(lambda: third.opened)
        assert third.port.close()

    on_pty(body)


def test_a_port_that_is_not_there_ends_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        for name, kind in ((str(tmp_path / "none"), MISSING), ("nonsense://x", LOST)):
            heard = Heard(name)
            await until(lambda heard=heard: heard.ends)
            assert heard.ends[0].kind == kind and not heard.opened
            assert heard.port.close()

    asyncio.run(main())


def test_closing_ends_in_a_second_whatever_the_port_does(monkeypatch: pytest.MonkeyPatch) -> None:
    let_go = threading.Event()

    class Hanging:
        def open(self) -> None:
            let_go.wait()

    monkeypatch.setattr(serial, "serial_for_url", lambda *_, **__: Hanging())

    async def main() -> None:
        heard = Heard("COM1")
        await asyncio.sleep(0.05)
        watch = Stopwatch()
        assert not heard.port.close()
        assert not watch.is_over(1.3)
        let_go.set()

    asyncio.run(main())


def test_closing_a_port_that_reads_and_one_whose_writes_are_stuck_is_quick() -> None:
    async def body(heard: Heard, master: int) -> None:
        for _ in range(100):
            heard.port.write(b"x" * 1000)  # nobody reads
        await asyncio.sleep(0.05)
        watch = Stopwatch()
        assert heard.port.close()
        assert not watch.is_over(1.0)
        await until(lambda: heard.ends)
        assert heard.ends[0].kind == CLOSED

    on_pty(body)


def test_a_port_that_nobody_reads_ends() -> None:
    async def body(heard: Heard, master: int) -> None:
        for _ in range(100):
            heard.port.write(b"x" * 1000)
        await until(lambda: heard.ends, 3)
        assert heard.ends[0].kind == LOST

    on_pty(body)


def test_a_flood_is_read_no_faster_than_it_is_heard() -> None:
    async def body(heard: Heard, master: int) -> None:
        os.set_blocking(master, False)
        sent = 0
        end_s = time.monotonic() + 0.5
        while time.monotonic() < end_s:  # the loop is blocked: nothing is heard
            try:
                sent += os.write(master, b"x" * 65536)
            except BlockingIOError:
                time.sleep(0.001)
        assert sent <= (64 + 2) * 4096 + 65536
        await until(lambda: len(heard.data) == sent)

    on_pty(body)


def test_a_url_of_pyserial_is_a_port_too() -> None:
    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            heard = Heard(f"socket://127.0.0.1:{server.getsockname()[1]}")
            peer, _ = await asyncio.to_thread(server.accept)
            with peer:
                await until(lambda: heard.opened)  # opening drops what came before
                peer.sendall(b"hello " * 50)
                await until(lambda: heard.data == b"hello " * 50)
                heard.port.write(b"back")
                assert await asyncio.to_thread(peer.recv, 100) == b"back"
            await until(lambda: heard.ends)
            assert heard.ends[0].kind == LOST
            assert heard.port.close()
        echo = Heard("loop://")
        await until(lambda: echo.opened)
        echo.port.write(b"round")
        await until(lambda: echo.data == b"round")
        assert echo.port.close()

    asyncio.run(main())


def test_the_thread_ends_when_nobody_is_left_to_be_told() -> None:
    threads: list[Any] = []

    async def main() -> None:
        heard = Heard("loop://")
        await until(lambda: heard.opened)
        threads.append(heard.port)

    asyncio.run(main())
    assert threads[0].close()
