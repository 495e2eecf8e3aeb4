"""What can wait for a moment in which nobody notices that a pass of the loop takes longer."""

import sys

from ..base.compat import const
from .console import STARTER
from .drawing import forget_foreseen

AWAY_MS = const(4000)  # after a gesture, nobody is near
_BEHIND_MS = const(60)  # and so long behind it nobody presses again
_PAUSE_MS = const(2000)  # between two times that it is looked for what there is to do


class Chores:
    """The chores of ``console``'s table, whose files are ``files``: one a call."""

    def __init__(self, console, files):
        self._console = console
        self._files = files
        self._due_ms = _PAUSE_MS

    def do(self, now_ms: int, acted_ms: int) -> bool:
        """Do one, if this is the moment; return whether there was one.

        Where that erases a sector no edge is answered for 60 ms: so best just behind a gesture
        (the last one was at ``acted_ms``), while its show begins, or when nobody has been near
        for long.
        """
        since_ms = now_ms - acted_ms
        is_behind = since_ms < _BEHIND_MS and self._console.drawn_ms > acted_ms
        is_due = is_behind or (since_ms >= AWAY_MS and now_ms >= self._due_ms)
        if not is_due or not self._is_quiet(is_behind):
            return False
        keeper = self._console.keeper
        self._due_ms = now_ms + _PAUSE_MS  # first: one without memory is not due every pass
        if (
            self._files.tidy()
            or keeper.snapshot()
            or keeper.measure()
            or self._prepare()
            or forget_foreseen(self._console)
        ):
            self._due_ms = now_ms
            return True
        return False

    def _is_quiet(self, is_behind: bool) -> bool:
        console = self._console
        if console.button.pressed_ms(0) != -1 or console.remote.pressed_ms(0) != -1:
            return False
        if console.starter is not None:
            return False
        return is_behind or (not console.in_show and console.line.session.idle)

    def _prepare(self) -> bool:
        """Load the code that a press would need next; return whether there was any."""
        keeper = self._console.keeper
        if keeper.running or keeper.is_cramped or STARTER in sys.modules:
            return False
        from .starter import Starter

        return bool(Starter)
