"""A connection to a table whose line stays open while the table itself begins anew."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from heard_port import until
from twelve.record.session import Session
from twelve_host.link.connection import SILENT, Connection
from twelve_host.link.port import End


class Bench:
    """A connection whose time is in the test's hands, and the table at the other end."""

    def __init__(self) -> None:
        self.now_ms = 1000
        self.hellos: list[str] = []
        self.ends: list[End] = []
        self.written = b""
        self.switch_on(1)
        self.connection = Connection("line", self, self, "host", make_port=self._make)  # type: ignore[arg-type]

    def _make(
        self,
        name: str,
        opened: Callable[[], None],
        received: Callable[[bytes], None],
        ended: Callable[[End], None],
    ) -> Any:
        self._opened, self._received = opened, received
        return self

    # -- what the connection asks of its port, clock and owner ----------------------------------
    def start(self) -> None:
        self._opened()

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> bool:
        return True

    def ms(self) -> int:
        return self.now_ms

    def heard_hello(self, connection: Connection, hello: dict[str, Any]) -> None:
        self.hellos.append(hello["bootid"])

    def heard(self, connection: Connection, message: dict[str, Any], text: str) -> None:
        pass

    def ended(self, connection: Connection, end: End) -> None:
        self.ends.append(end)

    # -- the table --------------------------------------------------------------------------------
    def switch_on(self, boot: int) -> None:
        """Switch the table on: it knows of nothing that was said before."""
        greeting = (("table", "t"), ("bootid", str(boot)))
        self._table = Session(False, lambda: greeting, self.now_ms)

    def answer(self) -> None:
        """Let the table take what was written, and the connection what it says to that."""
        data, self.written = self.written, b""
        self._table.receive(data, self.now_ms)
        while piece := self._table.take(64):
            self._received(piece)

    async def wait(self, ms: int) -> None:
        """Let so much time pass, and the connection see it."""
        self.now_ms += ms
        self.connection._stop_timer()
        self.connection._tick()
        await asyncio.sleep(0)


def on_bench(body: Callable[[Bench], Any]) -> None:
    async def main() -> None:
        bench = Bench()
        bench.connection.start()
        bench.answer()
        assert bench.hellos == ["1"]
        await body(bench)
        bench.connection._stop_timer()

    asyncio.run(main())


def test_a_table_that_is_silent_is_greeted_before_it_is_given_up() -> None:
    async def body(bench: Bench) -> None:
        bench.switch_on(2)
        await bench.wait(2000)
        bench.answer()
        assert bench.hellos == ["1"]  # it may only have lost bytes, which it says by itself
        await bench.wait(600)
        bench.answer()
        assert bench.hellos == ["1", "2"] and not bench.ends

    on_bench(body)


def test_whoever_asks_it_something_may_greet_it_sooner_but_not_without_end() -> None:
    async def body(bench: Bench) -> None:
        bench.connection.rouse(700)
        assert b"hello" not in bench.written  # it spoke just now
        bench.now_ms += 700
        for _ in range(5):
            bench.connection.rouse(700)
        assert bench.written.count(b'"hello"') == 1
        bench.switch_on(2)
        bench.answer()
        assert bench.hellos == ["1", "2"]

    on_bench(body)


def test_a_table_that_cannot_be_heard_is_given_up_after_three_heartbeats() -> None:
    async def body(bench: Bench) -> None:
        for _ in range(4):
            await bench.wait(800)
        await until(lambda: bench.ends)
        assert bench.ends[0].kind == SILENT

    on_bench(body)
