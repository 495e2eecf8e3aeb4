"""Deeds on a table that has moved on, or was switched on anew, while it was asked."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripted_table import ScriptedTable
from twelve_host.mirror import requests
from twelve_host.mirror.requests import BegunAnew, NoAnswer, Requests
from web_client import ANSWER_S, page


def asked(table: ScriptedTable) -> list[dict[str, Any]]:
    """Return the requests to act that the table has heard."""
    return [request for request in table.requests if request["m"] == "act"]


def acts(table: ScriptedTable) -> int:
    """Return how many actions its game has."""
    return sum('"op":"act"' in line for line in table.lines())


def before_acts(table: ScriptedTable, what: Callable[[], None], times: int = 1) -> None:
    """Do ``what`` at the table when it hears a request to act, before it answers."""
    real, left = table._request, [what] * times

    def request(kind: str, message: dict[str, Any]) -> None:
        if kind == "act" and left and message["id"] not in table._answers:
            left.pop()()
        real(kind, message)

    table._request = request  # type: ignore[method-assign]


def test_where_a_note_came_in_between_it_is_asked_once_more(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        position = it.view["state"]["hash"]
        note = {"kind": "names", "players": ["Zoë", "Ben"]}
        before_acts(it.table, lambda: it.table.game.note(**note))
        done = it.post("act", action="roll", hash=position)
        first, second = asked(it.table)
        assert second["n"] == first["n"] + 1 and second["id"] != first["id"]
        assert done["n"] == it.table.next_n == second["n"] + 1 and acts(it.table) == 1


def test_where_nobody_said_what_moment_was_meant_it_is_asked_once_more(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        it.table.play(2)
        while "roll" not in it.table.game.play.legal():
            it.table.play(1)
        it.settle()

        def think_better_of_it() -> None:
            it.table.undo()
            it.table.play(1)
            while "roll" not in it.table.game.play.legal():
                it.table.play(1)

        before_acts(it.table, think_better_of_it)
        done = it.post("act", action="roll")
        assert len(asked(it.table)) == 2
        assert done["n"] == it.table.next_n and '"action":"roll"' in it.table.lines()[-1]


@pytest.mark.parametrize("meant", ["n", "hash"])
def test_where_the_moment_that_was_meant_has_gone_it_is_refused(tmp_path: Path, meant: str) -> None:
    with page(tmp_path) as it:
        it.table.act("roll")
        it.settle()
        view = it.view
        legal = view["state"]["legal"]
        given = {"n": view["n"], "hash": view["state"]["hash"]}[meant]
        before_acts(it.table, lambda: it.table.act(legal[-1]))
        answer = it.post("act", 409, action=legal[0], **{meant: given})
        assert "moved on" in answer["detail"]
        assert len(asked(it.table)) == 1 and acts(it.table) == 2


def test_where_the_same_was_done_at_the_table_meanwhile_it_is_done(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        before_acts(it.table, lambda: it.table.act("roll"))
        it.post("act", action="roll", n=it.view["n"])
        assert len(asked(it.table)) == 1 and acts(it.table) == 1


def test_where_it_moves_on_again_it_is_refused(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        note = {"kind": "names", "players": ["Zoë", "Ben"]}
        before_acts(it.table, lambda: it.table.game.note(**note), times=2)
        it.post("act", 409, action="roll")
        assert len(asked(it.table)) == 2 and acts(it.table) == 0


def test_a_table_that_was_switched_on_anew_is_asked_again(tmp_path: Path) -> None:
    # The line stays open and the table says nothing before it is greeted.
    with page(tmp_path) as it:
        for _ in range(3):
            state = it.view["state"]
            before = acts(it.table)
            it.table.cut()
            done = it.post("act", action=state["legal"][0], hash=state["hash"])
            assert acts(it.table) == before + 1 and done["n"] == it.table.next_n
        service = it.client.app.state.service  # type: ignore[attr-defined]
        assert service.counts.outages == 0


def test_what_was_done_before_the_power_cut_is_not_done_again(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        table, real = it.table, it.table._do_act

        def act_and_go_off(message: dict[str, Any]) -> None:
            real(message)
            table.cut()  # the record is written, the answer never leaves

        table._do_act = act_and_go_off  # type: ignore[method-assign]
        done = it.post("act", action="roll")
        assert acts(table) == 1 and len(asked(table)) == 1
        assert done["state"]["last"]["action"] == "roll" and done["n"] == table.next_n


def test_a_press_that_met_a_power_cut_is_not_pressed_again(tmp_path: Path) -> None:
    with page(tmp_path, answer_s=ANSWER_S) as it:
        it.table.cut()
        it.post("input", 504, gesture="click")
        it.settle()
        assert it.table.requests == []


def test_a_silent_table_is_greeted_by_whoever_asks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "_AGAIN_S", 0.01)
    sent: list[str] = []

    async def main(is_back: bool) -> None:
        def rouse(quiet_ms: int) -> None:
            assert quiet_ms >= 10
            sent.append("hello")
            if is_back:
                asking.begun()

        asking = Requests(sent.append, rouse)
        deadline_s = time.monotonic() + (60 if is_back else 0.1)
        await asking.ask("act", {}, asking.number(), deadline_s, True)

    with pytest.raises(BegunAnew):
        asyncio.run(main(is_back=True))
    assert sent[-1] == "hello" and sent.count("hello") == 1 and len(sent) >= 2
    with pytest.raises(NoAnswer, match="within 2 s"):
        asyncio.run(main(is_back=False))
