"""The record over HTTP: lists, files, replays, names, scores, catalogue, description, numbers."""

from __future__ import annotations

import copy
import json
import time
from pathlib import Path
from typing import Any

import pytest

from scripted_table import wait_for
from twelve.games import catalog
from twelve.games.catalog import game as find_game
from twelve_host import players as computers
from twelve_host.record_check import check
from twelve_host.record_log import parse
from twelve_host.web.models import Catalog, GameView, Score, WholeGame
from web_client import Page, page


def some_games(it: Page, count: int) -> None:
    """Play ``count`` games at the table and wait until they are recorded."""
    for i in range(count):
        it.table.begin(players=["Anna", f"Guest {i}"])
        it.table.play(6, seed=i)
        time.sleep(0.005)

    def records() -> list[tuple[int, int]]:
        return sorted((game["no"], game["records"]) for game in it.get("/api/games?limit=100"))

    numbers = it.table.book.numbers()
    wait_for(lambda: records() == [(n, len(it.table.lines(n))) for n in numbers])
    it.settle()


def test_games_are_listed_newest_first_page_by_page(tmp_path: Path) -> None:
    with page(tmp_path, begin=False) as it:
        assert it.get("/api/games") == []
        some_games(it, 5)
        found = it.get("/api/games")
        assert [game["no"] for game in found] == [5, 4, 3, 2, 1]
        assert [game["running"] for game in found] == [True] + [False] * 4
        for game in found:
            GameView(**game)
        assert it.get("/api/games?limit=2") == found[:2]
        assert it.get(f"/api/games?limit=2&before={found[1]['id']}") == found[2:4]
        for bad, status in (("limit=0", 422), ("limit=x", 422), ("before=none", 404)):
            answer = it.client.get(f"/api/games?{bad}")
            assert answer.status_code == status and isinstance(answer.json()["detail"], str)


