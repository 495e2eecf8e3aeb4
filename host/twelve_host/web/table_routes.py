"""What is asked of a table over HTTP, and done to it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from twelve.base.errors import Refusal
from twelve.games.play import from_request

from ..mirror.mirror import Mirror
from ..mirror.table_view import view
from ..names import complaint
from ..players import choose
from ..service.deeds import CONFLICT, DONE, REFUSED, Deeds, Outcome
from . import models
from .answers import Json, Problem, problem, problems, service_of, unless_stopped

routes = APIRouter(prefix="/api/tables", tags=["tables"])

_DEED = problems(404, 409, 422, 503, 504)
_CHANCE = ("dice", "tiles")


def _table(request: Request, table_id: str) -> Mirror:
    mirror = service_of(request).mirrors.get(table_id)
    if mirror is None:
        raise Problem(404, f"no table {table_id[:40]}: GET /api/tables lists them")
    return mirror


def _deeds(request: Request, table_id: str) -> Deeds:
    _table(request, table_id)
    return service_of(request).deeds[table_id]


async def _answer(request: Request, what: str, doing: Coroutine[Any, Any, Outcome]) -> Response:
    started_s = time.monotonic()
    outcome = await unless_stopped(request, doing)
    counts = service_of(request).counts
    counts.request(what, outcome.status, time.monotonic() - started_s)
    if outcome.status != DONE:
        return problem(outcome.status, outcome.detail, outcome.state)
    if what == "input":
        return Json({"ok": True})
    return Json({"ok": True, "state": outcome.state, "n": outcome.n, "game": outcome.game})


@routes.get("", response_model=list[models.TableView])
async def tables(request: Request) -> Response:
    """Every table that is or was mirrored here, connected ones first."""
    return Json(service_of(request).tables())


@routes.get("/{table_id}", response_model=models.TableView, responses=problems(404, 422))
async def table(request: Request, table_id: str) -> Response:
    """One table."""
    return Json(view(_table(request, table_id)))


@routes.post(
    "/{table_id}/input", response_model=models.Done, responses=problems(404, 422, 503, 504)
)
async def do_input(request: Request, table_id: str, body: models.InputBody) -> Response:
    """Do a gesture of the table's button, or turn its encoder."""
    deeds = _deeds(request, table_id)
    return await _answer(request, "input", deeds.key(body.gesture, body.steps))


def _moved(mirror: Mirror, deeds: Deeds, body: models.UndoBody) -> Outcome | None:
    """Return the refusal where ``body`` is meant for another moment of the game."""
    game = mirror.game
    n, position = (game.n + 1, game.hash()) if game else (1, "")
    if body.n is not None and body.n != n:
        return deeds.outcome(CONFLICT, f"the game has moved on: the next record is number {n}")
    if body.hash is not None and body.hash != position:
        return deeds.outcome(CONFLICT, f"the game has moved on: its position is {position}")
    return None


@routes.post("/{table_id}/act", response_model=models.Acted, responses=_DEED)
async def act(request: Request, table_id: str, body: models.ActBody) -> Response:
    """Do one of the legal actions; answered once the table has recorded it."""
    mirror, deeds = _table(request, table_id), _deeds(request, table_id)

    def check() -> Outcome | None:
        moved = _moved(mirror, deeds, body)
        play = mirror.game.play if mirror.game and not mirror.game.trouble else None
        if moved is not None or play is None or play.over:
            return moved
        legal = play.legal()
        if body.action in legal:
            return None
        shown = ", ".join(legal[:12]) + (", …" if len(legal) > 12 else "")
        text = f"{body.action[:40]!r} is not legal; legal: {shown}"
        return deeds.outcome(REFUSED, text)

    given = {key: getattr(body, key) for key in _CHANCE if getattr(body, key) is not None}
    fields = {"action": body.action, **given}
    return await _answer(request, "act", deeds.do("act", fields, body.request, check))


@routes.get("/{table_id}/hint", response_model=models.Hint, responses=problems(404, 409, 422))
async def hint(request: Request, table_id: str, level: models.Level = "expert") -> Response:
    """What a computer player of ``level`` would do now, and why in words; changes nothing."""
    mirror = _table(request, table_id)
    play = mirror.game.play if mirror.game and not mirror.game.trouble else None
    if play is None or play.over:
        return problem(409, "no game is going on: start one")
    # An expert may think for a second: the loop goes on in the meantime.
    state = play.state
    try:
        action, why = await asyncio.to_thread(choose, play.game, state, level)
    except Refusal as refusal:
        return problem(422, refusal.message)
    return Json({"action": action, "why": why, "level": level, "turn": state.turn})


