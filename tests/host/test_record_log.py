"""Game files: lines to records and games, tolerant of white space and exact on content."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sample_games import sample_game
from twelve_host.record_check import check
from twelve_host.record_log import BadRecord, Broken, Record, games_in, parse, replay, with_date


def test_a_record_keeps_its_text_and_what_the_laptop_added() -> None:
    line = sample_game(actions=5)[2]
    dated = with_date(line, "2026-11-30T06:00:00.000Z", True, True)
    record = parse(dated)
    assert record.text == line
    assert (record.at, record.est, record.host) == ("2026-11-30T06:00:00.000Z", True, True)
    assert parse(line).at is None


def test_white_space_is_free() -> None:
    lines = sample_game(actions=30)
    loose = [json.dumps(json.loads(line), ensure_ascii=False, indent=None) for line in lines]
    padded = [f"  {line}\r\n" for line in loose]
    assert [parse(line).text for line in padded] == lines
    assert check(["", *padded, "\n"]).ok


def test_escapes_that_json_does_not_force_are_free() -> None:
    lines = sample_game(players=4, actions=10)
    escaped = [json.dumps(json.loads(line)) for line in lines]
    assert "\\u00eb" in escaped[0]  # Zoë
    assert check(escaped).ok


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "not JSON"),
        ("[1]", "not a JSON object"),
        ('{"n":NaN}', "not JSON"),
        ('{"n":1,"n":1}', "twice"),
        ("[" * 100_000, "nested"),
        (b'{"op":"\xff"}', "UTF-8"),
        ('{"op":"\\ud800"}', "UTF-8"),
        ('{"op":"note","chain":5}', "chain"),
        ('{"op":"note","at":5}', "date"),
        ('{"op":"note","host":1}', "host"),
        ('{"n":' + "9" * 10_000 + "}", "not JSON"),
    ],
)
def test_a_line_that_is_no_record_is_named(line: str | bytes, problem: str) -> None:
    with pytest.raises(BadRecord, match=problem):
        parse(line)


@given(st.lists(st.one_of(st.binary(max_size=60), st.text(max_size=60)), max_size=5))
def test_garbage_is_a_wrong_record_and_no_exception(lines: list[str | bytes]) -> None:
    assert check(lines).verdict == "wrong"


def test_several_games_share_a_file() -> None:
    one, two = sample_game(seed=1, actions=9), sample_game(seed=2, game="morris", actions=7)
    found = list(games_in([*one, "", *two]))
    assert [len(game) for game in found] == [len(one), len(two)]
    assert found[1][0].line_no == len(one) + 2


def test_a_byte_order_mark_is_skipped() -> None:
    lines = [line.encode() for line in sample_game(actions=3)]
    lines[0] = b"\xef\xbb\xbf" + lines[0]
    assert check(lines).ok


def test_a_broken_line_stays_in_its_game() -> None:
    lines = sample_game(actions=9)
    game = next(games_in([*lines[:4], "oops", *lines[4:]]))
    assert isinstance(game[4], Broken)
    assert all(isinstance(record, Record) for record in game[:4])


def test_replay_yields_the_play_after_each_record() -> None:
    lines = sample_game(actions=40)
    turns = [play.state.turn for _, play in replay(next(games_in(lines)))]
    assert len(turns) == len(lines)
    assert turns[0] == 1
    assert turns[-1] > 1


def test_replay_names_the_first_wrong_record() -> None:
    lines = sample_game(actions=40)
    seen = []
    with pytest.raises(BadRecord, match="record 12 "):
        for record, _ in replay(next(games_in([*lines[:11], "{}", *lines[12:]]))):
            seen.append(record.line_no)
    assert seen == list(range(1, 12))
