"""The host's half of mirroring: takes the games of one table, in order, each record once."""

from ..base.compat import const
from ..base.text import Fields, quote
from .chain import START, chained

_AGAIN_MS = const(700)  # before a game is asked for again


def record_of(text: str) -> str:
    """Return the record inside a ``rec`` message's JSON text, exactly as it was written.

    Text that is written another way than a table does gives what no chain fits.
    """
    return text[text.find('"r":') + 4 : -1]


class Replica:
    """What a host has of one table's games.

    ``have(uid)`` answers (n, chain) of what is stored, (0, "") for none. Messages to send to the
    table collect in :attr:`out`; whoever owns the line empties it.
    """

    def __init__(self, have):
        self._stored = have
        self._have = {}
        self._asked = {}
        self.out = []
        self.duplicates = 0
        self.gaps = 0

    def receive(self, message: dict, text: str, now_ms: int):
        """Take a message; return None, ("store", uid, record dict, its text) or ("fork", uid).

        A record to store is the next of its game and its chain is right; the one after it is
        taken at once. The owner commits it and then calls :meth:`stored`, or :meth:`forget`
        where it could not. On a fork it makes room for a second continuation.
        """
        kind, uid = message["m"], message.get("g")
        if type(uid) is not str:
            return None
        if kind == "offer":
            self._ask(uid, now_ms, True)
        elif kind == "now":
            n = message.get("n")
            if type(n) is int and n - 1 != self.have(uid)[0]:
                self._ask(uid, now_ms)
        elif kind == "fork":
            self._have[uid] = (0, "")
            return "fork", uid
        elif kind == "rec":
            return self._record(message, uid, text, now_ms)
        return None

    def have(self, uid: str) -> tuple:
        """Return (n, chain) of the last record that was taken of a game, (0, "") for none."""
        if uid not in self._have:
            self._have[uid] = self._stored(uid)
        return self._have[uid]

    def stored(self, uid: str, n: int) -> None:
        """Say that the owner has committed a game up to record ``n``, and tell the table."""
        self.out.append(Fields((("m", "stored"), ("g", uid), ("n", n))).text())

    def forget(self, uid: str) -> None:
        """Say that records of a game could not be stored: they are asked for again."""
        self._have.pop(uid, None)

    def _record(self, message: dict, uid: str, text: str, now_ms: int):
        record = message.get("r")
        if type(record) is not dict or type(record.get("n")) is not int:
            return None
        n, chain = self.have(uid)
        if record["n"] <= n:
            self.duplicates += 1
            if record["n"] == n and record.get("chain") != chain:
                self._ask(uid, now_ms)  # the table will say that it has something else
            return None
        if record["n"] > n + 1:
            self.gaps += 1
            self._ask(uid, now_ms)
            return None
        raw = record_of(text)
        body = raw[: raw.rfind(',"chain":')] + "}"
        if chained(chain or START, body) != record.get("chain"):
            # Not what follows from what is stored: the table compares chains and says "fork".
            self._ask(uid, now_ms)
            return None
        self._have[uid] = (n + 1, record["chain"])
        return "store", uid, record, raw

    def _ask(self, uid: str, now_ms: int, at_once: bool = False) -> None:
        if not at_once and now_ms - self._asked.get(uid, -_AGAIN_MS) < _AGAIN_MS:
            return
        self._asked[uid] = now_ms
        n, chain = self.have(uid)
        self.out.append('{"m":"have","g":%s,"n":%d,"chain":"%s"}' % (quote(uid), n, chain))
