"""What the package costs a board stays within bounds: bytes of .mpy, heap, growth."""

from __future__ import annotations

from pathlib import Path

import budgets
import interpreters
import pytest
import trees

from twelve.games import catalog

MODULES = [
    trees.module_of(path)
    for path in trees.files(trees.PORTABLE)
    # Of the ports, each is for its own runtime.
    if path.parent.name != "ports" or path.stem in ("__init__", "contract")
]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as .mpy files."""
    folder = tmp_path_factory.mktemp("mpy")
    budgets.compile_all(folder)
    return folder


@pytest.fixture(scope="module")
def micropython() -> None:
    """Skip where there is no MicroPython."""
    path, why = interpreters.find("MicroPython")
    if path is None:
        pytest.skip(why)


def test_every_module_compiles_to_the_format_that_boards_load(compiled: Path) -> None:
    files = sorted(compiled.rglob("*.mpy"))
    assert len(files) == len(trees.files(trees.PORTABLE))
    assert {path.read_bytes()[:2] for path in files} == {budgets.MAGIC}


def test_the_device_image_is_small(compiled: Path) -> None:
    total = sum(path.stat().st_size for path in compiled.rglob("*.mpy"))
    assert total <= budgets.LIMIT_MPY, f"{total} bytes of .mpy"


@pytest.mark.usefixtures("micropython")
@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_in_a_small_heap(name: str, compiled: Path) -> None:
    assert budgets.free_after(f"import {name}", compiled) > budgets.LEAST_FREE


@pytest.mark.usefixtures("micropython")
@pytest.mark.parametrize("game", catalog.NAMES)
def test_the_firmware_leaves_room_with_any_game(game: str, compiled: Path) -> None:
    assert budgets.free_after(budgets.LOADED % game, compiled) >= budgets.LEAST_FREE


@pytest.mark.usefixtures("micropython")
def test_games_of_six_do_not_eat_the_heap(compiled: Path) -> None:
    script = trees.PORTABLE_TESTS / "endless_games.py"
    done = interpreters.run("MicroPython", str(script), str(compiled), "12000", heap=budgets.HEAP)
    assert done.returncode == 0, done.stdout + done.stderr
    games = [[int(word) for word in line.split()] for line in done.stdout.splitlines()]
    assert len(games) >= 4 and games[0][0] > 500
    for _, middle, end, _ in games:
        assert abs(middle - end) < 2 * 1024, "a game grows from turn to turn"
    after = [gone for _, _, _, gone in games]
    assert abs(after[1] - after[-1]) < 2 * 1024, "games leave something behind"
