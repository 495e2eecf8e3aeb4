"""Computer players fit beside the firmware: heap for their code, and for a decision."""

from __future__ import annotations

from pathlib import Path

import budgets
import interpreters
import pytest

from twelve.games import catalog, players

MOST_HEAP = 64 * 1024  # bytes that a player may take, its code included

DECIDED = """
gc.collect()
before = gc.mem_free()
from twelve.games import players
from twelve.base.dice import Stream
game = catalog.game(%r)
state = game.start(game.read_rules({}), 2, Stream(b"s"))
if game.click(state) == "roll":
    state = game.apply(state, "roll", game.draw(state, "roll", Stream(b"s")))
thinking = players.thinker(game, state, %r)
least = gc.mem_free()
while thinking.step(10) is None:
    pass
assert thinking.step(10)[0] in game.legal(state)
thinking = None
gc.collect()
print(before - gc.mem_free())
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as .mpy files."""
    path, why = interpreters.find("MicroPython")
    if path is None:
        pytest.skip(why)
    folder = tmp_path_factory.mktemp("mpy")
    budgets.compile_all(folder)
    return folder


@pytest.mark.parametrize("level", players.HERE)
@pytest.mark.parametrize("game", catalog.NAMES)
def test_a_player_decides_beside_the_firmware(game: str, level: str, compiled: Path) -> None:
    script = f"import sys, gc\nsys.path.insert(0, {str(compiled)!r})\n"
    script += budgets.LOADED % game + DECIDED % (game, level)
    done = interpreters.run("MicroPython", "-c", script, heap=budgets.HEAP)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) <= MOST_HEAP
