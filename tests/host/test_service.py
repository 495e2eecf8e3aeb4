"""The service as a whole: which tables it has, and when it starts a virtual one."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pty_cable import PtyCable
from running_service import Ports, RunningService
from scripted_table import ScriptedTable, wait_for
from twelve_host.link import connection
from twelve_host.service import service, virtual_child
from twelve_host.service.virtual_child import VirtualTable


class StandIn:
    """A virtual table that is a scripted one."""

    def __init__(self, data: Path):
        self.table = ScriptedTable(data, "virtual.tty")
        self.stopped = False

    def when_ready(self, ready: Callable[[str], None]) -> None:
        threading.Timer(0.05, ready, [self.table.path]).start()

    def stop(self) -> None:
        self.stopped = True
        self.table.__exit__()


@pytest.fixture
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[StandIn]]:
    """The virtual tables that were started."""
    made: list[StandIn] = []

    def make(data: Path) -> StandIn:
        made.append(StandIn(data))
        return made[-1]

    monkeypatch.setattr(service, "VirtualTable", make)
    yield made
    assert all(one.stopped for one in made)


def test_with_nothing_plugged_in_a_virtual_table_is_started_and_said(
    tmp_path: Path, stand_ins: list[StandIn], caplog: pytest.LogCaptureFixture
) -> None:
    with RunningService(tmp_path, Ports(), virtual=None) as running:
        wait_for(lambda: stand_ins)
        running.settle(stand_ins[0].table)
        assert caplog.text.count("no table is plugged in") == 1
        assert len(stand_ins) == 1


def test_a_real_table_that_is_plugged_in_later_joins(
    tmp_path: Path, stand_ins: list[StandIn]
) -> None:
    with ScriptedTable(tmp_path, "real") as table:
        ports = Ports()
        with RunningService(tmp_path / "data", ports, virtual=None) as running:
            wait_for(lambda: stand_ins)
            running.settle(stand_ins[0].table)
            ports.names.append(table.path)
            table.begin()
            running.settle(table, stand_ins[0].table)
            assert len(running.service.tables()) == 2


def test_with_a_table_plugged_in_no_virtual_one_is_started(
    tmp_path: Path, stand_ins: list[StandIn]
) -> None:
    with (
        ScriptedTable(tmp_path, "real") as table,
        RunningService(tmp_path / "data", Ports(table.path), virtual=None) as running,
    ):
        running.settle(table)
        table.unplug()
        wait_for(lambda: running.status(table.id) == "unplugged")
        time.sleep(1.2)  # until the next look
        assert stand_ins == []


def test_a_port_that_is_no_table_holds_up_the_virtual_one_only_for_a_moment(
    tmp_path: Path, stand_ins: list[StandIn], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_MUTE_MS", 800)
    other = PtyCable(tmp_path / "other")
    other.plug()
    with RunningService(tmp_path / "data", Ports(str(other.path)), virtual=None) as running:
        assert stand_ins == []
        wait_for(lambda: stand_ins, 5)
        running.settle(stand_ins[0].table)
    other.unplug()


def test_tables_of_earlier_days_are_known_with_their_games(tmp_path: Path) -> None:
    with ScriptedTable(tmp_path) as table:
        table.begin(players=["Anna", "Ben"])
        table.play(7)
        with RunningService(tmp_path / "data", Ports(table.path)) as running:
            running.settle(table)
        with RunningService(tmp_path / "data", Ports()) as running:
            view = running.view(table.id)
            assert view["name"] == "Scripted" and view["status"] == "unplugged"
            wait_for(lambda: running.view(table.id)["state"] is not None)
            view = running.view(table.id)
            assert view["state"]["hash"] == table.game.play.hash() and view["game"] == table.uid
            assert view["lights"] is None


class FakeChild(VirtualTable):
    """The keeper of a child that is a small program of the test's."""

    program = ""

    def _spawn(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", self.program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )


def test_the_virtual_table_ends_with_its_input(tmp_path: Path) -> None:
    FakeChild.program = "print('ready /dev/x', flush=True); import sys; sys.stdin.read()"
    paths: list[str] = []
    child = FakeChild(tmp_path)
    child.when_ready(paths.append)
    wait_for(lambda: paths == ["/dev/x"])
    child.stop()
    assert child._child.returncode == 0


def test_a_virtual_table_that_does_not_end_is_made_to(tmp_path: Path) -> None:
    FakeChild.program = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "print('ready x', flush=True); time.sleep(60)"
    )
    child = FakeChild(tmp_path)
    wait_for(lambda: child._path == "x")
    child.stop()
    assert child._child.poll() is not None


def test_a_virtual_table_that_dies_is_started_again_and_given_up_when_it_keeps_dying(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(virtual_child, "_PAUSES_S", (0.01, 0.01, 0.01))
    FakeChild.program = "print('ready again', flush=True)"
    paths: list[str] = []
    with caplog.at_level(logging.WARNING):
        child = FakeChild(tmp_path)
        child.when_ready(paths.append)
        wait_for(lambda: "cannot be kept up" in caplog.text)
    assert len(paths) >= 3
    assert caplog.text.count("starting it again") == 3
    child.stop()
