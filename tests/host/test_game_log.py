"""Properties of every game through the referee: the log makes it again, undo takes it back."""

from __future__ import annotations

import json
from typing import Any
from unittest import mock

from hypothesis import given, settings
from hypothesis import strategies as st

from twelve.games import catalog
from twelve.games.dominoes import name_of, tiles_of
from twelve.games.offers import offer
from twelve_host.referee import Referee

MANY = settings(max_examples=100, deadline=None)


def ask(referee: Referee, **request: Any) -> dict[str, Any]:
    """Return the answer, which must be a yes."""
    answer = json.loads(referee.answer(json.dumps(request)))
    assert answer["ok"], (request, answer["error"])
    return answer


def begin(new: dict[str, Any], secret: bytes) -> tuple[Referee, dict[str, Any]]:
    """Return a referee whose game has begun, and its state; without a seed by ``secret``."""
    referee = Referee()
    with mock.patch("secrets.token_bytes", return_value=secret):
        return referee, ask(referee, **new)["state"]


@st.composite
def beginnings(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a referee ``new`` of any game, with or without a seed, a deck."""
    name = draw(st.sampled_from(catalog.NAMES))
    rules = dict(draw(st.sampled_from(offer(name)[0]))[1])
    if name != "12x12":
        rules |= dict(draw(st.sampled_from(offer(name)[1]))[1])
    request: dict[str, Any] = {"op": "new", "game": name, "rules": rules}
    if draw(st.booleans()):
        request["seed"] = draw(st.binary(min_size=1, max_size=64)).hex()
    if name == "dominoes" and draw(st.booleans()):
        deck = draw(st.permutations(range(tiles_of(rules.get("set", 6)))))
        request["deck"] = [name_of(tile) for tile in deck[: draw(st.integers(0, len(deck)))]]
    return request


def step(referee: Referee, state: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    """Take one action of ``state`` by choice, some of the chance by hand; return the state."""
    action = data.draw(st.sampled_from(state["legal"]))
    request: dict[str, Any] = {"op": "act", "action": action}
    if action == "roll" and data.draw(st.booleans()):
        dice = state["board"]["in_hand"]
        request["dice"] = data.draw(st.lists(st.integers(1, 6), min_size=dice, max_size=dice))
    if action == "draw" and data.draw(st.booleans()):
        count = min(state["board"]["tableau"].count(None), state["board"]["deck"])
        deck = [name_of(tile) for tile in referee.play.state.deck]
        request["tiles"] = data.draw(st.permutations(deck))[:count]
        request["by"] = data.draw(st.sampled_from(["hand", "table"]))
    return ask(referee, **request)["state"]


@MANY
@given(beginnings(), st.integers(0, 60), st.data())
def test_the_log_makes_the_game_again(new: dict[str, Any], steps: int, data: st.DataObject):
    referee, state = begin(new, b"one secret")
    for _ in range(steps):
        if state["turn"] > 1 and data.draw(st.integers(0, 9)) == 0:
            state = ask(referee, op="undo")["state"]
        elif state["legal"]:
            state = step(referee, state, data)
    if state["legal"] and data.draw(st.integers(0, 9)) == 0:
        state = ask(referee, op="abandon")["state"]
    log = ask(referee, op="log")["log"]
    again, came = begin(log[0], b"another secret")
    for request in log[1:]:
        came = ask(again, **request)["state"]
    assert came == state
    assert ask(again, op="log")["log"] == log


@MANY
@given(beginnings(), st.integers(1, 60), st.data())
def test_undo_takes_every_action_back_and_the_same_chance_comes_again(
    new: dict[str, Any], steps: int, data: st.DataObject
):
    referee, first = begin(new, b"any secret")
    states = [first]
    while states[-1]["legal"] and len(states) <= steps:
        action = data.draw(st.sampled_from(states[-1]["legal"]))
        states.append(ask(referee, op="act", action=action)["state"])
    for wanted in reversed(states[:-1]):
        assert ask(referee, op="undo")["state"] == wanted
    for wanted in states[1:]:
        assert ask(referee, op="act", action=wanted["last"]["action"])["state"] == wanted
