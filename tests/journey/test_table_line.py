"""A host at the virtual table's line: it comes and goes, the cable is pulled, noise gets in."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from pace import Stopwatch

from line_host import LineHost, Stored, check_games, journal
from table_process import TableProcess
from twelve.record.frame import seal
from twelve.record.session import CREDIT
from twelve_host.virtual.firmware import has_micropython

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")
BEST = "micropython" if has_micropython() else "cpython"
PROBES = [b"AT\r", b"AT+GCAP\r", b"AT\r\nAT+CGMI\r", b"\x7e\x00\x78\xf0\x7e", b"AT+GCAP"]


@pytest.fixture
def flash(tmp_path: Path) -> Path:
    """The folder that is the table's flash."""
    return tmp_path / "flash"


@pytest.fixture
def table(flash: Path) -> Iterator[TableProcess]:
    """A table that is not up yet."""
    with TableProcess("--python", BEST, "--state", str(flash)) as table:
        yield table
        if table.process.poll() is None:
            assert table.end() == 0


def test_t01_hosts_that_come_and_go_miss_nothing(table: TableProcess, flash: Path) -> None:
    address, stored = table.ready(), Stored()
    bad = 0
    for i in range(21):
        host = LineHost(address, stored)
        with pytest.raises(serial.SerialException):
            serial.Serial(address, exclusive=True)  # T08: in use
        commands = ["click"] if i % 4 else ["click", "click", "hold"]
        table.do(*commands, while_waiting=host.step)
        if i % 3 == 0:
            host.pump(host.has_all)
        bad += host.session.bad_lines
        assert not host.forks
        host.close()
        table.do("click", "click")  # nobody is there
    host = LineHost(address, stored)
    host.pump(lambda: host.stored == journal(flash))
    assert sum(host.counts().values()) > 15
    assert bad == 0
    check_games(stored)
    host.close()


def test_t01_the_cable_is_pulled_in_the_middle_of_a_game(table: TableProcess, flash: Path) -> None:
    address, stored = table.ready(), Stored()
    for _ in range(4):
        host = LineHost(address, stored)
        host.pump(lambda host=host: host.news)
        table.do("click", "click", while_waiting=host.step)
        table.send("unplug")
        with pytest.raises((OSError, serial.SerialException)):
            host.pump(lambda: False)
        host.close()
        assert not Path(address).is_symlink()
        table.do("click", "click", "click", "hold", "plug")
    host = LineHost(address, stored)
    host.pump(lambda: host.stored == journal(flash))
    assert not host.forks
    check_games(stored)
    host.close()


def test_t07_noise_first_then_everything_in_order(table: TableProcess, flash: Path) -> None:
    address = table.ready()
    half = b'{"m":"key","id":1,"gesture":"cl'
    noise = bytes((i * 37 + 11) % 256 for i in range(34)) + b"\xff\x95\xed"
    with serial.Serial(address, exclusive=True) as port:
        port.write(noise + half)
    host = LineHost(address, Stored())
    host.pump(lambda: host.news.get("bad"))
    for number in range(1, 51):
        text = '{"m":"key","id":%d,"gesture":"%s"}' % (
            number,
            "hold" if number % 3 == 0 else "click",
        )
        assert host.ask(text, number)["ok"], host.answers[number]
        if number % 10 == 0:  # one byte at a time, then garbage in the middle of the game
            for byte in b'\n{"m":"nonsense"}*00000000\n' + noise + b"\n":
                host.port.write(bytes([byte]))
    host.pump(lambda: host.stored == journal(flash))
    assert host.news["bad"] >= 6
    check_games(host.stored)
    host.close()


def test_t03_a_modem_probe_rolls_nothing(table: TableProcess, flash: Path) -> None:
    address = table.ready()
    table.do("click")
    before = journal(flash)
    for probe in PROBES:
        with serial.Serial(address, exclusive=True) as port:
            port.write(probe)
            time.sleep(0.02)
    with serial.Serial(address, exclusive=True) as port:
        for probe in PROBES:
            port.write(probe)
    host = LineHost(address, Stored())  # its first line is glued to a probe
    host.port.write(b"AT+GCAP")
    host.pump(lambda: host.news)
    host.port.write(b"AT\r")
    host.ask('{"m":"key","id":1,"gesture":"turn","steps":1}', 1)
    host.pump(lambda: host.stored == journal(flash))
    assert host.stored == before
    host.close()
    assert table.end() == 0
    table.wait_for_words()
    assert table.said == ""


def test_t05_a_host_that_does_not_read_does_not_stop_the_game(
    table: TableProcess, flash: Path
) -> None:
    address = table.ready()
    host = LineHost(address, Stored())
    host.pump(lambda: host.news)
    watch = Stopwatch()
    for _ in range(8):
        table.do("click", "click", "hold")
    assert not watch.is_over(15)
    done = sum(len(records) for records in journal(flash).values())
    assert done > 10
    host.pump(lambda: host.stored == journal(flash))
    host.close()


def test_t19_a_burst_of_1_kb_while_the_lights_run_loses_nothing(table: TableProcess) -> None:
    host = LineHost(table.ready(), Stored())
    host.pump(lambda: host.news)
    table.do("click", while_waiting=host.step)
    for burst in range(4):
        table.send("click")  # lights run: a game starts, dice tumble, a marker walks
        numbers = range(100 * burst + 1, 100 * burst + 26)
        asked = [f'{{"m":"key","id":{number},"gesture":"turn","steps":0}}' for number in numbers]
        data = b"".join(map(seal, asked))
        assert len(data) > 1024
        host.port.write(data)
        host.pump(lambda numbers=numbers: set(numbers) <= set(host.answers))
        assert all(host.answers[number]["ok"] for number in numbers)
    assert not host.news.get("bad")
    host.close()


def test_t17_a_click_is_not_lost_while_the_game_before_it_is_starting(
    table: TableProcess, flash: Path
) -> None:
    address = table.ready()
    hello = seal(f'{{"m":"hello","v":1,"host":"silent","credit":{CREDIT}}}')
    with serial.Serial(address, exclusive=True, timeout=5) as port:
        port.write(b"\n" + hello)
        assert port.read(10)  # the table waits for this host's share, which does not come
        table.do("click", "click")
    ((_, records),) = journal(flash).items()
    assert [json.loads(text)["op"] for text, _ in records] == ["new", "note", "act"]


def test_over_tcp_it_is_the_same_line(flash: Path) -> None:
    with TableProcess("--python", BEST, "--state", str(flash), "--tcp", "0") as table:
        path, url = table.ready(), table.ready()
        assert url.startswith("socket://127.0.0.1:")
        stored = Stored()
        for address in (url, path, url):
            host = LineHost(address, stored)
            host.pump(lambda host=host: host.news)
            table.do("click", "click", "hold", while_waiting=host.step)
            host.pump(lambda: stored == journal(flash))
            host.close()
            time.sleep(0.1)
        assert table.end() == 0
