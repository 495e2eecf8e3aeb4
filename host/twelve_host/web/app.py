"""The service's application: interface, live line and page behind one guard."""

from __future__ import annotations

import asyncio
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from twelve import __version__

from ..service.service import Service
from . import answers, game_routes, live, metrics, models, settings_routes, table_routes
from .answers import Json, Problem, service_of
from .games import GameReader
from .guard import Guard

STATIC = Path(__file__).with_name("static")

# Whatever the system's registry thinks: browsers run nothing that is called otherwise.
mimetypes.add_type("text/javascript", ".js")

_DESCRIPTION = """\
Boards, dice and record of the tables on this computer. Whatever fails answers
`{"detail": "a sentence", "state": the game's state or null}`. The live line is a WebSocket at
`/api/live`: `snapshot` (with `tables`), then `table`, `lights`, `games` and, every 5 s, `beat`.

A program that begins a game at the first table and rolls:

    tables=ADDRESS/api/tables
    id=$(curl -s $tables | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["id"])')
    curl -H 'Content-Type: application/json' $tables/$id/new \\
      -d '{"game": "12x12", "players": ["Anna", "Ben"], "abandon": true}'
    curl -H 'Content-Type: application/json' $tables/$id/act \\
      -d '{"action": "roll", "n": 3, "request": "Anna rolls"}'

What `act` did is answered again, and not done again, where the same `request` comes twice.
Where the service printed a link with a token, `curl` wants `-H 'Authorization: Bearer TOKEN'`, too.
"""


def create_app(
    service: Service, token: str | None = None, cookie: str = "twelve", starts_service: bool = True
) -> FastAPI:
    """Return the application of ``service``, which it starts and stops where it is to.

    ``token`` None is for a loopback address only; see guard.py.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await service.start()
        try:
            yield
        finally:
            app.state.stopping.set()
            await service.stop()

    app = FastAPI(
        title="Twelve Table",
        version=__version__,
        description=_DESCRIPTION,
        lifespan=lifespan if starts_service else None,
        docs_url=None,  # its pages come from elsewhere, and this one works offline
        redoc_url=None,
        openapi_url=None,  # served below: its example names the address that it was asked at
        middleware=[Middleware(Guard, token=token, cookie=cookie)],
    )
    app.state.service = service
    app.state.reader = GameReader(service)
    app.state.reading = asyncio.Lock()
    app.state.stopping = asyncio.Event()
    app.add_exception_handler(Problem, answers.on_problem)
    app.add_exception_handler(RequestValidationError, answers.on_invalid)
    app.add_exception_handler(HTTPException, answers.on_http)
    app.include_router(table_routes.routes)
    app.include_router(settings_routes.routes)
    app.include_router(game_routes.routes)

    @app.websocket("/api/live")
    async def live_line(socket: WebSocket) -> None:
        await live.serve(service, socket, app.state.stopping)

    @app.get("/healthz", response_model=models.Health, tags=["service"])
    async def health(request: Request) -> Response:
        """Whether the service runs, and how many tables answer."""
        connected = sum(m.connected for m in service_of(request).mirrors.values())
        return Json({"ok": True, "version": __version__, "tables": connected})

    @app.get("/metrics", response_class=Response, tags=["service"])
    async def numbers(request: Request) -> Response:
        """Numbers for Prometheus."""
        return Response(metrics.text(service_of(request)), media_type=metrics.CONTENT_TYPE)

    @app.get("/openapi.json", include_in_schema=False)
    async def description(request: Request) -> Response:
        described = app.openapi()
        text = _DESCRIPTION.replace("ADDRESS/", str(request.base_url))
        return Json({**described, "info": {**described["info"], "description": text}})

    app.mount("/", StaticFiles(directory=STATIC, html=True), name="page")
    return app
