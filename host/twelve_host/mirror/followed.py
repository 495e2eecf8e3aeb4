"""One game as its table plays it, followed record by record with the rules engine."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any

from twelve.games.play import Play
from twelve.games.view import state_object

from ..record_log import BadRecord, newer_rules, step
from ..store.schema import RecordRow

_RECENT = 64  # records kept at hand, to see what became of a request


class Followed:
    """A game up to record ``n`` of its table; ``play`` is None before the first one.

    ``trouble`` says why it cannot be followed any further, and ``illegal`` that it is because a
    record breaks the rules, not because it is newer than this program.
    """

    def __init__(self, uid: str, game_id: str):
        self.uid = uid
        self.id = game_id
        self.n = 0
        self.play: Play | None = None
        self.trouble = ""
        self.illegal = False
        self._state: dict[str, Any] | None = None
        self._recent: OrderedDict[int, dict[str, Any]] = OrderedDict()

    def follow(self, row: RecordRow) -> None:
        """Take the next record; one that is known already changes nothing."""
        is_note_of_host = row.origin == "host"
        if not is_note_of_host and row.n != self.n + 1:
            return
        fields = json.loads(row.text)
        fields.pop("chain", None)
        if not is_note_of_host:
            self.n = row.n
            self._recent[row.n] = fields
            if len(self._recent) > _RECENT:
                self._recent.popitem(last=False)
        self._state = None
        if row.n == 1:
            self.trouble = newer_rules(fields) or ""
        if self.trouble:
            return
        try:
            self.play = step(self.play, fields)
        except BadRecord as bad:
            self.trouble = f"record {row.n} of game {self.id} breaks the rules: {bad}"
            self.illegal = True

    def record(self, n: int) -> dict[str, Any] | None:
        """Return record ``n`` where it is one of the newest, else None."""
        return self._recent.get(n)

    @property
    def state(self) -> dict[str, Any] | None:
        """The referee's state, None where the game cannot be followed."""
        if self._state is None and self.play is not None and not self.trouble:
            self._state = state_object(self.play)
        return self._state

    @property
    def running(self) -> bool:
        """Whether the game goes on."""
        return self.play is not None and not self.play.over

    def hash(self) -> str:
        """Return the hash of the position, "" where the game cannot be followed."""
        return self.play.hash() if self.play is not None and not self.trouble else ""
