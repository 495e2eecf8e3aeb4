"""``twelve up`` as a person starts and stops it, with a scripted table on a pseudo-terminal."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx2
import pytest
import websockets
from pace import Stopwatch
from up_command import UpCommand

from scripted_table import ScriptedTable, wait_for


def test_it_serves_says_so_once_and_stops_with_status_0(tmp_path: Path) -> None:
    with ScriptedTable(tmp_path) as table:
        table.begin()
        table.play(5)
        for number in (signal.SIGINT, signal.SIGTERM):
            with UpCommand(tmp_path / "data", "--port", table.path) as up:
                url = up.serving()
                assert url.startswith("http://127.0.0.1:") and url.endswith("/")
                assert up.client.get("/").status_code == 200  # the page answers by then
                assert up.live()["id"] == table.id
                assert up.stop(number) == 0
                assert len(up.lines) == 1, up.lines
                assert "Traceback" not in up.said
                assert all(line.startswith("twelve: ") for line in up.said.splitlines()), up.said
                end = "twelve: stopped; every record is kept\n"
                assert up.said.endswith(end) and up.said.count("stopped") == 1, up.said


def test_it_stops_though_pages_are_open_and_a_table_does_not_answer(tmp_path: Path) -> None:
    async def look(url: str, up: UpCommand) -> int:
        live = url.replace("http", "ws") + "api/live"
        async with websockets.connect(live) as one, websockets.connect(live) as two:
            for line in (one, two):
                assert '"snapshot"' in str(await line.recv())
            status = await asyncio.to_thread(up.stop)
            with pytest.raises(websockets.ConnectionClosed):
                while True:
                    await one.recv()
        return status

    with ScriptedTable(tmp_path) as table:
        table.begin()
        with UpCommand(tmp_path / "data", "--port", table.path) as up:
            url = up.serving()
            up.live()
            table.stalled = True
            waiting = threading.Thread(target=lambda: _ignore(up))
            waiting.start()
            time.sleep(0.1)
            assert asyncio.run(look(url, up)) == 0
            waiting.join()
            assert "Traceback" not in up.said


def _ignore(up: UpCommand) -> None:
    table = up.table()["id"]
    answer = up.client.post(f"/api/tables/{table}/act", json={"action": "roll"})
    assert answer.status_code == 503 and "stops" in answer.json()["detail"]


@pytest.mark.parametrize("after_s", [0.3, 0.5, 0.8])
def test_it_stops_with_status_0_in_the_middle_of_its_start_too(
    tmp_path: Path, after_s: float
) -> None:
    with UpCommand(tmp_path / "data", "--port", "loop://") as up:
        wait_for((tmp_path / "data" / "twelve.lock").exists)
        time.sleep(after_s - 0.3)
        assert up.stop() == 0
        assert "Traceback" not in up.said


def test_it_stops_with_status_0_in_the_middle_of_an_import_that_calls_exec(tmp_path: Path) -> None:
    # Data classes are made by exec; a signal that passes through it must not outlive its catching.
    (tmp_path / "interrupted.py").write_text(
        """
import os, signal, sys
from twelve_host.cli import main
import twelve_host.commands.up as up
def bind(host, port):
    exec(f"os.kill(os.getpid(), signal.{sys.argv[1]})")
    return real(host, port)
def virtual(args, folder):
    raise AssertionError("the signal was lost")
