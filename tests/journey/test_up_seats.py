"""Somebody to play against: computer seats at a virtual table behind ``twelve up``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from up_command import UpCommand

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the virtual table needs a pty")


def acts(up: UpCommand, game: str) -> list[dict[str, Any]]:
    """Return the actions of a game as they are recorded."""
    answer = up.client.get(f"/api/games/{game}.jsonl")
    assert answer.status_code == 200, answer.text
    records = [json.loads(line) for line in answer.text.splitlines()]
    return [record for record in records if record["op"] == "act"]


@pytest.mark.parametrize(("game", "turns"), [("morris", 2), ("12x12", 1)])
def test_an_expert_thinks_here_and_the_table_records_it(
    tmp_path: Path, game: str, turns: int
) -> None:
    level = "expert"
    with UpCommand(tmp_path / "data") as up:
        up.serving()
        up.live()
        up.post("new", game=game, players=["Anna", "Laptop"], seats=["person", level], limit_s=60)
        view = up.wait_for(lambda v: v["state"] is not None and v["left_s"] is not None)
        assert view["seats"] == ["person", level] and view["limit_s"] == 60
        for _ in range(turns):
            while view["state"]["player"] == 0:
                up.post("act", action=view["state"]["legal"][0])
                view = up.table()
            refused = up.client.post(
                f"/api/tables/{view['id']}/act", json={"action": view["state"]["legal"][0]}
            )
            if refused.status_code != 200:  # it may have been its turn no more
                assert refused.status_code == 422 and level in refused.json()["detail"]
            view = up.wait_for(lambda v: v["state"]["player"] == 0 and v["cursor"] is not None)
        found = acts(up, view["game"])
        assert {act.get("level") for act in found} == {None, level}
        # Back to a decision of a person, whatever the computer has done since.
        done = len(found)
        answer = up.post("undo")
        assert answer["state"]["player"] == 0
        assert len(acts(up, view["game"])) == done


def test_who_leaves_is_played_for_until_the_seat_is_taken_back(tmp_path: Path) -> None:
    with UpCommand(tmp_path / "data") as up:
        up.serving()
        up.live()
        up.post("new", game="12x12", players=["Anna", "Ben"])
        up.post("seat", seat=0, level="away")
        view = up.wait_for(lambda v: v["state"]["player"] == 1)
        assert {act["level"] for act in acts(up, view["game"])} == {"normal"}
        up.post("seat", seat=0, level="person")
        view = up.table()
        assert view["seats"] == ["person", "person"] and view["left_s"] is None
        refused = up.client.post(
            f"/api/tables/{view['id']}/seat", json={"seat": 4, "level": "easy"}
        )
        assert refused.status_code == 422 and "seats 0 to 1" in refused.json()["detail"]


def test_a_game_between_computers_ends_and_verifies(tmp_path: Path) -> None:
    with UpCommand(tmp_path / "data") as up:
        up.serving()
        up.live()
        position = {"points": "WW.B....B.......W......B", "in_hand": [0, 0], "player": 0}
        up.post("new", game="morris", seats=["easy", "normal"], position=position)
        view = up.wait_for(lambda v: v["state"] is not None and v["state"]["result"] is not None)
        up.post("close")
        assert up.get(f"/api/games/{view['game']}")["result"]["winner"] == 0


def test_seats_and_time_can_be_set_before_the_first_game(tmp_path: Path) -> None:
    with UpCommand(tmp_path / "data") as up:
        up.serving()
        address = f"/api/tables/{up.live()['id']}/"
        for what, body in (("seat", {"seat": 1, "level": "easy"}), ("limit", {"limit_s": 30})):
            answer = up.client.post(address + what, json=body)
            assert answer.status_code == 200, answer.text
            assert answer.json()["game"] is None
        up.post("input", gesture="click")
        view = up.wait_for(lambda view: view["state"] and view["limit_s"])
        assert view["seats"] == ["person", "easy"] and view["limit_s"] == 30
