"""A service in a thread of its own, without the web: what tests of the mirror talk to.

with RunningService(tmp_path, ports) as running:
    running.wait_for(lambda: running.status(table.id) == "live")
    running.service.store.lines(table.uid)
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripted_table import ScriptedTable, wait_for
from twelve_host.clock import Clock
from twelve_host.mirror.table_view import view
from twelve_host.service.service import Service


@dataclass
class Listed:
    """A port as the system lists it."""

    device: str
    vid: int | None = 0x2E8A


class Ports:
    """The ports of a computer: those whose names exist."""

    def __init__(self, *names: str, without_vid: tuple[str, ...] = ()):
        self.names = list(names)
        self.without_vid = without_vid

    def __call__(self) -> list[Listed]:
        there = [Listed(name) for name in self.names if Path(name).exists()]
        return there + [Listed(name, None) for name in self.without_vid]


class JumpyClock(Clock):
    """A clock whose date somebody sets."""

    def __init__(self) -> None:
        self.jump_ms = 0

    def wall_ms(self) -> int:
        return super().wall_ms() + self.jump_ms


class RunningService:
    """Runs ``Service(data, …)`` from enter to exit."""

    def __init__(self, data: Path, lister: Callable[[], list[Any]] = list, **options: Any):
        self._made = lambda: Service(data, lister=lister, **{"virtual": False, **options})
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="service", daemon=True)
        self.service: Service

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    def __enter__(self) -> RunningService:
        self._thread.start()

        async def start() -> None:
            self.service = self._made()
            await self.service.start()

        self.wait(start())
        return self

    def __exit__(self, *_: object) -> None:
        self.wait(self.service.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    def wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run ``work`` in the service's loop; return what it returns."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    def view(self, table_id: str) -> dict[str, Any]:
        """Return the table object of a table."""

        async def look() -> dict[str, Any]:
            return view(self.service.mirrors[table_id])

        found: dict[str, Any] = self.wait(look())
        return found

    def status(self, table_id: str) -> str:
        """Return the status of a table, "" while it is unknown."""
        return self.view(table_id)["status"] if table_id in self.service.mirrors else ""

    def has_all(self, table: ScriptedTable, number: int = 0) -> bool:
        """Whether every record of a game of ``table`` (else the newest) is stored."""
        number = number or table.book.current
        uid = table.book.uid(number)
        if self.service.store.game(uid) is None:
            return False
        stored = [row.text for row in self.service.store.records(uid)]
        return stored == table.lines(number)

    def settle(self, *tables: ScriptedTable, timeout_s: float = 10.0) -> None:
        """Wait until the tables are live and everything of their newest games is stored."""
        for table in tables:
            wait_for(lambda table=table: self.status(table.id) == "live", timeout_s)
            if table.book.games:
                wait_for(lambda table=table: self.has_all(table), timeout_s)
