"""The button: samples in, gestures out. One press is one gesture, settled by its release."""

from ..base.compat import const

NONE = const(0)
DOWN = const(1)  # the first edge, before it is confirmed: only lights may answer it
UP = const(2)  # a first edge that turned out to be a glitch
CLICK = const(3)
HOLD = const(4)
LONG = const(5)


class Button:
    """One button, sampled. It counts for nothing until it has been seen released.

    ``debounce_ms`` of steady samples confirm an edge; a press of ``hold_ms`` is a hold, of
    ``long_ms`` a long hold.
    """

    def __init__(self, debounce_ms: int = 10, hold_ms: int = 500, long_ms: int = 2000):
        self._debounce_ms = debounce_ms
        self.hold_ms = hold_ms
        self.long_ms = long_ms
        self._level = False  # the last raw sample
        self._since_ms = 0  # when the raw level last changed
        self._down = False  # the confirmed level
        self._armed = False  # whether a release has been seen since power-on
        self._edge_ms = 0  # first edge of the press that is going on
        self._hinted = False

    def sample(self, level: bool, now_ms: int) -> int:
        """Take one sample (True: pressed) at a time; return what it settles.

        Samples may come at any rate, also only at edges; but then once more after the debounce.
        """
        if level != self._level:
            if self._armed and level and not self._down and not self._hinted:
                self._edge_ms = now_ms
                self._hinted = True
                self._level = level
                self._since_ms = now_ms
                return DOWN
            self._level = level
            self._since_ms = now_ms
            return NONE
        if now_ms - self._since_ms < self._debounce_ms:
            return NONE
        if level == self._down:
            if not level:
                if not self._armed:
                    self._armed = True
                elif self._hinted:
                    self._hinted = False
                    return UP
            return NONE
        if level:
            if self._armed:
                self._down = True
            return NONE
        self._down = False
        self._hinted = False
        held_ms = self._since_ms - self._edge_ms
        if held_ms >= self.long_ms:
            return LONG
        return HOLD if held_ms >= self.hold_ms else CLICK

    def pressed_ms(self, now_ms: int) -> int:
        """Return how long the button has been down, from its first edge; -1 when it is up."""
        return now_ms - self._edge_ms if self._hinted or self._down else -1
