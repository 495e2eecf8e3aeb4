"""Golden playthroughs: the one recorder prints the recorded text on every interpreter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import interpreters
import pytest

from twelve.games import catalog

FOLDER = Path(__file__).parent / "playthroughs"
RECORDER = interpreters.ROOT / "tests" / "portable" / "recorder.py"
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))


def recorded(name: str) -> str:
    """Return the recorded text of the playthrough ``name``."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def list_names() -> list[str]:
    """Return the names that the recorder knows."""
    done = subprocess.run([sys.executable, RECORDER], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_every_file_is_a_playthrough_and_every_playthrough_has_its_file() -> None:
    assert list_names() == NAMES


@pytest.mark.parametrize("game", catalog.NAMES)
def test_every_catalogued_game_has_a_playthrough(game: str) -> None:
    heads = [recorded(name).split("\n", 1)[0] for name in NAMES]
    assert any(f'"game":"{game}"' in head for head in heads)


@pytest.mark.parametrize("name", NAMES)
def test_every_playthrough_comes_to_its_end(name: str) -> None:
    assert '"result":[' in recorded(name).splitlines()[-1]


@pytest.mark.parametrize("name", NAMES)
def test_cpython_plays_it_as_recorded(name: str) -> None:
    command = [sys.executable, RECORDER, name]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines() == recorded(name).splitlines()


@pytest.mark.parametrize("python", interpreters.NAMES)
@pytest.mark.parametrize("name", NAMES)
def test_devices_play_it_as_recorded_in_a_small_heap(python: str, name: str) -> None:
    path, why = interpreters.find(python)
    if path is None:
        pytest.skip(why)
    done = interpreters.run(python, str(RECORDER), name, heap="160k")
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-500:]
    assert done.stdout.splitlines() == recorded(name).splitlines()
