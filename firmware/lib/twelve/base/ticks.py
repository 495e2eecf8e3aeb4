"""Millisecond ticks that wrap, compared and stretched in one place.

Ports deliver ticks modulo 2**29 (CircuitPython's ``supervisor.ticks_ms`` wraps there, and
starts 65 s before its wrap); MicroPython's wider ones are masked down to the same.
"""

from .compat import const

_HALF = const(1 << 28)
MASK = const((1 << 29) - 1)


def ticks_diff(later: int, earlier: int) -> int:
    """Return ``later - earlier`` in ms, right across a wrap, for spans below 74 hours."""
    return ((later - earlier + _HALF) & MASK) - _HALF


class Uptime:
    """Milliseconds since power-on as an integer that never wraps, fed with wrapping ticks."""

    def __init__(self, ticks_ms: int):
        self._last = ticks_ms & MASK
        self.ms = 0

    def update(self, ticks_ms: int) -> int:
        """Take the present tick; return the milliseconds since this object was made.

        A tick that goes backwards (never seen from a sound clock) counts as no time at all.
        """
        step = ticks_diff(ticks_ms & MASK, self._last)
        if step > 0:
            self.ms += step
            self._last = ticks_ms & MASK
        return self.ms
