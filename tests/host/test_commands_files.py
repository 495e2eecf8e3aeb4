"""The commands that write and read files: export, import, verify, backup."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sample_games import TABLE, flipped, rechain, rows, sample_game, without_chain
from twelve_host.cli import main
from twelve_host.record_check import check
from twelve_host.store import Store

CLASSIC = sample_game(seed=1)
RUNNING = sample_game(seed=2, closed=False, actions=30)
MORRIS = sample_game(seed=3, game="morris")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with three games, oldest first CLASSIC, RUNNING, MORRIS; TWELVE_DATA names it."""
    folder = tmp_path / "data"
    with Store(folder) as store:
        for no, lines in enumerate((CLASSIC, RUNNING, MORRIS), 1):
            store.add_records(f"{TABLE}-{no}", rows(lines, f"2026-11-30T18:00:0{no}Z"))
    monkeypatch.setenv("TWELVE_DATA", str(folder))
    return folder


def write(path: Path, lines: list[str]) -> str:
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return str(path)


# -- export and import ---------------------------------------------------------------------------
def test_what_is_exported_can_be_imported_elsewhere(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "all.jsonl"
    assert main(["export", "--to", str(path)]) == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(CLASSIC) + len(RUNNING) + len(MORRIS)
    assert json.loads(lines[0])["uid"] == f"{TABLE}-1"
    capsys.readouterr()
    other = ["--data", str(tmp_path / "other")]
    assert main([*other, "import", str(path)]) == 0
    assert "3 games: 3 with new records, 0 there already, 0 wrong" in capsys.readouterr().out
    assert main([*other, "import", "--json", str(path)]) == 0
    assert [told["added"] for told in json.loads(capsys.readouterr().out)] == [0, 0, 0]
    assert main([*other, "export", "--to", str(path)]) == 0
    assert path.read_text(encoding="utf-8").splitlines() == lines


def test_an_exported_game_is_a_game_file_of_the_referee(
    data: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["export", "f6-3"]) == 0
    lines = capfdbinary.readouterr().out.splitlines()
    assert [line.split(b',"at":')[0] + b"}" for line in lines] == [m.encode() for m in MORRIS]
    assert check(lines).ok


def test_csv_has_a_row_an_action(data: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.csv"
    assert main(["export", "f6-1", "--format", "csv", "--to", str(path)]) == 0
    with path.open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    acts = [json.loads(line) for line in CLASSIC if '"op":"act"' in line]
    assert [(row["action"], row["faces"]) for row in found] == [
        (act["action"], " ".join(map(str, act.get("dice", [])))) for act in acts
    ]
    undone = sum('"op":"undo"' in line for line in CLASSIC)
    assert sum(row["undone"] == "yes" for row in found) == undone > 0
    with Store(data) as store:
        game = store.find("f6-1")
    assert int(found[-1]["turn"]) == game.turns


@pytest.mark.parametrize(
    ("name", "options", "is_csv"),
    [
        ("x.csv", [], True),
        ("X.CSV", [], True),
        ("x.jsonl", [], False),
        ("x", [], False),
        ("x.csv", ["--format", "jsonl"], False),
        ("x.jsonl", ["--format", "csv"], True),
    ],
)
def test_the_ending_says_what_is_written_where_no_format_does(
    data: Path, tmp_path: Path, name: str, options: list[str], is_csv: bool
) -> None:
    path = tmp_path / name
    assert main(["export", "f6-1", *options, "--to", str(path)]) == 0
    assert path.read_text(encoding="utf-8").startswith("game,id,n" if is_csv else '{"n":1')


@pytest.mark.parametrize("command", [["export", "--to"], ["rules", "morris", "--pdf"],
                                     ["sheet", "morris", "--pdf"]])  # fmt: skip
def test_a_file_that_is_replaced_is_said_to_be(
    data: Path, tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine"
    assert main([*command, str(path)]) == 0
    assert capsys.readouterr().out.endswith(f" written to {path}\n")
    path.write_text("mine")
    assert main([*command, str(path)]) == 0
    assert capsys.readouterr().out.endswith("in place of the file that was there\n")
    assert path.read_bytes() != b"mine"
    assert main([*command, str(tmp_path)]) == 1
    assert "is a folder: name a file in it" in capsys.readouterr().err


def test_a_file_is_written_whole_or_not_at_all(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "--to", str(tmp_path / "nowhere" / "x.jsonl")]) == 1
    assert "name a folder" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.part"))


def test_a_wrong_game_is_named_and_the_others_are_taken(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = sample_game(seed=8, actions=30)
    bad[11] = bad[11].replace('"op":', '"oq":')
    path = write(tmp_path / "mixed.jsonl", [*sample_game(seed=7), *bad, *sample_game(seed=9)])
    assert main(["import", path]) == 1
    out, err = capsys.readouterr()
    assert "3 games: 2 with new records, 0 there already, 1 wrong" in out
    assert "record 12" in err
    assert err.count("\n") == 1
    with Store(data) as store:
        assert sorted(row.no or 0 for row in store.games()) == [1, 2, 3, 7, 9]


NEWER = {"op": "new", "game": "chess", "rules_version": 1, "players": ["a", "b"]}


@pytest.mark.parametrize("change", [{}, {"game": "12x12", "rules_version": 99}])
def test_requests_of_a_newer_version_are_refused_with_the_cure(
    data: Path, tmp_path: Path, change: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    requests = [{**NEWER, **change}, {"op": "act", "action": "e4"}]
    path = write(tmp_path / "log.jsonl", [json.dumps(request) for request in requests])
    assert main(["import", path]) == 1
    out, err = capsys.readouterr()
    assert "newer version" in err and "pip install -U" in err and err.count("\n") == 1
    assert "unexpected" not in err and out == ""
    with Store(data) as store:
        assert len(store.games()) == 3


def test_verify_says_of_a_game_of_a_newer_version_what_to_do(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [json.loads(line) for line in CLASSIC]
    chained = rechain([{**records[0], "rules_version": 99}, *records[1:]])
    for lines, said in ((chained, "chain of its"), ([json.dumps(NEWER)], "update twelve")):
        path = write(tmp_path / "newer.jsonl", lines)
        assert main(["verify", path]) == 1
        out, err = capsys.readouterr()
        assert out.startswith(f"newer {path}") and said in out
        assert "newer version of twelve made it" in err and "pip install -U" in err
        assert err.count("\n") == 1 and "where it came from" not in err
    assert "chain" not in out  # it has none
    wrong = CLASSIC[:5] + CLASSIC[6:]
    assert main(["verify", write(tmp_path / "mixed.jsonl", [*chained, *wrong, *RUNNING])]) == 1
    err = capsys.readouterr().err
    assert "1 of 3 games did not verify" in err and "1 of 3 games could not be checked" in err


def test_referee_requests_are_imported(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    requests = without_chain(sample_game(seed=6, actions=40, closed=False))
    path = write(tmp_path / "log.jsonl", [json.dumps(request) for request in requests])
    assert main(["import", path]) == 0
    assert capsys.readouterr().out.startswith("imported-")
    assert main(["verify", "imported"]) == 0


@pytest.mark.parametrize("name", ["missing.jsonl", "empty.jsonl", "."])
def test_a_file_without_a_game_is_named(
    data: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.jsonl").touch()
    assert main(["import", str(tmp_path / name)]) == 1
    assert "twelve: " in capsys.readouterr().err


@pytest.mark.parametrize("command", ["import", "verify"])
def test_a_backup_is_recognised_and_says_how_to_go_back_to_it(
    data: Path, tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.db"
    assert main(["backup", str(path)]) == 0
    capsys.readouterr()
    folder = tmp_path / "new"
    assert main(["--data", str(folder), command, str(path)]) == 1
    assert not folder.exists()
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"twelve: {path} is a database") and err.count("\n") == 1
    assert "copy it as twelve.db into an empty data folder" in err


# -- verify ----------------------------------------------------------------------------------------
def test_verify_says_ok_for_every_stored_game(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["ok"] * 3
    assert "can be checked once the game is closed" in lines[1]
    assert main(["verify", "f6-1", "last"]) == 0


def test_verify_reads_files_with_several_games(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "two.jsonl", [*CLASSIC, *RUNNING])
    assert main(["verify", "--json", path]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(game["id"], game["dice"]) for game in told] == [
        (f"{TABLE}-1", "checked"),
        (f"{TABLE}-2", "hidden"),
    ]


def test_verify_names_the_first_wrong_record(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [json.loads(line) for line in CLASSIC]
    at = next(i for i, record in enumerate(records) if i > 99 and record.get("by") == "table")
    records[at]["dice"] = [face % 6 + 1 for face in records[at]["dice"]]
    path = write(tmp_path / "cheat.jsonl", rechain(records))
    assert main(["verify", path]) == 1
    out, err = capsys.readouterr()
    assert out.startswith(f"wrong {path}")
    assert f"record {at + 1}: its dice are" in out
    assert err.count("\n") == 1


def test_verify_reads_any_bytes(data: Path, tmp_path: Path) -> None:
    path = tmp_path / "bytes.jsonl"
    path.write_bytes(b"\n".join([CLASSIC[0].encode(), flipped(CLASSIC[1], 30, 255)]))
    assert main(["verify", str(path)]) == 1


def test_verify_does_not_trust_the_summary(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(data / "twelve.db")) as connection, connection:
        connection.execute("UPDATE games SET winner = 0 WHERE no = 1")
    assert main(["verify", "f6-1"]) == 0
    assert "has been corrected" in capsys.readouterr().out
    with Store(data) as store:
        assert store.find("f6-1").result == {"winner": 1, "reason": "all rows finished"}


def test_verify_finds_a_record_changed_in_the_database(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(data / "twelve.db")) as connection, connection:
        connection.execute(
            "UPDATE records SET text = replace(text, 'ms', 'mt') WHERE n = 20 AND game = 1"
        )
    assert main(["verify"]) == 1
    out, err = capsys.readouterr()
    assert "record 20: " in out
    assert "1 of 3 games did not verify" in err


# -- backup ----------------------------------------------------------------------------------------
def test_a_backup_can_be_gone_back_to(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "restored"
    folder.mkdir()
    target = folder / "twelve.db"
    with Store(data):  # in use meanwhile
        assert main(["backup", str(target)]) == 0
    count = len(CLASSIC) + len(RUNNING) + len(MORRIS)
    assert capsys.readouterr().out == f"3 games with {count} records in {target}\n"
    assert main(["--data", str(folder), "verify"]) == 0
    assert main(["backup", str(target)]) == 1
    assert "--force" in capsys.readouterr().err
    assert main(["backup", str(tmp_path)]) == 1
    assert "name a file in it" in capsys.readouterr().err
