"""The commands that show the record, run as a person runs them."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from sample_games import TABLE, rechain, rows, sample_game
from twelve_host.store import Store


def twelve(folder: Path, *words: str, status: int = 0) -> str:
    """Run ``twelve`` on the games in ``folder``; return what it said on stdout, or its error."""
    run = [sys.executable, "-m", "twelve_host.cli", "--data", str(folder), *words]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60)
    assert done.returncode == status, done.stderr
    assert (done.stderr == "") == (status == 0)
    return done.stdout if status == 0 else done.stderr


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a classic game, a running one, morris, dominoes and one from the future."""
    folder = tmp_path_factory.mktemp("record")
    games = {
        1: sample_game(seed=1),
        2: sample_game(seed=2, ruleset="luck", closed=False, actions=41, players=3),
        3: sample_game(seed=3, game="morris"),
        4: sample_game(seed=4, game="dominoes"),
    }
    future = [json.loads(line) for line in sample_game(seed=5, actions=9)]
    future[0]["rules_version"] = 7
    games[5] = rechain(future)
    with Store(folder) as store:
        for no, lines in games.items():
            given = rows(lines, f"2026-11-30T18:00:0{no}Z")
            store.add_records(f"{TABLE}-{no}", [(*row[:4], no == 2) for row in given])
    return folder


def test_games_lists_the_newest_first(data: Path) -> None:
    told = twelve(data, "games")
    lines = told.splitlines()
    assert [line.split()[0] for line in lines[1:6]] == [f"{TABLE}-{no}" for no in (5, 4, 3, 2, 1)]
    assert "cannot be read" in lines[1]
    assert "~2026-" in lines[4]
    assert "Ben won" in lines[5]
    assert "estimate" in lines[6]
    assert len(twelve(data, "games", "--limit", "2").splitlines()) == 3


def test_games_as_json(data: Path) -> None:
    games = json.loads(twelve(data, "games", "--json"))
    assert [game["no"] for game in games] == [5, 4, 3, 2, 1]
    assert games[4]["result"] == {"winner": 1, "reason": "all rows finished"}
    assert games[3]["estimated"] is True


def test_where_nothing_was_played_a_question_makes_no_database(tmp_path: Path) -> None:
    folder = tmp_path / "none"
    assert "twelve up" in twelve(folder, "games")
    assert json.loads(twelve(folder, "stats", "--json")) == []
    assert "twelve up" in twelve(folder, "show", "last", status=1)
    assert not folder.exists()


def test_show_tells_the_whole_game(data: Path) -> None:
    told = twelve(data, "show", f"{TABLE}-1")
    for part in ("Anna, Ben", "Ben won (all rows finished)", "dice are right", "●", "12x12"):
        assert part in told
    told = twelve(data, "show", f"{TABLE}-2")
    for part in ("estimated", "running", "can be checked once the game is closed", "Zoë"):
        assert part in told
    told = twelve(data, "show", f"{TABLE}-3")
    drawn, _, legend = told.partition("in hand: ")
    assert "│" in drawn and legend == "● Anna 0, ○ Ben 0\n"
    assert drawn.count("●") == 2 < drawn.count("○")  # the result says: two stones left
    assert "discarded" in twelve(data, "show", f"{TABLE}-4")


def test_no_player_is_named_by_a_colour_that_the_lights_do_not_have(data: Path) -> None:
    for words in (["show", f"{TABLE}-3"], ["replay", f"{TABLE}-3"], ["rules", "morris"]):
        told = twelve(data, *words)
        assert "White" not in told and "Black" not in told


