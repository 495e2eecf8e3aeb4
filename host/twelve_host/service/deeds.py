"""What people do to a table from the laptop: asked once, answered once, whatever the line does."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from ..mirror.mirror import Mirror
from ..mirror.requests import ANSWER_S, BegunAnew, NoAnswer

_REMEMBERED = 300  # outcomes, for requests that come again

# How a deed ended, as HTTP says it.
DONE, CONFLICT, REFUSED, FAILED, UNANSWERED = 200, 409, 422, 503, 504

_STATUS = {
    "moved": CONFLICT,
    "running": CONFLICT,
    "no_game": CONFLICT,
    "game_over": CONFLICT,
    "nothing_to_undo": CONFLICT,
    "busy": FAILED,
}


_BEGUN_ANEW: dict[str, Any] = {}  # instead of an answer: nobody will give one


UNPLUGGED = "the table is unplugged: plug it in and try again"


def status_of(answer: dict[str, Any]) -> tuple[int, str]:
    """Return what a table's refusal is to HTTP, and a sentence."""
    code = str(answer.get("code"))
    text = answer.get("text")
    sentence = text if isinstance(text, str) and text else f"the table refused it ({code})"
    return _STATUS.get(code, REFUSED), sentence


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a deed: ``detail`` is a sentence unless it is done; ``state`` the referee's."""

    status: int
    detail: str = ""
    state: dict[str, Any] | None = None
    n: int = 1
    game: str | None = None


@dataclass(slots=True)
class _Deed:
    """A deed under way, or done: ``number`` is its id on the line, ``n`` the record it makes."""

    key: str  # what was asked for, so that another deed cannot pass for it
    number: int
    n: int
    uid: str | None
    outcome: Outcome | None = None
    task: asyncio.Task[Outcome] | None = None


