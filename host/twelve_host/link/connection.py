"""One try at one port: opens it, says hello, and carries messages until it ends.

The handshake is the mirror's own: a port is a table when it answers the line's ``hello``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from twelve.record.frame import MAX_LINE
from twelve.record.session import CREDIT, VERSION, Session

from ..clock import Clock
from ..plural import plural
from .port import CLOSED, End, LinkPort

# More ends than a port knows: it never answered, it fell silent, it is not wanted.
MUTE, SILENT, REFUSED = "mute", "silent", "refused"

LONGEST = MAX_LINE - 10  # bytes of a message: its check and newline fit the line, too

_TICK_S = 0.1
_MUTE_MS = 2500
_MUTE_NOISY_MS = 6000  # it says something, such as a board's boot messages
_PATIENT_MS = 10000  # a port that should be a table: opened anew, since it may be dead
_ROUSE_MS = 2500  # of silence; bytes that are lost are found to be before that
_AGAIN_MS = 500  # between two hellos to a table that is silent
_PIECE = 4096


class Owner(Protocol):
    """Who hears what a connection has to tell, all in the event loop."""

    def heard_hello(self, connection: Connection, hello: dict[str, Any]) -> None:
        """The port is a table, or has begun anew."""

    def heard(self, connection: Connection, message: dict[str, Any], text: str) -> None:
        """Any other message."""

    def ended(self, connection: Connection, end: End) -> None:
        """Said once; nothing follows."""


MakePort = Callable[[str, Callable[[], None], Callable[[bytes], None], Callable[[End], None]], Any]


class Connection:
    """A port on its way to be, or being, a table. ``patient``: it should be one, so wait for it."""

    def __init__(
        self,
        port: str,
        owner: Owner,
        clock: Clock,
        host_id: str,
        patient: bool = False,
        make_port: MakePort = LinkPort,
    ):
        self.port = port
        self.greeted = False  # it has answered
        self._owner = owner
        self._clock = clock
        self._patient = patient
        self._noisy = False
        self._host_id = host_id
        self._session: Session | None = None
        self._opened_ms = self.heard_ms = self._roused_ms = clock.ms()
        self._end: End | None = None
        self._told = False
        self._closing: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._link = make_port(port, self._opened, self._received, self._ended)

    def start(self) -> None:
        """Open the port."""
        self._link.start()

    @property
    def bad_lines(self) -> int:
        """Lines that came damaged."""
        return self._session.bad_lines if self._session else 0

    @property
    def open(self) -> bool:
        """Whether a table answers here."""
        return self._end is None and self._session is not None and self._session.open

    def send(self, text: str) -> None:
        """Send a message (the text of a JSON object); dropped where nobody answers.

        Raises ValueError when it does not fit a line.
        """
        size = len(text.encode())
        if size > LONGEST:
            raise ValueError(f"a message of {plural(size, 'byte')}; {LONGEST} fit a line")
        if self._session is not None and self._end is None:
            self._session.send(text)
            self._flush()

    def rouse(self, quiet_ms: int) -> None:
        """Say hello again where nothing has been heard for so long, at most twice a second.

        A table that was switched on anew while the line stayed open answers nothing else.
        """
        session, now_ms = self._session, self._clock.ms()
        if session is None or self._end is not None or not session.open:
            return
        if now_ms - max(self.heard_ms + quiet_ms, self._roused_ms + _AGAIN_MS) >= 0:
            self._roused_ms = now_ms
            session.greet()
            self._flush()

    def end(self, kind: str = CLOSED, text: str = "") -> None:
        """End the connection; its owner hears of it once the port is free, or after a second."""
        if self._end is None:
            self._end = End(kind, text)
            self._stop_timer()
            self._closing = asyncio.create_task(self._close())

    async def close(self) -> None:
        """End the connection and wait for the port, at most a second."""
        self.end()
        if self._closing is not None:
            await self._closing

    async def _close(self) -> None:
        await asyncio.to_thread(self._link.close)
        self._ended(End(CLOSED))

    # -- from the port ------------------------------------------------------------------------
    def _opened(self) -> None:
        if self._end is not None:
            return
        self._opened_ms = self._clock.ms()
        greeting = (("host", self._host_id), ("credit", CREDIT))
        self._session = Session(True, lambda: greeting, self._opened_ms)
        self._link.write(b"\n")  # ends whatever half a line was left there
        self._tick()

    def _received(self, data: bytes) -> None:
        session = self._session
        if session is None or self._end is not None:
            return
        self._noisy = True
        now_ms = self._clock.ms()
        for message, text in session.receive(data, now_ms):
            self.heard_ms = now_ms
            if message["m"] != "hello":
                self._owner.heard(self, message, text)
            elif message.get("v") == VERSION and type(message.get("table")) is str:
                self.greeted = True
                self._owner.heard_hello(self, message)
            else:
                text = f"it speaks version {message.get('v')!r} of the line, this twelve {VERSION}"
                self.end(REFUSED, f"{text}: update the older one")
            if self._end is not None:
                return
        self._flush()

    def _ended(self, end: End) -> None:
        if self._told:
            return
        self._told = True
        self._stop_timer()
        if self._end is None:
            self._end = end
        self._owner.ended(self, self._end)

    # -- time ---------------------------------------------------------------------------------
    def _tick(self) -> None:
        session = self._session
        if session is None or self._end is not None:
            return
        now_ms = self._clock.ms()
        was_open = session.open
        session.tick(now_ms)
        if was_open and not session.open:
            self.end(SILENT, "three heartbeats are missing")
            return
        if not self.greeted and now_ms - self._opened_ms > self._patience_ms():
            self.end(MUTE, "it does not answer")
            return
        self.rouse(_ROUSE_MS)
        self._flush()
        self._timer = asyncio.get_running_loop().call_later(_TICK_S, self._tick)

    def _patience_ms(self) -> int:
        if self._patient:
            return _PATIENT_MS
        return _MUTE_NOISY_MS if self._noisy else _MUTE_MS

    def _flush(self) -> None:
        session = self._session
        while session is not None and self._end is None:
            piece = session.take(_PIECE)
            if not piece:
                return
            self._link.write(piece)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
