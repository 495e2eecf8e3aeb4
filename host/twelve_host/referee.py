"""``twelve referee``: the games' text protocol, one JSON object a line in, one a line out."""

from __future__ import annotations

import json
import secrets
from typing import IO, Any

from twelve.base.errors import Refusal
from twelve.games.play import Play, act_request, from_request
from twelve.games.seating import LEVELS
from twelve.games.view import log, state_object

from .players import choose

_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


_DEEPEST = 100  # levels of nesting: far below what the interpreter's stack stands anywhere
_LONGEST = 300  # characters of an error message, which may quote what was sent


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):  # JSON allows it, but nobody could echo it
        raise ValueError(f"{text[:20]} is out of range")
    return number


_decode = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite).decode


def _too_deep(request: Any) -> bool:
    """Return whether ``request`` is nested deeper than a session takes."""
    level = [request]
    for _ in range(_DEEPEST):
        inner = [i for i in level if isinstance(i, (dict, list))]
        if not inner:
            return False
        level = [j for i in inner for j in (i.values() if isinstance(i, dict) else i)]
    return any(isinstance(i, (dict, list)) for i in level)


class Referee:
    """One session: at most one game at a time."""

    def __init__(self) -> None:
        self.play: Play | None = None
        self._new: dict[str, Any] = {}
        self._ops = {
            "new": self._start,
            "act": self._act,
            "undo": self._undo,
            "abandon": self._abandon,
            "note": self._note,
            "state": self._state,
            "log": self._log,
            "suggest": self._suggest,
        }

    def answer(self, line: str | bytes) -> str:
        """Return the answer (one line of ASCII JSON, without its newline) to one request line."""
        echo: dict[str, Any] = {}
        try:
            request = self._parse(line)
            if "id" in request:
                echo["id"] = request["id"]
            op = request.get("op")
            handle = self._ops.get(op) if isinstance(op, str) else None
            if handle is None:
                raise Refusal("bad_request", f"op must be one of {', '.join(self._ops)}")
            extra = handle(request)
            reply = {"ok": True, **echo, "state": self._view(), **extra}
        except Refusal as refusal:
            error = {"code": refusal.code, "message": refusal.message[:_LONGEST]}
            reply = {"ok": False, **echo, "error": error, "state": self._view()}
        return _encode(reply)

    @staticmethod
    def _parse(line: str | bytes) -> dict[str, Any]:
        try:
            text = line.decode() if isinstance(line, bytes) else line
            request = _decode(text)
            deep = text.count("[") + text.count("{") > _DEEPEST and _too_deep(request)
        except RecursionError:
            deep = True
        except ValueError as error:  # UnicodeDecodeError is one too
            raise Refusal("bad_request", f"not JSON: {error}") from None
        if deep:
            raise Refusal("bad_request", f"nested deeper than {_DEEPEST} levels")
        if not isinstance(request, dict):
            raise Refusal("bad_request", "a request is one JSON object on one line")
        return request

    def _view(self) -> dict[str, Any] | None:
        return None if self.play is None else state_object(self.play)

    def _running(self) -> Play:
        if self.play is None:
            raise Refusal("no_game", "no game yet: send a new first")
        return self.play

    def _start(self, request: dict[str, Any]) -> dict[str, Any]:
        self.play = from_request(request, secrets.token_bytes(32))
        self._new = request
        return {}

    def _act(self, request: dict[str, Any]) -> dict[str, Any]:
        act_request(self.play, request)
        return {}

    def _undo(self, request: dict[str, Any]) -> dict[str, Any]:
        self._running().undo()
        return {}

    def _abandon(self, request: dict[str, Any]) -> dict[str, Any]:
        self._running().abandon()
        return {}

    def _note(self, request: dict[str, Any]) -> dict[str, Any]:
        return {}

    def _state(self, request: dict[str, Any]) -> dict[str, Any]:
        self._running()
        return {}

    def _log(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"log": log(self._running(), self._new)}

    def _suggest(self, request: dict[str, Any]) -> dict[str, Any]:
        level = request.get("level", "normal")
        if type(level) is not str or level not in LEVELS:
            raise Refusal("bad_request", f"level must be one of {', '.join(LEVELS)}")
        play = self._running()
        if play.over:
            raise Refusal("game_over", "the game is over: undo, or start a new one")
        action, why = choose(play.game, play.state, level)
        return {"action": action, "why": why}


def run(source: IO[bytes], sink: IO[str]) -> int:
    """Answer every line of ``source`` on ``sink`` until the input ends; return exit status 0."""
    referee = Referee()
    for n, line in enumerate(source):
        if n == 0:
            line = line.removeprefix(b"\xef\xbb\xbf")  # editors on Windows begin files so
        if line.strip():
            sink.write(referee.answer(line) + "\n")
            sink.flush()
    return 0
