"""The store as a table's mirror uses it: in order, each record once, other continuations beside."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sample_games import TABLE, chain_of, rechain, rows, sample_game
from twelve_host.errors import ForkError, GapError, StoreError
from twelve_host.record_check import check
from twelve_host.store import Store

UID = f"{TABLE}-1"
LINES = sample_game()
DATE = "2026-11-30T06:00:00.000Z"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        yield opened


def test_records_come_back_as_they_were_written(store: Store) -> None:
    assert store.have(UID) == (0, "")
    end = store.add_records(UID, rows(LINES, DATE))
    assert end == store.have(UID) == (len(LINES), chain_of(LINES[-1]))
    assert [record.text for record in store.records(UID)] == LINES
    assert check(store.lines(UID)).ok
    assert json.loads(store.lines(UID)[4])["at"] == DATE


def test_a_record_at_a_time_gives_the_same_summary_as_all_at_once(store: Store) -> None:
    for row in rows(LINES, DATE):
        store.add_records(UID, [row])
    one_by_one = store.game(UID)
    assert one_by_one is not None
    assert not store.rebuild(UID)
    assert one_by_one.result == {"winner": 1, "reason": "all rows finished"}
    assert (one_by_one.players, one_by_one.closed) == (["Anna", "Ben"], True)
    assert sum(one_by_one.seat_turns) == one_by_one.turns
    play = check(LINES).play
    assert play is not None
    assert (one_by_one.hash, one_by_one.actions) == (play.hash(), play.history.length)


def test_twice_late_and_replayed(store: Store) -> None:
    """Kind T29: E(7) three times, E(12) before E(11), E(10..20) replayed after a reconnect."""
    game = rows(LINES[:20])
    for n in (1, 2, 3, 4, 5, 6, 7, 7, 7, 8, 9, 10):
        store.add_records(UID, [game[n - 1]])
    with pytest.raises(GapError) as gap:
        store.add_records(UID, [game[11]])
    assert (gap.value.n, gap.value.chain) == store.have(UID) == (10, chain_of(LINES[9]))
    store.add_records(UID, [game[11], game[10]])
    for n in range(10, 21):
        store.add_records(UID, [game[n - 1]])
    assert [record.text for record in store.records(UID)] == LINES[:20]
    with Store(store.path.parent / "clean") as clean:
        clean.add_records(UID, game)
        assert clean.game(UID) == store.game(UID)


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(0, 39), st.integers(1, 12)), max_size=30))
def test_any_order_of_arrival_gives_the_same_rows(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[tuple[int, int]]
) -> None:
    game = rows(LINES[:40])
    with Store(tmp_path_factory.mktemp("any")) as store:
        for start, count in pieces:
            try:
                store.add_records(UID, game[start : start + count])
            except GapError as gap:
                assert (gap.n, gap.chain) == store.have(UID)
        n, _ = store.have(UID)
        store.add_records(UID, game[n:])
        assert [record.text for record in store.records(UID)] == LINES[:40]


def test_what_came_before_a_gap_is_kept(store: Store) -> None:
    game = rows(LINES[:20])
    with pytest.raises(GapError):
        store.add_records(UID, game[:5] + game[8:])
    assert store.have(UID)[0] == 5


def test_another_continuation_is_kept_beside(store: Store) -> None:
    store.add_records(UID, rows(LINES[:30]))
    other = sample_game(seed=2, no=1)
    with pytest.raises(ForkError) as fork:
        store.add_records(UID, rows(other[:10]))
    assert fork.value.n == 1
    branch, known, _ = store.place(UID, [chain_of(line) for line in other])
    assert (branch, known) == (1, 0)
    store.add_records(UID, rows(other), branch)
    assert store.have(UID) == store.have(UID, 1) == (len(other), chain_of(other[-1]))
    assert store.have(UID, 0) == (30, chain_of(LINES[29]))
    assert [row.id for row in store.games()] == [f"{UID}~2", UID]
    assert [record.text for record in store.records(UID)] == LINES[:30]
    assert [record.text for record in store.records(f"{UID}~2")] == other


def test_records_belong_to_the_branch_that_they_continue(store: Store) -> None:
    def other(after: int, mark: int) -> list[str]:
        """Return a game that goes its own way after a record."""
        records = [json.loads(line) for line in LINES[: after + 10]]
        for record in records[after:]:
            record["ms"] += mark
        return rechain(records)

    def place(lines: list[str]) -> tuple[int, int, bool]:
        return tuple(store.place(UID, [chain_of(line) for line in lines]))

    one, two = other(10, 1), other(10, 2)
    store.add_records(UID, rows(LINES[:20]))
    store.add_records(UID, rows(one), 1)
    assert place(LINES[:30]) == (0, 20, True)
    assert place(LINES[:20]) == (0, 20, True)
    assert place(one) == (1, 20, True)
    assert place(two) == (2, 0, True)
    # So far both go on from here, and so may it, in a third way.
    assert place(two[:10]) == (0, 10, False)
    assert place(one[:12]) == (1, 12, False)
    # The shorter of two that it continues is no end of it.
    store.add_records(UID, rows(LINES[:5]), 2)
    assert place(LINES[:25]) == (0, 20, True)
    assert place(LINES[:5]) == (0, 5, False)


def test_a_record_that_does_not_follow_is_a_fork(store: Store) -> None:
    store.add_records(UID, rows(LINES[:10]))
    later = [json.loads(line) for line in LINES[:12]]
    later[5]["ms"] += 1
    with pytest.raises(ForkError) as fork:
        store.add_records(UID, rows(rechain(later))[10:])
    assert fork.value.n == 11
    assert store.have(UID)[0] == 10


@pytest.mark.parametrize(
    "row",
    [(1, LINES[1], chain_of(LINES[1]), None, False), (1, LINES[0], "00" * 8, None, False),
     (1, LINES[0], chain_of(LINES[0]), "yesterday", False)],
)  # fmt: skip
def test_a_malformed_record_is_refused(
    store: Store, row: tuple[int, str, str, str | None, bool]
) -> None:
    with pytest.raises(ValueError, match=r"not record 1|Invalid isoformat"):
        store.add_records(UID, [row])
    assert store.games() == []


def test_an_odd_id_is_refused(store: Store) -> None:
    for uid in ("", "a~2", "../x", "a" * 65):
        with pytest.raises(ValueError, match="no game's id"):
            store.add_records(uid, rows(LINES[:1]))


def test_names_after_the_end_are_a_note_of_the_laptop(store: Store) -> None:
    store.add_records(UID, rows(LINES))
    note = store.add_note(UID, {"kind": "names", "players": ["Łucja", "Ben"]})
    assert note.n == len(LINES) + 1
    game = store.game(UID)
    assert game is not None
    assert game.players == ["Łucja", "Ben"]
    # The table's own last record is still what it is asked to go on from.
    assert store.have(UID) == (len(LINES), chain_of(LINES[-1]))
    store.add_records(UID, rows(LINES)[-5:])
    last = json.loads(store.lines(UID)[-1])
    assert last["host"] is True
    assert check(store.lines(UID)).ok


def test_names_are_refused_while_the_table_may_go_on(store: Store) -> None:
    store.add_records(UID, rows(LINES[:-1]))
    with pytest.raises(StoreError, match="not closed yet"):
        store.add_note(UID, {"kind": "names", "players": ["A", "B"]})
    assert store.have(UID)[0] == len(LINES) - 1


def test_a_game_that_the_engine_refuses_is_kept_and_said(store: Store) -> None:
    records = [json.loads(line) for line in LINES[:20]]
    records[9] = {"n": 10, "op": "act", "action": "row 13"}
    lines = rechain(records)
    store.add_records(UID, rows(lines))
    assert [record.text for record in store.records(UID)] == lines
    game = store.game(UID)
    assert game is not None
    assert game.trouble is not None
    assert game.trouble.startswith("record 10: ")


@pytest.mark.parametrize("change", [{"rules_version": 99}, {"game": "chess", "players": 3}])
def test_a_game_of_a_newer_version_is_left_untouched(
    store: Store, change: dict[str, object]
) -> None:
    """Kind T39: shown, never changed."""
    records = [json.loads(line) for line in LINES]
    records[0].update(change)
    lines = rechain(records)
    for row in rows(lines):
        store.add_records(UID, [row])
    game = store.game(UID)
    assert game is not None
    assert "newer version" in str(game.trouble)
    assert (game.closed, game.records, game.result) == (True, len(lines), None)
    assert [record.text for record in store.records(UID)] == lines


def test_two_programs_write_the_same_games(store: Store) -> None:
    with Store(store.path.parent) as other:
        game = rows(LINES[:60])
        for row in game[::2]:
            n, _ = store.have(UID)
            store.add_records(UID, game[n : row[0]])
            other.add_records(UID, game[: row[0] + 1])
        assert store.game(UID) == other.game(UID)
        assert not other.rebuild(UID)


def test_every_thread_may_write(store: Store) -> None:
    def write(no: int) -> None:
        lines = sample_game(seed=no, actions=30)
        for row in rows(lines):
            store.add_records(f"{TABLE}-{no}", [row])

    threads = [threading.Thread(target=write, args=(no,)) for no in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(row.no or 0 for row in store.games()) == [1, 2, 3, 4]
    assert all(check(store.lines(row.id)).ok for row in store.games())
