"""A new game needs a module, a scene module, a golden playthrough and a catalogue line: no more."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import interpreters
import pytest
import trees

PARTS = trees.ROOT / "tests" / "portable" / "new_game"
LINE = '    ("nim", "nim", "Nim", 2, 2, 2, ()),\n'


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the portable package with the new game in it."""
    place = tmp_path_factory.mktemp("new game")
    package = place / "twelve"
    shutil.copytree(trees.PORTABLE, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PARTS / "nim.py", package / "games")
    shutil.copy(PARTS / "scene.py", package / "table" / "scenes" / "nim.py")
    catalogue = package / "games" / "catalog.py"
    text = catalogue.read_text()
    assert text.count(")\nNAMES") == 1
    catalogue.write_text(text.replace(")\nNAMES", LINE + ")\nNAMES"))
    return place


def records(library: Path, *command: str) -> str:
    path = os.pathsep.join([str(library), str(trees.ROOT / "tests" / "portable")])
    environment = {**os.environ, "PYTHONPATH": path, "MICROPYPATH": path}
    done = subprocess.run(
        [*command, str(PARTS / "play.py")], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_played_by_the_button_journalled_and_resumed(library: Path) -> None:
    assert '"action":"take 2"' in records(library, sys.executable)


def test_it_is_played_so_on_the_devices_python_too(library: Path) -> None:
    path, why = interpreters.find("MicroPython")
    if not path:
        pytest.skip(why)
    assert '"action":"take 2"' in records(library, path, "-X", "heapsize=1m")


HOST = """
import sys
from pathlib import Path
from twelve_host.cli import main
from twelve_host.web.catalog import catalogue
data, file = sys.argv[1:]
assert catalogue()["games"][-1]["title"] == "nim"
assert main(["import", file, "--data", data]) == 0
assert main(["games", "--json", "--data", data]) == 0
assert main(["verify", file]) == 0
"""


def test_the_laptop_records_shows_and_verifies_it(library: Path, tmp_path: Path) -> None:
    file = tmp_path / "nim.jsonl"
    file.write_text(records(library, sys.executable))
    path = os.pathsep.join([str(library), str(trees.ROOT / "host")])
    command = [sys.executable, "-c", HOST, str(tmp_path / "data"), str(file)]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    start = done.stdout.index("[")
    games = json.loads(done.stdout[start : done.stdout.rindex("]") + 1])
    assert games[0]["game"] == "nim" and games[0]["result"]["reason"] == "the last match"
    assert "ok" in done.stdout


def test_the_referee_knows_it(library: Path) -> None:
    path = os.pathsep.join([str(library), str(trees.ROOT / "host")])
    requests = '{"op":"new","game":"nim"}\n{"op":"act","action":"take 2"}\n{"op":"suggest"}\n'
    done = subprocess.run(
        [sys.executable, "-m", "twelve_host", "referee"],
        input=requests,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    first, second, third = [json.loads(line) for line in done.stdout.splitlines()]
    assert first["state"]["legal"] == ["take 1", "take 2"]
    assert second["state"]["board"] == {"left": 5} and second["state"]["hash"]
    assert third["ok"] is False  # nobody has written a player for it
