"""The table's half of mirroring: offers every game in the journal and sends what the host lacks.

A log is replicated: the host says what it has of a game, the rest follows, and the running
game's new records follow as they are made. Work is done in small steps, one message a call.
"""

from ..base.compat import const
from ..base.text import Fields, quote

_SKIP = const(2)  # records passed over in one call: bounds the time of one pass of the loop
_WAIT_MS = const(1500)  # for the answer to an offer, and for the last record to be stored


class _Stream:
    """One game on its way to the host, from the record after those that it has."""

    def __init__(self, journal, number: int, n: int, chain: str):
        self.number = number
        self.uid = journal.uid(number)
        self._reader = journal.reader(number)
        self._have = n
        self._chain = chain
        self.sent = 0  # number of the last record that was sent
        self.stored = 0  # and of the last one that the host has committed

    def is_for(self, number: int, n: int, chain: str) -> bool:
        """Return whether this is still on its way to what the host asks for."""
        return not self.sent and (self.number, self._have, self._chain) == (number, n, chain)

    def next(self):
        """Return (message or None, whether there may be more right now)."""
        reader = self._reader
        for _ in range(_SKIP):
            if reader.n == self._have and self._have and reader.chain != self._chain:
                return self._fork(), True
            found = reader.next()
            if found is None:
                if reader.n < self._have:  # the host has more than there is
                    return self._fork(), True
                return None, False
            if reader.n > self._have:
                self.sent = reader.n
                return '{"m":"rec","g":%s,"r":%s}' % (quote(self.uid), found), True
        return None, True

    def _fork(self) -> str:
        message = Fields((("m", "fork"), ("g", self.uid), ("n", self._have)))
        self._have = 0
        self._reader.rewind()
        return message.text()


class Source:
    """What the table's end of the line sends of its journal.

    ``journal`` offers numbers(), look() -> whether numbers() may have more now, older ones,
    uid(number), number(uid), last(number) -> (n, chain) or None, reader(number), current (number
    of the newest game or 0) and acknowledged(number).
    """

    def __init__(self, journal):
        self._journal = journal
        self.start()

    def start(self) -> None:
        """Begin anew, as at every hello: the newest game first, then back in time."""
        self._offers = list(self._journal.numbers())  # ascending; taken from the end
        self._oldest = self._offers[0] if self._offers else 0  # older ones follow later
        self._live = self._back = None
        self._newest = self._journal.current
        self._asked = 0  # the game whose "have", or last "stored", is waited for
        self._asked_ms = 0
        self._last = 0  # record of that game that is to be stored

    def have(self, uid: str, n: int, chain: str) -> None:
        """Take the host's word of what it has of a game."""
        number = self._journal.number(uid)
        if number is None:
            return
        if number == self._asked:
            self._asked = 0
        for stream in (self._live, self._back):
            # A host that has waited long asks again: begun anew, this would never come there.
            if stream is not None and stream.is_for(number, n, chain):
                return
        if number == self._journal.current:
            self._live = _Stream(self._journal, number, n, chain)
        elif self._journal.last(number) != (n, chain):
            if self._back is not None and self._back.number != number:
                self._offer_last(self._back.number)
            self._back = _Stream(self._journal, number, n, chain)

    def stored(self, uid: str, n: int) -> None:
        """Take the host's word that it has committed a game up to record ``n``."""
        number = self._journal.number(uid)
        if number is None or number == self._journal.current:
            return
        if number == self._asked and n >= self._last:
            self._asked = 0
        if self._back is not None and number == self._back.number:
            self._back.stored = n
        last = self._journal.last(number)
        if last is not None and last[0] == n:
            self._journal.acknowledged(number)

    def next_live(self):
        """Return the next message about the running game, or None; for sending before others."""
        current = self._journal.current
        if current != self._newest:
            # The game before may have records on their way (its reveal): it is offered again,
            # and so is whatever came and went while the line stood still.
            self._live = None
            for number in self._journal.numbers():
                if number >= self._newest:
                    self._offer_first(number)
            self._newest = current
        return None if self._live is None else self._live.next()[0]

    def next(self, now_ms: int):
        """Return the next message about games that are over, or None."""
        if self._back is not None:
            message, more = self._back.next()
            if not more:
                # The host notices a gap when the next record comes, but not that the last is lost.
                if self._back.sent > self._back.stored:
                    self._asked = self._back.number
                    self._asked_ms = now_ms
                    self._last = self._back.sent
                self._back = None
            return message
        if self._asked:
            if now_ms - self._asked_ms < _WAIT_MS:
                return None
            if not self._offers:
                self._find_older()
            self._offer_last(self._asked)  # after the others: one game holds up none
        while self._offers and self._offers[-1] not in self._journal.numbers():
            self._offers.pop()  # it has made room for another
        if not self._offers and not self._find_older():
            return None
        self._asked = self._offers.pop()
        self._asked_ms = now_ms
        self._last = 1 << 29
        return '{"m":"offer","g":%s}' % quote(self._journal.uid(self._asked))

    def _find_older(self) -> bool:
        self._journal.look()
        numbers = self._journal.numbers()
        if numbers and numbers[0] < self._oldest:
            self._offers = [number for number in numbers if number < self._oldest]
            self._oldest = numbers[0]
        return len(self._offers) > 0

    def _offer_last(self, number: int) -> None:
        if number not in self._offers:
            self._offers.insert(0, number)

    def _offer_first(self, number: int) -> None:
        if number in self._offers:
            self._offers.remove(number)
        self._offers.append(number)
