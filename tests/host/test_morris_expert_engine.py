"""The compiled morris engine plays by the portable one; its search misses nothing it looks at."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from twelve.base.errors import Refusal
from twelve.games.catalog import game
from twelve.games.morris import POINTS
from twelve.games.morris_player import name_of
from twelve.games.morris_search import FORCED

np = pytest.importorskip("numpy", reason="the extra expert is not installed")
pytest.importorskip("numba", reason="the extra expert is not installed")

from twelve_host.players import morris_engine as engine  # noqa: E402
from twelve_host.players import morris_search as search  # noqa: E402
from twelve_host.players import morris_value  # noqa: E402

MORRIS = game("morris")
ALL_RULES = [(flies, mill) for flies in (True, False) for mill in ("each", "one")]
KNOWN = (24, 552, 12144, 255024, 5100480)  # rules document


def numbers(rules: tuple[bool, str]) -> tuple[int, int]:
    """Return (flies, each) as the compiled functions take them."""
    return int(rules[0]), int(rules[1] == "each")


def games(seed: int, rules: tuple[bool, str], count: int) -> Iterator[Any]:
    """Yield the states of ``count`` games of random actions that are not over."""
    chance = random.Random(seed)
    for _ in range(count):
        state = MORRIS.start(rules, 2, None)
        while state.result is None:
            yield state
            state = MORRIS.apply(state, chance.choice(MORRIS.legal(state)), ())


def scattered(seed: int, rules: tuple[bool, str], count: int) -> Iterator[Any]:
    """Yield ``count`` states from random positions: any stones, hands, takings due and quiet."""
    chance = random.Random(seed)
    while count:
        white, black = chance.randint(0, 12), chance.randint(0, 12)
        points = list("W" * white + "B" * black + "." * (24 - white - black))
        chance.shuffle(points)
        late = chance.random() < 0.7
        hands = [0 if late else chance.randint(0, 12 - n) for n in (white, black)]
        position = {"points": "".join(points), "in_hand": hands, "player": chance.randint(0, 1)}
        position["quiet"] = chance.choice((0, 20, 48, 49))
        position["takes_due"] = chance.choice((0, 0, 1, 2))
        try:
            state = MORRIS.start(rules, 2, None, MORRIS.read_position(position, 2))
        except Refusal:  # the mills do not allow so many takings
            continue
        if state.result is None:
            count -= 1
            yield state


def legal(state: Any) -> list[str]:
    """Return the legal actions of ``state`` as the compiled engine has them."""
    own, other, mine, _, due, _ = engine.position_of(state)
    out = np.zeros(engine.MOST, np.int64)
    end = engine.legal(own, other, mine, due, numbers(state.rules)[0], out, 0)
    return [name_of(int(action)) for action in out[:end]]


def number_of(action: str) -> int:
    """Return the number of ``action``."""
    at = POINTS.index(action[-2:])
    if action[2] == "-":
        return 32 * POINTS.index(action[:2]) + at
    return (engine.TAKE if action.startswith("take") else engine.PLACE) + at


def agree(state: Any) -> int:
    """Hold what every action leads to against the portable engine; return how many there are."""
    flies, each = numbers(state.rules)
    position = engine.position_of(state)
    actions = MORRIS.legal(state)
    assert legal(state) == list(actions)
    for action in actions:
        after = MORRIS.apply(state, action, ())
        *found, again = engine.play(*position, number_of(action), each)
        own, other, mine, yours, due, quiet = found
        if not again:
            own, other, mine, yours = other, own, yours, mine
        assert engine.over(own, other, mine, yours, due, quiet, flies) == (after.result is not None)
        if after.result is None:
            assert (own, other, mine, yours, due, quiet) == engine.position_of(after)
            assert again == (after.player == state.player)
    return len(actions)


@pytest.mark.parametrize("rules", ALL_RULES)
def test_it_plays_as_the_portable_engine_does(rules: tuple[bool, str]) -> None:
    assert sum(agree(state) for state in games(1, rules, 6)) > 1000
    assert sum(agree(state) for state in scattered(2, rules, 300)) > 1000


def test_perft_from_the_start() -> None:
    for depth, wanted in enumerate(KNOWN, 1):
        found, made, ends = engine.perft_of((0, 0, 12, 12, 0, 0), True, True, depth)
        assert (found, made, ends) == (wanted, sum(KNOWN[:depth]), 0)


def perft(state: Any, depth: int) -> tuple[int, int, int]:
    """Return (sequences, positions made, those that end the game) by the portable engine."""
    found = made = ends = 0
    for action in MORRIS.legal(state):
        after = MORRIS.apply(state, action, ())
        made += 1
        ends += after.result is not None
        if depth == 1:
            found += 1
        elif after.result is None:
            more = perft(after, depth - 1)
            found, made, ends = found + more[0], made + more[1], ends + more[2]
    return found, made, ends


@pytest.mark.parametrize("rules", ALL_RULES)
def test_perft_from_anywhere(rules: tuple[bool, str]) -> None:
    over = 0
    for state in scattered(3, rules, 40):
        flies, each = numbers(rules)
        wanted = perft(state, 2)
        assert engine.perft_of(engine.position_of(state), bool(flies), bool(each), 2) == wanted
        over += wanted[2]
    assert over > 10


def exhaustive(state: Any, turns: int, ply: int = 0) -> int:
    """Return the value of ``state`` to its player by trying everything ``turns`` ahead."""
    best = -100_000
    for action in MORRIS.legal(state):
        after = MORRIS.apply(state, action, ())
        left = turns - (state.phase != "take")
        if after.result is not None:
            worth = 0 if after.result[0] is None else search.WIN - ply - 1
        elif after.player == state.player:
            worth = exhaustive(after, left, ply + 1)
        elif left:
            worth = -exhaustive(after, left, ply + 1)
        else:
            own, other, mine, yours, _, _ = engine.position_of(after)
            flies, _ = numbers(state.rules)
            worth = -int(morris_value.value(own, other, mine, yours, flies))
        best = max(best, worth)
    return best


@pytest.mark.parametrize("rules", ALL_RULES)
def test_the_search_finds_what_trying_everything_finds(rules: tuple[bool, str]) -> None:
    m = search.memory()
    forced = 0
    for n, state in enumerate(scattered(4, rules, 50)):
        for turns in (1, 2) if n % 3 else (1, 2, 3):
            if turns == 3 and len(MORRIS.legal(state)) > 8:
                continue
            search.start(m, *map(bool, numbers(rules)))
            m[search.TABLE :] = 0  # or it may know more than it looks for
            wanted = exhaustive(state, turns)
            found = search.look(m, engine.position_of(state), turns)
            if turns < 3 or abs(wanted) > FORCED:
                assert found == wanted
            forced += abs(wanted) > FORCED
    assert forced > 1


def test_the_table_takes_nothing_from_a_search() -> None:
    # Searched deeper and deeper in one array, or once in a new one: a forced end is the same.
    compared = 0
    for state in scattered(5, ALL_RULES[0], 60):
        m = search.memory()
        search.start(m, True, True)
        position = engine.position_of(state)
        worths = [search.look(m, position, turns) for turns in range(1, 6)]
        for turns, worth in enumerate(worths, 1):
            if abs(worth) > FORCED:
                fresh = search.memory()
                search.start(fresh, True, True)
                again = search.look(fresh, position, turns)
                assert (again > 0) == (worth > 0) and abs(again) > FORCED
                compared += 1
                break
    assert compared > 3


def test_kept_code_works_in_another_process() -> None:
    # numba keeps functions that call themselves without a word, and they crash when loaded.
    m = search.memory()
    search.start(m, True, True)
    wanted = [search.look(m, (0, 0, 12, 12, 0, 0), 6), int(m[search.NODES])]
    code = (
        "from twelve_host.players import morris_search as s\n"
        "m = s.memory(); s.start(m, True, True)\n"
        "print(s.look(m, (0, 0, 12, 12, 0, 0), 6), m[s.NODES])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert [int(word) for word in done.stdout.split()] == wanted
