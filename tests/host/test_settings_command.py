"""``twelve settings``: through a service that has the table, and straight over its line."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from up_command import UpCommand

from running_service import Ports
from scripted_table import ScriptedTable, wait_for
from twelve.table.settings import keys
from twelve_host import cli
from twelve_host.checkup import Surroundings, check
from twelve_host.service.client import running, tables_on_ports
from twelve_host.service.data_lock import DataLock
from twelve_host.settings import reaching

RESTARTED = "the table has restarted: its settings hold\n"
WAYS = ("service", "port", "found")


class Shell:
    """Runs the command and keeps what it says."""

    def __init__(self, capsys: pytest.CaptureFixture[str], data: Path, *options: str):
        self.capsys = capsys
        self.first = ["--data", str(data)]
        self.options = options

    def __call__(self, *words: str, status: int = 0) -> str:
        """Run ``twelve settings``; return stdout, where it fails stderr."""
        assert cli.main([*self.first, "settings", *words, *self.options]) == status
        said = self.capsys.readouterr()
        if status:
            assert said.err.startswith("twelve: ") and said.err.count("\n") == 1, said.err
            assert said.out == ""
        return said.err if status else said.out


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ScriptedTable]:
    """A table with a game."""
    with ScriptedTable(tmp_path) as table:
        table.begin(players=["Anna", "Ben"])
        yield table


@pytest.fixture(params=WAYS)
def shell(
    request: pytest.FixtureRequest,
    table: ScriptedTable,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Shell]:
    """The command, reaching the table in each of the three ways."""
    data = tmp_path / "data"
    if request.param == "service":
        with UpCommand(data, "--port", table.path) as up:
            up.serving()
            wait_for(lambda: up.table().get("status") == "live")
            yield Shell(capsys, data)
    elif request.param == "port":
        yield Shell(capsys, data, "--port", table.path)
    else:
        monkeypatch.setattr(reaching, "list_ports", Ports(table.path))
        yield Shell(capsys, data)


def test_settings_are_listed_shown_changed_and_brought_into_force(
    shell: Shell, table: ScriptedTable
) -> None:
    said = shell()
    assert said.startswith(f"Scripted ({table.id})\n") and all(key in said for key in keys())
    assert "a change holds" not in said
    found = json.loads(shell("--json"))
    assert found["table"] == table.id and sorted(s["key"] for s in found["settings"]) == sorted(
        keys()
    )
    said = shell("boards")
    assert said.startswith("boards = 1\n  How many boards") and "1 to 6; default 1" in said
    assert json.loads(shell("boards", "--json"))["most"] == 6

    assert shell("boards", "2").startswith("boards = 2\na change holds from the table's next start")
    said = shell("boards")
    assert said.startswith("boards = 1\n  2 from the next start on")
    assert "\nboards = 1 → 2\n" in shell()
    assert shell("gamma", "18", "--restart") == "gamma = 18\n" + RESTARTED
    assert table.settings.text == "# Mine.\nboards = 2 # one\ngamma = 18\n"
    assert shell("led_pins", "16, GP2") and shell("zigzag", "off") and shell("supply", "900")
    said = shell("--restart", "supply")
    assert said.startswith("supply = 900\n") and said.endswith(RESTARTED)
    assert shell("--restart").endswith(RESTARTED) and RESTARTED not in shell()
    assert json.loads(shell("--restart", "supply", "--json"))["value"] == 900
    assert (
        "zigzag = false" in table.settings.text and 'led_pins = [16, "GP2"]' in table.settings.text
    )


def test_the_list_fits_a_pipe_and_a_terminal(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shell().splitlines()
    assert max(map(len, lines)) <= 100 and all(line == line.rstrip() for line in lines)
    found = json.loads(shell("--json"))["settings"]
    starts = [line.split(" = ")[0] for line in lines[1:] if not line.startswith(" ")]
    assert starts == [one["key"] for one in found]
    text = " ".join(" ".join(lines).split())
    assert all(f"{one['description']} {one['allowed']}" in text for one in found)

    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    lines = [re.sub(r"\x1b\[\d+m", "", line) for line in shell().splitlines()]
    assert lines[1].split() == ["setting", "is", "may", "be", "what", "it", "is"]
    assert max(map(len, lines)) <= 80


def test_what_cannot_be_is_refused_in_a_sentence(shell: Shell, table: ScriptedTable) -> None:
    for words, said in (
        (("brightness", "400"), "brightness must be 1 to 100"),
        (("brightness", "bright"), "brightness must be 1 to 100, not 'bright'"),
        (("zigzag", "maybe"), "zigzag must be true or false"),
        (("brightnes", "40"), "did you mean brightness"),
        (("Scripted", "brightnes"), "did you mean brightness"),
        (("led_pins", "16", "17"), "no setting '16'"),
        (("Scripted", "led_pins", "16", "17"), "write a list as 16,17"),
        (("corner", "up"), "top-left or top-right"),
    ):
        assert said in shell(*words, status=2), words
    assert "set" not in [request["m"] for request in table.settings.requests]
    for words, said in (
        (("Kitchen",), "no table called 'Kitchen', and no setting"),
        (("Kitchen", "boards"), f"there is Scripted ({table.id}) here"),
    ):
        assert said in shell(*words, status=1)


def test_a_table_is_named_by_its_name_or_the_beginning_of_its_id(
    shell: Shell, table: ScriptedTable
) -> None:
    for name in ("Scripted", "scripted", table.id, table.id[:6]):
        assert shell(name, "boards").startswith("boards = 1\n")


def test_of_several_tables_one_must_be_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = Shell(capsys, tmp_path / "data")
    with (
        ScriptedTable(tmp_path / "a", table_id="a" * 12) as one,
        ScriptedTable(tmp_path / "b", table_id="b" * 12) as other,
    ):
        monkeypatch.setattr(reaching, "list_ports", Ports(one.path, other.path))
        said = shell("boards", status=1)
        assert "more than one table" in said and "a" * 12 in said and "b" * 12 in said
        shell("bbb", "boards", "3")
        assert other.settings.files.size("settings.new") and not one.settings.files.size(
            "settings.new"
        )


def test_without_a_table_the_cure_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reaching, "list_ports", list)
    shell = Shell(capsys, tmp_path / "data")
    assert "plug one in, start `twelve up`" in shell(status=1)
    assert "is not there" in shell("--port", str(tmp_path / "none"), status=1)
    lock = DataLock(tmp_path / "data")
    assert "just starting" in shell(status=1)
    lock.say("http://127.0.0.1:9/")
    assert "does not answer" in shell(status=1)
    lock.release()
    with UpCommand(tmp_path / "data", "--port", str(tmp_path / "none")) as up:
        up.serving()
        assert "no table is plugged in at the service" in shell(status=1)


def test_a_port_that_the_service_has_is_said_to_be_in_use(
    table: ScriptedTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    with UpCommand(data, "--port", table.path) as up:
        up.serving()
        wait_for(lambda: up.table().get("status") == "live")
        shell = Shell(capsys, data)
        assert "is it `twelve up`?" in shell("--port", table.path, status=1)
        # And the doctor knows whose use it is.
        (said,) = tables_on_ports(data).values()
        assert said == f"table {table.id} (Scripted) is open in the service at {up.url.rstrip('/')}"
        port = SimpleNamespace(device=table.path, vid=0x2E8A, pid=5)
        here = Surroundings(data, "linux", lambda: [port], mounted=list)
        report = check(here)
        assert report.ports[0].state == "in use by our service"
        assert not [f for f in report.findings if "in use by another" in f.what + f.cure]


def test_a_service_for_the_whole_network_lets_its_own_user_in(
    table: ScriptedTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    with UpCommand(data, "--port", table.path, "--http", "0.0.0.0:0") as up:
        up.serving()
        client = running(data)
        assert client is not None and "token" not in client.address
        wait_for(lambda: [one for one in client.get("/api/tables") if one["status"] == "live"])
        shell = Shell(capsys, data)
        assert shell("boards", "2").startswith("boards = 2\n")
        assert (data / "twelve.lock").stat().st_mode & 0o077 == 0


def test_a_drive_that_cannot_be_written_is_said(shell: Shell, table: ScriptedTable) -> None:
    table.settings.files.refused = True
    assert "cannot be written" in shell("boards", "2", status=1)


def test_an_older_firmware_may_not_know_a_setting(shell: Shell, table: ScriptedTable) -> None:
    told: dict[str, Any] = {"boards": 1}
    table.settings.files.write("settings.told", b"12345678\n" + json.dumps(told).encode())
    assert "twelve install" in shell("pace", status=1)
    assert "twelve install" in shell("pace", "200", status=2)
    assert not table.settings.files.size("settings.new")
