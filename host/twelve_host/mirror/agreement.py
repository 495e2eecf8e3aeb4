"""Whether a table and its record say the same: positions by their hash, secrets by their promise.

What was once found wrong in a game stays wrong for that game: it is shown, never papered over.
"""

from __future__ import annotations

import logging
from typing import Any

from .followed import Followed

log = logging.getLogger("twelve.agreement")


class Agreement:
    """What one table has been found to disagree about."""

    def __init__(self) -> None:
        self._wrong: dict[str, str] = {}  # game -> what about it
        self._promise: str | None = None

    def wrong(self, game: Followed | None) -> str | None:
        """Return what is wrong in ``game``, None where nothing is."""
        return self._wrong.get(game.uid) if game is not None else None

    def begin(self) -> None:
        """A connection begins: what was promised before it may never have been kept."""
        self._promise = None

    @property
    def awaits_game(self) -> bool:
        """Whether a promise was made and the game that it is for has not begun."""
        return self._promise is not None

    def promised(self, commit: str) -> None:
        """Take the commitment to the secret of the game that is about to start."""
        self._promise = commit

    def started(self, uid: str, first: dict[str, Any], label: str) -> None:
        """Take record 1 of a game that starts now; its secret must be the promised one."""
        promise, self._promise = self._promise, None
        if promise is not None and first.get("commit") != promise:
            self._note(uid, "it was started with another secret than was promised", label)

    def compare(self, game: Followed | None, now: dict[str, Any], label: str) -> None:
        """Hold the table's hash against our own, where both speak of the same moment."""
        if game is None:
            return
        if game.illegal:
            self._note(game.uid, game.trouble, label)
        same_moment = now.get("g") == game.uid and now.get("n") == game.n + 1
        if not same_moment or game.play is None or game.trouble:
            return
        told, own = now["h"], game.hash()
        if told != own:
            place = f"at record {game.n} of game {game.id}"
            self._note(game.uid, f"{place} the table says {told}, the record {own}", label)

    def _note(self, uid: str, what: str, label: str) -> None:
        if uid not in self._wrong:
            self._wrong[uid] = what
            log.warning("%s disagrees: %s", label, what)
