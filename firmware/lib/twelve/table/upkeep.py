"""What the line carries besides play: notices, faults, and requests about the table itself."""

import gc

from ..base.compat import const, let_go
from ..base.text import Fields

_NOTICES = const(6)  # how many are kept for hosts that come later
_LONGEST = const(300)  # characters of one
STUCK_MS = const(30000)  # that nobody holds a button down
_CODE = __name__[: __name__.rfind(".")] + ".asked"


class Upkeep:
    """One table's upkeep over ``session``. ``wish``: what is to be run instead of the table."""

    def __init__(self, session, files, faults=None):
        self._session = session
        self._files = files
        self._faults = faults
        self._notices = []
        self._up_ms = 0  # when the button was last up
        self._telling = False  # whether the host is just being told of a fault
        self.wish = ""

    def note(self, text: str) -> None:
        """Tell every host of something that a person should read."""
        if text not in self._notices:
            self._notices.append(text)
            if len(self._notices) > _NOTICES:
                self._notices.pop(0)
            self._log(text)

    def watch(self, level: bool, now_ms: int) -> None:
        """Look at the button (True: down): one that stays down is stuck, which is told."""
        if not level:
            self._up_ms = now_ms
        elif now_ms - self._up_ms >= STUCK_MS:
            self._up_ms = now_ms
            self.note("the button has been down for 30 s: it is stuck")

    def _log(self, text: str) -> None:
        self._session.send(Fields((("m", "log"), ("text", text[-_LONGEST:]))).text())

    def hello(self) -> None:
        """Hear that a host has come: it is told what there is."""
        for text in self._notices:
            self._log(text)
        if self._faults is not None and self._faults.text:
            self._telling = True
            self._log(self._faults.text)

    def tick(self) -> None:
        """Let time pass: a fault that a host has read is forgotten."""
        if self._telling and self._session.delivered:
            self._telling = False
            self._faults.told()

    def failed(self, error) -> None:
        """Hear that a request failed: where memory ran out, only a fresh heap helps."""
        if isinstance(error, MemoryError):
            gc.collect()
            self.wish = self.wish or "restart"

    def do(self, message: dict) -> None:
        """Do a request. Raises Refusal, OSError where flash refuses."""
        module = __import__(_CODE, None, None, ("do",))
        try:
            self.wish = module.do(message, self._session, self._files) or self.wish
        finally:
            let_go(_CODE)  # seldom needed, and memory is short
