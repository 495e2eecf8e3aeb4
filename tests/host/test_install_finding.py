"""Which board is meant: ports, tables that answer, drives; and what is said where there is none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from twelve_host.cli import main
from twelve_host.errors import CommandError
from twelve_host.install import finding, work
from twelve_host.install.asking import PortError
from twelve_host.link.port import BUSY

BOOT_OUT = """\
Adafruit CircuitPython {version} on 2026-09-01; Raspberry Pi Pico with rp2040
Board ID:raspberry_pi_pico
UID:E6614103E7452D2F
"""


def port(device: str, vid: int | None, pid: int = 5, serial: str | None = None) -> Any:
    return SimpleNamespace(device=device, vid=vid, pid=pid, serial_number=serial)


Plug = Callable[..., None]


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Plug:
    """Return a function that plugs in ports, of which ``hellos`` answer."""

    def plug(*ports: Any, **hellos: Any) -> None:
        def ask(name: str, patience_s: float = 0) -> Any:
            found = hellos.get(name)
            if isinstance(found, Exception):
                raise found
            return found

        monkeypatch.setattr(finding, "list_ports", lambda: ports)
        monkeypatch.setattr(finding, "ask", ask)

    return plug


def drive(folder: Path, version: str = "10.2.0") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "boot_out.txt").write_text(BOOT_OUT.format(version=version))
    return folder


HELLO = {"table": "0123456789ab", "fw": "0.1.0", "py": "micropython 1.28.0 on Pico"}


def test_nothing_is_there(plug: Plug) -> None:
    plug(port("ttyS0", None), port("ttyUSB0", 0x0403))
    with pytest.raises(CommandError, match="no board is plugged in, or the cable only charges"):
        finding.find(None, None, [])


def test_the_only_board_is_taken(plug: Plug) -> None:
    plug(port("ttyS0", None), port("ttyACM0", 0x2E8A))
    found = finding.find(None, None, [])
    assert (found.ports, found.runtime, found.hello) == (["ttyACM0"], None, None)


def test_two_boards_are_told_apart_by_the_person(plug: Plug) -> None:
    plug(port("ttyACM0", 0x2E8A, serial="1"), port("ttyACM1", 0x2E8A, serial="2"))
    with pytest.raises(CommandError, match=r"--port \(ttyACM0, ttyACM1\)"):
        finding.find(None, None, [])
    assert finding.find("ttyACM1", None, []).ports == ["ttyACM1"]


def test_a_table_is_known_by_its_hello(plug: Plug) -> None:
    plug(port("ttyACM0", 0x2E8A), ttyACM0=HELLO)
    found = finding.find(None, None, [])
    assert (found.port, found.runtime, found.hello) == ("ttyACM0", "micropython", HELLO)


def test_circuitpython_has_two_ports_and_a_drive(plug: Plug, tmp_path: Path) -> None:
    hello = {**HELLO, "py": "circuitpython 10.2.0 on raspberry_pi_pico"}
    both = [port(name, 0x239A, 0x80F4, "E6") for name in ("ttyACM0", "ttyACM1")]
    plug(*both, ttyACM1=hello)
    found = finding.find(None, None, [drive(tmp_path)])
    assert (found.ports, found.port) == (["ttyACM0", "ttyACM1"], "ttyACM1")
    assert (found.runtime, found.drive) == ("circuitpython", tmp_path)


def test_a_drive_alone_is_a_board(plug: Plug, tmp_path: Path) -> None:
    plug()
    found = finding.find(None, None, [tmp_path / "other", drive(tmp_path / "CIRCUITPY")])
    assert (found.ports, found.drive) == ([], tmp_path / "CIRCUITPY")
    with pytest.raises(CommandError, match="several CircuitPython drives"):
        finding.find(None, None, [drive(tmp_path / "a"), drive(tmp_path / "b")])


def test_a_board_without_python_gets_the_address_of_one(plug: Plug, tmp_path: Path) -> None:
    plug()
    (tmp_path / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\n")
    with pytest.raises(CommandError, match=r"has no Python yet: copy the \.uf2"):
        finding.find(None, None, [tmp_path])


def test_a_port_in_use_is_said_to_be(plug: Plug) -> None:
    busy = PortError(BUSY, "ttyACM0 is in use by another program: stop that")
    plug(port("ttyACM0", 0x2E8A), ttyACM0=busy)
    with pytest.raises(PortError, match="in use"):
        finding.find(None, None, [])


def test_a_virtual_table_is_not_installed_on(plug: Plug) -> None:
    plug(**{"/tmp/table": {**HELLO, "virtual": True}})
    with pytest.raises(CommandError, match="virtual table"):
        finding.find("/tmp/table", None, [])


def test_the_other_runtime_has_to_be_flashed_first(
    plug: Plug, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plug(port("ttyACM0", 0x2E8A), ttyACM0=HELLO)
    monkeypatch.setattr(finding, "mounted", list)
    assert main(["install", "--runtime", "circuitpython"]) == 1
    assert "flash circuitpython on it first" in capsys.readouterr().err


def test_boot_out_tells_version_and_board(tmp_path: Path) -> None:
    known = finding.circuitpython_on(drive(tmp_path, "10.0.0-beta.2"))
    assert known == ((10, 0, 0), "Raspberry Pi Pico with rp2040")
    (tmp_path / "boot_out.txt").write_text("something else")
    assert finding.circuitpython_on(tmp_path) is None


# -- a whole installation through a drive ------------------------------------------------------
@pytest.fixture
def circuitpy(plug: Plug, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A CircuitPython board of which only the drive can be reached."""
    plug()
    folder = drive(tmp_path / "CIRCUITPY")
    monkeypatch.setattr(finding, "mounted", lambda: [folder])
    return folder


def test_a_drive_gets_the_files(circuitpy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (circuitpy / "code.py").write_text("print('Hello World!')\n")
    assert main(["install"]) == 0
    said = capsys.readouterr().out
    assert "Raspberry Pi Pico with rp2040 at" in said and "circuitpython 10.2.0" in said
    assert "read back" in said and "plug it in again" in said
    assert list((circuitpy / "lib/twelve").rglob("ports/circuitpython.py"))
    assert "twelve" in (circuitpy / "code.py").read_text()
    assert "Hello" in (circuitpy / "code.py.old").read_text()
    assert not (circuitpy / "twelve.probe").exists()


def test_a_circuitpython_that_is_too_old_is_named(
    circuitpy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drive(circuitpy, "7.3.3")
    assert main(["install"]) == 1
    assert "circuitpython 7.3.3 is too old: flash 9.0" in capsys.readouterr().err
    assert not (circuitpy / "lib").exists()


def test_a_drive_that_the_code_owns_names_the_cure(
    circuitpy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "writable", lambda drive: False)
    monkeypatch.setattr(work, "PATIENCE_S", 0.1)
    assert main(["install"]) == 1
    assert "hold the table's button while you plug it in" in capsys.readouterr().err
