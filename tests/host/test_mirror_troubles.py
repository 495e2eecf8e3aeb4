"""Troubles of serial lines that people report (T01 … T29), each on a pseudo-terminal."""

from __future__ import annotations

import itertools
import logging
import os
import random
import time
from pathlib import Path

import pytest
import serial

from pty_cable import PtyCable
from running_service import JumpyClock, Ports, RunningService
from scripted_table import ScriptedTable, wait_for
from twelve.record.frame import seal
from twelve_host.clock import wall_ms_of
from twelve_host.link import discovery

PROBES = (b"AT\r", b"AT+GCAP\r", b"\x7e\x00\x78\xf0\x7e", b"ATE1 E0\r\n", b"\xff\x95\xed")


def outage_lines(caplog: pytest.LogCaptureFixture) -> int:
    """Return how many lines of the log tell of an outage."""
    return sum("disconnected" in record.getMessage() for record in caplog.records)


def test_t01_a_cable_pulled_in_the_middle_of_a_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "twelve")
    with ScriptedTable(tmp_path) as table:
        names = [tmp_path / f"ttyACM{i}" for i in range(2)]
        ports = Ports(table.path, *[str(name) for name in names])
        table.begin()
        with RunningService(tmp_path / "data", ports) as running:
            running.settle(table)
            for i, name in enumerate(names):
                table.play(5, seed=i)
                running.settle(table)
                table.unplug()
                wait_for(lambda: running.status(table.id) == "unplugged", 2)
                table.play(3, seed=10 + i)
                lines = len(caplog.records)
                time.sleep(1.2)
                assert len(caplog.records) == lines  # quiet while it lasts
                table.plug(name)
                wait_for(lambda: running.status(table.id) == "live", 5)
                running.settle(table)
                assert outage_lines(caplog) == i + 1
            rows = running.service.store.records(table.uid)
            assert [row.n for row in rows] == list(range(1, table.next_n))
            assert sum(row.est for row in rows) == 2 * 3 + 2
            assert len(running.service.tables()) == 1


def test_t02_the_table_is_found_among_ports_that_are_none(tmp_path: Path) -> None:
    with ScriptedTable(tmp_path) as table:
        table.begin()
        other, modem = PtyCable(tmp_path / "other"), PtyCable(tmp_path / "modem")
        for cable in (other, modem):
            cable.plug()
        ports = Ports(str(other.path), table.path, without_vid=(str(modem.path),))
        with RunningService(tmp_path / "data", ports) as running:
            running.settle(table)
            wait_for(lambda: b'"hello"' in other.read(), 5)
            assert modem.read() == b""
            table.unplug()
            table.plug(other.path.with_name("COM7"))
            ports.names.append(table.path)
            running.settle(table)
            assert [view["id"] for view in running.service.tables()] == [table.id]
        for cable in (other, modem):
            cable.unplug()


def test_t03_a_modem_probe_holds_the_port_and_leaves_its_words(tmp_path: Path) -> None:
    with ScriptedTable(tmp_path) as table:
        table.begin()
        n = table.next_n
        probe = serial.Serial(table.path, exclusive=True)
        with RunningService(tmp_path / "data", Ports(table.path)) as running:
            for text in PROBES:
                probe.write(text)
                time.sleep(0.3)
            probe.write(b"AT")  # glued before the first real line
            assert table.id not in running.service.mirrors
            probe.close()
            running.settle(table)
            assert table.next_n == n and table.requests == []
            assert running.view(table.id)["n"] == n


