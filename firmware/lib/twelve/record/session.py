"""One end of the line between a table and a host: hello, credit, heartbeat (README.md, "The line").

Sans-I/O: bytes and times go in, messages and bytes come out, and nothing that arrives raises.
"""

from ..base.compat import const
from ..base.text import Fields
from .frame import LineReader, seal, unseal

VERSION = const(1)
CREDIT = const(200)  # bytes a table may have under way
_PING_MS = const(1000)
_HOST_PATIENCE_MS = const(3000)
_TABLE_PATIENCE_MS = const(5000)
_ACK = const(50)  # bytes that the host takes before it says so; fewer wait for a tick
_HELLO = b'{"m":"hello"'


class Session:
    """One end. ``greeting`` is a function that returns the (key, value) pairs of its own hello.

    The host's end opens with hello and grants credit; the table's end stays silent until then.
    """

    def __init__(self, is_host: bool, greeting, now_ms: int):
        self._is_host = is_host
        self._greeting = greeting
        self._reader = LineReader()
        self._bad = 0
        self._losses = 0
        self.open = False
        self._heard_ms = now_ms
        self._spoke_ms = now_ms  # host: last ping or hello
        self._start()
        if is_host:
            self.greet()

    def _start(self) -> None:
        self._queue = []
        self._text = ""  # the message that is leaving
        self._line = b""
        self._at = 0
        self._taken = 0  # host: bytes taken since the table's hello
        self._due = False  # host: the table is to be told, however few they are
        self._said = 0  # host: how many of them the table has been told
        self._window = 0  # table: how many bytes may be under way
        self._sent = 0  # table: bytes sent since hello
        self._acked = 0  # table: bytes of them that the host has taken
        self._before = 0  # table: bytes sent when the last ping came
        self._astray = False  # table: the host's count is not that of the bytes sent
        self._tried = False  # table: it has been told so, and nothing has come of it yet
        self._beyond = 0  # table: bytes that may leave beyond the window

    def greet(self) -> None:
        """Queue our own hello; a host does so again where a table may have begun anew."""
        pairs = (("m", "hello"), ("v", VERSION)) + tuple(self._greeting())
        self._queue.append(Fields(pairs).text())

    @property
    def bad_lines(self) -> int:
        """Lines that were dropped since the beginning."""
        return self._bad + self._reader.dropped

    @property
    def losses(self) -> int:
        """How often bytes were found to be lost, and with them messages that had left."""
        return self._losses

    @property
    def idle(self) -> bool:
        """Whether everything that was to be sent has left."""
        return not self._queue and self._at == len(self._line)

    @property
    def delivered(self) -> bool:
        """Whether the host has taken everything that was to be sent."""
        return self.idle and self._acked == self._sent

    def send(self, text: str) -> None:
        """Queue one message (the text of a JSON object); dropped while nobody listens."""
        if self.open:
            self._queue.append(text)

    # -- in ------------------------------------------------------------------------------------
    def receive(self, data: bytes, now_ms: int) -> list:
        """Take bytes from the other end; return the messages for the owner as (dict, text).

        A ``hello`` is among them: everything of an earlier session is void from then on.
        """
        if self._is_host:
            self._taken += len(data)
        messages = []
        for line, after in self._reader.feed(data):
            found = unseal(line)
            if found is None:
                self._bad += 1
                continue
            message, text = found
            kind = message["m"]
            self._heard_ms = now_ms
            if kind == "hello":
                if not self._hello(message, len(line), after):
                    continue
            elif not self.open:
                continue
            elif kind == "ping" or kind == "ack":
                self._progress(message.get("c"), kind == "ping")
                continue
            elif kind == "sync":
                if type(message.get("o")) is int:
                    self._taken = message["o"] + len(line) + 1 + after
                continue
            messages.append((message, text))
        return messages

    def _hello(self, message: dict, size: int, after: int) -> bool:
        credit = message.get("credit")
        if self._is_host:
            if credit is not None:  # our own hello, echoed by a terminal
                return False
            self._queue = []
            self._taken = size + 2 + after  # with the newline before it and its own
            self._said = 0
        else:
            if type(credit) is not int or credit < 1:
                return False
            self._start()
            self._window = min(credit, 1 << 20)
            self._line = b"\n"
            self.greet()
        self.open = True
        return True

    def _progress(self, taken, is_ping: bool) -> None:
        if self._is_host or type(taken) is not int:
            return
        if taken > self._sent:  # it has counted noise: what was sent has arrived
            self._astray = True
            taken = self._sent
        if taken > self._acked:
            self._acked = taken
            self._tried = False
        if is_ping:
            if taken < self._before:  # sent a second ago and not there: lost on the way
                self._astray = True
            self._before = self._sent

    # -- time ----------------------------------------------------------------------------------
    def tick(self, now_ms: int) -> None:
        """Let time pass: heartbeats, silence, bytes that were lost on the way."""
        if self._is_host:
            self._due = True
            if now_ms - self._spoke_ms >= _PING_MS:
                self._spoke_ms = now_ms
                if self.open:
                    self._queue.append('{"m":"ping","c":%d}' % self._taken)
                    self._said = self._taken
                elif self.idle:
                    self.greet()
            if self.open and now_ms - self._heard_ms > _HOST_PATIENCE_MS:
                self.open = False
        elif self.open:
            if now_ms - self._heard_ms > _TABLE_PATIENCE_MS:
                self.open = False
                self._start()
            elif self._astray and not self._tried:
                # In the middle of a line only where nothing else would ever leave.
                if self._at == len(self._line) or self._sent - self._acked >= self._window:
                    self._resume()

    def _resume(self) -> None:
        """Tell the host where the count of bytes stands; a line that is broken off leaves again."""
        if self._at < len(self._line) and self._text:
            self._queue.insert(0, self._text)
        self._text = ""
        self._line = b"\n" + seal('{"m":"sync","o":%d}' % (self._sent + 1))
        self._at = 0
        self._beyond = len(self._line)
        self._astray = False
        self._tried = True
        self._losses += 1

    def _ack_due(self) -> bool:
        if self._taken - self._said < (1 if self._due else _ACK):
            return False
        # A long hello leaves in pieces, too, and only then is it clear that this is a table.
        return self.open or self._reader.begins(_HELLO)

    # -- out -----------------------------------------------------------------------------------
    def take(self, limit: int) -> bytes:
        """Return the next bytes to write, at most ``limit`` and no more than credit allows."""
        if self._at == len(self._line):
            if self._is_host and self._ack_due():
                self._said = self._taken
                self._due = False
                self._line = seal('{"m":"ack","c":%d}' % self._taken)
            elif self._queue:
                self._text = self._queue.pop(0)
                self._line = seal(self._text)
            else:
                return b""
            self._at = 0
        if not self._is_host:
            limit = min(limit, self._window - (self._sent - self._acked) + self._beyond)
        if limit <= 0:
            return b""
        piece = self._line[self._at : self._at + limit]
        self._at += len(piece)
        self._sent += len(piece)
        if self._at == len(self._line):
            self._beyond = 0
        return piece
