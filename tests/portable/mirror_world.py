"""A table, a host and the line between them, on a clock that only the test moves.

The line may deliver whole, byte by byte, late, or lose, change and add bytes; either end may
vanish. The journal and the store are lists in memory.
"""

from twelve.base.dice import Stream
from twelve.base.text import Fields
from twelve.record.chain import START, record_text
from twelve.record.replica import Replica
from twelve.record.session import CREDIT, Session
from twelve.record.source import Source

STEP_MS = 5


class Journal:
    """Games as lists of record texts; the newest is the current one."""

    def __init__(self, table="aabbccddeeff"):
        self.table = table
        self.games = {}
        self.current = 0
        self.acknowledged_to = 0
        self.hidden = 0  # up to this one they are yet to be looked for

    def begin(self):
        self.current += 1
        self.games[self.current] = []

    def append(self, word: str) -> None:
        texts = self.games[self.current]
        chain = texts[-1][1] if texts else START
        fields = Fields((("n", len(texts) + 1), ("op", "note"), ("kind", word)))
        texts.append(record_text(fields, chain))

    def numbers(self) -> list:
        return [number for number in sorted(self.games) if number > self.hidden]

    def look(self) -> bool:
        found = self.hidden > 0
        self.hidden = max(0, self.hidden - 2)
        return found

    def uid(self, number: int) -> str:
        return "%s-%d" % (self.table, number)

    def number(self, uid: str):
        number = int(uid.split("-")[1])
        return number if uid.startswith(self.table + "-") and number in self.games else None

    def last(self, number: int):
        texts = self.games[number]
        return len(texts), texts[-1][1] if texts else START

    def reader(self, number: int):
        return _Reader(self.games[number])

    def acknowledged(self, number: int) -> None:
        self.acknowledged_to = max(self.acknowledged_to, number)


class _Reader:
    def __init__(self, texts):
        self._texts = texts
        self.rewind()

    def rewind(self) -> None:
        self.n = 0
        self.chain = START

    def next(self):
        if self.n == len(self._texts):
            return None
        text, self.chain = self._texts[self.n]
        self.n += 1
        return text


class Wire:
    """One direction of the line. ``harm`` in thousandths of the pieces; 0 delivers everything."""

    def __init__(self, chance: Stream, piece: int, delay_ms: int):
        self._chance = chance
        self._piece = piece
        self._delay_ms = delay_ms
        self._pieces = []  # (due, bytes)
        self.harm = 0
        self.under_way = 0

    def put(self, data: bytes, now_ms: int) -> None:
        if data:
            self._pieces.append((now_ms + self._delay_ms, self._harmed(data)))
            self.under_way += len(data)

    def clear(self) -> None:
        """Lose everything that is under way."""
        self._pieces = []
        self.under_way = 0

    def _harmed(self, data: bytes) -> bytes:
        draw = self._chance.draw
        if draw(250) * 4 >= self.harm:
            return data
        kind, at = draw(3), draw(256) % len(data)
        if kind == 0:
            return data[:at]
        if kind == 1:
            return data[:at] + bytes([data[at] ^ 1 << draw(8)]) + data[at + 1 :]
        return data[:at] + bytes([draw(256) for _ in range(1 + draw(40))]) + data[at:]

    def get(self, now_ms: int) -> bytes:
        """Return what has arrived, at most a piece of it."""
        found = b""
        while self._pieces and self._pieces[0][0] <= now_ms:
            due, data = self._pieces.pop(0)
            room = self._piece - len(found)
            found += data[:room]
            if len(data) > room:
                self._pieces.insert(0, (due, data[room:]))
                break
        self.under_way -= min(len(found), self.under_way)
        if not self._pieces:
            self.under_way = 0
        return found


