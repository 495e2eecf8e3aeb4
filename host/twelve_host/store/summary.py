"""Derives the summary of a game from its records, one after the other."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from twelve.games.play import PERSON, Play
from twelve.games.seating import LEVELS

from ..record_log import BadRecord, newer_rules, step
from .schema import RecordRow


class Summary:
    """Follows one game. ``values()`` are the columns of its row that derive from the records.

    A record that the engine refuses is kept all the same: the summary says so in ``trouble``
    and stands still, since a record is the truth and the summary only a reading of it.
    """

    def __init__(self) -> None:
        self.n = 0
        self.chain = ""
        self.table_n = 0
        self.table_chain = ""
        self.new: dict[str, Any] = {}
        self.play: Play | None = None
        self.players: list[str] = []
        self.started_at: str | None = None
        self.estimated = False
        self.ended_at: str | None = None
        self.closed = False
        self.trouble: str | None = None
        self._seats: list[int] = []  # by turn: the seat that had it
        self._deciders: list[tuple[int, str]] = []  # of each action that stands: seat, its level

    def follow(self, record: RecordRow) -> None:
        """Take the next record."""
        fields = json.loads(record.text)
        del fields["chain"]
        self.n, self.chain = record.n, record.chain
        if record.origin != "host":
            self.table_n, self.table_chain = record.n, record.chain
        if record.n == 1:
            self._begin(fields, record.at, record.est)
        if fields.get("op") == "note":
            self._note(fields)
        if self.trouble is None:
            self._move(record.n, fields, record.at)

    def _begin(self, fields: dict[str, Any], at: str | None, est: bool) -> None:
        self.new = fields
        self.started_at, self.estimated = at, est
        players = fields.get("players")
        if isinstance(players, list):
            self.players = [name for name in players if isinstance(name, str)]
        self.trouble = newer_rules(fields)

    def _note(self, fields: dict[str, Any]) -> None:
        # Notes are understood in games of newer rules, too.
        if fields.get("kind") == "reveal":
            self.closed = True

    def _move(self, n: int, fields: dict[str, Any], at: str | None) -> None:
        was_over = self.play is not None and self.play.over
        was_abandoned = self.play is not None and self.play.abandoned
        try:
            self.play = play = step(self.play, fields)
        except BadRecord as bad:
            self.trouble = f"record {n}: {bad}"
            return
        self.players = list(play.players)
        if play.over != was_over:
            self.ended_at = at if play.over else None
        if fields["op"] == "act" and play.state.last is not None:
            seat = play.state.last[0]
            self._deciders.append((seat, play.level(seat)))
        elif fields["op"] == "undo" and not was_abandoned:
            self._deciders.pop()
        state = play.state
        # An undo takes turns back, so whatever lies beyond the present one goes.
        del self._seats[state.turn - 1 :]
        self._seats.append(state.player)

    def values(self) -> dict[str, Any]:
        """Return the derived columns of the game's row."""
        new, play = self.new, self.play
        result = play.result() if play else None
        winner, reason = result if result else (None, None)
        rules = dict(play.game.rules_view(play.rules)) if play else new.get("rules")
        turns = [self._seats.count(seat) for seat in range(len(self.players))]
        seats = [self._decided(seat) for seat in range(len(self.players))]
        return {
            "game": _typed(new, "game", str),
            "rules": json.dumps(rules) if isinstance(rules, dict) else None,
            "rules_version": _typed(new, "rules_version", int),
            "players": json.dumps(self.players, ensure_ascii=False),
            "table_id": _typed(new, "table", str),
            "no": _typed(new, "no", int),
            "started_at": self.started_at,
            "estimated": self.estimated,
            "ended_at": self.ended_at,
            "winner": winner,
            "reason": reason,
            "actions": play.history.length if play else 0,
            "turns": len(self._seats),
            "seat_turns": json.dumps(turns),
            "seats": json.dumps(seats if seats.count(PERSON) < len(seats) else []),
            "hash": play.hash() if play else None,
            "closed": self.closed,
            "n": self.n,
            "chain": self.chain,
            "table_n": self.table_n,
            "table_chain": self.table_chain,
            "trouble": self.trouble,
        }

    def _decided(self, seat: int) -> str:
        """Return who played ``seat``: a level where all that stands is the computer's."""
        levels = [level for at, level in self._deciders if at == seat]
        if not levels and self.play:
            levels = [self.play.level(seat)]
        return levels[-1] if levels and all(level in LEVELS for level in levels) else PERSON


def summary_of(rows: Iterable[RecordRow]) -> Summary:
    """Return the summary of a game that has these records, from 1 on."""
    summary = Summary()
    for record in rows:
        summary.follow(record)
    return summary


def _typed(fields: dict[str, Any], key: str, kind: type) -> Any:
    found = fields.get(key)
    return found if type(found) is kind else None
