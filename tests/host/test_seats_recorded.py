"""Who decided: in the summary of a game, in the scores, and in what the commands print."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sample_games import TABLE, Writer, rows
from twelve_host.cli import main
from twelve_host.paths import DATABASE
from twelve_host.store import Store
from twelve_host.store.statistics import scores

NAMES = ["Anna", "Deep Blue"]


class Table:
    """Writes a game of 12 × 12 in whose seats computers may play."""

    def __init__(self, no: int = 1) -> None:
        request = {"game": "12x12", "players": NAMES}
        self.writer = Writer(request, no, TABLE, no)
        self.levels = ["person", "person"]

    def seat(self, seat: int, level: str) -> None:
        self.levels[seat] = level
        self.writer.note(kind="seat", seat=seat, level=level)

    def act(self, many: int) -> None:
        for _ in range(many):
            writer = self.writer
            if writer.play.over:
                return
            level = self.levels[writer.play.state.player]
            writer.play.act(writer.play.legal()[0])
            chance = writer.play.state.last[2]
            said: dict[str, Any] = {"dice": list(chance), "by": "table"} if chance else {}
            if level != "person":
                said["level"] = "normal" if level == "away" else level
            writer.write(op="act", action=writer.play.state.last[1], **said)

    def to_seat(self, seat: int) -> None:
        while self.writer.play.state.player != seat:
            self.act(1)

    def undo_to_start(self) -> None:
        while self.writer.play.history.length:
            self.writer.undo()

    def store(self, folder: Path) -> Store:
        store = Store(folder)
        store.add_records(self.writer.uid, rows(self.writer.lines))
        return store


def seats(table: Table, folder: Path) -> list[str]:
    with table.store(folder) as store:
        row = store.game(table.writer.uid)
        assert row is not None and not store.rebuild(row.id)
        return row.seats


def test_a_game_of_persons_has_persons_in_its_seats(tmp_path: Path) -> None:
    table = Table()
    table.act(9)
    assert seats(table, tmp_path) == ["person", "person"]


def test_a_seat_is_the_computers_where_it_decided_all_that_stands(tmp_path: Path) -> None:
    table = Table()
    table.seat(1, "easy")
    assert seats(table, tmp_path / "fresh") == ["person", "easy"]
    table.to_seat(1)
    table.act(1)
    table.seat(1, "expert")
    table.to_seat(0)
    table.to_seat(1)
    table.act(1)
    assert seats(table, tmp_path / "played") == ["person", "expert"]


@pytest.mark.parametrize("level", ["away", "normal"])
def test_a_seat_in_which_the_computer_stood_in_is_the_persons(tmp_path: Path, level: str) -> None:
    table = Table()
    table.act(1)
    table.seat(0, level)
    table.to_seat(1)
    table.to_seat(0)
    assert seats(table, tmp_path) == ["person", "person"]


def test_what_was_taken_back_decided_nothing(tmp_path: Path) -> None:
    table = Table()
    table.act(2)
    table.undo_to_start()
    table.seat(0, "normal")
    table.act(1)
    assert seats(table, tmp_path) == ["normal", "person"]


def test_a_computer_is_counted_by_its_level_and_not_as_a_person(tmp_path: Path) -> None:
    table = Table()
    table.seat(1, "expert")
    table.act(10_000)
    with table.store(tmp_path) as store:
        found = {score.player: score for score in scores(store.games())}
    assert set(found) == {"Anna", "Computer (expert)"}
    assert found["Anna"].wins + found["Computer (expert)"].wins == 1


def test_games_of_an_older_database_were_played_by_persons(tmp_path: Path) -> None:
    table = Table()
    table.act(9)
    table.store(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database, database:
        database.execute("ALTER TABLE games DROP COLUMN seats")
        database.execute("UPDATE alembic_version SET version_num = '0001'")
    with Store(tmp_path) as store:
        row = store.game(table.writer.uid)
        assert row is not None and row.seats == ["person", "person"]
        assert not store.rebuild(row.id)


def test_the_commands_say_which_actions_a_computer_decided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table()
    table.seat(1, "easy")
    table.writer.note(kind="limit", value=30)
    table.to_seat(1)
    table.act(1)
    table.store(tmp_path).close()

    def told(*words: str) -> str:
        assert main([*words, "--data", str(tmp_path)]) == 0
        return capsys.readouterr().out

    assert "Anna, Deep Blue (computer, easy)" in told("show", "last")
    assert "Anna, Deep Blue (computer, easy)" in told("games")
    assert json.loads(told("show", "last", "--json"))["seats"] == ["person", "easy"]
    replay = told("replay", "last")
    assert "the computer (easy) plays for Deep Blue" in replay
    assert "time for a turn: 30 s" in replay and "Deep Blue (computer, easy): roll" in replay
    assert "  Anna: roll" in replay
    lines = told("export", "--format", "csv").splitlines()
    assert lines[0].endswith(",est,level")
    assert lines[1].endswith(",") and lines[-1].endswith(",easy")


ODD = [
    {"kind": "seat", "seat": 1, "level": "master"},
    {"kind": "seat", "seat": 1, "level": ["easy"]},
    {"kind": "seat", "seat": 1},
    {"kind": "seat", "seat": 9, "level": "easy"},
    {"kind": "seat", "seat": "1", "level": "easy"},
    {"kind": "seat", "seat": True, "level": "easy"},
    {"kind": "limit", "value": 45},
    {"kind": "limit", "value": "30"},
    {"kind": "limit"},
    {"kind": "mood", "level": "glad"},
]


@pytest.mark.parametrize("note", ODD, ids=json.dumps)
def test_a_note_that_makes_no_sense_here_leaves_the_game_readable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], note: dict[str, Any]
) -> None:
    table = Table()
    table.act(6)
    table.writer.note(**note)
    table.act(4)
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(table.writer.lines), encoding="utf-8")
    data = ["--data", str(tmp_path / "data")]
    words: tuple[str, ...]
    for words in (("verify", str(path)), ("import", str(path)), ("verify", "last")):
        assert main([*words, *data]) == 0, capsys.readouterr().err
    for words in (("show", "last"), ("replay", "last"), ("stats",), ("export", "--format", "csv")):
        assert main([*words, *data]) == 0
    capsys.readouterr()
    assert main(["games", "--json", *data]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["trouble"] is None and row["actions"] == 10


def test_a_level_that_only_newer_versions_know_is_a_computers(tmp_path: Path) -> None:
    table = Table()
    table.seat(1, "master")
    table.to_seat(1)
    table.act(1)
    assert seats(table, tmp_path) == ["person", "expert"]
