"""The record over HTTP: games, their files, scores, and the catalogue of what can be played."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from ..errors import StoreError
from ..names import complaint
from ..store import GameRow
from ..store.statistics import scores
from . import models
from .answers import Json, Problem, problems, service_of
from .catalog import catalogue
from .games import GameReader, summary
from .table_routes import rename

routes = APIRouter(prefix="/api", tags=["games"])


def _game(request: Request, game_id: str) -> GameRow:
    row = service_of(request).store.game(game_id)
    if row is None:
        raise Problem(404, f"no game {game_id[:80]}: GET /api/games lists them")
    return row


def _running(request: Request, row: GameRow) -> bool:
    return row.result is None and service_of(request).playing(row.id) is not None


@routes.get("/catalog", response_model=models.Catalog)
async def catalog() -> Response:
    """The games that can be played, with their options and rules in brief."""
    return Json(catalogue())


@routes.get("/games", response_model=list[models.GameView], responses=problems(404, 422))
async def games(
    request: Request,
    limit: Annotated[int, Query(ge=1, le=1000)] = 50,
    before: Annotated[str | None, Query(description="The id of a game: older ones.")] = None,
) -> Response:
    """Recorded games, newest first."""
    if before is not None:
        _game(request, before)
    rows = service_of(request).store.games(limit, before)
    return Json([summary(row, _running(request, row)) for row in rows])


@routes.get("/games/{game_id}.jsonl", responses=problems(404, 422), response_class=Response)
async def game_file(request: Request, game_id: str) -> Response:
    """A game's file: its records, which the referee can play again."""
    row = _game(request, game_id)
    lines = service_of(request).store.lines(row.id)
    kept = {"Content-Disposition": f'attachment; filename="{row.id}.jsonl"'}
    text = "".join(f"{line}\n" for line in lines)
    return Response(text.encode(), media_type="application/jsonl", headers=kept)


@routes.get("/games/{game_id}", response_model=models.WholeGame, responses=problems(404, 422))
async def game(
    request: Request,
    game_id: str,
    states: Annotated[bool, Query(description="With the state after every record.")] = False,
) -> Response:
    """A game with its records."""
    row = _game(request, game_id)
    reader: GameReader = request.app.state.reader
    async with request.app.state.reading:
        found = await asyncio.to_thread(reader.game, row.id, states)
        assert found is not None
        return Json({**found, "running": _running(request, row)})


@routes.post(
    "/games/{game_id}/names",
    response_model=models.Acted,
    responses=problems(404, 409, 422, 503, 504),
)
async def names(request: Request, game_id: str, body: models.NamesBody) -> Response:
    """Give the players of a recorded game other names, as a note that its file carries, too."""
    row = _game(request, game_id)
    service = service_of(request)
    mirror = service.playing(row.id)
    if mirror is not None and not row.closed:
        return await rename(request, mirror, body)
    wrong = complaint(body.players, len(row.players))
    if wrong is not None:
        raise Problem(422, wrong)
    note = {"kind": "names", "players": body.players}
    try:
        service.store.add_note(row.id, note, is_left=not service.may_go_on(row))
    except StoreError as error:
        raise Problem(409, error.message) from error
    service.game_changed(row.id)
    return Json({"ok": True, "state": None, "n": row.records + 2, "game": row.id})


@routes.get("/stats", response_model=list[models.Score])
async def stats(request: Request) -> Response:
    """Scores of every player in every kind of game."""
    store = service_of(request).store
    found = await asyncio.to_thread(lambda: scores(store.games()))
    return Json([score.as_object() for score in found])