@routes.post("/{table_id}/undo", response_model=models.Acted, responses=_DEED)
async def undo(request: Request, table_id: str, body: models.UndoBody | None = None) -> Response:
    """Take the last action back, as a record of its own."""
    mirror, deeds = _table(request, table_id), _deeds(request, table_id)
    given = body or models.UndoBody()
    doing = deeds.do("undo", {}, given.request, lambda: _moved(mirror, deeds, given))
    return await _answer(request, "undo", doing)


@routes.post("/{table_id}/new", response_model=models.Acted, responses=_DEED)
async def new(request: Request, table_id: str, body: models.NewBody) -> Response:
    """Start a game."""
    mirror, deeds = _table(request, table_id), _deeds(request, table_id)
    keys = ("game", "rules", "players", "position", "seed", "deck")
    fields: dict[str, Any] = {
        key: getattr(body, key) for key in keys if getattr(body, key) is not None
    }

    def check() -> Outcome | None:
        for key in ("seed", "deck"):
            if key in fields:
                return deeds.outcome(REFUSED, f"the table draws by itself: no {key} here")
        wrong = complaint(body.players) if body.players is not None else None
        if wrong is not None:
            return deeds.outcome(REFUSED, wrong)
        try:
            made = from_request(fields, b"\0")
        except Refusal as refusal:
            return deeds.outcome(REFUSED, refusal.message)
        if body.seats is not None and len(body.seats) != len(made.players):
            text = f"seats must name {len(made.players)}, one for each player"
            return deeds.outcome(REFUSED, text)
        if mirror.game is not None and mirror.game.running and not body.abandon:
            text = 'a game is running: send "abandon": true to give it up'
            return deeds.outcome(CONFLICT, text)
        return None

    if body.abandon:
        fields["abandon"] = True
    if body.seats is not None:
        fields["seats"] = body.seats
    if body.limit_s is not None:
        fields["limit"] = body.limit_s
    return await _answer(request, "new", deeds.do("new", fields, body.request, check))


@routes.post("/{table_id}/names", response_model=models.Acted, responses=_DEED)
async def names(request: Request, table_id: str, body: models.NamesBody) -> Response:
    """Give the players of the game on the table other names."""
    return await rename(request, _table(request, table_id), body)


async def rename(request: Request, mirror: Mirror, body: models.NamesBody) -> Response:
    """Give the players of the game on ``mirror``'s table other names."""
    deeds = _deeds(request, mirror.id)

    def check() -> Outcome | None:
        play = mirror.game.play if mirror.game else None
        wrong = complaint(body.players, len(play.players) if play else None)
        return deeds.outcome(REFUSED, wrong) if wrong else None

    doing = deeds.do("names", {"players": body.players}, body.request, check)
    return await _answer(request, "names", doing)


@routes.post("/{table_id}/seat", response_model=models.Acted, responses=_DEED)
async def seat(request: Request, table_id: str, body: models.SeatBody) -> Response:
    """Let a person or a computer player decide in a seat, from now on and in the next game."""
    mirror, deeds = _table(request, table_id), _deeds(request, table_id)

    def check() -> Outcome | None:
        n = mirror.game.n + 1 if mirror.game else 1
        if body.n is not None and body.n != n:
            return deeds.outcome(CONFLICT, f"the game has moved on: the next record is number {n}")
        return None

    fields = {"seat": body.seat, "level": body.level}
    return await _answer(request, "seat", deeds.do("seat", fields, body.request, check))


@routes.post("/{table_id}/limit", response_model=models.Acted, responses=_DEED)
async def limit(request: Request, table_id: str, body: models.LimitBody) -> Response:
    """Set the time for a person's turn, from now on and in the next game."""
    deeds = _deeds(request, table_id)
    doing = deeds.do("limit", {"value": body.limit_s}, body.request)
    return await _answer(request, "limit", doing)


@routes.post("/{table_id}/close", response_model=models.Acted, responses=_DEED)
async def close(request: Request, table_id: str, body: models.CloseBody | None = None) -> Response:
    """Close the finished game: its secret is revealed, and nothing can be taken back any more."""
    deeds = _deeds(request, table_id)
    given = body or models.CloseBody()
    return await _answer(request, "close", deeds.do("close", {}, given.request))
