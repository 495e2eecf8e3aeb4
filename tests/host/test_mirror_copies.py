"""Two copies of one table's flash, of which now the one and now the other is plugged in."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path

import pytest

from running_service import Ports, RunningService
from scripted_table import ScriptedTable, wait_for


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ScriptedTable]:
    """A table with a game of six actions."""
    with ScriptedTable(tmp_path) as table:
        table.begin()
        table.play(6)
        yield table


def copied(table: ScriptedTable, folder: Path) -> ScriptedTable:
    """Return a table with the flash of ``table`` as it is now."""
    twin = ScriptedTable(folder, "twin", table.id)
    twin.unplug()
    with twin._guard:
        twin.boot = table.boot
        twin.book.games = {no: copy.deepcopy(game) for no, game in table.book.games.items()}
    return twin


def texts(running: RunningService, game: str) -> list[str]:
    """Return the records of a game."""
    return [row.text for row in running.service.store.records(game)]


def take_turns(
    running: RunningService, seeds: range, tables: dict[str, ScriptedTable], actions: int
) -> None:
    """Plug the tables in by turns, each as the game that it is to be recorded as, and play."""
    for seed in seeds:
        for game, table in tables.items():
            table.cut()
            table.plug()

            def is_recorded(game: str = game, table: ScriptedTable = table) -> bool:
                found = running.service.store.game(game)
                return found is not None and texts(running, game) == table.lines()

            if actions:
                table.play(actions, seed)
            wait_for(is_recorded)
            wait_for(lambda game=game, table=table: running.view(table.id)["game"] == game)
            wait_for(lambda table=table: running.status(table.id) == "live")
            state = running.view(table.id)["state"]
            assert state["hash"] == table.game.play.hash()
            table.unplug()
            wait_for(lambda table=table: running.status(table.id) == "unplugged")


def test_another_continuation_is_kept_beside_the_first(
    table: ScriptedTable, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    old = copy.deepcopy(table.game)
    with RunningService(tmp_path / "data", Ports(table.path)) as running:
        table.play(6, seed=2)
        running.settle(table)
        before = running.service.store.lines(table.uid)
        table.book.games[1] = old  # an old copy of its flash
        table.cut()
        table.play(4, seed=3)
        second = f"{table.uid}~2"
        wait_for(lambda: running.service.store.game(second) is not None)
        wait_for(lambda: texts(running, second) == table.lines())
        assert running.service.store.lines(table.uid) == before
        wait_for(lambda: running.view(table.id)["game"] == second)
        assert "both are kept" in running.view(table.id)["say"]
        wait_for(lambda: running.status(table.id) == "live")
    assert caplog.text.count("continues in two ways") == 1


def test_two_copies_that_both_play_are_two_branches_however_often_they_come(
    table: ScriptedTable, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with copied(table, tmp_path) as twin:
        table.unplug()
        uid = table.uid
        tables = {uid: table, f"{uid}~2": twin}
        ports = Ports(table.path, twin.path)
        for seeds in (range(3), range(3, 5)):  # and the service is started anew
            with RunningService(tmp_path / "data", ports) as running:
                take_turns(running, seeds, tables, actions=4)
        with RunningService(tmp_path / "data", ports) as running:
            games = running.service.store.games()
            assert sorted(game.id for game in games) == sorted(tables)
            for game, one in tables.items():
                rows = running.service.store.records(game)
                assert [row.text for row in rows] == one.lines()
                dates = [row.at or "" for row in rows]
                assert dates == sorted(dates)
    assert caplog.text.count("continues in two ways") == 1


def test_an_old_copy_is_no_branch_before_it_plays(table: ScriptedTable, tmp_path: Path) -> None:
    with (
        copied(table, tmp_path) as twin,
        RunningService(tmp_path / "data", Ports(table.path, twin.path)) as running,
    ):
        table.play(6, seed=2)
        running.settle(table)
        recorded = table.lines()
        table.unplug()
        wait_for(lambda: running.status(table.id) == "unplugged")
        twin.plug()
        wait_for(lambda: running.status(table.id) == "live")
        wait_for(lambda: running.view(table.id)["n"] == twin.next_n)
        assert running.view(table.id)["state"]["hash"] == twin.game.play.hash()
        assert [game.id for game in running.service.store.games()] == [table.uid]
        twin.play(1, seed=3)
        wait_for(lambda: running.view(table.id)["game"] == f"{table.uid}~2")
        wait_for(lambda: texts(running, f"{table.uid}~2") == twin.lines())
        assert texts(running, table.uid) == recorded
        assert running.service.mirrors[table.id].forks == 1


def test_a_table_that_goes_on_with_a_game_that_was_left_has_a_branch_of_its_own(
    table: ScriptedTable, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with RunningService(tmp_path / "data", Ports(table.path)) as running:
        running.settle(table)
        table.unplug()
        wait_for(lambda: running.status(table.id) == "unplugged")
        note = {"kind": "names", "players": ["x", "y"]}
        running.service.store.add_note(table.uid, note, is_left=True)
        kept = texts(running, table.uid)
        table.play(3, seed=2)
        table.plug()
        beside = f"{table.uid}~2"
        wait_for(lambda: running.view(table.id)["game"] == beside, 20)
        wait_for(lambda: texts(running, beside) == table.lines())
        wait_for(lambda: running.status(table.id) == "live")
        assert texts(running, table.uid) == kept and len(kept) == 2 + 6 + 1
    assert not [r for r in caplog.records if r.levelname == "ERROR"]
