"""The referee's ``log``: the requests that make a game again, whatever was done to it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twelve_host.referee import Referee

STARTS: list[dict[str, Any]] = [
    {"game": "12x12", "seed": "0c"},
    {"game": "12x12", "rules": {"ruleset": "luck"}, "players": ["Ann", "Bo", "Çelik"]},
    {
        "game": "12x12",
        "rules": {"exact_finish": True, "free_turn": True},
        "position": {"markers": [[9] * 12, [10] * 12], "player": 1},
    },
    {"game": "morris", "seed": "0c"},
    {"game": "dominoes", "rules": {"set": 12, "tableau": 12}, "seed": "0c"},
    {"game": "dominoes", "rules": {"set": 12, "tableau": 12}},
]


def ask(referee: Referee, request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to ``request``, which must be right."""
    answer: dict[str, Any] = json.loads(referee.answer(json.dumps(request)))
    assert answer["ok"], answer
    return answer


def play(referee: Referee, start: dict[str, Any], picks: list[int]) -> None:
    """Play ``start`` on: a pick below 3 takes back, any other chooses among the legal actions."""
    state = ask(referee, {"op": "new", **start})["state"]
    length = 0
    for pick in picks:
        if (pick < 3 and length) or not state["legal"]:
            if not length:
                return
            state = ask(referee, {"op": "undo"})["state"]
            length -= 1
            continue
        action = state["legal"][pick % len(state["legal"])]
        request = {"op": "act", "action": action}
        if action == "roll" and pick % 4 == 3:
            request["dice"] = [1 + (pick + i) % 6 for i in range(state["board"]["in_hand"])]
        state = ask(referee, request)["state"]
        length += 1


@pytest.mark.parametrize("start", STARTS, ids=lambda start: "-".join([start["game"], *start]))
@given(picks=st.lists(st.integers(0, 50), max_size=60), abandoned=st.booleans())
def test_the_log_makes_the_game_again(
    start: dict[str, Any], picks: list[int], abandoned: bool
) -> None:
    referee = Referee()
    play(referee, start, picks)
    state = ask(referee, {"op": "state"})["state"]
    if abandoned and state["result"] is None:
        state = ask(referee, {"op": "abandon"})["state"]
    log = ask(referee, {"op": "log"})["log"]
    again = Referee()
    for request in log:
        answer = ask(again, request)
    assert answer["state"] == state
    assert ask(again, {"op": "log"})["log"] == log


def test_the_log_leaves_out_what_was_undone_and_writes_faces_out() -> None:
    referee = Referee()
    seed = "00" * 32
    ask(referee, {"op": "new", "game": "12x12", "seed": seed, "players": ["Ann"], "n": 1})
    ask(referee, {"op": "act", "action": "roll", "ms": 12})
    ask(referee, {"op": "act", "action": "row 4"})
    ask(referee, {"op": "undo"})
    ask(referee, {"op": "note", "kind": "seat"})
    ask(referee, {"op": "act", "action": "row 6"})
    ask(referee, {"op": "act", "action": "roll", "dice": [6, 1, 1, 1, 1]})
    ask(referee, {"op": "abandon"})
    rules = {"ruleset": "classic", "exact_finish": False, "free_turn": False}
    assert ask(referee, {"op": "log"})["log"] == [
        {"op": "new", "game": "12x12", "rules": rules, "players": ["Ann"], "seed": seed},
        {"op": "act", "action": "roll", "dice": [2, 3, 6, 4, 4, 2], "by": "table"},
        {"op": "act", "action": "row 6"},
        {"op": "act", "action": "roll", "dice": [6, 1, 1, 1, 1], "by": "hand"},
        {"op": "abandon"},
    ]


def test_with_the_seed_a_game_made_again_goes_on_with_the_same_dice() -> None:
    one, two = Referee(), Referee()
    play(one, STARTS[0], [3, 9, 40, 12, 9, 8, 7, 40, 0, 1, 22, 9, 30])
    for request in ask(one, {"op": "log"})["log"]:
        ask(two, request)
    for pick in range(10):
        legal = ask(one, {"op": "state"})["state"]["legal"]
        request = {"op": "act", "action": legal[pick % len(legal)]}
        assert ask(one, request) == ask(two, request)
