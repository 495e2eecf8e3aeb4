"""Tables over HTTP: what they answer, what is done once, and every way to be refused."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest
from pace import Stopwatch

from scripted_table import wait_for
from twelve_host.referee import Referee
from twelve_host.web.models import TableView
from web_client import ANSWER_S, page


def test_a_table_is_described_as_the_interface_says(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        it.table.say = "settings.toml line 3"
        it.table.play(1)
        wait_for(lambda: it.view["say"])
        it.settle()
        view = it.view
        TableView(**view)
        assert view["id"] == it.table.id and view["connected"] and view["status"] == "live"
        assert view["state"]["legal"] and view["last"] == view["state"]["last"]
        assert view["game"] == it.table.uid and view["n"] == it.table.next_n
        assert view["virtual"] is False and view["firmware"] == "0.0"
        assert [len(row) for row in view["lights"][0]] == [13] * 12
        assert all(hole.startswith("#") for row in view["lights"][0] for hole in row)
        assert it.get("/api/tables") == [view]


def test_the_state_is_the_referees(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        it.table.play(9)
        it.settle()
        referee = Referee()
        for line in it.client.get(f"/api/games/{it.table.uid}.jsonl").text.splitlines():
            answer = referee.answer(line)
        import json

        assert json.loads(answer)["state"] == it.view["state"]


def test_an_action_is_answered_once_it_is_recorded(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        for _ in range(12):
            before = it.view
            action = before["state"]["legal"][-1]
            done = it.post("act", action=action, hash=before["state"]["hash"], n=before["n"])
            assert done["ok"] is True and done["n"] == before["n"] + 1 == it.table.next_n
            assert done["state"] == it.view["state"]
            game = it.get(f"/api/games/{it.table.uid}")
            assert game["records"][-1]["action"] == action


def test_faces_may_be_entered_by_hand(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        done = it.post("act", action="roll", dice=[6, 6, 5, 3, 2, 2])
        assert done["state"]["board"]["dice"] == [6, 6, 5, 3, 2, 2]
        it.post("undo")
        for bad in ([7, 1, 1, 1, 1, 1], [1], [1.0] * 6, [True] * 6, "666666", [1] * 7):
            it.post("act", 422, action="roll", dice=bad)


def test_the_same_request_is_done_once_and_answered_alike(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        body = {"action": "roll", "n": it.view["n"], "request": "press 1"}
        first = it.post("act", **body)
        assert [it.post("act", **body) for _ in range(3)] == [first] * 3
        assert it.table.next_n == first["n"]
        it.table.play(1)
        it.settle()
        assert it.post("act", **body) == first
        other = it.post("act", 422, action="row 1", request="press 1")
        assert "something else" in other["detail"]
        assert len([r for r in it.table.requests if r["m"] == "act"]) == 1


def test_the_same_request_twice_at_the_same_time_is_done_once(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        answers: list[Any] = []

        def press() -> None:
            answers.append(it.post("act", action="roll", request="double tap"))

        threads = [threading.Thread(target=press) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == [answers[0]] * 4
        assert len([r for r in it.table.requests if r["m"] == "act"]) == 1


def test_a_game_that_has_moved_on_is_a_conflict_with_the_state(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        old = it.view
        it.table.play(2)
        it.settle()
        now = it.view["state"]
        for meant_for in (
            {"n": old["n"]},
            {"hash": old["state"]["hash"]},
            {"n": it.table.next_n + 1},
        ):
            answer = it.post("act", 409, action=now["legal"][0], **meant_for)
            assert answer["state"] == now and "moved on" in answer["detail"]
        it.post("undo", 409, n=old["n"])
        assert it.table.next_n == it.view["n"]


def test_an_illegal_action_is_refused_with_the_legal_ones(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        answer = it.post("act", 422, action="row 99")
        assert "legal: roll" in answer["detail"] and answer["state"] == it.view["state"]
        assert it.table.requests == []


def test_taking_back_and_undoing_nothing(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        before = it.view["state"]
        it.post("act", action="roll")
        it.post("undo", n=it.view["n"], hash=it.view["state"]["hash"])
        assert it.view["state"] == before
        it.client.post(f"/api/tables/{it.table.id}/undo")  # a body is not needed


def test_a_new_game_over_a_running_one_needs_its_word(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        assert it.post("new", 409, game="12x12")["state"] == it.view["state"]
        rules = {"ruleset": "luck"}
        body: dict[str, Any] = {"game": "12x12", "rules": rules, "players": ["Zoë", "Ben", "Ola"]}
        body |= {"abandon": True, "request": "new 1"}
        old = it.table.uid
        done = it.post("new", **body)
        assert done["state"]["players"] == ["Zoë", "Ben", "Ola"] and done["game"] != old
        assert done["state"]["rules"]["ruleset"] == "luck"
        assert it.post("new", **body) == done and it.table.book.current == 2
        position = {"markers": [[12] * 11 + [11]], "player": 0}
        done = it.post("new", game="12x12", players=["Solo"], position=position, abandon=True)
        assert done["state"]["board"]["markers"] == [[12] * 11 + [11]]


@pytest.mark.parametrize(
    "body",
    [
        {"game": "chess"},
        {"game": 5},
        {},
        {"game": "12x12", "rules": {"colour": 1}},
        {"game": "12x12", "rules": []},
        {"game": "12x12", "players": []},
        {"game": "12x12", "players": ["a"] * 7},
        {"game": "12x12", "players": [""]},
        {"game": "12x12", "players": ["x" * 41]},
        {"game": "12x12", "players": ["bell \x07"]},
        {"game": "12x12", "seed": "00"},
        {"game": "dominoes", "deck": ["6-6"]},
        {"game": "12x12", "position": {"markers": [[13] * 12], "player": 0}},
        {"game": "12x12", "abandon": "yes"},
    ],
    ids=str,
)
def test_a_new_game_that_cannot_be_is_refused(tmp_path: Path, body: dict[str, Any]) -> None:
    with page(tmp_path, begin=False) as it:
        it.post("new", 422, **body)
        assert it.table.requests == []


def test_without_a_game_there_is_nothing_to_do(tmp_path: Path) -> None:
    with page(tmp_path, begin=False) as it:
        assert it.view["state"] is None and it.view["game"] is None and it.view["n"] == 1
        assert it.post("act", 409, action="roll")["state"] is None


def test_names_and_closing(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        done = it.post("names", players=["Änne", "李雷"])
        assert done["state"]["players"] == ["Änne", "李雷"]
        it.post("names", 422, players=["only one"])
        it.post("names", 422, players=["a", ""])
        it.post("names", 422)
        assert "not ended" in it.post("close", 409)["detail"]
        it.post("new", game="12x12", players=["S"], abandon=True, position=near_the_end())
        while it.view["state"]["result"] is None:
            it.post("act", action=it.view["state"]["legal"][-1])
        it.post("close", request="done")
        assert '"reveal"' in it.table.lines()[-1]


def near_the_end() -> dict[str, Any]:
    """Return a position in which one match on row 1 wins."""
    return {"markers": [[11] + [12] * 11], "player": 0}


def test_gestures_go_to_the_table(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        for gesture in ("click", "hold", "long", "press", "release"):
            assert it.post("input", gesture=gesture) == {"ok": True}
        it.post("input", gesture="turn", steps=-3)
        sent = [(r["gesture"], r["steps"]) for r in it.table.requests]
        assert sent[0] == ("click", 1) and sent[-1] == ("turn", -3) and len(sent) == 6
        for bad in ({"gesture": "shake"}, {"gesture": "turn", "steps": 1.5}, {}, {"gesture": None}):
            it.post("input", 422, **bad)


def test_a_table_that_does_not_answer_is_504_within_two_seconds_and_done_once(
    tmp_path: Path,
) -> None:
    with page(tmp_path, answer_s=ANSWER_S) as it:
        it.table.stalled = True
        body = {"action": "roll", "n": it.view["n"], "request": "slow"}
        watch, started_s = Stopwatch(), time.monotonic()
        it.post("act", 504, **body)
        assert time.monotonic() - started_s > 1.5 and not watch.is_over(2.6)
        it.table.stalled = False
        wait_for(lambda: it.table.next_n == body["n"] + 1)  # it was only late
        it.settle()
        done = it.post("act", **body)
        assert done["n"] == body["n"] + 1 == it.table.next_n


def test_an_answer_that_is_lost_is_asked_for_again(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        lost = it.lose_once(b'"ans"')
        done = it.post("act", action="roll")
        assert lost and done["n"] == it.table.next_n
        assert len([r for r in it.table.requests if r["m"] == "act"]) == 1


def test_an_unplugged_table_says_so_at_once_and_keeps_its_game(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        state = it.view["state"]
        it.table.unplug()
        wait_for(lambda: it.view["status"] == "unplugged", 2)
        assert it.view["state"] == state and not it.view["connected"]
        answer = it.post("act", 504, action="roll")
        assert "unplugged" in answer["detail"] and answer["state"] == state
        it.post("input", 504, gesture="click")


def test_an_unknown_table_is_404(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        for method, path in (("get", ""), ("post", "/act"), ("post", "/input"), ("post", "/new")):
            body = {"json": {"action": "roll", "gesture": "click", "game": "12x12"}}
            options = body if method == "post" else {}
            answer = getattr(it.client, method)(f"/api/tables/none{path}", **options)
            assert answer.status_code == 404 and "GET /api/tables" in answer.json()["detail"]
