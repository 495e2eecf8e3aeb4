"""The mirror on pseudo-terminals: what tables play is stored, dated, followed and compared."""

from __future__ import annotations

import itertools
import logging
import random
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from running_service import JumpyClock, Ports, RunningService
from scripted_book import commit_of
from scripted_table import ScriptedTable, wait_for
from twelve.table.lights import palette, rgb
from twelve_host.clock import wall_ms_of
from twelve_host.errors import StoreError
from twelve_host.record_check import check


def dates(running: RunningService, game: str) -> list[tuple[int, bool]]:
    """Return (date, estimated) of every record of a game."""
    return [(wall_ms_of(row.at or ""), row.est) for row in running.service.store.records(game)]


def test_a_game_is_stored_as_it_is_played_and_verifies(tmp_path: Path) -> None:
    with ScriptedTable(tmp_path) as table:
        table.begin(players=["Anna", "Zoë 🎲"])
        with RunningService(tmp_path / "data", Ports(table.path)) as running:
            table.play(40)
            table.close_game()
            running.settle(table)
            view = running.view(table.id)
            assert view["game"] == table.uid and view["n"] == table.next_n
            assert view["state"]["hash"] == table.game.play.hash()
            assert view["state"]["players"] == ["Anna", "Zoë 🎲"]
            lines = running.service.store.lines(table.uid)
            report = check(lines)
            assert report.wrong is None and report.dice == "checked"


def test_what_was_played_alone_is_fetched_newest_first_and_marked_as_estimated(
    tmp_path: Path,
) -> None:
    with ScriptedTable(tmp_path) as table:
        for number in range(3):
            table.begin()
            table.play(10, number)
            time.sleep(0.01)
        table.cut()
        table.play(5)
        with RunningService(tmp_path / "data", Ports(table.path)) as running:
            running.settle(table)
            wait_for(lambda: all(running.has_all(table, n) for n in (1, 2, 3)))
            table.play(4)
            running.settle(table)
            games = running.service.store.games()
            assert [game.no for game in games] == [3, 2, 1]
            found = [dates(running, game.id) for game in reversed(games)]
        in_order = [at for game in found for at, _ in game]
        assert in_order == sorted(in_order)
        assert all(est for at, est in found[0] + found[1] + found[2][:-4])
        assert not any(est for _, est in found[2][-4:])


def test_dates_go_on_where_they_were_after_a_restart_of_the_service(tmp_path: Path) -> None:
    clock = JumpyClock()
    with ScriptedTable(tmp_path) as table:
        table.begin()
        table.play(5)
        with RunningService(tmp_path / "data", Ports(table.path), clock=clock) as running:
            running.settle(table)
        clock.jump_ms = -8 * 3600_000
        with RunningService(tmp_path / "data", Ports(table.path), clock=clock) as running:
            table.play(5)
            running.settle(table)
            found = dates(running, table.uid)
    gaps = [later[0] - earlier[0] for earlier, later in itertools.pairwise(found)]
    assert all(0 <= gap < 60_000 for gap in gaps)


def test_two_tables_are_mirrored_at_once(tmp_path: Path) -> None:
    with (
        ScriptedTable(tmp_path, "a") as one,
        ScriptedTable(tmp_path, "b") as two,
        RunningService(tmp_path / "data", Ports(one.path, two.path)) as running,
    ):
        for table in (one, two):
            table.begin()
            table.play(12)
        running.settle(one, two)
        assert one.uid != two.uid
        assert [t["connected"] for t in running.service.tables()] == [True, True]


