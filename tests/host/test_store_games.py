"""The list of games: order, pages, abbreviations, scores, and games that come from files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from sample_games import TABLE, rechain, rows, sample_game, seed_of, without_chain
from twelve_host.errors import CommandError, StoreError
from twelve_host.record_check import CHECKED, check
from twelve_host.record_log import games_in, with_date
from twelve_host.store import Store
from twelve_host.store.importing import Imported, import_game
from twelve_host.store.statistics import scores


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        yield opened


def add(store: Store, no: int, at: str | None = None, **how: object) -> str:
    lines = sample_game(seed=no, **how)  # type: ignore[arg-type]
    store.add_records(f"{TABLE}-{no}", rows(lines, at))
    return f"{TABLE}-{no}"


def take(store: Store, lines: list[str]) -> list[Imported]:
    return [import_game(store, game) for game in games_in(lines)]


def test_the_newest_game_is_first_whenever_it_arrived(store: Store) -> None:
    add(store, 1, "2026-11-30T20:00:00+02:00", actions=5)
    add(store, 2, "2026-11-30T17:00:00.000Z", actions=5)
    add(store, 3, "2026-11-30T18:30:00", actions=5)
    assert [row.no for row in store.games()] == [3, 1, 2]
    assert store.games()[1].started_at == "2026-11-30T18:00:00.000Z"


def test_pages_meet_without_overlap(store: Store) -> None:
    for no in range(1, 8):
        add(store, no, "2026-11-30T18:00:00Z", actions=3)
    seen: list[int | None] = []
    before = None
    while page := store.games(3, before):
        seen += [row.no for row in page]
        before = page[-1].id
    assert seen == [7, 6, 5, 4, 3, 2, 1]


def test_a_game_is_found_by_a_part_of_its_id(store: Store) -> None:
    for no in (1, 11, 2):
        add(store, no, f"2026-11-30T18:00:{no:02}Z", actions=3)
    assert store.find("last").no == 11
    assert store.find(f"{TABLE}-1").no == 1
    assert store.find("-2").no == 2
    assert store.find("f6-1").no == 1
    with pytest.raises(StoreError, match="give more of the id"):
        store.find("a1b2")
    with pytest.raises(StoreError, match="twelve games"):
        store.find("zzz")


def test_dates_say_whether_they_are_estimates(store: Store) -> None:
    line = sample_game(actions=1)
    (row, *_) = rows(line, "2026-11-30T18:00:00Z")
    store.add_records(f"{TABLE}-1", [(*row[:4], True)])
    game = store.find("last")
    assert game.estimated
    assert '"est":true' in store.lines(game.id)[0]


def test_an_end_that_is_taken_back_is_no_end(store: Store) -> None:
    lines = sample_game(seed=1, undo=False, closed=False)
    uid = f"{TABLE}-1"
    store.add_records(uid, rows(lines, "2026-11-30T18:00:00Z"))
    assert store.find(uid).ended_at is not None
    body = {"n": len(lines) + 1, "op": "undo", "ms": 1}
    records = [*(json.loads(line) for line in lines), body]
    store.add_records(uid, rows(rechain(records), "2026-11-30T18:00:00Z"))
    game = store.find(uid)
    assert (game.ended_at, game.result) == (None, None)


def test_an_exported_game_comes_back_the_same(store: Store, tmp_path: Path) -> None:
    uid = add(store, 1, "2026-11-30T18:00:00Z")
    store.add_note(uid, {"kind": "names", "players": ["Zoë", "Ömer"]})
    with Store(tmp_path / "other") as other:
        (first,) = take(other, store.lines(uid))
        assert (first.id, first.added) == (uid, len(store.lines(uid)))
        assert other.lines(uid) == store.lines(uid)
        (again,) = take(other, store.lines(uid))
        assert again.added == 0
        assert other.have(uid) == store.have(uid)
        here, there = store.game(uid), other.game(uid)
        assert here is not None
        assert there is not None
        assert (here.players, here.hash, there.source) == (there.players, there.hash, "file")


def test_a_file_may_know_more_less_or_something_else(store: Store) -> None:
    lines = sample_game(seed=1)
    uid = f"{TABLE}-1"
    assert take(store, lines[:50])[0].added == 50
    assert take(store, lines[:20])[0].added == 0
    assert take(store, lines)[0].added == len(lines) - 50
    other = sample_game(seed=2, no=1)
    (beside,) = take(store, other)
    assert (beside.id, beside.added) == (f"{uid}~2", len(other))
    assert "kept beside" in str(beside)
    # The table itself comes later and continues what it knows.
    store.add_records(uid, rows(other))
    assert len(store.games()) == 2


def test_a_wrong_game_is_refused_whole(store: Store) -> None:
    lines = sample_game(seed=1, actions=30)
    lines[9] = lines[9].replace('"ms":', '"ms":1')
    with pytest.raises(CommandError, match="record 10: its chain"):
        take(store, lines)
    assert store.games() == []


def test_a_bad_date_is_refused(store: Store) -> None:
    lines = [with_date(line, "soon", False, False) for line in sample_game(actions=3)]
    with pytest.raises(CommandError, match="not ISO 8601"):
        take(store, lines)


def test_requests_without_a_chain_become_a_game(store: Store) -> None:
    requests = [{"op": "new", "game": "12x12", "seed": seed_of(5), "players": ["A", "B"]}]
    game = sample_game(seed=5, undo=False)
    acts = [r for r in without_chain(game) if r["op"] == "act"]
    for act in acts:
        requests.append({"op": "act", "action": act["action"], "id": "kept"})
    requests.insert(9, {"op": "state"})
    lines = [json.dumps(request) for request in requests]
    (done,) = take(store, lines)
    assert done.id.startswith("imported-")
    assert take(store, lines)[0].added == 0
    stored = [json.loads(line) for line in store.lines(done.id)]
    assert len(stored) == len(acts) + 1
    assert [r.get("dice") for r in stored[1:]] == [act.get("dice") for act in acts]
    assert stored[5]["id"] == "kept"
    report = check(store.lines(done.id))
    assert (report.ok, report.chained, report.dice) == (True, True, CHECKED)
    assert store.find(done.id).hash == check(game).play.hash()  # type: ignore[union-attr]


def test_requests_that_cannot_be_replayed_are_refused(store: Store) -> None:
    lines = ['{"op":"new","game":"12x12"}', '{"op":"act","action":"roll"}']
    with pytest.raises(CommandError, match="record 2: its dice are missing"):
        take(store, lines)
    with pytest.raises(CommandError, match="record 1: its deck is missing"):
        take(store, ['{"op":"new","game":"dominoes"}'])


def test_scores(store: Store) -> None:
    add(store, 1)
    add(store, 2, actions=30)  # abandoned
    add(store, 3, closed=False, actions=30)  # running
    add(store, 6, players=3, actions=30)
    for no in (4, 5):
        add(store, no, players=1, ruleset="luck")
    found = {(s.player, s.kind): s for s in scores(store.games())}
    ben = found["Ben", "classic"]
    assert (ben.games, ben.abandoned, ben.wins) == (1, 2, 1)
    assert ben.average_turns == store.game(f"{TABLE}-1").seat_turns[1]  # type: ignore[union-attr]
    alone = found["Anna", "luck"]
    turns = [row.turns for row in store.games() if len(row.players) == 1]
    assert (alone.wins, alone.best) == (2, min(turns))
    assert alone.average_turns == sum(turns) / 2
    given_up = found["Zoë", "classic"]
    assert (given_up.games, given_up.abandoned, given_up.average_turns) == (0, 1, None)


def test_only_a_game_with_an_end_counts(store: Store) -> None:
    add(store, 1, closed=False, actions=30)
    assert scores(store.games()) == []
    add(store, 1, closed=False)
    assert {(s.player, s.games, s.abandoned) for s in scores(store.games())} == {
        ("Anna", 1, 0),
        ("Ben", 1, 0),
    }
