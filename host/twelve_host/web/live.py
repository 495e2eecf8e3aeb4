"""The live line: a snapshot, then what changed, as fast as each listener takes it."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ..mirror.table_view import view
from ..service.bus import Listener
from ..service.service import Service
from .answers import encode

BEAT_S = 5.0
_LIGHTS_S = 0.04  # at least, between two pictures to one listener
_STUCK_S = 20.0  # a listener that takes nothing for so long has gone


async def serve(service: Service, socket: WebSocket, stopping: asyncio.Event) -> None:
    """Tell ``socket`` everything until it leaves or the service stops."""
    await socket.accept()
    listener = service.bus.listen()
    telling = asyncio.create_task(_tell(service, socket, listener))
    tasks = {telling, asyncio.create_task(_hear(socket)), asyncio.create_task(stopping.wait())}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        service.bus.leave(listener)
        for task in tasks:
            task.cancel()
    await asyncio.wait(tasks)
    if stopping.is_set() and socket.client_state == WebSocketState.CONNECTED:
        with suppress(RuntimeError, WebSocketDisconnect):  # it may have left just now
            await socket.close(1012, "the service stops")
    for task in tasks:
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, _GONE):
            raise error


_GONE = (WebSocketDisconnect, TimeoutError, RuntimeError, OSError)


async def _hear(socket: WebSocket) -> None:
    """Read until the listener leaves; nothing that it says is wanted."""
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        pass  # text or bytes
    raise WebSocketDisconnect(message.get("code", 1005))


async def _tell(service: Service, socket: WebSocket, listener: Listener) -> None:
    async def send(item: dict[str, Any]) -> None:
        await asyncio.wait_for(socket.send_text(encode(item)), _STUCK_S)

    await send({"type": "snapshot", "tables": service.tables()})
    lights_due_s = 0.0
    while True:
        timeout_s = BEAT_S
        if listener.lights:
            timeout_s = max(0.0, lights_due_s - time.monotonic())
        with suppress(TimeoutError):
            await asyncio.wait_for(listener.news.wait(), timeout_s)
        if not listener.news.is_set() and not listener.lights:
            await send({"type": "beat"})
            continue
        listener.news.clear()
        tables, listener.tables = listener.tables, set()
        for table_id in tables:
            shown = view(service.mirrors[table_id], with_lights=False)
            await send({"type": "table", "table": shown})
        if listener.games:
            listener.games = False
            await send({"type": "games"})
        if listener.lights and time.monotonic() >= lights_due_s:
            lights, listener.lights = listener.lights, set()
            lights_due_s = time.monotonic() + _LIGHTS_S
            for table_id in lights:
                picture = service.mirrors[table_id].lights.rows
                await send({"type": "lights", "id": table_id, "lights": picture})