class World:
    """Both ends. ``store`` is what the host has committed: uid -> list of texts."""

    def __init__(self, seed: bytes, piece: int = 4096, delay_ms: int = 0, hello_size: int = 9):
        self.hello_size = hello_size
        self.chance = Stream(seed)
        self.now_ms = 0
        self.journal = Journal()
        self.start_table()
        self.to_host = Wire(self.chance, piece, delay_ms)
        self.to_table = Wire(self.chance, piece, delay_ms)
        self.store = {}
        self.chains = {}
        self.forks = []
        self.said_before_hello = b""
        self.is_table = True  # else it is some other device, which does not listen
        self.reads = True  # the host takes what arrives
        self.most_under_way = 0
        self._news_ms = 0
        self.host = None
        self.start_host()

    def _greeting(self) -> tuple:
        return (("table", self.journal.table), ("about", "x" * self.hello_size))

    # -- the host -------------------------------------------------------------------------------
    def start_host(self) -> None:
        """Start the host anew: it knows what it has committed, and nothing else.

        Opening the port throws away what waited there.
        """
        self.to_host.clear()
        self.host = Session(True, lambda: (("host", "h"), ("credit", CREDIT)), self.now_ms)
        self.replica = Replica(self._have)

    def _have(self, uid: str) -> tuple:
        texts = self.store.get(uid)
        return (len(texts), self.chains[uid]) if texts else (0, "")

    def _host_step(self) -> None:
        while self.reads:
            data = self.to_host.get(self.now_ms)
            if not data:
                break
            for message, text in self.host.receive(data, self.now_ms):
                self._hear(message, text)
        was_open = self.host.open
        self.host.tick(self.now_ms)
        if was_open and not self.host.open:
            self.start_host()  # three heartbeats are missing: the port is opened again
        for text in self.replica.out:
            self.host.send(text)
        self.replica.out = []
        said = _all(self.host)
        if not self.host.open:
            self.said_before_hello += said
        self.to_table.put(said, self.now_ms)

    def _hear(self, message: dict, text: str) -> None:
        if message["m"] == "hello":
            self.replica = Replica(self._have)
            return
        found = self.replica.receive(message, text, self.now_ms)
        if found is not None and found[0] == "store":
            self._commit(*found[1:])
        elif found is not None:
            self.forks.append((found[1], self.store.pop(found[1], [])))

    def _commit(self, uid: str, record: dict, text: str) -> None:
        texts = self.store.setdefault(uid, [])
        assert record["n"] == len(texts) + 1, "record %d after %d" % (record["n"], len(texts))
        texts.append(text)
        self.chains[uid] = record["chain"]
        self.replica.stored(uid, record["n"])

    # -- the table ------------------------------------------------------------------------------
    def start_table(self) -> None:
        """Switch the table on, after a power cut perhaps; its journal stays."""
        self.session = Session(False, self._greeting, self.now_ms)
        self.journal.hidden = max(0, self.journal.current - 1)
        self.source = Source(self.journal)

    def _table_step(self) -> None:
        if not self.is_table:
            return
        session, now_ms = self.session, self.now_ms
        while True:
            data = self.to_table.get(now_ms)
            if not data:
                break
            for message, _ in session.receive(data, now_ms):
                self._heed(message)
        session.tick(now_ms)
        if session.open and session.idle:
            text = self.source.next_live()
            if text is None and now_ms - self._news_ms >= 1000:
                self._news_ms = now_ms
                current = self.journal.current
                uid = '"%s"' % self.journal.uid(current) if current else "null"
                n = self.journal.last(current)[0] + 1 if current else 1
                text = '{"m":"now","g":%s,"n":%d}' % (uid, n)
            if text is None:
                text = self.source.next(now_ms)
            if text is not None:
                session.send(text)
        self.to_host.put(_all(session), now_ms)
        self.most_under_way = max(self.most_under_way, self.to_host.under_way)

    def _heed(self, message: dict) -> None:
        if message["m"] == "hello":
            self.source.start()
        elif message["m"] == "have":
            self.source.have(message["g"], message["n"], message["chain"])
        elif message["m"] == "stored":
            self.source.stored(message["g"], message["n"])

    # -- both -----------------------------------------------------------------------------------
    def harm(self, thousandths: int) -> None:
        """Have so many pieces of a thousand spoilt, both ways."""
        self.to_host.harm = self.to_table.harm = thousandths

    def run(self, ms: int) -> None:
        """Let ``ms`` pass."""
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            self._table_step()
            self._host_step()
            self.now_ms += STEP_MS

    def same(self) -> bool:
        """Whether the host has every record of the table."""
        for number, texts in self.journal.games.items():
            if self.store.get(self.journal.uid(number), []) != [text for text, _ in texts]:
                return False
        return True

    def settle(self, limit_ms: int) -> int:
        """Let time pass until the host has everything; return how long it took."""
        start_ms = self.now_ms
        while not self.same():
            assert self.now_ms - start_ms < limit_ms, "not the same after %d ms" % limit_ms
            self.run(50)
        return self.now_ms - start_ms


def _all(session) -> bytes:
    data = b""
    while True:
        piece = session.take(64)
        if not piece:
            return data
        data += piece
