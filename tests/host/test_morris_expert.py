"""The morris expert: sound, in time, with reasons, and there even where numba is not."""

from __future__ import annotations

import random
import sys
import threading
import time
from typing import Any

import pytest
from pace import Stopwatch

from test_referee import Session
from twelve.games.catalog import game
from twelve.games.morris import POINTS
from twelve_host import players
from twelve_host.players import morris

MORRIS = game("morris")
RULES = MORRIS.read_rules({})
SLACK_S = 1.0  # of a busy machine
# Black closes a mill with g4-g7 next, and White would be down to two.
MUST_STOP = ("a1 f4 b4", "a7 d7 f2 c3 g4")


def at(white: str, black: str, hands: tuple[int, int] = (0, 0), **more: int) -> Any:
    """Return the state with stones on the points named, White to act."""
    board = ["."] * 24
    for names, stone in ((white, "W"), (black, "B")):
        for name in names.split():
            board[POINTS.index(name)] = stone
    position = {"points": "".join(board), "in_hand": list(hands), "player": 0, **more}
    return MORRIS.start(RULES, 2, None, MORRIS.read_position(position, 2))


@pytest.fixture
def compiled() -> None:
    """The expert with its compiled search."""
    pytest.importorskip("numba", reason="the extra expert is not installed")
    morris.warm().join()
    assert morris._engine.search is not None, morris.remark()


@pytest.fixture(params=["compiled", "plain"])
def ready(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The expert with its compiled search, then without numba."""
    if request.param == "compiled":
        request.getfixturevalue("compiled")
    else:
        monkeypatch.setitem(sys.modules, "numba", None)
        monkeypatch.setattr(morris, "_engine", morris._Engine())
    found: str = request.param
    return found


def choose(state: Any, seconds: float = 0.3) -> tuple[str, str]:
    """Return what the expert says."""
    return morris.choose(MORRIS, state, None, seconds)


@pytest.mark.usefixtures("ready")
def test_it_plays_legally_by_all_rules() -> None:
    chance = random.Random(12)
    for flying in (True, False):
        for mill in ("each", "one"):
            state = MORRIS.start((flying, mill), 2, None)
            n = 0
            while state.result is None:
                legal = MORRIS.legal(state)
                action, why = choose(state, 0.005) if n % 3 == 0 else (chance.choice(legal), "-")
                assert action in legal and why
                state = MORRIS.apply(state, action, ())
                n += 1


@pytest.mark.usefixtures("ready")
def test_a_win_in_one_is_taken() -> None:
    assert choose(at("a7 d7 g4 b2 c3", "d2 f4 e5")) == (
        "g4-g7",
        "wins: Black is down to two stones",
    )
    assert choose(at("d6 b4 c5 g4 a1", "a7 d7 b6 a4")) == ("g4-g7", "wins: Black cannot move")
    action, why = choose(at("a7 d7 g7", "d2 f4 e5", takes_due=1))
    assert action.startswith("take ") and why == "wins: Black is down to two stones"


@pytest.mark.usefixtures("ready")
def test_a_mill_is_stopped() -> None:
    action, why = choose(at(*MUST_STOP))
    assert action.endswith("-g7") and why.startswith("keeps Black from closing a7-d7-g7")


def test_the_taking_is_the_one_that_was_told(ready: str) -> None:
    state = at("a7 d7 b2", "c3 e3 g1 a4", (6, 6))
    action, why = choose(state)
    assert action == "place g7" and why.startswith("closes a mill and takes ")
    state = MORRIS.apply(state, action, ())
    told = "take " + why[24:26]
    assert told in MORRIS.legal(state)
    if ready == "compiled":
        assert choose(state)[0] == told


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("seed", range(3))
def test_a_win_by_force_is_seen_and_played_out(seed: int) -> None:
    state = at("g1 d1 b6 d2 e3 c3 c4", "a7 a1 d6 b4 d5 e4")
    chance = random.Random(seed)
    actions = 0
    while state.result is None:
        action = chance.choice(MORRIS.legal(state))
        if state.player == 0:
            action, why = choose(state)
            assert why.endswith("wins by force") or why.startswith(("wins: ", "the only "))
        state = MORRIS.apply(state, action, ())
        actions += 1
    assert state.result[0] == 0 and actions <= 11


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("seconds", [0.02, 0.5])
def test_the_deadline_is_obeyed(seconds: float) -> None:
    state = MORRIS.start(RULES, 2, None)
    for _ in range(4):
        watch, begun = Stopwatch(), time.monotonic()
        action, _ = choose(state, seconds)
        assert time.monotonic() - begun >= seconds * 0.9
        assert not watch.is_over(seconds + SLACK_S)
        state = MORRIS.apply(state, action, ())


@pytest.mark.usefixtures("ready")
def test_what_is_clear_takes_no_time() -> None:
    watch = Stopwatch()
    assert choose(at("a7 d7 g7", "b2 b4 b6 d2", takes_due=1), 30) == (
        "take d2",
        "the only thing to do",
    )
    assert choose(at("a7 d7 g4 b2 c3", "d2 f4 e5"), 30)[0] == "g4-g7"
    assert not watch.is_over(10)


@pytest.mark.usefixtures("ready")
def test_several_think_at_once() -> None:
    states = [MORRIS.start(RULES, 2, None), at(*MUST_STOP)]
    found: dict[int, str] = {}

    def think(n: int) -> None:
        found[n] = choose(states[n % 2], 0.2)[0]

    threads = [threading.Thread(target=think, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found[1].endswith("-g7") and found[3].endswith("-g7")
    assert {found[0], found[2]} <= set(MORRIS.legal(states[0]))


@pytest.mark.usefixtures("ready")
def test_no_search_is_stopped_by_the_one_before() -> None:
    state = at(*MUST_STOP)
    for _ in range(30):
        choose(state, 0.001)
    begun = time.monotonic()
    choose(MORRIS.start(RULES, 2, None), 0.2)
    assert time.monotonic() - begun >= 0.18


def test_it_is_said_where_numba_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(morris, "_engine", morris._Engine())
    assert "numba is not installed" in morris.remark()
    assert "pip install 'twelve-table[expert]'" in morris.remark()


def test_it_is_said_where_numba_does_not_work(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba", reason="the extra expert is not installed")
    engine = morris._Engine()
    monkeypatch.setattr(morris, "_engine", engine)
    assert morris.remark() == ""
    monkeypatch.setitem(sys.modules, "twelve_host.players.compiled", None)
    morris.warm().join()
    assert "numba does not work here (" in morris.remark()
    state = at(*MUST_STOP)
    assert choose(state)[0].endswith("-g7")


def test_the_referee_suggests_by_the_expert() -> None:
    session = Session()
    session.ask("new", game="morris")
    answer = session.ask("suggest", level="expert")
    assert answer["action"] in answer["state"]["legal"] and answer["why"]
    assert players.choose(MORRIS, at("d6 b4 c5 g4 a1", "a7 d7 b6 a4"), "expert") == (
        "g4-g7",
        "wins: Black cannot move",
    )
