"""One table as the laptop knows it: its records, its game, its lights, and whether they agree."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any

from twelve.record.replica import Replica

from ..clock import Clock
from ..errors import StoreError
from ..install import tracebacks
from ..link.connection import Connection
from ..link.port import CLOSED, LOST, End
from ..store.schema import is_uid
from .agreement import Agreement
from .followed import Followed
from .known import Known
from .lit import Lights
from .recorder import Recorder
from .requests import Requests
from .told import Told

log = logging.getLogger("twelve.mirror")

_CLOSE_S = 1.0
_GRACE_MS = 400  # a table that is ahead by less is not said to be: records come one by one

LIVE, CATCHING_UP, UNPLUGGED, DISAGREES = "live", "catching up", "unplugged", "disagrees"


class Mirror:
    """The table ``known.id``; it outlives its connections.

    ``changed`` is called when what the page shows may have changed, ``lit`` when the lights have.
    """

    def __init__(
        self,
        known: Known,
        recorder: Recorder,
        clock: Clock,
        changed: Callable[[str], None],
        lit: Callable[[str], None],
    ):
        self.known = known
        self.id = known.id
        self.connection: Connection | None = None
        self.reconnects = -1  # the first connection is none
        self.duplicates = self.gaps = self.forks = 0
        self.now: dict[str, Any] = {}
        self.lights = Lights()
        self.agreement = Agreement()
        self.notice = ""  # what a person should read, until something else is to be read
        self._behind_ms: int | None = None  # since when there is more on the table than here
        self._announced = self._failing = False  # the connection is in the log; no record is stored
        self._said: list[str] = []  # by the table, in the log
        self.requests = Requests(self._send, self._rouse)
        self._clock = clock
        self._changed = changed
        self._lit = lit
        self._replica = Replica(recorder.have)
        self.told = Told()
        self._recorder = recorder
        self._status = UNPLUGGED
        self.since_ms = clock.wall_ms()
        self._waiters: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []
        recorder.attach(self._stored, self._failed, self._moved, self._forked)

    # -- its connections ------------------------------------------------------------------------
    @property
    def connected(self) -> bool:
        """Whether the table answers."""
        return self.connection is not None

    def begin(self, connection: Connection, hello: dict[str, Any]) -> None:
        """Take a connection on which the table has said hello, or has said it again."""
        fresh = self.connection is not connection
        self.connection = connection
        self.known.hello(hello)
        if fresh:
            self.reconnects += 1
            self._announced = False
        self._count()
        self._recorder.dates.hello(self.known.boot, self.known.ms, self._clock.wall_ms())
        self._replica = Replica(self._recorder.have)
        self._behind_ms = self._clock.ms() - _GRACE_MS - 1
        self.agreement.begin()
        self.told = Told()
        self.notice, self.now = "", {}
        self.lights = Lights(self.known.boards, self.lights.rows)
        self._recorder.show_newest()
        self.requests.begun()
        self._tell()

    def lose(self, connection: Connection, end: End) -> None:
        """Take the end of a connection: one line in the log, one quiet state on the page."""
        if self.connection is not connection:
            return
        self.connection, self.now = None, {}
        if end.kind != CLOSED and self._announced:  # not by ourselves
            why = "unplugged or switched off" if end.kind == LOST else end.text
            log.warning("%s: disconnected (%s); waiting for it", self.label, why)
            log.debug("%s: %s", connection.port, end.text)
        self._tell()

    def show_newest(self) -> None:
        """Show the newest recorded game until the table says what is on it."""
        self._recorder.show_newest()

    def reload(self) -> None:
        """Read the game that is shown again: something was added to it here."""
        self._recorder.reload()

    async def close(self) -> None:
        """Wait until everything that was taken is committed."""
        await self._recorder.idle(_CLOSE_S)

    def _count(self) -> None:
        self.duplicates += self._replica.duplicates
        self.gaps += self._replica.gaps
        self._replica.duplicates = self._replica.gaps = 0

    def counts(self) -> dict[str, int]:
        """Return what has been counted since the service started, by name."""
        self._count()
        return {
            "records": self._recorder.stored,
            "duplicates": self.duplicates,
            "gaps": self.gaps,
            "forks": self.forks,
            "reconnects": max(self.reconnects, 0),
        }

    @property
    def label(self) -> str:
        """What the table is called in the log."""
        return f"table {self.known.name} ({self.id})"

    def _send(self, text: str) -> None:
        if self.connection is not None:
            self.connection.send(text)

    def _rouse(self, quiet_ms: int) -> None:
        if self.connection is not None:
            self.connection.rouse(quiet_ms)

    # -- what it says ---------------------------------------------------------------------------
    def receive(self, message: dict[str, Any], text: str) -> None:
        """Take a message of the table; nothing in it can raise."""
        uid = message.get("g")
        if uid is not None and (type(uid) is not str or not is_uid(uid)):
            return
        kind = message["m"]
        if kind == "ans":
            self.requests.answered(message)
        elif kind == "px":
            if self.lights.take(message):
                self._lit(self.id)
        elif kind == "settings":
            self.told.take(message)
        elif kind == "commit":
            if type(message.get("commit")) is str:
                self.agreement.promised(message["commit"])
                self._send('{"m":"rand","r":"%s"}' % secrets.token_hex(8))
        elif kind == "log" and type(message.get("text")) is str:
            tracebacks.read(message["text"], self.known.firmware, self._says)
        else:
            try:
                found = self._replica.receive(message, text, self._clock.ms())
            except StoreError as error:  # what is stored cannot be looked up just now
                self._failed(str(uid), error.message)
                return
            if found is not None:
                self._record(*found)
            if kind == "now":
                self._hear_news(message)
            self._flush()

    def _says(self, text: str) -> None:
        self.notice = text
        self.told.note(text)
        if text not in self._said:
            self._said = [*self._said[-9:], text]
            log.warning("%s says: %s", self.label, text)
        self._tell()

    def _flush(self) -> None:
        while self._replica.out:
            self._send(self._replica.out.pop(0))

    def _record(self, what: str, uid: str, record: Any = None, raw: str = "") -> None:
        if what == "fork":
            self._recorder.fork(uid)
            return
        if record["n"] == 1 and self._recorder.dates.is_live(uid, record):
            self.agreement.started(uid, record, self.label)
        self._recorder.take(uid, record, raw)

    def _stored(self, uid: str, n: int) -> None:
        if self._failing:
            self._failing, self.notice = False, ""
        self._replica.stored(uid, n)
        self._flush()

    def _forked(self, uid: str) -> None:
        self.forks += 1
        log.warning("%s: game %s continues in two ways; both are kept", self.label, uid)
        self.notice = f"game {uid} continues otherwise than was recorded; both are kept"

    def _failed(self, uid: str, sentence: str) -> None:
        self._replica.forget(uid)
        if not sentence:
            log.info("%s: game %s is read again from its first record", self.label, uid)
            return
        if sentence != self.notice:
            log.error("%s: %s", self.label, sentence)
        self.notice = sentence
        self._failing = True
        self._tell()

    def _moved(self) -> None:
        """The game that is followed has moved on, or is another one."""
        self.agreement.compare(self.game, self.now, self.label)
        self._tell()

    def _hear_news(self, message: dict[str, Any]) -> None:
        if type(message.get("n")) is not int or type(message.get("h")) is not str:
            return
        self.now = message
        if not self._announced and self.connection is not None:
            self._announced = True
            log.info("%s: connected on %s", self.label, self.connection.port)
        if type(message.get("ms")) is int:
            self._recorder.dates.heard(message["ms"], self._clock.wall_ms())
        if message.get("g") is not None:
            self._recorder.show(message["g"])
        self.agreement.compare(self.game, self.now, self.label)
        self._tell()

    # -- what is known of it --------------------------------------------------------------------
    @property
    def game(self) -> Followed | None:
        """The game on the table, as far as it has been recorded; None before the first."""
        return self._recorder.game

    @property
    def caught_up(self) -> bool:
        """Whether what is recorded is all that the table has of its present game."""
        if not self.connected or not self.now:
            return False
        uid, game = self.now.get("g"), self.game
        if uid is None:
            return True
        # A record may be here before the news of it.
        return game is not None and game.uid == uid and game.n + 1 >= self.now["n"]

    @property
    def wrong(self) -> str | None:
        """What the table and the record disagree about, None where they agree."""
        return self.agreement.wrong(self.game)

    @property
    def status(self) -> str:
        """One of live, catching up, unplugged, disagrees."""
        if not self.connected:
            return UNPLUGGED
        if self.wrong:
            return DISAGREES
        behind = self._behind_ms is not None and self._clock.ms() - self._behind_ms > _GRACE_MS
        return CATCHING_UP if behind else LIVE

    async def until(self, condition: Callable[[], bool], timeout_s: float) -> bool:
        """Wait until ``condition()`` holds, asked whenever something changes; False after that."""
        if condition():
            return True
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = (condition, waiting)
        self._waiters.append(entry)
        try:
            await asyncio.wait({waiting}, timeout=max(0.0, timeout_s))
        finally:
            self._waiters.remove(entry)
        return condition()

    def _tell(self) -> None:
        if self.caught_up:
            self._behind_ms = None
        elif self._behind_ms is None:
            self._behind_ms = self._clock.ms()
        if self.status != self._status:
            self._status = self.status
            self.since_ms = self._clock.wall_ms()
        for condition, waiting in self._waiters:
            if not waiting.done() and condition():
                waiting.set_result(None)
        self._changed(self.id)
