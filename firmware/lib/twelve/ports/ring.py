"""Edges on their way from an interrupt to the loop: a ring made once, written without memory."""

from array import array

from ..base.compat import const
from ..base.ticks import MASK, ticks_diff

_SIZE = const(64)  # edges; a bouncing press has about thirteen


class Ring:
    """Edges with the tick of each. ``put`` may be called in an interrupt, the rest may not."""

    def __init__(self):
        self._ticks = array("i", [0] * _SIZE)
        self._levels = bytearray(_SIZE)
        self._head = self._tail = 0
        self.last = False  # the level of the newest edge

    def put(self, level: bool, tick: int) -> None:
        """Add an edge; one that does not fit is left out, and the level seen by the next look."""
        head = self._head
        if (head - self._tail) & MASK >= _SIZE:
            return
        self._ticks[head % _SIZE] = tick & MASK
        self._levels[head % _SIZE] = level
        self.last = level
        self._head = (head + 1) & MASK

    @property
    def empty(self) -> bool:
        """Whether there is no edge to take."""
        return self._head == self._tail

    def hand_over(self, sink, tick: int, now_ms: int) -> None:
        """Call ``sink(level, 0, at_ms)`` for every edge, oldest first; it is ``tick`` now."""
        while self._tail != self._head:
            at = self._tail % _SIZE
            ago_ms = ticks_diff(tick & MASK, self._ticks[at])
            level = self._levels[at] == 1
            self._tail = (self._tail + 1) & MASK
            sink(level, 0, now_ms - ago_ms if ago_ms > 0 else now_ms)


# What the encoder's contacts did, by (A and B before, A and B now): a quarter of a step or none.
_QUARTERS = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)


class Turns:
    """A rotary encoder with four contact changes a step; ``move`` may be called in an interrupt."""

    def __init__(self):
        self._before = 3  # both contacts open
        self._quarters = 0

    def move(self, a: int, b: int) -> None:
        """Take the present level of both contacts."""
        now = a << 1 | b
        self._quarters += _QUARTERS[self._before << 2 | now]
        self._before = now

    def take(self) -> int:
        """Return the whole steps since the last call."""
        quarters = self._quarters
        if -4 < quarters < 4:  # a half step is none in either direction
            return 0
        steps = quarters // 4 if quarters > 0 else -(-quarters // 4)
        self._quarters = quarters - 4 * steps
        return steps