class Deeds:
    """The deeds done to one table."""

    def __init__(self, mirror: Mirror):
        self._mirror = mirror
        self._known: OrderedDict[str, _Deed] = OrderedDict()

    def outcome(self, status: int, detail: str = "") -> Outcome:
        """Return an outcome with the table's state as it is now."""
        game = self._mirror.game
        if game is None:
            return Outcome(status, detail)
        return Outcome(status, detail, game.state, game.n + 1, game.id)

    async def key(self, gesture: str, steps: int) -> Outcome:
        """Do a gesture of the table's button or encoder."""
        mirror = self._mirror
        deadline_s = time.monotonic() + ANSWER_S
        if not mirror.connected:
            return self._unplugged()
        fields = {"gesture": gesture, "steps": steps}
        try:
            number = mirror.requests.number()
            answer = await mirror.requests.ask("key", fields, number, deadline_s, False)
        except NoAnswer as error:
            return self.outcome(UNANSWERED, str(error))
        return self.outcome(DONE) if answer.get("ok") is True else self._refused(answer)

    async def do(
        self,
        kind: str,
        fields: dict[str, Any],
        request: str | None = None,
        check: Callable[[], Outcome | None] = lambda: None,
    ) -> Outcome:
        """Do what makes a record (``act``, ``undo``, ``new``, ``names``, ``close``).

        ``check()`` may refuse it by what is known here. A ``request`` that was done before is
        not done again: its outcome comes again.
        """
        key = f"{kind} {fields}"
        deed = self._known.get(request) if request is not None else None
        if deed is not None and deed.key != key:
            return self.outcome(REFUSED, "this request string was used for something else before")
        if deed is not None and deed.outcome is not None and deed.outcome.status < FAILED:
            return deed.outcome
        if deed is None or deed.task is None or deed.task.done():
            deed = self._begin(key, request, deed)
            deed.task = asyncio.create_task(self._finish(deed, kind, fields, check))
        # Whoever asked may go away; what has been sent is still followed to its end.
        return await asyncio.shield(deed.task)

    def _begin(self, key: str, request: str | None, before: _Deed | None) -> _Deed:
        if before is not None:
            return before
        game = self._mirror.game
        number = self._mirror.requests.number()
        deed = _Deed(key, number, game.n + 1 if game else 1, game.uid if game else None)
        if request is not None:
            self._known[request] = deed
            while len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return deed

    async def _finish(
        self,
        deed: _Deed,
        kind: str,
        fields: dict[str, Any],
        check: Callable[[], Outcome | None],
    ) -> Outcome:
        again = deed.outcome is not None  # nobody knows what became of it
        outcome = await self._try(deed, kind, fields, check, again)
        deed.outcome = outcome
        return outcome

    async def _try(
        self,
        deed: _Deed,
        kind: str,
        fields: dict[str, Any],
        check: Callable[[], Outcome | None],
        again: bool,
    ) -> Outcome:
        mirror = self._mirror
        deadline_s = time.monotonic() + ANSWER_S
        if not mirror.connected:
            return self._unplugged()
        if not await mirror.until(lambda: mirror.caught_up, ANSWER_S):
            return self.outcome(UNANSWERED, self._behind())
        if again and self._is_done(deed, kind, fields):
            return self.outcome(DONE)
        if not again:
            # What came while the table was catching up is part of what the deed continues.
            refused = self._renew(deed, check)
            if refused is not None:
                return refused
        is_last = False
        while True:
            try:
                message = {"n": deed.n, **fields}
                answer = await mirror.requests.ask(kind, message, deed.number, deadline_s, True)
            except BegunAnew:
                answer = _BEGUN_ANEW
            except NoAnswer as error:
                return self.outcome(UNANSWERED, str(error))
            except ValueError:
                return self.outcome(REFUSED, "that is longer than a table can take")
            if answer.get("ok") is True:
                break
            is_new = answer is _BEGUN_ANEW
            moved = is_new or answer.get("code") == "moved"
            if not moved:
                await mirror.until(lambda: mirror.caught_up, deadline_s - time.monotonic())
                return self._refused(answer)

            def has_come(there: bool = is_new) -> bool:
                return mirror.caught_up and (there or self._has_moved(deed))

            if not await mirror.until(has_come, deadline_s - time.monotonic()):
                return self.outcome(UNANSWERED, self._behind()) if is_new else self._refused(answer)
            if self._is_done(deed, kind, fields):
                return self.outcome(DONE)
            if is_last:
                return self._refused(answer)
            # Only a note came in between, or nobody said what moment was meant: once more.
            is_last = not is_new
            if self._renew(deed, check) is not None:
                return self.outcome(CONFLICT, "the game has moved on")
            deed.number = mirror.requests.number()
        if await self._arrived(deed, kind, answer, deadline_s):
            return self.outcome(DONE)
        return self.outcome(UNANSWERED, "the table has done it, but its record has not arrived")

    def _renew(self, deed: _Deed, check: Callable[[], Outcome | None]) -> Outcome | None:
        """Make ``deed`` the next record of the game as it is now; return why it may not be."""
        game = self._mirror.game
        deed.n, deed.uid = (game.n + 1, game.uid) if game else (1, None)
        return check()

    def _has_moved(self, deed: _Deed) -> bool:
        """Whether the table's news is of a later moment than the one that ``deed`` was for."""
        now = self._mirror.now
        return bool(now) and (now.get("g") != deed.uid or now["n"] > deed.n)

    def _arrived(
        self, deed: _Deed, kind: str, answer: dict[str, Any], deadline_s: float
    ) -> Awaitable[bool]:
        """Wait until the records up to the answer's ``n`` are committed and followed."""
        mirror = self._mirror
        n = answer.get("n")

        def there() -> bool:
            game = mirror.game
            if game is None and kind != "new" and not mirror.now.get("g"):
                return True  # what is set without a game makes no record
            if game is None or type(n) is not int:
                return False
            return game.n + 1 >= n and (kind != "new" or game.uid != deed.uid)

        return mirror.until(there, deadline_s - time.monotonic())

    def _is_done(self, deed: _Deed, kind: str, fields: dict[str, Any]) -> bool:
        """Whether the record that the deed was to make is there and is what it asked for."""
        game = self._mirror.game
        if game is None:
            return False
        if kind == "new":
            first = game.record(1)
            return game.uid != deed.uid and first is not None and _starts(first, fields)
        record = game.record(deed.n)
        if game.uid != deed.uid or record is None:
            return False
        if kind == "act":
            same = record.get("level") == fields.get("level")
            return record.get("op") == "act" and record.get("action") == fields["action"] and same
        if kind == "names":
            return record.get("kind") == "names" and record.get("players") == fields["players"]
        if kind == "close":
            return record.get("kind") == "reveal"
        if kind in ("seat", "limit"):
            return record.get("kind") == kind and fields.items() <= record.items()
        return record.get("op") == kind

    def _refused(self, answer: dict[str, Any]) -> Outcome:
        return self.outcome(*status_of(answer))

    def _behind(self) -> str:
        mirror = self._mirror
        if mirror.now:
            return "the table is still sending what was played before: try again in a moment"
        said = f": it says {mirror.notice!r}" if mirror.notice else ""
        return f"the table does not say what is on it{said}"

    def _unplugged(self) -> Outcome:
        return self.outcome(UNANSWERED, UNPLUGGED)


def _starts(first: dict[str, Any], fields: dict[str, Any]) -> bool:
    rules = fields.get("rules") or {}
    same_rules = all(first.get("rules", {}).get(key) == value for key, value in rules.items())
    players = fields.get("players")
    same_players = players is None or first.get("players") == players
    return first.get("game") == fields.get("game") and same_rules and same_players