def test_a_copied_table_is_refused_and_does_no_harm(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with ScriptedTable(tmp_path, "a") as one, ScriptedTable(tmp_path, "b", one.id) as two:
        one.begin()
        ports = Ports(one.path)
        with RunningService(tmp_path / "data", ports) as running:
            running.settle(one)
            ports.names.append(two.path)
            wait_for(lambda: "two tables have one id" in caplog.text)
            one.play(5)
            running.settle(one)
            assert running.service.counts.outages == 0


def test_t30_a_renamed_table_is_the_same_table(tmp_path: Path) -> None:
    with ScriptedTable(tmp_path) as table:
        table.begin()
        with RunningService(tmp_path / "data", Ports(table.path)) as running:
            for name in ("Kitchen", "Küche", "Scripted"):
                table.play(3)
                running.settle(table)
                table.name = name
                table.cut()
                running.settle(table)
                wait_for(lambda name=name: running.view(table.id)["name"] == name)
                assert [view["id"] for view in running.service.tables()] == [table.id]
            assert len(running.service.store.games()) == 1


def test_t30_services_with_one_copied_folder_take_turns_and_agree(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    with ScriptedTable(tmp_path) as table:
        table.begin()
        for turn in range(4):
            with RunningService(folders[turn % 2], Ports(table.path)) as running:
                running.settle(table)
                table.play(5, seed=turn)
                running.settle(table)
                assert [view["id"] for view in running.service.tables()] == [table.id]
                assert running.service.mirrors[table.id].counts()["forks"] == 0
                rows = running.service.store.records(table.uid)
                assert [row.text for row in rows] == table.lines()
            if turn == 0:
                shutil.copytree(*folders)


def test_a_table_that_disagrees_is_shown_as_disagreeing(tmp_path: Path) -> None:
    with ScriptedTable(tmp_path) as table:
        table.begin()
        with RunningService(tmp_path / "data", Ports(table.path)) as running:
            running.settle(table)
            table.spoil_news = lambda news: news.update(h="00000000")
            wait_for(lambda: running.status(table.id) == "disagrees")
            view = running.view(table.id)
            assert "00000000" in view["disagrees"] and view["state"]["hash"] in view["disagrees"]
            table.spoil_news = lambda news: None
            table.play(3)
            wait_for(lambda: running.has_all(table))
            assert running.status(table.id) == "disagrees"  # for good, in this game
            table.close_game()
            table.begin()
            running.settle(table)


def test_a_secret_that_is_not_the_promised_one_is_seen(tmp_path: Path) -> None:
    with (
        ScriptedTable(tmp_path) as table,
        RunningService(tmp_path / "data", Ports(table.path)) as running,
    ):
        running.settle(table)
        table.promise("ab" * 32)
        wait_for(lambda: running.service.mirrors[table.id].agreement.awaits_game)
        table.begin()
        wait_for(lambda: running.status(table.id) == "disagrees")
        assert "secret" in running.view(table.id)["disagrees"]


def test_a_promise_that_is_kept_is_no_trouble(tmp_path: Path) -> None:
    with ScriptedTable(tmp_path) as table:
        table.begin()
        with RunningService(tmp_path / "data", Ports(table.path)) as running:
            running.settle(table)
            table.promise(commit_of(table.game))
            wait_for(lambda: running.service.mirrors[table.id].agreement.awaits_game)
            game, table.book.games = table.book.games, {}
            running.settle(table)
            table.book.games = game
            running.settle(table)


def test_records_that_cannot_be_stored_are_said_and_asked_for_again(tmp_path: Path) -> None:
    with (
        ScriptedTable(tmp_path) as table,
        RunningService(tmp_path / "data", Ports(table.path)) as running,
    ):
        table.begin()
        running.settle(table)
        real = running.service.store.add_records

        def full(*_: Any, **__: Any) -> tuple[int, str]:
            raise StoreError("the disk is full; make room on the disk")

        running.service.store.add_records = full  # type: ignore[method-assign]
        table.play(3)
        wait_for(lambda: running.view(table.id)["say"] == "the disk is full; make room on the disk")
        wait_for(lambda: running.status(table.id) == "catching up")
        running.service.store.add_records = real  # type: ignore[method-assign]
        running.settle(table)
        assert running.view(table.id)["say"] is None


def test_a_table_that_only_complains_is_quoted_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO, "twelve")
    with (
        ScriptedTable(tmp_path) as table,
        RunningService(tmp_path / "data", Ports(table.path)) as running,
    ):
        running.settle(table)
        lines = len(caplog.records)
        for _ in range(2):
            table.stalled = True
            wait_for(lambda: running.status(table.id) == "unplugged")
            table.stalled = False
            monkeypatch.setattr(table, "_news", lambda now_ms: None)  # it says nothing else
            for _ in range(5):
                table.send({"m": "log", "text": "safe mode"})
                time.sleep(0.1)
            wait_for(lambda: running.view(table.id)["say"] == "safe mode")
        said = [record.getMessage() for record in caplog.records[lines:]]
    assert len(said) == 2 and "disconnected" in said[0] and "safe mode" in said[1]


def test_lights_come_again_where_bytes_were_lost(tmp_path: Path) -> None:
    with ScriptedTable(tmp_path, boards=2) as table:
        table.begin()
        with RunningService(tmp_path / "data", Ports(table.path)) as running:
            running.settle(table)
            lights = running.service.mirrors[table.id].lights
            wait_for(lambda: lights.rows is not None)
            for seed in range(2):
                table.cable.spoil = lambda data: b""
                table.pixels = [random.Random(seed * 2 + b).randbytes(156) for b in range(2)]
                time.sleep(0.1)
                table.cable.spoil = lambda data: data
                wait_for(lambda: lights._pixels == table.pixels)
            assert lights.rows is not None
            assert lights.rows[1][2][3] == "#%02x%02x%02x" % rgb(table.pixels[1][29], palette())
            assert running.service.counts.outages == 0


def test_nothing_that_a_table_says_is_more_than_an_odd_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    odd: list[dict[str, Any]] = [
        {"m": "rec"},
        {"m": "rec", "g": 1, "r": {}},
        {"m": "rec", "g": "x" * 80, "r": {"n": 1}},
        {"m": "rec", "g": "aa-1", "r": {"n": 1, "chain": None}},
        {"m": "rec", "g": "../../etc", "r": {"n": 1}},
        {"m": "rec", "g": "aa-1", "r": []},
        {"m": "offer"},
        {"m": "offer", "g": "\n"},
        {"m": "now", "g": [], "n": 1, "h": ""},
        {"m": "now", "g": "aa-1", "n": True, "h": 5},
        {"m": "now", "g": "aa-1", "n": 10**30, "h": "", "ms": -1, "menu": [1], "set": {}},
        {"m": "px", "b": -1, "r": 0, "d": "AAAA"},
        {"m": "px", "b": 0, "r": True, "d": "A" * 104},
        {"m": "px", "b": 0, "r": 6, "d": "é"},
        {"m": "px", "b": 0, "r": 0, "d": "AAAA"},
        {"m": "px", "b": 10**9, "d": ""},
        {"m": "ans", "id": None, "ok": True},
        {"m": "ans", "id": 99999, "ok": True, "n": 1},
        {"m": "fork", "g": None, "n": 1},
        {"m": "commit", "commit": 5},
        {"m": "log", "text": {}},
        {"m": "unheard of", "x": None},
        {"m": "hello", "v": 1, "table": "../x"},
    ]
    with ScriptedTable(tmp_path) as table:
        table.begin()
        with RunningService(tmp_path / "data", Ports(table.path)) as running:
            running.settle(table)
            for message in odd[:-1]:
                table.send(message)
            table.play(3)
            running.settle(table)
            assert running.service.counts.outages == 0
            table.send(odd[-1])
            wait_for(lambda: "its id is none" in caplog.text)
    assert not [r for r in caplog.records if r.levelno >= logging.ERROR]
