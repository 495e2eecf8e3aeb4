"""The live line: a snapshot, then what changes; and nothing that grows for a slow listener."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pace import Stopwatch

from scripted_table import wait_for
from twelve_host.web import live
from web_client import Page, page


def until(socket: Any, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Return the first message that is wanted; others pass by."""
    for _ in range(500):
        message: dict[str, Any] = socket.receive_json()
        if wanted(message):
            return message
    raise AssertionError("it never came")


def of(kind: str) -> Callable[[dict[str, Any]], bool]:
    """Return whether a message is of this kind."""
    return lambda message: bool(message["type"] == kind)


def test_a_snapshot_comes_first_and_is_what_the_tables_say(tmp_path: Path) -> None:
    with page(tmp_path) as it, it.live() as socket:
        message = socket.receive_json()
        assert message == {"type": "snapshot", "tables": it.get("/api/tables")}
        assert message["tables"][0]["lights"]


def test_changes_follow_without_lights_and_lights_by_themselves(tmp_path: Path) -> None:
    with page(tmp_path) as it, it.live() as socket:
        socket.receive_json()
        it.post("act", action="roll")
        n = it.table.next_n
        message = until(socket, lambda m: m["type"] == "table" and m["table"]["n"] == n)
        assert "lights" not in message["table"]
        assert message["table"]["state"] == it.view["state"]
        it.table.pixels = [random.Random(1).randbytes(156)]
        message = until(
            socket, lambda m: m["type"] == "lights" and m["lights"] == it.view["lights"]
        )
        assert message["id"] == it.table.id


def test_whatever_a_listener_says_it_is_told_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with page(tmp_path) as it, it.live() as socket:
        socket.receive_json()
        socket.send_bytes(b"\x00\xff")
        socket.send_text("hello")
        it.post("act", action="roll")
        n = it.table.next_n
        until(socket, lambda m: m["type"] == "table" and m["table"]["n"] == n)
    assert "Traceback" not in caplog.text


def test_a_changed_list_of_games_is_said(tmp_path: Path) -> None:
    with page(tmp_path) as it, it.live() as socket:
        socket.receive_json()
        it.post("new", game="12x12", abandon=True)
        until(socket, of("games"))


def test_after_a_reconnect_the_same_snapshot_comes_again(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        for i in range(3):
            with it.live() as socket:
                assert socket.receive_json()["tables"] == it.get("/api/tables")
            it.post("act", action=it.view["state"]["legal"][0], request=f"r{i}")
        wait_for(lambda: "twelve_listeners 0.0" in it.client.get("/metrics").text)


def test_the_cable_on_the_live_line(tmp_path: Path) -> None:
    with page(tmp_path) as it, it.live() as socket:
        socket.receive_json()
        it.table.unplug()
        until(socket, lambda m: m["type"] == "table" and m["table"]["status"] == "unplugged")
        it.table.plug()
        until(socket, lambda m: m["type"] == "table" and m["table"]["status"] == "live")


def test_what_a_listener_says_does_not_matter(tmp_path: Path) -> None:
    with page(tmp_path) as it, it.live() as socket:
        socket.receive_json()
        for text in ("", "{", "null", "x" * 1000):
            socket.send_text(text)
        it.post("act", action="roll")
        until(socket, of("table"))


class SlowSocket:
    """A listener that takes one message each time it is let."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.room = asyncio.Semaphore(1)

    async def send_text(self, text: str) -> None:
        await self.room.acquire()
        self.sent.append(json.loads(text))


@pytest.fixture
def quick_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEAT_S", 0.15)


def listening(it: Page, body: Callable[[SlowSocket, Any], Any]) -> SlowSocket:
    """Run ``body(socket, listener)`` beside a live line in the service's loop."""
    service = it.client.app.state.service  # type: ignore[attr-defined]
    sockets: list[SlowSocket] = []

    async def main() -> None:
        socket = SlowSocket()
        sockets.append(socket)
        listener = service.bus.listen()
        task = asyncio.create_task(live._tell(service, socket, listener))  # type: ignore[arg-type]
        try:
            await body(socket, listener)
        finally:
            task.cancel()
            service.bus.leave(listener)

    it.client.portal.call(main)  # type: ignore[union-attr]
    return sockets[0]


def test_a_slow_listener_gets_the_latest_and_nothing_piles_up(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        service = it.client.app.state.service  # type: ignore[attr-defined]

        async def body(socket: SlowSocket, listener: Any) -> None:
            await asyncio.sleep(0.05)
            assert [m["type"] for m in socket.sent] == ["snapshot"]
            for _ in range(200):
                service.bus.table_changed(it.table.id)
                service.bus.lights_changed(it.table.id)
                service.bus.games_changed()
                await asyncio.sleep(0.001)
            assert listener.tables <= {it.table.id} and listener.lights <= {it.table.id}
            for _ in range(10):
                socket.room.release()
                await asyncio.sleep(0.02)

        kinds = [m["type"] for m in listening(it, body).sent]
        assert kinds.count("lights") <= 2 and kinds.count("table") <= 3


def test_lights_come_at_most_25_times_a_second(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        service = it.client.app.state.service  # type: ignore[attr-defined]

        async def body(socket: SlowSocket, _: Any) -> None:
            for _ in range(1000):
                socket.room.release()
            watch, started_s = Stopwatch(), time.monotonic()
            while sum(m["type"] == "lights" for m in socket.sent) < 11:
                service.bus.lights_changed(it.table.id)
                await asyncio.sleep(0.002)
                assert not watch.is_over(2)
            assert time.monotonic() - started_s > 10 * 0.04 * 0.9

        listening(it, body)


def test_a_quiet_line_beats(tmp_path: Path, quick_beat: None) -> None:
    with page(tmp_path, begin=False) as it, it.live() as socket:
        socket.receive_json()
        until(socket, of("beat"))
        until(socket, of("beat"))
