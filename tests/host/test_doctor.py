"""``twelve doctor``: the usual mistakes on a computer that is made up, each with its cure."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from test_install_finding import BOOT_OUT
from twelve_host import checkup, cli
from twelve_host.checkup import Report, Surroundings, check
from twelve_host.errors import CommandError
from twelve_host.install import rules
from twelve_host.install.asking import PortError
from twelve_host.link.port import BUSY, FORBIDDEN
from twelve_host.service.data_lock import DataLock
from twelve_host.service.virtual_child import VIRTUAL_LINK

HELLO = {"table": "0123456789ab", "name": "Twelve", "fw": "0.1.0", "py": "micropython 1.28.0"}
PICO = SimpleNamespace(device="/dev/ttyACM0", vid=0x2E8A, pid=5)
MODEM = SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None)


def computer(folder: Path, *ports: Any, hello: Any = None, **other: Any) -> Surroundings:
    """Return a Linux computer with ``ports``, which all answer ``hello`` (raised, if an error)."""

    def ask(name: str) -> Any:
        assert name != MODEM.device, "nothing is written to a port that is not on USB"
        if isinstance(hello, Exception):
            raise hello
        return hello

    (folder / "proc" / "1").mkdir(parents=True)
    (folder / "proc" / "1" / "comm").write_text("systemd\n")
    usual: dict[str, Any] = {
        "platform": "linux",
        "ports": lambda: ports,
        "ask": ask,
        "mounted": list,
        "processes": folder / "proc",
        "has_rule": lambda: False,
        "has_micropython": lambda: True,
        "on_network": lambda path: False,
    }
    return Surroundings(folder / "data", **{**usual, **other})


def mends(report: Report) -> str:
    """Return all that is to be mended, with its cures."""
    return "\n".join(f"{f.what} | {f.cure}" for f in report.findings if not f.ok)


def test_all_is_well(tmp_path: Path) -> None:
    report = check(computer(tmp_path, PICO, MODEM, hello=HELLO))
    assert report.ok and mends(report) == ""
    states = {p.port: (p.guess, p.state) for p in report.ports}
    assert states["/dev/ttyACM0"] == ("a board with MicroPython", "table")
    assert states["/dev/ttyS0"] == ("not on USB", "not asked")
    assert any("table 0123456789ab (Twelve) runs 0.1.0" in f.what for f in report.findings)


def test_nothing_plugged_in_or_a_charging_cable_is_a_note(tmp_path: Path) -> None:
    report = check(computer(tmp_path, MODEM))
    assert report.ok and mends(report) == ""
    (note,) = [finding for finding in report.findings if finding.cure]
    assert "virtual table" in note.what and "cable that carries data" in note.cure


def test_a_service_that_runs_on_the_games_is_named_with_its_virtual_table(tmp_path: Path) -> None:
    here = computer(tmp_path)
    assert not told(here, "a service runs") and not here.data.exists()
    lock = DataLock(here.data)
    lock.say("http://127.0.0.1:8012/")
    (said,) = told(here, "a service runs")
    assert said.endswith(f"`twelve up` (process {os.getpid()}) http://127.0.0.1:8012/")
    line = tmp_path / "line"
    (here.data / VIRTUAL_LINK).symlink_to(line)
    assert not told(here, "its virtual table"), "the link of one that has ended"
    line.touch()
    assert told(here, "its virtual table") == [
        f"its virtual table runs at {here.data / VIRTUAL_LINK}"
    ]
    lock.release()
    assert not told(here, "a service runs") and not told(here, "its virtual table")
    DataLock(here.data).release()  # looking does not keep it locked


def told(here: Surroundings, word: str) -> list[str]:
    """Return the findings with ``word`` in them."""
    return [finding.what for finding in check(here).findings if word in finding.what]


def test_a_board_without_the_firmware(tmp_path: Path) -> None:
    report = check(computer(tmp_path, PICO))
    assert mends(report) == (
        "no table answers on any port | run `twelve install` to put the firmware on a board"
    )
    assert report.ports[0].state == "quiet"


def test_t08_a_port_that_may_not_be_opened_names_the_group(tmp_path: Path) -> None:
    text = (
        "/dev/ttyACM0: permission denied, it belongs to the group dialout: "
        "run `sudo usermod -aG dialout $USER`, then log out and in again"
    )
    report = check(computer(tmp_path, PICO, hello=PortError(FORBIDDEN, text)))
    assert "usermod -aG dialout" in mends(report)
    assert report.ports[0].state == "forbidden"


def test_t08_a_port_in_use(tmp_path: Path) -> None:
    text = "/dev/ttyACM0 is in use by another program: stop that (is it `twelve up`?) and try again"
    report = check(computer(tmp_path, PICO, hello=PortError(BUSY, text)))
    assert mends(report) == text.replace(": ", " | ", 1)


def test_a_port_that_our_own_service_has_open_is_nothing_to_mend(tmp_path: Path) -> None:
    text = "/dev/ttyACM0 is in use by another program: stop that (is it `twelve up`?) and try again"
    here = computer(tmp_path, PICO, hello=PortError(BUSY, text))
    here.served = lambda data: {"/dev/ttyACM0": "table 0123456789ab (Twelve) is open in …"}
    report = check(here)
    assert report.ok and report.ports[0].state == "in use by our service"
    assert any(f.what.startswith("/dev/ttyACM0: table 0123456789ab") for f in report.findings)
    here.served = lambda data: {"/dev/ttyACM1": "table ba9876543210 (Other) is open in …"}
    assert "in use by another program" in mends(check(here))


def test_a_service_that_does_not_answer_may_have_the_port(tmp_path: Path) -> None:
    here = computer(tmp_path, PICO, hello=PortError(BUSY, "/dev/ttyACM0 is in use: stop that"))
    lock = DataLock(here.data)  # it has not said yet where it answers
    report = check(here)
    assert report.ok and any("perhaps by our service" in f.what for f in report.findings)
    lock.say("http://127.0.0.1:9/", "http://127.0.0.1:9/?token=secret")  # nobody is there
    report = check(here)
    assert report.ok and any("does not answer" in f.cure for f in report.findings)
    assert not any("secret" in f.what + f.cure for f in report.findings)
    assert (here.data / "twelve.lock").stat().st_mode & 0o077 == 0 or os.name != "posix"
    lock.release()
    assert "in use" in mends(check(here))


def test_a_table_in_safe_mode(tmp_path: Path) -> None:
    report = check(
        computer(tmp_path, PICO, hello={**HELLO, "safe": "line 9, in x\nValueError: worn"})
    )
    assert "safe mode: ValueError: worn" in mends(report) and "--back" in mends(report)


def test_t03_modem_manager_without_the_rule(tmp_path: Path) -> None:
    here = computer(tmp_path, PICO, hello=HELLO)
    (tmp_path / "proc" / "77").mkdir()
    (tmp_path / "proc" / "77" / "comm").write_text("ModemManager\n")
    report = check(here)
    assert "ModemManager" in mends(report) and rules.CURE in mends(report)
    here.has_rule = lambda: True
    assert check(here).ok
    here.has_rule, here.platform = lambda: False, "darwin"
    assert check(here).ok


@pytest.mark.parametrize(("version", "ok"), [("8.2.10", False), ("9.2.1", True), ("10.2.0", True)])
def test_circuitpython_too_old(tmp_path: Path, version: str, ok: bool) -> None:
    drive = tmp_path / "CIRCUITPY"
    drive.mkdir()
    (drive / "boot_out.txt").write_text(BOOT_OUT.format(version=version))
    report = check(computer(tmp_path, PICO, hello=HELLO, mounted=lambda: [drive]))
    assert report.ok == ok
    if not ok:
        assert "https://circuitpython.org/board/raspberry_pi_pico" in mends(report)


def test_a_boot_loader_that_waits(tmp_path: Path) -> None:
    drive = tmp_path / "RPI-RP2"
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\n")
    report = check(computer(tmp_path, mounted=lambda: [drive]))
    assert "has no Python yet" in mends(report)


def test_data_on_a_network_drive_or_nowhere(tmp_path: Path) -> None:
    report = check(computer(tmp_path / "a", PICO, hello=HELLO, on_network=lambda path: True))
    assert "network drive" in mends(report) and "--data" in mends(report)
    here = computer(tmp_path / "b", PICO, hello=HELLO)
    here.data = tmp_path / "b" / "proc" / "1" / "comm"
    assert "games cannot be kept" in mends(check(here))


def test_no_interpreter_is_nothing_to_mend(tmp_path: Path) -> None:
    report = check(computer(tmp_path, PICO, hello=HELLO, has_micropython=lambda: False))
    assert report.ok and any("CPython" in finding.what for finding in report.findings)


# -- the command -------------------------------------------------------------------------------
@pytest.fixture
def doctor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Surroundings:
    """The computer that the command looks at."""
    here = computer(tmp_path, PICO, MODEM, hello=HELLO)
    monkeypatch.setattr(checkup, "Surroundings", lambda data: here)
    return here


def test_the_status_says_whether_there_is_something_to_mend(
    doctor: Surroundings, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert "2e8a:0005" in said and "MEND" not in said and "note" not in said
    doctor.ask = lambda name: None
    assert cli.main(["doctor"]) == 1
    assert "MEND no table answers" in capsys.readouterr().out
    doctor.ports = list
    assert cli.main(["doctor"]) == 0
    assert "note no USB serial port" in capsys.readouterr().out


def test_ports_that_are_not_on_usb_are_listed_on_demand(
    doctor: Surroundings, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, listed in (([], False), (["--all"], True), (["--json"], True)):
        assert cli.main(["doctor", *words]) == 0
        assert (MODEM.device in capsys.readouterr().out) == listed


def test_json(doctor: Surroundings, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ok"] is True and found["ports"][0]["table"] == HELLO
    assert all(set(item) == {"ok", "what", "cure"} for item in found["findings"])


def test_the_real_computer_can_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.main(["doctor", "--json"])
    assert json.loads(capsys.readouterr().out)["ok"] == (status == 0)


# -- the rule ----------------------------------------------------------------------------------
def test_the_rule_is_printed_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--udev"]) == 0
    text = capsys.readouterr().out
    active = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in text and 'TAG+="uaccess"' in text
    assert all("2e8a" in line and "239a" in line for line in active if "idVendor" in line)
    assert active[0].endswith('GOTO="twelve_table_end"')
    assert active[-1] == 'LABEL="twelve_table_end"'
    for line in active:
        for part in line.split(", "):
            assert part.count('"') == 2 and "=" in part, "each part is key, operator, value"
    assert rules.NAME < "73-seat-late.rules", "uaccess is looked at there"


def test_the_rule_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(rules.subprocess, "run", lambda command, **_: ran.append(command))
    rules.install(tmp_path)
    assert (tmp_path / rules.NAME).read_text() == rules.text()
    assert ran == [["udevadm", "control", "--reload"], ["udevadm", "trigger"]]
    with pytest.raises(CommandError, match="sudo tee"):
        rules.install(tmp_path / "none")
