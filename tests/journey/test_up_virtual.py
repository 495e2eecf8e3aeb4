"""A newcomer's way: ``twelve up`` with nothing plugged in, a game to its end, the same next day."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from up_command import UpCommand

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the virtual table needs a pty")

VIRTUAL = "twelve: the table is a virtual one, in this computer; Control-C ends it"


def twelve(data: Path, *words: str) -> str:
    """Run another command over the same games; return what it prints."""
    command = [sys.executable, "-m", "twelve_host", *words, "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def play_to_the_end(up: UpCommand) -> dict[str, Any]:
    """Play the game on the table until it is over; return its last state."""
    view = up.table()
    while view["state"]["result"] is None:
        answer = up.post("act", action=view["state"]["legal"][-1], n=view["n"])
        view = {"state": answer["state"], "n": answer["n"]}
    state: dict[str, Any] = view["state"]
    return state


def test_a_game_from_the_first_press_to_a_verified_record(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with UpCommand(data) as up:
        up.serving()
        view = up.live()
        assert "no table is plugged in" in up.said and view["virtual"] is True
        assert up.said.splitlines()[1] == VIRTUAL
        up.post("input", gesture="click")
        position = {"markers": [[12] * 10 + [10, 10], [11] * 12], "player": 0}
        players = ["Änne", "Ben 🎲"]
        up.post("new", game="12x12", players=players, position=position, abandon=True)
        state = play_to_the_end(up)
        assert state["result"]["reason"] == "all rows finished"
        up.post("close")
        lit = up.live()["lights"]
        assert len(lit[0]) == 12 and any(hole != "#000000" for row in lit[0] for hole in row)
        game = up.table()["game"]
        assert up.stop() == 0
    assert "ok" in twelve(data, "verify", game)
    with UpCommand(data) as up:
        up.serving()
        again = up.live()
        assert again["id"] == view["id"] and again["game"] == game
        assert again["state"]["hash"] == state["hash"]
        assert up.get("/api/games")[0]["id"] == game
        assert up.stop() == 0


def test_the_service_is_killed_and_the_virtual_table_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, temporary = tmp_path / "data", tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    with UpCommand(data, "--virtual") as up:
        up.serving()
        up.live()
        up.post("new", game="12x12", players=["A", "B"])
        view = up.table()
        up.post("act", action="roll", n=view["n"])
        state = up.table()["state"]
        for child in children(up.process.pid):
            os.kill(child, signal.SIGKILL)
        # Its records are on its flash; a note says that it was switched on again.
        up.wait_for(lambda table: table["status"] == "live" and table["n"] > view["n"] + 1)
        assert up.table()["state"]["hash"] == state["hash"]
        up.kill()
    with UpCommand(data, "--virtual") as up:
        up.serving()
        assert up.live()["state"]["hash"] == state["hash"]
        assert up.said.startswith(f"{VIRTUAL}\n")
        assert len(up.get("/api/games")) == 1
        assert up.stop() == 0
    assert list(temporary.iterdir()) == []  # nobody was left to remove it


def children(pid: int) -> list[int]:
    """Return the processes that ``pid`` has started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]