def test_a_game_has_its_records_and_what_they_did(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        it.post("act", action="roll")
        it.post("undo")
        it.post("act", action="roll")
        it.post("act", action=it.view["state"]["legal"][0])
        game = it.get(f"/api/games/{it.table.uid}")
        WholeGame(**game)
        assert "states" not in game and game["running"]
        shown = [(r["op"], r.get("player"), r.get("outcome")) for r in game["records"]]
        assert shown[:4] == [
            ("new", None, None), ("note", None, None), ("act", 0, "rolled"), ("undo", None, None),
        ]  # fmt: skip
        assert game["records"][5]["outcome"] == "scored" and game["records"][5]["at"]
        with_states = it.get(f"/api/games/{it.table.uid}?states=1")
        steps = with_states["states"]
        assert [step["n"] for step in steps] == [1, 3, 4, 5, 6]
        assert steps[-1]["state"] == it.view["state"]
        assert steps[0]["state"]["hash"] == steps[2]["state"]["hash"]


def test_a_games_file_can_be_checked_by_anyone(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        it.table.play(20)
        it.table.close_game()
        it.settle()
        answer = it.client.get(f"/api/games/{it.table.uid}.jsonl")
        assert f'{it.table.uid}.jsonl"' in answer.headers["content-disposition"]
        lines = answer.text.splitlines()
        assert check(lines).wrong is None and check(lines).dice == "checked"
        assert all(json.loads(line)["at"] for line in lines)
        for path in ("/api/games/none", "/api/games/none.jsonl"):
            assert it.client.get(path).status_code == 404


def test_names_may_be_given_after_the_game(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        it.table.play(3)
        it.settle()
        first = it.table.uid
        url = f"/api/games/{first}/names"
        running = it.client.post(url, json={"players": ["A", "B"]})
        assert running.status_code == 200 and it.view["state"]["players"] == ["A", "B"]
        assert '"names"' in it.table.lines()[-1]  # at the table, while it is there
        it.table.close_game()
        it.settle()
        assert it.client.post(url, json={"players": ["C", "Ð"]}).status_code == 200
        wait_for(lambda: it.view["state"]["players"] == ["C", "Ð"])
        game = it.get(f"/api/games/{first}")
        assert game["players"] == ["C", "Ð"] and game["records"][-1]["host"] is True
        assert it.view["n"] == it.table.next_n  # the table knows nothing of it
        for bad, status in (([], 422), (["x"], 422), (["x", "\t"], 422), (["x", 5], 422)):
            assert it.client.post(url, json={"players": bad}).status_code == status
        it.table.unplug()
        it.table.begin()
        assert it.client.post("/api/games/none/names", json={"players": ["x"]}).status_code == 404


def test_names_of_a_running_game_wait_for_its_table(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        it.table.unplug()
        wait_for(lambda: not it.view["connected"])
        answer = it.client.post(f"/api/games/{it.table.uid}/names", json={"players": ["x", "y"]})
        assert answer.status_code == 409 and "not closed yet" in answer.json()["detail"]


def test_names_of_a_game_that_no_table_goes_on_with_are_a_note(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        it.table.play(3)
        it.settle()
        first, twin = it.table.uid, copy.deepcopy(it.table.game)
        it.table.play(3, seed=2)
        it.settle()
        left, it.table.book.games[1] = it.table.game, twin  # another copy of its flash
        it.table.cut()
        wait_for(lambda: it.view["game"] == f"{first}~2" and it.view["status"] == "live")
        url = f"/api/games/{first}/names"
        assert it.client.post(url, json={"players": ["x", "y"]}).status_code == 200
        assert it.get(f"/api/games/{first}")["players"] == ["x", "y"]
        named = it.client.get(f"/api/games/{first}.jsonl").text.splitlines()
        assert json.loads(named[-1])["host"] is True and check(named).wrong is None
        assert it.view["state"]["players"] == ["Anna", "Ben"]
        # The copy that was left comes back all the same: what it plays is lost nowhere.
        it.table.book.games[1] = left
        it.table.cut()
        it.table.play(2, seed=3)
        third = f"{first}~3"
        wait_for(lambda: it.view["game"] == third and it.view["n"] == it.table.next_n, 20)
        it.settle()
        kept = it.client.get(f"/api/games/{third}.jsonl").text.splitlines()
        assert [parse(line).text for line in kept] == it.table.lines()
        assert it.client.get(f"/api/games/{first}.jsonl").text.splitlines() == named
        assert len(it.get("/api/games")) == 3


def test_scores_are_those_of_the_record(tmp_path: Path) -> None:
    with page(tmp_path, begin=False) as it:
        almost = {"markers": [[12] * 11 + [11]] * 2, "player": 0}
        it.table.begin(players=["Anna", "Guest 0"], position=almost)
        while not it.table.game.play.over:
            it.table.play(1)
        winner = it.table.game.play.result()[0]
        some_games(it, 3)  # the last of them goes on
        found = {score["player"]: score for score in it.get("/api/stats")}
        for score in found.values():
            Score(**score)
        assert [(found[name]["games"], found[name]["abandoned"]) for name in sorted(found)] == [
            (1, 2),
            (1, 1),
            (0, 1),
        ]
        assert [found["Anna"]["wins"], found["Guest 0"]["wins"]] == [1 - winner, winner]


def test_the_catalogue_offers_what_the_engine_plays(tmp_path: Path) -> None:
    with page(tmp_path, begin=False) as it:
        found = it.get("/api/catalog")
    Catalog(**found)
    assert [game["name"] for game in found["games"]] == list(catalog.NAMES)
    for entry in found["games"]:
        game: Any = find_game(entry["name"])
        assert [rule["key"] for rule in entry["rules"]] == list(game.rule_names)
        defaults = dict(zip(game.rule_names, game.read_rules({}), strict=True))
        assert {rule["key"]: rule["default"] for rule in entry["rules"]} == defaults
        for rule in entry["rules"]:
            assert rule["default"] in rule["choices"] and rule["title"]
            for choice in rule["choices"]:
                game.read_rules({rule["key"]: choice})
            for by, table in rule.get("fixed_when", {}).items():
                for value, forced in table.items():
                    read = dict(zip(game.rule_names, game.read_rules({by: value}), strict=True))
                    assert read[rule["key"]] == forced
        assert entry["brief"] and entry["title"]
        assert entry["levels"] == list(computers.levels(game))
        assert (
            entry["players"]["min"] <= len(entry["players"]["default"]) <= entry["players"]["max"]
        )


def test_the_catalogue_says_where_the_expert_is_weaker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from twelve_host.players import morris

    monkeypatch.setattr(morris._engine, "trouble", "numba is not installed")
    with page(tmp_path, begin=False) as it:
        found = it.get("/api/catalog")
    remarks = {entry["name"]: entry["remark"] for entry in found["games"]}
    assert remarks == {"12x12": "", "morris": morris.remark(), "dominoes": ""}
    assert "numba is not installed" in remarks["morris"]
    chances = {entry["name"]: entry["chance"] for entry in found["games"]}
    assert chances == {"12x12": "dice", "morris": None, "dominoes": "tiles"}
    assert found["limits_s"] == [0, 30, 60]


def test_a_game_that_has_no_words_yet_appears_with_its_rules(monkeypatch: Any) -> None:
    from twelve_host.web import catalog as words

    monkeypatch.setattr(words, "_WORDS", {})
    entry = words.catalogue()["games"][0]
    assert entry["title"] == entry["name"] == "12x12" and entry["brief"] == ""
    rules = {rule["key"]: rule["choices"] for rule in entry["rules"]}
    assert rules == {
        "ruleset": ["classic", "luck"],
        "exact_finish": [False, True],
        "free_turn": [False, True],
    }


def test_the_description_fits_a_generator_of_clients(tmp_path: Path) -> None:
    with page(tmp_path, begin=False) as it:
        described = it.get("/openapi.json")
    paths = described["paths"]
    for path in (
        "/api/tables", "/api/tables/{table_id}", "/api/tables/{table_id}/input",
        "/api/tables/{table_id}/act", "/api/tables/{table_id}/undo", "/api/tables/{table_id}/new",
        "/api/tables/{table_id}/names", "/api/tables/{table_id}/close", "/api/games",
        "/api/games/{game_id}", "/api/games/{game_id}.jsonl", "/api/games/{game_id}/names",
        "/api/stats", "/api/catalog", "/healthz", "/metrics",
    ):  # fmt: skip
        assert path in paths
    text = json.dumps(described)
    assert "HTTPValidationError" not in text  # no answer looks like that here
    names = [operation["operationId"] for path in paths.values() for operation in path.values()]
    assert len(set(names)) == len(names)
    act = paths["/api/tables/{table_id}/act"]["post"]
    assert {"200", "404", "409", "422", "504"} <= set(act["responses"])
    schema = act["responses"]["200"]["content"]["application/json"]["schema"]
    assert schema["$ref"].endswith("/Acted")
    known = set(described["components"]["schemas"])
    for part in text.split('"#/components/schemas/')[1:]:
        assert part.split('"')[0] in known


def test_health_and_numbers(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        it.post("act", action="roll")
        it.post("act", 422, action="row 99")
        assert it.get("/healthz")["tables"] == 1 and it.get("/healthz")["ok"] is True
        text = it.client.get("/metrics").text
        assert "twelve_tables_connected 1.0" in text
        assert f"twelve_records_total {it.table.next_n - 1}.0" in text
        assert 'twelve_request_seconds_count{status="200",what="act"} 1.0' in text
        assert 'twelve_request_seconds_bucket{le="+Inf",status="422",what="act"} 1.0' in text
        from prometheus_client.parser import text_string_to_metric_families

        assert len(list(text_string_to_metric_families(text))) >= 10


def test_the_page_is_served_and_asked_for_anew(tmp_path: Path) -> None:
    with page(tmp_path, begin=False) as it:
        home = it.client.get("/")
        assert home.status_code == 200 and "<!doctype html>" in home.text
        assert home.headers["cache-control"] == "no-cache"
        again = it.client.get("/", headers={"If-None-Match": home.headers["etag"]})
        assert again.status_code == 304
        policy = home.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        script = it.client.get("/js/main.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert it.client.get("/api/tables").headers["cache-control"] == "no-store"
        for path in ("/../app.py", "/%2e%2e/app.py", "/js/", "/none", "/api/none"):
            answer = it.client.get(path)
            assert answer.status_code == 404 and answer.json()["detail"]
