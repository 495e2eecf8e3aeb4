"""Which ports are tried, when, and what is said about those that cannot be."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from discovery_hand import Hand, Listed
from twelve_host.link import discovery
from twelve_host.link.connection import MUTE, REFUSED, SILENT
from twelve_host.link.discovery import Discovery, candidates, refusal
from twelve_host.link.port import BUSY, FORBIDDEN, LOST, MISSING


def in_loop(body: Callable[[], None]) -> None:
    """Run ``body`` where an event loop runs."""

    async def main() -> None:
        body()

    asyncio.run(main())


def test_t02_only_ports_with_a_usb_vendor_id_are_candidates() -> None:
    ports = [Listed("/dev/ttyS0", None), Listed("/dev/rfcomm0", None), Listed("/dev/ttyACM1")]
    assert candidates([*ports, Listed("/dev/ttyACM0"), ports[2]]) == [
        "/dev/ttyACM0",
        "/dev/ttyACM1",
    ]


def test_t02_of_two_names_on_macos_the_one_that_opens_is_taken() -> None:
    ports = [Listed(f"/dev/{kind}.usbmodem1") for kind in ("tty", "cu")]
    assert candidates(ports, "darwin") == ["/dev/cu.usbmodem1"]
    assert candidates(ports, "linux") == ["/dev/cu.usbmodem1", "/dev/tty.usbmodem1"]


def test_t02_a_port_that_does_not_answer_is_left_alone_for_a_minute() -> None:
    def body() -> None:
        hand = Hand()
        hand.there = ["/dev/ttyACM0"]
        hand.look()
        assert [t.port for t in hand.tried] == ["/dev/ttyACM0"] and not hand.tried[0].patient
        assert not hand.discovery.settled
        hand.end(MUTE)
        assert hand.discovery.settled
        hand.wait(59_000)
        assert len(hand.tried) == 1
        hand.wait(2_000)
        assert len(hand.tried) == 2

    in_loop(body)


def test_t02_a_port_that_went_and_came_is_tried_at_once() -> None:
    def body() -> None:
        hand = Hand()
        hand.there = ["/dev/ttyACM0"]
        hand.look()
        hand.end(MUTE)
        hand.there = []
        hand.wait(1000)
        hand.there = ["/dev/ttyACM0"]
        hand.wait(1000)
        assert len(hand.tried) == 2

    in_loop(body)


def test_t01_a_table_that_is_pulled_is_tried_again_when_its_port_is_back() -> None:
    def body() -> None:
        hand = Hand()
        hand.there = ["/dev/ttyACM0"]
        hand.look()
        hand.answer()
        hand.there = []
        hand.end(LOST)
        hand.wait(10_000)
        assert len(hand.tried) == 1
        hand.there = ["/dev/ttyACM5"]
        hand.wait(1000)
        assert hand.tried[-1].port == "/dev/ttyACM5"

    in_loop(body)


def test_a_port_that_vanished_without_a_word_is_closed() -> None:
    def body() -> None:
        hand = Hand()
        hand.there = ["COM3"]
        hand.look()
        hand.answer()
        hand.there = []
        hand.wait(1000)
        assert hand.tried[0].ended_with is None  # one listing may miss it
        hand.wait(1000)
        assert hand.tried[0].ended_with == LOST

    in_loop(body)


def test_t10_a_table_that_fell_silent_is_opened_again_at_once() -> None:
    async def main() -> None:
        hand = Hand()
        hand.there = ["/dev/ttyACM0"]
        hand.look()
        hand.answer()
        hand.end(SILENT)
        await asyncio.sleep(0.3)
        assert len(hand.tried) == 2 and hand.tried[1].patient

    asyncio.run(main())


def test_t03_t08_a_busy_port_is_tried_for_15_s_and_then_reported_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def body() -> None:
        hand = Hand()
        hand.there = ["/dev/ttyACM0"]
        hand.look()
        for second in range(60):
            if hand.tried[-1].ended_with is None:
                hand.tried[-1].ended_with = BUSY
                hand.end(BUSY)
            hand.wait(1000)
            if second < 13:
                assert not caplog.records and len(hand.tried) == second + 2
        assert len(caplog.records) == 1
        assert "/dev/ttyACM0 is in use by another program" in caplog.text
        tries = len(hand.tried)
        hand.answer()
        hand.wait(3000)
        assert len(hand.tried) == tries  # it is a table now

    in_loop(body)


def test_t08_permission_denied_names_the_group_and_the_cure(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    import grp

    node = tmp_path / "ttyACM0"
    node.touch()
    group = grp.getgrgid(os.stat(node).st_gid).gr_name
    assert f"group {group}" in refusal(str(node))
    assert f"sudo usermod -aG {group} $USER" in refusal(str(node))

    def body() -> None:
        hand = Hand()
        hand.there = [str(node)]
        hand.look()
        for _ in range(20):
            if hand.tried[-1].ended_with is None:
                hand.tried[-1].ended_with = FORBIDDEN
                hand.end(FORBIDDEN)
            hand.wait(1000)

    in_loop(body)
    assert caplog.text.count("permission denied") == 1


def test_a_named_port_is_tried_for_ever_and_said_to_be_missing_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def body() -> None:
        hand = Hand(("/dev/ttyS9",))
        hand.there = ["/dev/ttyACM0"]
        hand.wait(1000)
        for _ in range(30):
            hand.end(MISSING)
            hand.wait(1000)
        assert {t.port for t in hand.tried} == {"/dev/ttyS9"} and len(hand.tried) == 31
        assert hand.tried[0].patient

    in_loop(body)
    assert caplog.text.count("/dev/ttyS9 is not there") == 1


def test_t01_a_named_table_may_come_back_under_another_name() -> None:
    def body() -> None:
        hand = Hand(("/dev/ttyACM0",))
        hand.there = ["/dev/ttyACM1"]
        hand.wait(3000)
        assert [t.port for t in hand.tried] == ["/dev/ttyACM0"]
        hand.answer()
        hand.end(LOST)
        hand.wait(1000)
        assert "/dev/ttyACM1" in [t.port for t in hand.tried]

    in_loop(body)


def test_a_named_link_and_its_device_are_one_port(tmp_path: Path) -> None:
    device = tmp_path / "ttyACM0"
    device.touch()
    link = tmp_path / "by-id"
    link.symlink_to(device)

    def body() -> None:
        hand = Hand()
        hand.discovery.name(str(link))
        hand.there = [str(device)]
        hand.wait(2000)
        assert [t.port for t in hand.tried] == [str(link)]

    in_loop(body)


def test_a_refused_table_is_left_alone_and_reported(caplog: pytest.LogCaptureFixture) -> None:
    def body() -> None:
        hand = Hand()
        hand.there = ["/dev/ttyACM0"]
        hand.look()
        hand.answer()
        hand.end(REFUSED, "two tables have one id")
        hand.wait(30_000)
        assert len(hand.tried) == 1

    in_loop(body)
    assert caplog.text.count("two tables have one id") == 1


def test_a_listing_that_fails_is_reported_once_and_does_not_stop_the_search(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "_SCAN_S", 0.01)
    asked = []

    def lister() -> list[Any]:
        asked.append(1)
        raise OSError("the registry is locked")

    async def main() -> None:
        looks: list[int] = []
        made = Discovery((), lambda *_: None, Hand(), lister)  # type: ignore[arg-type, return-value]
        task = asyncio.create_task(made.run(lambda: looks.append(1)))
        while len(looks) < 5:
            await asyncio.sleep(0.01)
        task.cancel()

    with caplog.at_level(logging.WARNING):
        asyncio.run(main())
    assert len(asked) >= 5 and caplog.text.count("the registry is locked") == 1


def test_nothing_is_ever_written_to_a_port_without_a_vendor_id(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[str] = []
    monkeypatch.setattr(discovery, "_SCAN_S", 0.01)

    async def main() -> None:
        ports = [Listed("/dev/ttyS0", None), Listed("/dev/cu.Bluetooth-Incoming-Port", None)]
        looks: list[int] = []
        connect: Any = lambda port, _: tried.append(port)  # noqa: E731
        made = Discovery((), connect, Hand(), lambda: ports)  # type: ignore[arg-type]
        task = asyncio.create_task(made.run(lambda: looks.append(1)))
        while len(looks) < 5:
            await asyncio.sleep(0.01)
        task.cancel()

    asyncio.run(main())
    assert tried == []
