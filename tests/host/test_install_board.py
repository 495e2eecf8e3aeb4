"""``twelve install`` onto a board: real MicroPython and mpremote, a pseudo-terminal between."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import interpreters
import pytest
from pace import Stopwatch

from board_process import Board
from twelve import __version__
from twelve.games import catalog
from twelve.ports.flash import Files
from twelve.table.gather import Gathering
from twelve_host.cli import main
from twelve_host.install import tracebacks, work
from twelve_host.install.asking import Asker, ask, fault_of
from twelve_host.virtual import image as firmware_image

pytestmark = pytest.mark.skipif(
    interpreters.find("MicroPython")[0] is None or firmware_image.compiler() is None,
    reason="this platform has no micropython or no mpy-cross",
)

LONG_S = 30.0  # for a busy machine


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Board]:
    """A board with MicroPython and nothing else."""
    with Board(tmp_path) as board:
        yield board


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Board]:
    """A board whose drive has what ``--to DIR`` writes."""
    work.to_folder(tmp_path / "flash", "micropython", "pico")
    with Board(tmp_path) as board:
        yield board


def install(board: Board, *words: str) -> int:
    """Run ``twelve install`` on the board."""
    return main(["install", "--port", board.port, "--board", "pico", *words])


def files(board: Board) -> dict[str, bytes]:
    """Return what is on the board's flash."""
    paths = [path for path in board.flash.rglob("*") if path.is_file()]
    return {path.relative_to(board.flash).as_posix(): path.read_bytes() for path in paths}


def kept(board: Board) -> dict[str, bytes]:
    """Return what must outlast an update: the records of every game, and the secret."""
    flash = Gathering(Files(f"{board.flash}/"), lambda: 0)
    folders = ["games", *(f"games/{name}" for name in flash.names("games") if name.isdigit())]
    names = [f"{folder}/{name}" for folder in folders for name in flash.names(folder)]
    names = [name for name in names if name.endswith(".rec")]
    found = {name: flash.read_at(name, 0, flash.size(name)) for name in names}
    return {**found, "secret": (board.flash / "state/secret.json").read_bytes()}


def played(board: Board) -> int:
    """Return how many bytes of games are on the board's flash."""
    places = (board.flash / "games", board.flash / "ends")
    paths = [path for place in places for path in place.rglob("*")]
    return sum(path.stat().st_size for path in paths if path.is_file())


def wait_for_lights(board: Board) -> None:
    """Wait until the board has sent two frames."""
    watch = Stopwatch()
    while len(board.frames()) < 2:
        assert not watch.is_over(LONG_S)
        time.sleep(0.02)


# -- the files of --to are a whole table ------------------------------------------------------
def test_the_files_of_a_folder_boot_light_up_and_answer(table: Board) -> None:
    hello = ask(table.port, LONG_S)
    assert hello is not None
    assert (hello["fw"], hello["virtual"], hello["boot"]) == (__version__, False, 1)
    wait_for_lights(table)
    (first_pin, first), *rest = table.frames()
    assert first_pin == 16 and len(first) == 156 * 3
    lit = [i for i in range(156) if any(first[3 * i : 3 * i + 3])]
    assert lit == list(range(13)), "first light is one row"
    assert rest


def test_a_game_is_played_on_those_files(table: Board) -> None:
    with Asker(table.port) as asker:
        assert asker.hello(LONG_S)
        new = asker.request(m="new", game="12x12", players=["A", "B"])
        assert new is not None and new["ok"] and new["n"] == 3
        # The real button: pressed and let go, it rolls.
        before = played(table)
        table.button.touch()
        time.sleep(0.2)
        table.button.unlink()
        watch = Stopwatch()
        while played(table) == before:
            assert not watch.is_over(LONG_S)
            time.sleep(0.02)
        missed = asker.request(m="act", n=3, action="roll")
        assert missed is not None and missed["code"] == "moved", "the press had rolled"
        assert asker.request(m="key", gesture="click")["ok"]  # type: ignore[index]
    assert played(table) > 60


@pytest.mark.parametrize("game", catalog.NAMES)
def test_every_game_menu_and_hint_work_on_those_files(table: Board, game: str) -> None:
    with Asker(table.port) as asker:
        assert asker.hello(LONG_S)
        new = asker.request(m="new", game=game)
        assert new is not None and new["ok"]
        for gesture in ("click", "hold", "click", "long", *6 * ["click"], "hold", "hold", "long"):
            done = asker.request(m="key", gesture=gesture)
            assert done is not None and done["ok"], gesture
        time.sleep(1.2)  # what was begun comes to an end
        assert asker.request(m="settings")["ok"]  # type: ignore[index]
        news = [message for message in asker.heard if message["m"] == "now"]
        assert news[-1]["g"] and not [said for said in asker.heard if said["m"] == "log"]
    assert table.starts == 1


