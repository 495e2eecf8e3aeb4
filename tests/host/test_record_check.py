"""The check of a game: whatever is wrong is named by its record, whatever is right is ok."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sample_games import flipped, rechain, sample_game, seed_of, without_chain
from twelve.games.catalog import NAMES
from twelve_host.record_check import CHECKED, HAND, HIDDEN, NONE, UNKNOWN, check
from twelve_host.referee import Referee

SHORT = sample_game(seed=11, actions=60)


def records_of(**how: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in sample_game(**how)]


def first_roll(records: list[dict[str, Any]]) -> int:
    """The index of a roll by the table in the middle of the game."""
    rolls = [i for i, record in enumerate(records) if record.get("by") == "table"]
    return rolls[len(rolls) // 2]


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_game_that_a_table_writes_is_right(game: str, seed: int) -> None:
    report = check(sample_game(game=game, seed=seed))
    assert (report.verdict, report.closed) == ("ok", True)
    assert report.dice == (NONE if game == "morris" else CHECKED)


@pytest.mark.parametrize("ruleset", ["classic", "luck"])
@pytest.mark.parametrize("players", [1, 2, 6])
def test_undo_and_hand_rolls_leave_the_stream_right(ruleset: str, players: int) -> None:
    how = {"players": players, "ruleset": ruleset, "hand": True, "actions": 400}
    lines = sample_game(seed=5, **how)
    assert any('"op":"undo"' in line for line in lines)
    assert any('"by":"hand"' in line for line in lines)
    report = check(lines)
    assert report.ok, str(report)
    assert report.dice == CHECKED


def test_an_end_that_was_taken_back_is_right() -> None:
    records = records_of(seed=3, undo=False)
    assert records[-1]["kind"] == "reveal"
    again = [*records[:-1], {"n": 0, "op": "undo"}, records[-2], records[-1]]
    assert check(rechain(again)).ok


def test_before_the_game_is_closed_the_dice_wait() -> None:
    report = check(sample_game(closed=False))
    assert (report.verdict, report.dice) == ("ok", HIDDEN)
    assert "can be checked once the game is closed" in str(report)


@given(at=st.integers(0, len(SHORT) - 1), where=st.floats(0, 0.999999), byte=st.integers(0, 255))
def test_any_changed_byte_is_found(at: int, where: float, byte: int) -> None:
    data = SHORT[at].encode()
    place = int(where * len(data))
    if data[place] == byte:
        byte ^= 1
    changed: list[str | bytes] = [*SHORT]
    changed[at] = flipped(SHORT[at], place, byte)
    report = check(changed)
    assert report.wrong is not None
    assert report.wrong.n == at + 1


@given(st.integers(1, len(SHORT) - 2))
def test_a_missing_doubled_or_swapped_record_is_found(at: int) -> None:
    for lines, wrong in (
        (SHORT[:at] + SHORT[at + 1 :], at + 1),
        (SHORT[: at + 1] + SHORT[at:], at + 2),
        ([*SHORT[:at], SHORT[at + 1], SHORT[at], *SHORT[at + 2 :]], at + 1),
    ):
        report = check(lines)
        assert report.wrong is not None
        assert report.wrong.n == wrong


def forged(change: str, records: list[dict[str, Any]]) -> tuple[int, str]:
    """Change ``records`` as a cheat would, before chaining anew; return (wrong record, why)."""
    at = first_roll(records)
    roll = records[at]
    if change == "better dice":
        roll["dice"] = [face % 6 + 1 for face in roll["dice"]]
        return at + 1, "the secret gives"
    if change == "one die less":
        roll["dice"] = roll["dice"][:-1]
        return at + 1, "dice must be"
    if change == "no dice":
        del roll["dice"]
        return at + 1, "missing"
    if change == "illegal action":
        roll["action"] = "row 13"
        return at + 1, "not legal"
    if change == "other secret":
        records[-1]["secret"] = "ab" * 32
        return len(records), "committed"
    if change == "other nonce":
        records[1]["nonce"] = "ab" * 12
        return 3, "the secret gives"
    if change == "no nonce":
        del records[1]
        return 2, "before there was a nonce"
    if change == "two nonces":
        records.insert(4, {"n": 5, "op": "note", "kind": "nonce", "nonce": "ab"})
        return 5, "a nonce already"
    if change == "played on after the end":
        records.append({"n": 0, "op": "undo"})
        return len(records), "closed before"
    if change == "two games in one":
        records.insert(6, records[0])
        return 7, "only one"
    assert change == "names of nobody"
    records.insert(6, {"n": 0, "op": "note", "kind": "names", "players": ["A"]})
    return 7, "2 players"


@pytest.mark.parametrize(
    "change",
    [
        "better dice", "one die less", "no dice", "illegal action", "other secret", "other nonce",
        "no nonce", "two nonces", "played on after the end", "two games in one", "names of nobody",
    ],
)  # fmt: skip
def test_a_forgery_with_a_right_chain_is_named(change: str) -> None:
    records = records_of(seed=4, undo=False)
    n, why = forged(change, records)
    report = check(rechain(records))
    assert report.wrong is not None
    assert (report.wrong.n, why in report.wrong.problem) == (n, True), str(report)


def test_tiles_that_were_not_dealt_are_named() -> None:
    records = records_of(game="dominoes", seed=1)
    records[0]["deck"][0], records[0]["deck"][1] = records[0]["deck"][1], records[0]["deck"][0]
    report = check(rechain(records))
    assert report.wrong is not None
    assert report.wrong.n == 1


def test_a_file_without_a_chain_is_checked_for_rules() -> None:
    requests = without_chain(sample_game(seed=6, actions=50, closed=False))
    report = check([json.dumps(request) for request in requests])
    assert (report.verdict, report.dice, report.chained) == ("ok", UNKNOWN, False)
    assert "no chain" in str(report)
    at = first_roll(requests)
    requests[at]["dice"] = [7] * len(requests[at]["dice"])
    wrong = check([json.dumps(request) for request in requests]).wrong
    assert wrong is not None
    assert wrong.n == at + 1


def test_a_referee_log_with_a_seed_has_its_dice_checked() -> None:
    referee = Referee()
    referee.answer(json.dumps({"op": "new", "game": "12x12", "seed": seed_of(7)}))
    for _ in range(60):
        state = json.loads(referee.answer('{"op":"state"}'))["state"]
        referee.answer(json.dumps({"op": "act", "action": state["legal"][0]}))
    log = json.loads(referee.answer('{"op":"log"}'))["log"]
    report = check([json.dumps(line) for line in log])
    assert (report.verdict, report.dice) == ("ok", CHECKED)
    at = first_roll(log)
    log[at]["dice"] = [face % 6 + 1 for face in log[at]["dice"]]
    assert check([json.dumps(line) for line in log]).wrong is not None


def test_a_game_of_hand_rolls_says_so() -> None:
    lines = [
        '{"op":"new","game":"12x12"}',
        '{"op":"act","action":"roll","dice":[1,1,2,3,4,5],"by":"hand"}',
        '{"op":"act","action":"row 1"}',
        '{"op":"state"}',
    ]
    assert check(lines).dice == HAND


@pytest.mark.parametrize("change", [{"rules_version": 99}, {"game": "chess"}])
def test_a_newer_version_is_no_error_but_not_ok(change: dict[str, Any]) -> None:
    records = records_of(seed=8, actions=20)
    records[0].update(change)
    lines = rechain(records)
    report = check(lines)
    assert (report.verdict, report.wrong, report.records) == ("newer", None, len(lines))
    assert "newer version" in str(report)
    # What is understood, the chain, is checked all the same.
    assert check([*lines[:5], *lines[6:]]).verdict == "wrong"


def test_a_chosen_secret_is_told() -> None:
    assert "--seed" in str(check(sample_game(seed=9, actions=10, seeded=True)))
