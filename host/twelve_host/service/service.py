"""All tables at once: finds them, mirrors each into the record, and says what has changed."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..clock import Clock
from ..link.connection import REFUSED, SILENT, Connection
from ..link.discovery import Discovery, Lister, list_ports
from ..link.port import End
from ..mirror.known import KnownTables
from ..mirror.mirror import Mirror
from ..mirror.recorder import Recorder
from ..mirror.table_view import view
from ..store import GameRow, Store
from .bus import Bus
from .counts import Counts
from .deeds import Deeds
from .table_settings import TableSettings
from .thinking import Thinking
from .virtual_child import VirtualTable

log = logging.getLogger("twelve.service")

_QUIET_MS = 1500  # a table that is alive speaks every second
_KNOWN_GAMES = 500  # newest games in which tables are looked for that were never said hello to


class Service:
    """The laptop's side of every table whose games are kept in ``data``.

    ``ports`` are tried for ever; without any, every USB port is looked at. ``virtual`` True
    starts a virtual table, None does where nothing is plugged in, False never does. One that
    runs already is passed as ``virtual_table``.
    """

    def __init__(
        self,
        data: Path,
        ports: Iterable[str] = (),
        virtual: bool | None = None,
        lister: Lister = list_ports,
        clock: Clock | None = None,
        virtual_table: VirtualTable | None = None,
    ):
        self.bus = Bus()
        self.counts = Counts()
        self.mirrors: dict[str, Mirror] = {}
        self.deeds: dict[str, Deeds] = {}
        self._thinking: dict[str, Thinking] = {}
        self.settings: dict[str, TableSettings] = {}
        self.clock = clock or Clock()
        self._data = data
        self._virtual = virtual
        self._virtual_table = virtual_table
        self._virtual_port: str | None = None
        self._host_id = secrets.token_hex(6)
        self._discovery = Discovery(ports, self._connect, self.clock, lister)
        self._found: dict[Connection, Mirror] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._executor = ThreadPoolExecutor(1, "store")
        self.store: Store
        self._known: KnownTables

    async def start(self) -> None:
        """Open the record and begin to look for tables. Raises StoreError."""
        self.store = Store(self._data)
        for warning in self.store.warnings:
            log.warning("%s", warning)
        self._known = KnownTables(self._data)
        rows = self.store.games(_KNOWN_GAMES)
        mirrored = [row.table for row in rows if row.source == "table"]
        for table_id in [*self._known.tables, *mirrored]:
            if table_id is not None and _is_table_id(table_id):
                self._mirror(table_id).show_newest()
        if self._virtual_table is not None:
            self._begin_virtual()
        self._tasks.append(asyncio.create_task(self._discovery.run(self._scanned)))

    async def stop(self) -> None:
        """Let every port and the virtual table go; what was taken is committed."""
        for task in self._tasks:
            task.cancel()
        for thinking in self._thinking.values():
            thinking.stop()
        stopping = []
        if self._virtual_table is not None:
            stopping.append(asyncio.to_thread(self._virtual_table.stop))
        await asyncio.gather(self._discovery.close(), *stopping)
        await asyncio.gather(*[mirror.close() for mirror in self.mirrors.values()])
        self._executor.shutdown()
        self.store.close()

    # -- the virtual table ----------------------------------------------------------------------
    def _scanned(self) -> None:
        """After every look at the ports: start a virtual table where there is no other."""
        wanted = self._virtual is True
        if self._virtual is None and self._discovery.settled:
            wanted = True
        if wanted and self._virtual_table is None:
            self._virtual_table = VirtualTable(self._data)
            self._begin_virtual()

    def _begin_virtual(self) -> None:
        assert self._virtual_table is not None
        if self._virtual is None:
            log.warning("no table is plugged in: starting a virtual one (a real one joins later)")
        log.info("the table is a virtual one, in this computer; Control-C ends it")
        self._virtual = True
        loop = asyncio.get_running_loop()

        def ready(path: str) -> None:
            with suppress(RuntimeError):  # the service has ended meanwhile
                loop.call_soon_threadsafe(self._open_virtual, path)

        self._virtual_table.when_ready(ready)

    def _open_virtual(self, path: str) -> None:
        if path != self._virtual_port:
            if self._virtual_port is not None:
                self._discovery.unname(self._virtual_port)
            self._virtual_port = path
            self._discovery.name(path)

    # -- what the connections say ---------------------------------------------------------------
    def _connect(self, port: str, patient: bool) -> Connection:
        return Connection(port, self, self.clock, self._host_id, patient)

    def heard_hello(self, connection: Connection, hello: dict[str, Any]) -> None:
        """A port is a table, or a table has begun anew."""
        table_id = hello["table"]
        if not _is_table_id(table_id):
            connection.end(REFUSED, "its id is none that a table has")
            return
        mirror = self._mirror(table_id)
        other = mirror.connection
        if other is not None and other is not connection:
            if self.clock.ms() - other.heard_ms < _QUIET_MS:
                text = f"table {table_id} is on {other.port} already: two tables have one id"
                connection.end(REFUSED, text)
                return
            # It has come back elsewhere before its old port was missed.
            other.end(SILENT, "it has moved to another port")
            mirror.lose(other, End(SILENT, "it has moved to another port"))
        before = self._found.get(connection)
        if before is not None and before is not mirror:
            before.lose(connection, End(SILENT, "another table answers on its port"))
        self._found[connection] = mirror
        if self._virtual is None:
            self._virtual = False  # a table is here: when it goes, it is waited for
        self._discovery.answered(connection)
        mirror.begin(connection, hello)
        self._known.save()

    def heard(self, connection: Connection, message: dict[str, Any], text: str) -> None:
        """A table says anything else."""
        mirror = self._found.get(connection)
        if mirror is not None and mirror.connection is connection:
            mirror.receive(message, text)

    def ended(self, connection: Connection, end: End) -> None:
        """A connection has ended."""
        self.counts.bad_lines += connection.bad_lines
        mirror = self._found.pop(connection, None)
        if mirror is not None:
            self.counts.outages += 1
            mirror.lose(connection, end)
        self._discovery.ended(connection, end)

    def _mirror(self, table_id: str) -> Mirror:
        mirror = self.mirrors.get(table_id)
        if mirror is None:
            known = self._known.get(table_id)
            recorder = Recorder(table_id, self.store, self._executor, self.bus.games_changed)
            mirror = Mirror(known, recorder, self.clock, self._changed, self.bus.lights_changed)
            self.mirrors[table_id] = mirror
            self.deeds[table_id] = Deeds(mirror)
            self._thinking[table_id] = Thinking(mirror, self.deeds[table_id])
            self.settings[table_id] = TableSettings(mirror)
        return mirror

    def _changed(self, table_id: str) -> None:
        self.bus.table_changed(table_id)
        if table_id in self._thinking:
            self._thinking[table_id].look()

    # -- what is asked of it --------------------------------------------------------------------
    def tables(self, with_lights: bool = True) -> list[dict[str, Any]]:
        """Return every table that is or was mirrored here, connected ones first."""
        mirrors = list(self.mirrors.values())
        mirrors.sort(key=lambda m: (not m.connected, m.known.virtual, m.id))
        return [view(mirror, with_lights) for mirror in mirrors]

    def playing(self, game_id: str) -> Mirror | None:
        """Return the connected table that this game is on, None where there is none."""
        for mirror in self.mirrors.values():
            if mirror.connected and mirror.game is not None and mirror.game.id == game_id:
                return mirror
        return None

    def may_go_on(self, row: GameRow) -> bool:
        """Whether a table, plugged in or not, may add records to this game."""
        if row.closed:
            return False
        for mirror in self.mirrors.values():
            game = mirror.game
            if (mirror.id == row.table) if game is None else (game.id == row.id):
                return True
        return False

    def game_changed(self, game_id: str) -> None:
        """Something was added here to a recorded game, such as names."""
        for mirror in self.mirrors.values():
            if mirror.game is not None and mirror.game.id == game_id:
                mirror.reload()
        self.bus.games_changed()


def _is_table_id(text: str) -> bool:
    return text.isascii() and text.isalnum() and len(text) <= 32