real, up._bind, up._virtual_table = up._bind, bind, virtual
sys.exit(main(["up", "--no-open", "--data", "."]))
"""
    )
    for number in ("SIGINT", "SIGTERM"):
        command = [sys.executable, "-m", "interrupted", number]  # -c ends in another way
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stderr == "twelve: stopped; every record is kept\n"


def test_a_port_of_the_web_that_is_taken_is_named_with_the_option(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        watch = Stopwatch()
        done = run_up(tmp_path, "--virtual", http=f"127.0.0.1:{port}")
        assert not watch.is_over(3)
    assert done.returncode == 1 and done.stdout == ""
    assert str(port) in done.stderr and "--http" in done.stderr
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


def run_up(
    data: Path, *options: str, http: str = "127.0.0.1:0"
) -> subprocess.CompletedProcess[str]:
    """Run ``twelve up`` where it must end by itself."""
    command = [sys.executable, "-m", "twelve_host", "up", "--data", str(data), "--http", http]
    return subprocess.run(
        [*command, "--no-open", *options], capture_output=True, text=True, timeout=60
    )


@pytest.mark.parametrize(
    "options",
    [
        ["--http", "nowhere"],
        ["--http", "127.0.0.1:"],
        ["--http", "127.0.0.1:99999"],
        ["--http", "127.0.0.1:-1"],
        ["--http", ":8012"],
        ["--http", "no.such.host.invalid:8012"],
        ["--port", "nonsense://x"],
        ["--nonsense"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_understood_is_wrong_use(tmp_path: Path, options: list[str]) -> None:
    done = run_up(tmp_path, *options)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("twelve: ") and done.stderr.count("\n") == 1


def test_a_second_service_on_the_same_games_is_refused(tmp_path: Path) -> None:
    with ScriptedTable(tmp_path) as table, UpCommand(tmp_path / "d", "--port", table.path) as up:
        url = up.serving()
        done = run_up(tmp_path / "d", "--port", table.path)
        assert done.returncode == 1 and done.stdout == ""
        assert url in done.stderr and "--data" in done.stderr
        assert up.live()
        up.kill()  # the lock ends with the process
        with UpCommand(tmp_path / "d", "--port", table.path) as again:
            again.serving()
            assert again.stop() == 0


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run_up(tmp_path / "file" / "data")
    assert done.returncode == 1 and "--data" in done.stderr and "Traceback" not in done.stderr


def test_a_damaged_record_is_said_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "twelve.db").write_bytes(b"this is no database, but somebody's letter\n" * 100)
    done = run_up(tmp_path, "--virtual")
    assert done.returncode == 1 and done.stdout == ""
    assert "twelve.db" in done.stderr and "Traceback" not in done.stderr
    assert (tmp_path / "twelve.db").read_bytes().startswith(b"this is no database")


def test_the_environment_names_folder_and_address(tmp_path: Path) -> None:
    env = {**os.environ, "TWELVE_DATA": str(tmp_path / "env"), "TWELVE_HTTP": "127.0.0.1:0"}
    command = [
        sys.executable,
        "-m",
        "twelve_host",
        "up",
        "--no-open",
        "--port",
        str(tmp_path / "x"),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
    assert process.stdout is not None and process.stderr is not None
    line = process.stdout.readline().decode()
    process.terminate()
    assert process.wait(60) == 0
    said = process.stderr.read().decode()
    process.stdout.close()
    process.stderr.close()
    assert line.startswith("twelve: serving http://127.0.0.1:") and ":8012/" not in line
    assert (tmp_path / "env" / "twelve.db").exists()
    assert f"{tmp_path / 'x'} is not there" in said


# Tests are bound to this computer alone, so it is made to look like any other address.
ELSEWHERE = """
import sys
from twelve_host import cli
from twelve_host.web import guard

guard.is_loopback = lambda host: False
sys.exit(cli.main(sys.argv[1:]))
"""


def test_bound_to_another_address_it_prints_a_link_with_a_token_once(tmp_path: Path) -> None:
    with UpCommand(tmp_path / "d", "--port", "loop://", program=("-c", ELSEWHERE)) as up:
        link = up.serving()
        assert "?token=" in link and len(up.lines) == 1 and "token" not in up.said
        here = link.partition("?")[0]
        assert httpx2.get(f"{here}api/tables").status_code == 401
        with httpx2.Client(follow_redirects=True, base_url=here) as phone:
            assert phone.get(f"/?token={link.partition('=')[2]}").status_code == 200
            assert "token" not in str(phone.get("/").url)
            assert phone.get("/api/tables").status_code == 200


def test_a_game_goes_on_over_restarts_of_the_service_and_of_the_cable(tmp_path: Path) -> None:
    with ScriptedTable(tmp_path) as table:
        table.begin()
        for round_no in range(2):
            with UpCommand(tmp_path / "data", "--port", table.path) as up:
                up.serving()
                view = up.live()
                assert view["n"] == table.next_n
                up.post("act", action=view["state"]["legal"][0], n=view["n"])
                table.unplug()
                wait_for(lambda up=up: up.table()["status"] == "unplugged", 2)
                table.play(2, seed=round_no)
                table.plug()
                wait_for(lambda up=up: up.table()["n"] == table.next_n, 5)
                if round_no == 0:
                    up.kill()
                else:
                    assert up.stop() == 0
                assert up.said.count("disconnected") == 1
