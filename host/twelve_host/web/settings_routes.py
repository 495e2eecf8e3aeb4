"""The settings of a table over HTTP: shown, changed, brought into force."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request
from fastapi.responses import Response

from ..service.table_settings import TableSettings, Undone
from . import models
from .answers import Json, Problem, problems, service_of, unless_stopped
from .settings_models import SettingsView

routes = APIRouter(prefix="/api/tables", tags=["settings"])

_EXAMPLE = {"brightness": 40, "supply": "5v3a", "zigzag": False}


async def _do(
    request: Request, table_id: str, what: str, deed: Callable[[TableSettings], Awaitable[Any]]
) -> Any:
    """Do ``deed`` and count it. Raises Problem."""
    service = service_of(request)
    if table_id not in service.settings:
        raise Problem(404, f"no table {table_id[:40]}: GET /api/tables lists them")
    started_s, status = time.monotonic(), 200

    async def done() -> Any:
        return await deed(service.settings[table_id])

    try:
        return await unless_stopped(request, done())
    except Undone as error:
        status = error.status
        raise Problem(error.status, error.detail) from error
    finally:
        service.counts.request(what, status, time.monotonic() - started_s)


@routes.get(
    "/{table_id}/settings",
    response_model=SettingsView,
    responses=problems(404, 422, 503, 504),
)
async def settings(request: Request, table_id: str) -> Response:
    """Every setting of the table: what it means and may be, and what it is set to."""
    return Json(await _do(request, table_id, "settings", TableSettings.read))


@routes.post(
    "/{table_id}/settings",
    response_model=SettingsView,
    responses=problems(404, 422, 503, 504),
)
async def change(
    request: Request,
    table_id: str,
    changes: Annotated[dict[str, Any], Body(examples=[_EXAMPLE])],
    restart: Annotated[bool, Query(description="Restart the table if something waits.")] = False,
) -> Response:
    """Change settings, all or none; they hold after the table's restart."""
    found = await _do(request, table_id, "set", lambda its: its.change(changes))
    if restart and found["restart"]:
        await _do(request, table_id, "restart", TableSettings.restart)
        found = await _do(request, table_id, "settings", TableSettings.read)
    return Json(found)


@routes.post(
    "/{table_id}/restart", response_model=models.Done, responses=problems(404, 422, 503, 504)
)
async def restart(request: Request, table_id: str) -> Response:
    """Restart the table, so that its settings hold; answered when it is back.

    A running game goes on where it stood.
    """
    await _do(request, table_id, "restart", TableSettings.restart)
    return Json({"ok": True})
