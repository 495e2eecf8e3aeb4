"""The server behind the application: uvicorn, stopped by its owner and quiet about itself."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

_GRACE_S = 1  # for requests that are being answered when the service stops


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        # Signals are the owner's: uvicorn would end the process by the signal it has caught.
        yield


def make_server(app: FastAPI) -> uvicorn.Server:
    """Return a server of ``app``; its owner gives it a socket and sets ``should_exit``."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        loop="asyncio",
        ws_max_size=4096,
        ws_per_message_deflate=False,  # pictures for this computer: time is dearer than bytes
        server_header=False,
        timeout_graceful_shutdown=_GRACE_S,
    )
    return _Server(config)
