"""A table's settings over its line: read, changed, and brought into force by a restart."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from ..mirror.mirror import Mirror
from ..mirror.requests import ANSWER_S, BegunAnew, NoAnswer
from ..settings import catalog
from .deeds import REFUSED, UNANSWERED, UNPLUGGED, status_of

_BACK_S = 15.0  # for a board to start and to be found again
_SAFE = "safe"  # every start in safe mode has this id


class Undone(Exception):
    """A request was not done: ``status`` as HTTP says it, and a sentence."""

    def __init__(self, status: int, detail: str):
        super().__init__(detail)
        self.status = status
        self.detail = detail


class TableSettings:
    """The settings of one table. Everything raises Undone."""

    def __init__(self, mirror: Mirror):
        self._mirror = mirror
        self._turn = asyncio.Lock()  # one asks at a time: what comes is of one question

    async def read(self) -> dict[str, Any]:
        """Return the settings as the interface has them (catalog.view)."""
        async with self._turn:
            await self._read()
            return self._view()

    async def change(self, changes: dict[str, Any]) -> dict[str, Any]:
        """Make ``changes``, all or none of them; return the settings after that."""
        async with self._turn:
            await self._read()
            told = self._mirror.told
            later = {**told.values, **told.waiting}
            try:
                catalog.check(later, changes)
            except ValueError as error:
                raise Undone(REFUSED, str(error)) from error
            for key, value in changes.items():
                if key not in later or later[key] != value:
                    await self._ask("set", {"key": key, "value": value})
            await self._read()
            return self._view()

    async def restart(self) -> None:
        """Restart the table; done when it is back."""
        mirror = self._mirror
        before, told = mirror.known.boot_id, mirror.told

        def is_back() -> bool:
            boot = mirror.known.boot_id
            fresh = boot != before or (boot == _SAFE and mirror.told is not told)
            return fresh and mirror.connected and bool(mirror.now or boot == _SAFE)

        async with self._turn:
            try:
                await self._ask("restart", {})
            except Undone as error:
                # The answer may have been lost with the line, and the restart not.
                if error.status != UNANSWERED or mirror.known.boot_id == before:
                    raise
            if not await mirror.until(is_back, _BACK_S):
                text = "the table restarts, but has not come back yet: look at its lights and cable"
                raise Undone(UNANSWERED, text)

    def _view(self) -> dict[str, Any]:
        told = self._mirror.told
        return catalog.view(told.values, told.waiting, told.notices)

    async def _read(self) -> None:
        told = self._mirror.told
        told.forget()
        for _ in range(2):  # a message may have been lost
            await self._ask("settings", {})
            told = self._mirror.told
            if all(key in told.values for key in catalog.catalog()):
                break
        if not told.values:
            raise Undone(UNANSWERED, "the table does not say what its settings are: restart it")

    async def _ask(self, kind: str, fields: dict[str, Any]) -> None:
        mirror = self._mirror
        if not mirror.connected:
            raise Undone(UNANSWERED, UNPLUGGED)
        requests, deadline_s = mirror.requests, time.monotonic() + ANSWER_S
        while True:
            try:
                answer = await requests.ask(kind, fields, requests.number(), deadline_s, False)
                break
            except BegunAnew:
                if kind == "restart":  # that is what was asked for
                    return
            except NoAnswer as error:
                raise Undone(UNANSWERED, str(error)) from error
            except ValueError as error:
                raise Undone(REFUSED, "that is longer than a table can take") from error
        if answer.get("ok") is not True:
            raise Undone(*status_of(answer))
