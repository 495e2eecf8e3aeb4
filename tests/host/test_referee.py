"""The referee's text protocol: answers, every error code in its order, logs that play again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from twelve_host.referee import Referee

NEW = {"op": "new", "game": "12x12", "seed": "00" * 32}
NEAR = [12] * 11 + [11]


class Session:
    """A referee that is spoken to in objects."""

    def __init__(self) -> None:
        self.referee = Referee()

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """Send one request; return its answer, which is one line of ASCII JSON."""
        line = self.referee.answer(json.dumps({"op": op, **fields}))
        assert "\n" not in line and line.isascii()
        answer: dict[str, Any] = json.loads(line)
        return answer

    def code(self, op: str, **fields: Any) -> str:
        """Send a request that must fail; return the code. The state must be what it was."""
        before = self.ask("note")["state"]
        answer = self.ask(op, **fields)
        assert answer["ok"] is False and answer["error"]["message"]
        assert answer["state"] == before == self.ask("note")["state"]
        code: str = answer["error"]["code"]
        return code


@pytest.fixture
def session() -> Session:
    """A session without a game."""
    return Session()


@pytest.fixture
def game(session: Session) -> Session:
    """A session with a new 12 × 12 game of the checkable seed."""
    assert session.ask(**NEW)["ok"]
    return session


def test_the_first_state(game: Session) -> None:
    assert game.ask("state") == {
        "ok": True,
        "state": {
            "game": "12x12",
            "rules": {"ruleset": "classic", "exact_finish": False, "free_turn": False},
            "players": ["Player 1", "Player 2"],
            "turn": 1,
            "player": 0,
            "phase": "roll",
            "legal": ["roll"],
            "result": None,
            "board": {
                "markers": [[0] * 12, [0] * 12],
                "row": None,
                "dice": [],
                "in_hand": 6,
                "at_risk": 0,
            },
            "last": None,
            "hash": "ccad9818",
        },
    }


def test_a_roll_comes_from_the_seed(game: Session) -> None:
    state = game.ask("act", action="roll")["state"]
    assert state["board"]["dice"] == [2, 3, 6, 4, 4, 2]
    assert state["last"] == {
        "player": 0,
        "action": "roll",
        "dice": [2, 3, 6, 4, 4, 2],
        "outcome": "rolled",
    }
    assert state["legal"] == [f"row {row}" for row in (2, 3, 4, 6, 7, 8, 9, 10)]


def test_undo_and_roll_again_gives_the_same_faces(game: Session) -> None:
    first = game.ask("act", action="roll")["state"]
    assert game.ask("undo")["state"]["board"]["dice"] == []
    assert game.ask("act", action="roll")["state"] == first


def test_faces_by_hand_leave_the_stream_and_faces_of_the_table_move_it(game: Session) -> None:
    game.ask("act", action="roll", dice=[1] * 6)
    game.ask("undo")
    assert game.ask("act", action="roll")["state"]["board"]["dice"] == [2, 3, 6, 4, 4, 2]
    game.ask("undo")
    game.ask("act", action="roll", dice=[2, 3, 6, 4, 4, 2], by="table")
    game.ask("act", action="row 6")
    assert game.ask("act", action="roll")["state"]["last"]["dice"] == [3, 1, 1, 2, 5]


@pytest.mark.parametrize("name", ["roll again", "ünï", "", 7, 1.5, None, True, [1, {"a": []}], {}])
def test_an_id_is_echoed(game: Session, name: Any) -> None:
    for op in ("state", "undo", "nonsense"):
        answer = game.ask(op, id=name)
        assert answer["id"] == name and type(answer["id"]) is type(name)
    assert "id" not in game.ask("state")


def test_extra_keys_are_ignored(game: Session) -> None:
    plain = Session()
    plain.ask(**NEW)
    extra = {"n": 4, "ms": 12, "at": "2026-11-30", "chain": "00", "seat": [1], "x": None}
    assert game.ask("act", action="roll", **extra) == plain.ask("act", action="roll")
    assert game.ask("new", game="12x12", seed="00", deck=["6-6"])["ok"]  # no tiles in this game


def test_bad_requests_come_before_everything_else(session: Session) -> None:
    assert session.code("nonsense") == "bad_request"
    assert session.code("act") == "bad_request"
    assert session.code("act", action=3) == "bad_request"
    assert session.code("act", action="roll", dice="123456") == "bad_request"
    assert session.code("act", action="roll", tiles=6) == "bad_request"
    assert session.code("act", action="roll", by="me") == "bad_request"
    bad_rules = {"game": "12x12", "rules": {"ruleset": "other"}}
    assert session.code("new", **bad_rules, players="Ann") == "bad_request"
    impossible = {"markers": [[13] * 12] * 2, "player": 0}
    assert session.code("new", **bad_rules, position=impossible) == "bad_request"
    assert session.code("new", **bad_rules) == "bad_rules"


def test_bad_rules_come_before_a_bad_deck(session: Session) -> None:
    deck = ["9-9"]
    rules = {"set": 6, "matching": "colour"}
    assert session.code("new", game="dominoes", rules=rules, deck=deck) == "bad_rules"
    assert session.code("new", game="dominoes", deck=deck) == "bad_deck"


def test_no_game_comes_before_what_a_game_would_say(session: Session) -> None:
    for op in ("state", "log", "undo", "abandon"):
        assert session.code(op) == "no_game"
    assert session.code("act", action="fly", dice=[9]) == "no_game"


def test_game_over_comes_before_illegal_actions_and_bad_dice(game: Session) -> None:
    game.ask("abandon")
    assert game.code("act", action="fly", dice=[9]) == "game_over"
    assert game.code("act", action="roll") == "game_over"
    assert game.code("abandon") == "game_over"


def test_illegal_actions_come_before_bad_dice(game: Session) -> None:
    assert game.code("undo") == "nothing_to_undo"
    assert game.code("act", action="row 1", dice=[9]) == "illegal_action"
    assert game.code("act", action="Roll") == "illegal_action"
    for dice in ([], [1] * 5, [1] * 7, [0] + [1] * 5, [True] + [1] * 5, [6.0] + [1] * 5):
        assert game.code("act", action="roll", dice=dice) == "bad_dice"
    assert game.code("act", action="roll", dice=[[1]] * 6) == "bad_dice"


def test_a_message_names_what_was_wrong_and_what_is_allowed(game: Session) -> None:
    said = {
        "row 9": game.ask("act", action="row 9"),
        "legal: roll": game.ask("act", action="x"),
        "6 faces": game.ask("act", action="roll", dice=[7]),
        "'chess'": game.ask("new", game="chess"),
        "dominoes": game.ask("new", game="chess"),
        "'exact'": game.ask("new", game="12x12", rules={"exact": True}),
        "exact_finish": game.ask("new", game="12x12", rules={"exact": True}),
        "true": game.ask("new", game="12x12", rules={"free_turn": 1}),
        "1 to 6 players": game.ask("new", game="12x12", players=[]),
        "undo": game.ask("undoo"),
    }
    for words, answer in said.items():
        assert words in answer["error"]["message"]


@pytest.mark.parametrize("key", ["rules", "players", "seed", "deck", "position"])
@pytest.mark.parametrize("value", [None, True, 1, 1.5, "zz", [1], [[]], {"x": 1}, {}])
def test_no_field_of_new_takes_a_wrong_type(game: Session, key: str, value: Any) -> None:
    right = {"rules": dict, "players": list, "seed": str, "deck": list, "position": dict}
    answer = game.ask("new", game="dominoes" if key == "deck" else "12x12", **{key: value})
    if (key, value) in (("rules", {}),):
        assert answer["ok"]
        return
    codes = {"rules": "bad_rules", "deck": "bad_deck"}
    wanted = codes.get(key, "bad_request") if type(value) is right[key] else "bad_request"
    assert answer["error"]["code"] == wanted


def test_a_finished_game_may_be_taken_back(session: Session) -> None:
    session.ask("new", game="12x12", position={"markers": [NEAR, NEAR], "player": 1})
    session.ask("act", action="roll", dice=[6, 6, 1, 1, 1, 1])
    state = session.ask("act", action="row 12")["state"]
    assert state["result"] == {"winner": 1, "reason": "all rows finished"}
    assert (state["phase"], state["player"], state["legal"]) == ("over", None, [])
    assert state["last"]["outcome"] == "won"
    state = session.ask("undo")["state"]
    assert (state["result"], state["legal"]) == (None, ["row 12"])


def test_abandon_ends_without_a_winner_and_can_be_taken_back(game: Session) -> None:
    before = game.ask("act", action="roll")["state"]
    state = game.ask("abandon")["state"]
    assert state["result"] == {"winner": None, "reason": "abandoned"}
    assert (state["phase"], state["player"], state["legal"]) == ("over", None, [])
    assert game.ask("undo")["state"] == before


def test_a_note_changes_nothing(session: Session) -> None:
    assert session.ask("note", kind="nonce") == {"ok": True, "state": None}
    session.ask(**NEW)
    before = session.ask("state")
    assert session.ask("note", players=["A"], text={"any": ["thing"]}) == before


def test_a_new_game_drops_the_running_one_only_when_it_is_right(game: Session) -> None:
    game.ask("act", action="roll")
    assert game.code("new", game="12x12", rules={"x": 1}) == "bad_rules"
    assert game.ask("new", game="12x12", players=["Ann"])["state"]["players"] == ["Ann"]
    assert game.code("undo") == "nothing_to_undo"


def test_without_a_seed_every_game_has_other_dice(session: Session) -> None:
    rolls = set()
    for _ in range(8):
        session.ask("new", game="12x12")
        rolls.add(tuple(session.ask("act", action="roll")["state"]["last"]["dice"]))
    assert len(rolls) > 4
