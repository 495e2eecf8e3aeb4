"""How the routes answer: compact JSON, and problems as one sentence with the game's state."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from ..service.service import Service
from . import models

T = TypeVar("T")

# What a route may answer besides being done, for the description of the interface.
PROBLEMS: dict[int | str, dict[str, Any]] = {
    404: {"model": models.Problem, "description": "There is no such table or game."},
    409: {"model": models.Problem, "description": "The game has moved on; its state is here."},
    422: {"model": models.Problem, "description": "It cannot be done, and why."},
    503: {"model": models.Problem, "description": "The table could not do it."},
    504: {"model": models.Problem, "description": "The table does not answer."},
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the descriptions of these statuses."""
    return {status: PROBLEMS[status] for status in statuses}


def encode(item: object) -> str:
    """Return compact JSON."""
    return json.dumps(item, separators=(",", ":"), ensure_ascii=False)


class Json(Response):
    """An answer in JSON, written here: it needs no check on its way out."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the bytes of ``content``."""
        return encode(content).encode()


class Problem(Exception):
    """A request ends here: HTTP ``status``, one sentence, the game's state where there is one."""

    def __init__(self, status: int, detail: str, state: dict[str, Any] | None = None):
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.state = state


def service_of(request: Request) -> Service:
    """Return the service that the application answers for."""
    service: Service = request.app.state.service
    return service


def problem(status: int, detail: str, state: dict[str, Any] | None = None) -> Response:
    """Return the answer that says what is wrong."""
    return Json({"detail": detail, "state": state}, status)


async def unless_stopped(request: Request, doing: Coroutine[Any, Any, T]) -> T:
    """Return what comes of ``doing``. Raises Problem where the service stops before."""
    work = asyncio.create_task(doing)
    stop = asyncio.create_task(request.app.state.stopping.wait())
    try:
        await asyncio.wait({work, stop}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stop.cancel()
    if not work.done():
        work.cancel()
        raise Problem(503, "the service stops: ask again when it is back")
    return work.result()


def sentence(error: RequestValidationError) -> str:
    """Return what is wrong with a request, naming the first field that is."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return "the body is not JSON"
    if first["loc"] == ("body",):
        if first["type"] == "missing":
            return "the body is missing: send a JSON object"
        if isinstance(first.get("input"), bytes):  # it was not said to be JSON, so it was not read
            return "send the body as JSON, with the header Content-Type: application/json"
        if first["type"] in ("model_attributes_type", "model_type", "dict_type"):
            return "the body is JSON, but not an object: send {…}"
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    message = str(first["msg"])
    return f"{where or 'the body'}: {message[0].lower()}{message[1:]}"


async def on_problem(_: Request, error: Exception) -> Response:
    """Answer a Problem."""
    assert isinstance(error, Problem)
    return problem(error.status, error.detail, error.state)


async def on_invalid(_: Request, error: Exception) -> Response:
    """Answer a request whose fields are wrong."""
    assert isinstance(error, RequestValidationError)
    return problem(422, sentence(error))


async def on_http(_: Request, error: Exception) -> Response:
    """Answer what the framework itself refuses."""
    assert isinstance(error, HTTPException)
    if error.status_code == 400:  # a body that is no JSON in some other way
        return problem(422, "the body is not JSON")
    detail = "there is nothing at this address" if error.status_code == 404 else error.detail
    return problem(error.status_code, str(detail))