def test_t05_a_host_that_does_not_read_stops_nothing(tmp_path: Path) -> None:
    with ScriptedTable(tmp_path) as table:
        table.begin()
        deaf = os.open(table.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        os.write(deaf, seal('{"m":"hello","v":1,"host":"deaf","credit":200}'))
        wait_for(table.has_host)
        for i in range(25):
            table.play(8, seed=i)
            os.write(deaf, seal('{"m":"ping","c":0}'))
            time.sleep(0.05)
        assert table.cable.written < 256
        assert table.cable.waits == 0
        assert table.next_n > 200
        os.close(deaf)
        with RunningService(tmp_path / "data", Ports(table.path)) as running:
            running.settle(table, timeout_s=20)
            wait_for(lambda: all(running.has_all(table, n) for n in table.book.numbers()))


def test_t07_partial_lines_and_boot_garbage(tmp_path: Path) -> None:
    noise = random.Random(37).randbytes(34) + b"\xff\x95\xed" + b'"kind":"nonce","ms":5}}*12'
    with ScriptedTable(tmp_path) as table:
        table.begin(players=["Anna 🎲", "Ben"])
        said = []

        def dirty(data: bytes) -> bytes:
            said.append(data)
            return noise + data if len(said) == 1 else data

        table.cable.spoil = dirty
        table.cable.piece = 1  # one byte at a time: an emoji comes in four pieces
        with RunningService(tmp_path / "data", Ports(table.path)) as running:
            running.settle(table)
            table.play(50)
            running.settle(table)
            assert running.view(table.id)["state"]["players"][0] in ("Anna 🎲", "Player 1")
            assert running.service.mirrors[table.id].connection.bad_lines >= 1  # type: ignore[union-attr]
            assert running.service.counts.outages == 0


def test_t08_a_second_program_is_told_that_the_port_is_in_use(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "_GIVE_UP_BUSY_MS", 1500)
    with ScriptedTable(tmp_path) as table:
        table.begin()
        with RunningService(tmp_path / "one", Ports(table.path)) as first:
            first.settle(table)
            with RunningService(tmp_path / "two", Ports(table.path)) as second:
                wait_for(lambda: "is in use by another program" in caplog.text)
                table.play(5)
                first.settle(table)
                assert second.service.mirrors == {}
        assert caplog.text.count("is in use by another program") == 1


def test_t10_a_line_that_looks_open_but_is_dead_is_opened_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with ScriptedTable(tmp_path) as table:
        table.begin()
        with RunningService(tmp_path / "data", Ports(table.path)) as running:
            running.settle(table)
            table.stalled = True
            wait_for(lambda: running.status(table.id) == "unplugged", 6)
            table.play(4)
            table.stalled = False
            running.settle(table)
            assert outage_lines(caplog) == 1
            assert "heartbeats" in caplog.text


def test_t10_a_reboot_resumes_the_game_and_doubles_nothing(tmp_path: Path) -> None:
    with ScriptedTable(tmp_path) as table:
        table.begin()
        with RunningService(tmp_path / "data", Ports(table.path)) as running:
            table.play(5)
            running.settle(table)
            table.cut()
            running.settle(table)
            table.play(5, seed=2)
            running.settle(table)
            boots = [
                row for row in running.service.store.records(table.uid) if '"boot"' in row.text
            ]
            assert len(boots) == 2 and len(running.service.store.games()) == 1
            assert running.view(table.id)["n"] == table.next_n


def test_t10_a_clock_that_jumps_makes_no_long_turn(tmp_path: Path) -> None:
    clock = JumpyClock()
    with ScriptedTable(tmp_path) as table:
        table.begin()
        with RunningService(tmp_path / "data", Ports(table.path), clock=clock) as running:
            for jump_h in (8, 0):
                table.play(4, seed=jump_h)
                running.settle(table)
                clock.jump_ms = jump_h * 3_600_000
                table.unplug()
                wait_for(lambda: running.status(table.id) == "unplugged")
                table.plug()
                running.settle(table)
            rows = running.service.store.records(table.uid)
    at = [wall_ms_of(row.at or "") for row in rows]
    assert all(0 <= later - earlier < 60_000 for earlier, later in itertools.pairwise(at))
    assert abs(at[-1] - clock.wall_ms()) < 60_000


def test_t29_twice_late_and_replayed(tmp_path: Path) -> None:
    with ScriptedTable(tmp_path) as table:
        table.begin()
        table.play(18)
        texts = table.lines()
        messages = [{"m": "rec", "g": table.uid, "r": i} for i in range(20)]
        order = [*range(7), 6, 6, *range(7, 10), 11, 10, 11, *range(12, 20), *range(9, 20)]
        with RunningService(tmp_path / "data", Ports(table.path)) as running:
            wait_for(lambda: table.id in running.service.mirrors)
            real, table.source.next_live = table.source.next_live, lambda: None  # type: ignore[method-assign]
            table.source.next = lambda now_ms: None  # type: ignore[method-assign]
            for i in order:
                text = '{"m":"rec","g":"%s","r":%s}' % (messages[i]["g"], texts[i])
                table._more.put(text)
            table.source.next_live = real  # type: ignore[method-assign]
            running.settle(table)
            rows = running.service.store.records(table.uid)
            assert [row.text for row in rows] == texts and len(texts) == 20
            assert running.view(table.id)["state"]["hash"] == table.game.play.hash()
            mirror = running.service.mirrors[table.id]
            wait_for(lambda: mirror.counts()["duplicates"] >= 3)
            assert mirror.counts()["gaps"] >= 1
            table.unplug()
            wait_for(lambda: running.status(table.id) == "unplugged")
            table.plug()
            running.settle(table)
            assert len(running.service.store.records(table.uid)) == 20