def test_a_fault_of_those_files_can_be_read(table: Board) -> None:
    assert ask(table.port, LONG_S)
    fail = table.leds.with_suffix(".fail")
    fail.touch()
    watch = Stopwatch()
    while fail.exists():
        assert not watch.is_over(LONG_S)
        time.sleep(0.02)
    with Asker(table.port) as asker:
        hello = asker.hello(LONG_S)
        assert hello is not None and hello["boot"] == 2
        assert asker.request(m="settings")
        told = [str(message["text"]) for message in asker.heard if message["m"] == "log"]
    assert len(told) == 1 and "_light" not in told[0]
    assert "in _light (" in tracebacks.readable(told[0], hello["fw"])
    elsewhere = tracebacks.readable(told[0], "0.0.1").removeprefix("… ")
    assert elsewhere and told[0].endswith(elsewhere), "its names are not known here"


def test_the_id_stays_and_differs_between_installations(table: Board, tmp_path: Path) -> None:
    first = ask(table.port, LONG_S)
    table.cut()
    again = ask(table.port, LONG_S)
    assert first and again and again["table"] == first["table"] and again["boot"] == 2
    pools = set()
    for name in ("a", "b"):
        work.to_folder(tmp_path / name, "micropython", "pico")
        pools.add(json.loads((tmp_path / name / "state" / "identity.json").read_text())["pool"])
    assert len(pools) == 2


# -- a bare board, then updates ----------------------------------------------------------------
def test_a_bare_board_becomes_a_table(bare: Board, capsys: pytest.CaptureFixture[str]) -> None:
    assert install(bare) == 0
    said = capsys.readouterr().out
    assert "micropython 1." in said and "KB free" in said and "read back" in said
    assert f"runs {__version__} on micropython" in said.splitlines()[-1]
    found = files(bare)
    assert {"main.py", "table.toml", "state/identity.json", "lib/twelve/loop.mpy"} <= {*found}
    assert not [name for name in found if ".new" in name or ".old" in name]


def test_an_update_keeps_everything_of_the_user_and_can_go_back(
    table: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    with Asker(table.port) as asker:
        assert asker.hello(LONG_S)
        assert asker.request(m="new", game="12x12", players=["A", "B"])["ok"]  # type: ignore[index]
    earlier = table.flash / "lib/twelve/earlier.mpy"
    earlier.write_bytes(b"M\x06 a module that only the version before had")
    settings = table.flash / "table.toml"
    settings.write_text('name = "Mine"\n')
    before = kept(table)
    assert install(table) == 0, capsys.readouterr().err
    said = capsys.readouterr().out
    assert "makes way" in said and "read back" in said
    assert settings.read_text() == 'name = "Mine"\n'
    after = kept(table)
    assert len(before) == 2
    assert {name: after[name][: len(data)] for name, data in before.items()} == before
    assert not earlier.exists() and (table.flash / "lib/twelve.old/earlier.mpy").exists()
    hello = ask(table.port, LONG_S)
    assert hello is not None and hello["name"] == "Mine" and hello["games"] == [1, 1]

    assert install(table, "--back") == 0, capsys.readouterr().err
    assert earlier.exists() and not (table.flash / "lib/twelve.old/earlier.mpy").exists()
    assert install(table) == 0
    capsys.readouterr()
    assert install(table) == 0
    assert "is on the board already" in capsys.readouterr().out


def test_a_firmware_that_does_not_start_is_reported_and_replaced(
    table: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask(table.port, LONG_S)
    (table.flash / "lib/twelve/__init__.mpy").write_bytes(b"M\x06broken")
    table.cut()
    assert install(table) == 0, capsys.readouterr().err
    assert ask(table.port, LONG_S)


def test_what_a_pulled_cable_leaves_is_finished_by_the_same_command(
    table: Board, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from twelve_host.install.repl import Repl

    (table.flash / "lib/twelve/earlier.mpy").write_bytes(b"M\x06")
    whole, count = Repl.write, 0

    def pulled(self: Repl, path: str, data: bytes, advance: object) -> None:
        nonlocal count
        count += 1
        if count == 20:
            table.pull()
        whole(self, path, data, advance)  # type: ignore[arg-type]

    monkeypatch.setattr(Repl, "write", pulled)
    assert install(table) == 1
    assert "run this" in capsys.readouterr().err
    assert ask(table.port, LONG_S), "the firmware that was there still runs"
    assert install(table) == 0
    assert not (table.flash / "lib/twelve.new").exists()


def test_a_board_of_unknown_name_asks_for_one(
    bare: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--port", bare.port]) == 2
    assert "--board" in capsys.readouterr().err


def test_a_table_in_safe_mode_makes_way_too(
    table: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    (table.flash / "lib/twelve/loop.mpy").unlink()
    (table.flash / "lib/twelve/loop.py").write_text("raise ValueError('worn out')\n")
    table.cut()
    watch = Stopwatch()
    hello = None
    while hello is None or not hello.get("safe"):
        assert not watch.is_over(LONG_S)
        hello = ask(table.port, LONG_S)
    assert fault_of(hello) == "ValueError: worn out"
    assert install(table) == 0, capsys.readouterr().err
    hello = ask(table.port, LONG_S)
    assert hello is not None and not hello.get("safe")


# -- the port --------------------------------------------------------------------------------------
def test_t08_a_port_in_use_or_absent_is_said_with_its_cure(
    table: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    with Asker(table.port) as asker:
        assert asker.hello(LONG_S)
        assert install(table) == 1
        assert "is in use by another program: stop that" in capsys.readouterr().err
    assert main(["install", "--port", table.port + "9"]) == 1
    assert "is not there: plug the table in" in capsys.readouterr().err