def test_a_game_of_one_action_is_counted_as_one(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add_records(f"{TABLE}-1", rows(sample_game(actions=1, closed=False)))
    told = twelve(tmp_path, "show", "last")
    assert "played   1 action in 1 turn, " in told
    assert "1 game written" in twelve(tmp_path, "export", "--to", str(tmp_path / "file"))
    assert "1 game with " in twelve(tmp_path, "backup", str(tmp_path / "copy.db"))


def test_a_game_of_a_newer_version_is_shown_and_not_touched(data: Path) -> None:
    """Kind T39."""
    before = twelve(data, "export", f"{TABLE}-5")
    assert "newer version" in twelve(data, "show", f"{TABLE}-5")
    assert "update" in twelve(data, "replay", f"{TABLE}-5", status=1)
    assert "update" in twelve(data, "sheet", f"{TABLE}-5", status=1)
    assert twelve(data, "export", f"{TABLE}-5") == before


def test_show_as_json(data: Path) -> None:
    game = json.loads(twelve(data, "show", "last", "--json"))
    assert (game["no"], game["state"], game["check"]["verdict"]) == (5, None, "newer")
    game = json.loads(twelve(data, "show", "-1", "--json"))
    assert game["state"]["result"]["winner"] == 1
    assert game["check"]["dice"] == "checked"


def test_replay_to_a_pipe_is_a_line_a_record(data: Path) -> None:
    lines = twelve(data, "replay", f"{TABLE}-1").splitlines()
    assert lines[0].endswith("new game of 12x12: Anna, Ben")
    assert "Anna: roll → " in lines[1]
    assert any(line.endswith("  undo") for line in lines)
    assert lines[-2].endswith("closed: the secret of the dice is out")
    assert lines[-1] == "Ben won (all rows finished)"
    assert not any("rolled" in line for line in lines)


@pytest.mark.parametrize(
    ("game", "drawn"), [("12x12", "the dice"), ("dominoes", "the tiles"), ("morris", "")]
)
def test_a_game_that_is_over_but_not_closed_says_what_closes_it(
    game: str, drawn: str, tmp_path: Path
) -> None:
    with Store(tmp_path) as store:
        store.add_records(f"{TABLE}-1", rows(sample_game(game=game, closed=False)))
    closing = (
        f"{drawn} can be checked once the game is closed: by the next game, "
        "by `close` in the table's menu, or ten minutes after its end"
    )
    replayed = twelve(tmp_path, "replay", "last").splitlines()[-1]
    assert replayed.endswith(f"; {closing}" if drawn else ")")
    for command in ("verify", "show"):
        told = twelve(tmp_path, command, "last")
        assert (f"actions are right ({closing})" in told) == bool(drawn)
        assert ("actions are right (the game has no dice)" in told) == (not drawn)


@pytest.mark.parametrize("actions", [9, 100_000])
def test_morris_never_has_a_word_of_dice_but_that_it_has_none(actions: int, tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        lines = sample_game(game="morris", actions=actions, seeded=True)
        store.add_records(f"{TABLE}-1", rows(lines))
    replayed = twelve(tmp_path, "replay", "last").splitlines()
    assert replayed[-2].endswith("  closed") and "dice" not in "".join(replayed)
    assert (replayed[-1] == "abandoned") == (actions == 9)
    for command in ("verify", "show"):
        told = twelve(tmp_path, command, "last")
        assert told.count("dice") == 1 and "right (the game has no dice)" in told


def test_replay_as_json_is_a_state_a_line(data: Path) -> None:
    states = [json.loads(line) for line in twelve(data, "replay", "-1", "--json").splitlines()]
    assert [state["n"] for state in states] == list(range(1, len(sample_game(seed=1)) + 1))
    assert states[0]["legal"] == ["roll"]
    assert states[-1]["result"] == {"winner": 1, "reason": "all rows finished"}


def test_replay_draws_the_board_on_a_terminal(data: Path) -> None:
    leader, follower = pty.openpty()
    run = [sys.executable, "-m", "twelve_host.cli", "--data", str(data), "replay", f"{TABLE}-2"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
    shown = b""
    with subprocess.Popen(
        [*run, "--delay", "0"], stdout=follower, stdin=follower, env=environment
    ) as child:
        os.close(follower)
        while True:
            try:
                piece = os.read(leader, 65536)
            except OSError:  # Linux says so when the other end is closed
                break
            if not piece:
                break
            shown += piece
        assert child.wait(60) == 0
    os.close(leader)
    text = shown.decode()
    assert text.count("▶") > 30
    assert "still running" in text


def test_stats(data: Path) -> None:
    told = twelve(data, "stats")
    lines = told.splitlines()
    assert lines[0].split()[:3] == ["player", "game", "rules"]
    assert lines[0].endswith("given up") and max(map(len, lines)) <= 100
    scores = json.loads(twelve(data, "stats", "--json"))
    ben = next(s for s in scores if s["player"] == "Ben" and s["kind"] == "classic")
    assert (ben["games"], ben["wins"], ben["abandoned"]) == (1, 1, 0)
    assert ben["average_turns"] > 12


def test_stats_have_no_row_without_a_game_that_was_played_to_its_end(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add_records(f"{TABLE}-1", rows(sample_game(seed=1, actions=30)))
    assert "no game has been played to its end yet" in twelve(tmp_path, "stats")
    assert [s["abandoned"] for s in json.loads(twelve(tmp_path, "stats", "--json"))] == [1, 1]
    with Store(tmp_path) as store:
        store.add_records(f"{TABLE}-2", rows(sample_game(seed=2, players=3, actions=30)))
        store.add_records(f"{TABLE}-3", rows(sample_game(seed=3)))
    lines = twelve(tmp_path, "stats").splitlines()
    ends = {line.split()[0]: line.split()[-1] for line in lines[1:3]}
    assert ends == {"Anna": "2", "Ben": "2"}, "games given up count where there are others"
    assert not [line for line in lines if line.startswith("Zoë")]
    assert lines[-1] == "who has only given games up so far is left out"


def test_a_part_of_an_id_must_be_of_one_game(data: Path) -> None:
    assert "give more of the id" in twelve(data, "show", TABLE, status=1)
    assert "twelve games" in twelve(data, "show", "nothing", status=1)


def test_no_name_at_all_is_no_game_even_where_there_is_only_one(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add_records(f"{TABLE}-1", rows(sample_game()))
    for command in ("show", "replay", "export", "verify"):
        assert "no game '': `twelve games`" in twelve(tmp_path, command, "", status=1)


def test_the_referee_answers(data: Path) -> None:
    run = [sys.executable, "-m", "twelve_host.cli", "referee"]
    request = '{"op":"new","game":"12x12","id":7}\n'
    done = subprocess.run(run, input=request, capture_output=True, text=True, timeout=60)
    assert json.loads(done.stdout)["id"] == 7
    assert (done.returncode, done.stderr) == (0, "")
