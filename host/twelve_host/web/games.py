"""Recorded games as the page reads them: records with what they did, and states for a replay."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import asdict
from typing import Any

from twelve.games.play import Play
from twelve.games.view import state_object

from ..record_log import BadRecord, newer_rules, step
from ..service.service import Service
from ..store import GameRow, RecordRow

_KEPT = 4  # games that are read on where they were left, since nothing recorded ever changes


class _Reading:
    """One game, read as far as it was recorded when it was last asked for."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = []
        self.states: list[dict[str, Any]] = []
        self._play: Play | None = None
        self._trouble = False

    def read(self, rows: list[RecordRow]) -> None:
        for row in rows[len(self.records) :]:
            fields = json.loads(row.text)
            shown = dict(fields)
            if row.at is not None:
                shown["at"] = row.at
            if row.est:
                shown["est"] = True
            if row.origin == "host":
                shown["host"] = True
            fields.pop("chain", None)
            if row.n == 1:
                self._trouble = newer_rules(fields) is not None
            if not self._trouble:
                self._follow(row.n, fields, shown)
            self.records.append(shown)

    def _follow(self, n: int, fields: dict[str, Any], shown: dict[str, Any]) -> None:
        try:
            self._play = play = step(self._play, fields)
        except BadRecord:
            # Shown as it is; what came of it nobody can say.
            self._trouble = True
            return
        op = fields.get("op")
        if op == "act" and play.state.last is not None:
            shown["player"], shown["outcome"] = play.state.last[0], play.state.last[3]
        if op != "note":
            self.states.append({"n": n, "state": state_object(play)})


class GameReader:
    """Reads games of the service's store. Not for two threads at once."""

    def __init__(self, service: Service):
        self._service = service
        self._kept: OrderedDict[str, _Reading] = OrderedDict()

    def game(self, game_id: str, with_states: bool) -> dict[str, Any] | None:
        """Return a game with its ``records`` (and ``states``), None where there is none."""
        row = self._service.store.game(game_id)
        if row is None:
            return None
        reading = self._kept.setdefault(game_id, _Reading())
        self._kept.move_to_end(game_id)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        reading.read(self._service.store.records(game_id))
        found: dict[str, Any] = {**asdict(row), "records": reading.records}
        if with_states:
            found["states"] = reading.states
        return found


def summary(row: GameRow, running: bool) -> dict[str, Any]:
    """Return the row of a game in a list."""
    return {**asdict(row), "running": running}
