"""Asks a service that runs already, on this computer, over its HTTP interface."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ..errors import CommandError
from .data_lock import link_of

_PATIENCE_S = 30.0  # a table may restart meanwhile
_SOON_S = 3.0


class ServiceClient:
    """The service at ``link``. Everything raises CommandError."""

    def __init__(self, link: str):
        parts = urlsplit(link)
        self.address = f"{parts.scheme}://{parts.netloc}"
        self._token = parse_qs(parts.query).get("token", [""])[0]
        # It is this computer: a proxy for the rest of the world does not know it.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def get(self, path: str, patience_s: float = _PATIENCE_S) -> Any:
        """Return the JSON at ``path``."""
        return self._ask(urllib.request.Request(self.address + path), patience_s)

    def post(self, path: str, body: object) -> Any:
        """Post ``body``; return the JSON of the answer."""
        headers = {"Content-Type": "application/json"}
        data = json.dumps(body).encode()
        return self._ask(urllib.request.Request(self.address + path, data, headers), _PATIENCE_S)

    def _ask(self, request: urllib.request.Request, patience_s: float) -> Any:
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            with self._opener.open(request, timeout=patience_s) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise CommandError(_detail(error), 2 if error.code == 422 else 1) from error
        except (OSError, ValueError) as error:
            cure = "stop it and start `twelve up` again"
            raise CommandError(f"the service at {self.address} does not answer: {cure}") from error


def _detail(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read())["detail"])
    except (OSError, ValueError, KeyError, TypeError):
        return f"the service answers with status {error.code}: is it of another version?"


def running(folder: Path) -> ServiceClient | None:
    """Return the service that runs on the data ``folder``, None where none does.

    Raises CommandError where it does not say where it answers.
    """
    link = link_of(folder)
    if link is None:
        return None
    if not link:
        raise CommandError(f"the service on {folder} is just starting: try again in a moment")
    return ServiceClient(link)


def tables_on_ports(folder: Path) -> dict[str, str]:
    """Return {port: what is on it} of the service on ``folder``, {} where none runs.

    Raises CommandError where it does not answer.
    """
    client = running(folder)
    if client is None:
        return {}
    tables = [one for one in client.get("/api/tables", _SOON_S) if one.get("port")]
    where = f"is open in the service at {client.address}"
    return {
        os.path.realpath(one["port"]): f"table {one['id']} ({one['name']}) {where}"
        for one in tables
    }
