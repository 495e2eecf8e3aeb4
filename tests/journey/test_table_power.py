"""Power cuts of the virtual table, at any moment: what was shown is never lost."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import threading
from pathlib import Path

import pytest
import serial

from line_host import LineHost, Stored, check_games, journal
from table_process import TableProcess
from twelve_host.virtual.firmware import PowerLost, has_micropython
from twelve_host.virtual.options import Options
from twelve_host.virtual.table import VirtualTable

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")
PYTHONS = ["micropython", "cpython"] if has_micropython() else ["cpython"]


@pytest.mark.parametrize("python", PYTHONS)
def test_t22_the_game_goes_on_where_it_was_in_the_middle_of_a_roll(
    tmp_path: Path, python: str
) -> None:
    with TableProcess("--python", python, "--state", str(tmp_path)) as table:
        host = LineHost(table.ready(), Stored())
        host.pump(lambda: host.news)
        table.do("click", "click", while_waiting=host.step)
        host.pump(lambda: host.has_all() and host.news["n"] == 4)
        boots, before, records = [host.hello["bootid"]], host.news, journal(tmp_path)
        for i in range(1, 3):
            table.do("cut", while_waiting=host.step)
            host.pump(lambda: host.hello["bootid"] not in boots)  # on the line that stayed open
            host.pump(lambda i=i: host.has_all() and host.news["n"] == 4 + i)
            boots.append(host.hello["bootid"])
            assert (host.news["g"], host.news["h"]) == (before["g"], before["h"])
            assert not host.news["show"] and host.news["cur"].startswith("row ")
        ((_, after),) = journal(tmp_path).items()
        assert after[:3] == next(iter(records.values()))
        assert [json.loads(text)["kind"] for text, _ in after[3:]] == ["boot"] * 2
        assert len({boot.split("-")[1] for boot in boots}) == 3 and not host.forks
        table.do("hold", while_waiting=host.step)
        host.pump(lambda: host.has_all() and host.news["n"] == 7)
        assert host.stored == journal(tmp_path)
        check_games(host.stored)
        host.close()
        assert table.end() == 0


@pytest.mark.parametrize("python", PYTHONS)
def test_a_cut_with_the_finger_on_the_button_takes_nothing(tmp_path: Path, python: str) -> None:
    with TableProcess("--python", python, "--state", str(tmp_path)) as table:
        table.ready()
        table.do("click", "press", "cut", "wait 100", "release", "wait 100")
        ((_, records),) = journal(tmp_path).items()
        assert [json.loads(text).get("kind") for text, _ in records] == [None, "nonce", "boot"]
        table.do("click")
        assert len(journal(tmp_path).popitem()[1]) == 4
        assert table.end() == 0


class Watcher(threading.Thread):
    """A host that opens the line over and over, and keeps every record that it sees."""

    def __init__(self, address: str):
        super().__init__()
        self.address = address
        self.stored = Stored()
        self.forks: list[str] = []
        self.failure: BaseException | None = None
        self.again = threading.Event()
        self.over = threading.Event()

    def run(self) -> None:
        """Mirror until the end; begin anew when told to."""
        try:
            while not self.over.is_set():
                self.again.clear()
                self._mirror()
        except BaseException as error:
            self.failure = error

    def _mirror(self) -> None:
        host = LineHost(self.address, self.stored)
        number = 0
        try:
            while not self.again.is_set() and not self.over.is_set():
                host.step()
                # The button on the page, as fast as the table answers: the cuts meet it writing.
                if host.session.open and (number == 0 or number in host.answers):
                    number += 1
                    gesture = "click" if number % 2 else "hold"
                    host.session.send(f'{{"m":"key","id":{number},"gesture":"{gesture}"}}')
        finally:
            self.forks += host.forks
            host.close()


async def storm(table: VirtualTable, watcher: Watcher, flash: Path, cuts: int) -> None:
    """Play by the button and cut the power ``cuts`` times at random moments."""
    moments = random.Random(cuts)

    async def play() -> None:
        while True:
            await table.click()

    for _ in range(cuts):
        watcher.again.set()
        playing = asyncio.create_task(play())
        await asyncio.sleep(moments.uniform(0, 0.3))
        shown = {uid: list(records) for uid, records in watcher.stored.items()}
        await table.cut()
        playing.cancel()  # it may just have waited for the power to come back
        with pytest.raises((PowerLost, asyncio.CancelledError)):
            await playing
        kept = journal(flash)  # every file ends whole again
        for uid, records in shown.items():
            assert kept[uid][: len(records)] == records, "a record that was shown is lost"
    assert not watcher.forks and watcher.failure is None
    assert not table.failure.done()


@pytest.mark.parametrize("python", PYTHONS)
def test_t22_a_storm_of_power_cuts(tmp_path: Path, python: str) -> None:
    cuts = 30 if python == PYTHONS[0] else 8
    link = tmp_path / "link"
    flash = tmp_path / "flash"

    async def run() -> Watcher:
        table = VirtualTable(Options(link=link, state=flash, python=python))
        await table.start()
        watcher = Watcher(table.addresses[0])
        watcher.start()
        try:
            await storm(table, watcher, flash, cuts)
        finally:
            watcher.over.set()
            await asyncio.to_thread(watcher.join)
        await asyncio.to_thread(catch_up, table.addresses[0], watcher.stored)
        await table.stop()
        return watcher

    watcher = asyncio.run(run())
    assert watcher.stored == journal(flash)
    check_games(watcher.stored)
    records = [json.loads(text) for game in watcher.stored.values() for text, _ in game]
    boots = [record["boot"] for record in records if record.get("kind") == "boot"]
    assert boots[-1] == cuts + 1 and len(records) > 2 * cuts


def catch_up(address: str, stored: Stored) -> None:
    """Take what is missing from a table that is left in peace."""
    host = LineHost(address, stored)
    try:
        host.pump(host.has_all)
        assert not host.forks
    finally:
        host.close()


def test_the_line_in_use_is_refused_during_a_cut(tmp_path: Path) -> None:
    with TableProcess("--python", PYTHONS[0], "--state", str(tmp_path)) as table:
        address = table.ready()
        with serial.Serial(address, exclusive=True) as port:
            table.do("cut")
            with pytest.raises(serial.SerialException):
                serial.Serial(address, exclusive=True)
            port.write(b"\n")
        assert table.end() == 0
