"""Reaches a table's settings from a command: through the service that has its port, or directly."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ..errors import CommandError
from ..install import tracebacks
from ..install.asking import Asker, PortError
from ..link.discovery import candidates, list_ports
from ..mirror.told import Told
from ..service.client import ServiceClient, running
from . import catalog

_BACK_S = 15.0  # for a board to start and to be found again
_AGAIN_S = 0.3
_HELLO_S = 2.5


class NoSuchTable(CommandError):
    """There are tables, but none is called so."""


class Reached(Protocol):
    """A table whose settings can be asked for. Everything raises CommandError."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def name(self) -> str:
        """What it is called."""

    def read(self) -> dict[str, Any]:
        """Return its settings as catalog.view has them."""

    def change(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Make changes; return the settings after that."""

    def restart(self) -> None:
        """Restart it; returns when it is back."""


@dataclass(slots=True)
class Served:
    """A table that a service has."""

    client: ServiceClient
    table: dict[str, Any]

    @property
    def id(self) -> str:
        """Its id."""
        return str(self.table["id"])

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.table["name"])

    def _path(self, what: str) -> str:
        return f"/api/tables/{self.id}/{what}"

    def read(self) -> dict[str, Any]:
        """Return its settings."""
        found: dict[str, Any] = self.client.get(self._path("settings"))
        return found

    def change(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Make changes."""
        found: dict[str, Any] = self.client.post(self._path("settings"), dict(changes))
        return found

    def restart(self) -> None:
        """Restart it."""
        self.client.post(self._path("restart"), {})


@dataclass(slots=True)
class Plugged:
    """A table on a port of this computer that nobody else has open."""

    port: str
    table: dict[str, Any]  # its hello

    @property
    def id(self) -> str:
        """Its id."""
        return str(self.table["table"])

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.table.get("name"))

    def _hello(self, asker: Asker) -> dict[str, Any]:
        hello = asker.hello()
        if hello is None:
            raise CommandError(f"{self.port} does not answer any more: plug the table in again")
        return hello

    def _request(self, asker: Asker, **fields: object) -> None:
        answer = asker.request(**fields)
        if answer is None:
            raise CommandError(f"{self.port} does not answer: plug the table in again")
        if answer.get("ok") is not True:
            raise CommandError(f"the table refused it: {answer.get('text')}")

    def _told(self, asker: Asker) -> Told:
        self._request(asker, m="settings")
        told = Told()
        for message in asker.heard:
            if message["m"] == "log" and isinstance(message.get("text"), str):
                told.note(tracebacks.readable(message["text"], self.table.get("fw")))
            elif message["m"] == "settings":
                told.take(message)
        if not told.values:
            raise CommandError("the table does not say what its settings are: restart it")
        return told

    def read(self) -> dict[str, Any]:
        """Return its settings."""
        with Asker(self.port) as asker:
            self._hello(asker)
            told = self._told(asker)
        return catalog.view(told.values, told.waiting, told.notices)

    def change(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Make changes."""
        with Asker(self.port) as asker:
            self._hello(asker)
            told = self._told(asker)
            try:
                catalog.check({**told.values, **told.waiting}, changes)
            except ValueError as error:
                raise CommandError(str(error), 2) from error
            for key, value in changes.items():
                self._request(asker, m="set", key=key, value=value)
            told = self._told(asker)
        return catalog.view(told.values, told.waiting, told.notices)

    def restart(self) -> None:
        """Restart it."""
        with Asker(self.port) as asker:
            before = self._hello(asker)
            self._request(asker, m="restart")
        end_s = time.monotonic() + _BACK_S
        while time.monotonic() < end_s:
            time.sleep(_AGAIN_S)  # its port goes away first
            try:
                with Asker(self.port) as asker:
                    hello = asker.hello(_HELLO_S)
            except PortError:
                continue
            if hello is not None and hello.get("bootid") != before.get("bootid"):
                return
        raise CommandError(
            "the table restarts, but has not come back: look at its lights and cable"
        )


def reach(named: str | None, port: str | None, folder: Path) -> Reached:
    """Return the table called ``named`` (its name, or the beginning of its id), else the only one.

    It is the one behind ``port``, or of the service on the data ``folder``, or plugged in.
    """
    if port is not None:
        return _pick(named, _plugged([port]), f"no table answers on {port}: is it switched on?")
    client = running(folder)
    if client is not None:
        served = [Served(client, one) for one in client.get("/api/tables") if one["connected"]]
        none = f"no table is plugged in at the service {client.address}: plug it in"
        return _pick(named, served, none)
    none = "no table answers: plug one in, start `twelve up`, or name its port with --port"
    return _pick(named, _plugged(candidates(list_ports())), none)


def _plugged(ports: Iterable[str]) -> list[Plugged]:
    """Return the tables on ``ports``; where there is none, why is raised if it is known."""
    found, trouble = [], None
    for port in ports:
        try:
            with Asker(port) as asker:
                hello = asker.hello(_HELLO_S)
        except PortError as error:
            trouble = error
            continue
        if hello is not None:
            found.append(Plugged(port, hello))
    if not found and trouble is not None:
        raise trouble
    return found


def _pick(named: str | None, tables: Sequence[Reached], none: str) -> Reached:
    if not tables:
        raise CommandError(none)
    fitting = [one for one in tables if named is None or _is_called(one, named)]
    if len(fitting) == 1:
        return fitting[0]
    names = ", ".join(f"{one.name} ({one.id})" for one in fitting or tables)
    if not fitting:
        raise NoSuchTable(f"there is {names} here, no table called {named!r}")
    raise CommandError(f"there is more than one table: name one by its id, of {names}")


def _is_called(one: Reached, named: str) -> bool:
    return one.name.casefold() == named.casefold() or one.id.startswith(named.lower())
